import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBelow } from './corpus.ts';

// Our own samples: files of the games' formats that `npm run samples` makes.

const root = resolve('samples');

/** The samples of a family by their path below its folder; none where it has none yet. */
export function samplesOf(family: string): ReadonlyMap<string, Uint8Array> {
  const folder = join(root, family);
  if (!existsSync(folder)) return new Map();
  return new Map(filesBelow(folder).map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}
