import { Codec } from './codec.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export type TypedArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

interface TypedArrayConstructor<A> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): A;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): A;
}

type Get = (view: DataView, at: number, littleEndian: boolean) => number;
type Set = (view: DataView, at: number, value: number, littleEndian: boolean) => void;

/** A number that a typed array can hold: the element of bulk data. */
export class Scalar<A extends TypedArray> extends Codec<number> {
  readonly kind: string;
  readonly minSize: number;
  readonly Array: TypedArrayConstructor<A>;
  /** Smallest and largest value of an integer. */
  readonly range: readonly [min: number, max: number] | undefined;
  /** What single values stand for. Other values stay legal: names are for people. */
  readonly names: Readonly<Record<number, string>> = {};
  private readonly get: Get;
  private readonly set: Set;

  constructor(kind: string, array: TypedArrayConstructor<A>, get: Get, set: Set, range?: readonly [number, number]) {
    super();
    this.kind = kind;
    this.minSize = array.BYTES_PER_ELEMENT;
    this.Array = array;
    this.range = range;
    this.get = get;
    this.set = set;
  }

  read(r: Reader): number {
    const at = r.take(this.minSize);
    const value = this.get(r.view, at, r.littleEndian);
    if (Number.isNaN(value)) this.compareNaN(r, at);
    return value;
  }

  /** The number at an offset of the bytes. */
  at(view: DataView, offset: number, littleEndian: boolean): number {
    return this.get(view, offset, littleEndian);
  }

  write(w: Writer, value: number): void {
    const { range } = this;
    const fits =
      range === undefined
        ? typeof value === 'number'
        : Number.isInteger(value) && value >= range[0] && value <= range[1];
    if (!fits) w.fail('out-of-range', `${value} does not fit ${this.kind}`);
    const at = w.take(this.minSize);
    this.set(w.view, at, value, w.littleEndian);
  }

  /** A NaN comes in many bit patterns, of which a number keeps none. Arrays and the fields of structs do. */
  private compareNaN(r: Reader, at: number): void {
    const scratch = new DataView(new ArrayBuffer(this.minSize));
    this.set(scratch, 0, NaN, r.littleEndian);
    for (let i = 0; i < this.minSize; i++) {
      if (scratch.getUint8(i) !== r.bytes[at + i]) return r.warn('bad-value', 'the bits of this NaN are not kept', at);
    }
  }

  /** `f32.x(3)`: three in a row, as a typed array. */
  x(width: number): Vector<A> {
    return new Vector(this, width);
  }

  /** `u8.named({ 0: 'linear', 1: 'step' })` */
  named(names: Readonly<Record<number, string>>): this {
    return this.with({ names });
  }
}

/** A fixed number of scalars in a row. */
export class Vector<A extends TypedArray> extends Codec<A> {
  readonly kind: string;
  readonly minSize: number;
  readonly item: Scalar<A>;
  readonly width: number;

  constructor(item: Scalar<A>, width: number) {
    super();
    this.kind = `${item.kind}[${width}]`;
    this.minSize = item.minSize * width;
    this.item = item;
    this.width = width;
  }

  read(r: Reader): A {
    return readArray(r, this.item, this.width);
  }

  write(w: Writer, value: A): void {
    if (value.length !== this.width) w.fail('out-of-range', `${value.length} values do not fit ${this.kind}`);
    writeArray(w, this.item, value);
  }
}

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Reads `count` scalars with one copy, and a byte swap where byte orders differ. */
export function readArray<A extends TypedArray>(r: Reader, item: Scalar<A>, count: number): A {
  const at = r.take(count * item.minSize);
  if (count * item.minSize <= SHORT) {
    const short = readShortArray(r, item, count, at);
    if (short !== undefined) return short;
  }
  const bytes = r.bytes.slice(at, r.pos);
  if (r.littleEndian !== HOST_IS_LITTLE_ENDIAN) swap(bytes, item.minSize);
  return new item.Array(bytes.buffer, 0, count);
}

/** Bytes up to which engines keep a typed array with its object: several times as quick as one with a buffer of its own. */
const SHORT = 64;

/** Number by number; undefined where one is NaN, of which only copied bytes keep all bits. */
function readShortArray<A extends TypedArray>(r: Reader, item: Scalar<A>, count: number, at: number): A | undefined {
  const values = new item.Array(count);
  if (item.minSize === 1) {
    for (let i = 0; i < count; i++) values[i] = r.bytes[at + i]!; // typed arrays wrap what is signed
    return values;
  }
  const { view, littleEndian } = r;
  for (let i = 0; i < count; i++) {
    const value = item.at(view, at + i * item.minSize, littleEndian);
    if (Number.isNaN(value)) return undefined;
    values[i] = value;
  }
  return values;
}

export function writeArray<A extends TypedArray>(w: Writer, item: Scalar<A>, values: A): void {
  const length = values.length * item.minSize;
  const at = w.take(length);
  w.bytes.set(new Uint8Array(values.buffer, values.byteOffset, length), at);
  if (w.littleEndian !== HOST_IS_LITTLE_ENDIAN) swap(w.bytes.subarray(at, at + length), item.minSize);
}

/** Reverses the bytes of every element. */
function swap(bytes: Uint8Array, size: number): void {
  for (let low = 0; low < bytes.length; low += size) {
    for (let a = low, b = low + size - 1; a < b; a++, b--) [bytes[a], bytes[b]] = [bytes[b]!, bytes[a]!];
  }
}

const unsigned = (bits: number) => [0, 2 ** bits - 1] as const;
const signed = (bits: number) => [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] as const;

export const u8 = new Scalar(
  'u8',
  Uint8Array,
  (v, at) => v.getUint8(at),
  (v, at, x) => v.setUint8(at, x),
  unsigned(8),
);
export const i8 = new Scalar(
  'i8',
  Int8Array,
  (v, at) => v.getInt8(at),
  (v, at, x) => v.setInt8(at, x),
  signed(8),
);
export const u16 = new Scalar(
  'u16',
  Uint16Array,
  (v, at, le) => v.getUint16(at, le),
  (v, at, x, le) => v.setUint16(at, x, le),
  unsigned(16),
);
export const i16 = new Scalar(
  'i16',
  Int16Array,
  (v, at, le) => v.getInt16(at, le),
  (v, at, x, le) => v.setInt16(at, x, le),
  signed(16),
);
export const u32 = new Scalar(
  'u32',
  Uint32Array,
  (v, at, le) => v.getUint32(at, le),
  (v, at, x, le) => v.setUint32(at, x, le),
  unsigned(32),
);
export const i32 = new Scalar(
  'i32',
  Int32Array,
  (v, at, le) => v.getInt32(at, le),
  (v, at, x, le) => v.setInt32(at, x, le),
  signed(32),
);
export const f32 = new Scalar(
  'f32',
  Float32Array,
  (v, at, le) => v.getFloat32(at, le),
  (v, at, x, le) => v.setFloat32(at, x, le),
);
export const f64 = new Scalar(
  'f64',
  Float64Array,
  (v, at, le) => v.getFloat64(at, le),
  (v, at, x, le) => v.setFloat64(at, x, le),
);

/** An unsigned 64-bit number up to 2^53 - 1, such as a file offset. Two halves: a BigInt takes ten times as long. */
export const u64: Codec<number> = new (class extends Codec<number> {
  readonly kind = 'u64';
  readonly minSize = 8;

  read(r: Reader): number {
    const at = r.take(8);
    const first = r.view.getUint32(at, r.littleEndian);
    const second = r.view.getUint32(at + 4, r.littleEndian);
    const [low, high] = r.littleEndian ? [first, second] : [second, first];
    if (high >= 2 ** 21) {
      r.fail('bad-value', `${r.view.getBigUint64(at, r.littleEndian)} is more than a file offset can be`, at);
    }
    return high * 2 ** 32 + low;
  }

  write(w: Writer, value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) w.fail('out-of-range', `${value} does not fit u64`);
    const at = w.take(8);
    const high = Math.floor(value / 2 ** 32);
    w.view.setUint32(w.littleEndian ? at : at + 4, value >>> 0, w.littleEndian);
    w.view.setUint32(w.littleEndian ? at + 4 : at, high, w.littleEndian);
  }
})();
