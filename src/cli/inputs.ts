import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type Entry, memorySource, type Source } from '../containers/source.ts';
import { formatOf, isArchive } from '../formats/registry.ts';
import { type Issue, issue } from '../issue.ts';
import { type ExpandedSource, expand } from '../operations/expand.ts';
import { inFile, operationIssues } from '../operations/issues.ts';
import { type OpenedFile, open } from '../operations/open.ts';
import { type FileSource, folderSource, singleFileSource, statOf } from './folder-source.ts';

// From what was typed to files: folders, archives, members of archives, globs, standard input.

/** What was named on the command line. It can be sent to a worker. */
export interface InputSpec {
  readonly cwd: string;
  /** Files, folders, globs, `archive/member`, `-`. */
  readonly paths: readonly string[];
  /** Folders and archives where models find what they lack. */
  readonly related?: readonly string[];
  /** Id of the format that files are taken for. */
  readonly format?: string;
  /** Paths of Zstandard dictionaries. */
  readonly dictionaries?: readonly string[];
  /** What came over standard input. */
  readonly stdin?: Uint8Array;
}

/** Files to work on, and the files around them. */
export interface Input {
  /** As typed, with `/` behind it unless it is empty: stands before names of entries. */
  readonly prefix: string;
  readonly source: ExpandedSource;
  /** Whether an entry was asked for, and not only lies beside those that were. */
  isAsked(name: string): boolean;
  /** Whether all of the source was asked for: a folder, an archive, standard input. */
  readonly isWhole: boolean;
  /** Whether it is a folder that was asked for. */
  readonly isFolder: boolean;
}

export interface ResolvedInputs {
  readonly inputs: readonly Input[];
  /** What was named but is not there. */
  readonly issues: readonly Issue[];
}

/** Finds the files that were named. */
export async function resolveInputs(spec: InputSpec): Promise<ResolvedInputs> {
  const issues: Issue[] = [];
  const related = (spec.related ?? []).flatMap((path) => relatedSource(path, spec.cwd, issues));
  const inputs: Input[] = [];
  const loose = new Map<string, string[]>();
  for (const path of spec.paths) {
    if (path === '-') inputs.push(stdinInput(spec));
    else for (const found of await matches(path, spec.cwd, issues)) place(found);
  }
  for (const [folder, names] of loose) inputs.push(looseFiles(folder, names));
  return { inputs, issues };

  function place(path: string): void {
    const full = resolve(spec.cwd, path);
    const stats = statOf(full);
    if (stats?.isDirectory()) {
      inputs.push({ ...wholeInput(folderSource(full), prefixOf(path)), isFolder: true });
    } else if (stats !== undefined) {
      const archive =
        spec.format === undefined || isArchive(formatOf(spec.format)!) ? archiveInput(full, path) : undefined;
      if (archive !== undefined) inputs.push(archive);
      else append(loose, dirname(path), basename(path));
    } else {
      const member = memberInput(path);
      if (member === undefined) issues.push(noSuchFile(path, spec.cwd));
      else inputs.push(member);
    }
  }

  function wholeInput(files: FileSource, prefix: string): Input {
    const source = around(expand(files), related, files.issues);
    const isAsked = (name: string) => !related.some((other) => name.startsWith(other.prefix));
    return { prefix, source, isAsked, isWhole: true, isFolder: false };
  }

  function archiveInput(full: string, path: string): Input | undefined {
    const file = singleFileSource(full);
    const expanded = expand(file);
    const format = expanded.openFile(basename(full))?.format;
    if (format === undefined || !isArchive(format)) return undefined;
    return wholeInput(file, prefixOf(dirname(path)));
  }

  /** `box.vpp/door.v3m`, or all below `box.vpp/doors`. */
  function memberInput(path: string): Input | undefined {
    for (let outer = dirname(path); outer !== '.' && outer !== dirname(outer); outer = dirname(outer)) {
      const full = resolve(spec.cwd, outer);
      if (statOf(full)?.isFile() !== true) continue;
      const archive = archiveInput(full, outer);
      const wanted = `${basename(outer)}/${path
        .slice(outer.length + 1)
        .replaceAll('\\', '/')
        .replace(/\/$/, '')}`;
      const isAsked = (name: string) => name === wanted || name.startsWith(`${wanted}/`);
      if (archive === undefined || ![...archive.source.entries()].some(({ name }) => isAsked(name))) return undefined;
      return { ...archive, isAsked, isWhole: false };
    }
    return undefined;
  }

  /** Single files of one folder: the files beside them are there for models, but are not asked for. */
  function looseFiles(folder: string, names: readonly string[]): Input {
    const files = folderSource(resolve(spec.cwd, folder), { recursive: false });
    const hidden = names.filter((name) => name.startsWith('.'));
    const all = hidden.length === 0 ? files : withHidden(files, resolve(spec.cwd, folder), hidden);
    const source = around(expand(all, { depth: 0 }), related, files.issues);
    const wanted = new Set(names);
    return {
      prefix: prefixOf(folder),
      source: forced(source, spec.format),
      isAsked: (name) => wanted.has(name),
      isWhole: false,
      isFolder: false,
    };
  }
}

/** The entries that were asked for. */
export function* askedEntries({ source, isAsked }: Input): Iterable<Entry> {
  for (const entry of source.entries()) if (isAsked(entry.name)) yield entry;
}

/** An entry's name as the user would type it. */
export function shownName({ prefix }: Input, name: string): string {
  return `${prefix}${name}`;
}

/** Its name has the extension of what it is, as families find files by their names. */
function stdinInput({ stdin = new Uint8Array(), format: id }: InputSpec): Input {
  const format = id === undefined ? open(stdin, 'stdin').format : formatOf(id);
  const name = `stdin${format?.extensions[0] ?? ''}`;
  const source = expand(memorySource('standard input', new Map([[name, stdin]])));
  return { prefix: '', source: forced(source, id), isAsked: () => true, isWhole: true, isFolder: false };
}

/** The same source, whose files are taken for one format. */
function forced(source: ExpandedSource, id: string | undefined): ExpandedSource {
  const format = id === undefined ? undefined : formatOf(id);
  if (format === undefined) return source;
  return {
    name: source.name,
    issues: source.issues,
    entries: () => source.entries(),
    open: (name) => source.open(name),
    head: (name, length) => source.head(name, length),
    openFile(name): OpenedFile | undefined {
      const file = source.openFile(name);
      return file && (file.format === format ? file : open(file.bytes, name, { format }));
    },
  };
}

interface Related {
  readonly prefix: string;
  readonly source: ExpandedSource;
}

function relatedSource(path: string, cwd: string, issues: Issue[]): Related[] {
  const full = resolve(cwd, path);
  const stats = statOf(full);
  if (stats === undefined) {
    issues.push(noSuchFile(path, cwd));
    return [];
  }
  const files = stats.isDirectory() ? folderSource(full) : singleFileSource(full);
  return [{ prefix: `${path.replace(/\/+$/, '')}/`, source: expand(files) }];
}

/** A source with others behind it, whose entries get the path they were named by in front. */
function around(source: ExpandedSource, related: readonly Related[], issues: readonly Issue[]): ExpandedSource {
  const others = related.filter((other) => !isSameFolder(other.source, source));
  const pick = <T>(name: string, use: (source: ExpandedSource, name: string) => T | undefined): T | undefined => {
    const own = use(source, name);
    if (own !== undefined) return own;
    const other = others.find(({ prefix }) => name.startsWith(prefix));
    return other && use(other.source, name.slice(other.prefix.length));
  };
  return {
    name: source.name,
    get issues() {
      return [...issues, ...source.issues, ...others.flatMap((other) => other.source.issues)];
    },
    *entries() {
      yield* source.entries();
      for (const { prefix, source } of others) {
        for (const { name, size } of source.entries()) yield { name: `${prefix}${name}`, size };
      }
    },
    open: (name) => pick(name, (from, own) => from.open(own)),
    head: (name, length) => pick(name, (from, own) => from.head(own, length)),
    openFile: (name) => pick(name, (from, own) => from.openFile(own)),
  };
}

function isSameFolder(a: Source, b: Source): boolean {
  return realpathSync(a.name) === realpathSync(b.name);
}

function withHidden(files: FileSource, folder: string, hidden: readonly string[]): FileSource {
  const extra = new Map(hidden.map((name) => [name, singleFileSource(join(folder, name))]));
  return {
    ...files,
    *entries() {
      yield* files.entries();
      for (const single of extra.values()) yield* single.entries();
    },
    open: (name) => files.open(name) ?? extra.get(name)?.open(name),
    head: (name, length) => files.head(name, length) ?? extra.get(name)?.head(name, length),
  };
}

/** The paths a glob stands for; anything that exists stands for itself. */
async function matches(path: string, cwd: string, issues: Issue[]): Promise<readonly string[]> {
  const exists = statOf(resolve(cwd, path)) !== undefined;
  if (exists || !/[*?[{]/.test(path)) return [path];
  const { glob } = await import('tinyglobby');
  const found = (await glob(path, { cwd, expandDirectories: false, onlyFiles: false })).map((name) =>
    name.replace(/\/$/, ''),
  );
  if (found.length > 0) return withoutNested(found.sort());
  issues.push(...inFile([issue(operationIssues['no-such-file'], 'nothing matches')], path));
  return [];
}

/** Without what lies in a folder that was found too. */
function withoutNested(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  const isNested = (path: string): boolean => {
    for (let at = dirname(path); at !== '.' && at !== dirname(at); at = dirname(at)) if (all.has(at)) return true;
    return false;
  };
  return paths.filter((path) => !isNested(path));
}

function noSuchFile(path: string, cwd: string): Issue {
  const near = nearName(resolve(cwd, path));
  const reason = `there is nothing of this name${near === undefined ? '' : `, but there is ${near}`}`;
  return inFile([issue(operationIssues['no-such-file'], reason)], path)[0]!;
}

/** A name in the same folder that differs in case or a letter. */
function nearName(path: string): string | undefined {
  const folder = dirname(path);
  if (statOf(folder)?.isDirectory() !== true) return undefined;
  const wanted = basename(path).toLowerCase();
  return readdirSync(folder)
    .sort()
    .find((name) => name.toLowerCase() === wanted || editDistance(name.toLowerCase(), wanted) <= 2);
}

/** How many letters have to be changed, added or taken away. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}

/** `levels` -> `levels/`, `.` -> nothing. */
function prefixOf(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
  return plain === '.' || plain === '' ? (isAbsolute(path) ? '/' : '') : `${plain}/`;
}

/** A path for people: relative to the folder they are in, where that is shorter. */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short !== '' && !short.startsWith('..') ? short.replaceAll('\\', '/') : path;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
