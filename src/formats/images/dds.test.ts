import { expect, test } from 'vitest';
import { encodeDds } from '../../images/dds-pixels.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { fixtures } from './dds.fixtures.ts';
import { ddsFormat } from './dds.ts';

const { codec, toImages, fromImages, check } = ddsFormat;

test('the largest level becomes a picture', () => {
  const { value, issues } = toImages!(codec.decode(fixtures['DXT1, two levels']!));
  expect(value).toHaveLength(1);
  expect(value[0]).toMatchObject({ width: 8, height: 4, name: '' });
  expect([...value[0]!.rgba.subarray(0, 16)]).toEqual([
    255, 0, 0, 255, 0, 0, 255, 255, 170, 0, 85, 255, 85, 0, 170, 255,
  ]);
  expect(issues).toMatchObject([{ code: 'dds/not-every-level', reason: '1 smaller levels left out' }]);
});

test('masks say where channels are', () => {
  const { value } = toImages!(codec.decode(fixtures['2 x 1 pixels of 32 bits']!));
  expect([...value[0]!.rgba]).toEqual([1, 2, 3, 4, 255, 128, 0, 255]);
});

test('a file that ends early says which levels are missing', () => {
  const file = codec.decode(fixtures['DXT1, two levels']!.subarray(0, 144));
  expect([...check(file)]).toMatchObject([{ code: 'dds/missing-surfaces', reason: '1 of 2 levels and faces' }]);
});

test('a picture becomes a texture with all levels, in the pixels of the base', () => {
  const image = { name: '', width: 6, height: 4, rgba: new Uint8Array(96).fill(200) };
  const base = encodeDds(image, 'A8R8G8B8');
  const { value } = fromImages!([image], base);
  expect(value.header).toMatchObject({ width: 6, height: 4, mipCount: 3, pitchOrLinearSize: 24 });
  expect(value.surfaces.map(({ length }) => length)).toEqual([96, 24, 4]);
  const back = codec.decode(codec.encode(value));
  expect(toImages!(back).value[0]!.rgba).toEqual(image.rgba);
  expect(fromImages!([image]).value.header.pixelFormat.fourCC).toBe('DXT5');
});

const folder = corpus('xray');
const files = folder === undefined ? [] : filesBelow(folder).filter((file) => file.endsWith('.dds'));

test.skipIf(folder === undefined).each(files)('%s is read to its last byte and decoded', (file) => {
  const bytes = corpusFile('xray', file);
  const { value, trace, issues } = codec.inspect(bytes);
  expect(trace.gaps(bytes.length)).toEqual([]);
  expect(codec.encode(value!)).toEqual(bytes);
  const hasExtraBytes = file.endsWith('lut_1.dds');
  expect(issues.map(({ code }) => code)).toEqual(hasExtraBytes ? ['trailing'] : []);
  const images = toImages!(value!).value;
  expect(images).toHaveLength(file.includes('sky_12') ? 6 : 1);
  for (const { width, height, rgba } of images) expect(rgba).toHaveLength(width * height * 4);
});
