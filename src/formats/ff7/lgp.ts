import {
  Codec,
  CodecError,
  countOf,
  fixedText,
  type Infer,
  list,
  type Reader,
  rest,
  struct,
  table,
  textUntilZero,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { BUCKET_COUNT, type LookupTable } from './lgp-lookup.ts';

// LGP, the archive of the PC game: battle.lgp, char.lgp, magic.lgp (specification, section 8).

const NAME_SIZE = 20;
const HEADER_SIZE = 16;
const RECORD_HEAD_SIZE = NAME_SIZE + 4;

const tocEntry = struct('TocEntry', {
  name: fixedText(NAME_SIZE),
  offset: u32.is('of the data record'),
  type: u8.is('0x0b for .hrc, else 0x0e'),
  conflictGroup: u16.is('0: the name is unique; else a group, counted from 1'),
});
const TOC_ENTRY_SIZE = tocEntry.minSize;

const lookupTable = table('Bucket', {
  first: u16.is('first file of the bucket, counted from 1'),
  count: u16,
}).times(BUCKET_COUNT);

const conflictGroup = struct('ConflictGroup', {
  memberCount: countOf('members', u16),
  members: list(struct('ConflictMember', { folder: fixedText(128), tocIndex: u16.is('counted from 0') })),
});
const conflictGroups = list(conflictGroup).prefixed(u16);
export type ConflictGroup = Infer<typeof conflictGroup>;

/** A line of the table of contents. */
export interface Entry {
  /** As in the file: a tool may have left characters behind a zero. */
  name: string;
  type: number;
  /** 0: the name is unique; else the group that tells the folders of equal names, counted from 1. */
  conflictGroup: number;
  /** Index of the data record. Entries may share one. Undefined where the file has no record at `offset`. */
  record?: number;
  /** Only of an entry without a record. */
  offset?: number;
}

/** A file in the archive. */
export interface DataRecord {
  /** The game goes by the name in the table of contents. */
  name: string;
  /** A view of the archive's bytes. */
  bytes: Uint8Array;
  /** Unused bytes before it. */
  gap?: Uint8Array;
  /** How many bytes it shares with the records before, in damaged or patched archives. */
  overlap?: number;
}

export interface Lgp {
  /** `SQUARESOFT`, behind two zeros. */
  creator: string;
  entries: Entry[];
  /** Missing in some archives made by tools. */
  lookup?: LookupTable;
  /** Folders of files with equal names. Missing where even the count is. */
  conflicts?: ConflictGroup[];
  /** In the order of the file. */
  records: DataRecord[];
  /** `FINAL FANTASY7` */
  trailer: Uint8Array;
}

/** A name without what a tool left behind its end. */
export const plainName = textUntilZero;

const creatorCodec = fixedText(12);
const dataHead = struct('DataHead', { name: fixedText(NAME_SIZE), size: u32 });

/** A data record; a struct would copy its bytes. */
class DataRecordCodec extends Codec<DataRecord> {
  readonly kind = 'DataRecord';
  readonly minSize = RECORD_HEAD_SIZE;

  read(r: Reader): DataRecord {
    const { name, size } = r.field('head', dataHead);
    return { name, bytes: r.field('data', new View(size)) };
  }

  write(w: Writer, { name, bytes }: DataRecord): void {
    w.field('head', dataHead, { name, size: bytes.length });
    w.field('data', rest, bytes);
  }
}

/** Bytes where they lie. */
class View extends Codec<Uint8Array> {
  readonly kind: string;
  readonly minSize: number;

  constructor(size: number) {
    super();
    this.kind = `u8[${size}]`;
    this.minSize = size;
  }

  read(r: Reader): Uint8Array {
    const at = r.take(this.minSize);
    return r.bytes.subarray(at, r.pos);
  }

  write(w: Writer, value: Uint8Array): void {
    rest.write(w, value);
  }
}

const dataRecord = new DataRecordCodec();

class LgpCodec extends Codec<Lgp> {
  readonly kind = 'Lgp';
  readonly minSize = HEADER_SIZE;

  read(r: Reader): Lgp {
    const creator = r.field('creator', creatorCodec);
    if (!isCreator(creator)) r.fail('bad-magic', `'SQUARESOFT' expected, '${creator.replaceAll('\0', '')}' found`, 0);
    const fileCount = r.field('fileCount', u32);
    const toc = r.field('toc', list(tocEntry).times(fileCount));
    const offsets = this.offsetsOfRecords(r, toc);
    const dataStart = offsets[0] ?? r.end;
    const hasLookup = r.pos + lookupTable.minSize <= dataStart;
    const lookup = hasLookup ? r.field('lookup', lookupTable) : undefined;
    const conflicts = hasLookup && r.pos + 2 <= dataStart ? this.readConflicts(r) : undefined;
    const { records, indexOf } = this.readRecords(r, offsets);
    const entries = toc.map(({ offset, ...entry }): Entry => {
      const record = indexOf.get(offset);
      return record === undefined ? { ...entry, offset } : { ...entry, record };
    });
    for (const [i, entry] of entries.entries()) {
      if (entry.record === undefined) this.reportMissing(r, i, entry);
    }
    const trailer = r.field('trailer', rest);
    return {
      creator,
      entries,
      ...(lookup === undefined ? {} : { lookup }),
      ...(conflicts === undefined ? {} : { conflicts }),
      records,
      trailer,
    };
  }

  /** Where complete records begin, in ascending order. */
  private offsetsOfRecords(r: Reader, toc: readonly { offset: number }[]): number[] {
    const { view, pos, end } = r;
    const hasRecord = (offset: number) =>
      offset >= pos &&
      offset + RECORD_HEAD_SIZE <= end &&
      offset + RECORD_HEAD_SIZE + view.getUint32(offset + NAME_SIZE, true) <= end;
    return [...new Set(toc.map(({ offset }) => offset))].filter(hasRecord).sort((a, b) => a - b);
  }

  private readConflicts(r: Reader): ConflictGroup[] | undefined {
    const value = r.attempt(conflictGroups, 'conflicts');
    if (!(value instanceof CodecError)) return value;
    r.warn('lgp/conflicts', value.reason, value.offset);
    return undefined;
  }

  /** Reads the records at `offsets`, which are in ascending order, and what lies between. */
  private readRecords(r: Reader, offsets: readonly number[]) {
    const records: DataRecord[] = [];
    const indexOf = new Map<number, number>();
    let end = r.pos;
    for (const offset of offsets) {
      r.pos = Math.min(offset, end);
      const gap = offset > end ? { gap: r.field('gap', new View(offset - end)) } : {};
      const overlap = offset < end ? { overlap: end - offset } : {};
      r.pos = offset;
      indexOf.set(offset, records.length);
      r.path.push('records');
      records.push({ ...r.field(records.length, dataRecord), ...gap, ...overlap });
      r.path.pop();
      end = Math.max(end, r.pos);
    }
    r.pos = end;
    return { records, indexOf };
  }

  private reportMissing(r: Reader, index: number, { name, offset }: Entry): void {
    r.issues.push({
      severity: 'error',
      code: 'lgp/no-record',
      reason: `'${plainName(name)}' at ${offset} of ${r.bytes.length} bytes`,
      path: ['toc', index, 'offset'],
      offset: HEADER_SIZE + TOC_ENTRY_SIZE * index + NAME_SIZE,
    });
  }

  write(w: Writer, { creator, entries, lookup, conflicts, records, trailer }: Lgp): void {
    w.field('creator', creatorCodec, creator);
    w.field('fileCount', u32, entries.length);
    const tocAt = w.take(TOC_ENTRY_SIZE * entries.length);
    if (lookup !== undefined) w.field('lookup', lookupTable, lookup);
    if (conflicts !== undefined) w.field('conflicts', conflictGroups, conflicts);
    const offsets = this.writeRecords(w, records);
    w.field('trailer', rest, trailer);
    const toc = entries.map(({ name, type, conflictGroup, record, offset = 0 }) => ({
      name,
      offset: record === undefined ? offset : offsets[record]!,
      type,
      conflictGroup,
    }));
    w.path.push('toc');
    w.fill(tocAt, list(tocEntry).times(toc.length), toc);
    w.path.pop();
  }

  private writeRecords(w: Writer, records: readonly DataRecord[]): number[] {
    let end = w.pos;
    const offsets: number[] = [];
    for (const [i, record] of records.entries()) {
      w.pos = end - (record.overlap ?? 0);
      if (record.gap !== undefined) rest.write(w, record.gap);
      offsets.push(w.pos);
      w.path.push('records');
      w.field(i, dataRecord, record);
      w.path.pop();
      end = Math.max(end, w.pos);
    }
    w.pos = end;
    return offsets;
  }
}

export const lgp: Codec<Lgp> = new LgpCodec();

export const SQUARESOFT = '\0\0SQUARESOFT';
export const TRAILER = 'FINAL FANTASY7';
/** What patches of archives say instead. */
export const PATCH_CREATOR = 'FICEDULA-LGP';

export function isCreator(creator: string): boolean {
  const text = creator.replaceAll('\0', ' ').trim();
  return text === 'SQUARESOFT' || text === PATCH_CREATOR;
}

/** Members in the order of the table of contents, with their folders where names are equal. */
export function namesOf({ entries, conflicts }: Lgp): string[] {
  const names = entries.map(({ name }) => plainName(name));
  for (const { members } of conflicts ?? []) {
    for (const { folder, tocIndex } of members) {
      if (entries[tocIndex] !== undefined)
        names[tocIndex] = `${plainName(folder)}/${plainName(entries[tocIndex].name)}`;
    }
  }
  return names;
}
