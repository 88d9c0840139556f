import { hex } from '../issue.ts';
import { Codec, Described } from './codec.ts';
import { List } from './list.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** The offset of a value that lies elsewhere in the file, or 0 for none. */
export class Pointer<T> extends Codec<T | undefined> {
  readonly kind: string;
  readonly minSize: number;
  readonly offset: Codec<number>;
  readonly target: Codec<T>;
  readonly group: string;

  constructor(offset: Codec<number>, target: Codec<T>, group: string) {
    super();
    this.kind = `${offset.kind} -> ${target.kind}`;
    this.minSize = offset.minSize;
    this.offset = offset;
    this.target = target;
    this.group = group;
  }

  read(r: Reader): T | undefined {
    const at = r.pos;
    const offset = this.offset.read(r);
    return offset === 0 ? undefined : follow(r, at, offset, this.target);
  }

  write(w: Writer, value: T | undefined): void {
    if (value === undefined) this.offset.write(w, 0);
    else w.defer(this.offset, this.target, value, this.group);
  }
}

/** The offset of a list whose count stands in the same struct, before or behind. An empty list may have offset 0. */
export class ListPointer<T extends { readonly length: number }> extends Described {
  readonly kind: string;
  readonly offset: Codec<number>;
  readonly list: List<T>;
  readonly group: string;

  constructor(offset: Codec<number>, list: List<T>, group: string) {
    super();
    this.kind = `${offset.kind} -> ${list.kind}[]`;
    this.offset = offset;
    this.list = list;
    this.group = group;
  }

  /** `at` is where the offset stands, for errors. */
  follow(r: Reader, name: string, at: number, offset: number, count: number): T {
    const codec = this.list.times(count);
    return offset === 0 && count === 0 ? r.at(r.pos, codec, name) : follow(r, at, offset, codec, name);
  }

  write(w: Writer, value: T): void {
    if (value.length === 0) this.offset.write(w, 0);
    else w.defer(this.offset, this.list.times(value.length), value, this.group);
  }
}

function follow<T>(r: Reader, at: number, offset: number, target: Codec<T>, name?: string): T {
  if (offset === 0 || offset >= r.bytes.length) {
    r.fail('bad-offset', `there is no ${target.kind} at ${hex(offset)}`, at);
  }
  return r.at(offset, target, name);
}

/**
 * A value that lies elsewhere. Writing leaves its place to the format, which calls `w.place(group)` where the values of
 * the group belong. What is shared stays shared. Equal texts are one.
 */
export function pointer<T extends { readonly length: number }>(
  offset: Codec<number>,
  target: List<T>,
  group?: string,
): ListPointer<T>;
export function pointer<T>(offset: Codec<number>, target: Codec<T>, group?: string): Pointer<T>;
export function pointer(
  offset: Codec<number>,
  target: Codec<any> | List<any>,
  group = target.kind,
): Pointer<any> | ListPointer<any> {
  return target instanceof List ? new ListPointer(offset, target, group) : new Pointer(offset, target, group);
}
