/** 256 literals, and match lengths from 3 to 60. */
const SYMBOL_COUNT = 314;
/** Number of nodes; numbers from here on are leaves. */
export const SIZE: number = 2 * SYMBOL_COUNT - 1;
const ROOT = SIZE - 1;
/** The weight of the root at which all weights are halved. */
const MAX_WEIGHT = 0x4000;
/** Longer codes do not fit the registers of the original encoder. */
const MAX_CODE_BITS = 16;

/**
 * The Huffman tree that LZHUF adapts after every symbol (specification, section 4.3). Nodes are ordered by weight;
 * siblings are neighbours. A child of `SIZE` or more is a symbol.
 */
export class HuffmanTree {
  private readonly weight = new Uint16Array(SIZE + 1);
  private readonly son = new Uint16Array(SIZE);
  private readonly parent = new Uint16Array(SIZE + SYMBOL_COUNT);

  constructor() {
    const { weight, son, parent } = this;
    for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
      weight[symbol] = 1;
      son[symbol] = symbol + SIZE;
      parent[symbol + SIZE] = symbol;
    }
    for (let node = SYMBOL_COUNT, pair = 0; node < SIZE; node++, pair += 2) {
      weight[node] = weight[pair]! + weight[pair + 1]!;
      son[node] = pair;
      parent[pair] = node;
      parent[pair + 1] = node;
    }
    weight[SIZE] = 0xffff;
  }

  /** The children of the root, to begin a code with. */
  get top(): number {
    return this.son[ROOT]!;
  }

  /** One of two children: further children, or a leaf. */
  child(children: number, bit: number): number {
    return this.son[children + bit]!;
  }

  /** Counts the symbol of a leaf, and returns it. */
  count(leaf: number): number {
    if (this.weight[ROOT] === MAX_WEIGHT) this.rebuild();
    const { weight, parent } = this;
    let node = parent[leaf]!;
    do {
      const sum = ++weight[node]!;
      if (sum > weight[node + 1]!) node = this.promote(node, sum);
      node = parent[node]!;
    } while (node !== 0);
    return leaf - SIZE;
  }

  /** Writes the code of a symbol and counts it. False, and nothing written, where the code is too long. */
  write(symbol: number, sink: { put(width: number, value: number): void }): boolean {
    let code = 0;
    let width = 0;
    for (let node = this.parent[symbol + SIZE]!; node !== ROOT; node = this.parent[node]!) {
      code |= (node & 1) << width;
      if (++width > MAX_CODE_BITS) return false;
    }
    sink.put(width, code);
    this.count(symbol + SIZE);
    return true;
  }

  /** Swaps a node that became too heavy for its place with the last lighter one, and returns the new place. */
  private promote(node: number, sum: number): number {
    const { weight, son, parent } = this;
    let last = node + 1;
    while (sum > weight[last + 1]!) last++;
    weight[node] = weight[last]!;
    weight[last] = sum;
    const mine = son[node]!;
    const theirs = son[last]!;
    parent[mine] = last;
    if (mine < SIZE) parent[mine + 1] = last;
    parent[theirs] = node;
    if (theirs < SIZE) parent[theirs + 1] = node;
    son[last] = mine;
    son[node] = theirs;
    return last;
  }

  /** Halves all weights and joins the tree anew. */
  private rebuild(): void {
    const { weight, son, parent } = this;
    let leaves = 0;
    for (let node = 0; node < SIZE; node++) {
      if (son[node]! < SIZE) continue;
      weight[leaves] = (weight[node]! + 1) >> 1;
      son[leaves++] = son[node]!;
    }
    for (let node = SYMBOL_COUNT, pair = 0; node < SIZE; node++, pair += 2) {
      const sum = weight[pair]! + weight[pair + 1]!;
      let at = node;
      while (sum < weight[at - 1]!) at--;
      weight.copyWithin(at + 1, at, node);
      son.copyWithin(at + 1, at, node);
      weight[at] = sum;
      son[at] = pair;
    }
    for (let node = 0; node < SIZE; node++) {
      parent[son[node]!] = node;
      if (son[node]! < SIZE) parent[son[node]! + 1] = node;
    }
  }
}
