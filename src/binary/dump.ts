import { formatPath, hex, type Path } from '../issue.ts';
import type { Codec } from './codec.ts';
import { Counted, Scalars } from './list.ts';
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

/** What the byte at `offset` is: `bones[2].rotKeys[17].rotation[1]`. In bulk data by arithmetic, not search. */
export function explain(trace: Trace, offset: number): string | undefined {
  const span = trace.find(offset);
  return span && formatPath([...pathOf(span), ...inside(span.codec, offset - span.start)]);
}

function inside(codec: Codec<unknown>, offset: number): Path {
  if (codec instanceof Vector) return [Math.floor(offset / codec.item.minSize)];
  if (!(codec instanceof Counted)) return [];
  const { list } = codec;
  if (list instanceof Scalars) return [Math.floor(offset / list.item.minSize)];
  if (!(list instanceof Table)) return [];
  const row = Math.floor(offset / list.stride);
  const inRow = offset % list.stride;
  const column = list.columns.findLast((column) => column.offset <= inRow)!;
  return [row, column.name, ...inside(column.codec, inRow - column.offset)];
}

/** `0x00001c  56 4d 56 46`, as wide for any bytes. */
function hexOf(bytes: Uint8Array, start: number, end: number): string {
  const shown = bytes.subarray(start, Math.min(end, start + BYTES_PER_LINE));
  const text = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `${hex(start, 6)}  ${text}${shown.length < end - start ? '..' : ''}`.padEnd(10 + BYTES_PER_LINE * 3 + 1);
}

function describe({ codec, value, complete }: Span): string {
  if (!complete) return '<-- stopped here';
  const text = summarize(codec, value) + (codec.unit === '' ? '' : ` ${codec.unit}`);
  return codec.doc === '' ? text : `${text} -- ${codec.doc}`;
}

function summarize(codec: Codec<unknown>, value: unknown): string {
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
