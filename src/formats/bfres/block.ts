import {
  Codec,
  type Later,
  later,
  type Pointer,
  type PointerOptions,
  pointer,
  type Reader,
  u8,
  u64,
  type Writer,
  writeArray,
} from '../../binary/index.ts';
import { type Dictionary, dictionary, sharedDictionary } from './dictionary.ts';
import type { Layout } from './version.ts';

// What the blocks of Switch files have in common (specification, sections 3.2, 4.3, 14.3 and 15.5).

/**
 * The signature of a block. Before version 9 two numbers follow, the distance to the next block, which no reader needs:
 * the file fills them in at the end, under the signature's name.
 */
export class Block extends Codec<undefined> {
  readonly kind = 'block';
  readonly minSize: number;
  readonly signature: string;

  constructor(signature: string, layout: Layout) {
    super();
    this.signature = signature;
    this.minSize = layout < 9 ? 16 : 4;
  }

  read(r: Reader): undefined {
    const at = r.take(4);
    const found = String.fromCharCode(...r.bytes.subarray(at, at + 4));
    if (found !== this.signature) r.fail('bad-magic', `'${this.signature}' expected, '${found}' found`, at);
    if (this.minSize > 4) r.take(12);
  }

  write(w: Writer): void {
    w.mark(this.signature);
    const at = w.take(this.minSize);
    for (let i = 0; i < 4; i++) w.bytes[at + i] = this.signature.charCodeAt(i);
  }
}

/** Pointers that the relocation table lists even when they are null (section 4.3): always, or since version 10. */
export const listedSince = (since: 8 | 10, layout: Layout): PointerOptions => ({
  relocated: since === 8 || layout >= 9 ? 'always' : 'unless null',
});

/** The same, for lists that official files of version 8 point at even when they are empty (section 15.5). */
export const pointedAtWhenEmpty = (options: PointerOptions = {}): PointerOptions => ({
  ...options,
  whenEmpty: 'placed',
});

/** A pointer to a dictionary of its own. */
export const ownDictionary = (options?: PointerOptions): Pointer<Dictionary> => pointer(u64, dictionary, options);

/** A pointer to a dictionary that is shared with others of the same names since version 10. */
export const commonDictionary = (layout: Layout, options?: PointerOptions): Pointer<Dictionary> =>
  pointer(u64, layout >= 10 ? sharedDictionary : dictionary, options);

/**
 * Room that the engine uses at run time: bytes that are all the same in files. Undefined when they are, so that values
 * are free of them.
 */
export class Room extends Codec<Uint8Array | undefined> {
  readonly kind: string;
  readonly minSize: number;
  private readonly filler: number;

  constructor(size: number, filler: number) {
    super();
    this.kind = `room[${size}]`;
    this.minSize = size;
    this.filler = filler;
  }

  read(r: Reader): Uint8Array | undefined {
    const at = r.take(this.minSize);
    const bytes = r.bytes.subarray(at, r.pos);
    return bytes.every((byte) => byte === this.filler) ? undefined : bytes;
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    const at = w.take(this.minSize);
    if (value === undefined) w.bytes.fill(this.filler, at, w.pos);
    else w.bytes.set(value.subarray(0, this.minSize), at);
  }
}

/** A pointer to room for the engine, `size` bytes of it. */
export const room = <S>(size: (fields: S) => number, options: PointerOptions = {}): Later<S, Uint8Array | undefined> =>
  later('room', u64, (fields: S) => new Room(size(fields), 0), options);

/** A pointer to numbers that are all -1 until the engine puts others there, `size` bytes of them. */
export const filledRoom = <S>(
  size: (fields: S) => number,
  options: PointerOptions = {},
): Later<S, Uint8Array | undefined> => later('room', u64, (fields: S) => new Room(size(fields), 0xff), options);

/** Room the size of the memory pool, of which there is one in a file. */
const MEMORY_POOL_SIZE = 0x120;
const pool: Codec<Uint8Array | undefined> = new Room(MEMORY_POOL_SIZE, 0);
export const MEMORY_POOL = 'memory pool';

/** A pointer to the memory pool; false where it is null. */
export class MemoryPoolPointer extends Codec<boolean> {
  readonly kind = 'u64 -> memory pool';
  readonly minSize = 8;
  private readonly target: Pointer<Uint8Array | undefined>;
  private readonly options: PointerOptions;

  constructor(layout: Layout) {
    super();
    this.options = { ...listedSince(10, layout), group: MEMORY_POOL };
    this.target = pointer(u64, pool, this.options);
  }

  read(r: Reader): boolean {
    const at = r.pos;
    const isThere = u64.read(r) !== 0;
    r.pos = at;
    this.target.read(r);
    return isThere;
  }

  write(w: Writer, isThere: boolean): void {
    if (isThere) w.defer(u64, pool, undefined, MEMORY_POOL, this.options);
    else this.target.write(w, undefined);
  }
}

/** Bytes as they are in the file: a view of it, not a copy, that must not be changed in place. */
export const bytesOf = (size: number): Codec<Uint8Array> => new Bytes(size);

export class Bytes extends Codec<Uint8Array> {
  readonly kind: string;
  readonly minSize: number;

  constructor(size: number) {
    super();
    this.kind = `bytes[${size}]`;
    this.minSize = size;
  }

  read(r: Reader): Uint8Array {
    const at = r.take(this.minSize);
    return r.bytes.subarray(at, r.pos);
  }

  write(w: Writer, value: Uint8Array): void {
    writeArray(w, u8, value);
  }
}

/** A null that the relocation table lists nevertheless. */
export const listedNull: Codec<number> = new (class extends Codec<number> {
  readonly kind = 'u64';
  readonly minSize = 8;
  read = (r: Reader): number => u64.read(r);
  write(w: Writer, value: number): void {
    w.pointers.push(w.pos);
    u64.write(w, value);
  }
})();
