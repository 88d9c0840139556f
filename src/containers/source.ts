// Where files come from: a folder, an archive, dropped files. All look the same to formats and families, which never
// touch a file system.

export interface Entry {
  /** Path inside the source, with `/` between folders: `levels/box.v3m`. Unique in the source. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Named files that can be opened. */
export interface Source {
  /** For people: the path of the folder or archive. */
  readonly name: string;
  entries(): Iterable<Entry>;
  /** The bytes of an entry, by its exact name; undefined where there is none. They must not be changed. */
  open(name: string): Uint8Array | undefined;
  /** The first `length` bytes of an entry, where that is cheaper than all. */
  head?(name: string, length: number): Uint8Array | undefined;
}

/** Files in memory. */
export function memorySource(name: string, files: ReadonlyMap<string, Uint8Array>): Source {
  return {
    name,
    *entries() {
      for (const [file, bytes] of files) yield { name: file, size: bytes.length };
    },
    open: (file) => files.get(file),
  };
}

/** `levels/box.v3m` -> `box.v3m` */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `levels/box.v3m` -> `box` */
export function stem(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** `levels/Box.V3M` -> `.v3m`; lower case, with the dot, empty where there is none. */
export function extension(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** Finds files the way games do: by name without folder, whatever the case. Made once for a source. */
export class Lookup {
  readonly source: Source;
  private readonly byName = new Map<string, Entry[]>();
  private readonly byStem = new Map<string, Entry[]>();

  constructor(source: Source) {
    this.source = source;
    for (const entry of source.entries()) {
      append(this.byName, fileName(entry.name).toLowerCase(), entry);
      append(this.byStem, stem(entry.name).toLowerCase(), entry);
    }
  }

  /** Entries of this file name, in the order of the source; those in the folder of `near` first. */
  named(name: string, near?: string): readonly Entry[] {
    return nearestFirst(this.byName.get(fileName(name).toLowerCase()) ?? [], near);
  }

  /** Entries of this file name, whatever their extensions. */
  ofStem(name: string, near?: string): readonly Entry[] {
    return nearestFirst(this.byStem.get(stem(name).toLowerCase()) ?? [], near);
  }
}

function nearestFirst(entries: readonly Entry[], near: string | undefined): readonly Entry[] {
  if (near === undefined || entries.length < 2) return entries;
  const folder = near.slice(0, near.lastIndexOf('/') + 1);
  const isNear = (entry: Entry) => entry.name.startsWith(folder) && !entry.name.slice(folder.length).includes('/');
  return [...entries.filter(isNear), ...entries.filter((entry) => !isNear(entry))];
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
