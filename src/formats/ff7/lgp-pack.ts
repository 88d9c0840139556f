import { fileName } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { Member } from '../format.ts';
import { issues } from './lgp.check.ts';
import {
  type ConflictGroup,
  type DataRecord,
  type Entry,
  type Lgp,
  namesOf,
  plainName,
  SQUARESOFT,
  TRAILER,
} from './lgp.ts';
import { BUCKET_COUNT, bucketOf, firstHidden, lookupOf } from './lgp-lookup.ts';

const LONGEST_NAME = 19;

/** A file on its way into an archive. */
interface Packed {
  /** Folder and name, as members spell it. */
  path: string;
  name: string;
  /** Its line in the archive it comes from. */
  old?: Entry;
  oldRecord?: DataRecord;
  bytes: Uint8Array;
}

/**
 * An archive of these files. What `base` has already keeps its place and its record; new files go to the end of their
 * bucket and behind the data (specification, section 8.2). Without `base` the contents are sorted by bucket.
 */
export function pack(members: readonly Member[], base?: Lgp): Conversion<Lgp> {
  const found: Issue[] = [];
  const known = new Set(base === undefined ? [] : namesOf(base));
  const accepted = members.filter(({ name }) => {
    if (known.has(name)) return true;
    const isFine = bucketOf(fileName(name)) !== undefined && fileName(name).length <= LONGEST_NAME;
    if (!isFine) found.push(issue(issues['name-refused'], `'${name}'`, [name]));
    return isFine;
  });
  const files = base === undefined ? sortByBucket(accepted.map(newFile)) : merge(accepted, base);
  const isUntouched = base !== undefined && sameNames(files, base.entries);
  const { groupOf, conflicts, dropped } = groupEqualNames(files);
  if (dropped > 0) found.push(issue(issues['folder-dropped'], `folders of ${dropped} files`));
  const { records, recordOf } = layOut(files, base);
  const entries = files.map((file): Entry => {
    const line = file.old ?? { name: file.name, type: typeOf(file.name), conflictGroup: 0 };
    const conflictGroup = isUntouched ? line.conflictGroup : (groupOf.get(file) ?? 0);
    return { ...line, conflictGroup, record: recordOf.get(file)! };
  });
  const tables = isUntouched ? base : { lookup: lookupOf(files.map(({ name }) => name)), conflicts };
  const value: Lgp = {
    creator: base?.creator ?? SQUARESOFT,
    entries,
    ...(tables.lookup === undefined ? {} : { lookup: tables.lookup }),
    ...(tables.conflicts === undefined ? {} : { conflicts: tables.conflicts }),
    records,
    trailer: base?.trailer ?? Uint8Array.from(TRAILER, (c) => c.charCodeAt(0)),
  };
  return { value, issues: found };
}

/**
 * The archive with a table by which the game finds every file. Where files of one bucket do not stand together, the table
 * of contents is put in order; data and folders stay as they are.
 */
export function rebuildLookup(file: Lgp): Conversion<Lgp> {
  const names = (entries: readonly Entry[]) => entries.map(({ name }) => plainName(name));
  const isInOrder = firstHidden(names(file.entries), lookupOf(names(file.entries))) === undefined;
  const order = [...file.entries.keys()];
  const bucket = (i: number) => bucketOf(plainName(file.entries[i]!.name)) ?? BUCKET_COUNT;
  if (!isInOrder) order.sort((a, b) => bucket(a) - bucket(b));
  const entries = order.map((i) => file.entries[i]!);
  const conflicts = (file.conflicts ?? []).map(({ members }) => ({
    members: members.map((member) => ({ ...member, tocIndex: Math.max(0, order.indexOf(member.tocIndex)) })),
  }));
  const lookup = lookupOf(names(entries));
  const isSame = isInOrder && file.lookup !== undefined && firstHidden(names(entries), file.lookup) === undefined;
  if (isSame) return { value: file, issues: [] };
  const reason = `${entries.length} files in ${lookup.count.filter((count) => count > 0).length} buckets`;
  return { value: { ...file, entries, lookup, conflicts }, issues: [issue(issues['lookup-rebuilt'], reason)] };
}

const typeOf = (name: string): number => (name.toLowerCase().endsWith('.hrc') ? 0x0b : 0x0e);

const newFile = ({ name, bytes }: Member): Packed => ({ path: name, name: fileName(name), bytes });

function sortByBucket(files: Packed[]): Packed[] {
  return files.toSorted((a, b) => bucketOf(a.name)! - bucketOf(b.name)!);
}

/** Files of the archive that are still there, in its order, and new ones at the end of their bucket. */
function merge(members: readonly Member[], base: Lgp): Packed[] {
  const given = groupBy(members, ({ name }) => name);
  const files: Packed[] = [];
  const names = namesOf(base);
  for (const [i, old] of base.entries.entries()) {
    const member = given.get(names[i]!)?.shift();
    if (member === undefined) continue;
    const record = old.record === undefined ? {} : { oldRecord: base.records[old.record]! };
    files.push({ path: names[i]!, name: plainName(old.name), old, ...record, bytes: member.bytes });
  }
  for (const member of [...given.values()].flat()) insert(files, newFile(member));
  return files;
}

function insert(files: Packed[], file: Packed): void {
  const bucket = bucketOf(file.name)!;
  const last = files.findLastIndex(({ name }) => bucketOf(name) === bucket);
  const next = files.findIndex(({ name }) => (bucketOf(name) ?? 0) > bucket);
  files.splice(last >= 0 ? last + 1 : next >= 0 ? next : files.length, 0, file);
}

/** Equal names get a group that tells their folders; of all others the folder is dropped. */
function groupEqualNames(files: readonly Packed[]) {
  const byName = groupBy([...files.keys()], (i) => files[i]!.name.toLowerCase());
  const groupOf = new Map<Packed, number>();
  const conflicts: ConflictGroup[] = [];
  let dropped = 0;
  for (const indices of byName.values()) {
    if (indices.length === 1) {
      if (files[indices[0]!]!.path.includes('/')) dropped++;
      continue;
    }
    conflicts.push({ members: indices.map((tocIndex) => ({ folder: folderOf(files[tocIndex]!.path), tocIndex })) });
    for (const i of indices) groupOf.set(files[i]!, conflicts.length);
  }
  return { groupOf, conflicts, dropped };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The data in its old order with its old names and gaps, then what is new. */
function layOut(files: readonly Packed[], base: Lgp | undefined) {
  const recordOf = new Map<Packed, number>();
  const records: DataRecord[] = [];
  const usersOf = groupBy(files, ({ oldRecord }) => oldRecord);
  const isChanged = files.some(({ bytes, oldRecord }) => oldRecord === undefined || !equal(bytes, oldRecord.bytes));
  for (const old of base?.records ?? []) {
    const users = usersOf.get(old) ?? [];
    for (const file of users) {
      // A record goes on to be shared by those of its files that still have equal bytes.
      const twin = users.find((other) => recordOf.has(other) && equal(other.bytes, file.bytes));
      recordOf.set(file, twin === undefined ? records.length : recordOf.get(twin)!);
      if (twin !== undefined) continue;
      const { overlap, ...parted }: Omit<DataRecord, 'bytes'> = file === users[0] ? old : { name: old.name };
      // Where one record changes, none can share bytes with its neighbours any more.
      records.push({ ...parted, ...(overlap === undefined || isChanged ? {} : { overlap }), bytes: file.bytes });
    }
  }
  for (const file of files) {
    if (recordOf.has(file)) continue;
    recordOf.set(file, records.length);
    records.push({ name: file.name, bytes: file.bytes });
  }
  return { records, recordOf };
}

function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K | undefined): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function sameNames(files: readonly Packed[], entries: readonly Entry[]): boolean {
  return files.length === entries.length && files.every(({ old }, i) => old === entries[i]);
}
