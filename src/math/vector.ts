/** Anything that numbers can be read from: an array, a tuple, a typed array. */
export type Numbers = ArrayLike<number>;
/** Anything that numbers can be written to. */
export type MutableNumbers = { readonly length: number; [index: number]: number };

export type Vector3 = [x: number, y: number, z: number];

export function add(a: Numbers, b: Numbers): Vector3 {
  return [a[0]! + b[0]!, a[1]! + b[1]!, a[2]! + b[2]!];
}

/** `a - b` */
export function subtract(a: Numbers, b: Numbers): Vector3 {
  return [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
}

export function scaled(a: Numbers, factor: number): Vector3 {
  return [a[0]! * factor, a[1]! * factor, a[2]! * factor];
}

export function dot(a: Numbers, b: Numbers): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

export function cross(a: Numbers, b: Numbers): Vector3 {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

/** Euclidean length of a vector of three. */
export function lengthOf(a: Numbers): number {
  return Math.hypot(a[0]!, a[1]!, a[2]!);
}

export function distance(a: Numbers, b: Numbers): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** The vector with length 1. One without length has no direction: it gives `fallback`. */
export function normalized(a: Numbers, fallback: Vector3 = [0, 0, 0]): Vector3 {
  const length = lengthOf(a);
  return length > 0 && Number.isFinite(length) ? scaled(a, 1 / length) : fallback;
}

/** From `a` at 0 to `b` at 1. */
export function lerp(a: Numbers, b: Numbers, t: number): Vector3 {
  return [a[0]! + (b[0]! - a[0]!) * t, a[1]! + (b[1]! - a[1]!) * t, a[2]! + (b[2]! - a[2]!) * t];
}
