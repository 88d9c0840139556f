import { CodecError } from '../issue.ts';
import type { Codec } from './codec.ts';
import type { ReadCode } from './reader.ts';

/** A value that pointers lead to. */
interface Target {
  readonly codec: Codec<unknown>;
  readonly value: unknown;
  /** Pointer fields that wait for the offset. */
  readonly slots: { readonly at: number; readonly codec: Codec<number> }[];
  /** Where the value is, once it is placed. */
  offset: number | undefined;
}

export interface WriteOptions {
  /** Byte order until the format says otherwise. Little-endian by default. */
  readonly littleEndian?: boolean;
}

/** A growing buffer with a cursor. Whatever is known only later is taken as a slot now and filled then. */
export class Writer {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  littleEndian: boolean;
  pos = 0;
  readonly path: (string | number)[] = [];
  /** Offsets of all pointer fields, in the order they were written: what a relocation table lists. */
  readonly pointers: number[] = [];
  private readonly targets = new Map<Codec<unknown>, Map<unknown, Target>>();
  private readonly pending = new Map<string, Target[]>();

  constructor(options: WriteOptions = {}) {
    this.littleEndian = options.littleEndian ?? true;
  }

  /** Makes room for `length` zero bytes and returns the offset of the first. */
  take(length: number): number {
    const at = this.pos;
    const end = at + length;
    if (end > this.bytes.length) this.grow(end);
    this.pos = end;
    return at;
  }

  /** Writes a named part. The name appears in the path of errors. */
  field<T>(name: string | number, codec: Codec<T>, value: T): void {
    this.path.push(name);
    codec.write(this, value);
    this.path.pop();
  }

  /** Writes over bytes that were taken before. */
  fill<T>(at: number, codec: Codec<T>, value: T): void {
    const { pos } = this;
    this.pos = at;
    codec.write(this, value);
    this.pos = pos;
  }

  /**
   * Writes an offset field for a value that is placed later, with its `group`. Equal texts and identical objects are
   * placed once.
   */
  defer<T>(offset: Codec<number>, codec: Codec<T>, value: T, group: string): void {
    const slot = { at: this.pos, codec: offset };
    this.pointers.push(slot.at);
    offset.write(this, 0);
    const target = this.targetOf(codec, value, group);
    if (target.offset === undefined) target.slots.push(slot);
    else this.fill(slot.at, slot.codec, target.offset);
  }

  /** Writes here what was deferred under `group`, in order of first use, each aligned to `align` bytes. */
  place(group: string, align = 1): void {
    for (const target of this.pending.get(group) ?? []) {
      this.take(-this.pos & (align - 1));
      target.offset = this.pos;
      for (const slot of target.slots) this.fill(slot.at, slot.codec, target.offset);
      this.field(group, target.codec, target.value); // may defer more of the same group: the loop goes on to them
    }
    this.pending.delete(group);
  }

  finish(): Uint8Array {
    for (const [group, targets] of this.pending) {
      throw new Error(`${targets.length} values of group '${group}' were never placed`);
    }
    return this.bytes.slice(0, this.pos);
  }

  fail(code: ReadCode, reason: string): never {
    throw new CodecError(code, reason, this.pos, [...this.path]);
  }

  private targetOf(codec: Codec<unknown>, value: unknown, group: string): Target {
    const targets = this.targets.get(codec) ?? new Map<unknown, Target>();
    this.targets.set(codec, targets);
    let target = targets.get(value);
    if (target === undefined) {
      target = { codec, value, slots: [], offset: undefined };
      targets.set(value, target);
      const pending = this.pending.get(group);
      if (pending === undefined) this.pending.set(group, [target]);
      else pending.push(target);
    }
    return target;
  }

  private grow(size: number): void {
    const bytes = new Uint8Array(Math.max(size, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.pos));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
