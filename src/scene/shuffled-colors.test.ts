import { describe, expect, test } from 'vitest';
import type { Primitive } from './scene.ts';
import { withoutShuffledColors } from './shuffled-colors.ts';

const painted = (...colors: readonly number[]): Primitive => ({
  indices: Uint16Array.of(0, 1, 2),
  positions: new Float32Array(3 * colors.length),
  uvs: [],
  colors: [Float32Array.from(colors.flatMap((value) => [value, value, value, 1]))],
  joints: [],
  weights: [],
  targets: [],
});

describe('colours of a mesh', () => {
  const before = [painted(0, 0.2, 0.4, 0.6), painted(0.8, 1, 1, 1)];

  test('dealt out anew are those of before', () => {
    const now = [painted(0.6, 0.4, 0.2, 1), painted(0, 1, 1, 1)];
    expect(withoutShuffledColors(before, now).map(({ colors }) => colors)).toEqual(before.map(({ colors }) => colors));
  });

  test('that are new to the mesh were painted', () => {
    const now = [painted(0.6, 0.4, 0.2, 1), painted(0.5, 1, 1, 1)];
    expect(withoutShuffledColors(before, now)).toBe(now);
  });

  test('of few vertices were painted, whatever they are', () => {
    const now = [painted(0.2, 0.2, 0.4, 0.6), painted(0.8, 1, 1, 1)];
    expect(withoutShuffledColors(before, now)).toBe(now);
  });
});
