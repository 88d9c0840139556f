import { describe, expect, test } from 'vitest';
import { fileName, memorySource } from '../../containers/source.ts';
import { sampleClip, worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { writeGlb } from '../gltf/index.ts';
import { boneName } from './battle.scene.ts';
import { models } from './models.ts';
import { options } from './options.ts';

const folder = corpus('ff7');
const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));

/** The real files of a folder as one source. */
function sourceOf(...folders: string[]) {
  const paths =
    folder === undefined
      ? []
      : filesBelow(folder).filter((path) => folders.some((name) => path.startsWith(`${name}/`)));
  return memorySource('corpus', new Map(paths.map((path) => [path, corpusFile('ff7', path)])));
}

async function sceneOf(name: string, source = sourceOf('rebuilt-pc'), settings = {}): Promise<Scene> {
  const model = [...models(source)].find((found) => found.name === name)!;
  const { value } = await model.toScene({ ...defaults, ...settings });
  return value;
}

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

const BATTLE_SCALE = 512;

/** A world matrix of the scene in the space of the game: scale and turn of the model's node taken off. */
function inGame(worlds: Float64Array, node: number): { rotation: number[][]; translation: number[] } {
  const m = worlds.subarray(16 * node, 16 * node + 16);
  const flip = [1, -1, -1];
  const at = (row: number, column: number) => m[4 * column + row]! * BATTLE_SCALE * flip[row]!;
  return {
    rotation: [0, 1, 2].map((row) => [0, 1, 2].map((column) => at(row, column))),
    translation: [0, 1, 2].map((row) => at(row, 3)),
  };
}

function expectMatrix(found: Matrix, expected: Matrix, what: string): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      expect(Math.abs(found.rotation[row]![column]! - expected.rotation[row]![column]!), what).toBeLessThan(1e-5);
    }
    expect(Math.abs(found.translation[row]! - expected.translation[row]!), what).toBeLessThan(1e-3);
  }
}

describe.skipIf(folder === undefined)('real battle models', () => {
  test('every bone and weapon is where the oracle has it', async () => {
    const { poses } = JSON.parse(new TextDecoder().decode(corpusFile('ff7', 'oracles/pose.json'))) as {
      poses: ExpectedPose[];
    };
    let matrices = 0;
    for (const { model, record, frame, root, bones, weapon } of poses) {
      const scene = await sceneOf(model);
      const clip = scene.clips.find(({ name }) => name === `body_${String(record).padStart(3, '0')}`)!;
      const worlds = worldMatrices(scene, sampleClip(scene, clip, Math.fround(frame / 15)));
      const named = (name: string) =>
        inGame(
          worlds,
          scene.nodes.findIndex((node) => node.name === name),
        );
      expectMatrix(named('root'), root, `${model} ${record} ${frame} root`);
      for (const expected of bones) {
        expectMatrix(named(boneName(expected.bone)), expected, `${model} ${record} ${frame} bone ${expected.bone}`);
      }
      if (weapon !== undefined) expectMatrix(named('weapon'), weapon, `${model} ${record} ${frame} weapon`);
      matrices += 1 + bones.length + (weapon === undefined ? 0 : 1);
    }
    expect(matrices).toBeGreaterThan(190);
  });

  test('a model is found for every skeleton, with what its names say', () => {
    const found = [...models(sourceOf('rebuilt-pc'))];
    expect(found.map(({ name }) => name)).toEqual(['aa', 'aq', 'ar', 'at', 'au', 'aw', 'rt']);
    const cloud = found.at(-1)!;
    expect(cloud.parts.find(({ file }) => fileName(file) === 'rtar')).toEqual({
      role: 'mesh',
      file: 'rebuilt-pc/rt/rtar',
      reason: 'named for its bone',
    });
    expect(cloud.notes.map(({ code }) => code)).toEqual(['ff7/missing-weapon']);
  });

  test('Cloud has 40 animations, a sword, and the pictures of his eyes', async () => {
    const scene = await sceneOf('rt');
    expect(scene.clips).toHaveLength(40);
    expect(scene.clips.map(({ name }) => name)).not.toContain('body_011');
    expect(scene.nodes.map(({ name }) => name)).toContain('weapon_00');
    expect(scene.images.map(({ name }) => name)).toEqual(['rtac', 'rtad']);
    expect(scene.sources.map(({ name }) => name)).toContain('rtab');
  });

  test.each([
    ['nodes', 'linear', 'no'],
    ['skin', 'step', 'yes'],
  ])('all are clean to the Khronos validator (%s, %s, loop: %s)', async (parts, interpolation, loop) => {
    for (const source of [sourceOf('rebuilt-pc'), sourceOf('psx-battle'), sourceOf('field')]) {
      for (const model of models(source)) {
        const { value } = await model.toScene({ ...defaults, parts, interpolation, loop, weapon: 'all' });
        expect([...validateScene(value)], model.name).toEqual([]);
        expect(await complaints((await writeGlb(value)).value), model.name).toEqual([]);
      }
    }
  });
});
