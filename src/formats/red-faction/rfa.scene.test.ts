import { expect, test } from 'vitest';
import { angleBetween, multiplyQuaternions, rotate } from '../../math/index.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random } from '../../test-support/sample.ts';
import { fixtures } from './rfa.fixtures.ts';
import { bonePose, samplePose } from './rfa.sampling.ts';
import { toClip, toLooseScene } from './rfa.scene.ts';
import { type Animation, animation } from './rfa.ts';

const DEGREE = Math.PI / 180;
const clip = () => animation.decode(fixtures['no morph']!);
const bonesOf = (file: Animation) => [...file.tracks.keys()];
const track = ({ tracks }: Clip, bone: number, path: string) =>
  tracks.find((track) => track.node === bone && track.path === path)!;

/** The largest differences between a clip of a scene and the engine: degrees and metres. */
function differences(file: Animation, ticks: readonly number[]): { degrees: number; metres: number } {
  const { value } = toClip(file, 'clip', bonesOf(file));
  const pose = bonePose(file.tracks.length);
  let [degrees, metres] = [0, 0];
  const rotation = new Float64Array(4);
  const position = new Float64Array(3);
  for (const tick of ticks) {
    samplePose(file, tick, pose);
    const seconds = (tick - file.startTime) / 4800;
    for (const bone of bonesOf(file)) {
      sampleTrack(track(value, bone, 'rotation'), seconds, rotation);
      sampleTrack(track(value, bone, 'translation'), seconds, position);
      const [x, y, z, w] = pose.rotations.subarray(4 * bone);
      degrees = Math.max(degrees, angleBetween(rotation, [x!, -y!, -z!, w!]) / DEGREE);
      metres = Math.max(
        metres,
        Math.hypot(
          position[0]! + pose.positions[3 * bone]!,
          position[1]! - pose.positions[3 * bone + 1]!,
          position[2]! - pose.positions[3 * bone + 2]!,
        ),
      );
    }
  }
  return { degrees, metres };
}

const stepsOf = ({ startTime, endTime }: Animation, step: number) =>
  Array.from({ length: Math.floor((endTime - startTime) / step) + 1 }, (_, i) => startTime + i * step);

test('positions become cubic keys whose tangents lead to the controls in a third of the time', () => {
  const { value, issues } = toClip(clip(), 'walk', [4]);
  expect(issues).toEqual([]);
  const { interpolation, times, values, node } = value.tracks.find(({ path }) => path === 'translation')!;
  expect([node, interpolation, ...times]).toEqual([4, 'cubic', 0, Math.fround(320 / 4800)]);
  const dn = Math.fround(320 / 4800);
  expect([...values.subarray(0, 6)]).toEqual([0, 0, 0, -1, 2, 3]);
  expect(values[7]).toBeCloseTo(1.5 / dn, 4);
  expect(values[9]).toBeCloseTo(-1.5 / dn, 4);
  expect(value.extras).toMatchObject({ rf_start_time: 160, rf_end_time: 480, rf_version: 8, rf_ramp_in_time: 16 });
  expect(value.tracks[0]!.extras).toEqual({ rf_weight: 5 });
});

test('eased segments stay within 0.05 degrees of the engine, long turns and hard eases too', () => {
  const file = clip();
  file.endTime = 160 + 4800;
  const { rotationKeys } = file.tracks[0]!;
  rotationKeys.time[1] = file.endTime;
  for (const [easeOut, easeIn] of [
    [127, 127],
    [127, 0],
    [0, 127],
    [1, 2],
    [64, 3],
  ] as const) {
    rotationKeys.easeOut[0] = easeOut;
    rotationKeys.easeIn[1] = easeIn;
    expect(differences(file, stepsOf(file, 7)).degrees, `${easeOut} ${easeIn}`).toBeLessThan(0.05);
  }
});

test('keys outside the clip are cut at its borders without moving the curve', () => {
  const file = clip();
  Object.assign(file, { startTime: 200, endTime: 400 });
  const { degrees, metres } = differences(file, stepsOf(file, 5));
  expect(degrees).toBeLessThan(0.05);
  expect(metres).toBeLessThan(1e-6);
  const { value, issues } = toClip(file, 'cut', [0]);
  expect(issues).toMatchObject([{ code: 'rfa/keys-cut', severity: 'info' }]);
  for (const { times } of value.tracks) expect([times[0], times.at(-1)]).toEqual([0, Math.fround(200 / 4800)]);
  for (const [startTime, endTime] of [
    [0, 100],
    [900, 1000],
    [100, 900],
  ] as const) {
    const moved = { ...file, startTime, endTime };
    const found = differences(moved, stepsOf(moved, 10));
    expect(found.degrees).toBeLessThan(0.05);
    expect(found.metres).toBeLessThan(1e-6);
  }
});

test('a constant track is one key, and the clip keeps its duration', () => {
  const file = clip();
  const { rotationKeys, positionKeys } = file.tracks[0]!;
  rotationKeys.rotation.set([0, 0, 0, 16383, 0, 0, 0, 16383]);
  for (const name of ['position', 'inControl', 'outControl'] as const) positionKeys[name].set([1, 2, 3, 1, 2, 3]);
  const { value } = toClip(file, 'still', [0]);
  expect([...track(value, 0, 'translation').times]).toEqual([0]);
  expect([...track(value, 0, 'translation').values]).toEqual([-1, 2, 3]);
  expect([...track(value, 0, 'rotation').times]).toEqual([0, Math.fround(320 / 4800)]);
  expect([...track(value, 0, 'rotation').values]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
});

test('no number that is not finite and no rotation of length zero gets into a scene', () => {
  const file = clip();
  const { rotationKeys, positionKeys } = file.tracks[0]!;
  rotationKeys.rotation.fill(0, 0, 4);
  positionKeys.inControl[3] = Number.NaN;
  const { value, issues } = toClip(file, 'bad', [0]);
  expect(issues.map(({ code }) => code)).toEqual(['rfa/keys-left-out', 'rfa/rotation-assumed']);
  for (const { values } of value.tracks) expect(values.every(Number.isFinite)).toBe(true);
  expect([...track(value, 0, 'rotation').values.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
});

test('of two keys at one tick the earlier goes a tick back, and keys that run backwards are left out', () => {
  const file = clip();
  const { rotationKeys } = file.tracks[0]!;
  Object.assign(rotationKeys, {
    length: 4,
    time: Int32Array.of(160, 480, 480, 300),
    rotation: Int16Array.of(0, 0, 0, 16383, 0, 0, 0, 16383, 0, 11584, 0, 11584, 0, 0, 0, 16383),
    easeIn: new Int8Array(4),
    easeOut: new Int8Array(4),
  });
  const { value, issues } = toClip(file, 'bad', [0]);
  expect([...track(value, 0, 'rotation').times]).toEqual([0, 319 / 4800, 320 / 4800].map(Math.fround));
  expect(issues).toMatchObject([{ code: 'rfa/keys-left-out', reason: '1 keys are not later than the one before' }]);
});

test('a clip that ends before it starts plays up to its last key', () => {
  const { value, issues } = toClip({ ...clip(), endTime: 0 }, 'bad', [0]);
  expect(track(value, 0, 'rotation').times.at(-1)).toBe(Math.fround(320 / 4800));
  expect(issues).toMatchObject([{ code: 'rfa/end-assumed' }]);
});

test('a clip without a mesh is bones side by side, and says so', () => {
  const { value, issues } = toLooseScene(animation.decode(fixtures['morph, version 8']!), 'loose');
  expect(value.nodes).toEqual([{ name: 'bone_0', extras: { rf_type: 'bone', rf_bone_index: 0 } }]);
  expect(issues.map(({ code }) => code)).toEqual(['rfa/no-skeleton', 'rfa/morph-left-out']);
});

test('whatever the keys, times increase and values are finite', () => {
  const next = random(4);
  for (let i = 0; i < 300; i++) {
    const file = clip();
    const times = () => Int32Array.of(integer(next, -300, 900), integer(next, -300, 900));
    Object.assign(file, { startTime: integer(next, -300, 900), endTime: integer(next, -300, 900) });
    file.tracks[0]!.rotationKeys.time.set(times());
    file.tracks[0]!.positionKeys.time.set(times());
    const { value } = toClip(file, 'any', [0]);
    for (const { times, values } of value.tracks) {
      expect(times.length).toBeGreaterThan(0);
      expect(times[0]).toBeGreaterThanOrEqual(0);
      expect(times.every((time, k) => k === 0 || time > times[k - 1]!)).toBe(true);
      expect(values.every(Number.isFinite)).toBe(true);
    }
  }
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)('real clips stay within 0.05 degrees and 1 micrometre of the engine', () => {
  const clips = filesBelow(folder!).filter((path) => path.endsWith('.rfa') && !path.includes('/faults/'));
  for (const path of clips) {
    const file = animation.decode(corpusFile('red-faction', path));
    const step = Math.max(80, 40 * Math.ceil((file.endTime - file.startTime) / 4000));
    const { degrees, metres } = differences(file, stepsOf(file, step));
    expect(degrees, path).toBeLessThan(0.05);
    expect(metres, path).toBeLessThan(1e-6);
  }
});

test.skipIf(folder === undefined)('the scene is within 0.5 mm and 0.05 degrees of every golden pose', () => {
  const { sets } = JSON.parse(new TextDecoder().decode(corpusFile('red-faction', 'golden/poses.json')));
  for (const { clip: path, bones, poses } of sets) {
    const file = animation.decode(corpusFile('red-faction', path));
    const { value } = toClip(file, 'clip', bonesOf(file));
    for (const { tick, bones: golden } of poses) {
      const world = new Map<number, { rotation: number[]; position: number[] }>();
      const place = (bone: number): { rotation: number[]; position: number[] } => {
        const known = world.get(bone);
        if (known !== undefined) return known;
        const [rotation, position] = [
          [0, 0, 0, 1],
          [0, 0, 0],
        ];
        const seconds = (tick - file.startTime) / 4800;
        sampleTrack(track(value, bone, 'rotation'), seconds, rotation);
        sampleTrack(track(value, bone, 'translation'), seconds, position);
        const { parent } = bones[bone];
        const above = parent < 0 ? undefined : place(parent);
        const placed =
          above === undefined
            ? { rotation, position }
            : {
                rotation: multiplyQuaternions(above.rotation, rotation),
                position: rotate(above.rotation, position).map((v, c) => v + above.position[c]!),
              };
        world.set(bone, placed);
        return placed;
      };
      for (const [
        i,
        {
          model_pos: [x, y, z],
          model_quat: q,
        },
      ] of golden.entries()) {
        const { rotation, position } = place(i);
        expect(Math.hypot(position[0]! + x, position[1]! - y, position[2]! - z), `${path} ${tick} ${i}`).toBeLessThan(
          5e-4,
        );
        expect(angleBetween(rotation, [q[0], -q[1], -q[2], q[3]]) / DEGREE).toBeLessThan(0.05);
      }
    }
  }
});
