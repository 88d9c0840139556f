import { describe, expect, test } from 'vitest';
import { decodeOnGpu, hasGpu } from '../../test-support/gpu.ts';
import { fromHex } from '../../test-support/hex.ts';
import { integer, random } from '../../test-support/sample.ts';
import type { Image } from '../image.ts';
import { decodeBc1, encodeBc1 } from './bc1.ts';
import { decodeBc2, encodeBc2 } from './bc2.ts';
import { decodeBc3, encodeBc3 } from './bc3.ts';

const SIDE = 512;

function randomBlocks(size: number, seed: number): Uint8Array {
  const next = random(seed);
  return Uint8Array.from({ length: size }, () => integer(next, 0, 255));
}

const pixel = (rgba: Uint8Array, i: number) => [...rgba.subarray(i * 4, i * 4 + 4)];

test('BC1 has four colours where the first end point is the larger one', () => {
  // red and blue; indices 0 1 2 3 in every row
  const rgba = decodeBc1(fromHex('00f8 1f00 e4e4e4e4'), 4, 4);
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i))).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [170, 0, 85, 255],
    [85, 0, 170, 255],
  ]);
});

test('BC1 has three colours and a hole otherwise', () => {
  const rgba = decodeBc1(fromHex('1f00 00f8 e4e4e4e4'), 4, 4);
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i))).toEqual([
    [0, 0, 255, 255],
    [255, 0, 0, 255],
    [127, 0, 127, 255],
    [0, 0, 0, 0],
  ]);
});

test('BC2 stores the alpha of each pixel, low nibble first', () => {
  const rgba = decodeBc2(fromHex('10f2000000000000  1f00 00f8 e4e4e4e4'), 4, 4);
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i)[3])).toEqual([0, 17, 34, 255]);
  expect(pixel(rgba, 3)).toEqual([170, 0, 85, 255]);
});

test('BC3 stores alpha as steps between two values', () => {
  // 255 to 0, indices 0 1 2 7 in the first row
  const rgba = decodeBc3(fromHex('ff00 880e00000000  00f8 1f00 00000000'), 4, 4);
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i)[3])).toEqual([255, 0, 219, 36]);
});

test('images that do not fill their blocks are cropped', () => {
  const rgba = decodeBc1(fromHex('00f8 1f00 e4e4e4e4  00f8 1f00 55555555'), 5, 2);
  expect(rgba).toHaveLength(40);
  expect(pixel(rgba, 4)).toEqual([0, 0, 255, 255]);
  expect(pixel(rgba, 9)).toEqual([0, 0, 255, 255]);
});

describe.skipIf(!hasGpu)('compared with the graphics card', () => {
  test.each([
    ['BC1', 'COMPRESSED_RGBA_S3TC_DXT1_EXT', decodeBc1, SIDE * (SIDE / 2), 0],
    ['BC2', 'COMPRESSED_RGBA_S3TC_DXT3_EXT', decodeBc2, SIDE * SIDE, 0],
    ['BC3, but for one step of alpha,', 'COMPRESSED_RGBA_S3TC_DXT5_EXT', decodeBc3, SIDE * SIDE, 1],
  ] as const)('%s is exact', (_, format, decode, size, alphaTolerance) => {
    const blocks = randomBlocks(size, 3);
    const gpu = decodeOnGpu('WEBGL_compressed_texture_s3tc', format, blocks, SIDE, SIDE);
    const largest = [0, 0];
    decode(blocks, SIDE, SIDE).forEach((byte, i) => {
      const kind = i % 4 === 3 ? 1 : 0;
      largest[kind] = Math.max(largest[kind]!, Math.abs(byte - gpu[i]! * 255));
    });
    expect(largest[0]).toBeLessThan(0.01);
    expect(largest[1]).toBeLessThan(alphaTolerance + 0.01);
  });
});

describe('encoding', () => {
  /** A soft gradient with a disc of another colour. */
  const image: Image = { width: 64, height: 48, rgba: new Uint8Array(64 * 48 * 4) };
  for (let y = 0; y < 48; y++) {
    for (let x = 0; x < 64; x++) {
      const inside = (x - 30) ** 2 + (y - 20) ** 2 < 150;
      image.rgba.set(inside ? [200, 180, 40, x * 4] : [x * 3, y * 4, 90 + x, 255], (y * 64 + x) * 4);
    }
  }

  /** Root of the mean squared difference over the channels given. */
  function difference(a: Uint8Array, b: Uint8Array, channels: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < a.length; i += 4) for (const c of channels) sum += (a[i + c]! - b[i + c]!) ** 2;
    return Math.sqrt(sum / ((a.length / 4) * channels.length));
  }

  test.each([
    ['BC2', encodeBc2, decodeBc2, 5],
    ['BC3', encodeBc3, decodeBc3, 1.5],
  ] as const)('%s stays close in colour and alpha', (_, encode, decode, alphaTolerance) => {
    const back = decode(encode(image), 64, 48);
    expect(difference(image.rgba, back, [0, 1, 2])).toBeLessThan(4);
    expect(difference(image.rgba, back, [3])).toBeLessThan(alphaTolerance);
  });

  test('BC1 stays close, and has holes where alpha is below a half', () => {
    const back = decodeBc1(encodeBc1(image), 64, 48);
    for (let i = 0; i < back.length; i += 4) {
      expect(back[i + 3]).toBe(image.rgba[i + 3]! >= 128 ? 255 : 0);
      if (back[i + 3] === 255) expect(Math.abs(back[i]! - image.rgba[i]!)).toBeLessThan(40);
    }
  });

  test('colours that a block can express come back exactly', () => {
    const blocks = fromHex('00f8 1f00 e4e4e4e4');
    const exact = { width: 4, height: 4, rgba: decodeBc1(blocks, 4, 4) };
    expect(decodeBc1(encodeBc1(exact), 4, 4)).toEqual(exact.rgba);
  });
});
