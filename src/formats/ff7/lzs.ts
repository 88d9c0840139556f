import { CodecError } from '../../binary/index.ts';
import type { Verdict, Wrapper } from '../../containers/wrapper.ts';
import { SearchTree } from './lzs-search-tree.ts';

// LZS, the compression of single files of Final Fantasy VII: LZSS with a window of 4096 bytes behind a length word
// (specification, section 9).

export const WINDOW = 4096;
export const LONGEST = 18;
const SHORTEST = 3;
/** Where the first byte goes in the window. */
const START = WINDOW - LONGEST;
const HEADER = 4;

/** Decompresses. Bytes behind the stated length count for nothing; a stream that ends inside a pair ends there. */
export function decompress(bytes: Uint8Array, limit = 2 ** 26): Uint8Array {
  if (bytes.length < HEADER) throw new CodecError('truncated', `${HEADER} bytes needed, ${bytes.length} left`, 0, []);
  const stated = bytes[0]! + bytes[1]! * 2 ** 8 + bytes[2]! * 2 ** 16 + bytes[3]! * 2 ** 24;
  if (stated > bytes.length - HEADER) {
    throw new CodecError('truncated', `a stream of ${stated} bytes, ${bytes.length - HEADER} follow`, 0, []);
  }
  return expand(bytes.subarray(HEADER, HEADER + stated), limit);
}

function expand(stream: Uint8Array, limit: number): Uint8Array {
  let output = new Uint8Array(Math.min(limit, 2 * stream.length + LONGEST));
  let length = 0;
  let flags = 1;
  for (let at = 0; at < stream.length; ) {
    if (flags === 1) flags = 0x100 | stream[at++]!;
    if (at >= stream.length) break;
    if (length + LONGEST > output.length) output = grow(output, length, limit);
    if ((flags & 1) === 1) {
      if (length >= limit) throw tooLarge(limit, at);
      output[length++] = stream[at++]!;
    } else {
      if (at + 1 >= stream.length) break;
      const [low, high] = [stream[at]!, stream[at + 1]!];
      const count = (high & 0x0f) + SHORTEST;
      if (length + count > limit) throw tooLarge(limit, at);
      let from = length - ((length + START - (low | ((high & 0xf0) << 4))) & (WINDOW - 1));
      if (from === length) from -= WINDOW;
      for (let i = 0; i < count; i++, from++) output[length++] = from < 0 ? 0 : output[from]!;
      at += 2;
    }
    flags >>= 1;
  }
  return output.slice(0, length);
}

function grow(output: Uint8Array, length: number, limit: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(length, Math.min(limit, 2 * (length + LONGEST))));
  grown.set(output.subarray(0, length));
  return grown;
}

const tooLarge = (limit: number, at: number) =>
  new CodecError('too-large', `more than ${limit} bytes come out`, HEADER + at, []);

/** Compresses as the game's own tools did: every known original comes out byte for byte (specification, section 9.1). */
export function compress(bytes: Uint8Array): Uint8Array {
  const output = new Uint8Array(HEADER + bytes.length + Math.ceil(bytes.length / 8));
  const length = emit(bytes, output);
  new DataView(output.buffer).setUint32(0, length - HEADER, true);
  return output.slice(0, length);
}

/** Writes the stream behind the length word and returns where it ends. */
function emit(bytes: Uint8Array, output: Uint8Array): number {
  const tree = new SearchTree();
  const { text } = tree;
  let lookAhead = Math.min(LONGEST, bytes.length);
  text.set(bytes.subarray(0, lookAhead), START);
  let next = lookAhead;
  // Strings of zeros that run into the look-ahead come first: without them other matches would be found.
  for (let i = 1; i <= LONGEST; i++) tree.insert(START - i);
  tree.insert(START);
  let [oldest, current] = [0, START];
  let [flagsAt, flag, at] = [HEADER, 1, HEADER + 1];
  while (lookAhead > 0) {
    let count = Math.min(tree.matchLength, lookAhead);
    if (count < SHORTEST) {
      count = 1;
      output[flagsAt]! |= flag;
      output[at++] = text[current]!;
    } else {
      output[at++] = tree.matchPosition;
      output[at++] = ((tree.matchPosition >> 4) & 0xf0) | (count - SHORTEST);
    }
    for (let i = 0; i < count; i++) {
      tree.remove(oldest);
      if (next < bytes.length) tree.store(oldest, bytes[next++]!);
      else lookAhead--;
      oldest = (oldest + 1) & (WINDOW - 1);
      current = (current + 1) & (WINDOW - 1);
      if (lookAhead > 0) tree.insert(current);
    }
    flag <<= 1;
    if (flag === 0x100 && lookAhead > 0) [flagsAt, flag, at] = [at, 1, at + 1];
  }
  return bytes.length === 0 ? HEADER : at;
}

/** Files under this size are seen whole by `sniff`. */
const HEAD_SIZE = 4096;

export const lzs: Wrapper = {
  id: 'lzs',
  title: 'LZS of Final Fantasy VII',
  issues: [],
  extensions: ['.lzs'],
  /** There is no signature, but the length word ends where the file does. PlayStation packs come unpacked as .LZS, too. */
  sniff(head: Uint8Array): Verdict {
    if (head.length < HEADER + 2) return 'no';
    const stated = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
    if (head.length < HEAD_SIZE) return stated === head.length - HEADER ? 'maybe' : 'no';
    return stated >= head.length - HEADER && stated < 2 ** 26 ? 'maybe' : 'no';
  },
  unwrap: decompress,
  /** Streams of other tools, and bytes behind the stream, are kept for as long as the content stays. */
  wrap(bytes: Uint8Array, original?: Uint8Array): Uint8Array {
    if (original !== undefined && equal(decompress(original, bytes.length + LONGEST), bytes)) return original;
    return compress(bytes);
  },
};

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
