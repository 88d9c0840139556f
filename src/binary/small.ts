import { CodecError, hex } from '../issue.ts';
import { Codec } from './codec.ts';
import { list } from './list.ts';
import type { Reader } from './reader.ts';
import { type Scalar, type TypedArray, u8, u16, writeArray } from './scalar.ts';
import type { Writer } from './writer.ts';

/** Nothing at all: the codec of a field that is not there. */
export const absent: Codec<undefined> = new (class extends Codec<undefined> {
  readonly kind = 'absent';
  readonly minSize = 0;
  read(): undefined {}
  write(): void {}
})();

/** All bytes that are left. */
export const rest: Codec<Uint8Array> = new (class extends Codec<Uint8Array> {
  readonly kind = 'bytes';
  readonly minSize = 0;

  read(r: Reader): Uint8Array {
    return r.field('data', list(u8).times(r.left));
  }

  write(w: Writer, value: Uint8Array): void {
    writeArray(w, u8, value);
  }
})();

/** Bytes behind the last known value: kept with a warning. Undefined when there are none, as it should be. */
export const trailing: Codec<Uint8Array | undefined> = new (class extends Codec<Uint8Array | undefined> {
  readonly kind = 'trailing bytes';
  readonly minSize = 0;

  read(r: Reader): Uint8Array | undefined {
    if (r.left === 0) return undefined;
    r.warn('trailing', `${r.left} bytes behind the end`);
    return rest.read(r);
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    if (value !== undefined) rest.write(w, value);
  }
})();

/** The bytes of a part that could not be read, and why. */
export class Damaged {
  readonly bytes: Uint8Array;
  readonly reason: string;

  constructor(bytes: Uint8Array, reason: string) {
    this.bytes = bytes;
    this.reason = reason;
  }
}

/**
 * A part that fills the rest of the enclosing one. Where it can't be read, its bytes are kept, with a warning, and
 * written back: one damaged part does not cost the file.
 */
export function salvaged<T>(codec: Codec<T>): Codec<T | Damaged> {
  return new Salvaged(codec);
}

export class Salvaged<T> extends Codec<T | Damaged> {
  readonly kind: string;
  readonly minSize = 0;
  readonly codec: Codec<T>;

  constructor(codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.codec = codec;
    Object.assign(this, { doc: codec.doc, unit: codec.unit });
  }

  read(r: Reader): T | Damaged {
    const value = r.attempt(new Whole(this.codec));
    if (!(value instanceof CodecError)) return value;
    r.issues.push({
      severity: 'warning',
      code: 'damaged',
      reason: value.reason,
      offset: value.offset,
      path: value.path,
    });
    return new Damaged(rest.read(r), value.reason);
  }

  write(w: Writer, value: T | Damaged): void {
    if (value instanceof Damaged) rest.write(w, value.bytes);
    else this.codec.write(w, value);
  }
}

/** A value and nothing behind it. */
export class Whole<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  private readonly codec: Codec<T>;

  constructor(codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.minSize = codec.minSize;
    this.codec = codec;
  }

  read(r: Reader): T {
    const value = this.codec.read(r);
    if (r.left > 0) r.fail('trailing', `${r.left} bytes are not explained by ${this.kind}`);
    return value;
  }

  write(w: Writer, value: T): void {
    this.codec.write(w, value);
  }
}

/**
 * Text in a field of fixed size. Zeros at the end are padding and no part of it; what a tool left behind an earlier
 * zero is, so that it is written back: `textUntilZero` cuts it off. One character is one byte (ISO 8859-1).
 */
export function fixedText(size: number): FixedText {
  return new FixedText(size);
}

export class FixedText extends Codec<string> {
  readonly kind: string;
  readonly minSize: number;

  constructor(size: number) {
    super();
    this.kind = `char[${size}]`;
    this.minSize = size;
  }

  read(r: Reader): string {
    const at = r.take(this.minSize);
    let { pos } = r;
    while (pos > at && r.bytes[pos - 1] === 0) pos--;
    return latin1(r.bytes.subarray(at, pos));
  }

  write(w: Writer, value: string): void {
    if (value.length > this.minSize) w.fail('out-of-range', `'${value}' takes more than ${this.minSize} bytes`);
    writeLatin1(w, value, w.take(this.minSize));
  }
}

/** What a text field says to the game: everything before its first zero. */
export function textUntilZero(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** A number that has to be one of `values`. */
export function oneOf<const N extends number>(scalar: Scalar<TypedArray>, ...values: readonly N[]): Codec<N> {
  return new OneOf(scalar, values);
}

export class OneOf<N extends number> extends Codec<N> {
  readonly kind: string;
  readonly minSize: number;
  readonly scalar: Scalar<TypedArray>;
  readonly values: readonly N[];

  constructor(scalar: Scalar<TypedArray>, values: readonly N[]) {
    super();
    this.kind = scalar.kind;
    this.minSize = scalar.minSize;
    this.scalar = scalar;
    this.values = values;
  }

  read(r: Reader): N {
    const at = r.pos;
    const value = this.scalar.read(r);
    if (!this.values.includes(value as N)) r.fail('bad-value', `${value} is none of ${this.values.join(', ')}`, at);
    return value as N;
  }

  write(w: Writer, value: N): void {
    if (!this.values.includes(value)) w.fail('out-of-range', `${value} is none of ${this.values.join(', ')}`);
    this.scalar.write(w, value);
  }
}

/** A signature: `magic('FRES')`, as the characters stand in the file. */
export function magic<const S extends string>(text: S): Codec<S> {
  return new Magic(text);
}

class Magic<S extends string> extends Codec<S> {
  readonly kind = 'magic';
  readonly minSize: number;
  readonly text: S;

  constructor(text: S) {
    super();
    this.text = text;
    this.minSize = text.length;
  }

  read(r: Reader): S {
    const at = r.take(this.text.length);
    const found = latin1(r.bytes.subarray(at, r.pos));
    if (found !== this.text) r.fail('bad-magic', `'${this.text}' expected, '${found}' found`, at);
    return this.text;
  }

  write(w: Writer): void {
    writeLatin1(w, this.text, w.take(this.text.length));
  }
}

/** Bytes up to the next multiple of `size`. Undefined when all are zero, as they are in files that are built anew. */
export function align(size: number): Codec<Uint8Array | undefined> {
  return new Align(size);
}

class Align extends Codec<Uint8Array | undefined> {
  readonly kind = 'padding';
  readonly minSize = 0;
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  read(r: Reader): Uint8Array | undefined {
    const at = r.take(-r.pos & (this.size - 1));
    const bytes = r.bytes.slice(at, r.pos);
    return bytes.some((byte) => byte !== 0) ? bytes : undefined;
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    const at = w.take(-w.pos & (this.size - 1));
    if (value?.length === w.pos - at) w.bytes.set(value, at);
  }
}

/** Text up to a zero byte. Every byte is one character (ISO 8859-1), so that any bytes survive. */
export const cstring: Codec<string> = new (class extends Codec<string> {
  readonly kind = 'cstring';
  readonly minSize = 1;

  read(r: Reader): string {
    const end = r.bytes.indexOf(0, r.pos);
    if (end < 0 || end >= r.end) r.fail('truncated', 'text without a zero byte at its end');
    const at = r.take(end + 1 - r.pos);
    return latin1(r.bytes.subarray(at, end));
  }

  write(w: Writer, value: string): void {
    if (value.includes('\0')) w.fail('out-of-range', `'${value}' has a zero inside`);
    writeLatin1(w, value, w.take(value.length + 1));
  }
})();

/** The byte order of all that follows, marked by 0xFEFF as a `u16`. */
export const byteOrderMark: Codec<'little' | 'big'> = new (class extends Codec<'little' | 'big'> {
  readonly kind = 'byte order mark';
  readonly minSize = 2;

  read(r: Reader): 'little' | 'big' {
    const at = r.pos;
    const [first, second] = [u8.read(r), u8.read(r)];
    r.littleEndian = first === 0xff && second === 0xfe;
    if (!r.littleEndian && !(first === 0xfe && second === 0xff)) {
      r.fail('bad-value', `${hex(first, 2)} ${hex(second, 2)} is no byte order mark`, at);
    }
    return r.littleEndian ? 'little' : 'big';
  }

  write(w: Writer, value: 'little' | 'big'): void {
    w.littleEndian = value === 'little';
    u16.write(w, 0xfeff);
  }
})();

function writeLatin1(w: Writer, text: string, at: number): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) w.fail('out-of-range', `'${text}' has characters that no byte stands for`);
    w.bytes[at + i] = code;
  }
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Zeros that fill the space between parts. */
class Zeros extends Codec<undefined> {
  readonly kind: string = 'padding';
  readonly minSize: number;

  constructor(size: number) {
    super();
    this.minSize = size;
  }

  read(r: Reader): undefined {
    r.take(this.minSize);
  }

  write(w: Writer): void {
    w.take(this.minSize);
  }
}

/** Bytes that no part of a file made use of, kept as they are. */
class Unused extends Zeros {
  override readonly kind = 'unused bytes';
}

/**
 * Explains the bytes that no part made use of, for formats that keep them: zeros fill the space between aligned parts,
 * others were left behind by a tool. Tells how many those are, and where they begin. Needs a trace.
 */
export function explainTheRest(r: Reader): { unused: number; first: number } {
  const { pos, end } = r;
  r.end = r.bytes.length;
  let unused = 0;
  let first = r.end;
  for (const gap of r.trace?.gaps(r.bytes.length) ?? []) {
    const size = gap.end - gap.start;
    const isPadding = r.bytes.subarray(gap.start, gap.end).every((byte) => byte === 0);
    r.pos = gap.start;
    r.field(isPadding ? 'padding' : 'unused', isPadding ? new Zeros(size) : new Unused(size));
    if (isPadding) continue;
    first = Math.min(first, gap.start);
    unused += size;
  }
  Object.assign(r, { pos, end });
  return { unused, first };
}
