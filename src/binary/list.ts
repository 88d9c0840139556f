import { hex } from '../issue.ts';
import { Codec, Described } from './codec.ts';
import { listed, pointedAt } from './pointed-at.ts';
import type { Reader } from './reader.ts';
import { readArray, Scalar, type TypedArray, writeArray } from './scalar.ts';
import type { Writer } from './writer.ts';

type Sequence = { readonly length: number };

/**
 * A run of values whose length stands elsewhere. It becomes a codec when told its length: by `times(6)`, by
 * `prefixed(u32)` or, as a field of a struct, by a `countOf` field.
 */
export abstract class List<T extends Sequence> extends Described {
  abstract readonly minItemSize: number;
  private readonly counted = new Map<number, Codec<T>>();

  /** `starts` are the offsets that the items should have, where the format stores them. */
  abstract readItems(r: Reader, count: number, starts?: readonly number[]): T;
  /** Items of a fixed size by default: as many as fit. */
  readToEnd(r: Reader): T {
    return this.times(Math.floor(r.left / this.minItemSize)).read(r);
  }

  /** `starts` receives the offset of every item. */
  abstract writeItems(w: Writer, value: T, starts?: number[]): void;

  /** `starts` goes to `readItems` and `writeItems`. Without it, equal counts give the same codec. */
  times(count: number, starts?: number[]): Codec<T> {
    if (starts !== undefined) return new Counted(this, count, starts);
    const codec = this.counted.get(count) ?? new Counted(this, count);
    if (this.counted.size < MAX_REMEMBERED_COUNTS) this.counted.set(count, codec);
    return codec;
  }

  /** As many items as the bytes up to the end of the enclosing part hold. */
  untilEnd(): Codec<T> {
    return new UntilEnd(this);
  }

  prefixed(count: Codec<number>): Codec<T> {
    return new Prefixed(this, count);
  }

  protected override with(properties: object): this {
    return super.with({ ...properties, counted: new Map() });
  }
}

/** Damaged files bring ever new counts: more than any real file has are not remembered. */
const MAX_REMEMBERED_COUNTS = 65_536;

export class Counted<T extends Sequence> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  readonly list: List<T>;
  readonly count: number;
  private readonly starts: number[] | undefined;

  constructor(list: List<T>, count: number, starts?: number[]) {
    super();
    this.list = list;
    this.count = count;
    this.starts = starts;
    this.kind = `${list.kind}[${count}]`;
    this.minSize = list.minItemSize * count;
    Object.assign(this, { doc: list.doc, unit: list.unit });
  }

  read(r: Reader): T {
    if (!(this.count >= 0 && this.minSize <= r.left)) {
      r.fail('bad-count', `${this.kind} needs at least ${this.minSize} bytes, ${r.left} left`);
    }
    return this.list.readItems(r, this.count, this.starts);
  }

  write(w: Writer, value: T): void {
    if (value.length !== this.count) w.fail('out-of-range', `${value.length} items where there are ${this.count}`);
    this.list.writeItems(w, value, this.starts);
  }
}

export class Prefixed<T extends Sequence> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  readonly list: List<T>;
  readonly count: Codec<number>;

  constructor(list: List<T>, count: Codec<number>) {
    super();
    this.list = list;
    this.count = count;
    this.kind = `${list.kind}[${count.kind}]`;
    this.minSize = count.minSize;
    Object.assign(this, { doc: list.doc, unit: list.unit });
  }

  read(r: Reader): T {
    return this.list.times(r.field('length', this.count)).read(r);
  }

  write(w: Writer, value: T): void {
    w.field('length', this.count, value.length);
    this.list.writeItems(w, value);
  }
}

/** A list that goes on to the end of the enclosing part. */
export class UntilEnd<T extends Sequence> extends Codec<T> {
  readonly kind: string;
  readonly minSize = 0;
  readonly list: List<T>;

  constructor(list: List<T>) {
    super();
    this.list = list;
    this.kind = `${list.kind}[]`;
    Object.assign(this, { doc: list.doc, unit: list.unit });
  }

  read(r: Reader): T {
    return this.list.readToEnd(r);
  }

  write(w: Writer, value: T): void {
    this.list.writeItems(w, value);
  }
}

export class Items<T> extends List<T[]> {
  readonly kind: string;
  readonly minItemSize: number;
  readonly item: Codec<T>;

  constructor(item: Codec<T>) {
    super();
    this.item = item;
    this.kind = item.kind;
    this.minItemSize = Math.max(1, item.minSize);
    listed.add(item);
  }

  readItems(r: Reader, count: number, starts?: readonly number[]): T[] {
    const items: T[] = [];
    for (let i = 0; i < count; i++) {
      if (starts !== undefined && starts[i] !== r.pos) {
        r.warn('bad-offset', `item ${i} begins here, its offset says ${hex(starts[i]!)}`);
      }
      items.push(pointedAt.has(this.item) ? r.item(i, this.item) : r.field(i, this.item));
    }
    return items;
  }

  override readToEnd(r: Reader): T[] {
    const items: T[] = [];
    while (r.left > 0) {
      const { pos } = r;
      items.push(r.field(items.length, this.item));
      if (r.pos === pos) r.fail('bad-value', `${this.item.kind} of no size, ${r.left} bytes left`);
    }
    return items;
  }

  writeItems(w: Writer, value: readonly T[], starts?: number[]): void {
    for (let i = 0; i < value.length; i++) {
      starts?.push(w.pos);
      if (pointedAt.has(this.item)) w.settle(this.item, value[i]!);
      w.field(i, this.item, value[i]!);
    }
  }
}

export class Scalars<A extends TypedArray> extends List<A> {
  readonly kind: string;
  readonly minItemSize: number;
  readonly item: Scalar<A>;

  constructor(item: Scalar<A>) {
    super();
    this.item = item;
    this.kind = item.kind;
    this.minItemSize = item.minSize;
  }

  readItems(r: Reader, count: number): A {
    return readArray(r, this.item, count);
  }

  writeItems(w: Writer, value: A): void {
    writeArray(w, this.item, value);
  }
}

/** Scalars become a typed array, all else an array. For many fixed-size records take a `table`. */
export function list<A extends TypedArray>(item: Scalar<A>): List<A>;
export function list<T>(item: Codec<T>): List<T[]>;
export function list(item: Codec<unknown>): List<Sequence> {
  return item instanceof Scalar ? new Scalars(item) : new Items(item);
}
