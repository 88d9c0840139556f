import { type Chunks, Codec, chunks, hex, type Reader, type Writer } from '../../binary/index.ts';
import { pack, unpack } from './lzhuf.ts';

type Kinds = Parameters<typeof chunks>[1];

/** Bit 31 of a chunk id: the payload is an LZHUF stream. */
export const COMPRESSED = 0x80000000;

const compression = { flag: COMPRESSED, never: [], unpack, pack };

/**
 * A chunk sequence of X-Ray: little-endian u32 id and size, payload (specification, section 3). Real files with wrong
 * sizes, bytes behind values and marks of compression that is none are read as far as they go and written unchanged.
 */
export function xrayChunks<const K extends Kinds, const O extends Record<string, Codec<any>> = Record<never, never>>(
  kind: string,
  kinds: K,
  others?: O,
  neverCompressed: readonly number[] = [],
): Chunks<K, O> {
  return chunks<K, O>(kind, kinds, {
    tolerant: true,
    compression: { ...compression, never: neverCompressed },
    ...(others === undefined ? {} : { others }),
  });
}

/** A chunk file that has to begin with a chunk of this id: what else it would be, if not this format. */
export function startsWith<T>(id: number, codec: Codec<T>): Codec<T> {
  return new StartsWith(id, codec);
}

class StartsWith<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize = 8;
  private readonly id: number;
  private readonly codec: Codec<T>;

  constructor(id: number, codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.id = id;
    this.codec = codec;
  }

  read(r: Reader): T {
    const found = r.left < 4 ? r.take(4) : idAt(r.bytes, r.pos);
    if (found !== this.id) r.fail('bad-magic', `chunk ${hex(this.id)} expected, ${hex(found)} found`);
    return this.codec.read(r);
  }

  write(w: Writer, value: T): void {
    this.codec.write(w, value);
  }
}

/** The chunk id at an offset, without the mark of compression; -1 where there is no room for one. */
export function idAt(bytes: Uint8Array, offset = 0): number {
  if (offset + 4 > bytes.length) return -1;
  return (
    (bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)) & ~COMPRESSED
  );
}
