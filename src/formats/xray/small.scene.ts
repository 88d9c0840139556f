import { chunkValue } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { type Conversion, emptyScene, type Scene } from '../../scene/scene.ts';
import type { AnmFile } from './anm.ts';
import type { DmFile } from './dm.ts';
import { type FindTexture, MaterialBuilder } from './materials.ts';
import { frameCount, frameTimes, makeClip, sampleSix } from './motion.scene.ts';
import { sceneIssues } from './scene.issues.ts';
import { finite, mirroredAll } from './space.ts';
import { decodeText } from './windows-1251.ts';

// Detail models and object motions as scenes (specification, section 20.7).

/** Grass: one mesh without normals. */
export function dmScene(file: DmFile, name: string, findTexture: FindTexture): Conversion<Scene> {
  const issues: Issue[] = [];
  const scene = emptyScene(name);
  const [shader, texture] = [decodeText(file.shader), decodeText(file.texture)];
  const { flags, minScale, maxScale } = file;
  const materials = new MaterialBuilder(scene, findTexture);
  const material = materials.add({
    name: texture.slice(texture.lastIndexOf('\\') + 1) || name,
    shader,
    texture,
    doubleSided: true,
    extras: { shader, texture },
  });
  // The engine draws details without what is transparent in their texture.
  Object.assign(scene.materials[material]!, { alphaMode: 'mask', alphaCutoff: 0.5 });
  const indices = new Uint16Array(file.indices.length - (file.indices.length % 3));
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [file.indices[i]!, file.indices[i + 1]!, file.indices[i + 2]!];
    if (Math.max(a, b, c) >= file.vertices.length || a === b || b === c || c === a) continue;
    indices.set([a, c, b], length);
    length += 3;
  }
  if (length < indices.length) {
    issues.push(issue(sceneIssues['faces-left-out'], `${(indices.length - length) / 3} triangles`));
  }
  scene.nodes.push({ name, extras: { xray: { format: 'dm', flags, minScale, maxScale } } });
  if (length === 0) {
    issues.push(issue(sceneIssues['unreadable-model'], 'no triangles'));
    return { value: scene, issues };
  }
  scene.nodes[0]!.mesh = 0;
  scene.meshes.push({
    name,
    primitives: [
      {
        material,
        indices: indices.subarray(0, length),
        positions: mirroredAll(finite(file.vertices.position)),
        uvs: [finite(file.vertices.uv)],
        colors: [],
        joints: [],
        weights: [],
        targets: [],
      },
    ],
  });
  return { value: scene, issues };
}

/** Where the angles about x, y and z are among the envelopes of version 4, which has x before y. */
const PITCH_FIRST = [3, 4, 5] as const;

/** One node that moves. */
export function anmScene(file: AnmFile, name: string): Conversion<Scene> {
  const issues: Issue[] = [];
  const scene = emptyScene(name);
  scene.nodes.push({ name, extras: { xray: { format: 'anm' } } });
  const motion = chunkValue(file, 'motion');
  if (motion === undefined) {
    issues.push(issue(sceneIssues['unreadable-model'], 'the motion could not be read'));
    return { value: scene, issues };
  }
  const clipName = decodeText(motion.name) || name;
  const count = frameCount(motion, clipName, issues);
  const sampled = sampleSix(motion.envelopes, motion, count, motion.version === 4 ? PITCH_FIRST : undefined);
  const times = frameTimes(count, motion.fps);
  const { version, firstFrame, endFrame, fps } = motion;
  scene.clips.push(makeClip(clipName, times, [{ node: 0, ...sampled }], { version, firstFrame, endFrame, fps }));
  return { value: scene, issues };
}
