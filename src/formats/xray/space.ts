import {
  eulerFromQuaternion,
  multiplyQuaternions,
  type Numbers,
  type Quaternion,
  quaternionFromEuler,
  type Vector3,
} from '../../math/index.ts';

// The way between X-Ray's space (left-handed, +X right) and a scene's (right-handed): X is mirrored (specification,
// section 5). The map is its own inverse.

/** A point, an offset or a direction. */
export function mirrored(v: Numbers, at = 0): Vector3 {
  return [-v[at]!, v[at + 1]!, v[at + 2]!];
}

/** All points or directions of a list. */
export function mirroredAll(values: Float32Array): Float32Array {
  const result = values.slice();
  for (let i = 0; i < result.length; i += 3) result[i] = -result[i]!;
  return result;
}

export function mirroredQuaternion(q: Numbers, at = 0): Quaternion {
  return [q[at]!, -q[at + 1]!, -q[at + 2]!, q[at + 3]!];
}

/** A scene's rotation of X-Ray's angles about x (pitch), y (heading) and z (bank) in radians. */
export function rotationOf(angles: Numbers): Quaternion {
  return mirroredQuaternion(quaternionFromEuler(angles, 'YXZ'));
}

/** X-Ray's angles about x, y and z of a scene's rotation; a scene's quaternion of opposite sign gives the same. */
export function anglesOf(rotation: Numbers): Vector3 {
  return eulerFromQuaternion(mirroredQuaternion(rotation), 'YXZ');
}

/**
 * Angles of the same rotation that are nearest to others: whole turns added, and the other of the two equivalent triples
 * (x, y, z) and (pi - x, y + pi, z + pi) where that is nearer. So that curves do not jump.
 */
export function nearestAngles(angles: Numbers, previous: Numbers): Vector3 {
  const [x, y, z] = [angles[0]!, angles[1]!, angles[2]!];
  const candidates: Vector3[] = [
    [x, y, z],
    [Math.PI - x, y + Math.PI, z + Math.PI],
  ];
  const [first, second] = candidates.map(
    (candidate) => candidate.map((a, i) => nearestTurn(a, previous[i]!)) as Vector3,
  );
  return distance(first!, previous) <= distance(second!, previous) + 1e-9 ? first! : second!;
}

const nearestTurn = (angle: number, to: number): number =>
  angle + 2 * Math.PI * Math.round((to - angle) / (2 * Math.PI));

const distance = (a: Numbers, b: Numbers): number =>
  Math.abs(a[0]! - b[0]!) + Math.abs(a[1]! - b[1]!) + Math.abs(a[2]! - b[2]!);

/** The stored quaternion of compiled motions is the opposite rotation: with the mirror, a scene's is this. */
export function sceneQuaternion(stored: Numbers, at = 0): Quaternion {
  return [-stored[at]!, stored[at + 1]!, stored[at + 2]!, stored[at + 3]!];
}

/** The inverse of {@link sceneQuaternion}, which is itself. */
export const storedQuaternion: (rotation: Numbers, at?: number) => Quaternion = sceneQuaternion;

/** The transform of an object: its angles count the other way round (specification, section 5.1). */
export function transformRotation(angles: Numbers): Quaternion {
  return rotationOf([-angles[0]!, -angles[1]!, -angles[2]!]);
}

/** The rotation relative to a parent, of one in model space. */
export function relativeTo(parent: Numbers, rotation: Numbers): Quaternion {
  return multiplyQuaternions([-parent[0]!, -parent[1]!, -parent[2]!, parent[3]!], rotation);
}

/** The numbers, with 0 in place of those that are not finite: damaged files must not make scenes that cannot be drawn. */
export function finite(values: Float32Array): Float32Array {
  return values.every(Number.isFinite) ? values : values.map((value) => (Number.isFinite(value) ? value : 0));
}
