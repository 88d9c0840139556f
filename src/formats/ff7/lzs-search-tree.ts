const WINDOW = 4096;
const LONGEST = 18;
/** No node. */
const NONE = WINDOW;
/** The roots follow, one for every first byte of a string. A root has no string, only larger children. */
const ROOTS = WINDOW + 1;

/**
 * Finds the longest string in the window that a position's string begins with, by one binary search tree per first byte.
 * Which of several equally long ones it finds, it decides as the compressor of 1989 did that the game's files were made
 * with (specification, section 9.1).
 */
export class SearchTree {
  /** The window; its first bytes are repeated behind its end, so that strings need no wrapping. */
  readonly text = new Uint8Array(WINDOW + LONGEST - 1);
  /** What the last `insert` found. */
  matchLength = 0;
  matchPosition = 0;
  private readonly smaller = new Uint16Array(WINDOW + 1);
  private readonly larger = new Uint16Array(ROOTS + 256).fill(NONE);
  private readonly parent = new Uint16Array(WINDOW + 1).fill(NONE);

  store(at: number, byte: number): void {
    this.text[at] = byte;
    if (at < LONGEST - 1) this.text[at + WINDOW] = byte;
  }

  /** Adds the string at `position`, and finds its best match among those before. */
  insert(position: number): void {
    const { text, smaller, larger, parent } = this;
    smaller[position] = NONE;
    larger[position] = NONE;
    let node = ROOTS + text[position]!;
    let difference = 1;
    let best = 0;
    for (;;) {
      const children = difference >= 0 ? larger : smaller;
      const child = children[node]!;
      if (child === NONE) {
        children[node] = position;
        parent[position] = node;
        break;
      }
      node = child;
      let i = 1;
      do difference = text[position + i]! - text[node + i]!;
      while (difference === 0 && ++i < LONGEST);
      if (i <= best) continue;
      best = i;
      this.matchPosition = node;
      if (i < LONGEST) continue;
      this.replace(node, position);
      break;
    }
    this.matchLength = best;
  }

  /** Takes the string at `position` out, if it is in the tree. */
  remove(position: number): void {
    const { smaller, larger, parent } = this;
    if (parent[position] === NONE) return;
    let heir: number;
    if (larger[position] === NONE) heir = smaller[position]!;
    else if (smaller[position] === NONE) heir = larger[position]!;
    else heir = this.detachPredecessor(position);
    this.hang(heir, position);
  }

  /** The rightmost string among the smaller ones takes over the children of `position`. */
  private detachPredecessor(position: number): number {
    const { smaller, larger, parent } = this;
    let heir = smaller[position]!;
    if (larger[heir] !== NONE) {
      while (larger[heir] !== NONE) heir = larger[heir]!;
      larger[parent[heir]!] = smaller[heir]!;
      parent[smaller[heir]!] = parent[heir]!;
      smaller[heir] = smaller[position]!;
      parent[smaller[position]!] = heir;
    }
    larger[heir] = larger[position]!;
    parent[larger[position]!] = heir;
    return heir;
  }

  /** An equal string takes the place of an older one. */
  private replace(node: number, position: number): void {
    const { smaller, larger, parent } = this;
    larger[position] = larger[node]!;
    smaller[position] = smaller[node]!;
    parent[larger[node]!] = position;
    parent[smaller[node]!] = position;
    this.hang(position, node);
  }

  /** Hangs `heir` where `node` was. */
  private hang(heir: number, node: number): void {
    const { smaller, larger, parent } = this;
    const above = parent[node]!;
    parent[heir] = above;
    if (larger[above] === node) larger[above] = heir;
    else smaller[above] = heir;
    parent[node] = NONE;
  }
}
