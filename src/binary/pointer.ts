import { hex } from '../issue.ts';
import { Codec, Described } from './codec.ts';
import { Counted, List } from './list.ts';
import { pointedAt } from './pointed-at.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export interface PointerOptions {
  /** What `w.place` calls it. By default the kind of its target. */
  readonly group?: string;
  /**
   * What offsets count from: the start of the file, the offset field `itself`, or a place that the format names in
   * `origins` of reader and writer. From a named place, offset 0 is as good as any; otherwise it means there is nothing.
   */
  readonly from?: 'file' | 'itself' | (string & {});
  /** Where in the target it leads: that many bytes behind its start, such as past the length of a text. */
  readonly skip?: number;
  /** Whether `w.pointers`, the list of what a loader relocates, has it: by default unless it is null. */
  readonly relocated?: 'always' | 'unless null' | 'never';
  /** An empty list has offset 0, or, where `w.pointsAtEmpty` says that the file does so, the offset it would have. */
  readonly whenEmpty?: 'null' | 'placed';
}

/** The field that holds an offset: how it is followed, and how it is left for the format to fill. */
export class Reference {
  readonly offset: Codec<number>;
  readonly group: string;
  readonly options: PointerOptions;

  constructor(offset: Codec<number>, group: string, options: PointerOptions) {
    this.offset = offset;
    this.group = options.group ?? group;
    this.options = options;
  }

  /** Where in the file it leads, from the stored number and the place `at` of the field; undefined for nothing. */
  resolve(r: Reader, at: number, stored: number): number | undefined {
    const { from = 'file', skip = 0, relocated } = this.options;
    if (relocated !== 'never' && stored !== 0) r.followed?.add(at);
    if (from !== 'file' && from !== 'itself') return stored + (r.origins.get(from) ?? 0) - skip;
    if (stored === 0) return undefined;
    return (from === 'itself' ? at + stored : stored) - skip;
  }

  follow<T>(r: Reader, at: number, offset: number, target: Codec<T>, name?: string): T {
    if (offset < 0 || offset >= r.bytes.length)
      r.fail('bad-offset', `there is no ${target.kind} at ${hex(offset)}`, at);
    return r.at(offset, target, name);
  }

  write<T>(w: Writer, codec: Codec<T>, value: T): void {
    const isEmpty = codec instanceof Counted && codec.count === 0;
    if (isEmpty && !(this.options.whenEmpty === 'placed' && w.pointsAtEmpty)) this.writeNothing(w);
    else w.defer(this.offset, codec, value, this.group, this.options);
  }

  writeNothing(w: Writer): void {
    if (this.options.relocated === 'always') w.pointers.push(w.pos);
    this.offset.write(w, 0);
  }
}

/** The offset of a value that lies elsewhere in the file, or 0 for none. */
export class Pointer<T> extends Codec<T | undefined> {
  readonly kind: string;
  readonly minSize: number;
  readonly reference: Reference;
  readonly target: Codec<T>;

  constructor(offset: Codec<number>, target: Codec<T>, options: PointerOptions) {
    super();
    this.kind = `${offset.kind} -> ${target.kind}`;
    this.minSize = offset.minSize;
    this.reference = new Reference(offset, target.kind, options);
    this.target = target;
    pointedAt.add(target);
  }

  read(r: Reader): T | undefined {
    const at = r.pos;
    const offset = this.reference.resolve(r, at, this.reference.offset.read(r));
    return offset === undefined ? undefined : this.reference.follow(r, at, offset, this.target);
  }

  write(w: Writer, value: T | undefined): void {
    if (value === undefined) this.reference.writeNothing(w);
    else this.reference.write(w, this.target, value);
  }
}

export interface LaterOptions extends PointerOptions {
  /** Nothing may be there even where the other fields announce something. */
  readonly optional?: boolean;
  /** The layout depends on what other pointers of the struct lead to: they are followed first. */
  readonly last?: boolean;
  /** What there is instead where the reader has the place that offsets count from `elsewhere`. */
  readonly elsewhere?: () => unknown;
}

/**
 * The offset of a value of which the other fields of the struct have to tell the layout: a list whose count stands in
 * the same struct, before or behind; data whose format does.
 */
export class Later<S, T> extends Described {
  readonly kind: string;
  readonly reference: Reference;
  /** From the fields of the struct and, where a `countOf` names this field, its count. */
  readonly choose: (fields: S, count: number) => Codec<T>;
  /** Whether nothing may be there even where the fields announce something. */
  readonly isOptional: boolean;
  /** Whether the other pointers of the struct are followed first, as its layout depends on what they lead to. */
  readonly isLast: boolean;
  /** What there is instead where the reader has the place that offsets count from `elsewhere`. */
  private readonly elsewhere: (() => unknown) | undefined;

  constructor(
    kind: string,
    offset: Codec<number>,
    choose: (fields: S, count: number) => Codec<T>,
    options: LaterOptions,
  ) {
    super();
    this.kind = `${offset.kind} -> ${kind}`;
    this.reference = new Reference(offset, kind, options);
    this.choose = choose;
    this.isOptional = options.optional === true;
    this.isLast = options.last === true;
    this.elsewhere = options.elsewhere;
  }

  /** `at` is where the offset stands, for errors. */
  follow(r: Reader, name: string, at: number, stored: number, fields: S, count: number): T | undefined {
    if (this.elsewhere !== undefined && r.elsewhere.has(this.reference.options.from ?? '')) {
      return this.elsewhere() as T;
    }
    const offset = this.reference.resolve(r, at, stored);
    if (offset === undefined && this.isOptional) return undefined;
    const codec = this.choose(fields, count);
    if (codec instanceof Counted && codec.count === 0) {
      if (offset !== undefined && stored !== 0) r.emptiesPointedAt++;
      return r.field(name, codec); // never shared, so that one list can grow without the other
    }
    if (offset === undefined && codec.minSize === 0) return undefined;
    if (offset === undefined) r.fail('bad-offset', `null where there has to be a ${codec.kind}`, at);
    return this.reference.follow(r, at, offset, codec, name);
  }

  write(w: Writer, value: T | undefined, fields: S, count: number): void {
    if (value === undefined && this.isOptional) return this.reference.writeNothing(w);
    const codec = this.choose(fields, count);
    if (value === undefined && codec.minSize === 0) this.reference.writeNothing(w);
    else this.reference.write(w, codec, value as T);
  }
}

/**
 * A value that lies elsewhere. Writing leaves its place to the format, which calls `w.place(group)` where the values of
 * the group belong, or `w.placeOf(struct, field)`. What is shared stays shared. Equal texts are one.
 */
export function pointer<T extends { readonly length: number }>(
  offset: Codec<number>,
  target: List<T>,
  options?: string | PointerOptions,
): Later<object, T>;
export function pointer<T>(offset: Codec<number>, target: Codec<T>, options?: string | PointerOptions): Pointer<T>;
export function pointer(
  offset: Codec<number>,
  target: Codec<any> | List<any>,
  options: string | PointerOptions = {},
): Pointer<any> | Later<any, any> {
  const settings = typeof options === 'string' ? { group: options } : options;
  if (!(target instanceof List)) return new Pointer(offset, target, settings);
  return new Later(`${target.kind}[]`, offset, (_, count) => target.times(count), { group: target.kind, ...settings });
}

/**
 * A value that lies elsewhere and whose codec follows from the other fields of the struct, those behind it included:
 * `later('keys', u64, (curve: { flags: number }, count) => list(keyOf(curve.flags)).times(count))`.
 */
export function later<S, C extends Codec<any>>(
  kind: string,
  offset: Codec<number>,
  choose: (fields: S, count: number) => C,
  options: LaterOptions & { readonly optional: true },
): Later<S, (C extends Codec<infer T> ? T : never) | undefined>;
export function later<S, C extends Codec<any>>(
  kind: string,
  offset: Codec<number>,
  choose: (fields: S, count: number) => C,
  options?: LaterOptions,
): Later<S, C extends Codec<infer T> ? T : never>;
export function later(
  kind: string,
  offset: Codec<number>,
  choose: (fields: any, count: number) => Codec<any>,
  options: LaterOptions = {},
): Later<any, any> {
  return new Later(kind, offset, choose, options);
}
