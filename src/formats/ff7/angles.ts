import type { Quaternion } from '../../scene/scene.ts';

// Rotations of the game: angles α β γ around x, y and z, 4096 to a full turn, applied as Ry · Rx · Rz (specification,
// section 11.2).

export const FULL_TURN = 4096;
export const RADIANS = (2 * Math.PI) / FULL_TURN;

/** Sines and cosines of half of every angle: an animation of a whole model looks up some ten thousand. */
const halfSine = Float64Array.from({ length: FULL_TURN }, (_, v) => Math.sin((v * RADIANS) / 2));
const halfCosine = Float64Array.from({ length: FULL_TURN }, (_, v) => Math.cos((v * RADIANS) / 2));

/** The quaternion of three angles of 0 to 4095, written to `out` from index `at`. */
export function writeQuaternion(a: number, b: number, c: number, out: Float32Array | Quaternion, at = 0): void {
  combine(halfSine[a]!, halfCosine[a]!, halfSine[b]!, halfCosine[b]!, halfSine[c]!, halfCosine[c]!, out, at);
}

/** The same of angles in degrees, as field animations have them. */
export function writeQuaternionOfDegrees(
  a: number,
  b: number,
  c: number,
  out: Float32Array | Quaternion,
  at = 0,
): void {
  const half = Math.PI / 360;
  const [x, y, z] = [a * half, b * half, c * half];
  combine(Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y), Math.sin(z), Math.cos(z), out, at);
}

function combine(
  sa: number,
  ca: number,
  sb: number,
  cb: number,
  sc: number,
  cc: number,
  out: Float32Array | Quaternion,
  at: number,
): void {
  out[at] = cb * sa * cc + sb * ca * sc;
  out[at + 1] = sb * ca * cc - cb * sa * sc;
  out[at + 2] = cb * ca * sc - sb * sa * cc;
  out[at + 3] = cb * ca * cc + sb * sa * sc;
}

type Angles = [a: number, b: number, c: number];

/** Below this cosine of α the other two angles can no longer be told apart. */
const POLE = 1e-5;

/**
 * The angles of a unit quaternion, in radians, nearest to `previous`: of the two triples that give the same rotation the
 * one with the smaller changes, each angle within half a turn of the previous.
 */
export function anglesOf([x, y, z, w]: Quaternion, previous: Readonly<Angles> = [0, 0, 0]): Angles {
  const m02 = 2 * (x * z + w * y);
  const m12 = 2 * (y * z - w * x);
  const m22 = 1 - 2 * (x * x + y * y);
  const m10 = 2 * (x * y + w * z);
  const m11 = 1 - 2 * (x * x + z * z);
  const m00 = 1 - 2 * (y * y + z * z);
  const m20 = 2 * (x * z - w * y);
  const cosine = Math.hypot(m02, m22);
  const a = Math.atan2(-m12, cosine);
  if (cosine < POLE) {
    const c = previous[2];
    return near([a, Math.atan2(-m20, m00) + (a > 0 ? c : -c), c], previous);
  }
  const first = near([a, Math.atan2(m02, m22), Math.atan2(m10, m11)], previous);
  const second = near([Math.PI - first[0], first[1] + Math.PI, first[2] + Math.PI], previous);
  return distance(first, previous) <= distance(second, previous) ? first : second;
}

function near(angles: Angles, previous: Readonly<Angles>): Angles {
  return angles.map((angle, i) => angle - 2 * Math.PI * Math.round((angle - previous[i]!) / (2 * Math.PI))) as Angles;
}

function distance(a: Readonly<Angles>, b: Readonly<Angles>): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}
