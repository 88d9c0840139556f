import { expect, test } from 'vitest';
import { angleBetween, multiplyQuaternions, quaternionFromAxisAngle } from '../../math/index.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import { type Clip, emptyScene, type Node, type Scene, type Track } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { check } from './rfa.check.ts';
import { fixtures } from './rfa.fixtures.ts';
import { bonePose, samplePose } from './rfa.sampling.ts';
import { toClip } from './rfa.scene.ts';
import { fromClip } from './rfa.target.ts';
import { type Animation, animation } from './rfa.ts';

const original = () => animation.decode(fixtures['no morph']!);

function sceneOf(nodes: Node[]): Scene {
  return { ...emptyScene('model'), nodes };
}

const bones = (count: number): Node[] => Array.from({ length: count }, (_, i) => ({ name: `bone ${i}` }));

const track = (
  node: number,
  path: Track['path'],
  interpolation: Track['interpolation'],
  times: number[],
  values: number[],
): Track => ({
  node,
  path,
  interpolation,
  times: Float32Array.from(times),
  values: Float32Array.from(values),
});

test('an unedited clip is its original', () => {
  const base = original();
  const { value: clip } = toClip(base, 'walk', [0]);
  const { value, issues } = fromClip(sceneOf(bones(1)), clip, [0], base);
  expect(issues).toEqual([]);
  expect(value).toBe(base);
});

test('a clip that an editor sampled 24 times a second is still its original', () => {
  const base = original();
  base.endTime = 160 + 4800;
  base.tracks[0]!.rotationKeys.time[1] = base.endTime;
  base.tracks[0]!.positionKeys.time[1] = base.endTime;
  const { value: exact } = toClip(base, 'walk', [0]);
  const times = Array.from({ length: 25 }, (_, i) => i / 24);
  const baked = exact.tracks.map((exactTrack) => {
    const width = exactTrack.path === 'rotation' ? 4 : 3;
    const values = times.flatMap((time) => {
      const value = new Array<number>(width).fill(0);
      sampleTrack(exactTrack, time, value);
      return value;
    });
    return track(0, exactTrack.path, 'linear', times, values);
  });
  const { value, issues } = fromClip(sceneOf(bones(1)), { name: 'walk', tracks: baked }, [0], base);
  expect(issues).toEqual([]);
  expect(value).toBe(base);
});

test('only what was edited changes, and is named', () => {
  const base = original();
  const second = structuredClone(base.tracks[0]!);
  base.tracks.push(second);
  const { value: clip } = toClip(base, 'walk', [0, 1]);
  const rotation = clip.tracks.find(({ node, path }) => node === 1 && path === 'rotation')!;
  rotation.values = rotation.values.slice();
  rotation.values.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 0);
  const { value, issues } = fromClip(sceneOf(bones(2)), clip, [0, 1], base);
  expect(issues).toMatchObject([
    { code: 'rfa/bones-changed', severity: 'info', reason: "'walk' has another rotation for 1 bone: 'bone 1'" },
  ]);
  expect(value.tracks[0]).toBe(base.tracks[0]);
  expect(value.tracks[1]!.positionKeys).toBe(second.positionKeys);
  expect([...value.tracks[1]!.rotationKeys.rotation.subarray(0, 4)]).toEqual([0, 0, 11584, 11584]);
});

test('deleted keys, weights and fading count as edits', () => {
  const base = original();
  base.tracks[0]!.positionKeys.position[3] = 9;
  const { value: clip } = toClip(base, 'walk', [0]);
  clip.tracks = clip.tracks.filter(({ path }) => path === 'rotation');
  clip.tracks[0]!.extras = { rf_weight: 2 };
  clip.extras = { ...clip.extras, rf_ramp_in_time: 99 };
  const { value, issues } = fromClip(sceneOf(bones(1)), clip, [0], base);
  expect(issues.map(({ reason }) => reason)).toEqual([
    "'walk' has another translation for 1 bone: 'bone 0', another weight for 1 bone: 'bone 0'",
    "'walk' fades in for 99 ticks and out for 32",
  ]);
  expect(value).toMatchObject({ rampInTime: 99, rampOutTime: 32 });
  expect(value.tracks[0]).toMatchObject({ weight: 2, rotationKeys: base.tracks[0]!.rotationKeys });
  expect([...value.tracks[0]!.positionKeys.time]).toEqual([160, 480]);
});

test('straight lines get controls on thirds, times are rounded, steps are two keys', () => {
  const clip: Clip = {
    name: 'new',
    tracks: [
      track(0, 'translation', 'linear', [0, 0.0333333], [0, 0, 0, -3, 6, 9]),
      track(0, 'rotation', 'step', [0, 0.1], [0, 0, 0, 1, 0, 1, 0, 0]),
    ],
  };
  const { value, issues } = fromClip(sceneOf(bones(1)), clip, [0]);
  expect(issues).toEqual([]);
  expect(value).toMatchObject({ version: 8, startTime: 160, endTime: 640, rampInTime: 0, morphKeyframeCount: 0 });
  const { positionKeys, rotationKeys, weight } = value.tracks[0]!;
  expect(weight).toBe(10);
  expect([...positionKeys.time]).toEqual([160, 320]);
  expect([...positionKeys.outControl]).toEqual([1, 2, 3, 3, 6, 9]);
  expect([...positionKeys.inControl]).toEqual([0, 0, 0, 2, 4, 6]);
  expect([...rotationKeys.time]).toEqual([160, 639, 640]);
  expect([...check(value)]).toEqual([]);
});

test('cubic positions keep their curve, cubic rotations are sampled', () => {
  const clip: Clip = {
    name: 'new',
    tracks: [
      track(0, 'translation', 'cubic', [0, 0.5], [9, 9, 9, 0, 0, 0, 6, 0, 0, 0, 12, 0, 1, 1, 1, 9, 9, 9]),
      track(0, 'rotation', 'cubic', [0, 0.5], [0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ],
  };
  const { value } = fromClip(sceneOf(bones(1)), clip, [0]);
  const { positionKeys, rotationKeys } = value.tracks[0]!;
  expect([...positionKeys.outControl.subarray(0, 3)]).toEqual([-1, 0, 0]);
  expect([...positionKeys.inControl.subarray(3)]).toEqual([-1, -1, 1]);
  expect(rotationKeys.length).toBe(16);
  const pose = bonePose(1);
  for (const tick of [160, 400, 1360, 2560]) {
    samplePose(value, tick, pose);
    const expected = [0, 0, 0, 1];
    sampleTrack(clip.tracks[1]!, (tick - 160) / 4800, expected);
    expect(angleBetween(pose.rotations, [expected[0]!, -expected[1]!, -expected[2]!, expected[3]!])).toBeLessThan(2e-3);
  }
});

test('bones without channels stand as in the scene, with two keys each', () => {
  const nodes = [{ name: 'root', translation: [1, 2, 3] as [number, number, number] }];
  const { value, issues } = fromClip(sceneOf(nodes), { name: 'still', tracks: [] }, [0]);
  expect(issues).toMatchObject([{ code: 'rfa/bones-at-rest' }]);
  const { positionKeys, rotationKeys } = value.tracks[0]!;
  expect([...positionKeys.time, ...rotationKeys.time]).toEqual([160, 320, 160, 320]);
  expect([...positionKeys.position]).toEqual([-1, 2, 3, -1, 2, 3]);
  expect([...rotationKeys.rotation]).toEqual([0, 0, 0, 16383, 0, 0, 0, 16383]);
});

test('a turned and scaled armature is folded into the root, its scale into the distances', () => {
  const turn = quaternionFromAxisAngle([1, 0, 0], Math.PI / 2);
  const nodes: Node[] = [
    { name: 'Armature', rotation: turn, scale: [0.01, 0.01, 0.01], translation: [5, 0, 0] },
    { name: 'root', parent: 0, translation: [0, 100, 0] },
    { name: 'arm', parent: 1 },
  ];
  const clip: Clip = { name: 'wave', tracks: [track(2, 'translation', 'linear', [0, 0.1], [300, 0, 0, 400, 0, 0])] };
  const { value } = fromClip(sceneOf(nodes), clip, [1, 2]);
  const [root, arm] = value.tracks;
  const position = [...root!.positionKeys.position.subarray(0, 3)];
  expect(position[0]).toBe(-5);
  expect(position[1]).toBeCloseTo(0, 6);
  expect(position[2]).toBeCloseTo(1, 6);
  expect([...root!.rotationKeys.rotation.subarray(0, 4)]).toEqual([-11584, 0, 0, 11584]);
  expect(arm!.positionKeys.position[0]).toBeCloseTo(-3, 6);
  expect(arm!.positionKeys.position[3]).toBeCloseTo(-4, 6);
});

test('an animated node between two bones is folded in by sampling', () => {
  const nodes: Node[] = [
    { name: 'root' },
    { name: 'between', parent: 0 },
    { name: 'arm', parent: 1, translation: [0, 1, 0] },
  ];
  const half = Math.SQRT1_2;
  const clip: Clip = {
    name: 'wave',
    tracks: [track(1, 'rotation', 'linear', [0, 0.2], [0, 0, 0, 1, 0, 0, half, half])],
  };
  const { value } = fromClip(sceneOf(nodes), clip, [0, 2]);
  const pose = bonePose(2);
  samplePose(value, 160 + 960, pose);
  expect(pose.positions[3]).toBeCloseTo(1, 5);
  expect(pose.positions[4]).toBeCloseTo(0, 5);
  samplePose(value, 160 + 480, pose);
  expect(pose.positions[3]).toBeCloseTo(Math.SQRT1_2, 3);
  const expected = multiplyQuaternions([0, 0, 0, 1], quaternionFromAxisAngle([0, 0, 1], -Math.PI / 4));
  expect(angleBetween(pose.rotations, expected, 4)).toBeLessThan(2e-3);
});

test('scaling is reported', () => {
  const clip: Clip = { name: 'grow', tracks: [track(0, 'scale', 'linear', [0, 1], [1, 1, 1, 1.5, 1, 1])] };
  const { issues } = fromClip(sceneOf(bones(1)), clip, [0]);
  expect(issues[0]).toMatchObject({ code: 'rfa/scale-lost', reason: "'grow' scales 1 bones, one by 1.500" });
});

const folder = corpus('red-faction');
const differ = (a: Animation, b: Animation, tick: number) => {
  const [one, other] = [bonePose(a.tracks.length), bonePose(a.tracks.length)];
  samplePose(a, tick, one);
  samplePose(b, tick, other);
  let [degrees, metres] = [0, 0];
  for (let bone = 0; bone < a.tracks.length; bone++) {
    degrees = Math.max(degrees, (angleBetween(one.rotations, other.rotations, 4 * bone, 4 * bone) * 180) / Math.PI);
    for (let c = 0; c < 3; c++)
      metres = Math.max(metres, Math.abs(one.positions[3 * bone + c]! - other.positions[3 * bone + c]!));
  }
  return { degrees, metres };
};

test.skipIf(folder === undefined)(
  'real clips come back as their originals, and made anew within 0.05 degrees and 0.01 mm',
  () => {
    for (const path of filesBelow(folder!).filter((path) => path.endsWith('.rfa') && !path.includes('/faults/'))) {
      const bytes = corpusFile('red-faction', path);
      const base = animation.decode(bytes);
      const nodes = [...base.tracks.keys()];
      const scene = sceneOf(bones(nodes.length));
      const { value: clip } = toClip(base, path, nodes);
      const again = fromClip(scene, clip, nodes, base);
      expect(again.issues, path).toEqual([]);
      expect(again.value, path).toBe(base);

      const { value: made } = fromClip(scene, clip, nodes);
      expect(made, path).toMatchObject({ startTime: base.startTime, endTime: base.endTime, version: base.version });
      for (let tick = base.startTime; tick <= base.endTime; tick += Math.max(80, Math.floor(base.endTime / 200))) {
        const { degrees, metres } = differ(made, base, tick);
        expect(degrees, `${path} at ${tick}`).toBeLessThan(0.05);
        expect(metres, `${path} at ${tick}`).toBeLessThan(1e-5);
      }
    }
  },
);
