import { describe, expect, test } from 'vitest';
import { fileName, memorySource } from '../src/containers/source.ts';
import { ff7 } from '../src/formats/ff7/index.ts';
import { readGltf } from '../src/formats/gltf/index.ts';
import { expand } from '../src/operations/expand.ts';
import { findModels, modelScene, optionsOf } from '../src/operations/models.ts';
import { samplesOf } from '../src/test-support/samples.ts';
import { hasBlender, skipped, throughBlender } from './blender/through-blender.ts';

// Blender splits vertices by face, deals out the colours of corners anew and samples clips 24 times a second.

describe.skipIf(!hasBlender)(`Final Fantasy VII models through Blender${skipped}`, () => {
  const base = expand(memorySource('samples', samplesOf('ff7')));
  const originals = new Map(Array.from(base.entries(), ({ name }) => [fileName(name), base.open(name)]));

  test.each([
    ['pi', 'ff7-battle'],
    ['crate', 'ff7-field'],
  ])('all files of %s are the originals where nothing was touched', async (name, id) => {
    const { models } = findModels(base, [ff7]);
    const before = (await modelScene(models.find((model) => model.name === name)!)).value!;
    const { value: scene } = await readGltf(await throughBlender(before, { extras: true }), `${name}.glb`);
    const target = ff7.targets.find((each) => each.id === id)!;
    const { value } = await target.write(scene, { base, options: optionsOf(ff7, {}) });
    expect(value.length).toBeGreaterThan(2);
    for (const { name: file, bytes } of value) expect(bytes, file).toEqual(originals.get(file));
  });
});
