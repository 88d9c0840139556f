import { HuffmanTree, SIZE } from './lzhuf-tree.ts';

// LZHUF of Yoshizaki and Okumura with a look-ahead of 60: matches in a ring of 4096 bytes, adaptive Huffman codes for
// literals and lengths, a fixed prefix code for distances (specification, section 4).

const RING = 4096;
const LOOK_AHEAD = 60;
/** Matches are longer than this. */
const THRESHOLD = 2;
const NIL = RING;
/** More than any real file unpacks to. */
const MAX_SIZE = 64 * 2 ** 20;

/** Prefix code of the upper six bits of a distance: how many values have codes of 3, 4, … 8 bits. */
const CODE_COUNTS: readonly (readonly [bits: number, count: number])[] = [
  [3, 1],
  [4, 3],
  [5, 8],
  [6, 12],
  [7, 24],
  [8, 16],
];
const distanceCode = new Uint8Array(64);
const distanceBits = new Uint8Array(64);
/** The upper six bits of a distance by the next eight bits of the stream. */
const distanceOf = new Uint8Array(256);
{
  let code = 0;
  let value = 0;
  for (const [bits, count] of CODE_COUNTS) {
    for (let i = 0; i < count; i++) {
      distanceCode[value] = code;
      distanceBits[value] = bits;
      distanceOf.fill(value++, code, code + (1 << (8 - bits)));
      code += 1 << (8 - bits);
    }
  }
}

/**
 * The bytes inside an LZHUF stream; undefined where the bytes are no such stream: the stated size is 0 or more than 64
 * MiB, or unpacking does not use the stream up to its last byte, give or take one.
 */
export function unpack(packed: Uint8Array): Uint8Array | undefined {
  if (packed.length < 5) return undefined;
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  if (size < 1 || size > MAX_SIZE) return undefined;
  const bits = new BitSource(packed, 4);
  const output = new Output(Math.min(size, packed.length * 64));
  const tree = new HuffmanTree();
  while (output.length < size) {
    if (bits.pos > (packed.length + 1) * 8) return undefined;
    let node = tree.top;
    while (node < SIZE) node = tree.child(node, bits.next());
    const symbol = tree.count(node);
    if (symbol < 256) output.put(symbol);
    else output.copy(bits.distance() + 1, Math.min(symbol - 253, size - output.length));
  }
  return Math.abs(packed.length - Math.ceil(bits.pos / 8)) <= 1 ? output.finish() : undefined;
}

/** Bits, most significant first; zeros behind the end. */
class BitSource {
  private readonly bytes: Uint8Array;
  pos: number;

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes;
    this.pos = start * 8;
  }

  next(): number {
    const bit = ((this.bytes[this.pos >> 3] ?? 0) >> (7 - (this.pos & 7))) & 1;
    this.pos++;
    return bit;
  }

  /** 0 to 4095. */
  distance(): number {
    const at = this.pos >> 3;
    const window = ((this.bytes[at] ?? 0) << 16) | ((this.bytes[at + 1] ?? 0) << 8) | (this.bytes[at + 2] ?? 0);
    const shift = this.pos & 7;
    const upper = distanceOf[(window >> (16 - shift)) & 0xff]!;
    const width = distanceBits[upper]!;
    this.pos += width + 6;
    return (upper << 6) | (((window << shift) >> (18 - width)) & 0x3f);
  }
}

/** What has been unpacked so far, which is also what matches refer to. */
class Output {
  private bytes: Uint8Array;
  length = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  put(byte: number): void {
    if (this.length === this.bytes.length) this.grow();
    this.bytes[this.length++] = byte;
  }

  copy(distance: number, length: number): void {
    for (let i = 0; i < length; i++) {
      const from = this.length - distance;
      this.put(from >= 0 ? this.bytes[from]! : before(-from));
    }
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private grow(): void {
    const bytes = new Uint8Array(this.bytes.length * 2);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

/** The ring before the first byte: spaces, but zeros in the last cells, which no tool refers to. */
function before(distance: number): number {
  return distance <= RING - LOOK_AHEAD ? 0x20 : 0;
}

/**
 * An LZHUF stream of these bytes, the same that the original tools write. Undefined where the stream would need a code
 * of more than 16 bits, which they cannot express.
 */
export function pack(content: Uint8Array): Uint8Array | undefined {
  const sink = new BitSink(content.length);
  const tree = new HuffmanTree();
  const finder = new MatchFinder();
  let read = 0;
  let left = finder.fill(content);
  read = left;
  for (let i = 1; content.length > 0 && i <= LOOK_AHEAD; i++) finder.insert(finder.at - i);
  if (content.length > 0) finder.insert(finder.at);
  while (left > 0) {
    let length = Math.min(finder.length, left);
    if (length <= THRESHOLD) length = 1;
    const symbol = length === 1 ? finder.byte : 253 + length;
    if (!tree.write(symbol, sink)) return undefined;
    if (length > 1) sink.distance(finder.distance);
    for (let i = 0; i < length; i++) {
      finder.drop();
      if (read < content.length) finder.append(content[read++]!);
      else left--;
      finder.advance();
      if (left > 0) finder.insert(finder.at);
    }
  }
  return sink.finish();
}

class BitSink {
  private bytes: Uint8Array;
  private pos = 32;

  constructor(size: number) {
    this.bytes = new Uint8Array(size + 64);
    new DataView(this.bytes.buffer).setUint32(0, size, true);
  }

  put(width: number, value: number): void {
    if ((this.pos + width) >> 3 >= this.bytes.length) this.grow();
    for (let bit = width - 1; bit >= 0; bit--, this.pos++) {
      if ((value >> bit) & 1) this.bytes[this.pos >> 3]! |= 0x80 >> (this.pos & 7);
    }
  }

  distance(value: number): void {
    const upper = value >> 6;
    const width = distanceBits[upper]!;
    this.put(width, distanceCode[upper]! >> (8 - width));
    this.put(6, value & 0x3f);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, Math.ceil(this.pos / 8));
  }

  private grow(): void {
    const bytes = new Uint8Array(this.bytes.length * 2);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

/**
 * Longest matches by one binary search tree per first byte. Which of several equal matches is found decides about the
 * bytes of the stream, so the trees are those of the original, step by step.
 */
class MatchFinder {
  /** The ring; its first bytes are repeated behind its end, so that comparing needs no wrapping. */
  private readonly text = new Uint8Array(RING + LOOK_AHEAD - 1);
  private readonly left = new Int16Array(RING + 1).fill(NIL);
  /** Children, and from `NIL + 1` the roots by first byte. */
  private readonly right = new Int16Array(RING + 257).fill(NIL);
  private readonly parent = new Int16Array(RING + 1).fill(NIL);
  /** Where the next byte goes. */
  private end = 0;
  /** Where the bytes to encode begin. */
  at = RING - LOOK_AHEAD;
  /** Of the longest match of the last insertion. */
  length = 0;
  distance = 0;

  get byte(): number {
    return this.text[this.at]!;
  }

  /** Takes the first bytes, and tells how many. */
  fill(content: Uint8Array): number {
    this.text.fill(0x20, 0, this.at);
    const head = content.subarray(0, LOOK_AHEAD);
    this.text.set(head, this.at);
    return head.length;
  }

  append(byte: number): void {
    this.text[this.end] = byte;
    if (this.end < LOOK_AHEAD - 1) this.text[this.end + RING] = byte;
  }

  advance(): void {
    this.end = (this.end + 1) % RING;
    this.at = (this.at + 1) % RING;
  }

  insert(node: number): void {
    const { text, left, right, parent } = this;
    let order = 1;
    let at = NIL + 1 + text[node]!;
    left[node] = NIL;
    right[node] = NIL;
    this.length = 0;
    while (true) {
      const side = order >= 0 ? right : left;
      if (side[at] === NIL) {
        side[at] = node;
        parent[node] = at;
        return;
      }
      at = side[at]!;
      let length = 1;
      order = 0;
      while (length < LOOK_AHEAD) {
        order = text[node + length]! - text[at + length]!;
        if (order !== 0) break;
        length++;
      }
      if (length <= THRESHOLD) continue;
      const distance = ((node - at) & (RING - 1)) - 1;
      if (length > this.length) {
        this.length = length;
        this.distance = distance;
        if (length >= LOOK_AHEAD) break;
      } else if (length === this.length && distance < this.distance) {
        this.distance = distance;
      }
    }
    this.replace(at, node);
  }

  /** Removes the oldest byte, whose place the next one takes. */
  drop(): void {
    const { left, right, parent } = this;
    const node = this.end;
    if (parent[node] === NIL) return;
    let heir: number;
    if (right[node] === NIL) heir = left[node]!;
    else if (left[node] === NIL) heir = right[node]!;
    else {
      heir = left[node]!;
      if (right[heir] !== NIL) {
        while (right[heir] !== NIL) heir = right[heir]!;
        right[parent[heir]!] = left[heir]!;
        parent[left[heir]!] = parent[heir]!;
        left[heir] = left[node]!;
        parent[left[node]!] = heir;
      }
      right[heir] = right[node]!;
      parent[right[node]!] = heir;
    }
    this.hang(heir, node);
  }

  private replace(old: number, node: number): void {
    const { left, right, parent } = this;
    left[node] = left[old]!;
    right[node] = right[old]!;
    parent[left[old]!] = node;
    parent[right[old]!] = node;
    this.hang(node, old);
  }

  /** Puts `node` where `old` hangs. */
  private hang(node: number, old: number): void {
    const { left, right, parent } = this;
    const above = parent[old]!;
    parent[node] = above;
    if (right[above] === old) right[above] = node;
    else left[above] = node;
    parent[old] = NIL;
  }
}
