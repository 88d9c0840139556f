import { CodecError, hex, pathOf, Reader, type Span, Trace } from '../../binary/index.ts';
import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { bfres } from './bfres.ts';
import { pointersOf, type RelocationTable, relocationTable } from './relocation.ts';

// The relocation table as an oracle (specification, section 4.6): pointers that we followed and those of the table are
// the same places, unless a structure is not what we take it for. Which one is told by name.

export function* checkRelocations(source: Uint8Array): Iterable<Issue> {
  const start = new DataView(source.buffer, source.byteOffset, source.byteLength).getUint32(TABLE_FIELD, true);
  const table = readTable(source, start);
  const fault = table === undefined ? `there is none at ${hex(start)}` : faultOf(table, source.length);
  if (table === undefined || fault !== undefined) {
    yield issue(issues['bad-relocation'], fault!, [], TABLE_FIELD);
    return;
  }
  const listed = new Set(pointersOf(table).flat());
  const r = new Reader(source, { trace: new Trace() });
  r.followed = new Set();
  bfres.read(r);
  const missing = [...r.followed].filter((at) => !listed.has(at));
  const extra = [...listed].filter((at) => !r.followed!.has(at) && isPointer(source, at));
  yield* tellByField(issues['missing-relocation'], missing, r.trace!);
  yield* tellByField(issues['extra-relocation'], extra, r.trace!);
  yield* checkBufferSections(table, r.trace!);
}

/** Where the header says where the table is. */
const TABLE_FIELD = 0x18;

function isPointer(source: Uint8Array, at: number): boolean {
  return at + 8 <= source.length && source.subarray(at, at + 8).some((byte) => byte !== 0);
}

/** The table; undefined where there is none that can be read. */
function readTable(source: Uint8Array, start: number): RelocationTable | undefined {
  if (start === 0 || start >= source.length) return undefined;
  const r = new Reader(source);
  r.pos = start;
  const table = r.attempt(relocationTable);
  return table instanceof CodecError ? undefined : table;
}

/** What of a table leads out of the file; undefined for nothing. */
function faultOf({ sections, entries }: RelocationTable, size: number): string | undefined {
  for (let s = 0; s < sections.length; s++) {
    const [position, length] = [sections.position[s]!, sections.size[s]!];
    if (position + length > size) return `section ${s} goes from ${hex(position)} to ${hex(position + length)}`;
  }
  let total = 0;
  for (let e = 0; e < entries.length; e++) {
    const [structs, pointers, gap] = [entries.structCount[e]!, entries.pointerCount[e]!, entries.gap[e]!];
    const end = entries.position[e]! + 8 * (structs * (pointers + gap) - gap);
    if (structs * pointers > 0 && end > size) return `entry ${e} lists places up to ${hex(end)}`;
    total += structs * pointers;
  }
  return total > size / 8 ? `it lists ${total} places, more than fit the file` : undefined;
}

/** One issue for each kind of field, with how many places there are and the name of the first. */
function* tellByField(kind: (typeof issues)['missing-relocation'], places: number[], trace: Trace): Iterable<Issue> {
  const groups = new Map<string, { path: Path; at: number; count: number }>();
  const spans = spansAt(trace, places);
  for (const at of places.sort((a, b) => a - b)) {
    const span = spans.get(at);
    const path = span === undefined ? [] : pathOf(span);
    const field = span === undefined ? 'nothing that we know' : fieldOf(span);
    const group = groups.get(field);
    if (group === undefined) groups.set(field, { path, at, count: 1 });
    else group.count++;
  }
  for (const [field, { path, at, count }] of groups) {
    yield issue(kind, `${count} in ${field}, the first at ${hex(at)}`, path, at);
  }
}

/** `vertexBuffer of Shape`: a kind of structure, and the field of it. */
function fieldOf({ name, parent }: Span): string {
  let owner = parent;
  while (owner?.name === '*') owner = owner.parent; // following a pointer is no step
  return owner === undefined ? `${name}` : `${name} of ${owner.codec.kind}`;
}

/** The innermost values that these bytes belong to. */
function spansAt(trace: Trace, places: readonly number[]): Map<number, Span> {
  const found = new Map<number, Span>();
  const sorted = [...places].sort((a, b) => a - b);
  if (sorted.length === 0) return found;
  for (const span of trace) {
    for (let i = firstFrom(sorted, span.start); i < sorted.length && sorted[i]! < span.end; i++) {
      const known = found.get(sorted[i]!);
      if (known === undefined || span.end - span.start <= known.end - known.start) found.set(sorted[i]!, span);
    }
  }
  return found;
}

/** Index of the first place that is not before `at`. */
function firstFrom(sorted: readonly number[], at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indices lie in the second section, vertices in the third (section 4.2). */
function* checkBufferSections({ sections }: RelocationTable, trace: Trace): Iterable<Issue> {
  const [start, end] = [sections.position[1]!, sections.position[2]! + sections.size[2]!];
  if (sections.length < 3 || sections.size[1]! + sections.size[2]! === 0) return;
  for (const span of trace) {
    if ((span.name !== 'indices' && span.name !== 'buffers') || span.start === span.end) continue;
    if (span.start >= start && span.end <= Math.ceil(end / 8) * 8) continue;
    const reason = `they lie from ${hex(span.start)} to ${hex(span.end)}, the buffers from ${hex(start)} to ${hex(end)}`;
    yield issue(issues['outside-buffers'], reason, pathOf(span), span.start);
  }
}
