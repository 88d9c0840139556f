import {
  Codec,
  i32,
  list,
  type PointerOptions,
  pointer,
  type Reader,
  sameValue,
  struct,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { encodeUtf8 } from './text.ts';
import { wiiuText } from './wiiu-text.ts';

// Dictionaries of Wii U files (specification, section 16.2): Patricia trees over names whose nodes lead straight to the
// elements, wherever those are.

/** Elements and their names. */
export interface Entries<T> {
  names: string[];
  values: T[];
  /** The tree, where it does not follow from the names. */
  tree?: WiiuTree | undefined;
}

/** The nodes, the root first. */
export interface WiiuTree {
  /** Byte of the name and bit in it that decide, `byte * 8 + bit`; 0xffffffff in the root. */
  reference: Uint32Array;
  left: Uint16Array;
  right: Uint16Array;
}

/** Offsets that count from themselves: all of them do on the Wii U. */
export const FROM_ITSELF: PointerOptions = { from: 'itself', relocated: 'never' };
/** The same, of lists that are pointed at even when they are empty (section 16.9). */
export const FROM_ITSELF_ALWAYS: PointerOptions = { ...FROM_ITSELF, whenEmpty: 'placed' };

/** Elements by their own names; undefined for none, which have no dictionary. */
export function entriesOf<T extends { name?: string | undefined }>(values: readonly T[]): Entries<T> | undefined {
  return values.length === 0 ? undefined : { names: values.map(({ name }) => name ?? ''), values: [...values] };
}

/** The only node that can have the key. */
export function findInWiiuTree({ reference, left, right }: WiiuTree, key: Uint8Array): number {
  let [parent, node] = [0, left[0]!];
  while (reference[parent]! > reference[node]!) {
    [parent, node] = [node, bitOf(key, reference[node]!) === 1 ? right[node]! : left[node]!];
  }
  return node;
}

/** The tree over names, as Nintendo's converter builds it; undefined where two names are the same. */
export function buildWiiuTree(names: readonly string[]): WiiuTree | undefined {
  const keys = [new Uint8Array(0), ...names.map(encodeUtf8)];
  const reference = new Uint32Array(keys.length).fill(0xffffffff, 0, 1);
  const left = new Uint16Array(keys.length);
  const right = new Uint16Array(keys.length);
  const tree = { reference, left, right };
  const child = (node: number, key: Uint8Array) => (bitOf(key, reference[node]!) === 1 ? right[node]! : left[node]!);
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    const decisive = highestDifference(key, keys[findInWiiuTree(tree, key)]!);
    if (decisive < 0) return undefined;
    let [parent, node] = [0, left[0]!];
    while (reference[parent]! > reference[node]! && reference[node]! > decisive) {
      [parent, node] = [node, child(node, key)];
    }
    reference[i] = decisive;
    const goesRight = bitOf(key, decisive) === 1;
    left[i] = goesRight ? node : i;
    right[i] = goesRight ? i : node;
    if (parent !== 0 && bitOf(key, reference[parent]!) === 1) right[parent] = i;
    else left[parent] = i;
  }
  return tree;
}

/** A bit of a name: the byte counts from its start, bits beyond its end are 0. */
const bitOf = (key: Uint8Array, reference: number): number => ((key[reference >>> 3] ?? 0) >> (reference & 7)) & 1;

/** The last place where two names differ; -1 for equal ones. */
function highestDifference(a: Uint8Array, b: Uint8Array): number {
  for (let i = Math.max(a.length, b.length) - 1; i >= 0; i--) {
    const difference = (a[i] ?? 0) ^ (b[i] ?? 0);
    if (difference !== 0) return 8 * i + 31 - Math.clz32(difference);
  }
  return -1;
}

/**
 * A dictionary whose nodes hold values, or offsets of them: `value` is what stands in a node. An element that is nowhere
 * is refused, as every other reader of a dictionary takes for granted that it is there.
 */
export class EntriesCodec<T> extends Codec<Entries<T>> {
  readonly kind = 'Dictionary';
  readonly minSize = 24;
  private readonly node: Codec<{ reference: number; left: number; right: number; name?: string; value?: T }>;
  private readonly value: Codec<T | undefined>;

  constructor(value: Codec<T | undefined>) {
    super();
    this.value = value;
    this.node = struct('Node', { reference: u32, left: u16, right: u16, name: wiiuText, value }) as never;
  }

  read(r: Reader): Entries<T> {
    const { pos } = r;
    const size = r.field('size', u32);
    const count = r.field('count', i32);
    if (size !== 8 + 16 * (count + 1)) r.fail('bad-value', `${size} bytes for a dictionary of ${count}`, pos);
    const nodes = r.field('nodes', list(this.node).times(count + 1)).map((node) => ({ ...node }));
    const names = nodes.slice(1).map(({ name }) => name ?? '');
    const tree: WiiuTree = {
      reference: Uint32Array.from(nodes, ({ reference }) => reference),
      left: Uint16Array.from(nodes, ({ left }) => left),
      right: Uint16Array.from(nodes, ({ right }) => right),
    };
    const values = nodes
      .slice(1)
      .map(({ value }, i) => value ?? r.fail('bad-offset', `'${names[i]}' has no offset`, pos));
    return { names, values, tree: sameValue(tree, buildWiiuTree(names)) ? undefined : tree };
  }

  write(w: Writer, entries: Entries<T>): void {
    const { names, values, tree = buildWiiuTree(names) } = entries;
    if (tree === undefined) w.fail('bfres/duplicate-name', 'two elements have the same name');
    u32.write(w, 8 + 16 * (names.length + 1));
    i32.write(w, names.length);
    for (let i = 0; i <= names.length; i++) {
      u32.write(w, tree.reference[i] ?? 0);
      u16.write(w, tree.left[i] ?? 0);
      u16.write(w, tree.right[i] ?? 0);
      wiiuText.write(w, i === 0 ? undefined : names[i - 1]);
      if (i === 0) w.take(4);
      else this.value.write(w, values[i - 1]);
    }
  }
}

/** An offset to a dictionary whose nodes lead to elements. */
export const dictionaryOfElements = <T>(element: Codec<T>) =>
  pointer(i32, new EntriesCodec<T>(pointer(i32, element, FROM_ITSELF)), FROM_ITSELF);

/** An offset to a dictionary whose nodes lead to strings. */
export const dictionaryOfStrings = () => pointer(i32, new EntriesCodec<string>(wiiuText), FROM_ITSELF);
