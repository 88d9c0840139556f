import { Damaged } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Clip, Mesh, MorphTarget, Scene } from '../../scene/scene.ts';
import { modelIssues } from './model.issues.ts';
import { morphFrames } from './rfa.morph.ts';
import { TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Animation } from './rfa.ts';
import { type MeshFile, submeshesOf } from './v3d.ts';
import { type Batch, type Lod, lodFlags } from './v3d-lod.ts';

// Vertex animation of clips as morph targets (specification, sections 5.8 and 12.6).

/** A clip of the scene and the file it was made from. */
export interface SceneClip {
  readonly clip: Clip;
  readonly file: Animation;
}

/**
 * Gives the first submesh, at its finest level, a morph target for every morph keyframe of every clip, and each such clip
 * a track of weights that shows one keyframe after the other.
 */
export function addMorphs(scene: Scene, file: MeshFile, clips: readonly SceneClip[], issues: Issue[]): void {
  const morphing = clips.filter(({ file }) => file.morphVertices.length > 0 && file.morphKeyframeCount > 0);
  if (morphing.length === 0) return;
  const node = scene.nodes.findIndex(
    ({ extras, mesh }) => mesh !== undefined && extras?.['rf_submesh'] === 0 && extras['rf_lod'] === 0,
  );
  const level = submeshesOf(file)[0]?.lods[0];
  const mesh = node < 0 ? undefined : scene.meshes[scene.nodes[node]!.mesh!];
  if (mesh === undefined || level === undefined || level.data instanceof Damaged) {
    issues.push(issue(modelIssues['morph-lost'], `${morphing.length} clips morph a level that is not in the scene`));
    return;
  }
  const { batches } = level.data;
  let outside = 0;
  const targetCount = morphing.reduce((sum, { file }) => sum + file.morphKeyframeCount, 0);
  let first = 0;
  for (const { clip, file } of morphing) {
    const count = file.morphKeyframeCount;
    const frames = morphFrames(file);
    mesh.targetNames = [...(mesh.targetNames ?? []), ...Array.from({ length: count }, (_, k) => `${clip.name} ${k}`)];
    for (let k = 0; k < count; k++) {
      const frame = frames.positions(k);
      const targets = batches.map((batch) => {
        const { positions, misses } = morphedBatch(batch, level, file.morphVertices, frame);
        outside += misses;
        return deltas(batch, positions);
      });
      addTargets(mesh, targets);
    }
    clip.tracks.push({ node, path: 'weights', interpolation: 'linear', ...weightKeys(file, first, targetCount) });
    first += count;
  }
  if (outside > 0) issues.push(issue(modelIssues['morph-index'], `${outside} vertices in ${morphing.length} clips`));
}

function addTargets(mesh: Mesh, targets: readonly MorphTarget[]): void {
  for (const primitive of mesh.primitives) primitive.targets.push(targets[primitive.extras!['rf_batch'] as number]!);
}

/** The positions of a batch, with those of a keyframe in place. */
function morphedBatch(batch: Batch, { flags }: Lod, vertices: Uint16Array, frame: Float32Array) {
  const positions = batch.positions.slice();
  let misses = 0;
  for (const [i, original] of vertices.entries()) {
    const vertex = (flags & lodFlags.morphMaps) === 0 ? original : batch.morphMap?.[original];
    if (vertex === -1) continue;
    const p = frame.subarray(3 * i, 3 * i + 3);
    if (vertex === undefined || 3 * vertex >= positions.length || vertex < 0 || !p.every(Number.isFinite)) misses++;
    else positions.set(p, 3 * vertex);
  }
  for (const [i, back] of batch.samePos.entries()) {
    if (back > 0 && back <= i) positions.copyWithin(3 * i, 3 * (i - back), 3 * (i - back) + 3);
  }
  return { positions, misses };
}

const stillness = new WeakMap<Batch, Float32Array>();

/** What a morph target adds to the positions, in the scene's space. Batches that stand still share one array. */
function deltas(batch: Batch, positions: Float32Array): MorphTarget {
  const result = new Float32Array(positions.length);
  let moves = false;
  for (let i = 0; i < positions.length; i++) {
    const delta = positions[i]! - batch.positions[i]!;
    if (delta === 0 || !Number.isFinite(delta)) continue;
    result[i] = i % 3 === 0 ? -delta : delta;
    moves = true;
  }
  if (moves) return { positions: result };
  const still = stillness.get(batch) ?? result;
  stillness.set(batch, still);
  return { positions: still };
}

/** Times and weights, one keyframe after the other; the first `first` of `width` targets belong to other clips. */
function weightKeys(file: Animation, first: number, width: number): { times: Float32Array; values: Float32Array } {
  const duration = Math.max(0, file.endTime - file.startTime) / TICKS_PER_SECOND;
  const keys = Array.from(morphFrames(file).times, (seconds, k) => ({
    seconds,
    weights: oneOf(width, first + Math.min(k, file.morphKeyframeCount - 1)),
  }));
  const inside = cut(increasing(keys), duration);
  return {
    times: Float32Array.from(inside, ({ seconds }) => seconds),
    values: Float32Array.from(inside.flatMap(({ weights }) => weights)),
  };
}

interface WeightKey {
  readonly seconds: number;
  readonly weights: readonly number[];
}

const oneOf = (width: number, index: number) => Array.from({ length: width }, (_, i) => (i === index ? 1 : 0));

/** Without the keys that are not later than the one before. */
function increasing(keys: readonly WeightKey[]): WeightKey[] {
  const kept: WeightKey[] = [];
  for (const key of keys) {
    const last = kept.at(-1);
    if (last === undefined || Math.fround(key.seconds) > Math.fround(last.seconds)) kept.push(key);
  }
  return kept;
}

/** The keys within the clip, and at its borders the weights between those outside and inside. */
function cut(keys: readonly WeightKey[], duration: number): WeightKey[] {
  const inside = keys.filter(({ seconds }) => seconds >= 0 && seconds <= duration);
  const border = (seconds: number): WeightKey => {
    const next = keys.findIndex((key) => key.seconds > seconds);
    const [a, b] = [keys[Math.max(0, (next < 0 ? keys.length : next) - 1)]!, keys[next < 0 ? keys.length - 1 : next]!];
    const share = a === b ? 0 : Math.min(1, Math.max(0, (seconds - a.seconds) / (b.seconds - a.seconds)));
    return { seconds, weights: a.weights.map((weight, i) => weight + share * (b.weights[i]! - weight)) };
  };
  if (inside[0]?.seconds !== 0) inside.unshift(border(0));
  if (keys.at(-1)!.seconds > duration && inside.at(-1)!.seconds < duration) inside.push(border(duration));
  return inside;
}
