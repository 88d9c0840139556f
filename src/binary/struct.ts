import { hex } from '../issue.ts';
import { Codec, type Infer } from './codec.ts';
import { sameValue } from './equal.ts';
import { List, list } from './list.ts';
import { Later } from './pointer.ts';
import type { Reader } from './reader.ts';
import { Scalar, type TypedArray, u8, writeArray } from './scalar.ts';
import type { Writer } from './writer.ts';

/** A stored number that follows from another field. It is no data: writing computes it. */
abstract class Derived<Target extends string = string> {
  readonly target: Target;
  readonly codec: Scalar<TypedArray>;

  constructor(target: Target, codec: Scalar<TypedArray>) {
    this.target = target;
    this.codec = codec;
  }
}

class Count<Target extends string = string> extends Derived<Target> {
  declare readonly role: 'count';
}
class Offset<Target extends string = string> extends Derived<Target> {
  declare readonly role: 'offset';
}
class Size<Target extends string = string> extends Derived<Target> {
  declare readonly role: 'size';
}
class Offsets<Target extends string = string> extends Derived<Target> {
  declare readonly role: 'offsets';
}

/** How many items the list `target` has. */
export const countOf = <N extends string>(target: N, codec: Scalar<TypedArray>): Count<N> => new Count(target, codec);
/** Where the field `target` begins. */
export const offsetOf = <N extends string>(target: N, codec: Scalar<TypedArray>): Offset<N> =>
  new Offset(target, codec);
/** How many bytes the field `target` takes. The field gets exactly those to read. */
export const sizeOf = <N extends string>(target: N, codec: Scalar<TypedArray>): Size<N> => new Size(target, codec);
/** Where each item of the list `target` begins. */
export const offsetsOf = <N extends string>(target: N, codec: Scalar<TypedArray>): Offsets<N> =>
  new Offsets(target, codec);

/** A number that only the format can tell, once everything has its place. It is no data. */
class Filled {
  readonly codec: Scalar<TypedArray>;

  constructor(codec: Scalar<TypedArray>) {
    this.codec = codec;
  }
}

/** A number of the layout. Writing leaves zeros, `w.marks` then tells under the field's name where to fill it in. */
export const filled = (codec: Scalar<TypedArray>): Filled => new Filled(codec);

class Usual<E, S, T> {
  readonly entry: E;
  readonly derive: (fields: S) => T;

  constructor(entry: E, derive: (fields: S) => T) {
    this.entry = entry;
    this.derive = derive;
  }
}

/**
 * A field that nearly always follows from the others. The property is there only where it does not, so that values stay
 * free of what is redundant while odd files are written as they were: `usually(u32, () => 0)` for padding.
 */
export const usually = <S, E extends Codec<any> | Later<any, any>>(
  entry: E,
  derive: (fields: S) => ValueOf<E>,
): Usual<E, S, ValueOf<E>> => new Usual(entry, derive);

class Given<S, T> {
  readonly choose: (earlier: S) => Codec<T>;

  constructor(choose: (earlier: S) => Codec<T>) {
    this.choose = choose;
  }
}

/**
 * A field whose layout depends on earlier ones:
 * `given((head: { version: number }) => (head.version < 9 ? old : recent))`.
 */
export const given = <S, C extends Codec<any>>(choose: (earlier: S) => C): Given<S, Infer<C>> => new Given(choose);

type Plain = Codec<any> | List<any> | Given<any, any>;
type Entry = Plain | Later<any, any> | Count | Offset | Offsets | Size | Filled | Usual<any, any, any>;
type Fields = Record<string, Entry>;

type ValueOf<E> =
  E extends Codec<infer T>
    ? T
    : E extends Given<any, infer T>
      ? T
      : E extends Usual<any, any, infer T>
        ? T | undefined
        : ItemsOf<E>;
type ItemsOf<E> = E extends List<infer T> ? T : E extends Later<any, infer T> ? T : never;
type DerivedKeys<F> = { [K in keyof F]: F[K] extends Derived | Filled ? K : never }[keyof F];
type OptionalKeys<F> = { [K in keyof F]: undefined extends ValueOf<F[K]> ? K : never }[keyof F];

/** The object a struct reads and writes: its fields without the derived ones. */
export type StructOf<F> = Flat<
  { -readonly [K in Exclude<keyof F, DerivedKeys<F> | OptionalKeys<F>>]: ValueOf<F[K]> } & {
    -readonly [K in Exclude<OptionalKeys<F>, DerivedKeys<F>>]?: ValueOf<F[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** Makes mistakes type errors: a target that is no field, a list without a count, a `given` that asks for more. */
type Checked<F> = {
  [K in keyof F]: F[K] extends Derived<infer N>
    ? N extends TargetKeys<F, F[K]>
      ? F[K]
      : Derived<TargetKeys<F, F[K]> & string>
    : F[K] extends List<any>
      ? K extends CountedKeys<F>
        ? F[K]
        : Codec<any>
      : F[K] extends Given<infer S, infer T>
        ? StructOf<F> extends S
          ? F[K]
          : Given<StructOf<F>, T>
        : F[K];
};
/** An offset or a size may belong to any field, a count to a list, several offsets to a list of anything but plain numbers. */
type TargetKeys<F, D> = D extends Offset | Size
  ? Exclude<keyof F, DerivedKeys<F>>
  : D extends Offsets
    ? ListKeys<F, readonly unknown[]>
    : ListKeys<F, unknown>;
type ListKeys<F, T> = {
  [K in keyof F]: F[K] extends List<any> | Later<any, any> ? (ItemsOf<F[K]> extends T ? K : never) : never;
}[keyof F];
type CountedKeys<F> = { [K in keyof F]: F[K] extends Count<infer N> ? N : never }[keyof F];

export class Struct<F extends Fields> extends Codec<StructOf<F>> {
  readonly kind: string;
  readonly minSize: number;
  readonly fields: F;
  private readonly names: readonly string[];
  private readonly entries: readonly Entry[];
  /** The entries without the rules that `usually` adds to them. */
  private readonly bare: readonly Exclude<Entry, Usual<any, any, any>>[];
  private readonly usual: readonly (readonly [name: string, Usual<any, any, any>])[];
  /** What kind of entry each is, so that reading need not ask again and again. */
  private readonly roles: readonly Role[];
  private readonly derives: boolean;
  /** Whether fields say where others are or how long, which then is compared for every field. */
  private readonly derivesPlaces: boolean;
  /** Indices of the fields that are pointers to follow, and the order to follow them in. */
  private readonly pointers: readonly number[];
  private readonly pointerOrder: readonly number[];
  private readonly offsetNames: readonly string[];
  /** All properties in order, so that values share one hidden class: filling a copy is twice as fast as adding. */
  private readonly blank: Readonly<Record<string, unknown>>;

  constructor(kind: string, fields: F) {
    super();
    this.kind = kind;
    this.fields = fields;
    this.names = Object.keys(fields);
    this.entries = Object.values(fields);
    this.bare = this.entries.map((entry) => (entry instanceof Usual ? entry.entry : entry));
    this.roles = this.bare.map(roleOf);
    this.usual = Object.entries(fields).filter((field): field is [string, any] => field[1] instanceof Usual);
    this.derives = this.entries.some((entry) => entry instanceof Derived);
    this.derivesPlaces = this.entries.some((entry) => entry instanceof Derived && !(entry instanceof Count));
    const isLast = (k: number) => Number((this.bare[this.pointers[k]!] as Later<any, any>).isLast);
    this.pointers = [...this.bare.keys()].filter((i) => this.bare[i] instanceof Later);
    this.pointerOrder = [...this.pointers.keys()].sort((a, b) => isLast(a) - isLast(b));
    this.offsetNames = this.names.map((name) => `${name}Offset`);
    this.blank = Object.fromEntries(
      Object.entries(fields)
        .filter(([, entry]) => !(entry instanceof Derived || entry instanceof Filled))
        .map(([name]) => [name, undefined]),
    );
    this.minSize = this.bare.reduce((size, entry) => size + minSizeOf(entry), 0);
  }

  read(r: Reader): StructOf<F> {
    const value: Record<string, unknown> = { ...this.blank };
    const stored = this.derives ? new Stored() : undefined;
    const places: number[] = [];
    // Plain numbers that are there cannot fail, so that nobody asks for their path.
    const isQuick = r.trace === undefined && !this.derivesPlaces;
    for (let i = 0; i < this.names.length; i++) {
      const name = this.names[i]!;
      const entry = this.bare[i]!;
      switch (this.roles[i]!) {
        case 'scalar':
          if (isQuick) {
            const number = r.peek(entry as Scalar<TypedArray>);
            if (!Number.isNaN(number)) {
              value[name] = number;
              break;
            }
          }
          this.readField(r, name, entry as Codec<unknown>, value, stored);
          break;
        case 'codec':
          this.readField(r, name, entry as Codec<unknown>, value, stored);
          break;
        case 'derived':
          stored!.read(r, name, entry as Count);
          break;
        case 'later':
          places.push(r.pos, r.field(this.offsetNames[i]!, (entry as Later<any, any>).reference.offset));
          break;
        case 'filled':
          r.field(name, (entry as Filled).codec);
          break;
        default: {
          const codec = settle(entry as Plain, value, stored?.counts[name], stored?.starts?.[name]);
          this.readField(r, name, codec, value, stored);
        }
      }
    }
    for (const k of this.pointerOrder) {
      const i = this.pointers[k]!;
      const name = this.names[i]!;
      const entry = this.bare[i] as Later<any, any>;
      value[name] = entry.follow(r, name, places[2 * k]!, places[2 * k + 1]!, value, stored?.counts[name] ?? 0);
    }
    for (const [name, { derive }] of this.usual) {
      if (sameValue(value[name], derive(value))) value[name] = undefined;
    }
    return value as StructOf<F>;
  }

  private readField(
    r: Reader,
    name: string,
    codec: Codec<unknown>,
    value: Record<string, unknown>,
    stored: Stored | undefined,
  ): void {
    stored?.compareOffset(r, name);
    const size = stored?.sizes?.[name];
    const at = r.pos;
    const issueCount = r.issues.length;
    value[name] = r.field(name, size === undefined ? codec : new Sized(size, codec));
    if (r.issues.length > issueCount && Number.isNaN(value[name])) {
      keepBits(value, name, r.bytes.slice(at, r.pos));
      r.issues.length = issueCount;
    }
  }

  write(w: Writer, value: StructOf<F>): void {
    const source = this.complete(value as Record<string, any>);
    const { owner } = w;
    w.owner = value;
    const slots: Slot[] = [];
    for (let i = 0; i < this.names.length; i++) {
      const name = this.names[i]!;
      const entry = this.bare[i]!;
      if (entry instanceof Count) {
        w.field(name, entry.codec, source[entry.target]?.length ?? 0);
      } else if (entry instanceof Filled) {
        w.mark(name);
        entry.codec.write(w, 0);
      } else if (entry instanceof Derived) {
        slots.push(new Slot(w, entry, source[entry.target]));
      } else if (entry instanceof Later) {
        w.path.push(name);
        entry.write(w, source[name], source, source[name]?.length ?? 0);
        w.path.pop();
      } else {
        const start = w.pos;
        const starts: number[] = [];
        const bits = Number.isNaN(source[name]) ? (source as WithBits)[nanBits]?.[name] : undefined;
        if (bits === undefined) w.field(name, settle(entry, source, source[name]?.length, starts), source[name]);
        else writeArray(w, u8, bits);
        for (const slot of slots) {
          if (slot.entry.target === name) slot.fill(w, slot.numbers(start, w.pos, starts));
        }
      }
    }
    w.owner = owner;
  }

  /** The value with all that usually follows from it. */
  private complete(value: Record<string, any>): Record<string, any> {
    if (this.usual.length === 0) return value;
    const source = { ...value };
    for (const [name, { derive }] of this.usual) source[name] ??= derive(value);
    return source;
  }
}

type Role = 'scalar' | 'codec' | 'derived' | 'later' | 'filled' | 'plain';

function roleOf(entry: Exclude<Entry, Usual<any, any, any>>): Role {
  if (entry instanceof Scalar) return 'scalar';
  if (entry instanceof Codec) return 'codec';
  if (entry instanceof Derived) return 'derived';
  if (entry instanceof Later) return 'later';
  return entry instanceof Filled ? 'filled' : 'plain';
}

/** What the derived fields of one value say about the others. */
class Stored {
  readonly counts: Record<string, number> = {};
  offsets: Record<string, number> | undefined;
  sizes: Record<string, number> | undefined;
  starts: Record<string, number[]> | undefined;

  read(r: Reader, name: string, entry: Count | Offset | Offsets | Size): void {
    const { target, codec } = entry;
    if (entry instanceof Count) {
      this.counts[target] = r.field(name, codec);
    } else if (entry instanceof Size) {
      this.sizes ??= {};
      this.sizes[target] = r.field(name, codec);
    } else if (entry instanceof Offset) {
      this.offsets ??= {};
      this.offsets[target] = r.field(name, codec);
    } else {
      this.starts ??= {};
      this.starts[target] = [...r.field(name, list(codec).times(this.counts[target]!))];
    }
  }

  compareOffset(r: Reader, name: string): void {
    const offset = this.offsets?.[name] ?? r.pos;
    if (offset !== r.pos) r.warn('bad-offset', `${name} begins here, its offset says ${hex(offset)}`);
  }
}

/** A codec that gets a stated number of bytes and has to use them all. */
export class Sized<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize = 0;
  readonly codec: Codec<T>;
  private readonly size: number;

  constructor(size: number, codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.size = size;
    this.codec = codec;
    Object.assign(this, { doc: codec.doc, unit: codec.unit });
  }

  read(r: Reader): T {
    return r.within(this.size, this.codec);
  }

  write(w: Writer, value: T): void {
    this.codec.write(w, value);
  }
}

/**
 * The bits of fields that are no number: a JavaScript NaN has no sign and no payload, the files have both. Written back
 * for as long as the field stays NaN.
 */
export const nanBits: unique symbol = Symbol('bits of NaN fields');

interface WithBits {
  [nanBits]?: Record<string, Uint8Array>;
}

function keepBits(value: WithBits, name: string, bits: Uint8Array): void {
  value[nanBits] = { ...value[nanBits], [name]: bits };
}

/** Room for offsets of a field that is written later. */
class Slot {
  readonly entry: Offset | Offsets | Size;
  private readonly at: number;

  constructor(w: Writer, entry: Offset | Offsets | Size, target: any) {
    this.entry = entry;
    this.at = w.take(entry.codec.minSize * (entry instanceof Offsets ? target.length : 1));
  }

  /** What to fill in, now that the target lies from `start` to `end` and its items at `starts`. */
  numbers(start: number, end: number, starts: readonly number[]): readonly number[] {
    if (this.entry instanceof Offsets) return starts;
    return [this.entry instanceof Offset ? start : end - start];
  }

  fill(w: Writer, offsets: readonly number[]): void {
    const { codec } = this.entry;
    for (const [i, offset] of offsets.entries()) w.fill(this.at + i * codec.minSize, codec, offset);
  }
}

/** Fields in the order of the file. The type of the value follows from them; derived fields are not part of it. */
export function struct<F extends Fields>(kind: string, fields: F & Checked<F>): Struct<F> {
  return new Struct<F>(kind, fields);
}

/** The codec of a field, now that the fields before it are known. */
function settle(entry: Plain, earlier: object, count: number | undefined, starts: number[] | undefined): Codec<any> {
  if (entry instanceof Codec) return entry;
  return entry instanceof List ? entry.times(count!, starts) : entry.choose(earlier);
}

function minSizeOf(entry: Exclude<Entry, Usual<any, any, any>>): number {
  if (entry instanceof Codec) return entry.minSize;
  if (entry instanceof Later) return entry.reference.offset.minSize;
  if (entry instanceof Offsets || entry instanceof List || entry instanceof Given) return 0;
  return entry.codec.minSize;
}
