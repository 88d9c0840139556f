import { CodecError } from '../issue.ts';
import type { Codec } from './codec.ts';
import type { PointerOptions } from './pointer.ts';
import type { ReadCode } from './reader.ts';

/** An offset field that waits for the place of its target. */
interface TargetSlot {
  readonly at: number;
  readonly codec: Codec<number>;
  readonly from: string;
  readonly skip: number;
}

/** A value that pointers lead to. */
export interface Target {
  readonly codec: Codec<unknown>;
  readonly value: unknown;
  readonly group: string;
  /** Pointer fields that wait for the offset. */
  readonly slots: TargetSlot[];
  /** Where the value is, once it is placed. */
  offset: number | undefined;
}

/** What lies where: a part that was placed. */
export interface Placement {
  readonly codec: Codec<unknown>;
  readonly start: number;
  readonly end: number;
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
  /** Places in the file that offsets count from, by name. Has to be set before anything of them is placed. */
  readonly origins = new Map<string, number>();
  /** Offsets of fields that the format fills in at the end, by their names. */
  readonly marks = new Map<string, number[]>();
  /** Whether empty lists have the offset that they would have: see `whenEmpty`. */
  pointsAtEmpty = false;
  /** The struct whose fields are being written. */
  owner: object | undefined;
  private readonly targets = new Map<Codec<unknown>, Map<unknown, Target>>();
  private readonly pending = new Map<string, Target[]>();
  private readonly owned = new Map<object, Map<string | number, Target>>();

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

  /** Zeros up to the next multiple of `size`, a power of two. */
  align(size: number): void {
    this.take(-this.pos & (size - 1));
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

  /** Remembers the current offset under a name. */
  mark(name: string): void {
    const offsets = this.marks.get(name);
    if (offsets === undefined) this.marks.set(name, [this.pos]);
    else offsets.push(this.pos);
  }

  /** Fills in a number wherever `mark` was told this name. */
  fillMarks(name: string, codec: Codec<number>, value: number): void {
    for (const at of this.marks.get(name) ?? []) this.fill(at, codec, value);
  }

  /**
   * Writes an offset field for a value that is placed later, with its `group` or by `placeOf`. Equal texts and identical
   * objects are placed once, as is what a codec says is the same (`identity`).
   */
  defer<T>(offset: Codec<number>, codec: Codec<T>, value: T, group: string, options: PointerOptions = {}): void {
    const { from = 'file', skip = 0, relocated } = options;
    const slot = { at: this.pos, codec: offset, from, skip };
    if (relocated !== 'never') this.pointers.push(slot.at);
    offset.write(this, 0);
    const target = this.targetOf(codec, value, group);
    this.own(target);
    if (target.offset === undefined) target.slots.push(slot);
    else this.fillSlot(slot, target.offset);
  }

  /** Has a value placed with its group although no pointer leads to it. */
  include<T>(codec: Codec<T>, value: T, group: string): void {
    this.targetOf(codec, value, group);
  }

  /** How many values wait for their place in a group. */
  count(group: string): number {
    return this.pending.get(group)?.length ?? 0;
  }

  /** Writes here what was deferred under `group`, in order of first use or as `order` says, each aligned to `align` bytes. */
  place(group: string, align = 1, order?: (a: unknown, b: unknown) => number): void {
    const targets = this.pending.get(group) ?? [];
    if (order !== undefined) targets.sort((a, b) => order(a.value, b.value));
    for (const target of targets) this.put(target, align); // may defer more of the same group: the loop goes on to them
    this.pending.delete(group);
  }

  /** Writes here what still waits for a place and belongs nowhere else: targets of all groups but these. */
  placeRest(align: number, ...except: readonly string[]): void {
    for (let before = -1; before !== this.pos; ) {
      before = this.pos;
      for (const group of [...this.pending.keys()]) if (!except.includes(group)) this.place(group, align);
    }
  }

  /** Writes here what the pointer field `name` of a struct leads to, unless it is null or has its place already. */
  placeOf<T extends object>(owner: T, name: keyof T & string, align = 1): void {
    const target = this.owned.get(owner)?.get(name);
    if (target !== undefined) this.put(target, align);
  }

  /** Writes here a value that pointers lead to, or will, unless it has its place already. */
  placeValue<T>(codec: Codec<T>, value: T, align = 1): void {
    this.put(this.targetOf(codec, value, codec.kind), align);
  }

  /** Where the target of a pointer field of a struct was placed. */
  offsetOf<T extends object>(owner: T, name: keyof T & string): number | undefined {
    return this.owned.get(owner)?.get(name)?.offset;
  }

  /** The current position is where this value, to which pointers may lead, begins. */
  settle<T>(codec: Codec<T>, value: T): void {
    this.settleTarget(this.targetOf(codec, value, ''));
  }

  finish(): Uint8Array {
    for (const [group, targets] of this.pending) {
      const missing = targets.filter(({ offset }) => offset === undefined);
      if (missing.length > 0) throw new Error(`${missing.length} values of group '${group}' were never placed`);
    }
    return this.bytes.slice(0, this.pos);
  }

  fail(code: ReadCode, reason: string): never {
    throw new CodecError(code, reason, this.pos, [...this.path]);
  }

  private put(target: Target, align: number): void {
    if (target.offset !== undefined) return;
    this.align(align);
    this.settleTarget(target);
    const start = this.pos;
    this.field(target.group, target.codec, target.value);
    this.placed?.({ codec: target.codec, start, end: this.pos });
  }

  /** Is told of every part that is placed. */
  placed: ((placement: Placement) => void) | undefined;

  private settleTarget(target: Target): void {
    target.offset = this.pos;
    for (const slot of target.slots) this.fillSlot(slot, target.offset);
  }

  private fillSlot({ at, codec, from, skip }: TargetSlot, offset: number): void {
    const origin = from === 'file' ? 0 : from === 'itself' ? at : this.origins.get(from);
    if (origin === undefined) throw new Error(`nobody said where offsets from ${from} count from`);
    this.fill(at, codec, offset + skip - origin);
  }

  private own(target: Target): void {
    const name = this.path.at(-1);
    if (this.owner === undefined || name === undefined) return;
    const fields = this.owned.get(this.owner);
    if (fields === undefined) this.owned.set(this.owner, new Map([[name, target]]));
    else fields.set(name, target);
  }

  private targetOf(codec: Codec<unknown>, value: unknown, group: string): Target {
    const targets = this.targets.get(codec) ?? new Map<unknown, Target>();
    this.targets.set(codec, targets);
    const identity = codec.identity(value);
    let target = targets.get(identity);
    if (target === undefined) {
      target = { codec, value, group, slots: [], offset: undefined };
      targets.set(identity, target);
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
