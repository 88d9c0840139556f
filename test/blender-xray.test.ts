import { describe, expect, test } from 'vitest';
import { memorySource } from '../src/containers/source.ts';
import type { AnyFormat } from '../src/formats/format.ts';
import { readGltf } from '../src/formats/gltf/index.ts';
import { xray } from '../src/formats/xray/index.ts';
import { findModels, modelScene, optionsOf } from '../src/operations/models.ts';
import { samplesOf } from '../src/test-support/samples.ts';
import { hasBlender, skipped, throughBlender } from './blender/through-blender.ts';
import { diffFiles } from './diff-files.ts';

// Blender turns the axes of bones, poses them, samples clips 24 times a second, numbers vertices anew, renames objects and
// forgets what it does not know. None of that is an edit, and what is one changes nothing else.

const samples = samplesOf('xray');
const base = memorySource('samples', samples);
const original = (name: string) => [...samples].find(([path]) => path.endsWith(`/${name}`))![1];

describe.skipIf(!hasBlender)(`S.T.A.L.K.E.R. models through Blender${skipped}`, () => {
  const { models } = findModels(base, [xray]);

  async function edited(name: string, edits: object): Promise<Uint8Array> {
    const { value: scene } = await modelScene(models.find((model) => model.name === name)!);
    // Nothing but the base tells what the model was.
    return throughBlender({ ...scene!, sources: [] }, edits);
  }

  /** What differs of the written file, as paths without numbers. */
  async function written(glb: Uint8Array, id: string, file: string) {
    const { value: scene } = await readGltf(glb, 'edited by somebody.glb');
    const target = xray.targets.find((each) => each.id === id)!;
    const { value, issues } = await target.write(scene, { base, options: optionsOf(xray, {}) });
    const made = value.find(({ name }) => name === file);
    expect(made, issues.map(({ code, reason }) => `${code}: ${reason}`).join('\n')).toBeDefined();
    const format = xray.formats.find((each: AnyFormat) => each.id === id)!;
    return {
      files: value.map(({ name }) => name),
      bytes: made!.bytes,
      changes: diffFiles(format, original(file), made!.bytes),
    };
  }

  test.each([
    ['without custom properties', {}],
    ['with custom properties', { extras: true }],
  ])('come back byte for byte %s', async (_, edits) => {
    const [source, compiled] = [await edited('pip', edits), await edited('pip_game', edits)];
    for (const [glb, id, file] of [
      [source, 'object', 'pip.object'],
      [source, 'skls', 'pip.skls'],
      [compiled, 'ogf', 'pip_game.ogf'],
      [compiled, 'omf', 'pip_animation.omf'],
    ] as const) {
      const { files, bytes } = await written(glb, id, file);
      expect(files, file).toEqual([file]);
      expect(Buffer.compare(bytes, original(file)), file).toBe(0);
    }
  });

  test('moved vertices are all that changes of an object', async () => {
    const move = { object: 'pip.001', vertices: 6, by: [0, 0, 0.03], places: true };
    const { changes } = await written(await edited('pip', { move }), 'object', 'pip.object');
    expect(changes).toEqual(['object.meshes.vertices.position: 6 numbers']);
  });

  test('moved vertices of a compiled model change their part, with the normals around them', async () => {
    const move = { object: 'pip_game.001', vertices: 6, by: [0, 0, 0.03], places: true };
    const { changes } = await written(await edited('pip_game', { move }), 'ogf', 'pip_game.ogf');
    expect(changes.map((change) => change.split(':')[0])).toEqual([
      'children.vertices.vertices.position',
      'children.vertices.vertices.normal',
      'children.vertices.vertices.tangent',
      'children.vertices.vertices.bitangent',
    ]);
  });

  test('the keys of one bone are all that changes of motions', async () => {
    const turn = { clip: 'wave', bone: 'head', degrees: 20 };
    const compiled = await written(await edited('pip_game', { turn }), 'omf', 'pip_animation.omf');
    expect(compiled.changes.map((change) => change.split(':')[0])).toEqual([
      'motions.tracks.rotationCrc',
      'motions.tracks.rotations',
    ]);
    const authored = await written(await edited('pip', { turn }), 'skls', 'pip.skls');
    expect(new Set(authored.changes.map((change) => change.split('.keys')[0]))).toEqual(
      new Set(['motions.bones.envelopes']),
    );
  });

  test('a renamed material is a renamed surface and nothing else', async () => {
    const rename = { material: 'pip', to: 'tin' };
    const { changes } = await written(await edited('pip', { rename }), 'object', 'pip.object');
    expect(changes).toEqual(['object.meshes.surfaces.surface: "pip" -> "tin"', 'object.surfaces.name: "pip" -> "tin"']);
  });
});
