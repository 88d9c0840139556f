import { CodecError } from '../binary/index.ts';
import { type Entry, fileName, type Source } from '../containers/source.ts';
import type { Archive, Member } from '../formats/format.ts';
import { HEAD_SIZE, isArchive, recognize } from '../formats/registry.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { type OpenedFile, open, read, UNWRAP_LIMIT } from './open.ts';

export interface ExpandOptions {
  /** How deep archives may lie in archives; 0 leaves all archives closed. 4 by default. */
  readonly depth?: number;
  /** The most bytes a compressed file may become. 1 GiB by default. */
  readonly limit?: number;
}

/** A source with the members of its archives among its entries, and compressed files without their compression. */
export interface ExpandedSource extends Source {
  /** The entry with its compressions peeled off and recognized. */
  openFile(name: string): OpenedFile | undefined;
  head(name: string, length: number): Uint8Array | undefined;
  /** What was wrong with archives met so far. */
  readonly issues: readonly Issue[];
}

const MAX_DEPTH = 4;
/** Bytes of opened archives and unwrapped files that are kept for the next question. */
const CACHE_SIZE = 512 * 2 ** 20;

/**
 * Members of `box.vpp` become entries `box.vpp/member`, those of archives inside it `box.vpp/inner.vpp/member`. Archives
 * are opened when their members are first asked for. A later member of the same name gets a number: `icon~2.tga`.
 */
export function expand(source: Source, options: ExpandOptions = {}): ExpandedSource {
  return new Expanded(source, options.depth ?? MAX_DEPTH, options.limit ?? UNWRAP_LIMIT);
}

class Expanded implements ExpandedSource {
  readonly name: string;
  readonly issues: Issue[] = [];
  private readonly source: Source;
  private readonly depth: number;
  private readonly limit: number;
  private readonly files = new Cache<OpenedFile>(CACHE_SIZE);
  private readonly members = new Cache<ReadonlyMap<string, Member>>(CACHE_SIZE);
  private listed: readonly Entry[] | undefined;
  private base: ReadonlySet<string> | undefined;
  private readonly archives = new Map<string, boolean>();

  constructor(source: Source, depth: number, limit: number) {
    this.name = source.name;
    this.source = source;
    this.depth = depth;
    this.limit = limit;
  }

  entries(): Iterable<Entry> {
    this.listed ??= [...this.list()];
    return this.listed;
  }

  open(name: string): Uint8Array | undefined {
    return this.openFile(name)?.bytes;
  }

  openFile(name: string): OpenedFile | undefined {
    const cached = this.files.get(name);
    if (cached !== undefined) return cached;
    const bytes = this.raw(name);
    if (bytes === undefined) return undefined;
    const file = open(bytes, name, { limit: this.limit });
    this.files.set(name, file, file.bytes.length);
    return file;
  }

  head(name: string, length: number): Uint8Array | undefined {
    const head = this.rawHead(name, Math.max(length, HEAD_SIZE));
    if (head === undefined) return undefined;
    const found = recognize(head, name);
    if (found === undefined || 'format' in found) return head.subarray(0, length);
    return this.open(name)?.subarray(0, length);
  }

  private *list(): Iterable<Entry> {
    for (const entry of this.source.entries()) yield* this.withMembers(entry, 0);
  }

  private *withMembers(entry: Entry, depth: number): Iterable<Entry> {
    yield entry;
    if (this.depth === 0) return;
    const archive = this.archiveAt(entry.name);
    if (archive === undefined) return;
    if (depth >= this.depth) {
      const reason = `this archive lies in ${depth} others`;
      this.issues.push(...inFile([issue(operationIssues['too-nested'], reason)], entry.name));
      return;
    }
    for (const [name, { bytes }] of this.membersOf(entry.name, archive)) {
      yield* this.withMembers({ name: `${entry.name}/${name}`, size: bytes.length }, depth + 1);
    }
  }

  /** The bytes as they are stored: compressions are still around them. */
  private raw(name: string): Uint8Array | undefined {
    const outer = this.archiveOf(name);
    if (outer === undefined) return this.source.open(name);
    const archive = this.archiveAt(outer);
    return archive && this.membersOf(outer, archive).get(name.slice(outer.length + 1))?.bytes;
  }

  private rawHead(name: string, length: number): Uint8Array | undefined {
    if (this.archiveOf(name) === undefined && this.source.head !== undefined) return this.source.head(name, length);
    return this.raw(name)?.subarray(0, length);
  }

  /** The name of the archive that an entry is a member of; undefined for entries of the source itself. */
  private archiveOf(name: string): string | undefined {
    this.base ??= new Set(Array.from(this.source.entries(), (entry) => entry.name));
    if (this.base.has(name)) return undefined;
    let outer = leadingName(name, this.base);
    while (outer !== undefined) {
      const archive = this.archiveAt(outer);
      if (archive === undefined) return undefined;
      const members = this.membersOf(outer, archive);
      const inner = name.slice(outer.length + 1);
      if (members.has(inner)) return outer;
      const next = leadingName(inner, members);
      outer = next && `${outer}/${next}`;
    }
    return undefined;
  }

  private archiveAt(name: string): Archive<unknown> | undefined {
    if (this.archives.get(name) === false) return undefined;
    const format = this.looksPlain(name) ? undefined : this.openFile(name)?.format;
    const archive = format !== undefined && isArchive(format) ? format : undefined;
    this.archives.set(name, archive !== undefined);
    return archive;
  }

  /** Whether the first bytes already tell that there is no archive in it: most files need not be read. */
  private looksPlain(name: string): boolean {
    const head = this.rawHead(name, HEAD_SIZE);
    if (head === undefined) return true;
    const found = recognize(head, name);
    return found === undefined || ('format' in found && !isArchive(found.format));
  }

  private membersOf(name: string, archive: Archive<unknown>): ReadonlyMap<string, Member> {
    const cached = this.members.get(name);
    if (cached !== undefined) return cached;
    const file = this.openFile(name)!;
    const { value, issues } = read(file);
    const members = value === undefined ? new Map<string, Member>() : memberMap(archive, value);
    if (value === undefined) this.issues.push(...issues);
    else this.issues.push(...inFile(renamed(members), name));
    this.members.set(name, members, file.bytes.length);
    return members;
  }
}

/** The members of an archive by the names of their entries; a later one of the same name gets a number. */
export function memberMap(archive: Archive<unknown>, value: unknown): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const member of membersIn(archive, value)) members.set(freeName(members, entryName(member.name)), member);
  return members;
}

function* renamed(members: ReadonlyMap<string, Member>): Iterable<Issue> {
  for (const [name, member] of members) {
    const own = entryName(member.name);
    if (own !== name) yield issue(operationIssues['renamed-member'], `another '${own}', here called '${name}'`);
  }
}

function* membersIn(archive: Archive<unknown>, value: unknown): Iterable<Member> {
  try {
    yield* archive.members(value);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
  }
}

/** The first of the names that the path begins with: `box.vpp` of `box.vpp/door.v3m`. */
function leadingName(path: string, names: { has(name: string): boolean }): string | undefined {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    if (names.has(path.slice(0, slash))) return path.slice(0, slash);
  }
  return undefined;
}

/** As an entry of a source: `/` between folders, never empty. */
function entryName(name: string): string {
  const path = name.replaceAll('\\', '/');
  return path === '' ? 'unnamed' : path;
}

/** `icon.tga`, or `icon~2.tga` where that is taken. */
export function freeName(taken: { has(name: string): boolean }, name: string): string {
  if (!taken.has(name)) return name;
  const base = name.slice(0, name.length - fileName(name).length);
  const file = fileName(name);
  const dot = file.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [file, ''] : [file.slice(0, dot), file.slice(dot)];
  for (let n = 2; ; n++) {
    const candidate = `${base}${stem}~${n}${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Keeps what was used last, up to a number of bytes. */
class Cache<T> {
  private readonly limit: number;
  private readonly values = new Map<string, { readonly value: T; readonly size: number }>();
  private size = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get(key: string): T | undefined {
    const found = this.values.get(key);
    if (found === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, found);
    return found.value;
  }

  set(key: string, value: T, size: number): void {
    this.size -= this.values.get(key)?.size ?? 0;
    this.values.delete(key);
    this.values.set(key, { value, size });
    this.size += size;
    for (const [oldest, { size: freed }] of this.values) {
      if (this.size <= this.limit || oldest === key) return;
      this.values.delete(oldest);
      this.size -= freed;
    }
  }
}
