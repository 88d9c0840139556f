import type { Verdict } from '../../containers/wrapper.ts';
import { latin1 } from './text-lines.ts';

// The battle files have neither signature nor extension. What tells them apart is what the game's own files have in
// common; where a file follows its format without that, its name decides.

const HEAD_SIZE = 4096;
const isWhole = (head: Uint8Array): boolean => head.length < HEAD_SIZE;
const viewOf = (head: Uint8Array): DataView => new DataView(head.buffer, head.byteOffset, head.byteLength);

/** 32-bit words from the start. */
function words(head: Uint8Array, count: number): number[] {
  const view = viewOf(head);
  return Array.from({ length: count }, (_, i) => view.getUint32(4 * i, true));
}

const PLAUSIBLE_RECORDS = 1024;
/** Bytes of a block that are not of its stream: head, padding, and what editors leave. */
const MOST_BEHIND = 24;
const PLAUSIBLE_JOINTS = 64;

/** Follows the records through the head: headers must be plausible, and streams fill their blocks. */
export function sniffBank(head: Uint8Array): Verdict {
  if (head.length < 4) return 'no';
  const view = viewOf(head);
  const recordCount = view.getUint32(0, true);
  if (recordCount === 0 || recordCount > PLAUSIBLE_RECORDS) return 'maybe';
  let certain = 0;
  let at = 4;
  for (let i = 0; i < recordCount && at + 17 <= head.length; i++) {
    const [joints, frames, size] = [0, 4, 8].map((offset) => view.getUint32(at + offset, true)) as [
      number,
      number,
      number,
    ];
    if (joints > PLAUSIBLE_JOINTS) return 'maybe';
    const streamBytes = view.getUint16(at + 14, true);
    if (
      size >= 11 &&
      streamBytes + 5 <= size &&
      size <= streamBytes + MOST_BEHIND &&
      view.getUint16(at + 12, true) === frames
    ) {
      certain++;
    }
    at += 12 + size;
  }
  return certain > 0 && (!isWhole(head) || at === head.length) ? 'yes' : 'maybe';
}

/** The bones fill the file, and parents come before their children. */
export function sniffSkeleton(head: Uint8Array): Verdict {
  if (head.length < 52) return 'no';
  const [kind, one, alsoOne, boneCount] = words(head, 4) as [number, number, number, number];
  // P files begin with the same three words that a battle stage does; but a stage has no bones.
  if (kind > 2 || boneCount > 1000 || (kind === 1 && boneCount > 0)) return 'no';
  const size = 52 + 12 * boneCount;
  const isComplete = isWhole(head) ? head.length === size : size >= HEAD_SIZE;
  return isComplete && one === 1 && alsoOne === 1 && hasOrderedBones(head, boneCount) ? 'yes' : 'maybe';
}

function hasOrderedBones(head: Uint8Array, boneCount: number): boolean {
  const view = viewOf(head);
  for (let bone = 0; bone < boneCount && 56 + 12 * bone <= head.length; bone++) {
    const parent = view.getInt32(52 + 12 * bone, true);
    if (parent < -1 || parent >= bone) return false;
  }
  return true;
}

/** The table of scripts ends where the first script begins, at one of two places in all known files. */
export function sniffSettings(head: Uint8Array): Verdict {
  if (head.length < 0x6c) return head.length >= 8 ? 'maybe' : 'no';
  const view = viewOf(head);
  const end = head.length & ~3;
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0x68; at < Math.min(first, end); at += 4) first = Math.min(first, view.getUint32(at, true));
  const isUsual = first === 0xe8 || first === 0x190;
  return isUsual && view.getUint16(0x22, true) === 0 ? 'yes' : 'maybe';
}

/** The counts of the header add up to the file. */
export function sniffP(head: Uint8Array): Verdict {
  if (head.length < 128) return 'no';
  const w = words(head, 16);
  const [version, one, vertexType, vertices] = w as [number, number, number, number];
  if (version !== 1) return 'no';
  if (one !== 1 || vertexType > 1 || vertices > 0xffff) return 'maybe';
  const count = (word: number, size: number) => w[word]! * size;
  const blocks = [count(3, 12), count(4, 12), count(5, 12), count(6, 8), count(7, 4), count(8, 4), count(9, 28)];
  const tables = [
    count(10, 24),
    count(11, 3),
    count(12, 100),
    count(13, 56),
    count(14, 28),
    w[15] === 0 ? 0 : count(3, 4),
  ];
  const size = 128 + [...blocks, ...tables].reduce((sum, bytes) => sum + bytes, 0);
  return isWhole(head) ? (head.length >= size ? 'yes' : 'maybe') : size >= HEAD_SIZE ? 'yes' : 'maybe';
}

/** The limits of colours and pixels are the same in all of the game's textures. */
export function sniffTex(head: Uint8Array): Verdict {
  if (head.length < 236) return 'no';
  const w = words(head, 27);
  if (w[0] !== 1 || w[1] !== 0) return 'no';
  const isUsual = w[5] === 4 && w[6] === 8 && w[8] === 8 && w[9] === 8 && w[10] === 32;
  return isUsual && w[26]! >= 1 && w[26]! <= 4 ? 'yes' : 'maybe';
}

/** Rotations are applied in the order y x z in all known files. */
export function sniffA(head: Uint8Array): Verdict {
  if (head.length < 36) return 'no';
  const w = words(head, 4);
  if (w[0] !== 1) return 'no';
  const size = 36 + w[1]! * (24 + 12 * w[2]!);
  const isComplete = isWhole(head) ? head.length >= size : size >= HEAD_SIZE;
  return w[3] === 0x00020001 && isComplete ? 'yes' : 'maybe';
}

/** Text whose first line that counts begins with `keyword`. */
export function sniffText(head: Uint8Array, keyword: string): Verdict {
  for (const line of latin1.decode(head).split('\n')) {
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) return text.startsWith(keyword) ? 'yes' : 'no';
  }
  return 'no';
}

/** Sections follow each other from the end of the table of their offsets on. */
export function sniffPack(head: Uint8Array): Verdict {
  if (head.length < 16) return 'no';
  const count = words(head, 1)[0]!;
  if (count < 3 || count > 512 || head.length < 4 * count + 4) return 'no';
  const offsets = words(head, count + 1).slice(1);
  const isAscending = offsets.every((offset, i) => i === 0 || offset >= offsets[i - 1]!);
  return offsets[0] === 4 * count + 4 && isAscending ? 'yes' : 'no';
}
