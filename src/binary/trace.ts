import type { Path } from '../issue.ts';
import type { Codec } from './codec.ts';

/** A named value and the bytes it came from. */
export interface Span {
  readonly name: string | number;
  readonly codec: Codec<unknown>;
  readonly parent: Span | undefined;
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset behind the last byte. */
  end: number;
  readonly littleEndian: boolean;
  value: unknown;
  /** False when reading stopped inside this value. */
  complete: boolean;
  /** The parts of the value. Those behind a pointer lie outside `start`..`end`. */
  readonly children: Span[];
  /** What the bytes unpack to, with a trace of its own, where they are compressed. */
  derived?: Derived;
}

/** Bytes that were made of others, and what they are. */
export interface Derived {
  readonly bytes: Uint8Array;
  readonly trace: Trace;
}

interface Mark {
  readonly current: Span | undefined;
  readonly childCount: number;
  readonly claimedCount: number;
  readonly claimedEnd: number | undefined;
}

interface Range {
  start: number;
  end: number;
}

/** What each byte of a file is: the tree of spans that reading leaves behind when asked to. */
export class Trace {
  readonly spans: Span[] = [];
  private readonly claimed: Range[] = [];
  private current: Span | undefined;

  open(name: string | number, codec: Codec<unknown>, start: number, littleEndian: boolean): Span {
    const parent = this.current;
    const span: Span = {
      name,
      codec,
      parent,
      start,
      end: start,
      littleEndian,
      value: undefined,
      complete: false,
      children: [],
    };
    (parent?.children ?? this.spans).push(span);
    this.current = span;
    return span;
  }

  close(span: Span, end: number, value: unknown): void {
    span.end = end;
    span.value = value;
    span.complete = true;
    this.current = span.parent;
  }

  /** The trace of bytes that the value being read unpacks to. */
  derive(bytes: Uint8Array): Trace {
    const trace = new Trace();
    if (this.current !== undefined) this.current.derived = { bytes, trace };
    return trace;
  }

  /** The state to `rewind` to when a part turns out to be unreadable. */
  mark(): Mark {
    const last = this.claimed.at(-1);
    return {
      current: this.current,
      childCount: (this.current?.children ?? this.spans).length,
      claimedCount: this.claimed.length,
      claimedEnd: last?.end,
    };
  }

  /** Forgets the spans and claims made since the mark. */
  rewind({ current, childCount, claimedCount, claimedEnd }: Mark): void {
    this.current = current;
    (current?.children ?? this.spans).length = childCount;
    this.claimed.length = claimedCount;
    if (claimedEnd !== undefined) this.claimed[claimedCount - 1]!.end = claimedEnd;
  }

  /** Every span, parents before their parts. */
  *[Symbol.iterator](): Generator<Span> {
    const stack = [...this.spans].reverse();
    for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
      yield span;
      for (let i = span.children.length - 1; i >= 0; i--) stack.push(span.children[i]!);
    }
  }

  /** Bytes that a codec made use of. */
  claim(start: number, end: number): void {
    const last = this.claimed.at(-1);
    if (last?.end === start) last.end = end;
    else this.claimed.push({ start, end });
  }

  /** The ranges of a file of `size` bytes that no codec made use of. */
  gaps(size: number): Range[] {
    const gaps: Range[] = [];
    let known = 0;
    for (const { start, end } of this.claimed.toSorted((a, b) => a.start - b.start)) {
      if (start > known) gaps.push({ start: known, end: start });
      known = Math.max(known, end);
    }
    if (known < size) gaps.push({ start: known, end: size });
    return gaps;
  }

  /** The innermost value that the byte at `offset` belongs to. */
  find(offset: number): Span | undefined {
    let found: Span | undefined;
    for (const span of this) {
      if (
        span.start <= offset &&
        offset < span.end &&
        (found === undefined || span.end - span.start <= found.end - found.start)
      )
        found = span;
    }
    return found;
  }
}

/** Whether the bytes of a span are its own: it has no parts, or they all lie elsewhere, behind a pointer. */
export function isLeaf({ start, end, children }: Span): boolean {
  return children.every((child) => child.end <= start || child.start >= end);
}

/** The names that lead to a span. Following a pointer is no step: what lies behind it goes by its name. */
export function pathOf(span: Span): Path {
  const path: (string | number)[] = [];
  for (let at: Span | undefined = span; at !== undefined; at = at.parent) if (at.name !== '*') path.unshift(at.name);
  return path;
}

export function depthOf(span: Span): number {
  let depth = 0;
  for (let at = span.parent; at !== undefined; at = at.parent) depth++;
  return depth;
}
