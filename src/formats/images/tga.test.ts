import { expect, test } from 'vitest';
import { sameValue } from '../../binary/index.ts';
import { decodeTarga, looksLikeTarga, targa } from '../../images/tga.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random } from '../../test-support/sample.ts';
import { fixtures } from './tga.fixtures.ts';
import { tga } from './tga.ts';

const pixels = (name: string) => {
  const { rgba } = decodeTarga(targa.decode(fixtures[name]!));
  return Array.from({ length: rgba.length / 4 }, (_, i) => [...rgba.subarray(4 * i, 4 * i + 4)]);
};
const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];

test('rows come top down, whatever their order in the file', () => {
  expect(pixels('true colour, bottom up')).toEqual([red, [255, 255, 255, 255], blue, green]);
  expect(pixels('grey')).toEqual([
    [128, 128, 128, 255],
    [64, 64, 64, 255],
  ]);
});

test('packets may cross rows', () => {
  const run = [3, 2, 1, 4];
  expect(pixels('run-length, with footer')).toEqual([run, run, run, [7, 6, 5, 8]]);
});

test('colours come from the map, black where it has none', () => {
  expect(pixels('colour-mapped')).toEqual([red, green, [0, 0, 0, 255]]);
});

test('pixels of 16 bits have alpha where the descriptor says so', () => {
  expect(pixels('16 bits')).toEqual([red, [0, 0, 255, 0]]);
  const opaque = fixtures['16 bits']!.slice();
  opaque[17] = 0x20;
  expect([...decodeTarga(targa.decode(opaque)).rgba]).toEqual([...red, ...blue]);
});

test('alpha that is zero everywhere counts for nothing unless the descriptor states alpha', () => {
  const file = targa.decode(fixtures['run-length, with footer']!);
  const pixels = Uint8Array.of(0x83, 1, 2, 3, 0);
  expect(decodeTarga({ ...file, pixels }).rgba[3]).toBe(0);
  expect(decodeTarga({ ...file, pixels, descriptor: 0x20 }).rgba[3]).toBe(255);
});

test('id, areas and footer are named', () => {
  const file = targa.decode(fixtures['run-length, with footer']!);
  expect(file).toMatchObject({
    id: Uint8Array.of(0x68, 0x69),
    areas: Uint8Array.of(0xaa, 0xbb),
    footer: { extensionOffset: 22, developerOffset: 0, signature: 'TRUEVISION-XFILE.' },
  });
});

test('other files are not taken for pictures', () => {
  const text = new TextEncoder().encode('// entity.tbl, long enough');
  expect([text, new Uint8Array(18), new Uint8Array(3)].map(looksLikeTarga)).toEqual([false, false, false]);
});

test('an equal picture over its base is the base, an edited one keeps its kind', () => {
  for (const [name, bytes] of Object.entries(fixtures)) {
    const base = targa.decode(bytes);
    const images = tga.toImages!(base).value;
    expect(targa.encode(tga.fromImages!(images, base).value), name).toEqual(bytes);
  }
  const base = targa.decode(fixtures['run-length, with footer']!);
  const image = {
    name: '',
    width: 2,
    height: 2,
    rgba: Uint8Array.of(1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  };
  const { value, issues } = tga.fromImages!([image], base);
  expect(issues).toEqual([]);
  expect(value).toMatchObject({ imageType: 10, id: base.id, footer: base.footer });
  expect([...value.pixels]).toEqual([0x81, 3, 2, 1, 4, 1, 7, 6, 5, 8, 11, 10, 9, 12]);
});

test('a picture that the old kind cannot store becomes true colour, with a word', () => {
  const image = { name: '', width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 255) };
  const { value, issues } = tga.fromImages!([image], targa.decode(fixtures.grey!));
  expect(issues).toMatchObject([{ code: 'tga/kind-changed', reason: 'type 3 became 2' }]);
  expect(value).toMatchObject({ imageType: 2, bitsPerPixel: 24, pixels: Uint8Array.of(3, 2, 1) });
});

test('any picture survives every kind of true colour', () => {
  const next = random(11);
  const base = targa.decode(fixtures['run-length, with footer']!);
  for (let i = 0; i < 200; i++) {
    const [width, height] = [integer(next, 1, 300), integer(next, 1, 4)];
    const rgba = Uint8Array.from({ length: width * height * 4 }, () => integer(next, 0, 1) * 255);
    const image = { name: '', width, height, rgba };
    const kind = i & 1 ? base : { ...base, imageType: 2, pixels: new Uint8Array(16) };
    const like = { ...kind, descriptor: 8 + 0x10 * integer(next, 0, 3) };
    for (const { value } of [tga.fromImages!([image]), tga.fromImages!([image], like)]) {
      const again = decodeTarga(targa.decode(targa.encode(value)));
      expect(sameValue({ ...again }, { width, height, rgba })).toBe(true);
    }
  }
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)('real pictures are read to the last byte, and their pixels give them back', () => {
  const files = filesBelow(folder!).filter((path) => path.toLowerCase().endsWith('.tga'));
  expect(files.length).toBeGreaterThan(20);
  for (const path of files) {
    const bytes = corpusFile('red-faction', path);
    expect(looksLikeTarga(bytes), path).toBe(true);
    const { value, issues, trace } = targa.inspect(bytes);
    expect([...issues, ...tga.check(value!)], path).toEqual([]);
    expect(trace.gaps(bytes.length), path).toEqual([]);
    expect(sameValue(targa.encode(value!), bytes), path).toBe(true);
    expect(decodeTarga(value!).rgba).toHaveLength(value!.width * value!.height * 4);
  }
});
