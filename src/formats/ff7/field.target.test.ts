import { expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { sampleClip, worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { fieldAnimation } from './ff7-a.ts';
import { mesh } from './ff7-p.ts';
import { fieldTarget, shortestDecimal } from './field.target.ts';
import { hrc } from './hrc.ts';
import { models } from './models.ts';
import { options } from './options.ts';
import { filesOf, rsd } from './rsd.ts';

const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
const cloud = ['aaaa.hrc', 'aaab.rsd', 'aaac.p', 'aafe.a', 'reference.a'];

const files = (): Map<string, Uint8Array> =>
  new Map(cloud.map((name) => [name, corpusFile('ff7', `field/cloud/${name}`)]));

async function sceneOf(): Promise<Scene> {
  const [model] = [...models(memorySource('field', files()))];
  const { value } = await model!.toScene(defaults);
  return (await readGltf((await writeGlb(value)).value, 'aaaa.glb')).value;
}

async function write(scene: Scene) {
  const { value, issues } = await fieldTarget.write(scene, { options: defaults });
  return { written: new Map(value.map(({ name, bytes }) => [name, bytes])), issues };
}

test.each([
  [5.181539, '5.181539'],
  [1.7457236, '1.7457236'],
  [0, '0'],
  [2, '2'],
])('%s is written as %s', (value, text) => {
  expect(shortestDecimal(Math.fround(value))).toBe(text);
});

test.skipIf(corpus('ff7') === undefined)('Cloud stands: hip above the ground, left on the left', async () => {
  const scene = await sceneOf();
  expect(await complaints((await writeGlb(scene)).value)).toEqual([]);
  const clip = scene.clips.find(({ name }) => name === 'aafe')!;
  const worlds = worldMatrices(scene, sampleClip(scene, clip, 0));
  const placeOf = (name: string) =>
    worlds.subarray(16 * scene.nodes.findIndex((node) => node.name === name) + 12).slice(0, 3);
  expect(placeOf('hip')[1]! * 16).toBeCloseTo(13.535284, 4);
  expect(placeOf('l_foot')[1]!).toBeLessThan(0.2);
  expect(placeOf('l_hand')[0]!).toBeGreaterThan(placeOf('r_hand')[0]!);
  expect(scene.clips.map(({ name, tracks }) => [name, Math.max(...tracks.map(({ times }) => times.length))])).toEqual([
    ['aafe', 1],
    ['reference', 80],
  ]);
});

test.skipIf(corpus('ff7') === undefined)('unedited, the original files come back', async () => {
  const { written, issues } = await write(await sceneOf());
  expect([...written.keys()].sort()).toEqual([...cloud].sort());
  for (const [name, bytes] of files()) expect(Buffer.compare(written.get(name)!, bytes), name).toBe(0);
  expect(issues).toEqual([]);
});

test.skipIf(corpus('ff7') === undefined)('an edited clip and mesh cost their files', async () => {
  const scene = await sceneOf();
  const clip = scene.clips.find(({ name }) => name === 'reference')!;
  const track = clip.tracks.find(({ path }) => path === 'translation')!;
  track.values = track.values.map((value, i) => (i % 3 === 1 ? value - 1 : value));
  const [primitive] = scene.meshes[0]!.primitives;
  primitive!.positions = primitive!.positions.map((value) => 2 * value);
  const { written, issues } = await write(scene);
  expect(issues).toMatchObject([{ code: 'ff7/parts-changed', reason: 'aaac.p; reference.a' }]);
  const [before, after] = [files().get('reference.a')!, written.get('reference.a')!].map((bytes) =>
    fieldAnimation.decode(bytes),
  );
  expect(after!.frames.length).toBe(80);
  for (let f = 0; f < 80; f++) {
    expect(after!.frames.rootTranslation[3 * f + 1]! - before!.frames.rootTranslation[3 * f + 1]!).toBeCloseTo(1, 4);
  }
  expect([...mesh.decode(written.get('aaac.p')!).vertices.position]).toEqual(
    [...mesh.decode(files().get('aaac.p')!).vertices.position].map((value) => 2 * value),
  );
  expect(mesh.decode(written.get('aaac.p')!).normals.length).toBeGreaterThan(0);
});

test.skipIf(corpus('ff7') === undefined)('without its originals the model is made anew, and moves alike', async () => {
  const scene = await sceneOf();
  const bare: Scene = {
    ...scene,
    sources: [],
    nodes: scene.nodes.map(({ extras: _, ...node }) => node),
    clips: scene.clips.map(({ extras: _, ...clip }) => clip),
  };
  const { written } = await write(bare);
  const skeleton = hrc.decode(written.get('aaaa.hrc')!);
  const [resource] = skeleton.bones.flatMap(({ resources }) => resources);
  expect(filesOf(rsd.decode(written.get(`${resource!.toLowerCase()}.rsd`)!)).mesh).toBe(`${resource!}.p`);
  const [again] = [...models(memorySource('again', written))];
  const { value: second } = await again!.toScene(defaults);
  for (const { name } of second.clips) {
    const clips = [scene, second].map((s) => s.clips.find((clip) => clip.name === name)!);
    for (const frame of [0, 40, 79]) {
      const worlds = [scene, second].map((s, i) => worldMatrices(s, sampleClip(s, clips[i]!, Math.fround(frame / 30))));
      const meshNode = [scene, second].map((s) => s.nodes.findIndex(({ mesh: shown }) => shown !== undefined));
      for (let i = 0; i < 16; i++) {
        expect(
          Math.abs(worlds[0]![16 * meshNode[0]! + i]! - worlds[1]![16 * meshNode[1]! + i]!),
          `${name} ${frame}`,
        ).toBeLessThan(1e-4);
      }
    }
  }
});
