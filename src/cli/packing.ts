import { resolve } from 'node:path';
import type { Archive } from '../formats/format.ts';
import { formatOf, formats, isArchive } from '../formats/registry.ts';
import type { OpenedFile } from '../operations/open.ts';
import { type FileSource, folderSource, statOf } from './folder-source.ts';
import type { Session } from './session.ts';
import { openSingle } from './single.ts';
import { UsageError } from './usage-error.ts';

/** The files of the folder to pack. */
export function folderFiles(path: string, cwd: string): FileSource {
  const stats = statOf(resolve(cwd, path));
  if (stats === undefined) throw new UsageError(`there is no folder ${path}`);
  if (!stats.isDirectory()) throw new UsageError(`${path} is a file, where the folder to pack is needed`);
  return folderSource(resolve(cwd, path));
}

interface ArchiveOptions {
  readonly to?: string | undefined;
  readonly base?: string | undefined;
  readonly zstdDict?: readonly string[] | undefined;
}

/** Which archive to make, from `--to` and `--base`. Undefined where the base can't be read, which has been said then. */
export async function archiveChoice(
  session: Session,
  { to, base, zstdDict }: ArchiveOptions,
): Promise<{ format: Archive<unknown>; base?: OpenedFile } | undefined> {
  const archives = formats.filter(isArchive);
  const ids = archives.map(({ id }) => id);
  const original = base === undefined ? undefined : await openSingle(session, base, { zstdDict });
  if (base !== undefined && original === undefined) return undefined;
  if (to === undefined && original === undefined) {
    throw new UsageError(`say which archive to make with --to (${ids.join(', ')}) or with --base`);
  }
  const format = to === undefined ? original!.format : formatOf(to);
  if (format === undefined || !isArchive(format)) {
    throw new UsageError(to === undefined ? `--base ${base} is no archive` : `--to ${to} is none of ${ids.join(', ')}`);
  }
  return { format, ...(original === undefined ? {} : { base: original }) };
}
