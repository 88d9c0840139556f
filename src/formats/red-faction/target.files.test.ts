import { describe, expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { decodePng } from '../../images/png.ts';
import { decodeTarga, encodeTarga, targa } from '../../images/tga.ts';
import type { Scene } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import type { Options, OutputFile } from '../format.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { models } from './model.ts';
import { targets } from './target.ts';
import { fixtures as characters } from './v3c.fixtures.ts';
import { mesh, submeshesOf } from './v3d.ts';
import { fixtures as statics } from './v3m.fixtures.ts';

const picture = { width: 2, height: 1, rgba: Uint8Array.of(10, 20, 30, 255, 40, 50, 60, 255) };
const files = {
  'flag.v3m': statics['a triangle']!,
  'flag.tga': targa.encode(encodeTarga(picture)),
  'man.v3c': characters['two bones']!,
};
const sourceOf = (files: Record<string, Uint8Array>) => memorySource('files', new Map(Object.entries(files)));

/** The scene of a model after a journey through a `.glb` file. */
async function sceneOf(name: string, from: Record<string, Uint8Array> = files): Promise<Scene> {
  const model = [...models(sourceOf(from))].find((model) => model.name === name)!;
  const { value } = await model.toScene({});
  return (await readGltf((await writeGlb(value)).value, name)).value;
}

async function write(scene: Scene, to: string, base?: Record<string, Uint8Array>, options: Options = {}) {
  const target = targets.find(({ id }) => id === to)!;
  const { value, issues } = await target.write(scene, { options, ...(base && { base: sourceOf(base) }) });
  return { files: value, codes: issues.map(({ code }) => code), reasons: issues.map(({ reason }) => reason) };
}

const names = (files: readonly OutputFile[]) => files.map(({ name }) => name);

describe.each([
  ['flag', 'v3m'],
  ['man', 'v3c'],
])('%s as %s', (name, to) => {
  test('has the bytes of the original, which came along in the .glb', async () => {
    const { files: written, codes } = await write(await sceneOf(name), to);
    expect(written).toEqual([{ name: `${name}.${to}`, bytes: files[`${name}.${to}` as keyof typeof files] }]);
    expect(codes).toContain('v3d/unchanged');
  });

  test('takes the original from beside it before the one inside', async () => {
    const scene = await sceneOf(name);
    const other = mesh.decode(files[`${name}.${to}` as keyof typeof files]);
    submeshesOf(other)[0]!.parentName = 'other';
    const bytes = mesh.encode(other);
    const { files: written } = await write(scene, to, { [`${name}.${to}`]: bytes });
    expect(written[0]!.bytes).toEqual(bytes);
  });

  test('is made anew without an original', async () => {
    const scene = await sceneOf(name);
    scene.sources = [];
    const { codes } = await write(scene, to);
    expect(codes).toContain('v3d/made-anew');
  });

  test('says what was edited', async () => {
    const scene = await sceneOf(name);
    scene.meshes[0]!.primitives[0]!.positions[0] = 0.5;
    const { codes, reasons } = await write(scene, to);
    expect(codes).toContain('v3d/edited');
    expect(reasons).toContain(`'${name}.${to}': 1 positions of '${name}'`);
  });
});

test('a picture that nobody painted on is not written again', async () => {
  const { files: written, codes } = await write(await sceneOf('flag'), 'v3m');
  expect(names(written)).toEqual(['flag.v3m']);
  expect(codes).toContain('v3d/textures-kept');
});

test('a picture that was painted on is written as .tga', async () => {
  const scene = await sceneOf('flag');
  const [image] = scene.images;
  const pixels = 'rgba' in image!.data ? image!.data : decodePng(image!.data.bytes);
  image!.data = { ...pixels, rgba: pixels.rgba.map((value, i) => (i === 0 ? 99 : value)) };
  const { files: written, codes } = await write(scene, 'v3m');
  expect(names(written)).toEqual(['flag.v3m', 'flag.tga']);
  expect(decodeTarga(targa.decode(written[1]!.bytes)).rgba).toEqual(Uint8Array.of(99, 20, 30, 255, 40, 50, 60, 255));
  expect(codes).toContain('v3d/texture-written');
});

test('another picture changes the name in the mesh', async () => {
  const scene = await sceneOf('flag');
  scene.images[0] = { name: 'Pirates.png', data: picture };
  const { files: written } = await write(scene, 'v3m');
  expect(names(written)).toEqual(['flag.v3m', 'Pirates.tga']);
  expect(submeshesOf(mesh.decode(written[0]!.bytes))[0]!.materials[0]!.diffuseMap).toBe('Pirates.tga');
});

test('a character needs a skin, any mesh a mesh', async () => {
  const scene = await sceneOf('flag');
  scene.sources = [];
  expect((await write(scene, 'v3c')).codes).toContain('v3d/no-skin');
  scene.nodes = [];
  const { files: written, codes } = await write(scene, 'v3m');
  expect(written).toEqual([]);
  expect(codes).toContain('v3d/no-mesh');
});

const folder = corpus('red-faction');

describe.runIf(folder !== undefined)('real files', () => {
  test('models with their clips and textures come back from a .glb with all their bytes', async () => {
    const paths = filesBelow(folder!).filter((file) => file.startsWith('kava/') && !/\.vpp$/.test(file));
    const real = Object.fromEntries(paths.map((path) => [path, corpusFile('red-faction', path)]));
    for (const name of ['boxt', 'W3-pengo', 'Envirosuit_Elite', 'kavachar', 'gbrkvabarrel1']) {
      const path = paths.find((path) => path.includes(`/${name}.v3`))!;
      const to = path.slice(-3);
      const { files: written, codes } = await write(await sceneOf(name, real), to);
      expect(names(written), name).toEqual([`${name}.${to}`]);
      expect(Buffer.from(written[0]!.bytes).equals(real[path]!), name).toBe(true);
      expect(codes, name).toContain('v3d/unchanged');
    }
  });

  test('their clips come back from a .glb with all their bytes, each or one of them', async () => {
    const paths = filesBelow(folder!).filter((file) => /\.(v3c|rfa|tbl)$/.test(file) && !file.startsWith('synthetic'));
    const real = Object.fromEntries(paths.map((path) => [path, corpusFile('red-faction', path)]));
    let count = 0;
    for (const name of ['boxt', 'W3-pengo', 'Envirosuit_Elite']) {
      const scene = await sceneOf(name, real);
      const { files: written } = await write(scene, 'rfa');
      for (const { name: file, bytes } of written) {
        const path = paths.find((path) => path.endsWith(`/${file}`))!;
        expect(Buffer.from(bytes).equals(real[path]!), file).toBe(true);
        count++;
      }
    }
    expect(count).toBe(4);
    const boxt = await sceneOf('boxt', real);
    expect(names((await write(boxt, 'rfa', undefined, { clip: 'boxt_hover' })).files)).toEqual(['BoxT_Hover.rfa']);
    expect((await write(boxt, 'rfa', undefined, { clip: 'dance' })).reasons).toEqual([
      "no clip 'dance' among 'BoxT_Hover', 'BoxT_Flinch_Hover'",
    ]);
  });

  test('a clip without a mesh comes back too', async () => {
    const path = 'kava/anims/BoxT_Hover.rfa';
    const bytes = corpusFile('red-faction', path);
    const { files: written } = await write(await sceneOf('BoxT_Hover', { [path]: bytes }), 'rfa');
    expect(names(written)).toEqual(['BoxT_Hover.rfa']);
    expect(Buffer.from(written[0]!.bytes).equals(bytes)).toBe(true);
  });
});
