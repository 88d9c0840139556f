import { multiplyQuaternions, type Quaternion, quaternionFromAxisAngle, rotate } from './quaternion.ts';
import type { Numbers, Vector3 } from './vector.ts';

/**
 * The axes in the order their rotation matrices are multiplied: `XYZ` is X · Y · Z, turning around X, then the new Y, then
 * the new Z; the same as turning around the fixed axes Z, Y, X.
 */
export type EulerOrder = 'XYZ' | 'XZY' | 'YXZ' | 'YZX' | 'ZXY' | 'ZYX';

const axes: Readonly<Record<string, Vector3>> = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] };
const indexOf = (axis: string): number => 'XYZ'.indexOf(axis);

/** The rotation of three angles in radians; `angles` are those around x, y and z, whatever the order. */
export function quaternionFromEuler(angles: Numbers, order: EulerOrder): Quaternion {
  const [first, second, third] = [...order].map((axis) => quaternionFromAxisAngle(axes[axis]!, angles[indexOf(axis)]!));
  return multiplyQuaternions(multiplyQuaternions(first!, second!), third!);
}

/**
 * The angles in radians around x, y and z. The middle one of the order lies between -pi/2 and pi/2. At its ends only the
 * sum of the others counts (gimbal lock): the last one is 0 then.
 */
export function eulerFromQuaternion(q: Numbers, order: EulerOrder): Vector3 {
  const [i, j, k] = [...order].map(indexOf) as Vector3;
  const isCyclic = (j - i + 3) % 3 === 1;
  const sign = isCyclic ? 1 : -1;
  const columns = [rotate(q, axes.X!), rotate(q, axes.Y!), rotate(q, axes.Z!)];
  const m = (row: number, column: number) => columns[column]![row]!;
  const angles: Vector3 = [0, 0, 0];
  const sine = sign * m(i, k);
  const cosine = Math.hypot(m(i, i), m(i, j));
  angles[j] = Math.atan2(sine, cosine);
  if (cosine > GIMBAL_LOCK) {
    angles[i] = Math.atan2(-sign * m(j, k), m(k, k));
    angles[k] = Math.atan2(-sign * m(i, j), m(i, i));
  } else {
    angles[i] = Math.atan2(sign * m(k, j), m(j, j));
  }
  return angles;
}

/** Below this cosine of the middle angle the other two can no longer be told apart in double precision. */
const GIMBAL_LOCK = 1e-7;
