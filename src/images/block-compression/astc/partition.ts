// Khronos Data Format Specification, "Partition Pattern Generation".

const patterns = new Map<number, Uint8Array>();

/** The partition of every pixel of a block, row by row. */
export function partitionPattern(seed: number, count: number, width: number, height: number): Uint8Array {
  const key = ((seed * 4 + count - 1) * 16 + width) * 16 + height;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    if (patterns.size >= MOST_REMEMBERED) patterns.clear();
    pattern = makePattern(seed, count, width, height);
    patterns.set(key, pattern);
  }
  return pattern;
}

/** All patterns of one block size. */
const MOST_REMEMBERED = 3 * 1024;

function makePattern(seed: number, count: number, width: number, height: number): Uint8Array {
  const scale = width * height < 31 ? 2 : 1;
  const number = hash(seed + (count - 1) * 1024);
  const factors = mixFactors(number, seed + (count - 1) * 1024, count);
  const pattern = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pattern[y * width + x] = select(factors, number, x * scale, y * scale, count);
  }
  return pattern;
}

function mixFactors(number: number, seed: number, count: number): number[] {
  const nibbles = [0, 4, 8, 12, 16, 20, 24, 28].map((shift) => (number >>> shift) & 15);
  const threes = count === 3 ? 6 : 5;
  const twos = (seed & 2) === 0 ? 5 : 4;
  const [even, odd] = (seed & 1) === 1 ? [twos, threes] : [threes, twos];
  return nibbles.map((nibble, i) => (nibble * nibble) >> (i % 2 === 0 ? even : odd));
}

function select(f: readonly number[], number: number, x: number, y: number, count: number): number {
  const a = (f[0]! * x + f[1]! * y + (number >>> 14)) & 63;
  const b = (f[2]! * x + f[3]! * y + (number >>> 10)) & 63;
  const c = count < 3 ? 0 : (f[4]! * x + f[5]! * y + (number >>> 6)) & 63;
  const d = count < 4 ? 0 : (f[6]! * x + f[7]! * y + (number >>> 2)) & 63;
  if (a >= b && a >= c && a >= d) return 0;
  if (b >= c && b >= d) return 1;
  return c >= d ? 2 : 3;
}

function hash(seed: number): number {
  let p = seed;
  p ^= p >>> 15;
  p = (p - (p << 17)) | 0;
  p = (p + (p << 7)) | 0;
  p = (p + (p << 4)) | 0;
  p ^= p >>> 5;
  p = (p + (p << 16)) | 0;
  p ^= p >>> 7;
  p ^= p >>> 3;
  p ^= p << 6;
  p ^= p >>> 17;
  return p >>> 0;
}
