import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the real files that tests compare with, which belong to others and are no part of the project. */
const root = resolve(process.env.EXHUME_CORPUS ?? '../shared/corpus');
const isThere = existsSync(root);
if (!isThere) console.warn(`no real files at EXHUME_CORPUS (${root}): the tests on them are skipped`);

/** The folder of a family's real files; undefined where this machine has none. */
export function corpus(family: string): string | undefined {
  const folder = join(root, family);
  return isThere && existsSync(folder) ? folder : undefined;
}

/** Paths of the files below a folder, relative to it, sorted, with `/` between folders. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** The bytes of a file in a family's folder. */
export function corpusFile(family: string, path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(root, family, path)));
}
