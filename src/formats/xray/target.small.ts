import { type Issue, issue } from '../../issue.ts';
import { restPose, sampleClip } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import type { AnmFile } from './anm.ts';
import type { DmFile } from './dm.ts';
import { mirrored, mirroredQuaternion } from './space.ts';
import { targetIssues } from './target.issues.ts';
import type { TargetModel } from './target.model.ts';
import { envelopesOf } from './target.motion.ts';
import { textureOf } from './target.ogf.ts';
import { integerOr, numberOr, toText } from './target.text.ts';

// Scenes as detail models and object motions.

/** All triangles as one mesh; details have one material. */
export function toDm(model: TargetModel, issues: Issue[]): DmFile | undefined {
  const vertexCount = model.parts.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  if (vertexCount === 0 || vertexCount > 65_535) {
    const kind = vertexCount === 0 ? 'nothing-to-write' : 'too-large';
    issues.push(issue(targetIssues[kind], `${vertexCount} vertices`));
    return undefined;
  }
  const position = new Float32Array(vertexCount * 3);
  const uv = new Float32Array(vertexCount * 2);
  const indices: number[] = [];
  let first = 0;
  for (const part of model.parts) {
    position.set(part.positions, first * 3);
    uv.set(part.uvs[0] ?? [], first * 2);
    for (const index of part.indices) indices.push(index + first);
    first += part.positions.length / 3;
  }
  const extras = (model.scene.nodes.find(({ extras }) => extras?.xray)?.extras?.xray ?? {}) as Record<string, unknown>;
  const { texture, shader } = textureOf(model.parts[0]!, issues);
  return {
    shader: shader.startsWith('models\\') ? 'details\\set' : shader,
    texture,
    flags: integerOr(extras.flags, 0),
    minScale: numberOr(extras.minScale, 0.5),
    maxScale: numberOr(extras.maxScale, 2),
    vertices: { length: vertexCount, position, uv },
    indices: Uint16Array.from(indices),
  };
}

/** The movement of the first node that a clip moves. */
export function toAnm(scene: Scene, issues: Issue[]): AnmFile | undefined {
  const clip = scene.clips.find(({ tracks }) => tracks.length > 0);
  if (clip === undefined) {
    issues.push(issue(targetIssues['nothing-to-write'], 'no clip'));
    return undefined;
  }
  const { node } = clip.tracks[0]!;
  const extras = (clip.extras?.xray ?? {}) as Record<string, unknown>;
  const fps = numberOr(extras.fps, 30) > 0 ? numberOr(extras.fps, 30) : 30;
  const firstFrame = integerOr(extras.firstFrame, 0);
  const duration = clip.tracks.reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0);
  const count = Math.max(1, Math.round(duration * fps) + 1);
  const translations = new Float32Array(count * 3);
  const rotations = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const pose = count === 1 ? restPose(scene) : sampleClip(scene, clip, i / fps);
    translations.set(mirrored(pose.translations, node * 3), i * 3);
    const [x, y, z, w] = mirroredQuaternion(pose.rotations, node * 4);
    rotations.set([-x, -y, -z, w], i * 4);
  }
  const motion = {
    name: toText(clip.name, issues),
    firstFrame,
    endFrame: firstFrame + count - 1,
    fps,
    version: 5 as const,
    envelopes: envelopesOf(translations, rotations, firstFrame, fps),
  };
  return [{ name: 'motion', value: motion }];
}
