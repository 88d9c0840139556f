import { expect, test } from 'vitest';
import { replaceOddNumbers } from './finite-numbers.ts';
import { emptyScene } from './scene.ts';
import { validateScene } from './validation.ts';

test('values with numbers that are none become neutral ones, and the others stay', () => {
  const scene = emptyScene('odd');
  scene.nodes = [
    { name: 'a', translation: [1, Number.NaN, 3], rotation: [0, 0, 1, 0], scale: [1, Number.POSITIVE_INFINITY, 1] },
  ];
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
  scene.skins = [
    { name: 's', joints: [0, 0], inverseBindMatrices: Float32Array.of(...matrix, Number.NaN, ...matrix.slice(1)) },
  ];
  const values = Float32Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1);
  scene.clips = [
    {
      name: 'c',
      tracks: [{ node: 0, path: 'rotation', interpolation: 'linear', times: Float32Array.of(0, 1), values }],
    },
  ];
  expect(replaceOddNumbers(scene)).toBe(4);
  expect(scene.nodes[0]).toEqual({ name: 'a', translation: [0, 0, 0], rotation: [0, 0, 1, 0], scale: [1, 1, 1] });
  expect([...scene.skins[0]!.inverseBindMatrices.subarray(0, 16)]).toEqual(matrix);
  expect([...scene.skins[0]!.inverseBindMatrices.subarray(28)]).toEqual([0, 0, 0, 1]);
  expect([...values]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...validateScene(scene)]).toEqual([]);
  expect(replaceOddNumbers(scene)).toBe(0);
});
