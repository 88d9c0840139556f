import { describe, expect, test } from 'vitest';
import { memorySource, type Source } from '../../containers/source.ts';
import { encodePng } from '../../images/png.ts';
import { morphedPositions, sampleClip, skinnedPositions, worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import type { Model } from '../format.ts';
import { writeGlb } from '../gltf/index.ts';
import { bindPositionsOf, fingerprintOf, fitOf } from './model.fit.ts';
import { models } from './model.ts';
import { type Animation, animation, type BoneTrack } from './rfa.ts';
import { targets } from './target.ts';
import { fixtures as characters } from './v3c.fixtures.ts';
import { bonesOf, mesh } from './v3d.ts';
import { fixtures as statics } from './v3m.fixtures.ts';

const character = characters['two bones']!;

/** A track that holds a bone at a place. */
function still(x: number, y: number, z: number): BoneTrack {
  const place = Float32Array.of(x, y, z, x, y, z);
  return {
    weight: 10,
    rotationKeys: {
      length: 2,
      time: Int32Array.of(160, 4960),
      rotation: Int16Array.of(0, 0, 0, 16383, 0, 0, 0, 16383),
      easeIn: new Int8Array(2),
      easeOut: new Int8Array(2),
      pad: new Int16Array(2),
    },
    positionKeys: { length: 2, time: Int32Array.of(160, 4960), position: place, inControl: place, outControl: place },
  };
}

function clipOf(tracks: BoneTrack[], morph: Partial<Animation> = {}): Uint8Array {
  return animation.encode({
    magic: 'VMVF',
    version: 8,
    posReduction: 0,
    rotReduction: 0,
    startTime: 160,
    endTime: 4960,
    rampInTime: 0,
    rampOutTime: 0,
    totalRotation: Float32Array.of(0, 0, 0, 1),
    totalTranslation: new Float32Array(3),
    morphKeyframeCount: 0,
    morphVertices: new Uint16Array(0),
    morphKeyframes: { times: new Int32Array(0), positions: new Uint8Array(0) },
    tracks,
    ...morph,
  } as Animation);
}

const fitting = () => clipOf([still(1, 0, 0), still(0, 0.5, 0)]);
const swapped = () => clipOf([still(0, 0.5, 0), still(1, 0, 0)]);

const text = (value: string) => new TextEncoder().encode(value);
const sourceOf = (files: Record<string, Uint8Array>): Source => memorySource('files', new Map(Object.entries(files)));
const all = (files: Record<string, Uint8Array>): Model[] => [...models(sourceOf(files))];
const animations = ({ parts }: Model) => parts.filter(({ role }) => role === 'animation').map(({ file }) => file);
const notes = ({ notes }: Model) => notes.map(({ code }) => code);

const TABLE = `#Entity Classes
$Name: "man"
$V3D Filename: "man.vcm"
$LOD Distances: {6 9}
$Skin: "red" ("red.tga")
+State: "stand" "MAN_STAND.mvf"
+State: "walk" "man_walk.mvf"
+Weapon Specific: "Shotgun"
+Action: "reload" "man_reload.mvf"
#End
`;

test('a table gives a mesh its clips, with those of weapons', async () => {
  const [model] = all({
    'man.v3c': character,
    'entity.tbl': text(TABLE),
    'man_stand.rfa': fitting(),
    'man_reload.rfa': fitting(),
  });
  expect(animations(model!)).toEqual(['man_stand.rfa', 'man_reload.rfa']);
  expect(model!.parts.map(({ reason }) => reason)).toEqual([
    'has the geometry',
    'uses the mesh for man',
    "state 'stand' of 'man' in entity.tbl",
    "action 'reload' with Shotgun of 'man' in entity.tbl",
  ]);
  expect(notes(model!)).toEqual([
    'red-faction/missing-texture',
    'red-faction/missing-clip',
    'red-faction/skins',
    'red-faction/table-distances',
  ]);
  const { value } = await model!.toScene({});
  expect(value.clips.map(({ name, extras }) => [name, extras?.['rf_roles']])).toEqual([
    ['man_stand', [{ className: 'man', role: 'state', slot: 'stand' }]],
    ['man_reload', [{ className: 'man', role: 'action', slot: 'reload', weapon: 'Shotgun' }]],
  ]);
  expect(value.extras).toMatchObject({ rf_skins: [{ class: 'man', name: 'red', textures: ['red.tga'] }] });
  expect(value.sources.map(({ name, format }) => [name, format])).toEqual([
    ['man.v3c', 'v3c'],
    ['man_stand.rfa', 'rfa'],
    ['man_reload.rfa', 'rfa'],
  ]);
});

test('without tables the lengths of bones tell which clips fit', () => {
  const found = all({
    'man.v3c': character,
    'a.rfa': fitting(),
    'b.rfa': swapped(),
    'c.rfa': clipOf([still(1, 0, 0)]),
  });
  expect(found.map(({ name }) => name)).toEqual(['man', 'b', 'c']);
  expect(animations(found[0]!)).toEqual(['a.rfa']);
  expect(found[0]!.parts[1]!.reason).toBe('fits the skeleton: 2 bones, 0.0 cm apart on average');
  expect(notes(found[0]!)).toContain('red-faction/other-bone-order');
  expect(notes(found[1]!)).toEqual(['red-faction/clip-without-mesh']);
});

test('a clip with another number of bones is left out, whatever a table says', () => {
  const [model] = all({
    'man.v3c': character,
    'entity.tbl': text(TABLE),
    'man_stand.rfa': clipOf([still(1, 0, 0)]),
    'man_walk.rfa': swapped(),
  });
  expect(animations(model!)).toEqual(['man_walk.rfa']);
  expect(notes(model!)).toContain('red-faction/other-bone-count');
  expect(notes(model!)).toContain('red-faction/other-bone-order');
});

test('names are unique, whatever the folders', () => {
  const files = { 'a/x.v3m': statics['a triangle']!, 'b/x.v3m': statics['a triangle']!, 'X.v3c': character };
  expect(all(files).map(({ name }) => name)).toEqual(['x', 'x-v3m', 'X-v3c']);
});

test('textures are found whatever their case, or under another extension', async () => {
  const rgba = Uint8Array.of(255, 0, 0, 255);
  const [model] = all({ 'm/flag.v3m': statics['a triangle']!, 't/FLAG.png': encodePng({ width: 1, height: 1, rgba }) });
  expect(model!.parts[1]).toEqual({ role: 'texture', file: 't/FLAG.png', reason: 'named by the mesh' });
  const { value, issues } = await model!.toScene({});
  expect(value.images).toMatchObject([{ name: 'flag.tga', data: { width: 1, height: 1, rgba } }]);
  expect(value.materials[0]).toMatchObject({ baseColorTexture: { texture: 0 }, emissiveTexture: { texture: 0 } });
  expect(issues.map(({ code }) => code)).toEqual(['v3d/texture-renamed']);
});

test('a broken texture or clip is an issue and not a failure', async () => {
  const [model] = all({ 'flag.v3m': statics['a triangle']!, 'flag.tga': Uint8Array.of(1, 2, 3) });
  const { value, issues } = await model!.toScene({});
  expect(issues.map(({ code }) => code)).toEqual(['v3d/texture-unreadable']);
  expect(value.images).toEqual([]);
  expect(all({ 'man.v3c': character, 'a.rfa': Uint8Array.of(1, 2, 3) }).map(({ name }) => name)).toEqual(['man']);
});

describe.each([7, 8] as const)('a clip of version %i that moves vertices', (version) => {
  // Original vertex 0 is vertex 0 of the batch, which vertex 3 repeats; 1 is none; 2 is vertex 2.
  const corners = [
    [0, 0, 0, 1, 1, 1, 1, 0, 0],
    [0, 0, 1, 1, 1, 1, 2, 0, 0],
  ];
  const box = { min: Float32Array.of(0, 0, 0), max: Float32Array.of(2, 1, 1) };
  const bytes = corners.flatMap((frame) => frame.map((x, i) => Math.round((255 * x) / box.max[i % 3]!)));
  const morphKeyframes =
    version === 7
      ? { positions: Float32Array.from(corners.flat()) }
      : { times: Int32Array.of(160, 2560), box, positions: Uint8Array.from(bytes) };
  const clip = clipOf([still(1, 0, 0), still(0, 0, 0)], {
    version,
    morphKeyframeCount: 2,
    morphVertices: Uint16Array.of(0, 1, 2),
    morphKeyframes,
  } as Partial<Animation>);

  test('has a target for each keyframe, one after the other at full weight', async () => {
    const { value } = await all({ 'man.v3c': character, 'wave.rfa': clip })[0]!.toScene({});
    const { primitives, targetNames } = value.meshes[0]!;
    expect(targetNames).toEqual(['wave 0', 'wave 1']);
    const track = value.clips[0]!.tracks.find(({ path }) => path === 'weights')!;
    expect([...track.times]).toEqual(version === 7 ? [0, 0.5, 1] : [0, 0.5]);
    expect([...track.values]).toEqual(version === 7 ? [1, 0, 0, 1, 0, 1] : [1, 0, 0, 1]);
    const rounded = (weights: number[]) =>
      [...morphedPositions(primitives[0]!, weights)].map((x) => Math.round(100 * x) / 100 + 0);
    expect(rounded([1, 0])).toEqual([0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0]);
    expect(rounded([0, 1])).toEqual([0, 0, 1, 0, 1, 0, -2, 0, 0, 0, 0, 1]);
    expect(await complaints((await writeGlb(value)).value)).toEqual([]);
  });

  test('is written anew so that the same vertices move to the same places', async () => {
    const { value: scene } = await all({ 'man.v3c': character, 'wave.rfa': clip })[0]!.toScene({});
    scene.sources = [];
    const files: Record<string, Uint8Array> = {};
    for (const target of targets.filter(({ id }) => id !== 'v3m')) {
      const { value } = await target.write(scene, { options: {} });
      for (const { name, bytes } of value) files[name] = bytes;
    }
    expect(Object.keys(files)).toEqual(['man.v3c', 'wave.rfa']);
    const { value: again } = await all(files)[0]!.toScene({});
    for (const time of [0, 0.25, 0.5, 1]) {
      const shape = (scene: Scene) => {
        const node = scene.nodes.findIndex(({ mesh }) => mesh !== undefined);
        const { weights } = sampleClip(scene, scene.clips[0]!, time);
        return [...morphedPositions(scene.meshes[0]!.primitives[0]!, weights[node])];
      };
      for (const [i, x] of shape(again).entries()) expect(x).toBeCloseTo(shape(scene)[i]!, 2);
    }
  });
});

const folder = corpus('red-faction');

describe.runIf(folder !== undefined)('real files', () => {
  const files = filesBelow(folder ?? '.').filter((file) => !/faults|synthetic|\.vpp$/.test(file));
  const real = () => all(Object.fromEntries(files.map((file) => [file, corpusFile('red-faction', file)])));

  test.each([
    ['kava/meshes/boxt.v3c', 'kava/anims/BoxT_Flinch_Hover.rfa', 'fits', 0],
    ['kava/meshes/boxt.v3c', 'kava/anims/BoxT_Hover.rfa', 'fits', 0],
    ['kava/meshes/W3-pengo.v3c', 'kava/anims/W3-Intro-Pengo1.rfa', 'fits', 0.005],
    ['kava/meshes/Envirosuit_Elite.v3c', 'rfrevised/anims/mnrm_warm_hands.rfa', 'fits', 0.006],
    ['kava/meshes/kavachar.v3c', 'rfrevised/anims/mnrm_warm_hands.rfa', 'other bone order', 0.16],
    ['kava/meshes/boxt.v3c', 'kava/anims/W3-Intro-Pengo1.rfa', 'other bone count', NaN],
  ])('%s and %s: %s, %d m apart', (meshFile, clipFile, verdict, distance) => {
    const bones = bonesOf(mesh.decode(corpusFile('red-faction', meshFile)));
    const clip = animation.decode(corpusFile('red-faction', clipFile));
    const fit = fitOf(bindPositionsOf(bones), fingerprintOf(clip));
    expect(fit.verdict).toBe(verdict);
    expect(Math.abs(fit.meanDistance - distance) < 0.006 || Number.isNaN(distance)).toBe(true);
  });

  test('boxt has both of its clips by the table, kavachar none of those that fit another order', () => {
    const found = real();
    const named = (name: string) => found.find((model) => model.name === name)!;
    expect(animations(named('boxt'))).toEqual(['kava/anims/BoxT_Hover.rfa', 'kava/anims/BoxT_Flinch_Hover.rfa']);
    expect(animations(named('Envirosuit_Elite'))).toEqual(['rfrevised/anims/mnrm_warm_hands.rfa']);
    expect(animations(named('kavachar'))).toEqual([]);
    expect(notes(named('kavachar'))).toContain('red-faction/other-bone-order');
  });

  test('all models make glTF files without errors or warnings', async () => {
    const found = real();
    expect(found.length).toBeGreaterThan(100);
    for (const model of found) {
      const { value } = await model.toScene({});
      expect([...validateScene(value)], model.name).toEqual([]);
      expect(await complaints((await writeGlb(value)).value), model.name).toEqual([]);
    }
  });

  interface Golden {
    sets: {
      mesh: string;
      clip: string;
      poses: {
        tick: number;
        bones: { model_pos: number[] }[];
        vertices: { submesh: number; batch: number; vertex: number; skinned: number[] }[];
      }[];
    }[];
  }

  test('bones and skinned vertices are where the golden poses have them', async () => {
    const { sets } = JSON.parse(new TextDecoder().decode(corpusFile('red-faction', 'golden/poses.json'))) as Golden;
    let compared = 0;
    for (const { mesh: meshFile, clip: clipFile, poses } of sets) {
      const [model] = all({
        [meshFile]: corpusFile('red-faction', meshFile),
        [clipFile]: corpusFile('red-faction', clipFile),
      });
      const { value: scene } = await model!.toScene({});
      const start = animation.decode(corpusFile('red-faction', clipFile)).startTime;
      for (const { tick, bones, vertices: golden } of poses) {
        const worlds = worldMatrices(scene, sampleClip(scene, scene.clips[0]!, (tick - start) / 4800));
        for (const [i, { model_pos: expected }] of bones.entries()) {
          expect(
            distance(worlds.subarray(16 * i + 12, 16 * i + 15), expected),
            `${clipFile} ${tick} bone ${i}`,
          ).toBeLessThan(5e-4);
        }
        for (const { submesh, batch, vertex, skinned: expected } of golden) {
          const at = skinnedVertex(scene, worlds, submesh, batch, vertex);
          expect(distance(at, expected), `${clipFile} ${tick} batch ${batch} vertex ${vertex}`).toBeLessThan(1e-3);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  /** Between a point of the scene and one of the game. */
  function distance(a: ArrayLike<number>, b: readonly number[]): number {
    return Math.hypot(-a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  }

  function skinnedVertex(scene: Scene, worlds: Float64Array, submesh: number, batch: number, vertex: number) {
    const node = scene.nodes.findIndex(({ extras }) => extras?.['rf_submesh'] === submesh && extras['rf_lod'] === 0);
    const { primitives } = scene.meshes[scene.nodes[node]!.mesh!]!;
    const primitive = primitives.find(({ extras }) => extras?.['rf_batch'] === batch)!;
    return skinnedPositions(scene, node, primitive, undefined, worlds).subarray(3 * vertex, 3 * vertex + 3);
  }
});
