import { describe, expect, test } from 'vitest';
import { chunkValue, chunkValues } from '../../binary/index.ts';
import { memorySource } from '../../containers/source.ts';
import type { Issue } from '../../issue.ts';
import { emptyScene, type Scene } from '../../scene/scene.ts';
import { samplesOf } from '../../test-support/samples.ts';
import { plainMaterial, square } from '../../test-support/scenes.ts';
import { models } from './model.ts';
import { objectFile } from './object.ts';
import { type Ogf, ogfFile } from './ogf.ts';
import { omfFile } from './omf.ts';
import { targets } from './target.ts';

const samples = samplesOf('xray');
const found = [...models(memorySource('samples', samples))];

async function sampleScene(name: string): Promise<Scene> {
  return structuredClone((await found.find((model) => model.name === name)!.toScene({})).value);
}

async function write(id: string, scene: Scene, options: Record<string, string> = {}) {
  const { value, issues } = await targets.find((each) => each.id === id)!.write(scene, { options });
  return { files: new Map(value.map(({ name, bytes }) => [name, bytes])), issues: [...issues] as Issue[] };
}

const oneMesh = (): Scene => ({
  ...emptyScene('tile'),
  nodes: [{ name: 'tile', mesh: 0 }],
  meshes: [{ name: 'tile', primitives: [{ ...square(), material: 0 }] }],
  materials: [plainMaterial('tile')],
});

const partsOf = (bytes: Uint8Array) => chunkValues(chunkValue(ogfFile.decode(bytes) as Ogf, 'children')!, 'part');

describe('a scene without originals', () => {
  test('has the triangles of mirrored nodes the right way round', async () => {
    const scene = oneMesh();
    const straight = partsOf((await write('ogf', scene)).files.get('tile.ogf')!)[0]!;
    scene.nodes[0]!.scale = [-1, 1, 1];
    const mirrored = partsOf((await write('ogf', scene)).files.get('tile.ogf')!)[0]!;
    // The square faces +Z either way: (p1 - p0) x (p2 - p1) of every triangle does too (specification, section 5).
    for (const part of [straight, mirrored]) {
      const { position } = chunkValue(part, 'vertices')!.vertices!;
      const [a, b, c] = [...chunkValue(part, 'indices')!].map((v) => position.subarray(v * 3, v * 3 + 3));
      expect((b![0]! - a![0]!) * (c![1]! - b![1]!) - (b![1]! - a![1]!) * (c![0]! - b![0]!)).toBeGreaterThan(0);
    }
  });

  test('gets both sides of two-sided materials in a compiled model, and the flag in an object', async () => {
    const scene = oneMesh();
    scene.materials[0]!.doubleSided = true;
    const [part] = partsOf((await write('ogf', scene)).files.get('tile.ogf')!);
    const { vertices } = chunkValue(part!, 'vertices')!;
    expect(vertices!.length).toBe(8);
    expect([...chunkValue(part!, 'indices')!.subarray(6)]).toEqual([4, 5, 6, 6, 7, 4].map((v) => v));
    expect([vertices!.normal[2], vertices!.normal[14]]).toEqual([1, -1]);
    const object = chunkValue(objectFile.decode((await write('object', scene)).files.get('tile.object')!), 'object')!;
    expect(chunkValue(object, 'surfaces')![0]!.flags).toBe(1);
  });

  test('is welded, and smooth where normals are', async () => {
    const object = chunkValue(
      objectFile.decode((await write('object', oneMesh())).files.get('tile.object')!),
      'object',
    )!;
    const [mesh] = chunkValues(chunkValue(object, 'meshes')!, 'mesh');
    expect(chunkValue(mesh!, 'vertices')!.length).toBe(4);
    // Corners 0 1 2 become 0 2 1: the diagonal 2-0 is the first edge of both; all others are borders and hard.
    expect([...chunkValue(mesh!, 'smoothing')!]).toEqual([6, 6]);
    const groups = await write('object', oneMesh(), { smoothing: 'soc' });
    const other = chunkValue(objectFile.decode(groups.files.get('tile.object')!), 'object')!;
    expect([...chunkValue(chunkValues(chunkValue(other, 'meshes')!, 'mesh')[0]!, 'smoothing')!]).toEqual([0, 0]);
  });

  test('with more bones than the game takes is refused, and no file is written', async () => {
    const scene = oneMesh();
    const joints = Array.from(
      { length: 65 },
      (_, i) => scene.nodes.push({ name: `bone ${i}`, parent: i > 0 ? i : 0 }) - 1,
    );
    const one = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    scene.skins.push({ name: 'bones', joints, inverseBindMatrices: Float32Array.from(joints.flatMap(() => one)) });
    for (const id of ['ogf', 'object']) {
      const { files, issues } = await write(id, scene);
      expect(files.size).toBe(0);
      expect(issues).toContainEqual(
        expect.objectContaining({ code: 'xray/too-large', reason: '65 bones, the game accepts 64' }),
      );
    }
  });

  test('is compiled at the rate that its motions were authored at, which their speed is for', async () => {
    const scene = await sampleScene('pip');
    scene.sources = [];
    for (const clip of scene.clips) clip.extras = { xray: { fps: 60, speed: 2 } };
    const { files } = await write('omf', scene);
    const omf = omfFile.decode(files.get('pip.omf')!);
    // `walk` takes 0.8 s: 48 frames at 60 a second, and the first.
    const walk = chunkValues(chunkValue(omf, 'motions')!, 'motion').find(({ name }) => name === 'walk')!;
    expect(walk.frameCount).toBe(49);
    expect(chunkValue(omf, 'definitions')!.motions.find(({ name }) => name === 'walk')!.speed).toBe(2);
  });
});

describe('an edited scene with its originals', () => {
  test('another picture gives its surface another texture, and a file for it', async () => {
    const scene = await sampleScene('pip');
    scene.images[0] = { name: 'rusty', data: { width: 4, height: 4, rgba: new Uint8Array(64).fill(90) } };
    const { files } = await write('object', scene);
    const object = chunkValue(objectFile.decode(files.get('pip.object')!), 'object')!;
    expect(chunkValue(object, 'surfaces')![0]).toMatchObject({ name: 'pip', texture: 'rusty' });
    expect([...files.keys()]).toEqual(['pip.object', 'rusty.dds']);
  });

  test('a shorter clip is an edit, though all of its keys are on the original', async () => {
    const scene = await sampleScene('pip_game');
    const clip = scene.clips.find(({ name }) => name === 'wave')!;
    clip.tracks = clip.tracks.map((track) => {
      const count = Math.max(1, track.times.filter((time) => time <= 1.0001).length);
      const width = track.values.length / track.times.length;
      return { ...track, times: track.times.slice(0, count), values: track.values.slice(0, count * width) };
    });
    const { files } = await write('omf', scene);
    const motions = chunkValues(chunkValue(omfFile.decode(files.get('pip_animation.omf')!), 'motions')!, 'motion');
    expect(motions.map(({ name, frameCount }) => [name, frameCount])).toEqual([
      ['idle', 91],
      ['walk', 25],
      ['wave', 31],
    ]);
  });

  test('a removed clip is removed, and the others keep their bytes', async () => {
    const scene = await sampleScene('pip_game');
    const before = chunkValues(
      chunkValue(omfFile.decode(scene.sources.find(({ format }) => format === 'omf')!.bytes), 'motions')!,
      'motion',
    );
    scene.clips = scene.clips.filter(({ name }) => name !== 'walk');
    const { files } = await write('omf', scene);
    const motions = chunkValues(chunkValue(omfFile.decode(files.get('pip_animation.omf')!), 'motions')!, 'motion');
    expect(motions).toEqual(before.filter(({ name }) => name !== 'walk'));
  });
});
