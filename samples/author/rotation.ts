import type { Quaternion, Vector3 } from '../../src/scene/scene.ts';

// The little mathematics that authoring needs. Results are rounded, so that files made from them are the same bytes whatever
// machine computed the sines.

const degree = Math.PI / 180;

/** Turn about x, then y, then z, in degrees. */
export function turn(x: number, y = 0, z = 0): Quaternion {
  const about = (axis: 0 | 1 | 2, angle: number): Quaternion => {
    const result: Quaternion = [0, 0, 0, Math.cos((angle * degree) / 2)];
    result[axis] = Math.sin((angle * degree) / 2);
    return result;
  };
  return multiply(about(2, z), multiply(about(1, y), about(0, x)));
}

/** First `b`, then `a`. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function rotate(q: Quaternion, [x, y, z]: Vector3): Vector3 {
  const [rx, ry, rz] = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [rx, ry, rz];
}

/** The inverse of turning by `q` and then moving by `t`, as a matrix column by column. */
export function inverseMatrix(q: Quaternion, t: Vector3): number[] {
  const back: Quaternion = [-q[0], -q[1], -q[2], q[3]];
  const columns = [rotate(back, [1, 0, 0]), rotate(back, [0, 1, 0]), rotate(back, [0, 0, 1])];
  const [x, y, z] = rotate(back, t);
  return [...columns.flatMap((column) => [...column, 0]), -x, -y, -z, 1];
}

/** To a step of 1/32768: what no machine disagrees about. */
export function rounded(value: number): number {
  return Math.round(value * 32768) / 32768;
}
