import { expect, test } from 'vitest';
import { fixtures } from './rfa.fixtures.ts';
import { morphFrames, toVersion, withMorph } from './rfa.morph.ts';
import { sampleMorph } from './rfa.sampling.ts';
import { type Animation, animation } from './rfa.ts';

const version8 = () => animation.decode(fixtures['morph, version 8']!);
const version7 = () => animation.decode(fixtures['morph, version 7']!);
const at = (file: Animation, tick: number) => {
  const out = new Float64Array(3 * file.morphVertices.length);
  sampleMorph(file, tick, out);
  return [...out];
};

test('keyframes have times in seconds and positions in metres', () => {
  const { times, positions } = morphFrames(version8());
  expect([...times]).toEqual([0, Math.fround(320 / 4800)]);
  expect([...positions(0)]).toEqual([-1, Math.fround((2 * 128) / 255 - 1), 1]);
  expect([...morphFrames(version7()).positions(0)]).toEqual([-1, 0, 1]);
});

test('the times of version 7 divide the clip evenly', () => {
  const file = withMorph(version7(), {
    vertices: [5],
    times: [0, 1 / 30],
    positions: [
      [0, 0, 0],
      [3, 0, 0],
    ],
  });
  expect(file).toMatchObject({ version: 7, morphKeyframeCount: 2 });
  expect([...morphFrames(file).times]).toEqual([0, 160 / 4800, 320 / 4800].map(Math.fround));
  expect(at(file, 240)).toEqual([1.5, 0, 0]);
});

test('new keyframes are stored within half a step of their box', () => {
  const positions = [
    [0, 1, 7],
    [1, 1, 7.1],
    [0.3, 1, 7.03],
  ];
  const file = withMorph(version8(), { vertices: [9], times: [0, 0.02, 0.05], positions });
  const again = animation.decode(animation.encode(file));
  expect([...again.morphVertices]).toEqual([9]);
  const frames = morphFrames(again);
  expect(frames.times[1]).toBeCloseTo(0.02, 4);
  for (const [k, expected] of positions.entries()) {
    const actual = frames.positions(k);
    for (const [c, extent] of [1, 0, 0.1].entries()) {
      expect(Math.abs(actual[c]! - expected[c]!)).toBeLessThanOrEqual(extent / 510 + 1e-6);
    }
  }
});

test('version 7 becomes version 8 with its last keyframe held to the end', () => {
  const seven = withMorph(version7(), {
    vertices: [5],
    times: [0, 1 / 30],
    positions: [
      [0, 0, 0],
      [2.55, 0, 0],
    ],
  });
  const eight = toVersion(seven, 8);
  if (eight.version !== 8) throw new Error('version 8 expected');
  expect([...eight.morphKeyframes.times]).toEqual([160, 320, 480]);
  for (const tick of [160, 200, 320, 400, 480]) expect(at(eight, tick)[0]).toBeCloseTo(at(seven, tick)[0]!, 6);
  expect(toVersion(eight, 8)).toBe(eight);
  expect(animation.decode(animation.encode(eight))).toEqual(eight);
});

test('version 8 becomes version 7 with keyframes at even distances', () => {
  const seven = toVersion(version8(), 7);
  expect(seven).toMatchObject({ version: 7, morphKeyframeCount: 2 });
  expect(at(seven, 160)).toEqual(at(version8(), 160).map(Math.fround));
  const bare = animation.decode(fixtures['no morph']!);
  expect(toVersion(bare, 7)).toEqual({ ...bare, version: 7, morphKeyframes: { positions: new Float32Array() } });
  expect(toVersion(toVersion(bare, 7), 8)).toEqual(bare);
});
