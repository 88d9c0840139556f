import { CodecError, type CodecErrorCode, type Issue } from '../issue.ts';
import type { Codec } from './codec.ts';
import { listed } from './pointed-at.ts';
import type { Scalar, TypedArray } from './scalar.ts';
import type { Trace } from './trace.ts';

export interface ReadOptions {
  /** Byte order until the format says otherwise. Little-endian by default. */
  readonly littleEndian?: boolean;
  /** Receives which bytes became which value. */
  readonly trace?: Trace;
  /** How many bytes may be read in all, the same ones counted again each time. By default 8 times the input and 1 MiB. */
  readonly budget?: number;
}

/** Codes of what goes wrong: those of all codecs, and `format/what` of one format. */
export type ReadCode = CodecErrorCode | `${string}/${string}`;

/** Stands for `undefined` among what was read. */
const NOTHING = Symbol('nothing');

/** What one codec has read, by offset. */
class Shared {
  readonly values = new Map<number, unknown>();
  /** Where the values end; undefined for codecs that no list has as items, where nobody asks. */
  readonly ends: Map<number, number> | undefined;

  constructor(codec: Codec<unknown>) {
    this.ends = listed.has(codec) ? new Map() : undefined;
  }
}

/** A bounded cursor over bytes. It knows position, byte order and path; what the bytes mean is up to the codecs. */
export class Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly trace: Trace | undefined;
  /** What was odd but could be read. */
  readonly issues: Issue[] = [];
  /** Names of the parts being read, outermost first. An error leaves it as it is: that is where the error happened. */
  readonly path: (string | number)[] = [];
  littleEndian: boolean;
  /** Places in the file that offsets may count from, by name. */
  readonly origins = new Map<string, number>();
  /** Those of such places that are not in these bytes at all: what offsets from there lead to is missing. */
  readonly elsewhere = new Set<string>();
  /** Receives where the pointers are that lead somewhere, for formats with a table to compare them with. */
  followed: Set<number> | undefined;
  /** How many offsets of empty lists were not 0: formats whose files differ in that write them as they were. */
  emptiesPointedAt = 0;
  /** Offset of the next byte. */
  pos = 0;
  /** Offset that reading must not pass. */
  end: number;
  /** Bytes that may still be read: parts that overlap must not turn a small file into a large value. */
  private budget: number;
  private readonly shared = new Map<Codec<unknown>, Shared>();

  constructor(bytes: Uint8Array, options: ReadOptions = {}) {
    // A Buffer of Node is a Uint8Array whose slices share its memory.
    const isPlain = Object.getPrototypeOf(bytes) === Uint8Array.prototype;
    this.bytes = isPlain ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.length;
    this.littleEndian = options.littleEndian ?? true;
    this.trace = options.trace;
    this.budget = options.budget ?? bytes.length * 8 + 2 ** 20;
  }

  /** Bytes before `end`. */
  get left(): number {
    return this.end - this.pos;
  }

  /** Claims the next `length` bytes and returns the offset of the first. */
  take(length: number): number {
    const at = this.pos;
    if (!(length >= 0 && length <= this.end - at)) {
      this.fail('truncated', `${length} bytes needed, ${this.end - at} left`);
    }
    this.budget -= length;
    if (this.budget < 0) this.fail('too-large', `values claim the ${this.bytes.length} bytes over and over`);
    this.pos = at + length;
    this.trace?.claim(at, this.pos);
    return at;
  }

  /** The next number, taken unless it is NaN, of which the bits matter; NaN as well where it is not all there. */
  peek(item: Scalar<TypedArray>): number {
    if (this.left < item.minSize) return Number.NaN;
    const value = item.at(this.view, this.pos, this.littleEndian);
    if (!Number.isNaN(value)) this.take(item.minSize);
    return value;
  }

  /** Reads a named part. The name appears in the trace and in the path of issues. */
  field<T>(name: string | number, codec: Codec<T>): T {
    this.path.push(name);
    this.limitDepth();
    const span = this.trace?.open(name, codec, this.pos, this.littleEndian);
    const value = codec.read(this);
    if (span !== undefined) this.trace!.close(span, this.pos, value);
    this.path.pop();
    return value;
  }

  /**
   * Reads what lies at `offset`, as a part of its own when it has a name. The same codec at the same offset gives the
   * same value, so that shared parts stay shared.
   */
  at<T>(offset: number, codec: Codec<T>, name?: string): T {
    this.limitDepth();
    const { values, ends } = this.sharedBy(codec);
    const known = values.get(offset);
    if (known !== undefined) return (known === NOTHING ? undefined : known) as T;
    const { pos, end } = this;
    this.pos = offset;
    this.end = this.bytes.length;
    if (name !== undefined) this.path.push(name);
    const span = this.trace?.open(name ?? '*', codec, offset, this.littleEndian);
    const value = codec.read(this);
    if (span !== undefined) this.trace!.close(span, this.pos, value);
    if (name !== undefined) this.path.pop();
    values.set(offset, value ?? NOTHING);
    ends?.set(offset, this.pos);
    this.pos = pos;
    this.end = end;
    return value;
  }

  /** Reads an item of a list that pointers may lead into: the same offset gives the same value, whoever comes first. */
  item<T>(index: number, codec: Codec<T>): T {
    const { values, ends } = this.sharedBy(codec);
    const offset = this.pos;
    const end = ends!.get(offset);
    if (end !== undefined) {
      this.pos = end;
      const known = values.get(offset);
      return (known === NOTHING ? undefined : known) as T;
    }
    const value = this.field(index, codec);
    values.set(offset, value ?? NOTHING);
    ends!.set(offset, this.pos);
    return value;
  }

  private sharedBy(codec: Codec<unknown>): Shared {
    let shared = this.shared.get(codec);
    if (shared === undefined) {
      shared = new Shared(codec);
      this.shared.set(codec, shared);
    }
    return shared;
  }

  /** Reads from the next `length` bytes only, all of which the codec has to use. */
  within<T>(length: number, codec: Codec<T>): T {
    const { end } = this;
    this.end = this.take(length) + length;
    this.pos = this.end - length;
    const value = codec.read(this);
    if (this.left > 0) this.fail('trailing', `${this.left} of ${length} bytes are not explained by ${codec.kind}`);
    this.end = end;
    return value;
  }

  /**
   * Reads, as a part of its own when it has a name, or goes back to where it was and returns the error: for parts that a
   * damaged file can do without. The caller decides what to keep instead.
   */
  attempt<T>(codec: Codec<T>, name?: string | number): T | CodecError {
    const { pos, end, littleEndian } = this;
    const depth = this.path.length;
    const issueCount = this.issues.length;
    const mark = this.trace?.mark();
    try {
      return name === undefined ? codec.read(this) : this.field(name, codec);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      Object.assign(this, { pos, end, littleEndian });
      this.path.length = depth;
      this.issues.length = issueCount;
      if (mark !== undefined) this.trace!.rewind(mark);
      return error;
    }
  }

  /**
   * Reads from bytes that were made of some of these, such as what a compressed part unpacks to. Issues found there carry
   * the offset of the part; the trace keeps the spans with the part's own, as they do not lie in these bytes.
   */
  derived<T>(bytes: Uint8Array, read: (inner: Reader) => T): T {
    this.budget -= bytes.length;
    if (this.budget < 0)
      this.fail('too-large', `${bytes.length} bytes come out of the ${this.bytes.length} of the input`);
    const trace = this.trace?.derive(bytes);
    const { littleEndian, budget, pos } = this;
    const inner = new Reader(bytes, { littleEndian, budget, ...(trace === undefined ? {} : { trace }) });
    inner.path.push(...this.path);
    try {
      return read(inner);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      throw new CodecError(error.code, error.reason, pos, error.path);
    } finally {
      this.budget = inner.budget;
      for (const issue of inner.issues) this.issues.push({ ...issue, offset: pos });
    }
  }

  private limitDepth(): void {
    if (this.path.length > MAX_DEPTH) this.fail('too-deep', `parts lie or point more than ${MAX_DEPTH} levels deep`);
  }

  warn(code: ReadCode, reason: string, offset = this.pos): void {
    this.issues.push({ severity: 'warning', code, reason, offset, path: [...this.path] });
  }

  fail(code: ReadCode, reason: string, offset = this.pos): never {
    throw new CodecError(code, reason, offset, [...this.path]);
  }
}

/** More than any format nests: what goes deeper goes in circles. */
const MAX_DEPTH = 200;
