import { hex } from '../issue.ts';
import { Codec } from './codec.ts';
import type { Reader } from './reader.ts';
import { type Scalar, type TypedArray, u32 } from './scalar.ts';
import { Damaged, rest, salvaged } from './small.ts';
import type { Writer } from './writer.ts';

type Kinds = Record<string, readonly [id: number, codec: Codec<any>]>;

/** A chunk that the format knows by name one whose bytes could not be read, or one that it does not know. */
export type Chunk<K extends Kinds> =
  | {
      [N in keyof K]: { readonly name: N; readonly value: K[N][1] extends Codec<infer T> ? T : never };
    }[keyof K]
  | { readonly name: 'damaged'; readonly id: number; readonly value: Damaged }
  | { readonly name: 'unknown'; readonly id: number; readonly value: Uint8Array };

class Chunks<K extends Kinds> extends Codec<Chunk<K>[]> {
  readonly kind: string;
  readonly minSize = 0;
  readonly kinds: K;
  private readonly number: Scalar<TypedArray>;
  private readonly names: ReadonlyMap<number, keyof K & string>;

  constructor(kind: string, kinds: K, number: Scalar<TypedArray>) {
    super();
    this.kind = kind;
    this.kinds = kinds;
    this.number = number;
    this.names = new Map(Object.entries(kinds).map(([name, [id]]) => [id, name]));
  }

  read(r: Reader): Chunk<K>[] {
    const chunks: unknown[] = [];
    while (r.left > 0) {
      const id = this.number.read(r);
      r.pos -= this.number.minSize;
      const name = this.names.get(id);
      if (name === undefined) {
        chunks.push({ name: 'unknown', id, value: r.field(hex(id), new Framed(this.number, id, rest)) });
      } else {
        const value = r.field(name, new Framed(this.number, id, salvaged(this.kinds[name]![1])));
        chunks.push(value instanceof Damaged ? { name: 'damaged', id, value } : { name, value });
      }
    }
    return chunks as Chunk<K>[];
  }

  write(w: Writer, chunks: readonly Chunk<K>[]): void {
    for (const chunk of chunks) {
      const [id, codec] = 'id' in chunk ? [chunk.id, salvaged(rest)] : this.kinds[chunk.name]!;
      w.field(chunk.name as string, new Framed(this.number, id, codec), chunk.value);
    }
  }
}

/** Id, size and exactly so many bytes of value. */
class Framed<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  readonly number: Scalar<TypedArray>;
  readonly id: number;
  readonly codec: Codec<T>;

  constructor(number: Scalar<TypedArray>, id: number, codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.minSize = 2 * number.minSize;
    this.number = number;
    this.id = id;
    this.codec = codec;
  }

  read(r: Reader): T {
    r.field('id', this.number);
    return r.within(r.field('size', this.number), this.codec);
  }

  write(w: Writer, value: T): void {
    this.number.write(w, this.id);
    const size = w.take(this.number.minSize);
    const start = w.pos;
    this.codec.write(w, value);
    w.fill(size, this.number, w.pos - start);
  }
}

/**
 * Chunks (id, size, data) up to the end: `chunks('Mesh', { name: [0x1001, cstring], flags: [0x1002, u8] })`. Their
 * order and the unknown ones are kept.
 */
export function chunks<const K extends Kinds>(
  kind: string,
  kinds: K,
  number: Scalar<TypedArray> = u32,
): Codec<Chunk<K>[]> {
  return new Chunks(kind, kinds, number);
}
