import { afterAll, describe, expect, test } from 'vitest';
import { undeclared } from '../test-support/catalogue.ts';
import { corpus, corpusFile, filesBelow } from '../test-support/corpus.ts';
import { type Leaf, leaves } from '../test-support/leaves.ts';
import { families } from './registry.ts';

// What every format owes the product, on every real file that this machine has: those in the folders and those in archives
// among them.

/** Files that came with the real ones and are of no game, or are broken on purpose and have a test of their own. */
const notOurs = /MANIFEST\.tsv$|Player\.pack\.zs$|\.(json|png)$|\/faults\/|\.decompressed$/;

/** In archives that were made to try out names: texts that are called like game files. */
const placeholders = /conflict-mini\.lgp\//;

const counts = new Map<string, { files: number; bytes: number }>();
const notReadYet: string[] = [];

for (const family of families) {
  const folder = corpus(family.id);
  describe.skipIf(folder === undefined)(`real files of ${family.id}`, () => {
    const paths = folder === undefined ? [] : filesBelow(folder).filter((path) => !notOurs.test(path));

    test.each(paths)('%s is read to its last byte and written back', (path) => {
      for (const leaf of leaves(path, corpusFile(family.id, path))) expectExact(leaf);
    });
  });
}

afterAll(() => {
  for (const [id, { files, bytes }] of [...counts].sort()) {
    console.log(`${id}: ${files} real files, ${(bytes / 1e6).toFixed(2)} MB, read and written back`);
  }
  if (notReadYet.length > 0) console.log(`not read yet:\n  ${notReadYet.join('\n  ')}`);
});

function expectExact({ path, bytes, format, sealed }: Leaf): void {
  if (sealed !== undefined) {
    // The dictionary is in the game; the test of the wrapper brings its own.
    expect(sealed.code, `${path}: ${sealed.reason}`).toBe('zstd/missing-dictionary');
    notReadYet.push(`${path}: ${sealed.reason}`);
    return;
  }
  if (placeholders.test(path)) return;
  if (format === undefined) {
    const claims = families
      .flatMap(({ formats }) => formats)
      .filter(({ extensions }) => extensions.some((extension) => path.toLowerCase().endsWith(extension)));
    expect(
      claims.map(({ id }) => id),
      `${path} has the extension of`,
    ).toEqual([]);
    notReadYet.push(path);
    return;
  }
  const { value, issues, trace } = format.codec.inspect(bytes);
  expect(value, `${path}: ${issues.at(-1)?.reason}`).toBeDefined();
  expect(trace.gaps(bytes.length), `${path}: bytes that nothing explains`).toEqual([]);
  expect(undeclared([...issues, ...format.check(value)]), path).toEqual([]);
  const written = format.codec.encode(value);
  if (Buffer.compare(written, bytes) !== 0) expect.fail(`${path}: ${firstDifference(bytes, written)}`);
  count(format.id, bytes.length);
}

function firstDifference(bytes: Uint8Array, written: Uint8Array): string {
  const at = bytes.findIndex((byte, i) => byte !== written[i]);
  return `${bytes.length} bytes read, ${written.length} written, different from ${at < 0 ? bytes.length : at} on`;
}

function count(id: string, size: number): void {
  const { files, bytes } = counts.get(id) ?? { files: 0, bytes: 0 };
  counts.set(id, { files: files + 1, bytes: bytes + size });
}
