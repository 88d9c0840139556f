import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memorySource } from '../src/containers/source.ts';
import { readGltf } from '../src/formats/gltf/index.ts';
import { redFaction } from '../src/formats/red-faction/index.ts';
import { expand } from '../src/operations/expand.ts';
import { findModels, modelScene } from '../src/operations/models.ts';
import { compareScenes, resampled } from '../src/scene/comparison.ts';
import { withoutEditorTraces } from '../src/scene/editor-traces.ts';
import type { Scene } from '../src/scene/scene.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { samplesOf } from '../src/test-support/samples.ts';

// What Blender 3.4.1 did to our character and its walk, in a file that nobody edited and in one with edits.

const parts = ['pip.v3c', 'pip.tga', 'pip_walk.rfa'];

async function pip(): Promise<Scene> {
  const files = new Map(
    [...samplesOf('red-faction')].flatMap(([path, bytes]) =>
      [...leaves(path, bytes)].map((leaf) => [leaf.path.slice(leaf.path.lastIndexOf('/') + 1), leaf.bytes] as const),
    ),
  );
  const source = memorySource('samples', new Map([...files].filter(([name]) => parts.includes(name))));
  const { models } = findModels(expand(source), [redFaction]);
  return (await modelScene(models.find(({ name }) => name === 'pip')!)).value!;
}

async function fromBlender(name: string): Promise<Scene> {
  return (await readGltf(new Uint8Array(readFileSync(new URL(`blender/${name}`, import.meta.url))), 'pip.glb')).value;
}

const differences = (before: Scene, after: Scene) =>
  compareScenes(before, after, { tolerance: resampled })
    .filter(({ kind }) => kind !== 'material' && kind !== 'image')
    .map(({ kind, name, what }) => `${kind} ${name}: ${what}`);

test('nothing is different after an import and an export that touched nothing', async () => {
  const [original, exported] = [await pip(), await fromBlender('pip.glb')];
  expect(differences(original, exported).length).toBeGreaterThan(30);
  const { scene, turnedJoints } = withoutEditorTraces(exported, original);
  expect(differences(original, scene)).toEqual([]);
  expect(turnedJoints).toBe(13);
  const [before, after] = [original, scene].map(({ meshes }) => meshes.find(({ name }) => name === 'pip')!);
  const { material: _, ...arrays } = before!.primitives[0]!;
  for (const [name, value] of Object.entries(arrays)) expect(after!.primitives[0], name).toHaveProperty(name, value);
  expect(after!.primitives[0]!.positions).toBe(before!.primitives[0]!.positions);
});

test('edits are what is different: moved vertices, and the turned keys of one bone', async () => {
  const original = await pip();
  const { scene } = withoutEditorTraces(await fromBlender('pip-edited.glb'), original);
  const found = differences(original, scene);
  expect(found.filter((line) => !line.startsWith('mesh pip: '))).toEqual(['clip pip_walk: rotation of head']);
  expect(found.filter((line) => line.startsWith('mesh pip: '))).toContainEqual(
    expect.stringMatching(/^mesh pip: positions of primitive \d$/),
  );
});

test('a scene that no editor saw stays the same', async () => {
  const original = await pip();
  const { scene, turnedJoints } = withoutEditorTraces(original, original);
  expect(turnedJoints).toBe(0);
  expect(compareScenes(original, scene)).toEqual([]);
});
