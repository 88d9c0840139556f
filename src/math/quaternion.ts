import type { MutableNumbers, Numbers, Vector3 } from './vector.ts';

// Rotations as unit quaternions x y z w. `multiplyQuaternions(a, b)` turns by `b` first, then by `a`, as matrices do.

export type Quaternion = [x: number, y: number, z: number, w: number];

/** The rotation `a` after the rotation `b`. */
export function multiplyQuaternions(a: Numbers, b: Numbers): Quaternion {
  const [ax, ay, az, aw] = [a[0]!, a[1]!, a[2]!, a[3]!];
  const [bx, by, bz, bw] = [b[0]!, b[1]!, b[2]!, b[3]!];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The opposite rotation of a unit quaternion. */
export function conjugate(q: Numbers): Quaternion {
  return [-q[0]!, -q[1]!, -q[2]!, q[3]!];
}

export function dotQuaternions(a: Numbers, b: Numbers): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
}

/** The quaternion with length 1; one without length, or with NaN, becomes no rotation. */
export function normalizeQuaternion(q: Numbers): Quaternion {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);
  return length > 0 && Number.isFinite(length)
    ? [q[0]! / length, q[1]! / length, q[2]! / length, q[3]! / length]
    : [0, 0, 0, 1];
}

/** A vector, turned. */
export function rotate(q: Numbers, v: Numbers): Vector3 {
  const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
  const [vx, vy, vz] = [v[0]!, v[1]!, v[2]!];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

/**
 * The angle, in radians, of the rotation that leads from one unit quaternion to another: 0 to pi. The form with the
 * arcsine stays exact for small angles, where the arccosine of a dot product loses half of its digits.
 */
export function angleBetween(a: Numbers, b: Numbers, aAt = 0, bAt = 0): number {
  let minus = 0;
  let plus = 0;
  for (let i = 0; i < 4; i++) {
    minus += (a[aAt + i]! - b[bAt + i]!) ** 2;
    plus += (a[aAt + i]! + b[bAt + i]!) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
}

/** From `a` at 0 to `b` at 1 along the shorter arc, at constant speed. */
export function slerp(a: Numbers, b: Numbers, t: number): Quaternion {
  const result: Quaternion = [0, 0, 0, 1];
  slerpInto(result, 0, a, 0, b, 0, t);
  return result;
}

/** {@link slerp} between quaternions that stand inside arrays, from the given indices. */
export function slerpInto(
  out: MutableNumbers,
  outAt: number,
  a: Numbers,
  aAt: number,
  b: Numbers,
  bAt: number,
  t: number,
): void {
  let cosine = a[aAt]! * b[bAt]! + a[aAt + 1]! * b[bAt + 1]! + a[aAt + 2]! * b[bAt + 2]! + a[aAt + 3]! * b[bAt + 3]!;
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let from = 1 - t;
  let to = t;
  // Closer than this, the sine is too small to divide by, and the chord is the arc.
  if (cosine < 1 - 1e-12) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    from = Math.sin(from * angle) / sine;
    to = Math.sin(to * angle) / sine;
  }
  to *= sign;
  const x = from * a[aAt]! + to * b[bAt]!;
  const y = from * a[aAt + 1]! + to * b[bAt + 1]!;
  const z = from * a[aAt + 2]! + to * b[bAt + 2]!;
  const w = from * a[aAt + 3]! + to * b[bAt + 3]!;
  const length = Math.hypot(x, y, z, w) || 1;
  out[outAt] = x / length;
  out[outAt + 1] = y / length;
  out[outAt + 2] = z / length;
  out[outAt + 3] = w / length;
}

/** The rotation by `angle` radians around a unit axis. */
export function quaternionFromAxisAngle(axis: Numbers, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return [axis[0]! * sine, axis[1]! * sine, axis[2]! * sine, Math.cos(angle / 2)];
}

/** The rotation of a matrix of 16 without scale, column by column. */
export function quaternionFromMatrix(m: Numbers): Quaternion {
  const [m00, m10, m20] = [m[0]!, m[1]!, m[2]!];
  const [m01, m11, m21] = [m[4]!, m[5]!, m[6]!];
  const [m02, m12, m22] = [m[8]!, m[9]!, m[10]!];
  // Starts from the largest component, so that nothing small is divided by.
  if (m00 + m11 + m22 > 0) {
    const s = 2 * Math.sqrt(1 + m00 + m11 + m22);
    return normalizeQuaternion([(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s, s / 4]);
  }
  if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    return normalizeQuaternion([s / 4, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s]);
  }
  if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    return normalizeQuaternion([(m01 + m10) / s, s / 4, (m12 + m21) / s, (m02 - m20) / s]);
  }
  const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
  return normalizeQuaternion([(m02 + m20) / s, (m12 + m21) / s, s / 4, (m10 - m01) / s]);
}
