import { expect, test } from 'vitest';
import { sameValue } from '../../binary/index.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random } from '../../test-support/sample.ts';
import { check } from './vbm.check.ts';
import { fixtures } from './vbm.fixtures.ts';
import { frameAt, fromImages, toImages } from './vbm.images.ts';
import { type Bitmap, bitmap } from './vbm.ts';

const animated = () => bitmap.decode(fixtures['1555 of version 1, two frames with mip levels']!);
const codes = (file: Bitmap) => [...check(file)].map(({ code }) => code);
const picture = (name: string, width: number, height: number, ...rgba: number[]) => ({
  name,
  width,
  height,
  rgba: Uint8Array.from(rgba),
});

test('the alpha bit of version 1 marks transparent pixels', () => {
  const { value } = toImages(animated());
  expect(value.map(({ name }) => name)).toEqual(['frame-0', 'frame-1']);
  expect([...value[0]!.rgba]).toEqual([255, 0, 0, 255, 255, 0, 0, 0]);
  const [second] = toImages(bitmap.decode(fixtures['1555 of version 2']!)).value;
  expect([...second!.rgba]).toEqual([255, 0, 0, 0, 255, 0, 0, 255]);
});

test('every colour format is decoded', () => {
  expect([...toImages(bitmap.decode(fixtures['4444']!)).value[0]!.rgba]).toEqual([
    0x22, 0x33, 0x44, 0x11, 0xbb, 0xcc, 0xdd, 0xaa,
  ]);
  expect(toImages(bitmap.decode(fixtures['565']!)).value).toEqual([picture('', 1, 1, 0, 255, 0, 255)]);
});

test('the same pictures over their base give the same bytes', () => {
  for (const [name, bytes] of Object.entries(fixtures)) {
    const file = bitmap.decode(bytes);
    const { value, issues } = fromImages(toImages(file).value, file);
    expect(issues, name).toEqual([]);
    expect(bitmap.encode(value), name).toEqual(bytes);
  }
});

test('one changed frame is written anew with its mip levels, the others stay', () => {
  const base = animated();
  const images = toImages(base).value;
  images[1]!.rgba.set([0, 0, 0, 255, 8, 8, 8, 255]);
  const { value, issues } = fromImages(images, base);
  expect(value.frames[0]).toBe(base.frames[0]);
  expect(value.frames[1]).toEqual([Uint16Array.of(0, 0x0421), Uint16Array.of(0)]);
  expect(issues).toEqual([]);
});

test('a new picture gets the format that its alpha asks for', () => {
  const formats = [
    [255, 2],
    [0, 0],
    [100, 1],
  ] as const;
  for (const [alpha, format] of formats) {
    const { value } = fromImages([picture('', 1, 1, 255, 0, 255, alpha)]);
    expect(value).toMatchObject({ version: 1, format, frameCount: 1, mipmapCount: 0 });
  }
  const { value, issues } = fromImages([picture('', 1, 1, 1, 2, 3, 0)]);
  expect(value.frames[0]![0]).toEqual(Uint16Array.of(0x8000));
  expect(issues).toMatchObject([{ code: 'vbm/quantized', severity: 'info' }]);
});

test('frames of other sizes are left out with an error', () => {
  const { value, issues } = fromImages([picture('a', 1, 1, 0, 0, 0, 255), picture('b', 0, 0)]);
  expect(value.frames).toHaveLength(1);
  expect(issues).toMatchObject([{ code: 'vbm/frames-differ', reason: "'b' has 0 by 0 pixels, the first 1 by 1" }]);
});

test('tells which frame shows at a time', () => {
  expect([0, 0.06, 0.07, 0.14].map((seconds) => frameAt(animated(), seconds))).toEqual([0, 0, 1, 0]);
});

test('a file that was cut off shows its complete frames', () => {
  const bytes = fixtures['1555 of version 1, two frames with mip levels']!;
  const file = bitmap.decode(bytes.subarray(0, bytes.length - 2));
  expect(file.frames).toHaveLength(1);
  expect(codes(file)).toEqual(['vbm/missing-frames', 'vbm/extra-bytes']);
  expect(bitmap.encode(file)).toEqual(bytes.subarray(0, bytes.length - 2));
});

test('tells exactly what an edit did wrong', () => {
  const edits: [string, Partial<Bitmap>][] = [
    ['vbm/unknown-version', { version: 3 }],
    ['vbm/no-power-of-two', { width: 3 }],
    ['vbm/too-many-levels', { mipmapCount: 2 }],
    ['vbm/stands-still', { fps: 0 }],
  ];
  for (const [code, edit] of edits) expect(codes({ ...animated(), ...edit })).toEqual([code]);
  expect(codes({ ...animated(), frameCount: 256 })).toEqual(['vbm/missing-frames', 'vbm/too-many-frames']);
});

test('any bitmap survives being written and read', () => {
  const next = random(5);
  for (let i = 0; i < 200; i++) {
    const [width, height] = [integer(next, 1, 9), integer(next, 1, 9)];
    const images = Array.from({ length: integer(next, 1, 3) }, (_, k) => ({
      name: `frame-${k}`,
      width,
      height,
      rgba: Uint8Array.from({ length: width * height * 4 }, () => integer(next, 0, 255)),
    }));
    const { value } = fromImages(images, {
      ...animated(),
      format: integer(next, 0, 2),
      mipmapCount: integer(next, 0, 3),
    });
    expect(bitmap.decode(bitmap.encode(value))).toEqual(value);
  }
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)('real bitmaps are read to the last byte, and their pictures give them back', () => {
  const files = filesBelow(folder!).filter((path) => path.endsWith('.vbm') && !path.includes('/faults/'));
  expect(files.length).toBeGreaterThanOrEqual(11);
  for (const path of files) {
    const bytes = corpusFile('red-faction', path);
    const { value, issues, trace } = bitmap.inspect(bytes);
    expect(issues, path).toEqual([]);
    expect(trace.gaps(bytes.length), path).toEqual([]);
    expect(value!.extra, path).toBeUndefined();
    expect(sameValue(bitmap.encode(fromImages(toImages(value!).value, value!).value), bytes), path).toBe(true);
  }
});
