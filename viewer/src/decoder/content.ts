import { bulkOf, type Span, type Trace, Vector } from 'exhume/binary';
import type { Segment } from './protocol.ts';
import { categoryOf, type Value } from './value.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes with the values that they are: those of a file, or those that a part of it unpacks to. */
export class Content {
  readonly bytes: Uint8Array;
  private readonly trace: Trace | undefined;
  private readonly gaps: readonly Range[];
  private readonly refOfRoot: (root: number) => string;
  /** Spans with bytes of their own, by where they start. */
  private readonly leaves: readonly Span[];

  /** `before` is what stands before the positions of the outermost values, `first` the position of the first. */
  constructor(bytes: Uint8Array, trace: Trace | undefined, gaps: readonly Range[], before: string, first = 0) {
    this.bytes = bytes;
    this.trace = trace;
    this.gaps = gaps;
    this.refOfRoot = (root) => `${before}${first + root}`;
    this.leaves = [...(trace ?? [])]
      .filter((span) => span.end > span.start && ownsBytes(span))
      .sort((a, b) => a.start - b.start);
  }

  /** What stands for the value that a byte belongs to. */
  refAt(offset: number): string | undefined {
    const roots = this.trace?.spans ?? [];
    const span = this.leafAt(offset) ?? this.trace?.find(offset);
    if (span !== undefined) {
      const [root, ...steps] = stepsIn(span, roots, offset);
      return [this.refOfRoot(root!), ...steps].join('/');
    }
    const gap = this.gaps.findIndex(({ start, end }) => start <= offset && offset < end);
    if (gap < 0 && this.trace !== undefined) return undefined;
    return this.refOfRoot(roots.length + Math.max(gap, 0));
  }

  segments(from: number, to: number): Segment[] {
    const segments: Segment[] = [];
    for (let i = this.firstLeafBehind(from); i < this.leaves.length && this.leaves[i]!.start < to; i++) {
      segments.push(segmentOf(this.leaves[i]!, i));
    }
    for (const { start, end } of this.gaps) {
      if (start < to && end > from) segments.push({ start, end, category: 'gap', stride: 0, ordinal: 0 });
    }
    return segments.sort((a, b) => a.start - b.start);
  }

  private firstLeafBehind(offset: number): number {
    let low = 0;
    let high = this.leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.leaves[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private leafAt(offset: number): Span | undefined {
    const leaf = this.leaves[this.firstLeafBehind(offset)];
    return leaf !== undefined && leaf.start <= offset ? leaf : undefined;
  }
}

/** What the bytes of a value unpack to. The values in it come behind the value's own parts. */
export function contentBehind({ span, childCount }: Value, ref: string): Content {
  const { bytes, trace } = span!.derived!;
  return new Content(bytes, trace, [], `${ref}/`, childCount - trace.spans.length);
}

function ownsBytes({ start, end, children }: Span): boolean {
  return children.every((child) => child.end <= start || child.start >= end || child.end === child.start);
}

/** The positions that lead to the value in a span that a byte belongs to. */
function stepsIn(span: Span, roots: readonly Span[], offset: number): number[] {
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
  return steps;
}

function segmentOf(span: Span, ordinal: number): Segment {
  const { start, end, codec, name } = span;
  const bulk = span.complete ? bulkOf(span) : undefined;
  const stride = codec instanceof Vector ? codec.item.minSize : (bulk?.list.minItemSize ?? 0);
  return { start, end, category: categoryOf(codec, `${name}`), stride, ordinal };
}
