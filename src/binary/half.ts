// Half floats (IEEE 754 binary16): 1 sign, 5 exponent and 10 fraction bits.

let table: Float32Array | undefined;

/** The number that 16 bits stand for. */
export function halfToNumber(bits: number): number {
  table ??= Float32Array.from({ length: 65_536 }, (_, half) => decode(half));
  return table[bits & 0xffff]!;
}

function decode(bits: number): number {
  const sign = bits >> 15 === 1 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** The bits nearest to a number, of two equally near ones the even; infinity where it is too large. */
export function numberToHalf(value: number): number {
  float[0] = value;
  const bits = word[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  const fraction = bits & 0x7fffff;
  if (exponent === 143) return sign | 0x7c00 | (fraction === 0 ? 0 : 0x200);
  if (exponent >= 31) return sign | 0x7c00;
  if (exponent > 0) return sign | roundToEven((exponent << 23) | fraction, 13);
  return exponent < -10 ? sign : sign | roundToEven(fraction | 0x800000, 14 - exponent);
}

function roundToEven(value: number, dropped: number): number {
  const kept = value >>> dropped;
  const rest = value & ((1 << dropped) - 1);
  const half = 1 << (dropped - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}
