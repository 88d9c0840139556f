import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { memorySource } from '../../src/containers/source.ts';
import { ff7 } from '../../src/formats/ff7/index.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { corpus, corpusFile, filesBelow } from '../../src/test-support/corpus.ts';

// Where an independent evaluation has every bone and weapon, and every angle of every animation that other decoders find,
// against what three.js shows of our .glb.

const folder = corpus('ff7');
const UNITS_PER_METRE = 512;

let studio: Studio;
beforeAll(async () => {
  if (folder !== undefined) studio = await openStudio();
});
afterAll(() => studio?.close());

interface Matrix {
  rotation: number[][];
  translation: number[];
}

interface ExpectedPose {
  model: string;
  record: number;
  frame: number;
  root: Matrix;
  bones: (Matrix & { bone: number })[];
  weapon?: Matrix;
}

interface ExpectedRecords {
  bodyRecords: number;
  records: { frames: number; first?: [number[], number[]]; last?: [number[], number[]] }[];
}

describe.skipIf(folder === undefined)('battle models in three.js', () => {
  test('bones and weapons are where the oracle has them', async () => {
    const { poses } = readJson<{ poses: ExpectedPose[] }>('oracles/pose.json');
    let count = 0;
    let shown = '';
    for (const { model, record, frame, root, bones, weapon } of poses) {
      if (model !== shown) await show(model);
      shown = model;
      const { nodes } = await studio.pose({ clip: clipName(record), time: frame / 15 });
      const compare = (name: string, expected: Matrix) => {
        expect(deviation(nodes[name]!, expected), `${model} ${record}/${frame} ${name}`).toBeLessThan(1e-3);
        count++;
      };
      compare('root', root);
      for (const expected of bones) compare(`bone_${String(expected.bone).padStart(3, '0')}`, expected);
      if (weapon !== undefined) compare('weapon', weapon);
    }
    expect(count).toBeGreaterThan(190);
  });

  test('Cloud begins and ends each of his animations as three other decoders have it', async () => {
    const clips = await show('rt');
    const { records, bodyRecords } = readJson<ExpectedRecords>('oracles/rtda.json');
    let count = 0;
    for (const { name, seconds } of clips) {
      const record = Number(name.slice(-3));
      const body = records[record]!;
      expect(seconds, name).toBeCloseTo((body.frames - 1) / 15, 5);
      for (const [time, frame] of [
        [0, body.first!],
        [seconds, body.last!],
      ] as const) {
        const { nodes } = await studio.pose({ clip: name, time });
        expect(deviation(nodes.root!, rootMatrix(frame)), `${name} at ${time}`).toBeLessThan(1e-3);
        const weapon = records[bodyRecords + record];
        if (weapon?.first === undefined) continue;
        const held = time === 0 ? weapon.first : weapon.last!;
        expect(deviation(nodes.weapon!, rootMatrix(held)), `${name} at ${time}, weapon`).toBeLessThan(1e-3);
        count++;
      }
    }
    expect(clips.length).toBe(40);
    expect(count).toBe(80);
  });
});

const clipName = (record: number) => `body_${String(record).padStart(3, '0')}`;

/** Converts a model as a user would, and loads the result. */
async function show(name: string) {
  const paths = filesBelow(folder!).filter((path) => path.startsWith(`rebuilt-pc/${name}/`));
  const source = memorySource(name, new Map(paths.map((path) => [path, corpusFile('ff7', path)])));
  const [model] = [...ff7.models(source)];
  const options = Object.fromEntries(ff7.options.map((option) => [option.name, option.default]));
  const { value: scene } = await model!.toScene(options);
  const { clips } = await studio.load('model.glb', new Map([['model.glb', (await writeGlb(scene)).value]]));
  return clips;
}

/** The largest difference of a world matrix of three.js from one of the game: rotation, and place in units of the game. */
function deviation(world: readonly number[], { rotation, translation }: Matrix): number {
  const flip = [1, -1, -1];
  const at = (row: number, column: number) => world[4 * column + row]! * UNITS_PER_METRE * flip[row]!;
  let worst = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      worst = Math.max(worst, Math.abs(at(row, column) - rotation[row]![column]!));
    }
    worst = Math.max(worst, Math.abs(at(row, 3) - translation[row]!));
  }
  return worst;
}

/** The matrix of joint 0 of a frame, by the formula of specification, section 11.2. */
function rootMatrix([position, angles]: readonly [number[], number[]]): Matrix {
  const turn = (2 * Math.PI) / 4096;
  const [a, b, c] = angles.slice(0, 3).map((v) => v * turn) as [number, number, number];
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  return {
    translation: position,
    rotation: [
      [cb * cc + sb * sa * sc, -cb * sc + sb * sa * cc, sb * ca],
      [ca * sc, ca * cc, -sa],
      [-sb * cc + cb * sa * sc, sb * sc + cb * sa * cc, cb * ca],
    ],
  };
}

function readJson<T>(path: string): T {
  return JSON.parse(new TextDecoder().decode(corpusFile('ff7', path))) as T;
}
