import { composeInto, type MutableNumbers, multiplyInto, slerpInto } from '../math/index.ts';
import { hierarchy } from './hierarchy.ts';
import type { Clip, Node, Primitive, Scene, Track, TrackPath } from './scene.ts';

// What a scene looks like at a moment, as glTF 2.0 defines it (appendix C of its specification: animation sampler
// interpolation). All sums are in double precision.

/** The local transforms of all nodes, and the weights of their morph targets, at one moment. */
export interface Pose {
  /** x y z of each node. */
  readonly translations: Float64Array;
  /** x y z w of each node. */
  readonly rotations: Float64Array;
  /** x y z of each node. */
  readonly scales: Float64Array;
  /** Of each node with a mesh that morphs, a weight a target. */
  readonly weights: readonly (Float64Array | undefined)[];
}

/** How the nodes stand without animation. */
export function restPose(scene: Scene): Pose {
  const count = scene.nodes.length;
  const pose = {
    translations: new Float64Array(count * 3),
    rotations: new Float64Array(count * 4),
    scales: new Float64Array(count * 3),
    weights: scene.nodes.map((node) => restWeights(scene, node)),
  };
  for (const [i, { translation, rotation, scale }] of scene.nodes.entries()) {
    pose.translations.set(translation ?? [0, 0, 0], i * 3);
    pose.rotations.set(rotation ?? [0, 0, 0, 1], i * 4);
    pose.scales.set(scale ?? [1, 1, 1], i * 3);
  }
  return pose;
}

/** How one property of a node stands without animation. */
export function restValue(scene: Scene, node: number, path: TrackPath): Float64Array {
  const { translation, rotation, scale } = scene.nodes[node]!;
  if (path === 'translation') return Float64Array.from(translation ?? [0, 0, 0]);
  if (path === 'rotation') return Float64Array.from(rotation ?? [0, 0, 0, 1]);
  if (path === 'scale') return Float64Array.from(scale ?? [1, 1, 1]);
  return restWeights(scene, scene.nodes[node]!) ?? new Float64Array();
}

function restWeights(scene: Scene, { mesh, weights }: Node): Float64Array | undefined {
  const targetCount = mesh === undefined ? 0 : (scene.meshes[mesh]?.primitives[0]?.targets.length ?? 0);
  if (targetCount === 0) return undefined;
  return Float64Array.from({ length: targetCount }, (_, i) => weights?.[i] ?? 0);
}

/** The pose of a clip at `time` seconds. What the clip does not move rests. Before and behind the keys all stands still. */
export function sampleClip(scene: Scene, clip: Clip, time: number): Pose {
  const pose = restPose(scene);
  for (const track of clip.tracks) {
    if (track.times.length === 0) continue;
    const { node } = track;
    if (track.path === 'translation') sampleTrack(track, time, pose.translations, node * 3);
    else if (track.path === 'rotation') sampleTrack(track, time, pose.rotations, node * 4);
    else if (track.path === 'scale') sampleTrack(track, time, pose.scales, node * 3);
    else if (pose.weights[node] !== undefined) sampleTrack(track, time, pose.weights[node]);
  }
  return pose;
}

/** Numbers of one value of a track: 3, 4, or for weights as many as there are targets. */
export function trackWidth({ path, interpolation, times, values }: Track): number {
  if (path === 'rotation') return 4;
  if (path !== 'weights') return 3;
  return times.length === 0 ? 0 : values.length / times.length / (interpolation === 'cubic' ? 3 : 1);
}

/** Seconds from the start of the clip to its last key. */
export function clipDuration(clip: Clip): number {
  return clip.tracks.reduce((duration, { times }) => Math.max(duration, times.at(-1) ?? 0), 0);
}

/**
 * The value of a track at `time` seconds, as many numbers as {@link trackWidth} says, written to `out` from index `at`.
 * Outside the keys the nearest key holds. A track without keys gives nothing.
 */
export function sampleTrack(track: Track, time: number, out: MutableNumbers, at = 0): void {
  const { times, values, interpolation } = track;
  const last = times.length - 1;
  if (last < 0) return;
  const width = trackWidth(track);
  const cubic = interpolation === 'cubic';
  const stride = cubic ? 3 * width : width;
  const start = cubic ? width : 0;
  const key = keyBefore(times, time);
  const isHeld = key < 0 || key >= last || interpolation === 'step';
  if (isHeld) {
    const held = Math.max(0, Math.min(key, last)) * stride + start;
    for (let i = 0; i < width; i++) out[at + i] = values[held + i]!;
    return;
  }
  const duration = times[key + 1]! - times[key]!;
  const t = (time - times[key]!) / duration;
  const from = key * stride;
  const to = from + stride;
  if (cubic) {
    hermite(values, from, to, width, t, duration, out, at);
    if (track.path === 'rotation') normalizeAt(out, at);
  } else if (track.path === 'rotation') {
    slerpInto(out, at, values, from, values, to, t);
  } else {
    for (let i = 0; i < width; i++) out[at + i] = values[from + i]! + (values[to + i]! - values[from + i]!) * t;
  }
}

/** Keys are in-tangent, value, out-tangent; tangents are per second. */
function hermite(
  values: Float32Array,
  from: number,
  to: number,
  width: number,
  t: number,
  duration: number,
  out: MutableNumbers,
  at: number,
): void {
  const t2 = t * t;
  const t3 = t2 * t;
  const startValue = 2 * t3 - 3 * t2 + 1;
  const endValue = -2 * t3 + 3 * t2;
  const startTangent = (t3 - 2 * t2 + t) * duration;
  const endTangent = (t3 - t2) * duration;
  for (let i = 0; i < width; i++) {
    out[at + i] =
      startValue * values[from + width + i]! +
      startTangent * values[from + 2 * width + i]! +
      endValue * values[to + width + i]! +
      endTangent * values[to + i]!;
  }
}

function normalizeAt(out: MutableNumbers, at: number): void {
  const length = Math.hypot(out[at]!, out[at + 1]!, out[at + 2]!, out[at + 3]!);
  if (length > 0) for (let i = 0; i < 4; i++) out[at + i] = out[at + i]! / length;
}

/** The last key at or before `time`; -1 where there is none. */
function keyBefore(times: Float32Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * From each node's space to the scene's: 16 numbers a node, column by column. Nodes come in any order.
 *
 * @throws Error where nodes are their own ancestors, which no reader lets through.
 */
export function worldMatrices(scene: Scene, pose: Pose = restPose(scene)): Float64Array {
  const worlds = new Float64Array(scene.nodes.length * 16);
  const local = new Float64Array(16);
  for (const node of hierarchy(scene.nodes)) {
    composeInto(local, 0, pose.translations, node * 3, pose.rotations, node * 4, pose.scales, node * 3);
    const { parent } = scene.nodes[node]!;
    if (parent === undefined) worlds.set(local, node * 16);
    else multiplyInto(worlds, node * 16, worlds, parent * 16, local, 0);
  }
  return worlds;
}

/** x y z of each vertex of a primitive, with its morph targets added. The primitive's own array where none counts. */
export function morphedPositions(primitive: Primitive, weights: ArrayLike<number> = []): Float32Array | Float64Array {
  const active = primitive.targets.filter((_, i) => (weights[i] ?? 0) !== 0);
  if (active.length === 0) return primitive.positions;
  const positions = Float64Array.from(primitive.positions);
  for (const [i, target] of primitive.targets.entries()) {
    const weight = weights[i] ?? 0;
    if (weight === 0) continue;
    for (let j = 0; j < positions.length; j++) positions[j]! += weight * target.positions[j]!;
  }
  return positions;
}

/**
 * x y z of each vertex of a primitive in the space of the scene: morphed, then skinned where the node has a skin, else
 * moved with the node.
 */
export function skinnedPositions(
  scene: Scene,
  node: number,
  primitive: Primitive,
  pose: Pose = restPose(scene),
  worlds: Float64Array = worldMatrices(scene, pose),
): Float64Array {
  const positions = morphedPositions(primitive, pose.weights[node]);
  const skin = scene.nodes[node]!.skin;
  const result = new Float64Array(positions.length);
  if (skin === undefined) {
    for (let v = 0; v < positions.length; v += 3) addTransformed(result, worlds, node * 16, positions, v, 1);
    return result;
  }
  const matrices = jointMatrices(scene, skin, worlds);
  for (const [set, joints] of primitive.joints.entries()) {
    const weights = primitive.weights[set]!;
    const unit = weights instanceof Uint8Array ? 1 / 255 : 1;
    for (let i = 0; i < joints.length; i++) {
      const weight = weights[i]! * unit;
      if (weight !== 0) addTransformed(result, matrices, joints[i]! * 16, positions, Math.floor(i / 4) * 3, weight);
    }
  }
  return result;
}

/** From model space at rest to the scene's space, 16 numbers a joint of the skin. */
export function jointMatrices(scene: Scene, skin: number, worlds: Float64Array): Float64Array {
  const { joints, inverseBindMatrices } = scene.skins[skin]!;
  const matrices = new Float64Array(joints.length * 16);
  for (const [i, joint] of joints.entries()) {
    multiplyInto(matrices, i * 16, worlds, joint * 16, inverseBindMatrices, i * 16);
  }
  return matrices;
}

function addTransformed(
  out: Float64Array,
  matrices: Float64Array,
  at: number,
  positions: Float32Array | Float64Array,
  v: number,
  weight: number,
): void {
  const x = positions[v]!;
  const y = positions[v + 1]!;
  const z = positions[v + 2]!;
  for (let row = 0; row < 3; row++) {
    out[v + row]! +=
      weight *
      (matrices[at + row]! * x + matrices[at + row + 4]! * y + matrices[at + row + 8]! * z + matrices[at + row + 12]!);
  }
}
