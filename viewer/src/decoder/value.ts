import {
  type Bulk,
  bulkOf,
  type Codec,
  Counted,
  type Derived,
  describeValue,
  formatPath,
  type Path,
  pathOf,
  Scalar,
  Scalars,
  type Span,
  Table,
  type Trace,
  Vector,
} from 'exhume/binary';
import type { Category, Editing } from './protocol.ts';

// A file as a tree of values. Spans are its branches; numbers in bulk data have none of their own and are found by
// arithmetic, so that a table of a million rows costs nothing until it is looked at.

/** A value with the bytes it came from. */
export interface Value {
  readonly name: string;
  readonly path: Path;
  readonly codec: Codec<unknown> | undefined;
  readonly kind: string;
  readonly text: string;
  readonly unit: string;
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly littleEndian: boolean;
  readonly isComplete: boolean;
  readonly category: Category;
  /** The bytes that it lies in, where those are not the file's but were unpacked from it. */
  readonly unpacked: Derived | undefined;
  readonly childCount: number;
  child(index: number): Value;
  /** What it says: undefined where only its parts say something. */
  readonly content: unknown;
  readonly span?: Span;
}

const none = (): never => {
  throw new RangeError('a value without parts was asked for one');
};

/** The whole file: its values, then what nothing explains. */
export function rootValue(trace: Trace, gaps: readonly { readonly start: number; readonly end: number }[]): Value {
  return {
    ...plain,
    name: '',
    path: [],
    childCount: trace.spans.length + gaps.length,
    child: (i) =>
      i < trace.spans.length ? spanValue(trace.spans[i]!, undefined) : gapValue(gaps[i - trace.spans.length]!),
  };
}

const plain = {
  codec: undefined,
  kind: '',
  text: '',
  unit: '',
  doc: '',
  start: 0,
  end: 0,
  littleEndian: true,
  isComplete: true,
  category: 'structure' as Category,
  unpacked: undefined,
  childCount: 0,
  child: none,
  content: undefined,
};

function gapValue({ start, end }: { readonly start: number; readonly end: number }): Value {
  return {
    ...plain,
    name: 'unexplained',
    path: [],
    kind: 'gap',
    text: `${end - start} bytes that nothing explains`,
    start,
    end,
    category: 'gap',
  };
}

/** The value of a span. `outside` is the path of the value whose bytes it was unpacked from. */
function spanValue(span: Span, unpacked: Derived | undefined, outside: Path = []): Value {
  const { codec, children, derived } = span;
  const bulk = span.complete ? bulkOf(span) : undefined;
  const bulkCount = bulk?.count ?? 0;
  const inner = derived?.trace.spans ?? [];
  const path = [...outside, ...pathOf(span)];
  return {
    name: stepText(span.name),
    path,
    codec,
    kind: codec.kind,
    text: textOf(span),
    unit: codec.unit,
    doc: codec.doc,
    start: span.start,
    end: span.end,
    littleEndian: span.littleEndian,
    isComplete: span.complete,
    category: categoryOf(codec, `${span.name}`),
    unpacked,
    childCount: children.length + bulkCount + inner.length,
    child(i) {
      if (i < children.length) return spanValue(children[i]!, unpacked, outside);
      if (i < children.length + bulkCount) return bulkValue(span, bulk!, i - children.length, path, unpacked);
      return spanValue(inner[i - children.length - bulkCount]!, derived, path);
    },
    content: span.value,
    span,
  };
}

function textOf(span: Span): string {
  const { codec, complete, value, children } = span;
  if (!complete) return 'reading stopped here';
  const text = describeValue(codec, value);
  if (text !== codec.kind) return text;
  // A structure goes by its name, where it has one.
  const name = children.find((child) => /name$/i.test(`${child.name}`) && typeof child.value === 'string');
  return name === undefined ? '' : describeValue(name.codec, name.value);
}

/** One number of bulk data, or one row of a table. */
function bulkValue(span: Span, { list, start }: Bulk, index: number, path: Path, unpacked: Derived | undefined): Value {
  const at = start + index * list.minItemSize;
  const shared = {
    ...plain,
    name: `[${index}]`,
    path: [...path, index],
    start: at,
    end: at + list.minItemSize,
    littleEndian: span.littleEndian,
    unpacked,
  };
  if (list instanceof Scalars) {
    const content = (span.value as ArrayLike<number>)[index]!;
    const { item } = list;
    const text = describeValue(item, content);
    return { ...shared, codec: item, kind: item.kind, text, unit: list.unit, category: categoryOf(item, ''), content };
  }
  const table = span.value as Record<string, ArrayLike<number>>;
  const columns = (list as Table<any>).columns;
  const part = (i: number) => {
    const { name, width } = columns[i]!;
    return Array.from({ length: width }, (_, k) => table[name]![index * width + k]!);
  };
  return {
    ...shared,
    kind: list.kind,
    text: columns.map(({ name }, i) => `${name} ${part(i).map(numberText).join(' ')}`).join(', '),
    childCount: columns.length,
    child(i) {
      const { name, codec, offset, scalar } = columns[i]!;
      const numbers = part(i);
      const content = codec instanceof Vector ? new scalar.Array(numbers.length) : numbers[0];
      if (codec instanceof Vector) (content as Float32Array).set(numbers);
      return {
        ...shared,
        name,
        path: [...shared.path, name],
        codec,
        kind: codec.kind,
        text: describeValue(codec, content),
        unit: codec.unit,
        doc: codec.doc,
        start: at + offset,
        end: at + offset + codec.minSize,
        category: categoryOf(codec, name),
        content,
      };
    },
    content: Object.fromEntries(columns.map(({ name }, i) => [name, part(i)])),
  };
}

export function categoryOf(codec: Codec<unknown>, name: string): Category {
  if (/^(unknown|unused|padding|reserved)/i.test(name)) return 'unknown';
  const scalar = scalarOf(codec);
  if (scalar !== undefined) return scalar.range === undefined ? 'real' : 'integer';
  if (codec instanceof Counted && codec.list instanceof Table) return 'structure';
  if (/^[ui](8|16|24|32|64)\b/.test(codec.kind)) return codec.kind.includes('string') ? 'text' : 'integer';
  return /text|string|char|magic|utf|latin|line/i.test(codec.kind) ? 'text' : 'structure';
}

function scalarOf(codec: Codec<unknown>): Scalar<any> | undefined {
  if (codec instanceof Scalar) return codec;
  if (codec instanceof Vector) return codec.item;
  return codec instanceof Counted && codec.list instanceof Scalars ? codec.list.item : undefined;
}

/** How a value can be typed anew; undefined for what is no number, or too many of them. */
export function editingOf({ codec, content, isComplete, unpacked }: Value): Editing | undefined {
  // Packed again, other bytes of the file would change as well: no patch in place.
  if (!isComplete || unpacked !== undefined) return undefined;
  if (codec instanceof Vector && codec.width <= 16) {
    return { text: Array.from(content as ArrayLike<number>, numberText).join(' '), names: [] };
  }
  if (typeof content !== 'number' || codec === undefined) return undefined;
  const names = codec instanceof Scalar ? Object.entries<string>(codec.names) : [];
  return { text: numberText(content), names: names.map(([value, name]) => [Number(value), name]) };
}

/**
 * What was typed, as a value of the codec.
 * @throws RangeError where it is no number, or not as many as there are
 */
export function typedValue({ codec }: Value, text: string): unknown {
  const numbers = text
    .trim()
    .split(/[\s,;]+/)
    .map((word) => (word === '' ? NaN : Number(word)));
  const wrong = numbers.findIndex(
    (number, i) => Number.isNaN(number) && !/^nan$/i.test(text.trim().split(/[\s,;]+/)[i]!),
  );
  if (wrong >= 0) throw new RangeError(`'${text}' is no number`);
  if (!(codec instanceof Vector)) {
    if (numbers.length !== 1) throw new RangeError(`${numbers.length} numbers where there is one`);
    return numbers[0];
  }
  if (numbers.length !== codec.width) throw new RangeError(`${numbers.length} numbers where there are ${codec.width}`);
  const values: Float32Array = new codec.item.Array(codec.width);
  const { range } = codec.item;
  const outside = numbers.find((x) => range !== undefined && !(Number.isInteger(x) && x >= range[0] && x <= range[1]));
  if (outside !== undefined) throw new RangeError(`${outside} does not fit ${codec.item.kind}`);
  values.set(numbers);
  return values;
}

export function pathText({ path, name }: Value): string {
  return path.length === 0 ? name : formatPath(path);
}

function stepText(name: string | number): string {
  return typeof name === 'number' ? `[${name}]` : name === '*' ? '→' : name;
}

function numberText(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(7))}`;
}
