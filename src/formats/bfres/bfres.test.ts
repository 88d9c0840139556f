import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadZstd } from '../../containers/zstd.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { type Bfres, bfres, rebuild } from './bfres.ts';
import { fixtures } from './bfres-switch.fixtures.ts';
import { fixtures as wiiuFixtures } from './bfres-wiiu.fixtures.ts';
import { rebuildWiiu, wiiuBfres } from './wiiu-bfres.ts';

const folder = corpus('bfres');
beforeAll(() => loadZstd());

/** The files of the manifest that Nintendo's converter wrote, none of them edited since. */
const official =
  folder === undefined
    ? []
    : readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8')
        .split('\n')
        .filter(
          (line) =>
            /^(switch|wiiu)-/.test(line) && /OFFICIAL|written by Nintendo|TotK: external|official layout/.test(line),
        )
        .map((line) => line.split('\t')[0]!);

/** Laid out anew. */
const anewBy: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  'bfres-switch': (bytes) => rebuild(bfres.decode(bytes)),
  'bfres-wiiu': (bytes) => rebuildWiiu(wiiuBfres.decode(bytes)),
};

describe.skipIf(folder === undefined)('official files', () => {
  test.each(official)('%s laid out anew, tables and all, is the same bytes', (path) => {
    const files = [...leaves(path, corpusFile('bfres', path))].filter(({ format }) => anewBy[format?.id ?? '']);
    expect(files.length).toBeGreaterThan(0);
    for (const { bytes, format } of files) {
      const anew = anewBy[format!.id]!(bytes);
      expect(anew.length).toBe(bytes.length);
      expect(anew.findIndex((byte, i) => byte !== bytes[i])).toBe(-1);
    }
  });
});

const withoutSource = (file: Bfres): Bfres => ({ ...file, source: undefined });

describe.each(Object.entries(fixtures))('%s', (_, bytes) => {
  test('laid out anew is the same bytes', () => {
    expect(bfres.encode(withoutSource(bfres.decode(bytes)))).toEqual(bytes);
  });
});

describe.each(Object.entries(wiiuFixtures))('%s', (_, bytes) => {
  test('laid out anew is the same bytes', () => {
    expect(rebuildWiiu(wiiuBfres.decode(bytes))).toEqual(bytes);
  });
});

test('a file that was changed is laid out anew, and says what it was changed to', () => {
  const file = bfres.decode(fixtures['a clip, version 8']!);
  file.skeletalAnims[0]!.name = 'run away';
  file.skeletalAnims[0]!.frameCount = 30;
  const copy = bfres.decode(bfres.encode(file));
  expect(copy.skeletalAnims[0]!.name).toBe('run away');
  expect(copy.skeletalAnims[0]!.frameCount).toBe(30);
  expect(withoutSource(copy)).toEqual(withoutSource(file));
});
