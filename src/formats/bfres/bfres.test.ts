import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadZstd } from '../../containers/zstd.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { check } from './bfres.check.ts';
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

test('an element of a dictionary that is nowhere is refused', () => {
  const [bytes] = Object.values(wiiuFixtures).map((fixture) => fixture.slice());
  new DataView(bytes!.buffer).setUint32(0x90, 0); // the offset in the node of the only clip
  expect(() => wiiuBfres.decode(bytes!)).toThrow(/' has no offset/);
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

test.skipIf(folder === undefined)(
  'a package of the mesh codec lacks its geometry, which is said once, and keeps the rest',
  () => {
    const packed = corpusFile('bfres', 'switch-v10-totk/Animal_Bass.Bass.bfres.mc');
    const { bytes } = [...leaves('a.bfres.mc', packed)][0]!;
    const whole = bfres.decode(corpusFile('bfres', 'switch-v10-totk/Animal_Bass.Bass.bfres'));
    const file = bfres.decode(bytes);
    expect([...check(file)].map(({ code, reason }) => [code, reason])).toEqual([
      ['bfres/mesh-codec', 'geometry of 2 shapes is missing'],
    ]);
    expect(file.models[0]!.skeleton).toEqual(whole.models[0]!.skeleton);
    expect(file.models[0]!.materials).toEqual(whole.models[0]!.materials);
    expect(file.models[0]!.shapes[0]!.meshes[0]!.indices.length).toBe(0);
    expect(bfres.encode(file)).toEqual(bytes);
    expect(() => rebuild(file)).toThrow('coding of their own');
  },
);
