import { expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { battleTarget } from './battle.target.ts';
import { fixtures as meshes } from './ff7-p.fixtures.ts';
import { fixtures as skeletons } from './ff7-skeleton.fixtures.ts';
import { fixtures as textures } from './ff7-tex.fixtures.ts';
import { models } from './models.ts';
import { options } from './options.ts';

const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
const mesh = meshes['a plain triangle and a textured one']!;
const texture = textures['two palettes of two colours']!;

async function thereAndBack(files: Record<string, Uint8Array>) {
  const [model] = [...models(memorySource('files', new Map(Object.entries(files))))];
  const { value: scene } = await model!.toScene(defaults);
  const { value: back } = await readGltf((await writeGlb(scene)).value, 'model.glb');
  const { value, issues } = await battleTarget.write(back, { options: defaults });
  return { scene, issues, written: Object.fromEntries(value.map(({ name, bytes }) => [name, bytes])) };
}

test('a battle stage has pieces and no bones, and comes back as it was', async () => {
  const files = { ogaa: skeletons['a battle stage']!, ogac: texture, ogam: mesh, ogan: mesh };
  const { scene, written, issues } = await thereAndBack(files);
  expect(scene.nodes.map(({ name }) => name)).toEqual(['og', 'piece_00', 'piece_01']);
  expect(written).toEqual(files);
  expect(issues).toEqual([]);
});

test('a mesh alone comes back alone', async () => {
  const files = { 'crate.p': mesh };
  const { scene, written } = await thereAndBack(files);
  expect(scene.materials.map(({ name }) => name)).toEqual(['plain', 'texture 0']);
  expect(written).toEqual(files);
});

test('a model of magic.lgp keeps its names', async () => {
  const files = { 'shiva.d': skeletons['a player of two bones']!, 'shiva.p00': mesh, 'shiva.t00': texture };
  const { scene, written } = await thereAndBack(files);
  expect(scene.nodes.map(({ name }) => name)).toEqual(['shiva', 'root', 'bone_000', 'bone_001']);
  expect(written).toEqual(files);
});
