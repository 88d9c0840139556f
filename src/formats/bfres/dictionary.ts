import { Codec, i32, list, type Reader, sameValue, struct, u16, u32, type Writer } from '../../binary/index.ts';
import { encodeUtf8, text } from './text.ts';

// Dictionaries of Switch files (specification, section 3.4): Patricia trees over names, by which the engine finds the
// elements of an array. They follow from the names.

/** Names of the elements of an array, in their order. */
export interface Dictionary {
  keys: string[];
  /** The tree, where it does not follow from the names: they are hashes, or a tool built it wrongly. */
  tree?: Tree | undefined;
}

/** The nodes, the root first. */
export interface Tree {
  /** Number of the bit of the key that decides, from the end of the name; -1 in the root. */
  bit: Int32Array;
  left: Uint16Array;
  right: Uint16Array;
  /** False where the root has no name, not even an empty one. */
  rootNamed: boolean;
}

/** The dictionary of an array by the names of its elements; undefined for an empty one, which has none. */
export function dictionaryOf(elements: readonly { readonly name?: string | undefined }[]): Dictionary | undefined {
  return elements.length === 0 ? undefined : { keys: elements.map(({ name }) => name ?? '') };
}

/** The tree over names, as Nintendo's converter builds it; undefined where two names are the same. */
export function buildTree(names: readonly string[]): Tree | undefined {
  const keys = [new Uint8Array(0), ...names.map(encodeUtf8)];
  const tree = emptyTree(keys.length);
  const { bit, left, right } = tree;
  const child = (node: number, key: Uint8Array) => (bitOf(key, bit[node]!) === 1 ? right[node]! : left[node]!);
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    const decisive = lowestDifference(key, keys[search(tree, key)]!);
    if (decisive < 0) return undefined;
    let parent = 0;
    let node = left[0]!;
    while (bit[node]! > bit[parent]! && bit[node]! < decisive) {
      parent = node;
      node = child(node, key);
    }
    bit[i] = decisive;
    const goesRight = bitOf(key, decisive) === 1;
    left[i] = goesRight ? node : i;
    right[i] = goesRight ? i : node;
    if (parent !== 0 && bitOf(key, bit[parent]!) === 1) right[parent] = i;
    else left[parent] = i;
  }
  return tree;
}

/** The only node that can have the key. */
export function search({ bit, left, right }: Tree, key: Uint8Array): number {
  let parent = 0;
  let node = left[0]!;
  while (bit[node]! > bit[parent]!) {
    parent = node;
    node = bitOf(key, bit[node]!) === 1 ? right[node]! : left[node]!;
  }
  return node;
}

function emptyTree(length: number): Tree {
  return {
    bit: new Int32Array(length).fill(-1, 0, 1),
    left: new Uint16Array(length),
    right: new Uint16Array(length),
    rootNamed: true,
  };
}

/** A bit of a key, counted from the end: bits beyond its beginning are 0. */
function bitOf(key: Uint8Array, bit: number): number {
  return ((key[key.length - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1;
}

/** The lowest bit in which two keys differ; -1 for equal ones. */
function lowestDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.max(a.length, b.length);
  for (let i = 1; i <= length; i++) {
    const difference = (a[a.length - i] ?? 0) ^ (b[b.length - i] ?? 0);
    if (difference !== 0) return (i - 1) * 8 + 31 - Math.clz32(difference & -difference);
  }
  return -1;
}

const node = struct('Node', { bit: i32, left: u16, right: u16, name: text });

class DictionaryCodec extends Codec<Dictionary> {
  readonly kind = 'Dictionary';
  readonly minSize = 24;
  private readonly magic: number;
  private readonly isShared: boolean;

  constructor(magic: number, isShared: boolean) {
    super();
    this.magic = magic;
    this.isShared = isShared;
  }

  read(r: Reader): Dictionary {
    const magic = r.field('magic', u32);
    if (magic !== this.magic) r.fail('bad-magic', `${magic} where a dictionary begins with ${this.magic}`, r.pos - 4);
    const count = r.field('count', u32);
    const nodes = r.field('nodes', list(node).times(count + 1));
    const keys = nodes.slice(1).map(({ name }) => name ?? '');
    const tree: Tree = {
      bit: Int32Array.from(nodes, ({ bit }) => bit),
      left: Uint16Array.from(nodes, ({ left }) => left),
      right: Uint16Array.from(nodes, ({ right }) => right),
      rootNamed: nodes[0]!.name !== undefined,
    };
    return { keys, tree: sameValue(tree, buildTree(keys)) ? undefined : tree };
  }

  write(w: Writer, { keys, tree = buildTree(keys) }: Dictionary): void {
    if (tree === undefined) w.fail('bfres/duplicate-name', `${duplicate(keys)} is the name of two elements`);
    u32.write(w, this.magic);
    u32.write(w, keys.length);
    const names = [tree.rootNamed ? '' : undefined, ...keys];
    for (const [i, name] of names.entries()) {
      i32.write(w, tree.bit[i] ?? 0);
      u16.write(w, tree.left[i] ?? 0);
      u16.write(w, tree.right[i] ?? 0);
      text.write(w, name);
    }
  }

  override identity(value: Dictionary): unknown {
    if (!this.isShared) return value;
    const { keys, tree } = value;
    return JSON.stringify([keys, tree && [...tree.bit, ...tree.left, ...tree.right]]);
  }
}

function duplicate(names: readonly string[]): string | undefined {
  return names.find((name, i) => names.indexOf(name) < i);
}

/** A dictionary of its own for every array. */
export const dictionary: Codec<Dictionary> = new DictionaryCodec(0, false);

/** A dictionary that arrays with the same names share, as they do from version 10 on (section 15.4). */
export const sharedDictionary: Codec<Dictionary> = new DictionaryCodec(0, true);

/** The dictionary of a BNTX, which alone has a signature. */
export const bntxDictionary: Codec<Dictionary> = new DictionaryCodec(0x4349445f, false);
