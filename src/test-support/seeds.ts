import { families } from '../formats/registry.ts';
import { corpus, corpusFile, filesBelow } from './corpus.ts';
import { fixturesOf } from './fixtures.ts';
import { type Leaf, leaves } from './leaves.ts';
import { samplesOf } from './samples.ts';

// Good files of each format, to be mutated.

/** Real files above this size would take the time of many small ones. */
const MAX_SIZE = 32 * 1024;
const MAX_REAL_FILES = 6;

let samples: ReadonlyMap<string, Uint8Array[]> | undefined;
let realFiles: ReadonlyMap<string, Uint8Array[]> | undefined;

/** Fixtures, samples and, where there are real files, the smallest few of a format. */
export function seedsOf(format: string): readonly Uint8Array[] {
  samples ??= byFormat(sampleFiles());
  realFiles ??= byFormat(corpusFiles());
  const smallest = [...(realFiles.get(format) ?? [])].sort((a, b) => a.length - b.length).slice(0, MAX_REAL_FILES);
  return [...Object.values(fixturesOf(format)), ...(samples.get(format) ?? []), ...smallest];
}

function* sampleFiles(): Iterable<Leaf> {
  for (const { id } of families) for (const [path, bytes] of samplesOf(id)) yield* leaves(path, bytes);
}

function* corpusFiles(): Iterable<Leaf> {
  for (const { id } of families.filter(({ id }) => corpus(id) !== undefined)) {
    const paths = filesBelow(corpus(id)!).filter((path) => !path.includes('faults/'));
    for (const path of paths) yield* leaves(path, corpusFile(id, path));
  }
}

function byFormat(files: Iterable<Leaf>): Map<string, Uint8Array[]> {
  const result = new Map<string, Uint8Array[]>();
  for (const { format, bytes } of files) {
    if (format === undefined || bytes.length > MAX_SIZE) continue;
    result.set(format.id, [...(result.get(format.id) ?? []), bytes]);
  }
  return result;
}
