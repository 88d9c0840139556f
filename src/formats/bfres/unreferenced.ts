import { type Codec, explainTheRest, fixedText, type Reader, struct, u32, u64 } from '../../binary/index.ts';
import { arraysOf, bufferInfo } from './file.ts';
import { relocationTable } from './relocation.ts';
import { poolString } from './text.ts';
import type { Layout } from './version.ts';

// What no pointer leads to and writing makes anew: tables, the head of the string pool, spare records, padding. Read to
// have every byte explained.

const stringsHead = struct('Strings', {
  signature: fixedText(4),
  next: u32,
  toRelocations: u64,
  stringCount: u32.is('the empty one not counted'),
});

const externalHead = struct('ExternalBuffers', { buffersOffset: u32, totalSize: u32 });

/** Explains them in the trace, where there is one. */
export function readUnreferenced(r: Reader, layout: Layout): void {
  if (r.trace === undefined) return;
  const { pos, end } = r;
  const fileSize = r.view.getUint32(0x1c, true);
  readAt(r, r.view.getUint32(0x18, true), relocationTable, 'relocations');
  readStrings(r, r.view.getUint32(layout < 9 ? 0xb0 : 0xd0, true), r.view.getUint32(layout < 9 ? 0xb8 : 0xd8, true));
  if (layout < 9 && r.view.getUint32(0x90, true) === 0) {
    readAt(r, spareRecordOf(r, layout), bufferInfo, 'spareBufferInfo');
  }
  if (fileSize < r.bytes.length) readAt(r, fileSize, externalHead, 'externalBuffers');
  const { unused, first } = explainTheRest(r);
  if (unused > 0) r.warn('bfres/unused-bytes', `${unused} bytes to which nothing leads, the first here`, first);
  Object.assign(r, { pos, end });
}

/** Reads unless the place is no good: nothing depends on it. */
function readAt(r: Reader, offset: number, codec: Codec<unknown>, name: string): void {
  if (offset <= 0 || offset >= r.bytes.length) return;
  r.pos = offset;
  r.end = r.bytes.length;
  r.attempt(codec, name);
}

function readStrings(r: Reader, table: number, size: number): void {
  const start = table - HEAD_SIZE;
  readAt(r, start, stringsHead, 'strings');
  const end = Math.min(start + size, r.bytes.length);
  for (let at = table; at > 0 && at + 3 <= end; ) {
    const length = r.view.getUint16(at, true);
    if (at + length + 3 > end || r.bytes[at + length + 2] !== 0) return;
    r.at(at, poolString, 'string');
    at += (length + 4) & ~1;
  }
}
const HEAD_SIZE = 0x14;

/** Behind the arrays of the header: there the record stands even in files without buffers. */
function spareRecordOf(r: Reader, layout: Layout): number {
  const arrays = Object.values(arraysOf(layout));
  let end = FIRST_ARRAY;
  for (const [i, { minSize }] of arrays.entries()) {
    const offset = r.view.getUint32(FIRST_POINTER + 16 * i, true);
    const count = r.view.getUint16(FIRST_COUNT + 2 * i, true);
    end = Math.max(end, Math.ceil((offset + count * minSize) / 8) * 8);
  }
  return end;
}
const FIRST_ARRAY = 0xd0;
const FIRST_POINTER = 0x28;
const FIRST_COUNT = 0xbc;
