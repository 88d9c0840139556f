import { describe, expect, test } from 'vitest';
import { random } from '../../test-support/sample.ts';
import type { Image } from '../image.ts';
import { decodeBc4, decodeBc5, encodeBc4, encodeBc5, reconstructBlue } from './bc4.ts';
import { decodeBc7 } from './bc7.ts';
import { encodeBc7 } from './bc7-encode.ts';

/** A picture with gradients, hard edges and a little noise, as painted textures have them. */
function painting(width: number, height: number, hasAlpha: boolean): Image {
  const next = random(11);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (width / 3) ** 2;
      const noise = next() * 12;
      const color = isInside ? [200 - y, 40 + x / 2, 30] : [x / 2, 90 + y / 2, 180 - x / 3];
      rgba.set(
        [...color.map((value) => value + noise), hasAlpha ? (isInside ? 255 : y * 2) : 255],
        (y * width + x) * 4,
      );
    }
  }
  return { width, height, rgba };
}

/** Peak signal to noise ratio in decibels over the first `channels` of each pixel. */
function psnr(a: Uint8Array, b: Uint8Array, channels: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 < channels) sum += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / ((a.length / 4) * channels)));
}

describe('encoders come close', () => {
  test('BC7, opaque: above 42 dB', () => {
    const image = painting(120, 90, false);
    expect(psnr(decodeBc7(encodeBc7(image), 120, 90), image.rgba, 4)).toBeGreaterThan(42);
  });

  test('BC7, with alpha: above 40 dB', () => {
    const image = painting(117, 91, true);
    expect(psnr(decodeBc7(encodeBc7(image), 117, 91), image.rgba, 4)).toBeGreaterThan(40);
  });

  test('BC4: above 41 dB; BC5 the same in two channels', () => {
    const image = painting(64, 64, false);
    expect(psnr(decodeBc4(encodeBc4(image), 64, 64), image.rgba, 1)).toBeGreaterThan(41);
    expect(psnr(decodeBc5(encodeBc5(image), 64, 64), image.rgba, 2)).toBeGreaterThan(41);
    expect(psnr(decodeBc5(encodeBc5(image, true), 64, 64, true), image.rgba, 2)).toBeGreaterThan(40.5);
  });
});

test('blocks of one colour come out as they went in', () => {
  for (const color of [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
    [10, 200, 30, 0],
    [12, 34, 56, 78],
  ]) {
    const rgba = Uint8Array.from({ length: 64 }, (_, i) => color[i % 4]!);
    const decoded = decodeBc7(encodeBc7({ width: 4, height: 4, rgba }), 4, 4);
    for (let i = 0; i < 64; i++) expect(Math.abs(decoded[i]! - rgba[i]!)).toBeLessThanOrEqual(1);
  }
});

test('a mask of black and white keeps both', () => {
  const rgba = Uint8Array.from({ length: 64 }, (_, i) => [0, 255, 120, 124][(i >> 2) % 4]!);
  const decoded = decodeBc4(encodeBc4({ width: 4, height: 4, rgba }), 4, 4);
  expect([0, 4, 8, 12].map((i) => decoded[i])).toEqual([0, 255, 120, 124]);
});

test('blue completes a unit vector', () => {
  const rgba = Uint8Array.of(128, 128, 0, 255, 255, 128, 0, 255, 218, 128, 0, 255);
  reconstructBlue(rgba);
  expect([rgba[2], rgba[6], rgba[10]]).toEqual([255, 128, 217]);
});
