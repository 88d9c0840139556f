import { expect, test } from 'vitest';
import { angleBetween, quaternionFromAxisAngle } from '../math/index.ts';
import { random } from '../test-support/sample.ts';
import { bendingSquare } from '../test-support/scenes.ts';
import {
  deviation,
  dropRestingTracks,
  invisible,
  isConstant,
  makeSignsContinuous,
  reduceKeys,
  resample,
  shareTimes,
  unionOfTimes,
  withContinuousSigns,
} from './keys.ts';
import { sampleTrack } from './sampling.ts';
import type { Track, TrackPath } from './scene.ts';

function track(path: TrackPath, valueAt: (time: number) => readonly number[], count = 101): Track {
  const times = Float32Array.from({ length: count }, (_, i) => i / 50);
  return { node: 0, path, interpolation: 'linear', times, values: Float32Array.from([...times].flatMap(valueAt)) };
}

/** How far two tracks are apart at most, at the keys of the first. */
function worst(a: Track, b: Track): number {
  const width = a.values.length / a.times.length;
  const value = new Float64Array(width);
  let result = 0;
  for (const [i, time] of a.times.entries()) {
    sampleTrack(b, time, value);
    result = Math.max(result, deviation(a.path, value, 0, a.values, i * width, width));
  }
  return result;
}

test('even movement needs two keys, a bend a third', () => {
  expect(reduceKeys(track('translation', (t) => [t, 2 * t, 0])).times).toEqual(Float32Array.of(0, 2));
  expect(reduceKeys(track('translation', (t) => [Math.abs(t - 1), 0, 0])).times).toEqual(Float32Array.of(0, 1, 2));
  expect(reduceKeys(track('rotation', (t) => quaternionFromAxisAngle([0, 1, 0], t))).times).toEqual(
    Float32Array.of(0, 2),
  );
});

test('fewer keys stay within the tolerance', () => {
  const next = random(2);
  const noise = track('translation', (t) => [Math.sin(3 * t), next() / 1000, Math.cos(t)]);
  const turning = track('rotation', (t) => quaternionFromAxisAngle([1, 0, 0], Math.sin(4 * t)));
  for (const tolerance of [1e-3, 1e-2, 1e-1]) {
    const limits = { translation: tolerance, rotation: tolerance, scale: tolerance, weights: tolerance };
    for (const full of [noise, turning]) {
      const reduced = reduceKeys(full, limits);
      expect(worst(full, reduced)).toBeLessThanOrEqual(tolerance + 1e-6);
      expect(reduced.times.length).toBeLessThan(tolerance > 1e-3 ? 60 : 101);
    }
  }
});

test('steps that change nothing go, the last key stays', () => {
  const steps: Track = {
    ...{ node: 0, path: 'scale', interpolation: 'step', times: Float32Array.of(0, 1, 2, 3, 4) },
    values: Float32Array.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2),
  };
  const { times, values } = reduceKeys(steps);
  expect(times).toEqual(Float32Array.of(0, 2, 4));
  expect(values).toEqual(Float32Array.of(1, 1, 1, 2, 2, 2, 2, 2, 2));
});

test('cubic curves stay as they are', () => {
  const cubic = bendingSquare().clips[0]!.tracks[2]!;
  expect(reduceKeys(cubic)).toBe(cubic);
});

test('other keys of a cubic curve lie on it', () => {
  const cubic = bendingSquare().clips[0]!.tracks[2]!;
  const times = Float32Array.from({ length: 11 }, (_, i) => i / 10);
  const sampled = resample(cubic, times);
  expect(sampled.interpolation).toBe('linear');
  expect(worst(sampled, cubic)).toBeLessThan(1e-6);
});

test('quaternions do not change sides', () => {
  const values = Float32Array.of(0, 0, 0, 1, 0, 0, -0.1, -0.99, 0, 0, 0.2, 0.98);
  makeSignsContinuous(values);
  expect(values).toEqual(Float32Array.of(0, 0, 0, 1, -0, -0, 0.1, 0.99, 0, 0, 0.2, 0.98));
  const half = Math.SQRT1_2;
  const keys = [
    [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0],
    [0, 0, -1, 0, 0, 0, -half, -half, 0, 0, 0, 0],
  ];
  const cubic: Track = {
    ...{ node: 0, path: 'rotation', interpolation: 'cubic', times: Float32Array.of(0, 1) },
    values: Float32Array.from(keys.flat()),
  };
  const turned = withContinuousSigns(cubic);
  expect(turned.values.slice(12)).toEqual(Float32Array.from(keys[1]!, (x) => -x));
  expect(cubic.values.slice(12)).toEqual(Float32Array.from(keys[1]!));
});

test('tracks that leave their node as it rests go, others stay', () => {
  const scene = bendingSquare();
  const times = Float32Array.of(0, 1);
  const still = (values: number[]): Track => ({
    ...{ node: 0, path: 'translation', interpolation: 'linear', times },
    values: Float32Array.from([...values, ...values]),
  });
  const clip = { name: 'clip', tracks: [still([0, 1, 0]), still([0, 2, 0]), ...scene.clips[0]!.tracks.slice(1)] };
  expect(dropRestingTracks(scene, clip).tracks).toEqual(clip.tracks.slice(1));
});

test('a cubic curve between equal keys is not constant', () => {
  const values = [0, 0, 0, 1, 1, 1, 5, 0, 0];
  const cubic: Track = {
    ...{ node: 0, path: 'scale', interpolation: 'cubic', times: Float32Array.of(0, 1) },
    values: Float32Array.from([...values, ...values]),
  };
  expect(isConstant(cubic)).toBe(false);
  expect(isConstant({ ...cubic, values: cubic.values.map((x) => (x === 5 ? 0 : x)) })).toBe(true);
});

test('time lines are stored once', () => {
  const { clips } = bendingSquare();
  const copied = { ...clips[0]!, tracks: clips[0]!.tracks.map((each) => ({ ...each, times: each.times.slice() })) };
  const [first, second] = shareTimes(copied).tracks;
  expect(first!.times).toBe(second!.times);
  expect(unionOfTimes(copied.tracks)).toEqual(Float32Array.of(0, 0.5, 1));
});

test('the default tolerance is a tenth of a millimetre and a hundredth of a degree', () => {
  expect(invisible.translation).toBe(1e-4);
  const turn = quaternionFromAxisAngle([0, 0, 1], (0.01 * Math.PI) / 180);
  expect(angleBetween([0, 0, 0, 1], turn)).toBeLessThan(invisible.rotation);
});
