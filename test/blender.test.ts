import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memorySource, type Source } from '../src/containers/source.ts';
import { bfres } from '../src/formats/bfres/index.ts';
import { readGltf } from '../src/formats/gltf/index.ts';
import { redFaction } from '../src/formats/red-faction/index.ts';
import { expand } from '../src/operations/expand.ts';
import { findModels, modelScene, optionsOf } from '../src/operations/models.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { samplesOf } from '../src/test-support/samples.ts';
import { hasBlender, skipped, throughBlender } from './blender/through-blender.ts';

// Blender turns the axes of bones, samples clips 24 times a second with curves of its own, welds and splits vertices, drops
// triangles, renames objects, and forgets what it does not know. None of that is an edit.

const samples = new Map(
  [...samplesOf('red-faction')].flatMap(([path, bytes]) =>
    [...leaves(path, bytes)].map((leaf) => [leaf.path.slice(leaf.path.lastIndexOf('/') + 1), leaf.bytes] as const),
  ),
);
const original = (name: string) => samples.get(name)!;
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`blender/${name}`, import.meta.url)));

/** What a target makes of a .glb beside the originals: the files, and what it says of changes. */
async function back(glb: Uint8Array, model: string, id: string, base: Source = memorySource('samples', samples)) {
  const { value: scene } = await readGltf(glb, `${model}.glb`);
  const target = redFaction.targets.find((each) => each.id === id)!;
  const { value, issues } = await target.write(scene, { base, options: optionsOf(redFaction, {}) });
  const told = issues.filter(({ code }) => /(unchanged|edited|made-anew|bones-changed|clip-changed|morph-)/.test(code));
  return {
    files: new Map(value.map(({ name, bytes }) => [name, bytes])),
    told: told.map(({ code, reason }) => `${code}: ${reason}`),
  };
}

// Both were made by Blender 3.4.1 with blender/edit.py, from the .glb of pip.v3c, pip.tga and pip_walk.rfa in a folder.
describe('files that Blender wrote', () => {
  test('an untouched mesh and its clip come back as they were', async () => {
    const mesh = await back(fixture('pip.glb'), 'pip', 'v3c');
    expect(mesh.told).toEqual(["v3d/unchanged: 'pip.v3c'"]);
    expect(mesh.files.get('pip.v3c')).toEqual(original('pip.v3c'));
    const clips = await back(fixture('pip.glb'), 'pip', 'rfa');
    expect(clips.told).toEqual(["v3d/unchanged: 'pip_walk.rfa'"]);
    expect(clips.files.get('pip_walk.rfa')).toEqual(original('pip_walk.rfa'));
  });

  test('the original is found by its parts where the file has another name', async () => {
    const { told } = await back(fixture('pip.glb'), 'walk cycle 3', 'v3c');
    expect(told).toEqual(["v3d/unchanged: 'pip.v3c'"]);
  });

  test('moved vertices and the turned keys of a bone are all that changes', async () => {
    const mesh = await back(fixture('pip-edited.glb'), 'pip', 'v3c');
    expect(mesh.told).toEqual([
      expect.stringMatching(/^v3d\/edited: 'pip\.v3c': 6 positions of 'pip', \d+ normals of 'pip'$/),
    ]);
    expect(mesh.files.get('pip.v3c')!.length).toBe(original('pip.v3c').length);
    const clips = await back(fixture('pip-edited.glb'), 'pip', 'rfa');
    expect(clips.told).toEqual(["rfa/bones-changed: 'pip_walk' has another rotation for 1 bone: 'head'"]);
  });

  test('a clip without its mesh beside it is a warning, as the axes of its bones are not known', async () => {
    const base = memorySource('samples', new Map([['pip_walk.rfa', original('pip_walk.rfa')]]));
    const { value: scene } = await readGltf(fixture('pip.glb'), 'pip.glb');
    const { issues } = await redFaction.targets
      .find(({ id }) => id === 'rfa')!
      .write(scene, { base, options: optionsOf(redFaction, {}) });
    expect(issues).toContainEqual(expect.objectContaining({ code: 'v3d/axes-unknown', severity: 'warning' }));
  });
});

describe.skipIf(!hasBlender)(`through Blender${skipped}`, () => {
  const { models } = findModels(expand(memorySource('samples', samplesOf('red-faction'))), [redFaction]);

  const throughBlenderByName = async (name: string, edits: object) =>
    throughBlender((await modelScene(models.find((model) => model.name === name)!)).value!, edits);

  test.each([
    ['without custom properties', {}],
    ['with custom properties', { extras: true }],
  ])('the character is unchanged %s, clips and all', async (_, edits) => {
    const glb = await throughBlenderByName('pip', edits);
    for (const id of ['v3c', 'rfa']) {
      const { files, told } = await back(glb, 'pip', id);
      expect(
        told.every((line) => line.startsWith('v3d/unchanged')),
        told.join('\n'),
      ).toBe(true);
      expect(files.size).toBe(id === 'v3c' ? 1 : 4);
      for (const [name, bytes] of files) expect(bytes, name).toEqual(original(name));
    }
  });

  test('the static prop is unchanged', async () => {
    const { files, told } = await back(await throughBlenderByName('lantern_crate', {}), 'lantern_crate', 'v3m');
    expect(told).toEqual(["v3d/unchanged: 'lantern_crate.v3m'"]);
    expect(files.get('lantern_crate.v3m')).toEqual(original('lantern_crate.v3m'));
  });

  test('a moved shape key changes the vertex animation of its clip and no other file', async () => {
    const glb = await throughBlenderByName('pip', { shape: { key: 'pip_breathe 5', vertices: 40, by: [0, 0, 0.02] } });
    const { files, told } = await back(glb, 'pip', 'rfa');
    const changed = [...files.keys()].filter((name) => Buffer.compare(files.get(name)!, original(name)) !== 0);
    expect(changed, told.join('\n')).toEqual(['pip_breathe.rfa']);
    expect(told.filter((line) => line.startsWith('v3d/morph-changed'))).toHaveLength(1);
    expect((await back(glb, 'pip', 'v3c')).told).toEqual(["v3d/unchanged: 'pip.v3c'"]);
  });
});

describe.skipIf(!hasBlender)('BFRES through Blender', () => {
  const file = samplesOf('bfres').get('Pip.bfres')!;

  async function edited(edits: object) {
    const { models } = findModels(expand(memorySource('samples', new Map([['Pip.bfres', file]]))), [bfres]);
    const glb = await throughBlender((await modelScene(models[0]!)).value!, edits);
    const { value: scene } = await readGltf(glb, 'Pip.glb');
    const base = memorySource('samples', new Map([['Pip.bfres', file]]));
    const { value, issues } = await bfres.targets[0]!.write(scene, { base, options: optionsOf(bfres, {}) });
    return { bytes: value[0]!.bytes, told: issues.map(({ code, reason }) => `${code}: ${reason}`) };
  }

  test('the character, with its level of detail, morph targets and clips, is unchanged', async () => {
    const { bytes, told } = await edited({});
    expect(told).toContain("bfres/unchanged: 'Pip.bfres'");
    expect(Buffer.compare(bytes, file)).toBe(0);
  });

  test('moved vertices and a turned bone are all that changes', async () => {
    const { bytes, told } = await edited({
      move: { object: 'pip', vertices: 40, by: [0, 0, 0.08] },
      turn: { clip: 'wave', bone: 'head', degrees: 20 },
    });
    expect(told).toContain("bfres/edited: 'Pip.bfres': 1 shapes, 1 clips");
    expect(bytes.length).toBe(file.length);
  });
});
