import { Codec, CodecError, f32, List, type Reader, struct, u32, type Writer } from '../../binary/index.ts';

// The small parts that many X-Ray structures share (specification, section 2).

/** Metres, left-handed, Y up, +Z forward, unless said otherwise. */
export const vec2 = f32.x(2);
export const vec3 = f32.x(3);

/** C `time_t`. */
export const time32 = u32.in('s since 1970');

/** `time_t` of newer compilers, which some SDK builds wrote; low and high half. */
export const time64 = u32.x(2).in('s since 1970, low and high half');

/** One number in a struct, so that the bits of a NaN are kept. */
export const float = (doc: string) => struct('Float', { value: f32.is(doc) });

/**
 * Text up to the end of a line, which is part of the value: real files end lines with CR LF, and others have to be
 * written as they were. `lineText` cuts the end off.
 */
export const line: Codec<string> = new (class extends Codec<string> {
  readonly kind = 'line';
  readonly minSize = 1;

  read(r: Reader): string {
    let end = r.pos;
    while (end < r.end && r.bytes[end] !== 10 && r.bytes[end] !== 13) end++;
    if (end === r.end) r.fail('truncated', 'text without an end of line');
    end += r.bytes[end] === 13 && r.bytes[end + 1] === 10 && end + 1 < r.end ? 2 : 1;
    const at = r.take(end - r.pos);
    return latin1(r.bytes.subarray(at, end));
  }

  write(w: Writer, value: string): void {
    if (!/^[^\r\n]*(\r\n|\r|\n)$/.test(value)) w.fail('out-of-range', `'${value}' is not one line with its end`);
    writeLatin1(w, value);
  }
})();

/** What a line says, without its end. */
export function lineText(line: string): string {
  return line.replace(/[\r\n]+$/, '');
}

/** Rows of different lengths: `counts[i]` items of row i; the numbers of all rows lie behind each other in `values`. */
export interface Rows {
  readonly length: number;
  readonly counts: Uint8Array;
  readonly values: Int32Array;
}

/** Rows that begin with the number of their items, each of `width` i32: bulk data, so not one array per row. */
export function rows(kind: string, width: number): List<Rows> {
  return new RowList(kind, width);
}

class RowList extends List<Rows> {
  readonly kind: string;
  readonly minItemSize = 1;
  readonly width: number;

  constructor(kind: string, width: number) {
    super();
    this.kind = kind;
    this.width = width;
  }

  readItems(r: Reader, length: number): Rows {
    const counts = new Uint8Array(length);
    const start = r.pos;
    let at = start;
    for (let i = 0; i < length; i++) {
      counts[i] = at < r.end ? r.bytes[at]! : 0;
      at += 1 + counts[i]! * this.width * 4;
    }
    r.take(at - start);
    const values = new Int32Array((at - start - length) / 4);
    at = start;
    for (let i = 0, to = 0; i < length; i++) {
      at++;
      for (const end = to + counts[i]! * this.width; to < end; to++, at += 4) values[to] = r.view.getInt32(at, true);
    }
    return { length, counts, values };
  }

  writeItems(w: Writer, { counts, values, length }: Rows): void {
    const total = counts.reduce((sum, count) => sum + count, 0) * this.width;
    if (counts.length !== length || values.length !== total) {
      w.fail('out-of-range', `${values.length} values in ${counts.length} rows, ${total} in ${length} rows expected`);
    }
    let at = w.take(length + total * 4);
    for (let i = 0, from = 0; i < length; i++) {
      w.view.setUint8(at++, counts[i]!);
      for (const end = from + counts[i]! * this.width; from < end; from++, at += 4) {
        w.view.setInt32(at, values[from]!, true);
      }
    }
  }
}

/** Text that fills its chunk without a zero at its end, as some tools write it. */
export const openText: Codec<string> = new (class extends Codec<string> {
  readonly kind = 'text';
  readonly minSize = 0;

  read(r: Reader): string {
    const at = r.take(r.left);
    if (r.bytes.indexOf(0, at) >= 0 && r.bytes.indexOf(0, at) < r.pos) r.fail('bad-value', 'a zero inside a text', at);
    r.warn('xray/no-end-of-text', 'the text has no zero at its end');
    return latin1(r.bytes.subarray(at, r.pos));
  }

  write(w: Writer, value: string): void {
    writeLatin1(w, value);
  }
})();

/** Values up to the end, or up to where no further one can be read: the bytes behind are the chunk's trailing bytes. */
export function asManyAsFit<T>(codec: Codec<T>): Codec<T[]> {
  return new AsManyAsFit(codec);
}

class AsManyAsFit<T> extends Codec<T[]> {
  readonly kind: string;
  readonly minSize = 0;
  readonly item: Codec<T>;

  constructor(item: Codec<T>) {
    super();
    this.item = item;
    this.kind = `${item.kind}[]`;
  }

  read(r: Reader): T[] {
    const values: T[] = [];
    while (r.left > 0) {
      const value = r.attempt(new Item(values.length, this.item));
      if (value instanceof CodecError) {
        if (values.length > 0) break;
        throw value;
      }
      values.push(value);
    }
    return values;
  }

  write(w: Writer, values: readonly T[]): void {
    for (const [i, value] of values.entries()) w.field(i, this.item, value);
  }
}

/** A codec with the name of its place, for `attempt`. */
class Item<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  private readonly place: number;
  private readonly codec: Codec<T>;

  constructor(place: number, codec: Codec<T>) {
    super();
    this.place = place;
    this.codec = codec;
    this.kind = codec.kind;
    this.minSize = codec.minSize;
  }

  read(r: Reader): T {
    return r.field(this.place, this.codec);
  }

  write(w: Writer, value: T): void {
    this.codec.write(w, value);
  }
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function writeLatin1(w: Writer, text: string): void {
  const at = w.take(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) w.fail('out-of-range', `'${text}' has characters that no byte stands for`);
    w.bytes[at + i] = code;
  }
}
