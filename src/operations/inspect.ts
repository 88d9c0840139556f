import {
  type Bulk,
  bulkOf,
  describeValue,
  isLeaf,
  locate,
  pathOf,
  Scalars,
  type Span,
  type Trace,
} from '../binary/index.ts';
import { formatPath, type Issue, type Path } from '../issue.ts';
import { type OpenedFile, read } from './open.ts';

/** A file with the meaning of each of its bytes. */
export interface InspectedFile {
  readonly file: OpenedFile;
  /** The file image; undefined where it can't be read. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Missing for files of no known format. */
  readonly trace?: Trace;
  /** Ranges that nothing explains. */
  readonly gaps: readonly { readonly start: number; readonly end: number }[];
}

/** Reads a file and keeps what each of its bytes is. */
export function inspect(file: OpenedFile): InspectedFile {
  const { value, issues, trace } = read(file, { trace: true });
  return { file, value, issues, ...(trace === undefined ? {} : { trace }), gaps: trace?.gaps(file.bytes.length) ?? [] };
}

/** A line of an inspection: one value. */
export interface Row {
  readonly depth: number;
  /** The last step of the path: a field's name or an index. */
  readonly name: string | number;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The bytes that are this value's own; none where its parts have lines. */
  readonly size: number;
  /** `f32[3]`, `Bone` */
  readonly kind: string;
  readonly text: string;
  readonly unit: string;
  readonly doc: string;
  /** False where reading stopped inside. */
  readonly complete: boolean;
  /** Lines below it that are left out. */
  readonly hidden?: number;
}

export interface RowOptions {
  /** How many levels below the start to show. All by default. */
  readonly depth?: number | undefined;
  /** Which items of the list at the start to show, by index: parts, numbers or rows of a table. */
  readonly rows?: { readonly from: number; readonly to: number } | undefined;
  /** How many items of any other list to show. All by default. */
  readonly page?: number;
}

/** The values of a file from top to bottom, from `path` on. Empty where there is no such value. */
export function* rows({ trace }: InspectedFile, path: Path = [], options: RowOptions = {}): Iterable<Row> {
  if (trace === undefined) return;
  if (path.length === 0) {
    for (const span of trace.spans) yield* rowsOf(span, 0, options, false);
    return;
  }
  const found = findPath(trace, path);
  if (found === undefined) return;
  if (found.left.length === 0) yield* rowsOf(found.span, 0, options, true);
  else yield* bulkRow(found.span, found.left);
}

/** The steps of `tracks[3].rotationKeys`; undefined where the text is no path. */
export function parsePath(text: string): Path | undefined {
  const steps: (string | number)[] = [];
  for (const [part, name, index] of text.matchAll(/\.?([^.[\]]+)|\[(\d+)\]|./g)) {
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else if (part !== '') return undefined;
  }
  return steps;
}

/** The names of the parts of a value: of the outermost where the path is empty. Empty where there is no such value. */
export function partsOf({ trace }: InspectedFile, path: Path): readonly (string | number)[] {
  if (trace === undefined) return [];
  const children = path.length === 0 ? trace.spans : (findPath(trace, path)?.span.children ?? []);
  return children.map(({ name }) => name);
}

/** What a byte is. */
export interface Explanation {
  /** The number or text that the byte belongs to: `tracks[3].rotationKeys[5].time`. */
  readonly path: string;
  /** Offset of that number or text. */
  readonly start: number;
  /** The value with a line of its own that it is, or is part of. */
  readonly row: Row;
  /** The values around it, outermost first. */
  readonly around: readonly Row[];
}

/** What the byte at `offset` is; undefined where nothing explains it. */
export function explainByte({ trace }: InspectedFile, offset: number): Explanation | undefined {
  const span = trace?.find(offset);
  if (span === undefined) return undefined;
  const around: Row[] = [];
  for (let at = span.parent; at !== undefined; at = at.parent) around.unshift(rowOf(at, 0));
  const { steps, start } = locate(span, offset);
  const path = formatPath([...pathOf(span), ...steps]);
  const [item] = bulkRow(span, steps);
  if (item === undefined) return { path, start, row: rowOf(span, 0), around };
  return { path, start, row: item, around: [...around, rowOf(span, 0)] };
}

function* rowsOf(span: Span, depth: number, options: RowOptions, isStart: boolean): Iterable<Row> {
  const { children } = span;
  const { from, to } = rangeOf(span, options, isStart);
  const isDeep = options.depth !== undefined && depth >= options.depth;
  const shown = isDeep ? [] : children.slice(from, to);
  const bulk = isStart && !isDeep ? bulkOf(span) : undefined;
  const items = bulk === undefined ? [] : range(from, Math.min(to, bulk.count));
  const hidden = (bulk === undefined ? children.length - shown.length : bulk.count - items.length) || undefined;
  yield { ...rowOf(span, depth), ...(hidden === undefined ? {} : { hidden }) };
  for (const child of shown) yield* rowsOf(child, depth + 1, options, false);
  for (const i of items) yield bulkItem(span, bulk!, i, depth + 1);
}

function rangeOf({ children }: Span, { rows, page = Number.POSITIVE_INFINITY }: RowOptions, isStart: boolean) {
  if (isStart && rows !== undefined) return rows;
  const isList = children.length === 0 || typeof children[0]!.name === 'number';
  return { from: 0, to: isList ? page : Number.POSITIVE_INFINITY };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

function rowOf(span: Span, depth: number): Row {
  const { name, codec, start, end, value, complete } = span;
  return {
    depth,
    name,
    path: formatPath(pathOf(span)),
    start,
    end,
    size: isLeaf(span) ? end - start : 0,
    kind: codec.kind,
    text: complete ? describeValue(codec, value) : '',
    unit: codec.unit,
    doc: codec.doc,
    complete,
  };
}

/** One number of bulk data, or one row of a table. */
function bulkItem(span: Span, { list, start }: Bulk, index: number, depth: number): Row {
  const size = list.minItemSize;
  const value = span.value as Record<string, ArrayLike<number>> & ArrayLike<number>;
  const text =
    list instanceof Scalars
      ? number(value[index]!)
      : list.columns.map(({ name, width }) => `${name} ${slice(value[name]!, index * width, width)}`).join(', ');
  const at = start + index * size;
  return {
    depth,
    name: index,
    path: formatPath([...pathOf(span), index]),
    start: at,
    end: at + size,
    size,
    kind: list.kind,
    text,
    unit: list.unit,
    doc: '',
    complete: true,
  };
}

/** The line of an item of bulk data, or of a column of a table's row. */
function* bulkRow(span: Span, [index, columnName]: Path): Iterable<Row> {
  const bulk = bulkOf(span);
  if (bulk === undefined || typeof index !== 'number' || index >= bulk.count) return;
  const item = bulkItem(span, bulk, index, 0);
  if (columnName === undefined || bulk.list instanceof Scalars) return yield item;
  const column = bulk.list.columns.find(({ name }) => name === columnName);
  if (column === undefined) return;
  const { codec, width, offset } = column;
  const start = item.start + offset;
  const values = (span.value as Record<string, ArrayLike<number>>)[column.name]!;
  yield {
    ...item,
    name: column.name,
    path: `${item.path}.${column.name}`,
    start,
    end: start + codec.minSize,
    size: codec.minSize,
    kind: codec.kind,
    text: slice(values, index * width, width),
    unit: codec.unit,
    doc: codec.doc,
  };
}

/** The span that a path leads to, and the steps that go on inside its bulk data. */
function findPath(trace: Trace, path: Path): { readonly span: Span; readonly left: Path } | undefined {
  let at: Span | undefined;
  for (let i = 0; i < path.length; i++) {
    const next: Span | undefined = childOf(at?.children ?? trace.spans, path[i]!);
    if (next === undefined) return at && bulkOf(at) && { span: at, left: path.slice(i) };
    at = next;
  }
  return at && { span: at, left: [] };
}

/** The part of a name, looked for behind pointers too, which are no step of a path. */
function childOf(children: readonly Span[], name: string | number): Span | undefined {
  const direct = children.find((child) => child.name === name);
  if (direct !== undefined) return direct;
  for (const child of children) {
    const behind = child.name === '*' ? childOf(child.children, name) : undefined;
    if (behind !== undefined) return behind;
  }
  return undefined;
}

function slice(values: ArrayLike<number>, start: number, count: number): string {
  return Array.from({ length: count }, (_, i) => number(values[start + i]!)).join(' ');
}

function number(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(7))}`;
}

/**
 * A file image as JSON: bulk data as arrays of numbers, what JSON has no number for as text (`"NaN"`), bytes as numbers.
 */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : `${value}`;
  if (typeof value === 'bigint') return `${value}`;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, toJson);
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([key, item]) => [`${key}`, toJson(item)]));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
  }
  return value;
}
