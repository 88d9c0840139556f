import { beforeAll, describe, expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { loadZstd } from '../../containers/zstd.ts';
import { check as checkFile } from '../../operations/check.ts';
import { open } from '../../operations/open.ts';
import { repair as repairFile } from '../../operations/repair.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { check } from './bfres.check.ts';
import { repair } from './bfres.repair.ts';
import { bfresTarget } from './bfres.target.ts';
import { type Bfres, bfres } from './bfres.ts';
import { fixtures } from './bfres-switch.fixtures.ts';
import { fixtures as wiiuFixtures } from './bfres-wiiu.fixtures.ts';
import { bfresWiiu } from './bfres-wiiu.format.ts';
import { models } from './models.ts';
import { wiiuBfres } from './wiiu-bfres.ts';

const clip = fixtures['a clip, version 8']!;
const box = fixtures['everything but clips, version 10']!;

/** Bytes of a file that was damaged and repaired, and what was told. */
function mended(bytes: Uint8Array): { bytes: Uint8Array; told: string[] } {
  const { value, issues } = repair(bfres.decode(bytes));
  return { bytes: bfres.encode(value), told: issues.map(({ reason }) => reason) };
}

function withBytes(bytes: Uint8Array, change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const changed = bytes.slice();
  change(new DataView(changed.buffer), changed);
  return changed;
}

function withValue(bytes: Uint8Array, change: (file: Bfres) => void): Uint8Array {
  const file = bfres.decode(bytes);
  change(file);
  return bfres.encode(file);
}

const ANEW = 'relocation table and string pool made anew';

describe('what follows from the rest of a file is made anew, so that the bytes are what they were', () => {
  const relocations = new DataView(clip.buffer, clip.byteOffset).getUint32(0x18, true);
  const bones = 0x658;

  test.each<[string, Uint8Array, Uint8Array, string]>([
    ['relocation table', clip, withBytes(clip, (_, bytes) => bytes.fill(7, relocations + 16 + 5 * 24)), ANEW],
    ['name of the file', clip, withBytes(clip, (view) => view.setUint32(0x10, 0x27a, true)), ANEW],
    ['string count', clip, withBytes(clip, (view) => view.setUint32(0x268, 9, true)), ANEW],
    [
      'a dictionary',
      box,
      withBytes(box, (view) => view.setUint16(bones + 8 + 16 + 4, 7, true)),
      `1 dictionaries, ${ANEW}`,
    ],
    [
      'names in a dictionary',
      box,
      withValue(box, (file) => {
        file.models[0]!.skeleton!.boneDictionary = { keys: ['Root', 'Tip'] };
      }),
      ANEW,
    ],
    [
      'bounds',
      box,
      withValue(box, (file) => {
        file.models[0]!.shapes[0]!.boxes.extent.fill(0);
      }),
      `1 shapes with new bounds, ${ANEW}`,
    ],
    [
      'bones of a shape',
      box,
      withValue(box, (file) => {
        const [shape] = file.models[0]!.shapes;
        shape!.skinBones = Uint16Array.of(1);
        shape!.spheres = { length: 1, center: new Float32Array(3), radius: new Float32Array(1) };
      }),
      `1 shapes with new bounds, ${ANEW}`,
    ],
    [
      'inverse matrices',
      box,
      withValue(box, (file) => {
        file.models[0]!.skeleton!.inverseMatrices[3] = 5;
      }),
      `1 sets of inverse matrices, ${ANEW}`,
    ],
    [
      'flags of bones',
      box,
      withValue(box, (file) => {
        file.models[0]!.skeleton!.bones[1]!.flags |= 1 << 27;
      }),
      `1 flags of bones, ${ANEW}`,
    ],
    [
      'flags and totals of an animation',
      clip,
      withValue(clip, (file) => {
        const [anim] = file.skeletalAnims;
        anim!.curveTotal = 9;
        anim!.boneAnims[0]!.firstCurve = 3;
        anim!.boneAnims[0]!.flags ^= 1 << 7;
      }),
      `1 flags of animated bones, 2 totals, ${ANEW}`,
    ],
  ])('%s', (_, original, damaged, told) => {
    expect(damaged).not.toEqual(original);
    const result = mended(damaged);
    expect(result.told).toEqual([told]);
    expectClose(result.bytes, original);
  });

  /** The same but for spheres around vertices, which the fixture has by hand and we find by walking. */
  function expectClose(bytes: Uint8Array, original: Uint8Array): void {
    const [a, b] = [bfres.decode(bytes), bfres.decode(original)];
    for (const [m, { shapes }] of a.models.entries()) {
      for (const [s, shape] of shapes.entries()) shape.spheres = b.models[m]!.shapes[s]!.spheres;
    }
    expect({ ...a, source: undefined }).toEqual({ ...b, source: undefined });
    expect(bytes.length).toBe(original.length);
    expect([...check(bfres.decode(bytes))]).toEqual([]);
  }
});

test('spheres hold the vertices of their bones', () => {
  const damaged = withValue(box, (file) => {
    file.models[0]!.shapes[0]!.boxes.extent.fill(0);
  });
  const { spheres } = bfres.decode(mended(damaged).bytes).models[0]!.shapes[0]!;
  // Both bones move the corners (0, -1, 0) and (1, 0, 0), or those that are there in the space of the second.
  expect(spheres.center[0]).toBeCloseTo(0.5, 2);
  expect(spheres.center[1]).toBeCloseTo(-0.5, 2);
  expect(spheres.radius[0]).toBeCloseTo(Math.SQRT1_2, 2);
});

test('the file that is repaired stays as it is', () => {
  const file = bfres.decode(clip);
  file.skeletalAnims[0]!.curveTotal = 9;
  repair(file);
  expect(file.skeletalAnims[0]!.curveTotal).toBe(9);
});

test('Wii U files are repaired alike', () => {
  const original = wiiuFixtures['a model, version 4.5']!;
  const file = wiiuBfres.decode(original);
  file.models!.values[0]!.shapes!.values[0]!.boxes!.extent.fill(0);
  const damaged = wiiuBfres.encode(file);
  expect(damaged).not.toEqual(original);
  const { value, issues } = bfresWiiu.repair!(wiiuBfres.decode(damaged));
  expect(issues.map(({ reason }) => reason)).toEqual(['1 shapes with new bounds, string pool made anew']);
  expect([...bfresWiiu.check(wiiuBfres.decode(wiiuBfres.encode(value)))]).toEqual([]);
});

const folder = corpus('bfres');

/** What no repair can set right: it does not follow from anything. */
const STAYS = /degenerate-triangles|normals-length|texture-elsewhere|padding-used|mesh-codec/;

describe.skipIf(folder === undefined)('real files', () => {
  beforeAll(() => loadZstd());

  const files =
    folder === undefined
      ? []
      : filesBelow(folder).filter((path) => /^(switch|wiiu)-.*\.(s?bfres|szs|zs|mc)$/.test(path));

  test.each(files)('%s: nothing that can be set right is left, compressions and archives around it stay', (path) => {
    const bytes = corpusFile('bfres', path);
    const repaired = repairFile(open(bytes, path)).bytes;
    const told = (content: Uint8Array) =>
      [...leaves(path, content)]
        .filter(({ format }) => format?.id.startsWith('bfres-'))
        .flatMap(({ bytes: leaf }) => checkFile(open(leaf, 'leaf')).map(({ code }) => code));
    const before = [...told(bytes)].filter((code) => !STAYS.test(code) && code !== 'bfres/unused-bytes');
    // A file that Nintendo's converter wrote, and that nobody edited, stays as it is.
    if (repaired === undefined) expect(before).toEqual([]);
    else expect([...told(repaired)].filter((code) => !STAYS.test(code))).toEqual([]);
  });

  test.each([
    ['switch-v8-smo/BombHei.szs', true],
    ['switch-v8-smo/FlipPanel.szs', true],
    ['wiiu-v4.5-botw/Npc_Gerudo_Queen.bfres', true],
    ['switch-v10-splatoon3/pigeon.zs', false],
    ['switch-v8-splatoon2/Clt_TES000_F.Nin_NX_NVN.szs', false],
    ['wiiu-v4.5-botw/Animal_Bass.sbfres', false],
  ])('--canonical lays %s out anew: %s', async (path, isChanged) => {
    const { bytes, format } = [...leaves(path, corpusFile('bfres', path))].find(({ format }) =>
      format?.id.startsWith('bfres-'),
    )!;
    const [found] = models(memorySource('test', new Map([['model.bfres', bytes]])));
    const { value: scene } = await found!.toScene({});
    const plain = await bfresTarget.write(scene, { options: {} });
    expect(Buffer.compare(plain.value[0]!.bytes, bytes)).toBe(0);
    const { value, issues } = await bfresTarget.write(scene, { options: { canonical: 'yes' } });
    expect(issues.map(({ code }) => code)).toEqual(['bfres/edited']);
    expect(Buffer.compare(value[0]!.bytes, bytes) !== 0).toBe(isChanged);
    const codes = [...format!.check(format!.codec.decode(value[0]!.bytes))].map(({ code }) => code);
    expect(codes.filter((code) => /layout-kept|string-|dictionary|relocation|name-offset/.test(code))).toEqual([]);
    const again = format!.codec.decode(value[0]!.bytes);
    expect(Buffer.compare(format!.codec.encode(again), value[0]!.bytes)).toBe(0);
  });
});
