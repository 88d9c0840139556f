import { describe, expect, test } from 'vitest';
import { memorySource } from '../src/containers/source.ts';
import type { Family } from '../src/formats/format.ts';
import { readGltf, writeGlb } from '../src/formats/gltf/index.ts';
import { families } from '../src/formats/registry.ts';
import { expand } from '../src/operations/expand.ts';
import { type FoundModel, findModels, modelScene, optionsOf } from '../src/operations/models.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { samplesOf } from '../src/test-support/samples.ts';

// Our own samples of each family, to .glb and back without an edit: the very same bytes.

describe.each(families.filter(({ id }) => samplesOf(id).size > 0))('the samples of $id', (family) => {
  const files = samplesOf(family.id);
  const originals = new Map(
    [...files].flatMap(([path, bytes]) => [...leaves(path, bytes)].map((leaf) => [baseName(leaf.path), leaf.bytes])),
  );
  const { models } = findModels(expand(memorySource('samples', files)), [family]);

  test('hold models', () => {
    expect(models.length).toBeGreaterThan(0);
  });

  test.each(models)('$name comes back from .glb as it was', async (model) => {
    const written = await thereAndBack(model, family);
    const known = [...written].filter(([name]) => originals.has(name));
    expect(known.length, `files among ${[...written.keys()].join(', ')}`).toBeGreaterThan(0);
    for (const [name, bytes] of known) expect(Buffer.compare(bytes, originals.get(name)!), name).toBe(0);
  });
});

/** The files that the family's targets make of a model's .glb. */
async function thereAndBack(model: FoundModel, family: Family): Promise<Map<string, Uint8Array>> {
  const { value: scene } = await modelScene(model);
  const { value: glb } = await writeGlb(scene!);
  const { value: back } = await readGltf(glb, `${model.name}.glb`);
  const sources = new Set(back.sources.map(({ format }) => format));
  const written = new Map<string, Uint8Array>();
  for (const target of family.targets.filter(({ id, formats = [id] }) =>
    formats.some((format) => sources.has(format)),
  )) {
    const { value: outputs } = await target.write(back, { options: optionsOf(family, {}) });
    for (const { name, bytes } of outputs) written.set(name, bytes);
  }
  return written;
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
