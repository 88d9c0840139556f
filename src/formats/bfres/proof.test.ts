import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Reader, sameValue } from '../../binary/index.ts';
import { memorySource } from '../../containers/source.ts';
import { loadZstd } from '../../containers/zstd.ts';
import { invert, transformPoint } from '../../math/index.ts';
import { skinnedPositions } from '../../scene/sampling.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { bfres } from './bfres.ts';
import { buildTree, type Dictionary } from './dictionary.ts';
import { models } from './models.ts';
import { partsOf } from './parts.ts';
import { boneWorlds } from './pose.ts';
import { buildRelocationTable, type RelocationTable, relocationTable } from './relocation.ts';
import { storedVertices, usedVertices } from './stored-vertices.ts';
import { switchModel } from './switch-view.ts';
import { type Box, boxOf } from './target.bounds.ts';
import { isExternalName } from './text.ts';
import type { ModelView, ShapeView } from './view.ts';
import { wiiuBfres } from './wiiu-bfres.ts';
import { buildWiiuTree, type Entries } from './wiiu-dictionary.ts';
import { minorVersion } from './wiiu-file.ts';
import { wiiuModel } from './wiiu-view.ts';

// What can be computed from nothing and is in files that Nintendo's converter wrote.

const folder = corpus('bfres');
const official =
  folder === undefined
    ? []
    : readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8')
        .split('\n')
        .filter((line) => /^(switch|wiiu)-.*(OFFICIAL|written by Nintendo|official layout)/.test(line))
        .map((line) => line.split('\t')[0]!);

interface File {
  readonly bytes: Uint8Array;
  readonly isSwitch: boolean;
}

const filesIn = (path: string): File[] =>
  [...leaves(path, corpusFile('bfres', path))].flatMap(({ bytes, format }) =>
    /^bfres-(switch|wiiu)$/.test(format?.id ?? '') ? [{ bytes, isSwitch: format!.id === 'bfres-switch' }] : [],
  );

beforeAll(() => loadZstd());

describe.skipIf(folder === undefined)('official files', () => {
  test('are 13', () => expect(official.length).toBe(13));

  test.each(official)('%s has the dictionaries that follow from its names, node for node', (path) => {
    let count = 0;
    for (const { bytes, isSwitch } of filesIn(path)) {
      for (const { names, tree } of isSwitch ? switchTrees(bytes) : wiiuTrees(bytes)) {
        if (names.some(isExternalName)) continue;
        const built = isSwitch ? buildTree(names) : buildWiiuTree(names);
        expect(tree === undefined || sameValue(tree, built), names.join(' ')).toBe(true);
        expect(built).toBeDefined();
        count++;
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  const withTables = official.filter((path) => path.startsWith('switch-'));

  test.each(withTables)('%s has the relocation table that follows from its pointers, entry for entry', (path) => {
    for (const { bytes } of filesIn(path)) {
      const { read, built } = tables(bytes);
      expect(built.entries).toEqual(read.entries);
      expect(built.sections).toEqual(read.sections);
      expect(read.entries.length).toBeGreaterThan(10);
    }
  });
});

interface Found {
  readonly names: readonly string[];
  /** Undefined where reading has found it to be the one that follows. */
  readonly tree: object | undefined;
}

function* switchTrees(bytes: Uint8Array): Iterable<Found> {
  const { source: _, ...file } = bfres.decode(bytes);
  for (const { part } of partsOf(file)) {
    if ('keys' in part && Array.isArray(part.keys)) {
      const { keys, tree } = part as Dictionary;
      yield { names: keys, tree };
    }
    // Those that follow from their arrays are no part of the value.
    for (const array of Object.values(part))
      if (isNamed(array)) yield { names: array.map(({ name }) => name), tree: undefined };
  }
}

const isNamed = (value: unknown): value is { name: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item?.name === 'string') &&
  areDifferent(value);

/** Arrays without a dictionary may have one name twice. */
const areDifferent = (items: { name: string }[]): boolean =>
  new Set(items.map(({ name }) => name)).size === items.length;

function* wiiuTrees(bytes: Uint8Array): Iterable<Found> {
  const { source: _, ...file } = wiiuBfres.decode(bytes);
  for (const { part } of partsOf(file)) {
    if (!('names' in part && 'values' in part)) continue;
    const { names, tree } = part as Entries<unknown>;
    yield { names, tree };
  }
}

/** The table of a file, and the one that is packed from the places it lists, shuffled. */
function tables(bytes: Uint8Array): { read: RelocationTable; built: RelocationTable } {
  const r = new Reader(bytes);
  r.followed = new Set();
  bfres.read(r);
  r.pos = r.view.getUint32(0x18, true);
  const read = relocationTable.read(r);
  const sections = Array.from(read.sections.position, (position, s) => ({ position, size: read.sections.size[s]! }));
  const listed = placesOf(read);
  // What we follow and nobody told us must all be there; nulls are listed by a rule of their own.
  const all = new Set(listed.flat());
  for (const at of r.followed) expect(all.has(at), `pointer at ${at}`).toBe(true);
  return {
    read,
    built: buildRelocationTable(
      sections,
      listed.map((places) => places.reverse()),
    ),
  };
}

function placesOf({ sections, entries }: RelocationTable): number[][] {
  return Array.from(sections.entryCount, (count, s) => {
    const places: number[] = [];
    for (let e = sections.firstEntry[s]!; e < sections.firstEntry[s]! + count; e++) {
      for (let i = 0; i < entries.structCount[e]!; i++) {
        const start = entries.position[e]! + 8 * i * (entries.pointerCount[e]! + entries.gap[e]!);
        for (let j = 0; j < entries.pointerCount[e]!; j++) places.push(start + 8 * j);
      }
    }
    return places;
  });
}

/** Boxes of other vertices: coarser levels of which the converter knew more, and a body that a mod has emptied. */
const ODD: Readonly<Record<string, readonly string[]>> = {
  'switch-v10-splatoon3/pigeon.zs': ['Lleg_1__M_Pigeon 1', 'Lleg_1__M_Pigeon 2'],
  'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs': ['Npc_SubwayConductor__M_Body 0'],
};
/** Files with models, and how many boxes are compared in each. */
const BOXES: Readonly<Record<string, number>> = {
  'switch-v10-splatoon3/pigeon.zs': 6,
  'switch-v10-splatoon3/Player_Squid.bfres.zs': 6,
  'switch-v10-totk/Animal_Bass.Bass.bfres': 4,
  'switch-v8-splatoon2/Clt_TES000_F.Nin_NX_NVN.szs': 3,
  'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs': 2,
  'wiiu-v3.4-mk8/BodyB_Ysi.szs': 15,
  'wiiu-v3.5-splatoon/Player00.szs': 8,
  'wiiu-v4.5-botw/Animal_Bass.bfres': 8,
};

describe.skipIf(folder === undefined)('models at rest', () => {
  test.each(official)('%s fills its own bounding boxes, skinned through the scene', async (path) => {
    let all = 0;
    const odd: string[] = [];
    for (const { bytes, isSwitch } of filesIn(path)) {
      const views = isSwitch
        ? bfres.decode(bytes).models.map(switchModel)
        : (wiiuBfres.decode(bytes).models?.values ?? []).map(wiiuModel);
      const every = isSwitch && bytes[10] === 10;
      const isKnown = isSwitch || minorVersion(bytes.subarray(4, 6)) >= 0x405;
      const found = [...models(memorySource(path, new Map([['0.bfres', bytes]])))];
      for (const [m, view] of views.entries()) {
        if (view.shapes.length === 0) continue;
        const { value: scene } = await found[m]!.toScene({});
        for (const shape of view.shapes) {
          if (shape.skinCount > 1 && !isKnown) continue; // no rule is known
          for (const [level, box] of restingBoxes(view, shape, scene, every).entries()) {
            all++;
            if (!isSame(box, shape, level)) odd.push(`${shape.name} ${level}`);
          }
        }
      }
    }
    expect(odd).toEqual(ODD[path] ?? []);
    expect(all).toBe(BOXES[path] ?? 0);
  });
});

/** Boxes of all levels around the vertices as the scene has them at rest, in the space that boxes are in. */
function restingBoxes(
  { skeleton }: ModelView,
  shape: ShapeView,
  scene: Parameters<typeof skinnedPositions>[0],
  every: boolean,
): Box[] {
  const vertices = storedVertices(shape)!;
  const worlds = boneWorlds(skeleton);
  const boxes: Box[] = [];
  for (const [level, mesh] of shape.meshes.entries()) {
    if (boxes.length * 2 >= shape.boxes.length) break; // before Wii U 4.5 only the first level has boxes
    const name = level === 0 ? shape.name : `${shape.name} LOD${level}`;
    const node = scene.nodes.findIndex((each) => each.mesh !== undefined && scene.meshes[each.mesh]!.name === name);
    const primitive = scene.meshes[scene.nodes[node]!.mesh!]!.primitives[0]!;
    const positions = Float32Array.from(skinnedPositions(scene, node, primitive));
    // Shapes of one bone are boxed in its space.
    for (let v = 0; v < vertices.count && shape.skinCount < 2; v++) {
      const place = shape.skinCount === 1 ? vertices.joints[v]! : -1;
      if (place >= 0 && place < skeleton.smoothMatrixCount) continue;
      const bone = place < 0 ? shape.boneIndex : skeleton.matrixToBone[place]!;
      positions.set(transformPoint(invert(worlds[bone]!)!, positions.subarray(3 * v, 3 * v + 3)), 3 * v);
    }
    boxes.push(boxOf({ ...vertices, positions }, usedVertices(mesh, vertices.count), shape.skinCount, skeleton, every));
  }
  return boxes;
}

/** What a box may be off, in parts of its size. */
const TOLERANCE = 5e-3;

function isSame({ center, extent }: Box, { boxes }: ShapeView, level: number): boolean {
  const b = boxes.length === 1 ? 0 : 2 * level + 1; // with a bounding node, its box alone
  const size = Math.max(...extent);
  return [0, 1, 2].every(
    (c) =>
      Math.abs(center[c]! - boxes.center[3 * b + c]!) <= TOLERANCE * size &&
      Math.abs(extent[c]! - boxes.extent[3 * b + c]!) <= TOLERANCE * size,
  );
}
