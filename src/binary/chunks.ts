import { CodecError, hex } from '../issue.ts';
import { Codec, type Infer } from './codec.ts';
import { Counted, Items, Prefixed, UntilEnd } from './list.ts';
import type { Reader } from './reader.ts';
import { type Scalar, type TypedArray, u32 } from './scalar.ts';
import { Damaged, rest, salvaged, Whole } from './small.ts';
import { Struct } from './struct.ts';
import { Writer } from './writer.ts';

/**
 * What the format knows by name. Several names may have one id: a chunk then goes by the first whose codec explains all
 * its bytes. The value of a `self-delimiting` chunk ends where its codec says, even where the stored size is wrong.
 */
type Kinds = Record<string, readonly [id: number, codec: Codec<any>, reading?: 'self-delimiting']>;
/** One name and codec for all ids that `Kinds` does not list: lists whose items are numbered. */
type Others = Record<string, Codec<any>>;
type NoOthers = Record<never, Codec<any>>;

/** What is kept of chunks that are not as they should be, so that they are written as they were. */
export interface ChunkOddities {
  /** The stored size, where it is not the actual one. Written for as long as the chunk keeps its actual size. */
  readonly size?: { readonly stored: number; readonly actual: number };
  /** Bytes that the value does not explain. */
  readonly trailing?: Uint8Array;
  /** The compressed bytes. Written for as long as they are what the value is compressed to. */
  readonly packed?: Uint8Array;
  /** Marked as compressed, but it is not. */
  readonly fakeFlag?: true;
}

/** A chunk that the format knows by name, one whose bytes could not be read, or one that it does not know. */
export type Chunk<K extends Kinds, O extends Others = NoOthers> =
  | {
      [N in keyof K & string]: { readonly name: N; readonly value: Infer<K[N][1]> } & ChunkOddities;
    }[keyof K & string]
  | {
      [N in keyof O & string]: { readonly name: N; readonly id: number; readonly value: Infer<O[N]> } & ChunkOddities;
    }[keyof O & string]
  | ({ readonly name: 'damaged'; readonly id: number; readonly value: Damaged } & ChunkOddities)
  | ({ readonly name: 'unknown'; readonly id: number; readonly value: Uint8Array } & ChunkOddities)
  | { readonly name: 'trailing'; readonly value: Uint8Array };

/** How a format compresses single chunks. */
export interface ChunkCompression {
  /** The bit of the id that marks them. */
  readonly flag: number;
  /** Ids of chunks that are never compressed, whatever their flag says. */
  readonly never: readonly number[];
  /** The content; undefined where the bytes are not of this compression. */
  unpack(packed: Uint8Array): Uint8Array | undefined;
  /** Undefined where the compression cannot express the content. */
  pack(content: Uint8Array): Uint8Array | undefined;
}

export interface ChunkOptions<O extends Others = NoOthers> {
  /** How ids and sizes are stored; `u32` where missing. */
  readonly number?: Scalar<TypedArray>;
  readonly others?: O;
  readonly compression?: ChunkCompression;
  /**
   * Whether sizes beyond the end, bytes behind a value and bytes behind the last chunk are kept with a warning. Otherwise
   * they are damage or an error.
   */
  readonly tolerant?: boolean;
}

interface Candidate {
  readonly name: string;
  readonly codec: Codec<any>;
  readonly selfDelimiting: boolean;
}

/** A chunk as the loops below handle it. */
interface AnyChunk extends ChunkOddities {
  readonly name: string;
  readonly id?: number;
  readonly value: any;
}

export class Chunks<K extends Kinds, O extends Others = NoOthers> extends Codec<Chunk<K, O>[]> {
  readonly kind: string;
  readonly minSize = 0;
  readonly kinds: K;
  readonly others: Candidate | undefined;
  readonly number: Scalar<TypedArray>;
  readonly compression: ChunkCompression | undefined;
  readonly tolerant: boolean;
  private readonly candidates = new Map<number, Candidate[]>();

  constructor(kind: string, kinds: K, options: ChunkOptions<O>) {
    super();
    this.kind = kind;
    this.kinds = kinds;
    this.number = options.number ?? u32;
    this.compression = options.compression;
    this.tolerant = options.tolerant ?? false;
    const [other] = Object.entries(options.others ?? {});
    this.others = other && { name: other[0], codec: other[1], selfDelimiting: false };
    for (const [name, [id, codec, reading]] of Object.entries(kinds)) {
      const candidate = { name, codec, selfDelimiting: reading === 'self-delimiting' };
      this.candidates.set(id, [...(this.candidates.get(id) ?? []), candidate]);
    }
  }

  read(r: Reader): Chunk<K, O>[] {
    const chunks: AnyChunk[] = [];
    while (r.left > 0) {
      if (this.tolerant && r.left < 2 * this.number.minSize) {
        r.warn('trailing', `${r.left} bytes behind the last chunk`);
        chunks.push({ name: 'trailing', value: r.field('trailing', rest) });
      } else {
        const framed = this.nextIn(r);
        const value = r.field(framed.label, framed);
        chunks.push({ ...framed.chunk, value });
      }
    }
    return chunks as Chunk<K, O>[];
  }

  write(w: Writer, chunks: readonly Chunk<K, O>[]): void {
    for (const chunk of chunks as readonly AnyChunk[]) {
      if (chunk.name === 'trailing') w.field('trailing', rest, chunk.value);
      else w.field(chunk.name, this.framed(chunk), chunk.value);
    }
  }

  /** What a chunk of this id can be. */
  candidatesOf(id: number): readonly Candidate[] {
    return this.candidates.get(id) ?? (this.others === undefined ? [] : [this.others]);
  }

  /** Whether a chunk that the format knows by name begins here and ends before the end. */
  knowsChunkAt(r: Reader, at: number): boolean {
    const size = this.number.minSize;
    if (at === r.end) return true;
    if (at < 0 || at + 2 * size > r.end) return false;
    const { pos } = r;
    r.pos = at;
    const [id, length] = [this.number.read(r), this.number.read(r)];
    r.pos = pos;
    return this.candidates.has(this.plain(id)) && at + 2 * size + length <= r.end;
  }

  plain(id: number): number {
    return this.isFlagged(id) ? id - this.compression!.flag : id;
  }

  isFlagged(id: number): boolean {
    return this.compression !== undefined && id >= this.compression.flag;
  }

  private nextIn(r: Reader): Framed {
    const id = this.plain(this.number.read(r));
    r.pos -= this.number.minSize;
    const candidates = this.candidatesOf(id);
    const label = this.candidates.has(id) ? candidates[0]!.name : candidates.length > 0 ? id : hex(id);
    return new Framed(this, id, label, candidates);
  }

  private framed(chunk: AnyChunk): Framed {
    const { name } = chunk;
    const known = this.kinds[name];
    const id = chunk.id ?? known![0];
    const codec =
      (chunk.id === undefined ? known?.[1] : name === this.others?.name && this.others.codec) || salvaged(rest);
    return new Framed(this, id, name, [{ name, codec, selfDelimiting: false }], chunk);
  }
}

/** One chunk: id, size and so many bytes. */
class Framed extends Codec<unknown> {
  readonly kind: string;
  readonly minSize: number;
  readonly label: string | number;
  /** What there is to know besides the value, once it is read. */
  chunk: Omit<AnyChunk, 'value'>;
  private readonly chunks: Chunks<any, any>;
  private readonly id: number;
  private readonly candidates: readonly Candidate[];

  constructor(
    chunks: Chunks<any, any>,
    id: number,
    label: string | number,
    candidates: readonly Candidate[],
    chunk: Omit<AnyChunk, 'value'> = { name: 'unknown', id },
  ) {
    super();
    this.kind = candidates[0]?.codec.kind ?? 'bytes';
    this.minSize = 2 * chunks.number.minSize;
    this.label = label;
    this.chunk = chunk;
    this.chunks = chunks;
    this.id = id;
    this.candidates = candidates;
    Object.assign(this, { doc: candidates[0]?.codec.doc ?? '', unit: candidates[0]?.codec.unit ?? '' });
  }

  read(r: Reader): unknown {
    const { number, tolerant } = this.chunks;
    const sequenceEnd = r.end;
    const flagged = this.chunks.isFlagged(r.field('id', number));
    const stored = r.field('size', number);
    const actual = tolerant ? this.actualSize(r, stored) : stored;
    if (actual !== stored) r.warn('bad-size', `the chunk declares ${stored} bytes and has ${actual}`);
    r.end = r.take(actual) + actual;
    r.pos = r.end - actual;
    const value = this.readContent(r, flagged);
    r.end = sequenceEnd;
    if (actual !== stored) this.chunk = { ...this.chunk, size: { stored, actual } };
    return value;
  }

  write(w: Writer, value: unknown): void {
    const { number, compression } = this.chunks;
    const { packed, fakeFlag, size } = this.chunk;
    const repacked = packed && this.pack(w, value, packed);
    number.write(w, this.id + (repacked !== undefined || fakeFlag ? compression!.flag : 0));
    const sizeAt = w.take(number.minSize);
    const start = w.pos;
    if (repacked === undefined) this.writeContent(w, value);
    else rest.write(w, repacked);
    const actual = w.pos - start;
    w.fill(sizeAt, number, actual === size?.actual ? size.stored : actual);
  }

  /** How many bytes really belong to the chunk. */
  private actualSize(r: Reader, stored: number): number {
    const [candidate] = this.candidates;
    const start = r.pos;
    if (candidate?.selfDelimiting && !this.chunks.knowsChunkAt(r, start + stored)) {
      const mark = r.trace?.mark();
      const value = r.attempt(candidate.codec);
      const end = r.pos;
      r.pos = start;
      if (mark !== undefined) r.trace!.rewind(mark);
      if (!(value instanceof CodecError) && this.chunks.knowsChunkAt(r, end)) return end - start;
    }
    return Math.min(stored, r.left);
  }

  private readContent(r: Reader, flagged: boolean): unknown {
    if (!flagged) return this.readValue(r);
    const { compression } = this.chunks;
    const packed = r.bytes.slice(r.pos, r.end);
    const content = compression!.never.includes(this.id) ? undefined : compression!.unpack(packed);
    if (content === undefined) {
      r.warn('not-compressed', 'the id says that the chunk is compressed, but it is not');
      const value = this.readValue(r);
      this.chunk = { ...this.chunk, fakeFlag: true };
      return value;
    }
    r.take(packed.length);
    const value = r.derived(content, (inner) => this.readValue(inner));
    this.chunk = { ...this.chunk, packed };
    return value;
  }

  private readValue(r: Reader): unknown {
    if (this.candidates.length === 0) return rest.read(r);
    let failure: CodecError | undefined;
    for (const candidate of this.candidates) {
      const value = r.attempt(new Whole(spanned(candidate.codec)));
      if (!(value instanceof CodecError)) return this.named(candidate, value);
      failure ??= value;
    }
    for (const candidate of this.chunks.tolerant ? this.candidates : []) {
      const value = this.named(candidate, r.attempt(spanned(candidate.codec)));
      if (value instanceof CodecError) continue;
      r.warn('trailing', `${r.left} bytes behind ${candidate.codec.kind}`);
      this.chunk = { ...this.chunk, trailing: r.field('trailing', rest) };
      return value;
    }
    const { reason, offset, path } = failure!;
    r.issues.push({ severity: 'warning', code: 'damaged', reason, offset, path });
    this.chunk = { name: 'damaged', id: this.id };
    return new Damaged(rest.read(r), reason);
  }

  private named<T>({ name }: Candidate, value: T): T {
    this.chunk = name === this.chunks.others?.name ? { name, id: this.id } : { name };
    return value;
  }

  private writeContent(w: Writer, value: unknown): void {
    this.candidates[0]!.codec.write(w, value);
    if (this.chunk.trailing !== undefined) rest.write(w, this.chunk.trailing);
  }

  /** The packed bytes as they were, if they still hold the content; undefined if it is better left uncompressed. */
  private pack(w: Writer, value: unknown, packed: Uint8Array): Uint8Array | undefined {
    const { compression } = this.chunks;
    const inner = new Writer({ littleEndian: w.littleEndian });
    this.writeContent(inner, value);
    const content = inner.finish();
    const before = compression!.unpack(packed);
    return before !== undefined && equal(before, content) ? packed : compression!.pack(content);
  }
}

/**
 * Values without named parts get a span of their own besides those of id and size, so that traces tell them apart. Its
 * name is no step of a path.
 */
function spanned<T>(codec: Codec<T>): Codec<T> {
  const hasParts =
    codec instanceof Struct ||
    codec instanceof Chunks ||
    ((codec instanceof Prefixed || codec instanceof Counted || codec instanceof UntilEnd) &&
      codec.list instanceof Items);
  return hasParts ? (codec as Codec<T>) : new Spanned(codec);
}

class Spanned<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  private readonly codec: Codec<T>;

  constructor(codec: Codec<T>) {
    super();
    this.codec = codec;
    this.kind = codec.kind;
    this.minSize = codec.minSize;
  }

  read(r: Reader): T {
    const span = r.trace?.open('*', this.codec, r.pos, r.littleEndian);
    const value = this.codec.read(r);
    if (span !== undefined) r.trace!.close(span, r.pos, value);
    return value;
  }

  write(w: Writer, value: T): void {
    this.codec.write(w, value);
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * Chunks (id, size, data) up to the end: `chunks('Mesh', { name: [0x1001, cstring], flags: [0x1002, u8] })`. Their
 * order and the unknown ones are kept.
 */
export function chunks<const K extends Kinds, const O extends Others = NoOthers>(
  kind: string,
  kinds: K,
  options: ChunkOptions<O> = {},
): Chunks<K, O> {
  return new Chunks<K, O>(kind, kinds, options);
}

/** The value of the first chunk of a name, which is the one that counts. */
export function chunkValue<C extends { readonly name: string; readonly value: unknown }, N extends C['name']>(
  chunks: readonly C[],
  name: N,
): Extract<C, { readonly name: N }>['value'] | undefined {
  return chunks.find((chunk) => chunk.name === name)?.value;
}

/** The values of all chunks of a name, in file order. */
export function chunkValues<C extends { readonly name: string; readonly value: unknown }, N extends C['name']>(
  chunks: readonly C[],
  name: N,
): Extract<C, { readonly name: N }>['value'][] {
  return chunks.filter((chunk) => chunk.name === name).map(({ value }) => value);
}
