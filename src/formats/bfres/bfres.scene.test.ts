import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { loadZstd } from '../../containers/zstd.ts';
import { skinnedPositions } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { writeGlb } from '../gltf/write.ts';
import { isWiiuFile } from './bfres-wiiu.format.ts';
import { evaluateCurve } from './curve-evaluation.ts';
import { models } from './models.ts';
import { switchFile } from './switch-file.ts';
import { wiiuFile } from './wiiu-file-view.ts';

// Figures that an independent parser measured in the real files: `expected.json`.

interface Expected {
  inner: string;
  platform?: string;
  models?: ExpectedModel[];
  skeletalAnims?: { name: string; frames: number; samples: ExpectedSample[] }[];
}
interface ExpectedModel {
  name: string;
  bones: number;
  shapes: ExpectedShape[];
}
interface ExpectedShape {
  name: string;
  vertices: number;
  indices: number[];
  bindBoxMin: number[];
  bindBoxMax: number[];
  firstTriangle: number[];
  firstUv?: number[];
}
interface ExpectedSample {
  owner: string;
  target: number;
  at: number[];
  value: number[];
}

const folder = corpus('bfres');
const expected: Record<string, Expected | Expected[]> =
  folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

const cases = Object.entries(expected).flatMap(([path, files]) =>
  [files].flat().flatMap((file) => (file.platform === undefined || file.models === undefined ? [] : [{ path, file }])),
);

beforeAll(() => loadZstd());

const filesOf = (path: string): Uint8Array[] =>
  [...leaves(path, corpusFile('bfres', path))]
    .filter(({ format }) => /^bfres-(switch|wiiu)$/.test(format?.id ?? ''))
    .map(({ bytes }) => bytes);

const openFile = (bytes: Uint8Array) => (isWiiuFile(bytes) ? wiiuFile(bytes) : switchFile(bytes));

async function scenesOf(path: string): Promise<Scene[]> {
  const source = memorySource(path, new Map(filesOf(path).map((bytes, i) => [`${i}.bfres`, bytes])));
  return Promise.all([...models(source)].map(async (model) => (await model.toScene({})).value));
}

/** Lowest and highest corner of all vertices of a shape as they rest, skinned where it is. */
function bindBox(scene: Scene, name: string): { min: number[]; max: number[] } {
  const node = scene.nodes.findIndex((candidate) => candidate.name === name && candidate.mesh !== undefined);
  const primitive = scene.meshes[scene.nodes[node]!.mesh!]!.primitives[0]!;
  const positions = skinnedPositions(scene, node, primitive);
  const axis = (c: number) => positions.filter((_, i) => i % 3 === c);
  const ends = [0, 1, 2].map((c) =>
    axis(c).reduce(([low, high], x) => [Math.min(low!, x), Math.max(high!, x)], [Infinity, -Infinity]),
  );
  return { min: ends.map(([low]) => low!), max: ends.map(([, high]) => high!) };
}

test.skipIf(folder === undefined)('there are figures to compare with', () => {
  expect(cases.length).toBeGreaterThan(0);
});

describe.skipIf(folder === undefined).each(cases)('$path $file.inner', ({ path, file }) => {
  test('shapes rest where they were measured, triangles and all', async () => {
    const scenes = await scenesOf(path);
    expect(scenes.map(({ name }) => name)).toEqual((file.models ?? []).map(({ name }) => name));
    for (const [m, model] of (file.models ?? []).entries()) {
      const scene = scenes[m]!;
      for (const shape of model.shapes) {
        const { min, max } = bindBox(scene, shape.name);
        const size = Math.max(...shape.bindBoxMax.map((high, c) => high - shape.bindBoxMin[c]!));
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(min[c]! - shape.bindBoxMin[c]!), `${shape.name} min`).toBeLessThan(1e-4 * size + 1e-5);
          expect(Math.abs(max[c]! - shape.bindBoxMax[c]!), `${shape.name} max`).toBeLessThan(1e-4 * size + 1e-5);
        }
        const levels = scene.meshes.filter(
          (mesh) => mesh.name === shape.name || mesh.name.startsWith(`${shape.name} LOD`),
        );
        expect(levels.slice(0, shape.indices.length).map((mesh) => mesh.primitives[0]!.indices.length)).toEqual(
          shape.indices,
        );
        const [primitive] = levels[0]!.primitives;
        expect([...primitive!.indices.subarray(0, 3)]).toEqual(shape.firstTriangle);
        expect(primitive!.positions.length).toBe(3 * shape.vertices);
        if (shape.firstUv !== undefined) {
          for (const [c, value] of shape.firstUv.entries()) expect(primitive!.uvs[0]![c]).toBeCloseTo(value, 4);
        }
      }
    }
  });

  test('curves have the values that were measured', () => {
    const anims = filesOf(path).flatMap((bytes) => openFile(bytes).skeletalAnims);
    for (const { name, frames, samples } of file.skeletalAnims ?? []) {
      const anim = anims.find((candidate) => candidate.name === name)!;
      expect(anim.frameCount).toBe(frames);
      for (const { owner, target, at, value } of samples) {
        const { curves } = anim.boneAnims.find((candidate) => candidate.name === owner)!;
        const curve = curves.find((candidate) => candidate.target === target)!;
        for (const [i, frame] of at.entries()) {
          expect(evaluateCurve(curve, frame), `${name} ${owner} at ${frame}`).toBeCloseTo(value[i]!, 4);
        }
      }
    }
  });

  test('neither we nor the Khronos validator have anything against the scene', async () => {
    for (const scene of await scenesOf(path)) {
      expect([...validateScene(scene)]).toEqual([]);
      expect(await complaints((await writeGlb(scene)).value)).toEqual([]);
    }
  });
});

test.skipIf(folder === undefined)('the same fish is as large on the Wii U as on the Switch, within 3 mm', async () => {
  const boxes = ['wiiu-v4.5-botw/Animal_Bass.sbfres', 'switch-v10-totk/Animal_Bass.Bass.bfres'].map(async (path) => {
    const scene = (await scenesOf(path)).find(({ name }) => name === 'Bass')!;
    const shapes = scene.nodes.filter(({ mesh, lod }) => mesh !== undefined && (lod ?? 0) === 0);
    const corners = shapes.map(({ name }) => bindBox(scene, name));
    return [0, 1, 2].flatMap((c) => [
      Math.min(...corners.map(({ min }) => min[c]!)),
      Math.max(...corners.map(({ max }) => max[c]!)),
    ]);
  });
  const [wiiu, nx] = await Promise.all(boxes);
  expect(wiiu!.every((side) => Math.abs(side) > 0.1)).toBe(true);
  for (const [i, side] of wiiu!.entries()) expect(Math.abs(side - nx![i]!)).toBeLessThan(0.003);
});
