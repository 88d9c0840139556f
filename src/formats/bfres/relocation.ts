import { Codec, type Infer, magic, type Reader, table, u8, u16, u32, type Writer } from '../../binary/index.ts';

// _RLT, the relocation table: where all pointers of a file are, so that the console can turn offsets into addresses
// (specification, section 4).

const sectionTable = table('Section', {
  basePointer: u32.x(2),
  position: u32,
  size: u32,
  firstEntry: u32,
  entryCount: u32,
});

const entryTable = table('Entry', {
  position: u32.is('of the first pointer'),
  structCount: u16,
  pointerCount: u8.is('in a row'),
  gap: u8.is('between the rows, in 8 bytes'),
});

export interface RelocationTable {
  sections: Infer<ReturnType<typeof sectionTable.times>>;
  entries: Infer<ReturnType<typeof entryTable.times>>;
}

/** The table as it stands in a file, for comparing: writing makes it anew. */
export const relocationTable: Codec<RelocationTable> = new (class extends Codec<RelocationTable> {
  readonly kind = 'RelocationTable';
  readonly minSize = 16;

  read(r: Reader): RelocationTable {
    r.field('signature', magic('_RLT'));
    r.field('offset', u32);
    const sectionCount = r.field('sectionCount', u32);
    r.field('padding', u32);
    const sections = r.field('sections', sectionTable.times(sectionCount));
    const entryCount = Math.max(0, ...Array.from(sections.entryCount, (count, i) => count + sections.firstEntry[i]!));
    return { sections, entries: r.field('entries', entryTable.times(entryCount)) };
  }

  write(w: Writer, { sections, entries }: RelocationTable): void {
    const { pos } = w;
    w.field('signature', magic('_RLT'), '_RLT');
    u32.write(w, pos);
    u32.write(w, sections.length);
    u32.write(w, 0);
    sectionTable.writeItems(w, sections);
    entryTable.writeItems(w, entries);
  }
})();

/** A part of a file that moves as a whole. */
export interface Section {
  readonly position: number;
  readonly size: number;
}

/** The table of pointers, given where they stand and what section each leads into. */
export function buildRelocationTable(sections: readonly Section[], pointers: readonly number[][]): RelocationTable {
  const packed = pointers.map(packPointers);
  const rows = packed.flat();
  let firstEntry = 0;
  const firstEntries = packed.map(({ length }) => {
    firstEntry += length;
    return firstEntry - length;
  });
  return {
    sections: {
      length: sections.length,
      basePointer: new Uint32Array(2 * sections.length),
      position: Uint32Array.from(sections, ({ position }) => position),
      size: Uint32Array.from(sections, ({ size }) => size),
      firstEntry: Uint32Array.from(firstEntries),
      entryCount: Uint32Array.from(packed, ({ length }) => length),
    },
    entries: {
      length: rows.length,
      position: Uint32Array.from(rows, ([position]) => position),
      structCount: Uint16Array.from(rows, ([, structs]) => structs),
      pointerCount: Uint8Array.from(rows, ([, , count]) => count),
      gap: Uint8Array.from(rows, ([, , , gap]) => gap),
    },
  };
}

type Entry = readonly [position: number, structCount: number, pointerCount: number, gap: number];

interface Run {
  readonly position: number;
  readonly length: number;
  used: boolean;
}

const MAX_RUN = 255;
const MAX_GAP = 255;
const MAX_STRUCTS = 0xffff;

/** Packs the positions of pointers as Nintendo's converter does (section 4.4). */
export function packPointers(positions: readonly number[]): Entry[] {
  const runs = runsOf([...new Set(positions)].sort((a, b) => a - b));
  const byPosition = new Map(runs.map((run) => [run.position, run]));
  const nextOfLength = linkByLength(runs);
  const entries: Entry[] = [];
  for (const [i, run] of runs.entries()) {
    if (run.used) continue;
    run.used = true;
    const { position, length } = run;
    const second = nextUnused(runs, nextOfLength, i);
    const gap = second === undefined ? 0 : (second.position - position) / 8 - length;
    if (second === undefined || gap > MAX_GAP) {
      entries.push([position, 1, length, 0]);
      continue;
    }
    second.used = true;
    let count = 2;
    const step = (length + gap) * 8;
    for (let next = byPosition.get(second.position + step); count < MAX_STRUCTS; count++) {
      if (next === undefined || next.used || next.length !== length) break;
      next.used = true;
      next = byPosition.get(next.position + step);
    }
    entries.push([position, count, length, gap]);
  }
  return entries;
}

/** Pointers that stand directly behind each other. */
function runsOf(positions: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < positions.length; ) {
    let length = 1;
    while (length < MAX_RUN && positions[i + length] === positions[i]! + 8 * length) length++;
    runs.push({ position: positions[i]!, length, used: false });
    i += length;
  }
  return runs;
}

/** For each run the index of the next one of the same length. */
function linkByLength(runs: readonly Run[]): Int32Array {
  const next = new Int32Array(runs.length).fill(-1);
  const last = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    next[i] = last.get(runs[i]!.length) ?? -1;
    last.set(runs[i]!.length, i);
  }
  return next;
}

function nextUnused(runs: readonly Run[], next: Int32Array, from: number): Run | undefined {
  for (let i = next[from]!; i >= 0; i = next[i]!) {
    if (!runs[i]!.used) {
      next[from] = i; // those between are used for good
      return runs[i];
    }
  }
  return undefined;
}

/** The positions that the entries of each section cover. */
export function pointersOf({ sections, entries }: RelocationTable): number[][] {
  return Array.from(sections.entryCount, (count, s) => {
    const positions: number[] = [];
    for (let e = sections.firstEntry[s]!; e < sections.firstEntry[s]! + count; e++) {
      const step = entries.pointerCount[e]! + entries.gap[e]!;
      for (let i = 0; i < entries.structCount[e]!; i++) {
        for (let j = 0; j < entries.pointerCount[e]!; j++) positions.push(entries.position[e]! + 8 * (i * step + j));
      }
    }
    return positions;
  });
}
