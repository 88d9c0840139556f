import type { Segment } from '../decoder/protocol.ts';

/** Bytes in a row that look alike. */
export interface Run {
  readonly key: number;
  readonly className: string;
  readonly hex: string;
  readonly text: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const hexOf = Array.from({ length: 256 }, (_, byte) => `${byte.toString(16).padStart(2, '0')} `);
const textOf = Array.from({ length: 256 }, (_, byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'));

/** A line of bytes as runs: by value, by what is selected, by the byte under the cursor. */
export function runsOf(
  bytes: Uint8Array,
  start: number,
  segments: readonly Segment[],
  selected: Range | undefined,
  cursor: number,
): Run[] {
  const runs: { key: number; className: string; hex: string; text: string }[] = [];
  let index = firstBehind(segments, start);
  for (const [i, byte] of bytes.entries()) {
    const offset = start + i;
    while (index < segments.length && segments[index]!.end <= offset) index++;
    const className = classOf(segments[index], offset, selected, cursor);
    const last = runs.at(-1);
    if (last?.className === className) {
      last.hex += hexOf[byte];
      last.text += textOf[byte];
    } else {
      runs.push({ key: offset, className, hex: hexOf[byte]!, text: textOf[byte]! });
    }
  }
  return runs;
}

function classOf(segment: Segment | undefined, offset: number, selected: Range | undefined, cursor: number): string {
  const isInside = segment !== undefined && segment.start <= offset;
  const repetition = isInside && segment.stride > 0 ? Math.floor((offset - segment.start) / segment.stride) : 0;
  const shade = isInside ? (segment.ordinal + repetition) % 2 : 0;
  const names = [isInside ? segment.category : 'between', shade === 1 ? 'odd' : 'even'];
  if (selected !== undefined && selected.start <= offset && offset < selected.end) names.push('selected');
  if (offset === cursor) names.push('cursor');
  return names.join(' ');
}

function firstBehind(segments: readonly Segment[], offset: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segments[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
