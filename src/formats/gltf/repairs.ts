import { add, cross, normalized, subtract, type Vector3 } from '../../math/index.ts';
import type { Primitive } from '../../scene/scene.ts';

// What glTF does not allow in arrays, mended. Arrays without fault come back as they are, not as copies.

/** What a length may be off from 1 before it is mended: more than rounding, less than the Khronos validator minds. */
const LENGTH_TOLERANCE = 1e-3;

/** The first three of every `stride` numbers with length 1; those without length take the direction of their faces. */
export function withDirections(array: Float32Array, stride: 3 | 4, primitive: Primitive): Float32Array {
  let result = array;
  let faces: Vector3[] | undefined;
  for (let at = 0; at < array.length; at += stride) {
    const length = Math.sqrt(array[at]! ** 2 + array[at + 1]! ** 2 + array[at + 2]! ** 2);
    if (Math.abs(length - 1) <= LENGTH_TOLERANCE) continue;
    if (result === array) result = array.slice();
    if (length > MIN_LENGTH) {
      for (let c = 0; c < 3; c++) result[at + c] = array[at + c]! / length;
    } else {
      faces ??= faceNormals(primitive);
      const direction = faces[at / stride]!;
      result.set(stride === 3 ? direction : perpendicular(direction), at);
    }
  }
  return result;
}

/** Shorter than this, the direction is noise. */
const MIN_LENGTH = 1e-6;

/** Of each vertex, the mean direction its triangles face; up where it has none. */
function faceNormals({ positions, indices }: Primitive): Vector3[] {
  const sums = Array.from({ length: positions.length / 3 }, (): Vector3 => [0, 0, 0]);
  const corner = (i: number) => positions.subarray(3 * indices[i]!, 3 * indices[i]! + 3);
  for (let i = 0; i < indices.length; i += 3) {
    const normal = cross(subtract(corner(i + 1), corner(i)), subtract(corner(i + 2), corner(i)));
    for (let c = 0; c < 3; c++) sums[indices[i + c]!] = add(sums[indices[i + c]!]!, normal);
  }
  return sums.map((sum) => normalized(sum, [0, 1, 0]));
}

function perpendicular(direction: Vector3): Vector3 {
  return normalized(cross(direction, Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
}

/** Tangents whose fourth number is 1 or -1. */
export function withSigns(tangents: Float32Array): Float32Array {
  let result = tangents;
  for (let at = 3; at < tangents.length; at += 4) {
    if (Math.abs(tangents[at]!) === 1) continue;
    if (result === tangents) result = tangents.slice();
    result[at] = tangents[at]! < 0 ? -1 : 1;
  }
  return result;
}

/** Quaternions of length 1, one from `start` of every `stride` numbers; those without length become no rotation. */
export function withUnitQuaternions<A extends Float32Array | number[]>(values: A, stride: number, start: number): A {
  let result = values;
  for (let at = start; at < values.length; at += stride) {
    const square = values[at]! ** 2 + values[at + 1]! ** 2 + values[at + 2]! ** 2 + values[at + 3]! ** 2;
    const length = Math.sqrt(square);
    if (Math.abs(length - 1) <= LENGTH_TOLERANCE) continue;
    if (result === values) result = values.slice() as A;
    for (let c = 0; c < 4; c++) result[at + c] = length > MIN_LENGTH ? values[at + c]! / length : c === 3 ? 1 : 0;
  }
  return result;
}

interface Influences {
  joints: Primitive['joints'];
  weights: Primitive['weights'];
  /** How many vertices had weights that did not sum to 1, or a joint twice. */
  repairs: number;
}

/** Joints and weights as glTF wants them: no joint twice, unused slots on joint 0, weights that sum to 1. */
export function withUsableInfluences(primitive: Primitive): Influences {
  const isFine =
    primitive.weights.every((set, s) => isUsable(set, primitive.joints[s]!)) && primitive.weights.length === 1;
  if (isFine) return { joints: primitive.joints, weights: primitive.weights, repairs: 0 };
  const joints = primitive.joints.map((set) => set.slice());
  const weights = primitive.weights.map((set) => set.slice());
  let repairs = 0;
  for (let v = 0; v < primitive.positions.length / 3; v++) {
    const isMerged = mergeSlots(joints, weights, v);
    const isScaled = normalizeWeights(weights, v);
    if (isMerged || isScaled) repairs++;
  }
  return { joints, weights, repairs };
}

/** The quick look that spares most meshes the copy. */
function isUsable(weights: Float32Array | Uint8Array, joints: Uint8Array | Uint16Array): boolean {
  const isBytes = weights instanceof Uint8Array;
  for (let at = 0; at < weights.length; at += 4) {
    let sum = 0;
    let used = 0;
    for (let i = at; i < at + 4; i++) {
      const weight = weights[i]!;
      if (weight === 0 ? joints[i] !== 0 : weight < 0) return false;
      if (weight !== 0) used++;
      sum += weight;
      for (let j = at; weight !== 0 && j < i; j++) if (weights[j] !== 0 && joints[j] === joints[i]) return false;
    }
    if (isBytes ? sum !== 255 : Math.abs(sum - 1) > SUM_TOLERANCE * used) return false;
  }
  return true;
}

/** What the Khronos validator grants each weight of a vertex, less a margin. */
const SUM_TOLERANCE = 1e-7;
/** A sum off by less than this is rounding: it is mended without a word. */
const WORTH_TELLING = 1e-3;

/** Adds up the weights of slots with the same joint; unused slots get joint 0. */
function mergeSlots(joints: Influences['joints'], weights: Influences['weights'], v: number): boolean {
  let isMerged = false;
  const seen = new Map<number, [set: number, at: number]>();
  for (const [s, set] of weights.entries()) {
    for (let at = 4 * v; at < 4 * v + 4; at++) {
      if (set[at]! < 0) set[at] = 0;
      if (set[at] === 0) {
        joints[s]![at] = 0;
        continue;
      }
      const earlier = seen.get(joints[s]![at]!);
      if (earlier === undefined) {
        seen.set(joints[s]![at]!, [s, at]);
        continue;
      }
      const sum = weights[earlier[0]]![earlier[1]]! + set[at]!;
      weights[earlier[0]]![earlier[1]] = set instanceof Uint8Array ? Math.min(255, sum) : sum;
      set[at] = 0;
      joints[s]![at] = 0;
      isMerged = true;
    }
  }
  return isMerged;
}

/** Divides the weights of a vertex by their sum; what rounding leaves over goes to the largest. */
function normalizeWeights(weights: Influences['weights'], v: number): boolean {
  let sum = 0;
  let largest = 0;
  let [largestSet, largestAt] = [0, 4 * v];
  for (const [s, set] of weights.entries()) {
    const unit = set instanceof Uint8Array ? 1 / 255 : 1;
    for (let at = 4 * v; at < 4 * v + 4; at++) {
      const weight = set[at]! * unit;
      sum += weight;
      if (weight > largest) [largest, largestSet, largestAt] = [weight, s, at];
    }
  }
  let others = 0;
  for (const [s, set] of weights.entries()) {
    const one = set instanceof Uint8Array ? 255 : 1;
    for (let at = 4 * v; at < 4 * v + 4; at++) {
      if (s === largestSet && at === largestAt) continue;
      if (set[at] !== 0) set[at] = one === 255 ? Math.round(set[at]! / sum) : set[at]! / sum;
      others += set[at]! / one;
    }
  }
  const one = weights[largestSet] instanceof Uint8Array ? 255 : 1;
  weights[largestSet]![largestAt] = one === 255 ? Math.round((1 - others) * 255) : 1 - others;
  return Math.abs(sum - 1) > WORTH_TELLING;
}
