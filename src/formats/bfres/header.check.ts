import { hex } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { comparePoolOrder, decodeUtf8, latin1 } from './text.ts';
import { layoutOf } from './version.ts';
import { compareWiiuPoolOrder } from './wiiu-text.ts';

// Rules for the header and the string pool, of which values know nothing: writing makes them anew (specification,
// sections 3.1, 3.3, 16.1 and 22).

export function* checkSwitchHeader(source: Uint8Array): Iterable<Issue> {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  yield* checkSize(view.getUint32(0x1c, true), source, 0x1c);
  const [fileName, name] = [view.getUint32(0x10, true), view.getUint32(0x20, true)];
  if (fileName !== (name === 0 ? 0 : name + 2)) {
    yield issue(issues['name-offset'], `it is ${hex(fileName)}, the name begins at ${hex(name + 2)}`, [], 0x10);
  }
  const table = poolOf(view);
  if (table < POOL_HEAD || table + 4 > source.length) return;
  const strings = stringsOf(source);
  const stored = view.getUint32(table - 4, true);
  yield* checkPool(strings, comparePoolOrder, table - POOL_HEAD);
  // Official files do not count the empty string, some tools do.
  if (strings.length - stored > 1 || stored > strings.length) {
    yield issue(issues['string-pool'], `it counts ${stored} strings, there are ${strings.length - 1}`, [], table - 4);
  }
}
const POOL_HEAD = 0x14;

const isOld = (view: DataView): boolean => (layoutOf(view.getUint32(8, true)) ?? 0) < 9;

/** Where the first string of the pool stands. */
export const poolOf = (view: DataView): number => view.getUint32(isOld(view) ? 0xb0 : 0xd0, true);

/** The strings in the pool of a Switch file, as far as they can be read. */
function stringsOf(source: Uint8Array): string[] {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const table = poolOf(view);
  const end = table - POOL_HEAD + view.getUint32(isOld(view) ? 0xb8 : 0xd8, true);
  return stringsFrom(source, table, Math.min(end, source.length), SWITCH_STRINGS);
}

export function* checkWiiuHeader(source: Uint8Array): Iterable<Issue> {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  yield* checkSize(view.getUint32(0x0c, false), source, 0x0c);
  const start = POOL_FIELD + view.getInt32(POOL_FIELD, false);
  if (start <= 0 || start >= source.length) return;
  const end = Math.min(start + view.getUint32(POOL_FIELD - 4, false), source.length);
  yield* checkPool(stringsFrom(source, start, end, WIIU_STRINGS), compareWiiuPoolOrder, start);
}
const POOL_FIELD = 0x1c;

function* checkSize(stored: number, source: Uint8Array, at: number): Iterable<Issue> {
  if (stored <= source.length) return;
  yield issue(issues['cut-off'], `the header says ${stored} bytes, there are ${source.length}`, [], at);
}

/** How a pool holds its strings. */
interface PoolStrings {
  readonly lengthSize: 2 | 4;
  readonly littleEndian: boolean;
}
const SWITCH_STRINGS: PoolStrings = { lengthSize: 2, littleEndian: true };
const WIIU_STRINGS: PoolStrings = { lengthSize: 4, littleEndian: false };

/** The strings of a pool in their order, as far as they can be read. */
function stringsFrom(
  source: Uint8Array,
  from: number,
  end: number,
  { lengthSize, littleEndian }: PoolStrings,
): string[] {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const strings: string[] = [];
  for (let at = from; at + lengthSize + 1 <= end; ) {
    const length = lengthSize === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    const start = at + lengthSize;
    if (start + length + 1 > end || source[start + length] !== 0) break;
    const bytes = source.subarray(start, start + length);
    strings.push(decodeUtf8(bytes) ?? latin1(bytes));
    at = start + length + 1;
    at += -at & (lengthSize - 1);
  }
  return strings;
}

function* checkPool(
  strings: readonly string[],
  compare: (a: string, b: string) => number,
  at: number,
): Iterable<Issue> {
  const duplicates = strings.length - new Set(strings).size;
  if (duplicates > 0) yield issue(issues['string-pool'], `${duplicates} strings are in it more than once`, [], at);
  const odd = strings.findIndex((text, i) => i > 0 && compare(strings[i - 1]!, text) > 0);
  if (odd > 0) {
    yield issue(issues['string-order'], `'${strings[odd - 1]}' stands before '${strings[odd]}'`, [], at);
  }
}
