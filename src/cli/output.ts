import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { unsafePathBecause } from '../containers/safe-name.ts';
import type { OutputFile } from '../formats/format.ts';
import { type Issue, issue } from '../issue.ts';
import { freeName } from '../operations/expand.ts';
import { inFile, operationIssues } from '../operations/issues.ts';
import { statOf, systemReason } from './folder-source.ts';
import { shownPath } from './inputs.ts';

export interface WrittenFile {
  /** As the user would type it. */
  readonly path: string;
  readonly size: number;
}

/** The folder that results go to. Nothing is replaced unless it may be, and nothing is ever half written. */
export class OutputFolder {
  private readonly folder: string;
  private readonly cwd: string;
  private readonly force: boolean;
  /** What this run has written, by name in lower case: a digest, as the bytes of a whole run are too much to keep. */
  private readonly written = new Map<string, string>();

  constructor(folder: string, cwd: string, force: boolean) {
    this.folder = folder;
    this.cwd = cwd;
    this.force = force;
  }

  /** Writes a file, or tells why not. `rename` gives a number to names that this run has used already. */
  write({ name, bytes }: OutputFile, { rename = false }: { readonly rename?: boolean } = {}): WrittenFile | Issue {
    const unsafe = unsafePathBecause(name);
    if (unsafe !== undefined) return inFile([issue(operationIssues['unsafe-name'], `the name ${unsafe}`)], name)[0]!;
    const earlier = this.written.get(name.toLowerCase());
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (earlier !== undefined && !rename) {
      if (earlier === digest) return { path: this.shown(name), size: bytes.length };
      return inFile(
        [issue(operationIssues['output-clash'], 'this run has written another file of this name')],
        this.shown(name),
      )[0]!;
    }
    const final = freeName({ has: (candidate) => this.written.has(candidate.toLowerCase()) }, name);
    const problem = writeSafely(join(resolve(this.cwd, this.folder), final), bytes, this.force);
    if (problem !== undefined) return { ...problem, file: this.shown(final) };
    this.written.set(final.toLowerCase(), digest);
    return { path: this.shown(final), size: bytes.length };
  }

  private shown(name: string): string {
    return shownPath(join(resolve(this.cwd, this.folder), name), this.cwd);
  }
}

/** Writes beside the target and renames. Gives the reason where that does not work or must not be. */
export function writeSafely(path: string, bytes: Uint8Array, force: boolean): Issue | undefined {
  const existing = statOf(path);
  if (existing?.isDirectory()) return issue(operationIssues['not-writable'], 'there is a folder of this name');
  if (existing !== undefined && !force)
    return issue(operationIssues['output-exists'], 'this file is there already; --force replaces it');
  const temporary = `${path}.${process.pid}.part`;
  try {
    makeFolder(dirname(path));
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
    return undefined;
  } catch (error) {
    if (statOf(temporary) !== undefined) rmSync(temporary);
    return issue(operationIssues['not-writable'], systemReason(error));
  }
}

/** Makes a folder and those above it. Node's own way never ends where the system lets nobody make one, as below /proc. */
function makeFolder(path: string): void {
  const existing = statOf(path);
  if (existing?.isDirectory()) return;
  if (existing !== undefined) throw Object.assign(new Error('ENOTDIR: not a directory'), { code: 'ENOTDIR' });
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (statOf(path)?.isDirectory() !== true) throw error;
  }
}

/** What `-o` means: a folder, or a file where it has an extension and is no folder yet. */
export function outputPlace(path: string, cwd: string): { readonly folder: string; readonly fileName?: string } {
  const isFolder = /[/\\]$/.test(path) || statOf(resolve(cwd, path))?.isDirectory() === true;
  if (isFolder || extname(path) === '') return { folder: path };
  return { folder: dirname(path), fileName: basename(path) };
}
