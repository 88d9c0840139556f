import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Entry, Source } from '../containers/source.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from '../operations/issues.ts';

/** Files on disk as a source, and what could not be listed. */
export interface FileSource extends Source {
  readonly issues: readonly Issue[];
  head(name: string, length: number): Uint8Array | undefined;
}

/** Lies in folders everywhere and is never part of a game. */
const JUNK = new Set(['__MACOSX', 'Thumbs.db', 'desktop.ini', 'node_modules']);

/**
 * The files below a folder, sorted by name; nothing is read before it is asked for. Hidden files are left out, and
 * folders that a link leads back to are listed once.
 */
export function folderSource(folder: string, { recursive = true }: { readonly recursive?: boolean } = {}): FileSource {
  const issues: Issue[] = [];
  const files = new Map<string, FileOnDisk>();
  walk(folder, '', new Set([realpathSync(folder)]));
  return pathSource(folder, files, issues);

  function walk(at: string, prefix: string, above: ReadonlySet<string>): void {
    for (const name of namesIn(at)) {
      const path = join(at, name);
      const stats = statOf(path);
      if (stats?.isFile()) files.set(`${prefix}${name}`, { path, size: stats.size });
      if (!recursive || !stats?.isDirectory()) continue;
      const real = realpathSync(path);
      if (!above.has(real)) walk(path, `${prefix}${name}/`, new Set([...above, real]));
    }
  }

  function namesIn(at: string): string[] {
    try {
      return readdirSync(at)
        .filter((name) => !name.startsWith('.') && !JUNK.has(name))
        .sort();
    } catch (error) {
      issues.push(notReadable(error, at));
      return [];
    }
  }
}

/** What is at a path; undefined where nothing is, or where something in between is no folder. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    systemReason(error);
    return undefined;
  }
}

/** One file. */
export function singleFileSource(path: string): FileSource {
  return pathSource(path, new Map([[basename(path), { path, size: statSync(path).size }]]), []);
}

/** That the operating system refused, and why. */
export function notReadable(error: unknown, file: string): Issue {
  return inFile([issue(operationIssues['not-readable'], systemReason(error))], file)[0]!;
}

/** `permission denied`, in the words of the operating system. Errors that do not come from there are thrown on. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return /^[A-Z0-9_]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

interface FileOnDisk {
  readonly path: string;
  readonly size: number;
}

function pathSource(name: string, files: ReadonlyMap<string, FileOnDisk>, issues: Issue[]): FileSource {
  const access = (entry: string, read: (path: string) => Uint8Array): Uint8Array | undefined => {
    const file = files.get(entry);
    if (file === undefined) return undefined;
    try {
      return read(file.path);
    } catch (error) {
      if (issues.every((known) => known.file !== file.path)) issues.push(notReadable(error, file.path));
      return undefined;
    }
  };
  return {
    name,
    issues,
    *entries(): Iterable<Entry> {
      for (const [entry, { size }] of files) yield { name: entry, size };
    },
    open: (entry) => access(entry, readBytes),
    head: (entry, length) => access(entry, (path) => readHead(path, length)),
  };
}

/** The bytes as a plain array: `slice` of a `Buffer` does not copy, which is more than codecs bargain for. */
export function readBytes(path: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function readHead(path: string, length: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
