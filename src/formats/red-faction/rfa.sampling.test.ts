import { expect, test } from 'vitest';
import { angleBetween } from '../../math/index.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import {
  advanceAction,
  advancePhase,
  blendPose,
  envelope,
  type Player,
  primaryAction,
  tickAtPhase,
  ticksIn,
} from './rfa.blending.ts';
import { fixtures } from './rfa.fixtures.ts';
import {
  bonePose,
  ease,
  parentsFirst,
  poseToModel,
  sampleMorph,
  samplePose,
  samplePosition,
  sampleStoredRotation,
  slerp16,
} from './rfa.sampling.ts';
import { type Animation, animation } from './rfa.ts';

const clip = () => animation.decode(fixtures['no morph']!);
const read = (path: string) => animation.decode(corpusFile('red-faction', path));
const json = (path: string) => JSON.parse(new TextDecoder().decode(corpusFile('red-faction', path)));

test('eases follow the table of the specification', () => {
  const rows: [number, number, number[]][] = [
    [0, 0, [0.1, 0.25, 0.5, 0.75, 0.9]],
    [127, 0, [0.01, 0.0625, 0.25, 0.5625, 0.81]],
    [0, 127, [0.19, 0.4375, 0.75, 0.9375, 0.99]],
    [127, 127, [0.02, 0.125, 0.5, 0.875, 0.98]],
    [64, 64, [0.02, 0.125, 0.5, 0.875, 0.98]],
    [1, 2, [0.097211, 0.249004, 0.501992, 0.75498, 0.906773]],
  ];
  for (const [out, into, values] of rows) {
    for (const [i, u] of [0.1, 0.25, 0.5, 0.75, 0.9].entries()) {
      expect(ease(u, out / 127, into / 127), `${out} ${into} at ${u}`).toBeCloseTo(values[i]!, 6);
    }
  }
});

test('the integer slerp gives the examples of the specification', () => {
  const at = (a: number[], b: number[], u: number) => {
    const out = new Int16Array(4);
    slerp16(out, 0, Int16Array.from(a), 0, Int16Array.from(b), 0, u);
    return [...out];
  };
  const start = [0, 0, 0, 16383];
  expect(at(start, [0, 11584, 0, 11584], 0.5)).toEqual([0, 6269, 0, 15135]);
  expect(at(start, [0, 11584, 0, 11584], 0.25)).toEqual([0, 3196, 0, 16068]);
  expect(at(start, [0, -11584, 0, -11584], 0.5)).toEqual([0, 6269, 0, 15135]);
  expect(at(start, [24, 0, 0, 16383], 0)).toEqual([24, 0, 0, 16383]);
  expect(at(start, [16383, 0, 0, 0], 1)[3]).toBe(1);
});

test('positions run along absolute control points, and hold outside the keys', () => {
  const { positionKeys } = clip().tracks[0]!;
  const out = new Float64Array(3);
  samplePosition(positionKeys, 320, out);
  expect([...out]).toEqual([(1 + 3 + 4.5 + 2) / 8, (2 + 7.5 + 6 + 2) / 8, 3]);
  samplePosition(positionKeys, -5, out);
  expect([...out]).toEqual([1, 2, 3]);
  samplePosition(positionKeys, 9999, out);
  expect([...out]).toEqual([2, 2, 3]);
});

test('without keys a bone is the identity at zero', () => {
  const pose = bonePose(1);
  const file = clip();
  const [track] = file.tracks;
  file.tracks[0] = {
    ...track!,
    rotationKeys: { ...track!.rotationKeys, length: 0 },
    positionKeys: { ...track!.positionKeys, length: 0 },
  };
  samplePose(file, 200, pose);
  expect([...pose.rotations, ...pose.positions]).toEqual([-0, -0, -0, 1, 0, 0, 0]);
});

test('actions fade in and out, and fading in wins where both overlap', () => {
  const file = { ...clip(), startTime: 100, endTime: 200, rampInTime: 20, rampOutTime: 40 };
  const at = (tick: number) => envelope(file, 8, tick);
  expect([99, 100, 110, 120, 160, 180, 200, 201].map(at)).toEqual([0, 0, 4, 8, 8, 4, 0, 0]);
  expect(envelope({ ...file, rampInTime: 90 }, 9, 180)).toBe(8);
  expect(envelope(file, 1e-6, 150)).toBe(0);
});

function player(role: Player['role'], weight: number, rotation: number[], x: number): Player {
  const file = clip();
  const [track] = file.tracks;
  file.rampInTime = 0;
  file.rampOutTime = 0;
  track!.weight = weight;
  track!.rotationKeys.rotation.set([...rotation, ...rotation]);
  for (const values of [track!.positionKeys.position, track!.positionKeys.inControl, track!.positionKeys.outControl]) {
    values.set([x, 0, 0, x, 0, 0]);
  }
  return { file, role, tick: 300, mix: 1 };
}

test('an action of weight 10 replaces the states, one of 5 shares with them', () => {
  const pose = bonePose(1);
  const state = player('state', 10, [0, 0, 0, 16383], 1);
  blendPose([state, player('action', 10, [0, 11584, 0, 11584], 3)], 1, 1, pose);
  expect(pose.positions[0]).toBe(3);
  expect(pose.rotations[1]).toBeCloseTo(-Math.SQRT1_2, 6);
  blendPose([state, player('action', 5, [0, 11584, 0, 11584], 3)], 1, 1, pose);
  expect(pose.positions[0]).toBe(2);
  expect(pose.rotations[1]).toBeCloseTo(-Math.sin(Math.PI / 8), 4);
  blendPose([player('state', 0, [0, 0, 0, 16383], 1)], -1, 1, pose);
  expect([...pose.positions, pose.rotations[3]]).toEqual([0, 0, 0, 1]);
});

test('another action takes over only when it weighs more', () => {
  const players = ['state', 'action', 'action'].map((role, i) =>
    player(role as Player['role'], [10, 5, 5][i]!, [0, 0, 0, 16383], 0),
  );
  expect(primaryAction(players, -1, 0)).toBe(1);
  expect(primaryAction(players, 2, 0)).toBe(2);
  players[1]!.file.tracks[0]!.weight = 6;
  expect(primaryAction(players, 2, 0)).toBe(1);
  expect(primaryAction([players[0]!], -1, 0)).toBe(-1);
});

test('states share a phase, actions stop at their end', () => {
  const states = [player('state', 1, [0, 0, 0, 16383], 0), player('state', 1, [0, 0, 0, 16383], 0)];
  states[1]!.file.endTime = 160 + 640;
  expect(ticksIn(0.0333333)).toBe(159);
  expect(advancePhase(0.9, 96, [states[0]!])).toBeCloseTo(0.2, 12);
  expect(advancePhase(0, 64, states)).toBeCloseTo((64 * (1 / 320 + 1 / 640)) / 2, 12);
  expect(tickAtPhase(states[1]!.file, 0.5)).toBe(480);
  expect(advanceAction(states[0]!.file, 470, 160)).toBe(480);
  expect(advancePhase(0.5, 10, [])).toBe(0.5);
});

test('parents may follow their children, and circles are left out', () => {
  expect([...parentsFirst([2, 0, -1])]).toEqual([2, 0, 1]);
  expect([...parentsFirst([1, 0, -1])]).toEqual([2]);
  const local = bonePose(2);
  local.rotations.set([0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  local.positions.set([0, 0, 1, 5, 0, 0]);
  const model = bonePose(2);
  poseToModel(local, [1, -1], parentsFirst([1, -1]), model);
  expect(model.positions[0]).toBeCloseTo(6, 12);
  expect(model.rotations[1]).toBeCloseTo(Math.SQRT1_2, 12);
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)('the eased clip plays as expected', () => {
  const file = read('synthetic/eased.rfa');
  const { rotationKeys, positionKeys } = file.tracks[0]!;
  for (const { tick, rotation_int16, position } of json('synthetic/EXPECTED.json')['eased.rfa'].samples) {
    const rotation = new Int16Array(4);
    const at = new Float64Array(3);
    sampleStoredRotation(rotationKeys, tick, rotation);
    samplePosition(positionKeys, tick, at);
    expect([...rotation], `tick ${tick}`).toEqual(rotation_int16);
    for (let i = 0; i < 3; i++) expect(at[i]).toBeCloseTo(position[i], 5);
  }
});

test.skipIf(folder === undefined)('morphing clips play as expected', () => {
  const expected = json('synthetic/EXPECTED.json');
  const compare = (file: Animation, tick: number, vertices: number[][]) => {
    const out = new Float64Array(3 * file.morphVertices.length);
    sampleMorph(file, tick, out);
    for (const [i, value] of vertices.flat().entries()) expect(out[i], `tick ${tick}`).toBeCloseTo(value, 5);
  };
  const v8 = read('synthetic/morph_v8.rfa');
  expect([...v8.morphVertices]).toEqual(expected['morph_v8.rfa'].vertex_indices);
  for (const [k, vertices] of expected['morph_v8.rfa'].decoded.entries()) {
    compare(v8, expected['morph_v8.rfa'].times[k], vertices);
  }
  compare(v8, 1360, expected['morph_v8.rfa'].at_tick_1360);
  compare(v8, -1, expected['morph_v8.rfa'].decoded[0]);
  const v7 = read('synthetic/morph_v7.rfa');
  compare(v7, 1360, expected['morph_v7.rfa'].at_tick_1360);
  compare(v7, 4000, expected['morph_v7.rfa'].at_tick_4000);
});

interface GoldenBone {
  rotation_s16: number[];
  local_quat: number[];
  local_pos: number[];
  model_pos: number[];
  model_quat: number[];
}

test.skipIf(folder === undefined)('real clips play to the golden poses', () => {
  let count = 0;
  for (const { clip: path, bones, poses } of json('golden/poses.json').sets) {
    const file = read(path);
    const parents: number[] = bones.map(({ parent }: { parent: number }) => parent);
    const [local, model] = [bonePose(bones.length), bonePose(bones.length)];
    for (const { tick, bones: golden } of poses) {
      samplePose(file, tick, local);
      poseToModel(local, parents, parentsFirst(parents), model);
      for (const [i, bone] of (golden as GoldenBone[]).entries()) {
        const stored = new Int16Array(4);
        sampleStoredRotation(file.tracks[i]!.rotationKeys, tick, stored);
        expect([...stored], `${path} at ${tick}, bone ${i}`).toEqual(bone.rotation_s16);
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(local.positions[3 * i + c]! - bone.local_pos[c]!)).toBeLessThan(1e-5);
          expect(Math.abs(model.positions[3 * i + c]! - bone.model_pos[c]!)).toBeLessThan(1e-5);
        }
        expect(angleBetween(local.rotations, bone.local_quat, 4 * i)).toBeLessThan(1e-5);
        expect(angleBetween(model.rotations, bone.model_quat, 4 * i)).toBeLessThan(1e-5);
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});

test.skipIf(folder === undefined)('real samples of the specification come out', () => {
  const { rotationKeys } = read('kava/anims/BoxT_Hover.rfa').tracks[1]!;
  const out = new Int16Array(4);
  const at = (tick: number) => {
    sampleStoredRotation(rotationKeys, tick, out);
    return [out[0], out[3]];
  };
  expect([160, 1000, 1840, 3520].map(at)).toEqual([
    [-6398, 15077],
    [-6248, 15142],
    [-6097, 15204],
    [-5792, 15322],
  ]);
});
