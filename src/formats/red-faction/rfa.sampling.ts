import type { MutableNumbers } from '../../math/index.ts';
import type { Animation, PositionKeys, RotationKeys } from './rfa.ts';

// Clips as the game plays them, unit by unit: specification, section 5. Space and units are those of the files: left-handed,
// metres, ticks. Nothing here allocates per sample; what is written to belongs to the caller.

export const TICKS_PER_SECOND = 4800;
/** Length of a stored quaternion. */
export const QUATERNION_SCALE = 16383;

/** The number that the engine multiplies with: one over 16383². */
const PER_SQUARE = 3.7257450458128005e-9;
const PARALLEL = 1e-6;

const stored = new Int16Array(4);

/** How far along a segment the motion is at `u`, eased by `a` at its start and `b` at its end, all 0 to 1 (section 5.2). */
export function ease(u: number, a: number, b: number): number {
  if (u === 0 || u === 1 || a + b === 0) return u;
  const [start, end] = scaledEases(a, b);
  const k = 1 / (2 - start - end);
  if (u < start) return (k / start) * u * u;
  if (u < 1 - end) return (2 * u - start) * k;
  return 1 - (k / end) * (1 - u) ** 2;
}

/** Eases that together take more than the whole segment share it. */
export function scaledEases(a: number, b: number): readonly [number, number] {
  const sum = a + b;
  return sum > 1 ? [a / sum, b / sum] : [a, b];
}

/** Ease bytes as fractions. Negative ones, at which the game jumps, count as none. */
export const easeOf = (byte: number): number => Math.max(0, byte) / 127;

const wrap16 = (value: number) => (value << 16) >> 16;

/**
 * The engine's interpolation of stored quaternions: from `a` at index `aAt` to `b` at `bAt`, four 16-bit numbers each, along
 * the shorter arc, cut off to whole numbers. Rotations that are almost the same snap to the second (section 5.3).
 */
export function slerp16(
  out: MutableNumbers,
  outAt: number,
  a: Int16Array,
  aAt: number,
  b: Int16Array,
  bAt: number,
  u: number,
): void {
  let sums = 0;
  let differences = 0;
  let dot = 0;
  for (let i = 0; i < 4; i++) {
    const sum = wrap16(a[aAt + i]! + b[bAt + i]!);
    const difference = wrap16(a[aAt + i]! - b[bAt + i]!);
    sums += sum * sum;
    differences += difference * difference;
    dot += a[aAt + i]! * b[bAt + i]!;
  }
  const sign = sums <= differences ? -1 : 1;
  const d = Math.fround(sign * dot * PER_SQUARE);
  let from = 0;
  let to = sign;
  if (1 - d > PARALLEL) {
    const angle = Math.acos(d);
    const rounded = Math.fround(angle);
    const scale = Math.fround(1 / Math.sin(angle));
    from = Math.sin((1 - u) * rounded) * scale;
    to = sign * Math.sin(u * rounded) * scale;
  }
  for (let i = 0; i < 4; i++) out[outAt + i] = wrap16(Math.trunc(a[aAt + i]! * from + b[bAt + i]! * to));
  if (out[outAt + 3] === 0) out[outAt + 3] = 1;
}

/** The stored rotation at a tick, four 16-bit numbers (section 5.2). */
export function sampleStoredRotation(keys: RotationKeys, tick: number, out: MutableNumbers, at = 0): void {
  const { length, time, rotation, easeIn, easeOut } = keys;
  if (length < 2) {
    for (let i = 0; i < 4; i++) out[at + i] = length === 0 ? Number(i === 3) * QUATERNION_SCALE : rotation[i]!;
    return;
  }
  const next = segmentEnd(time, tick);
  const last = next - 1;
  let u = 0;
  if (tick >= time[length - 1]!) u = 1;
  else if (tick > time[0]!) u = (tick - time[last]!) / (time[next]! - time[last]!);
  u = ease(u, easeOf(easeOut[last]!), easeOf(easeIn[next]!));
  slerp16(out, at, rotation, 4 * last, rotation, 4 * next, u);
}

/** The rotation from bone to parent at a tick: x y z w of length 1. */
export function sampleRotation(keys: RotationKeys, tick: number, out: MutableNumbers, at = 0): void {
  sampleStoredRotation(keys, tick, stored);
  activeRotation(stored, 0, out, at);
}

/** The rotation that a stored quaternion stands for: its conjugate, with length 1. One of length 0 is no rotation. */
export function activeRotation(q: ArrayLike<number>, from: number, out: MutableNumbers, at: number): void {
  const length = Math.hypot(q[from]!, q[from + 1]!, q[from + 2]!, q[from + 3]!);
  const scale = length > 0 ? 1 / length : 0;
  for (let i = 0; i < 3; i++) out[at + i] = -q[from + i]! * scale;
  out[at + 3] = length > 0 ? q[from + 3]! * scale : 1;
}

/** The position in the parent's frame at a tick (section 5.4): x y z, zero without keys. */
export function samplePosition(keys: PositionKeys, tick: number, out: MutableNumbers, at = 0): void {
  const { length, time, position, inControl, outControl } = keys;
  const isBefore = length > 0 && tick <= time[0]!;
  if (length === 0 || isBefore || tick >= time[length - 1]!) {
    const key = isBefore ? 0 : length - 1;
    for (let i = 0; i < 3; i++) out[at + i] = length === 0 ? 0 : position[3 * key + i]!;
    return;
  }
  const next = segmentEnd(time, tick);
  const last = next - 1;
  const u = (tick - time[last]!) / (time[next]! - time[last]!);
  const s = 1 - u;
  for (let i = 0; i < 3; i++) {
    const from = 3 * last + i;
    const to = 3 * next + i;
    out[at + i] =
      s * s * s * position[from]! +
      3 * s * s * u * outControl[from]! +
      3 * s * u * u * inControl[to]! +
      u * u * u * position[to]!;
  }
}

/** Index of the key that ends the segment of a tick: the first that is later, but never the first or behind the last. */
function segmentEnd(time: Int32Array, tick: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! > tick) high = middle;
    else low = middle + 1;
  }
  return Math.max(1, Math.min(low, time.length - 1));
}

/** Rotations and positions of bones: x y z w and x y z each. */
export interface BonePose {
  readonly rotations: Float64Array;
  readonly positions: Float64Array;
}

export function bonePose(bones: number): BonePose {
  return { rotations: new Float64Array(4 * bones), positions: new Float64Array(3 * bones) };
}

/** Every bone relative to its parent, one clip at full weight. */
export function samplePose({ tracks }: Animation, tick: number, pose: BonePose): void {
  for (const [bone, { rotationKeys, positionKeys }] of tracks.entries()) {
    sampleRotation(rotationKeys, tick, pose.rotations, 4 * bone);
    samplePosition(positionKeys, tick, pose.positions, 3 * bone);
  }
}

/**
 * From parent space to model space (section 5.7). `parents` are indices of bones, -1 for roots; they come in any order, which
 * {@link parentsFirst} sorts once.
 */
export function poseToModel(local: BonePose, parents: ArrayLike<number>, order: Int32Array, model: BonePose): void {
  for (const bone of order) {
    const parent = parents[bone]!;
    if (parent < 0) {
      for (let i = 0; i < 4; i++) model.rotations[4 * bone + i] = local.rotations[4 * bone + i]!;
      for (let i = 0; i < 3; i++) model.positions[3 * bone + i] = local.positions[3 * bone + i]!;
    } else {
      attach(model, parent, local, bone);
    }
  }
}

/** Bones so that parents come before their children. Bones in circles are left out; others count as roots where they have none. */
export function parentsFirst(parents: ArrayLike<number>): Int32Array {
  const order: number[] = [];
  const isPlaced = new Uint8Array(parents.length);
  for (let placed = -1; placed !== order.length; ) {
    placed = order.length;
    for (let bone = 0; bone < parents.length; bone++) {
      const parent = parents[bone]!;
      if (isPlaced[bone] === 1 || (parent >= 0 && isPlaced[parent] !== 1)) continue;
      isPlaced[bone] = 1;
      order.push(bone);
    }
  }
  return Int32Array.from(order);
}

function attach(model: BonePose, parent: number, local: BonePose, bone: number): void {
  const { rotations: r, positions: p } = model;
  const x = r[4 * parent]!;
  const y = r[4 * parent + 1]!;
  const z = r[4 * parent + 2]!;
  const w = r[4 * parent + 3]!;
  const bx = local.rotations[4 * bone]!;
  const by = local.rotations[4 * bone + 1]!;
  const bz = local.rotations[4 * bone + 2]!;
  const bw = local.rotations[4 * bone + 3]!;
  r[4 * bone] = w * bx + x * bw + y * bz - z * by;
  r[4 * bone + 1] = w * by + y * bw + z * bx - x * bz;
  r[4 * bone + 2] = w * bz + z * bw + x * by - y * bx;
  r[4 * bone + 3] = w * bw - x * bx - y * by - z * bz;
  const vx = local.positions[3 * bone]!;
  const vy = local.positions[3 * bone + 1]!;
  const vz = local.positions[3 * bone + 2]!;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  p[3 * bone] = p[3 * parent]! + vx + w * tx + y * tz - z * ty;
  p[3 * bone + 1] = p[3 * parent + 1]! + vy + w * ty + z * tx - x * tz;
  p[3 * bone + 2] = p[3 * parent + 2]! + vz + w * tz + x * ty - y * tx;
}

/** The positions of the morphed vertices at a tick (section 5.8): x y z each, in the space of the vertices. */
export function sampleMorph(file: Animation, tick: number, out: MutableNumbers): void {
  const keyframes = file.morphKeyframeCount;
  const count = 3 * file.morphVertices.length;
  if (keyframes === 0 || count === 0) return;
  let from = 0;
  let to = 0;
  let u = 0;
  if (file.version === 8) {
    const { times } = file.morphKeyframes;
    if (tick >= times[keyframes - 1]!) from = to = keyframes - 1;
    else if (tick > times[0]!) {
      to = segmentEnd(times, tick);
      from = to - 1;
      u = (tick - times[from]!) / (times[to]! - times[from]!);
    }
  } else {
    const { startTime, endTime } = file;
    const clamped = Math.max(startTime, Math.min(endTime, tick));
    const f = endTime > startTime ? ((clamped - startTime) / (endTime - startTime)) * keyframes : 0;
    from = Math.min(Math.trunc(f), keyframes - 1);
    to = Math.min(from + 1, keyframes - 1);
    u = to > from ? f - from : 0;
  }
  for (let i = 0; i < count; i++) {
    const start = morphCoordinate(file, from, i);
    out[i] = start + (morphCoordinate(file, to, i) - start) * u;
  }
}

/** Coordinate `i` (three a vertex) of a morph keyframe. */
export function morphCoordinate(file: Animation, keyframe: number, i: number): number {
  const at = 3 * file.morphVertices.length * keyframe + i;
  if (file.version === 7) return file.morphKeyframes.positions[at]!;
  const { positions, box } = file.morphKeyframes;
  const axis = i % 3;
  const min = box!.min[axis]!;
  return min + (positions[at]! * (box!.max[axis]! - min)) / 255;
}
