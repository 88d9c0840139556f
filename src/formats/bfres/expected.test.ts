import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Reader } from '../../binary/index.ts';
import { bytesOf, nameOf, sarc } from '../../containers/sarc.ts';
import { loadZstd } from '../../containers/zstd.ts';
import { transformPoint } from '../../math/index.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { type Leaf, leaves } from '../../test-support/leaves.ts';
import { LOOP } from './animation.scene.ts';
import { type Bfres, bfres } from './bfres.ts';
import { elementsOf, levelsOf } from './bntx.surface.ts';
import { bntx, type Texture } from './bntx.ts';
import { type CurveData, curveTypeOf } from './curve.ts';
import { evaluateCurve } from './curve-evaluation.ts';
import { poolOf } from './header.check.ts';
import { boneWorlds, isEuler, scaleModeOf } from './pose.ts';
import { relocationTable } from './relocation.ts';
import { valuesOf } from './stored-vertices.ts';
import { switchModel } from './switch-view.ts';
import { textureFormat } from './texture-format.ts';
import { versionText } from './version.ts';
import type { ModelView, ShapeView } from './view.ts';
import { type WiiuBfres, wiiuBfres } from './wiiu-bfres.ts';
import { wiiuModel } from './wiiu-view.ts';

// Item by item what an independent parser found in the real files: `expected.json`. Where shapes rest and what curves of
// skeletons say is in bfres.scene.test.ts, pixels of the Wii U in ftex.images.test.ts.

type Facts = Record<string, unknown>;
interface Sample {
  owner: string;
  target: number;
  type: number;
  at: number[];
  value: number[];
}
interface Expected extends Facts {
  inner: string;
  size: number;
  sha256: string;
  platform?: string;
  models?: Facts[];
  textures?: Facts[];
  materialAnims?: { name: string; samples: Sample[] }[];
}

const folder = corpus('bfres');
const expected: Record<string, Expected | Expected[]> =
  folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const cases = Object.entries(expected).flatMap(([path, files]) => [files].flat().map((file) => ({ path, file })));

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(folder === undefined)('files as an independent parser found them', () => {
  beforeAll(() => loadZstd());

  test('are all there are', () => expect(cases.length).toBe(45));

  test.each(cases)('$path $file.inner', ({ path, file }) => {
    const leaf = [...leaves(path, corpusFile('bfres', path))].find(({ bytes }) => digest(bytes) === file.sha256);
    expect(leaf, 'bytes of this digest').toBeDefined();
    expect(leaf!.bytes.length).toBe(file.size);
    expect(withoutNumbers(factsOf(leaf!, file))).toEqual(withoutNumbers(file));
    compareNumbers(leaf!, file);
  });
});

/** Fields that say where the file is, and numbers with a tolerance, which are compared for themselves. */
const APART = new Set([
  'inner',
  'size',
  'sha256',
  'platform',
  'samples',
  'bindBoxMin',
  'bindBoxMax',
  'firstVertex',
  'firstNormal',
  'firstUv',
]);

function withoutNumbers(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNumbers(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // Embedded files have a size and a digest of their own.
      .filter(([key, item]) => item !== undefined && !(APART.has(key) && (depth === 0 || !/size|sha256/.test(key))))
      .map(([key, item]) => [key, withoutNumbers(item, depth + 1)]),
  );
}

/** As much of a file as was measured: of long lists only the beginning. */
function factsOf({ bytes, format }: Leaf, file: Expected): Facts {
  switch (format?.id) {
    case 'sarc':
      return archiveFacts(bytes, file);
    case 'bntx':
      return { textures: bntx.decode(bytes).textures.map((texture) => textureFacts(texture!)) };
    case 'bfres-switch':
      return switchFacts(bytes, file);
    default:
      return wiiuFacts(bytes, file);
  }
}

function archiveFacts(bytes: Uint8Array, file: Expected): Facts {
  const archive = sarc.decode(bytes);
  const entries = Array.from(archive.nodes.start, (start, i) => ({
    name: nameOf(archive, i) ?? '',
    offset: archive.dataStart + start,
    size: bytesOf(archive, i).length,
  }));
  return {
    sarcEndian: archive.byteOrder,
    entries: listed(entries, file['entries']),
    entryCount: entries.length,
  };
}

/** Those of the items that were measured: the first of them, or those of their names. */
function listed<T extends { name: string }>(items: readonly T[], measured: unknown): T[] {
  return (measured as { name: string }[]).map(({ name }) => items.find((item) => item.name === name)!);
}

function switchFacts(bytes: Uint8Array, file: Expected): Facts {
  const value = bfres.decode(bytes);
  const { skeletalAnims, materialAnims, visibilityAnims } = value;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    version: versionText(value.version),
    name: value.name,
    fileSize: view.getUint32(0x1c, true),
    relocationEntries: relocationsOf(bytes).entries.length,
    strings: view.getUint32(poolOf(view) - 4, true),
    models: value.models.map((model, m) => modelFacts(switchModel(model, m), codesOf(value, m))),
    skeletalAnims: skeletalAnims
      .map((anim) => animFacts(anim, anim.boneAnims.length, curvesOf(anim.boneAnims)))
      .slice(0, (file['skeletalAnims'] as unknown[]).length),
    ...total('skeletalAnimsTotal', skeletalAnims.length, file),
    materialAnims: materialAnims
      .map((anim) => animFacts(anim, anim.materialAnims.length, curvesOf(anim.materialAnims)))
      .slice(0, (file.materialAnims ?? []).length),
    ...total('materialAnimsTotal', materialAnims.length, file),
    boneVisibilityAnims: visibilityAnims.map((anim) => animFacts(anim, anim.names.length, anim.curves)),
    embedded: value.embeddedFiles.map(({ data }, i) => embeddedFacts(value.embeddedFileNames!.keys[i]!, data)),
  };
}

function relocationsOf(bytes: Uint8Array) {
  const r = new Reader(bytes);
  r.pos = r.view.getUint32(0x18, true);
  return relocationTable.read(r);
}

const total = (field: string, count: number, file: Facts): Facts => (field in file ? { [field]: count } : {});

const curvesOf = (parts: readonly { curves: CurveData[] }[]): CurveData[] => parts.flatMap(({ curves }) => curves);

const animFacts = (
  { name = '', frameCount, flags }: { name?: string | undefined; frameCount: number; flags: number },
  targets: number,
  curves: readonly CurveData[],
): Facts => ({ name, frames: frameCount, loop: (flags & LOOP) !== 0, targets, curves: curves.length });

function embeddedFacts(name: string, data: Uint8Array | undefined): Facts {
  const isTextures = data !== undefined && String.fromCharCode(...data.subarray(0, 4)) === 'BNTX';
  return {
    name,
    size: data?.length ?? 0,
    ...(data === undefined ? {} : { sha256: digest(data) }),
    ...(isTextures ? { textures: bntx.decode(data).textures.map((texture) => textureFacts(texture!)) } : {}),
  };
}

function textureFacts(texture: Texture): Facts {
  const [level] = levelsOf(texture, textureFormat(texture.format)!);
  return {
    name: texture.name,
    width: texture.width,
    height: texture.height,
    format: `0x${texture.format.toString(16).padStart(4, '0')}`,
    mips: texture.levelCount,
    arrayLength: texture.arrayLength,
    tile: texture.tileMode,
    blockHeightLog2: texture.layout & 7,
    level0LinearSha256: digest(elementsOf(texture, level!, 0)),
  };
}

/** Two hexadecimal digits each for type and channels of the attributes of each shape. */
function codesOf({ models }: Bfres, m: number): Record<string, string>[] {
  const hex = (code: number) => code.toString(16).padStart(2, '0');
  return models[m]!.shapes.map(({ vertexBuffer }) =>
    Object.fromEntries(
      vertexBuffer!.attributes.map(({ name, type, channels }) => [name, `${hex(type)}${hex(channels)}`]),
    ),
  );
}

function modelFacts({ name, skeleton, shapes, materials }: ModelView, codes: Record<string, string>[]): Facts {
  const { flags, bones, smoothMatrixCount, matrixToBone } = skeleton;
  return {
    name,
    bones: bones.length,
    smooth: smoothMatrixCount,
    rigid: matrixToBone.length - smoothMatrixCount,
    rotation: isEuler(flags) ? 'euler' : 'quaternion',
    scaling: scaleModeOf(flags),
    firstBones: bones.slice(0, 5).map((bone) => bone.name),
    materials: materials.map((material) => material.name),
    shapes: shapes.map((shape, s) => shapeFacts(shape, materials[shape.materialIndex]!.name, codes[s]!)),
  };
}

function shapeFacts(shape: ShapeView, material: string, attributes: Record<string, string>): Facts {
  const [finest] = shape.meshes;
  const { indices } = finest!;
  return {
    name: shape.name,
    material,
    skin: shape.skinCount,
    bone: shape.boneIndex,
    vertices: shape.vertexCount,
    indices: shape.meshes.map((mesh) => mesh.indices.length),
    attributes,
    firstTriangle: [...indices.subarray(0, 3)],
    lastTriangle: [...indices.subarray(indices.length - 3)],
  };
}

function wiiuFacts(bytes: Uint8Array, file: Expected): Facts {
  const value = wiiuBfres.decode(bytes);
  const anims = value.skeletalAnims?.values ?? [];
  const counts = Object.fromEntries(Object.entries(countsOf(value)).filter(([, count]) => count > 0));
  return {
    version: [...value.version].join('.'),
    name: value.name,
    counts,
    models: (value.models?.values ?? []).map((model, m) =>
      modelFacts(
        wiiuModel(model, m),
        (model.shapes?.values ?? []).map(({ vertexBuffer }) =>
          Object.fromEntries(
            vertexBuffer!.attributes.map(({ name, format }) => [name, format.toString(16).padStart(4, '0')]),
          ),
        ),
      ),
    ),
    skeletalAnims: anims
      .map((anim) => animFacts(anim, anim.boneAnims.length, curvesOf(anim.boneAnims)))
      .slice(0, (file['skeletalAnims'] as unknown[]).length),
    ...total('skeletalAnimsTotal', anims.length, file),
    textures: (value.textures?.values ?? []).map((texture, t) => ({
      name: texture.name,
      width: texture.width,
      height: texture.height,
      format: `0x${texture.format.toString(16).padStart(3, '0')}`,
      mips: texture.levelCount,
      tile: texture.tileMode,
      swizzle: `0x${texture.swizzle.toString(16)}`,
      pitch: texture.pitch,
      // Compared in ftex.images.test.ts.
      level0LinearSha256: file.textures![t]!['level0LinearSha256'],
    })),
    embedded: (value.embeddedFiles?.values ?? []).map(({ data }, i) => ({
      name: value.embeddedFiles!.names[i],
      size: data?.length ?? 0,
    })),
  };
}

const countsOf = (value: WiiuBfres): Record<string, number> => ({
  fmdl: value.models?.values.length ?? 0,
  ftex: value.textures?.values.length ?? 0,
  fska: value.skeletalAnims?.values.length ?? 0,
  fshu_param: value.paramAnims?.values.length ?? 0,
  fshu_color: value.colorAnims?.values.length ?? 0,
  fshu_srt: value.textureSrtAnims?.values.length ?? 0,
  ftxp: value.patternAnims?.values.length ?? 0,
  fvis_bone: value.boneVisibilityAnims?.values.length ?? 0,
  fvis_mat: value.materialVisibilityAnims?.values.length ?? 0,
  fsha: value.shapeAnims?.values.length ?? 0,
  fscn: value.sceneAnims?.values.length ?? 0,
  ext: value.embeddedFiles?.values.length ?? 0,
});

/** First values of attributes, and curves of materials. */
function compareNumbers({ bytes, format }: Leaf, file: Expected): void {
  const models =
    format?.id === 'bfres-switch'
      ? bfres.decode(bytes).models.map(switchModel)
      : format?.id === 'bfres-wiiu'
        ? (wiiuBfres.decode(bytes).models?.values ?? []).map(wiiuModel)
        : [];
  for (const [m, model] of (file.models ?? []).entries()) {
    for (const [s, shape] of (model['shapes'] as Facts[]).entries())
      compareShape(models[m]!, models[m]!.shapes[s]!, shape);
  }
  const anims = format?.id === 'bfres-switch' ? bfres.decode(bytes).materialAnims : [];
  for (const { name, samples } of file.materialAnims ?? []) {
    const { materialAnims } = anims.find((anim) => anim.name === name)!;
    for (const { owner, target, type, at, value } of samples) {
      const { curves } = materialAnims.find((material) => material.name === owner)!;
      const found = curves.some(
        (curve) =>
          curve.target === target &&
          curveTypeOf(curve.flags) === type &&
          at.every((frame, i) => Math.abs(evaluateCurve(curve, frame) - value[i]!) < 1e-4 * Math.max(1, value[i]!)),
      );
      expect(found, `${name}: ${owner} has a curve to ${target} with these values`).toBe(true);
    }
  }
}

function compareShape({ skeleton }: ModelView, shape: ShapeView, facts: Facts): void {
  const [place] = shape.skinCount === 1 ? valuesOf(shape, '_i0')! : [];
  const isLocal = shape.skinCount === 0 || (place !== undefined && place >= skeleton.smoothMatrixCount);
  const world = boneWorlds(skeleton)[place === undefined ? shape.boneIndex : skeleton.matrixToBone[place]!]!;
  const fields = [
    ['firstVertex', '_p0', transformPoint],
    ['firstNormal', '_n0', undefined],
    ['firstUv', '_u0', undefined],
  ] as const;
  for (const [field, attribute, transform] of fields) {
    const measured = facts[field] as number[];
    const stored = valuesOf(shape, attribute)!.subarray(0, 4);
    const values = isLocal && transform !== undefined ? transform(world, stored) : stored;
    for (const [c, value] of measured.entries()) {
      const difference = Math.abs(values[c]! - value) / Math.max(1, Math.abs(value));
      expect(difference, `${shape.name} ${field} is ${values[c]}, was ${value}`).toBeLessThan(2e-5);
    }
  }
}
