import { type Quaternion, quaternionFromMatrix } from './quaternion.ts';
import type { MutableNumbers, Numbers, Vector3 } from './vector.ts';

// Transforms as 16 numbers column by column: [0..3] is where x goes, [12..14] the translation. They act on columns:
// `multiply(a, b)` is `b` first, then `a`.

export type Matrix4 = number[];

/** A transform in parts: scale first, then rotation, then translation. */
export interface Transform {
  translation: Vector3;
  rotation: Quaternion;
  scale: Vector3;
}

export function identity(): Matrix4 {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** The transform `a` after the transform `b`. */
export function multiply(a: Numbers, b: Numbers): Matrix4 {
  const product = identity();
  multiplyInto(product, 0, a, 0, b, 0);
  return product;
}

/** {@link multiply} of matrices that stand inside arrays, from the given indices. `out` may not be `a` or `b`. */
export function multiplyInto(
  out: MutableNumbers,
  outAt: number,
  a: Numbers,
  aAt: number,
  b: Numbers,
  bAt: number,
): void {
  for (let column = 0; column < 16; column += 4) {
    const b0 = b[bAt + column]!;
    const b1 = b[bAt + column + 1]!;
    const b2 = b[bAt + column + 2]!;
    const b3 = b[bAt + column + 3]!;
    for (let row = 0; row < 4; row++) {
      out[outAt + column + row] =
        a[aAt + row]! * b0 + a[aAt + row + 4]! * b1 + a[aAt + row + 8]! * b2 + a[aAt + row + 12]! * b3;
    }
  }
}

/** The matrix of a transform; a missing part is the identity. */
export function compose(translation?: Numbers, rotation?: Numbers, scale?: Numbers): Matrix4 {
  const matrix = identity();
  composeInto(matrix, 0, translation ?? [0, 0, 0], 0, rotation ?? [0, 0, 0, 1], 0, scale ?? [1, 1, 1], 0);
  return matrix;
}

/** {@link compose} of parts that stand inside arrays, from the given indices. */
export function composeInto(
  out: MutableNumbers,
  outAt: number,
  translation: Numbers,
  translationAt: number,
  rotation: Numbers,
  rotationAt: number,
  scale: Numbers,
  scaleAt: number,
): void {
  const x = rotation[rotationAt]!;
  const y = rotation[rotationAt + 1]!;
  const z = rotation[rotationAt + 2]!;
  const w = rotation[rotationAt + 3]!;
  const sx = scale[scaleAt]!;
  const sy = scale[scaleAt + 1]!;
  const sz = scale[scaleAt + 2]!;
  out[outAt] = (1 - 2 * (y * y + z * z)) * sx;
  out[outAt + 1] = 2 * (x * y + w * z) * sx;
  out[outAt + 2] = 2 * (x * z - w * y) * sx;
  out[outAt + 3] = 0;
  out[outAt + 4] = 2 * (x * y - w * z) * sy;
  out[outAt + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[outAt + 6] = 2 * (y * z + w * x) * sy;
  out[outAt + 7] = 0;
  out[outAt + 8] = 2 * (x * z + w * y) * sz;
  out[outAt + 9] = 2 * (y * z - w * x) * sz;
  out[outAt + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[outAt + 11] = 0;
  out[outAt + 12] = translation[translationAt]!;
  out[outAt + 13] = translation[translationAt + 1]!;
  out[outAt + 14] = translation[translationAt + 2]!;
  out[outAt + 15] = 1;
}

/**
 * The parts of a matrix without shear, which has none to go to. A mirroring matrix gets a negative x scale; a flattening
 * one a scale of 0 and, around it, no rotation.
 */
export function decompose(m: Numbers): Transform {
  const scale: Vector3 = [
    Math.hypot(m[0]!, m[1]!, m[2]!),
    Math.hypot(m[4]!, m[5]!, m[6]!),
    Math.hypot(m[8]!, m[9]!, m[10]!),
  ];
  if (determinant(m) < 0) scale[0] = -scale[0];
  const pure = identity();
  for (let column = 0; column < 3; column++) {
    const factor = scale[column]!;
    if (factor === 0) continue;
    for (let row = 0; row < 3; row++) pure[4 * column + row] = m[4 * column + row]! / factor;
  }
  return { translation: [m[12]!, m[13]!, m[14]!], rotation: quaternionFromMatrix(pure), scale };
}

/** The determinant of the upper left 3 x 3 part: the factor that volumes grow by, negative for a mirroring. */
export function determinant(m: Numbers): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
    m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!)
  );
}

/** The transform that undoes an affine one (last row 0 0 0 1); undefined where it flattens space. */
export function invert(m: Numbers): Matrix4 | undefined {
  const volume = determinant(m);
  if (volume === 0 || !Number.isFinite(1 / volume)) return undefined;
  const [a, b, c] = [m[0]!, m[1]!, m[2]!];
  const [d, e, f] = [m[4]!, m[5]!, m[6]!];
  const [g, h, i] = [m[8]!, m[9]!, m[10]!];
  const inverse = [
    (e * i - f * h) / volume,
    (c * h - b * i) / volume,
    (b * f - c * e) / volume,
    0,
    (f * g - d * i) / volume,
    (a * i - c * g) / volume,
    (c * d - a * f) / volume,
    0,
    (d * h - e * g) / volume,
    (b * g - a * h) / volume,
    (a * e - b * d) / volume,
    0,
    0,
    0,
    0,
    1,
  ];
  const [x, y, z] = transformDirection(inverse, [m[12]!, m[13]!, m[14]!]);
  inverse[12] = -x;
  inverse[13] = -y;
  inverse[14] = -z;
  return inverse;
}

export function transformPoint(m: Numbers, v: Numbers): Vector3 {
  const [x, y, z] = transformDirection(m, v);
  return [x + m[12]!, y + m[13]!, z + m[14]!];
}

/** A vector, turned and scaled but not moved. For normals take the inverse transpose. */
export function transformDirection(m: Numbers, v: Numbers): Vector3 {
  const [x, y, z] = [v[0]!, v[1]!, v[2]!];
  return [m[0]! * x + m[4]! * y + m[8]! * z, m[1]! * x + m[5]! * y + m[9]! * z, m[2]! * x + m[6]! * y + m[10]! * z];
}
