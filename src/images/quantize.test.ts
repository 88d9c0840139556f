import { expect, test } from 'vitest';
import { integer, random } from '../test-support/sample.ts';
import { quantize } from './quantize.ts';

test('few colours stay as they are, in the order of their first use', () => {
  const pixels = Uint8Array.of(9, 9, 9, 255, 0, 0, 0, 0, 9, 9, 9, 255);
  expect(quantize(pixels, 4, 2)).toEqual({
    palette: Uint8Array.of(9, 9, 9, 255, 0, 0, 0, 0),
    indices: Uint8Array.of(0, 1, 0),
    colorCount: 2,
  });
});

test('many colours become the means of near ones', () => {
  const pixels = Uint8Array.of(0, 0, 2, 0, 200, 0, 202, 0);
  const { palette, indices, colorCount } = quantize(pixels, 2, 2);
  expect([...palette]).toEqual([1, 0, 201, 0]);
  expect([...indices]).toEqual([0, 0, 1, 1]);
  expect(colorCount).toBe(4);
});

test('a smooth picture stays close with 256 colours', () => {
  const next = random(8);
  const pixels = Uint8Array.from({ length: 4 * 4096 }, (_, i) => (i % 4 === 3 ? 255 : integer(next, 0, 255) & 0xf8));
  const { palette, indices } = quantize(pixels, 4, 256);
  expect(palette.length).toBe(4 * 256);
  let error = 0;
  for (let i = 0; i < pixels.length; i++) error += Math.abs(pixels[i]! - palette[4 * indices[i >> 2]! + (i & 3)]!);
  expect(error / pixels.length).toBeLessThan(16);
});
