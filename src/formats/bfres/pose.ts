import {
  compose,
  invert,
  type Matrix4,
  multiply,
  type Numbers,
  type Quaternion,
  quaternionFromEuler,
} from '../../math/index.ts';
import type { BoneView, SkeletonView } from './view.ts';

// Where the bones of a skeleton are (specification, sections 6.3 and 6.4).

export const ScaleMode = { none: 0, standard: 1, maya: 2, softimage: 3 } as const;
export const scaleModeOf = (flags: number): number => (flags >> 8) & 3;
/** Whether rotations are Euler angles, not quaternions. */
export const isEuler = (flags: number): boolean => ((flags >> 12) & 7) === 1;

/** Bone flag: the scale of the parent moves the bone but does not scale it. */
const COMPENSATES = 1 << 23;

/** Whether a bone undoes the scale of its parent. */
export const compensates = (skeletonFlags: number, bone: { readonly flags: number }): boolean =>
  scaleModeOf(skeletonFlags) === ScaleMode.maya && (bone.flags & COMPENSATES) !== 0;

/** Scale, rotation as it is stored, translation. */
export interface BoneTransform {
  readonly scale: Numbers;
  readonly rotation: Numbers;
  readonly translation: Numbers;
}

/** The rotation of three Euler angles, x turned first, or of a stored quaternion. */
export function quaternionOf(rotation: Numbers, euler: boolean): Quaternion {
  if (euler) return quaternionFromEuler(rotation, 'ZYX');
  return [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
}

/** From the space of each bone to that of the model; `pose` in place of the bones' own transforms. */
export function boneWorlds(
  { flags, bones }: SkeletonView,
  pose: readonly BoneTransform[] = bones,
  euler = isEuler(flags),
): Matrix4[] {
  const worlds: Matrix4[] = [];
  const softimage = scaleModeOf(flags) === ScaleMode.softimage;
  const scales: number[][] = [];
  for (const [i, bone] of bones.entries()) {
    const { scale, rotation, translation } = pose[i]!;
    const parent = bone.parent >= 0 && bone.parent < i ? bone.parent : undefined;
    const turned = quaternionOf(rotation, euler);
    if (softimage) {
      worlds.push(softimageWorld(parent, worlds, scales, turned, scale, translation));
      continue;
    }
    const local = compose(translation, turned, scale);
    if (parent !== undefined && compensates(flags, bone)) divideRows(local, pose[parent]!.scale);
    worlds.push(parent === undefined ? local : multiply(worlds[parent]!, local));
  }
  return softimage ? worlds.map((world, i) => multiply(world, compose(undefined, undefined, scales[i]!))) : worlds;
}

/** Undoes a scale that comes after the rotation, but not what it does to the translation. */
function divideRows(m: Matrix4, scale: Numbers): void {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) m[4 * column + row]! /= scale[row]!;
  }
}

/** Scales reach where the children are but not how they are turned: the rotations multiply, the scales do. */
function softimageWorld(
  parent: number | undefined,
  worlds: readonly Matrix4[],
  scales: number[][],
  rotation: Quaternion,
  scale: Numbers,
  translation: Numbers,
): Matrix4 {
  const above = parent === undefined ? [1, 1, 1] : scales[parent]!;
  scales.push([0, 1, 2].map((c) => above[c]! * scale[c]!));
  const moved = [0, 1, 2].map((c) => above[c]! * translation[c]!);
  const local = compose(moved, rotation);
  return parent === undefined ? local : multiply(worlds[parent]!, local);
}

/** The stored inverse matrix of a place in the palette: three rows of four to 16 numbers column by column. */
export function storedInverse(matrices: ArrayLike<number>, index: number): Matrix4 {
  const at = 12 * index;
  const m: Matrix4 = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) m.push(matrices[at + 4 * row + column]!);
    m.push(column === 3 ? 1 : 0);
  }
  return m;
}

/** Of each bone, whether it is a root or stands behind its parent, as it has to. */
export const isOrdered = (bones: readonly BoneView[]): boolean => bones.every(({ parent }, i) => parent < i);

/** Inverse matrices of the palette's smooth part, three rows of four: of the bones as they rest. */
export function inverseMatricesOf(skeleton: SkeletonView): Float32Array<ArrayBuffer> {
  const worlds = boneWorlds(skeleton);
  const matrices = new Float32Array(12 * skeleton.smoothMatrixCount);
  for (let k = 0; k < skeleton.smoothMatrixCount; k++) {
    const inverse = invert(worlds[skeleton.matrixToBone[k]!] ?? compose()) ?? compose();
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) matrices[12 * k + 4 * row + column] = inverse[4 * column + row]! + 0; // no -0
    }
  }
  return matrices;
}

/** Writes the quaternion of Euler angles, x turned first, to `out` from index `at`. Quick: nothing is allocated. */
export function eulerInto(x: number, y: number, z: number, out: Float32Array | Float64Array, at: number): void {
  const cx = Math.cos(x / 2);
  const sx = Math.sin(x / 2);
  const cy = Math.cos(y / 2);
  const sy = Math.sin(y / 2);
  const cz = Math.cos(z / 2);
  const sz = Math.sin(z / 2);
  out[at] = sx * cy * cz - cx * sy * sz;
  out[at + 1] = cx * sy * cz + sx * cy * sz;
  out[at + 2] = cx * cy * sz - sx * sy * cz;
  out[at + 3] = cx * cy * cz + sx * sy * sz;
}
