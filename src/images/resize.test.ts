import { expect, test } from 'vitest';
import { halve } from './resize.ts';

test('a mip level is the mean of two by two pixels', () => {
  const rgba = Uint8Array.of(0, 10, 0, 255, 100, 10, 0, 255, 100, 10, 2, 0, 200, 10, 1, 0);
  expect(halve({ width: 2, height: 2, rgba }, 1, 1).rgba).toEqual(Uint8Array.of(100, 10, 1, 128));
});

test('at odd edges the last pixels count twice', () => {
  const rgba = Uint8Array.of(8, 0, 0, 0, 16, 0, 0, 0, 40, 0, 0, 0);
  expect(halve({ width: 3, height: 1, rgba }, 1, 1).rgba[0]).toBe(12);
  expect(halve({ width: 1, height: 3, rgba }, 1, 1).rgba[0]).toBe(12);
});
