import { expect, test } from 'vitest';
import { check } from './ff7-tex.check.ts';
import { fixtures } from './ff7-tex.fixtures.ts';
import { texture } from './ff7-tex.ts';
import { newTexture } from './new-texture.ts';
import { fromImages, toImages } from './tex.images.ts';

const twoPalettes = () => texture.decode(fixtures['two palettes of two colours']!);

test('palettes give pictures: key, reference alpha and plain colours', () => {
  const [first, second] = toImages(twoPalettes()).value;
  // b g r a 10 20 30 ff and 41 20 10 fe; pixels 0 1, 1 0; only the first palette has a colour key.
  expect([...first!.rgba]).toEqual([0, 0, 0, 0, 0x30, 0x20, 0x10, 255, 0x30, 0x20, 0x10, 255, 0, 0, 0, 0]);
  expect([...second!.rgba.subarray(0, 8)]).toEqual([0, 0, 255, 255, 0x10, 0x20, 0x41, 255]);
});

test('16-bit pixels go by their masks', () => {
  const [image] = toImages(texture.decode(fixtures['sixteen bits a pixel']!)).value;
  expect(image).toMatchObject({ width: 1, height: 2, rgba: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255) });
});

test('a picture becomes a texture that shows it, clear pixels as colour 0', () => {
  const rgba = Uint8Array.of(9, 8, 7, 255, 1, 2, 3, 0, 9, 8, 7, 128, 4, 5, 6, 255);
  const { value, issues } = fromImages([{ name: 'a', width: 2, height: 2, rgba }]);
  expect(issues).toEqual([]);
  expect(value).toMatchObject({ colorKeyFlag: 1, colorsPerPalette: 16, pixels: Uint8Array.of(1, 0, 2, 3) });
  const again = texture.decode(texture.encode(value));
  expect([...check(again)]).toEqual([]);
  expect([...toImages(again).value[0]!.rgba]).toEqual([9, 8, 7, 255, 0, 0, 0, 0, 9, 8, 7, 128, 4, 5, 6, 255]);
});

test('several pictures become palettes of the same pixels', () => {
  const image = (name: string, ...rgba: number[]) => ({ name, width: 2, height: 1, rgba: Uint8Array.from(rgba) });
  const images = [image('a', 1, 1, 1, 255, 2, 2, 2, 255), image('b', 5, 5, 5, 255, 6, 6, 6, 255)];
  const { value } = fromImages(images);
  expect(value.numPalettes).toBe(2);
  expect(toImages(value).value.map(({ rgba }) => [...rgba])).toEqual(images.map(({ rgba }) => [...rgba]));
});

test('more than 256 colours are reduced, and it is said', () => {
  const rgba = Uint8Array.from({ length: 4 * 1024 }, (_, i) =>
    i % 4 === 3 ? 255 : i % 4 === 0 ? (i >> 2) & 255 : i >> 6,
  );
  const { value, issues } = fromImages([{ name: 'a', width: 32, height: 32, rgba }]);
  expect(issues).toMatchObject([{ code: 'ff7-tex/colors-reduced' }]);
  expect(value.colorsPerPalette).toBe(256);
});

test('what the original says besides is kept when the picture changes', () => {
  const file = twoPalettes();
  const images = toImages(file).value;
  images[0]!.rgba[4] = 99;
  expect(fromImages(images, file).value).toMatchObject({
    palettePosition: Uint32Array.of(320, 480),
    imagePosition: Uint32Array.of(768, 256),
    unknown10: 28,
  });
  expect(toImages(fromImages(images, file).value).value[0]!.rgba[4]).toBe(99);
});

test('as many palettes become pictures as their pixels justify', () => {
  const [width, height, paletteCount] = [256, 512, 40];
  const palette = new Uint8Array(4 * 16 * paletteCount).fill(255);
  const made = newTexture({ width, height, palette, pixels: new Uint8Array(width * height), paletteCount });
  const { value, issues } = toImages(made);
  expect(value).toHaveLength(32);
  expect(issues).toMatchObject([{ code: 'ff7-tex/many-palettes', reason: '8 of 40 palettes left out' }]);
});

test('sizes that the game does not take are found', () => {
  const codes = (width: number) => [...check({ ...twoPalettes(), width })].map(({ code }) => code);
  expect(codes(2)).toEqual([]);
  expect(codes(3)).toEqual(['ff7-tex/unusual-size']);
  expect(codes(0)).toContain('ff7-tex/size');
  expect([...check({ ...twoPalettes(), pixels: Uint8Array.of(0, 4) })]).toMatchObject([
    { code: 'ff7-tex/palette-index' },
  ]);
});
