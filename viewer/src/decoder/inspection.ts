import { type InspectedFile, inspect, type OpenedFile, parsePath, toJson } from 'exhume';
import { bulkOf, type Path, patch, type Span, Vector } from 'exhume/binary';
import { linksOf, type Origins } from './links.ts';
import { Outline } from './outline.ts';
import type { Inspected, Link, Located, Segment, TakenFile } from './protocol.ts';
import { categoryOf, rootValue, typedValue } from './value.ts';

/** A file that is being explained: its outline, its bytes, and the way from one to the other. */
export class Inspection {
  readonly links: readonly Link[];
  private readonly inspected: InspectedFile;
  private readonly outline: Outline;
  private readonly nodeOf: ReadonlyMap<string, number>;
  private sortedLeaves: readonly Span[] | undefined;

  constructor(file: OpenedFile, origins: Origins) {
    this.inspected = inspect(file);
    const { trace, gaps } = this.inspected;
    const root = trace && rootValue(trace, gaps);
    this.outline = new Outline(root ?? rootValue({ spans: [] } as never, [{ start: 0, end: file.bytes.length }]));
    this.links =
      trace === undefined || origins.file !== file.name ? [] : linksOf(origins, (path) => this.refOfPath(path));
    this.nodeOf = new Map(this.links.map(({ node, ref }) => [ref, node]));
    for (const i of [0, 1]) if (this.outline.length === i + 1 && root?.childCount === 1) this.outline.toggle('0');
  }

  get summary(): Inspected {
    const { file, issues, gaps } = this.inspected;
    return {
      name: file.name,
      title: file.format?.title ?? 'Unknown format',
      format: file.format?.id,
      wrappers: file.wrappers.map(({ wrapper }) => wrapper.title),
      size: file.bytes.length,
      issues: [...issues, ...this.rules()],
      unexplained: gaps.reduce((sum, { start, end }) => sum + end - start, 0),
      rows: this.outline.length,
      links: this.links,
    };
  }

  rows(from: number, to: number) {
    return this.outline.rows(from, to);
  }

  toggle(ref: string): Located {
    this.outline.toggle(ref);
    return this.locate(ref);
  }

  reveal(ref: string): Located {
    this.outline.reveal(ref);
    return this.locate(ref);
  }

  locateByte(offset: number): Located | undefined {
    const { trace, gaps } = this.inspected;
    const span = this.leafAt(offset) ?? trace?.find(offset);
    if (span !== undefined) return this.reveal(refIn(span, trace!.spans, offset));
    const gap = gaps.findIndex(({ start, end }) => start <= offset && offset < end);
    const first = trace?.spans.length ?? 0;
    return gap < 0 && trace !== undefined ? undefined : this.reveal(`${first + Math.max(gap, 0)}`);
  }

  locatePath(path: string): Located | undefined {
    const steps = parsePath(path);
    if (steps === undefined) return undefined;
    // Rules may speak of what is not there: then what is around it is the place.
    for (let length = steps.length; length > 0; length--) {
      const ref = this.refOfPath(steps.slice(0, length));
      if (ref !== undefined) return this.reveal(ref);
    }
    return undefined;
  }

  bytes(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.inspected.file.bytes.slice(from, to);
  }

  segments(from: number, to: number): Segment[] {
    const leaves = this.leaves();
    const segments: Segment[] = [];
    for (let i = this.firstLeafBehind(from); i < leaves.length && leaves[i]!.start < to; i++) {
      segments.push(segmentOf(leaves[i]!, i));
    }
    for (const { start, end } of this.inspected.gaps) {
      if (start < to && end > from) segments.push({ start, end, category: 'gap', stride: 0, ordinal: 0 });
    }
    return segments;
  }

  json(ref: string): string {
    return JSON.stringify(toJson(this.outline.value(ref).content), undefined, 2);
  }

  /** @throws RangeError or CodecError where the text is no such value */
  patched(ref: string, text: string): TakenFile & { readonly changed: number } {
    const { file } = this.inspected;
    const value = this.outline.value(ref);
    const span = {
      ...value,
      name: value.name,
      parent: undefined,
      codec: value.codec!,
      children: [],
    } as unknown as Span;
    const inner = patch(file.bytes, span, typedValue(value, text));
    const changed = inner.reduce((count, byte, i) => count + (byte === file.bytes[i] ? 0 : 1), 0);
    const bytes = file.wrappers.reduceRight((bytes, { wrapper, wrapped }) => wrapper.wrap(bytes, wrapped), inner);
    return { name: file.name, bytes: bytes.slice(), changed };
  }

  private locate(ref: string): Located {
    const node = this.nodeAround(ref);
    return {
      row: this.outline.row(ref),
      index: this.outline.lineOf(ref) ?? 0,
      rows: this.outline.length,
      ...(node === undefined ? {} : { node }),
    };
  }

  private nodeAround(ref: string): number | undefined {
    for (let at = ref; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const node = this.nodeOf.get(at);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  private *rules() {
    const { file, value } = this.inspected;
    if (file.format !== undefined && value !== undefined) yield* file.format.check(value);
  }

  private refOfPath(steps: Path): string | undefined {
    const refs: number[] = [];
    let value = rootValue(this.inspected.trace!, []);
    for (let i = 0; i < steps.length; ) {
      const wanted = typeof steps[i] === 'number' ? `[${steps[i]}]` : `${steps[i]}`;
      const position = positionOf(value, wanted);
      if (position === undefined) return undefined;
      refs.push(position);
      value = value.child(position);
      if (value.name !== '→') i++;
    }
    return refs.join('/');
  }

  /** Spans with bytes of their own, by where they start. */
  private leaves(): readonly Span[] {
    this.sortedLeaves ??= [...(this.inspected.trace ?? [])]
      .filter((span) => span.end > span.start && ownsBytes(span))
      .sort((a, b) => a.start - b.start);
    return this.sortedLeaves;
  }

  private firstLeafBehind(offset: number): number {
    const leaves = this.leaves();
    let low = 0;
    let high = leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (leaves[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private leafAt(offset: number): Span | undefined {
    const leaf = this.leaves()[this.firstLeafBehind(offset)];
    return leaf !== undefined && leaf.start <= offset ? leaf : undefined;
  }
}

function ownsBytes({ start, end, children }: Span): boolean {
  return children.every((child) => child.end <= start || child.start >= end || child.end === child.start);
}

function positionOf(value: ReturnType<typeof rootValue>, wanted: string): number | undefined {
  let behindPointer: number | undefined;
  const isIndex = wanted.startsWith('[');
  const likely = isIndex ? Number(wanted.slice(1, -1)) : -1;
  if (likely >= 0 && likely < value.childCount && value.child(likely).name === wanted) return likely;
  // Of long lists the items are found by their index, above; names are those of few fields.
  for (let i = 0; i < Math.min(value.childCount, 4096); i++) {
    const { name } = value.child(i);
    if (name === wanted) return i;
    if (name === '→') behindPointer ??= i;
  }
  return behindPointer;
}

/** The positions that lead to the value in a span that a byte belongs to. */
function refIn(span: Span, roots: readonly Span[], offset: number): string {
  const steps: number[] = [];
  for (let at: Span | undefined = span; at !== undefined; at = at.parent) {
    steps.unshift((at.parent?.children ?? roots).indexOf(at));
  }
  const bulk = bulkOf(span);
  if (bulk !== undefined && offset >= bulk.start && bulk.list.minItemSize > 0) {
    const index = Math.floor((offset - bulk.start) / bulk.list.minItemSize);
    if (index < bulk.count) {
      steps.push(span.children.length + index);
      const inRow = (offset - bulk.start) % bulk.list.minItemSize;
      if ('columns' in bulk.list) steps.push(bulk.list.columns.findLastIndex((column) => column.offset <= inRow));
    }
  }
  return steps.join('/');
}

function segmentOf(span: Span, ordinal: number): Segment {
  const { start, end, codec, name } = span;
  const bulk = span.complete ? bulkOf(span) : undefined;
  const stride = codec instanceof Vector ? codec.item.minSize : (bulk?.list.minItemSize ?? 0);
  return { start, end, category: categoryOf(codec, `${name}`), stride, ordinal };
}
