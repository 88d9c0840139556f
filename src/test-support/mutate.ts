import { integer, type Random } from './sample.ts';

// Ways in which files are damaged, by accident and on purpose.

type Mutation = (bytes: Uint8Array, next: Random, other: Uint8Array) => Uint8Array;

/** Numbers at the edges of their types: counts and offsets that are off. */
const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const mutations: readonly Mutation[] = [
  flipBit,
  setByte,
  setByte,
  setExtreme,
  setExtreme,
  nudge,
  cut,
  insert,
  remove,
  repeat,
  splice,
];

/** The bytes with one to four damages. `other` is a second file, parts of which may end up in the result. */
export function mutate(bytes: Uint8Array, other: Uint8Array, next: Random): Uint8Array {
  let result = bytes.slice();
  for (let n = integer(next, 1, 4); n > 0; n--) {
    const mutation = mutations[integer(next, 0, mutations.length - 1)]!;
    if (result.length > 0) result = mutation(result, next, other) as Uint8Array<ArrayBuffer>;
  }
  return result;
}

/** Mostly near the start, where headers and counts are. */
function place(bytes: Uint8Array, next: Random): number {
  const reach = next() < 0.5 ? Math.min(bytes.length, 256) : bytes.length;
  return integer(next, 0, reach - 1);
}

function flipBit(bytes: Uint8Array, next: Random): Uint8Array {
  bytes[place(bytes, next)]! ^= 1 << integer(next, 0, 7);
  return bytes;
}

function setByte(bytes: Uint8Array, next: Random): Uint8Array {
  bytes[place(bytes, next)] = integer(next, 0, 255);
  return bytes;
}

/** An extreme number over 1, 2 or 4 bytes, aligned, in either byte order. */
function setExtreme(bytes: Uint8Array, next: Random): Uint8Array {
  const width = [1, 2, 4, 4][integer(next, 0, 3)]!;
  const at = place(bytes, next) & -width;
  if (at + width > bytes.length) return bytes;
  const value = extremes[integer(next, 0, extremes.length - 1)]!;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, width);
  const isLittle = next() < 0.7;
  if (width === 1) view.setUint8(0, value);
  else if (width === 2) view.setUint16(0, value, isLittle);
  else view.setUint32(0, value, isLittle);
  return bytes;
}

/** One more or one less: counts that are nearly right. */
function nudge(bytes: Uint8Array, next: Random): Uint8Array {
  bytes[place(bytes, next)]! += next() < 0.5 ? 1 : -1;
  return bytes;
}

function cut(bytes: Uint8Array, next: Random): Uint8Array {
  return bytes.slice(0, integer(next, 0, bytes.length - 1));
}

function insert(bytes: Uint8Array, next: Random): Uint8Array {
  const block = Uint8Array.from({ length: integer(next, 1, 16) }, () => (next() < 0.5 ? 0 : integer(next, 0, 255)));
  return joined(bytes, place(bytes, next), block, 0);
}

function remove(bytes: Uint8Array, next: Random): Uint8Array {
  return joined(bytes, place(bytes, next), new Uint8Array(0), integer(next, 1, 64));
}

/** A block of it twice. */
function repeat(bytes: Uint8Array, next: Random): Uint8Array {
  const start = place(bytes, next);
  return joined(bytes, start, bytes.slice(start, start + integer(next, 1, 256)), 0);
}

/** Its start, and the end of another file. */
function splice(bytes: Uint8Array, next: Random, other: Uint8Array): Uint8Array {
  if (other.length === 0) return bytes;
  return joined(
    bytes,
    integer(next, 0, bytes.length),
    other.subarray(integer(next, 0, other.length - 1)),
    bytes.length,
  );
}

/** With `block` at `at` in place of `removed` bytes. */
function joined(bytes: Uint8Array, at: number, block: Uint8Array, removed: number): Uint8Array {
  const tail = bytes.subarray(Math.min(bytes.length, at + removed));
  const result = new Uint8Array(at + block.length + tail.length);
  result.set(bytes.subarray(0, at));
  result.set(block, at);
  result.set(tail, at + block.length);
  return result;
}
