import { describe, expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { resample } from '../../scene/keys.ts';
import { sampleClip, worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { bankTarget, battleTarget } from './battle.target.ts';
import { bank, isAnimation } from './ff7-bank.ts';
import { mesh } from './ff7-p.ts';
import { models } from './models.ts';
import { options } from './options.ts';

const folder = corpus('ff7');
const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));

function filesOf(...folders: string[]): Map<string, Uint8Array> {
  const paths =
    folder === undefined
      ? []
      : filesBelow(folder).filter((path) => folders.some((name) => path.startsWith(`${name}/`)));
  return new Map(paths.map((path) => [path, corpusFile('ff7', path)]));
}

/** The scene of a model, as it comes back from a .glb. */
async function throughGlb(name: string, settings = {}): Promise<Scene> {
  const model = [...models(memorySource('corpus', filesOf('rebuilt-pc')))].find((found) => found.name === name)!;
  const { value } = await model.toScene({ ...defaults, ...settings });
  return (await readGltf((await writeGlb(value)).value, `${name}.glb`)).value;
}

async function written(scene: Scene, settings = {}) {
  const { value, issues } = await battleTarget.write(scene, { options: { ...defaults, ...settings } });
  return { files: new Map(value.map(({ name, bytes }) => [name, bytes])), issues };
}

function expectOriginals(files: ReadonlyMap<string, Uint8Array>, name: string): void {
  const originals = filesOf(`rebuilt-pc/${name}`);
  expect([...files.keys()].sort()).toEqual([...originals.keys()].map((path) => path.slice(-4)).sort());
  for (const [path, bytes] of originals) expect(Buffer.compare(files.get(path.slice(-4))!, bytes), path).toBe(0);
}

const all = ['aa', 'aq', 'ar', 'at', 'au', 'aw', 'rt'];

/** As an editor leaves a scene: another node above all, every channel baked at 24 frames a second, no extras. */
function asEdited(scene: Scene): Scene {
  const top = scene.nodes.length;
  const nodes = scene.nodes.map(({ extras: _, ...node }) =>
    node.parent === undefined ? { ...node, parent: top } : node,
  );
  const clips = scene.clips.map((clip) => ({
    name: clip.name,
    tracks: clip.tracks.map((track) => {
      const end = Math.max(...clip.tracks.map(({ times }) => times.at(-1)!));
      const times = Float32Array.from({ length: Math.ceil(end * 24 - 1e-6) + 1 }, (_, f) => Math.min(f / 24, end));
      return resample(track, times);
    }),
  }));
  const { extras: _, ...rest } = scene;
  return { ...rest, nodes: [...nodes, { name: 'Armature' }], clips };
}

describe.skipIf(folder === undefined)('real battle models, to glTF and back', () => {
  test.each(all)('%s, unedited, gives the original files', async (name) => {
    const { files, issues } = await written(await throughGlb(name));
    expectOriginals(files, name);
    expect(issues).toEqual([]);
  });

  test.each([
    ['rt', { parts: 'skin', weapon: 'all' }],
    ['rt', { interpolation: 'step', loop: 'yes', fps: '60' }],
    ['ar', { parts: 'skin', 'lift-decals': '0' }],
  ])('%s, made with other settings %o, gives the original files', async (name, settings) => {
    expectOriginals((await written(await throughGlb(name, settings))).files, name);
  });

  test.each(['rt', 'at'])('%s, baked by an editor, gives the original files', async (name) => {
    const { files, issues } = await written(asEdited(await throughGlb(name)));
    expectOriginals(files, name);
    expect(issues).toEqual([]);
  });

  test.each(all)('%s, stripped of its originals, gives the same poses', async (name) => {
    const scene = await throughGlb(name);
    const bare: Scene = {
      ...scene,
      sources: [],
      nodes: scene.nodes.map(({ extras: _, ...node }) => node),
      clips: scene.clips.map(({ extras: _, ...clip }) => clip),
    };
    const { files, issues } = await written(bare, { prefix: name });
    expect(issues.map(({ code }) => code)).toContain('ff7/made-anew');
    const again = [...models(memorySource('again', files))].find((found) => found.name === name)!;
    const { value: second } = await again.toScene(defaults);
    expect(second.nodes.map((node) => node.name)).toEqual(scene.nodes.map((node) => node.name));
    expectSamePoses(scene, second);
    const truth = bank.decode(corpusFile('ff7', `rebuilt-pc/${name}/${name}da`));
    const made = bank.decode(files.get(`${name}da`)!);
    for (const clip of scene.clips) {
      const record = Number(clip.name.slice(-3));
      const [a, b] = [truth.records[record]!.block, made.records[record]!.block];
      if (clip.name.startsWith('body') && isAnimation(a) && isAnimation(b)) {
        expect(b.frames.positions, clip.name).toEqual(a.frames.positions);
      }
    }
  });

  test('one clip that was edited costs one record', async () => {
    const scene = await throughGlb('rt');
    const track = scene.clips[3]!.tracks.find(
      ({ path, node }) => path === 'translation' && scene.nodes[node]!.name === 'root',
    )!;
    track.values = track.values.map((value, i) => (i % 3 === 0 ? value + 10 : value));
    const { files, issues } = await written(scene);
    const record = (scene.clips[3]!.extras!.ff7 as { record: number }).record;
    expect(issues).toMatchObject([{ code: 'ff7/parts-changed', reason: expect.stringContaining('of 94 records') }]);
    const [before, after] = [corpusFile('ff7', 'rebuilt-pc/rt/rtda'), files.get('rtda')!].map((bytes) =>
      bank.decode(bytes),
    );
    for (const [i, { block }] of before!.records.entries()) {
      const now = after!.records[i]!.block;
      // The clip's weapon record is written with it; its poses are the same.
      if (i === record || i === record + 52) continue;
      expect(now, `record ${i}`).toEqual(block);
    }
    const [a, b] = [before!.records[record]!.block, after!.records[record]!.block];
    if (!isAnimation(a) || !isAnimation(b)) throw new Error('no animations');
    expect([...b.frames.positions]).toEqual(
      [...a.frames.positions].map((value, i) => (i % 3 === 0 ? value + 10 : value)),
    );
    expect(b.key).toBe(a.key);
    for (const [name, bytes] of filesOf('rebuilt-pc/rt')) {
      if (!name.endsWith('da')) expect(Buffer.compare(files.get(name.slice(-4))!, bytes), name).toBe(0);
    }
  });

  test('one mesh and one picture that were edited cost two files', async () => {
    const scene = await throughGlb('rt');
    const node = scene.nodes.find(({ name }) => name === 'bone_005')!;
    const [primitive] = scene.meshes[node.mesh!]!.primitives;
    primitive!.positions = primitive!.positions.map((value) => value * 2);
    const image = scene.images[0]!;
    image.data = { width: 2, height: 2, rgba: new Uint8Array(16).fill(255) };
    const { files, issues } = await written(scene);
    expect(issues).toMatchObject(
      [{ code: 'ff7/parts-changed', reason: 'texture 0; mesh of bone 5' }].map((i) => ({ code: i.code })),
    );
    const changed = [...filesOf('rebuilt-pc/rt')].filter(
      ([path, bytes]) => Buffer.compare(files.get(path.slice(-4))!, bytes) !== 0,
    );
    expect(changed.map(([path]) => path.slice(-4)).sort()).toEqual(['rtac', 'rtar']);
    const [before, after] = [corpusFile('ff7', 'rebuilt-pc/rt/rtar'), files.get('rtar')!].map((bytes) =>
      mesh.decode(bytes),
    );
    expect(after!.vertices.length).toBe(before!.vertices.length);
    expect([...after!.vertices.position]).toEqual([...before!.vertices.position].map((value) => value * 2));
  });

  test('a pack of the PlayStation gives files of the PC', async () => {
    const model = [...models(memorySource('psx', filesOf('psx-battle')))].find(({ name }) => name === 'rt')!;
    const { value } = await model.toScene(defaults);
    const { files } = await written(value);
    for (const suffix of ['aa', 'ab', 'da']) {
      expect(Buffer.compare(files.get(`rt${suffix}`)!, corpusFile('ff7', `rebuilt-pc/rt/rt${suffix}`)), suffix).toBe(0);
    }
    expect([...files.keys()].filter((name) => /^rtc[k-z]$/.test(name))).toHaveLength(16);
  });

  test('a bank that an editor bloated is repacked to what it was, poses proven', async () => {
    const original = bank.decode(corpusFile('ff7', 'rebuilt-pc/rt/rtda'));
    const bloated = bank.encode({
      records: original.records.map((record) => {
        const { block } = record;
        if (!isAnimation(block)) return record;
        const rotations = block.frames.rotations.map((angle) => angle << block.key);
        const { tail: _, ...rest } = block;
        return {
          ...record,
          block: { ...rest, key: 0, frames: { ...block.frames, rotations }, padding: Uint8Array.of(0, 24, 1, 0, 0, 0) },
        };
      }),
    });
    const model = [...models(memorySource('mod', new Map([['rtda', bloated]])))][0]!;
    const { value: scene } = await model.toScene(defaults);
    const { value, issues } = await bankTarget.write(scene, { options: { ...defaults, repack: 'yes' } });
    const repacked = bank.decode(value[0]!.bytes);
    expect(value[0]!.name).toBe('rtda');
    expect(value[0]!.bytes.length).toBeLessThan(0.67 * bloated.length);
    expect(value[0]!.bytes.length).toBeLessThanOrEqual(22732);
    expect(issues.find(({ code }) => code === 'ff7/repacked')!.reason).toContain('none turned by more than 0.000°');
    for (const [i, { block }] of original.records.entries()) {
      const now = repacked.records[i]!.block;
      if (!isAnimation(block) || !isAnimation(now)) continue;
      expect(now.frames.positions).toEqual(block.frames.positions);
      expect(now.frames.rotations.map((q) => q << now.key)).toEqual(block.frames.rotations.map((q) => q << block.key));
    }
  });
});

function expectSamePoses(a: Scene, b: Scene): void {
  for (const clip of a.clips) {
    const other = b.clips.find(({ name }) => name === clip.name)!;
    const end = Math.max(...clip.tracks.map(({ times }) => times.at(-1)!));
    for (const time of [0, end / 2, end]) {
      const frame = Math.fround(Math.round(time * 15) / 15);
      const [wa, wb] = [worldMatrices(a, sampleClip(a, clip, frame)), worldMatrices(b, sampleClip(b, other, frame))];
      let worst = 0;
      for (const [node, { name }] of a.nodes.entries()) {
        const twin = b.nodes.findIndex((candidate) => candidate.name === name);
        for (let i = 0; i < 16; i++) worst = Math.max(worst, Math.abs(wa[16 * node + i]! - wb[16 * twin + i]!));
      }
      expect(worst, `${clip.name} at ${frame}`).toBeLessThan(2e-5);
    }
  }
}
