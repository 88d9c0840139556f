import { describe, expect, test } from 'vitest';
import { chunkValue, chunkValues, sameValue } from '../../binary/index.ts';
import { memorySource, type Source } from '../../containers/source.ts';
import { angleBetween } from '../../math/index.ts';
import { compareTracks } from '../../scene/comparison.ts';
import { resample } from '../../scene/keys.ts';
import type { Clip, Primitive, Scene, Track } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import type { Model, OutputFile } from '../format.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { models } from './model.ts';
import { type Ogf, ogfFile } from './ogf.ts';
import { targets } from './target.ts';

const folder = corpus('xray');
const paths = folder === undefined ? [] : filesBelow(folder);

/** The real files below a folder as a source, read when they are opened. */
function corpusSource(below: string): Source {
  const files = paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
  return {
    name: below,
    entries: () => files.map((name) => ({ name, size: 0 })),
    open: (name) => (files.includes(name) ? corpusFile('xray', below + name) : undefined),
  };
}

/** Through a `.glb` and back. */
async function throughGlb(scene: Scene): Promise<Scene> {
  const { value: glb } = await writeGlb(scene);
  return (await readGltf(glb, `${scene.name}.glb`)).value;
}

async function write(id: string, scene: Scene, base?: Source) {
  const target = targets.find((each) => each.id === id)!;
  return target.write(scene, { options: {}, ...(base && { base }) });
}

describe.skipIf(folder === undefined)('real files', () => {
  const all = folder === undefined ? [] : [...models(corpusSource(''))];

  test.each(all.map((model) => [model.name, model] as const))(
    '%s comes back from a .glb that nobody edited, byte for byte',
    async (_, model: Model) => {
      const scene = await throughGlb((await model.toScene({})).value);
      for (const type of new Set(scene.sources.map(({ format }) => format))) {
        const { value: files, issues } = await write(type, scene);
        const originals = scene.sources.filter(({ format }) => format === type);
        for (const { name, bytes } of files) {
          const original = originals.find((each) => each.name === name);
          expect(original, `${name}: ${issues.map(({ reason }) => reason).join('; ')}`).toBeDefined();
          const isSame = Buffer.compare(bytes, original!.bytes) === 0;
          expect(isSame, `${name}: ${issues.map(({ reason }) => reason).join('; ')}`).toBe(true);
        }
        expect(files.length).toBeGreaterThan(0);
      }
    },
  );

  /** The model of one file and those that it needs. */
  async function sceneOf(below: string, name: string): Promise<Scene> {
    const model = [...models(corpusSource(below))].find((each) => each.name === name)!;
    return (await model.toScene({})).value;
  }

  /** The scene of written files, read again. */
  async function readAgain(files: readonly OutputFile[], name: string): Promise<Scene> {
    const source = memorySource('written', new Map(files.map((file) => [file.name, file.bytes])));
    const model = [...models(source)].find((each) => each.name === name)!;
    expect(model.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { value } = await model.toScene({});
    expect([...validateScene(value)]).toEqual([]);
    return value;
  }

  test('an edited track of a compiled motion is written anew, and nothing else', async () => {
    const scene = await throughGlb(await sceneOf('sets/crow/', 'crow'));
    const original = scene.sources[0]!.bytes;
    const clip = scene.clips[1]!;
    const track = clip.tracks.find(({ path, times }) => path === 'rotation' && times.length > 3)!;
    const turned = track.values.slice();
    turned.set([0, 0.6, 0, 0.8], 8);
    track.values = turned;
    const { value: files, issues } = await write('ogf', scene);
    expect(issues).toMatchObject([{ code: 'xray/edited', reason: "'crow.ogf': 1 clips" }]);
    const [before, after] = [original, files[0]!.bytes].map((bytes) => ogfFile.decode(bytes) as Ogf);
    const motionsOf = (ogf: Ogf) => chunkValues(chunkValue(ogf, 'motions')!, 'motion');
    const differing = motionsOf(after!).flatMap((motion, m) =>
      motion.tracks.flatMap((each, t) =>
        sameValue(each, motionsOf(before!)[m]!.tracks[t]) ? [] : [`${motion.name} ${t}`],
      ),
    );
    expect(differing).toHaveLength(1);
    expect(differing[0]).toContain(clip.name);
    expect(files[0]!.bytes).toHaveLength(original.length);
    const back = await readAgain(files, 'crow');
    const found = back.clips[1]!.tracks.find(({ node, path }) => path === 'rotation' && node === track.node)!;
    expect(Math.abs(found.values[9]!)).toBeCloseTo(0.6, 3);
    expect(Math.abs(found.values[11]!)).toBeCloseTo(0.8, 3);
  });

  test('a moved vertex changes its part of a compiled model only', async () => {
    const scene = await throughGlb(await sceneOf('ogf/', 'dog'));
    const primitive = scene.meshes[0]!.primitives[0]!;
    primitive.positions = primitive.positions.slice();
    primitive.positions[0]! += 0.25;
    const { value: files } = await write('ogf', scene);
    const [before, after] = [scene.sources[0]!.bytes, files[0]!.bytes].map((bytes) => ogfFile.decode(bytes) as Ogf);
    const parts = (ogf: Ogf) => chunkValues(chunkValue(ogf, 'children')!, 'part');
    const changed = parts(after!).map((part, i) => !sameValue(part, parts(before!)[i]));
    expect(changed).toEqual(changed.map((_, i) => i === 0));
    for (const name of ['bones', 'physics', 'userData', 'motionReferences', 'description'] as const) {
      expect(sameValue(chunkValue(after!, name), chunkValue(before!, name)), name).toBe(true);
    }
    const back = await readAgain(files, 'dog');
    expect(back.meshes[0]!.primitives[0]!.positions[0]).toBeCloseTo(primitive.positions[0]!, 5);
  });

  test.each([
    ['sets/crow/', 'crow'],
    ['ogf/', 'dog'],
    ['ogf/', 'stalker_hero_1'],
    ['ogf/', 'kanistra'],
    ['sets/shaderball/', 'user_shaderball_dinamic__normals'],
    ['object/gsc_cs/', 'artefakt_ah'],
  ])('%s%s can be made anew from the scene alone, as .ogf and as .object', async (below, name) => {
    const scene = await throughGlb(await sceneOf(below, name));
    scene.sources = [];
    for (const type of ['ogf', 'object']) {
      const { value: files, issues } = await write(type, scene);
      expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      const back = await readAgain(files, name);
      expectSameShape(scene, back);
      for (const clip of scene.clips) {
        const again = back.clips.find((each) => each.name === clip.name);
        // Compiled models that name motion files hold none themselves.
        if (again !== undefined) expectSameMotion(scene, clip, back, again);
      }
      if (type === 'object') expect(back.clips.map((clip) => clip.name)).toEqual(scene.clips.map((clip) => clip.name));
    }
  });

  test('an editor that bakes keys at its own rate, adds an armature and shuffles vertices has edited nothing', async () => {
    const scene = await throughGlb(await sceneOf('sets/crow/', 'crow'));
    const [original] = scene.sources;
    const armature = scene.nodes.push({ name: 'Armature' }) - 1;
    for (const node of scene.nodes) if (node.name !== 'Armature' && node.parent === undefined) node.parent = armature;
    for (const clip of scene.clips) {
      const end = clip.tracks.reduce((last, { times }) => Math.max(last, times.at(-1)!), 0);
      const times = Float32Array.from({ length: Math.ceil(end * 60) + 1 }, (_, i) => Math.min(i / 60, end));
      clip.tracks = clip.tracks.map((track) => resample(track, times));
      delete clip.extras;
    }
    for (const primitive of scene.meshes.flatMap(({ primitives }) => primitives)) reverseVertices(primitive);
    const { value: files, issues } = await write('ogf', scene);
    expect(issues).toMatchObject([{ code: 'xray/unchanged' }]);
    expect(Buffer.compare(files[0]!.bytes, original!.bytes)).toBe(0);
  });

  test.each(['skls', 'skl', 'omf'])('motions can be made anew as .%s', async (type) => {
    const scene = await throughGlb(await sceneOf('sets/crow/', 'crow'));
    const ogf = scene.sources[0]!;
    scene.sources = [];
    const { value: files } = await write(type, scene);
    // The model itself has motions of the same names: theirs are hidden behind those of the files.
    const back = await readAgain([...files, { name: 'crow.ogf', bytes: ogf.bytes }], 'crow');
    for (const clip of scene.clips) {
      const again = back.clips.find((each) => each.name === clip.name)!;
      expect(again.extras?.xray).toHaveProperty('file');
      expectSameMotion(scene, clip, back, again);
    }
  });
});

/** The same triangles with vertices and triangles in the opposite order. */
function reverseVertices(primitive: Primitive): void {
  const count = primitive.positions.length / 3;
  const reversed = <A extends Float32Array | Uint8Array | Uint16Array>(values: A, width: number): A => {
    const result = values.slice() as A;
    for (let v = 0; v < count; v++) {
      result.set(values.subarray(v * width, v * width + width), (count - 1 - v) * width);
    }
    return result;
  };
  primitive.positions = reversed(primitive.positions, 3);
  if (primitive.normals) primitive.normals = reversed(primitive.normals, 3);
  primitive.uvs = primitive.uvs.map((uvs) => reversed(uvs, 2));
  primitive.joints = primitive.joints.map((joints) => reversed(joints, 4));
  primitive.weights = primitive.weights.map((weights) => reversed(weights, 4));
  const indices = [...primitive.indices].map((v) => count - 1 - v);
  primitive.indices = Uint32Array.from(
    Array.from({ length: indices.length / 3 }, (_, t) => indices.slice(t * 3, t * 3 + 3))
      .reverse()
      .flat(),
  );
}

/** All corners of all triangles: where they are, whatever the vertices are called. */
function cornersOf(scene: Scene): string[] {
  const corners: string[] = [];
  for (const { mesh, lod } of scene.nodes) {
    if (mesh === undefined || (lod ?? 0) > 0) continue;
    for (const { indices, positions, uvs } of scene.meshes[mesh]!.primitives) {
      const at = (v: number) => positions.subarray(v * 3, v * 3 + 3).join();
      for (const [i, v] of indices.entries()) {
        // Triangles without area are not kept where vertices are welded.
        const triangle = [...indices.subarray(i - (i % 3), i - (i % 3) + 3)].map(at);
        if (new Set(triangle).size < 3) continue;
        const numbers = [...positions.subarray(v * 3, v * 3 + 3), ...(uvs[0]?.subarray(v * 2, v * 2 + 2) ?? [])];
        corners.push(numbers.map((value) => Math.round(value * 1e4)).join());
      }
    }
  }
  return corners.sort();
}

function expectSameShape(before: Scene, after: Scene): void {
  expect(cornersOf(after)).toEqual(cornersOf(before));
  const joints = (scene: Scene) => scene.skins.flatMap((skin) => skin.joints.map((joint) => scene.nodes[joint]!));
  const byName = new Map(joints(after).map((node) => [node.name, node]));
  for (const joint of joints(before)) {
    const again = byName.get(joint.name)!;
    expect(angleBetween(again.rotation!, joint.rotation!), joint.name).toBeLessThan(1e-3);
    for (const axis of [0, 1, 2]) expect(again.translation![axis]).toBeCloseTo(joint.translation![axis]!, 4);
  }
}

/** Within what compiling loses: a step of a key, or a millimetre of a bone that hardly moves. */
function expectSameMotion(before: Scene, a: Clip, after: Scene, b: Clip): void {
  const key = (scene: Scene, { node, path }: Track) => `${path} of ${scene.nodes[node]!.name}`;
  const others = new Map(b.tracks.map((track) => [key(after, track), track]));
  for (const track of a.tracks) {
    const what = key(before, track);
    const limit = track.path === 'rotation' ? 1e-3 : 5e-3;
    expect(compareTracks(before, track, after, others.get(what)), `${a.name}: ${what}`).toBeLessThan(limit);
  }
}
