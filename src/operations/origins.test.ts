import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileName, memorySource, type Source } from '../containers/source.ts';
import { families } from '../formats/registry.ts';
import type { Path } from '../issue.ts';
import type { Node, Scene } from '../scene/scene.ts';
import { corpus, filesBelow } from '../test-support/corpus.ts';
import { samplesOf } from '../test-support/samples.ts';
import { expand } from './expand.ts';
import { type InspectedFile, inspect, rows } from './inspect.ts';
import { findModels, modelScene } from './models.ts';
import { prepare } from './prepare.ts';

// Nodes of scenes say which structure of their file they come from: it is there, and it is that of the node.

beforeAll(() => prepare());

/** At least so many nodes of real files come from structures that have the name of the node in them. */
const named: Readonly<Record<string, number>> = { 'red-faction': 150, ff7: 40, bfres: 500, xray: 300 };

describe.each(families.map(({ id }) => id))('%s', (family) => {
  test('nodes of samples come from structures of their names', async () => {
    const samples = samplesOf(family);
    if (samples.size > 0) expect(await countNamed(memorySource('samples', samples))).toBeGreaterThan(0);
  });

  test.runIf(corpus(family) !== undefined)('nodes of real files come from structures of their names', async () => {
    expect(await countNamed(folderSource(corpus(family)!))).toBeGreaterThan(named[family]!);
  });
});

async function countNamed(source: Source): Promise<number> {
  const files = expand(source);
  let count = 0;
  for (const model of findModels(files).models) {
    const { value: scene } = await modelScene(model);
    if (scene === undefined) continue;
    const file = model.model.parts.find((part) => fileName(part.file) === scene.sources[0]!.name)!;
    const inspected = inspect(files.openFile(file.file)!);
    expect(bonesWithoutOrigin(scene), model.name).toEqual([]);
    for (const node of scene.nodes) {
      if (node.origin === undefined) continue;
      const place = `${model.name}: ${node.name} from ${node.origin.join('.')}`;
      const found = structureAt(inspected, node.origin);
      expect(found, place).toBeDefined();
      if (found!.name === undefined) continue;
      expect(isNamed(node, found!.name), `${place}, which is ${found!.name}`).toBe(true);
      count++;
    }
  }
  return count;
}

/** Bones that are in no file: those that only help others, and those of motions without a model. */
function bonesWithoutOrigin({ nodes, skins, meshes }: Scene): string[] {
  const bones = [...new Set(skins.flatMap(({ joints }) => joints))].map((joint) => nodes[joint]!);
  if (meshes.length === 0) return [];
  return bones
    .filter(({ origin, name }) => origin === undefined && !/(__scale|__rigid|^root)$/.test(name))
    .map(({ name }) => name);
}

/** A structure of a file, with the name that it gives itself. */
function structureAt(inspected: InspectedFile, path: Path): { readonly name: string | undefined } | undefined {
  const [outer] = inspected.trace!.spans;
  // The whole file may be compressed.
  const unpacked = outer?.name === path[0] ? outer?.derived?.trace : undefined;
  const all =
    unpacked === undefined
      ? [...rows(inspected, path, { depth: 2, page: 64 })]
      : [...rows({ ...inspected, trace: unpacked }, path.slice(1), { depth: 2, page: 64 })];
  if (all.length === 0) return undefined;
  const name = all.find((row) => /(^|\.)name$/.test(row.path) && row.text.startsWith('"'));
  return { name: name?.text.slice(1, -1) };
}

/** Nodes of the same name get a number, levels of detail a suffix; the rest is as the file says. */
function isNamed({ name, extras }: Node, found: string): boolean {
  const own = typeof extras?.rf_name === 'string' && extras.rf_name !== '' ? extras.rf_name : name;
  return own.toLowerCase().startsWith(found.toLowerCase());
}

function folderSource(folder: string): Source {
  return memorySource(
    folder,
    new Map(filesBelow(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))])),
  );
}
