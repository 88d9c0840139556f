import { formatPath, hex, type Path } from '../issue.ts';
import type { Codec } from './codec.ts';
import { Counted, type List, Prefixed, Scalars, UntilEnd } from './list.ts';
import { Scalar, type TypedArray, Vector } from './scalar.ts';
import { Table } from './table.ts';
import { depthOf, isLeaf, pathOf, type Span, type Trace } from './trace.ts';

const BYTES_PER_LINE = 8;

/** The file as annotated text: offset, bytes, name, value, meaning. One line per value; long data is cut. */
export function dump(bytes: Uint8Array, trace: Trace): string {
  return `${linesOf(bytes, trace, 0).join('\n')}\n`;
}

function linesOf(bytes: Uint8Array, trace: Trace, depth: number): string[] {
  const lines: string[] = [];
  for (const span of trace) {
    const end = isLeaf(span) ? span.end : span.start;
    const indent = '  '.repeat(depth + depthOf(span));
    const name = `${indent}${typeof span.name === 'number' ? `[${span.name}]` : span.name}`;
    lines.push(`${hexOf(bytes, span.start, end)}  ${name.padEnd(28)} ${describe(span)}`.trimEnd());
    if (span.derived !== undefined) {
      lines.push(`${' '.repeat(10 + BYTES_PER_LINE * 3 + 1)}  ${indent}  unpacked: ${span.derived.bytes.length} bytes`);
      lines.push(...linesOf(span.derived.bytes, span.derived.trace, depth + depthOf(span) + 1));
    }
  }
  for (const { start, end } of trace.gaps(bytes.length)) {
    lines.push(`${hexOf(bytes, start, end)}  ? ${end - start} bytes unexplained`);
  }
  return lines;
}

/** What the byte at `offset` is: `tracks[2].rotationKeys[17].rotation[1]`. In bulk data by arithmetic, not search. */
export function explain(trace: Trace, offset: number): string | undefined {
  const span = trace.find(offset);
  return span && formatPath([...pathOf(span), ...locate(span, offset).steps]);
}

/** Where in a span without parts a byte lies. */
export interface Location {
  /** From the span to the number that the byte belongs to; none where the span itself is that number. */
  readonly steps: Path;
  /** Offset of that number. */
  readonly start: number;
}

/** The innermost number that the byte at `offset` belongs to. */
export function locate(span: Span, offset: number): Location {
  if (span.codec instanceof Vector) return inVector(span.codec, span.start, offset);
  const bulk = bulkOf(span);
  if (bulk === undefined || offset < bulk.start) return { steps: [], start: span.start };
  return bulk.list instanceof Scalars
    ? inNumbers(bulk.list.item.minSize, bulk.start, offset)
    : inTable(bulk.list, bulk.start, offset);
}

function inTable(table: Table<any>, start: number, offset: number): Location {
  const row = Math.floor((offset - start) / table.stride);
  const rowStart = start + row * table.stride;
  const column = table.columns.findLast((column) => column.offset <= offset - rowStart)!;
  const columnStart = rowStart + column.offset;
  const inner =
    column.codec instanceof Vector ? inVector(column.codec, columnStart, offset) : { steps: [], start: columnStart };
  return { steps: [row, column.name, ...inner.steps], start: inner.start };
}

function inVector(vector: Vector<any>, start: number, offset: number): Location {
  return inNumbers(vector.item.minSize, start, offset);
}

function inNumbers(size: number, start: number, offset: number): Location {
  const index = Math.floor((offset - start) / size);
  return { steps: [index], start: start + index * size };
}

/** Numbers or records that lie in a span without spans of their own. */
export interface Bulk {
  readonly list: Scalars<any> | Table<any>;
  /** Offset of the first. */
  readonly start: number;
  /** How many numbers or rows. */
  readonly count: number;
}

/** The bulk data of a span; undefined where its parts have spans. */
export function bulkOf({ codec, start, children, value }: Span): Bulk | undefined {
  if (!(codec instanceof Counted || codec instanceof Prefixed || codec instanceof UntilEnd)) return undefined;
  const list: List<any> = codec.list;
  if (!(list instanceof Scalars || list instanceof Table)) return undefined;
  const count = (value as { readonly length: number } | undefined)?.length ?? 0;
  return { list, start: codec instanceof Prefixed ? (children[0]?.end ?? start) : start, count };
}

/** `0x00001c  56 4d 56 46`, as wide for any bytes. */
function hexOf(bytes: Uint8Array, start: number, end: number): string {
  const shown = bytes.subarray(start, Math.min(end, start + BYTES_PER_LINE));
  const text = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `${hex(start, 6)}  ${text}${shown.length < end - start ? '..' : ''}`.padEnd(10 + BYTES_PER_LINE * 3 + 1);
}

function describe({ codec, value, complete }: Span): string {
  if (!complete) return '<-- stopped here';
  const text = describeValue(codec, value) + (codec.unit === '' ? '' : ` ${codec.unit}`);
  return codec.doc === '' ? text : `${text} -- ${codec.doc}`;
}

/** A value in few words: a number with its name, the first of many, the shape of a table. */
export function describeValue(codec: Codec<unknown>, value: unknown): string {
  if (codec instanceof Counted && codec.list instanceof Table) {
    const columns = codec.list.columns.map(({ name, codec }) => `${name} ${codec.kind}`);
    return `${codec.count} x ${codec.list.kind} { ${columns.join(', ')} }`;
  }
  if (codec instanceof Scalar) {
    const label = codec.names[value as number];
    return label === undefined ? round(value as number) : `${round(value as number)} (${label})`;
  }
  if (typeof value === 'number') return round(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (ArrayBuffer.isView(value)) {
    const values = value as TypedArray;
    if (values.length === 0) return 'none';
    const first = Array.from(values.subarray(0, 4), round).join(' ');
    return values.length > 4 ? `${first} .. (${values.length})` : first;
  }
  return codec.kind;
}

/** As many digits as a 32-bit float has. */
function round(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(7))}`;
}
