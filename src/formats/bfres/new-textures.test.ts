import { describe, expect, test } from 'vitest';
import type { Image } from '../../images/image.ts';
import { decodeSurface, encodeSurface, type Surface } from '../../images/surface.ts';
import { surfaceFormats } from '../../images/surface-formats.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { integer, type Random, random } from '../../test-support/sample.ts';
import { bntx as bntxFormat } from './bntx.format.ts';
import { newBntx, newTexture } from './bntx.new.ts';
import { surfaceOf } from './bntx.surface.ts';
import { bntx, type Texture } from './bntx.ts';
import { decodeFtex, ftexSurface } from './ftex.images.ts';
import { newFtex } from './ftex.new.ts';
import { type NewTextureFormat, suitableTextureFormat } from './texture-choice.ts';
import { check as checkWiiu } from './wiiu-bfres.check.ts';
import { emptyWiiuBfres, wiiuBfres } from './wiiu-bfres.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

/** Soft colours with a little noise, as painted textures have them. */
function painting(width: number, height: number, next: Random, alpha = false): Image {
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const noise = integer(next, 0, 3);
      const pixel = [40 + x + noise, 200 - y, 90 + (x + y) / 2, alpha ? 60 + y : 255];
      rgba.set(pixel, 4 * (y * width + x));
    }
  }
  return { width, height, rgba };
}

const meanDifference = (a: Uint8Array, b: Uint8Array, channels: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (channels.includes(i & 3)) sum += Math.abs(a[i]! - b[i]!);
  return sum / ((a.length / 4) * channels.length);
};

/** How far off, on average, a colour of a painting may come out, and the channels that a format has. */
const formats: readonly (readonly [NewTextureFormat, number, readonly number[]])[] = [
  ['R8G8B8A8', 0, [0, 1, 2, 3]],
  ['BC1', 3, [0, 1, 2, 3]],
  ['BC3', 3, [0, 1, 2, 3]],
  ['BC4', 1, [0, 3]],
  ['BC5', 1, [0, 1, 3]],
  ['BC7', 1.5, [0, 1, 2, 3]],
];
const sizes = [
  [1, 1],
  [4, 4],
  [7, 3],
  [37, 70],
  [128, 32],
  [130, 66],
] as const;

describe.each(formats)('%s', (format, tolerance, channels) => {
  const hasAlpha = format === 'R8G8B8A8' || format === 'BC3' || format === 'BC7';

  test.each(sizes)('a Switch texture of %i x %i pixels shows them, with all levels', (width, height) => {
    const image = painting(width, height, random(width), hasAlpha);
    const archive = newBntx([newTexture('t', image, { format })]);
    const file = bntx.decode(bntx.encode(archive));
    expect([...bntxFormat.check(file)]).toEqual([]);
    const surface = surfaceOf(file.textures[0]!)!;
    expect(surface.layers[0]!.length).toBe(Math.floor(Math.log2(Math.max(width, height))) + 1);
    const shown = decodeSurface(surface)!;
    expect([shown.width, shown.height]).toEqual([width, height]);
    expect(meanDifference(shown.rgba, image.rgba, channels)).toBeLessThanOrEqual(tolerance);
    const last = decodeSurface(surface, 0, surface.layers[0]!.length - 1)!;
    expect([last.width, last.height]).toEqual([1, 1]);
  });

  test.skipIf(format === 'BC7').each(sizes)('a Wii U texture of %i x %i pixels does', (width, height) => {
    const image = painting(width, height, random(width), hasAlpha);
    for (const swizzle of [0, 0x300]) {
      const bytes = wiiuBfres.encode({
        ...emptyWiiuBfres(),
        textures: { names: ['t'], values: [newFtex('t', image, { format, swizzle })] },
      });
      const file = wiiuBfres.decode(bytes);
      expect([...checkWiiu(file)]).toEqual([]);
      const texture = file.textures!.values[0]!;
      expect(meanDifference(decodeFtex(texture)!.rgba, image.rgba, channels)).toBeLessThanOrEqual(tolerance);
      const surface = ftexSurface(texture)!;
      const levels = surface.layers[0]!.map((_, level) => decodeSurface(surface, 0, level)!);
      expect(levels.map((level) => level.width)).toEqual(levels.map((_, m) => Math.max(1, width >> m)));
      for (const { rgba } of levels) expect(rgba[0]).toBeGreaterThan(20); // no level came out empty
    }
  });
});

test('the Wii U has no BC7 and one layer, which is said', () => {
  const image = painting(8, 8, random(1));
  expect(() => newFtex('t', image, { format: 'BC7' })).toThrow('Wii U textures are not stored as BC7');
  expect(() => newFtex('t', [image, image])).toThrow('2 layers: Wii U textures are written with one');
  expect(() => newTexture('t', [image, painting(4, 8, random(1))])).toThrow('layers of 8 x 8 and 4 x 8 pixels');
});

test('layers become arrays and cubes, each on its own', () => {
  const next = random(9);
  for (const [count, isCube, view] of [
    [2, false, 5],
    [6, true, 3],
    [12, true, 8],
  ] as const) {
    const pictures = Array.from({ length: count }, () => painting(20, 20, next));
    const texture = newTexture('t', pictures, { isCube, format: 'R8G8B8A8' });
    expect([texture.viewDimension, texture.arrayLength]).toEqual([view, count]);
    const file = bntx.decode(bntx.encode(newBntx([texture])));
    expect([...bntxFormat.check(file)]).toEqual([]);
    const surface = surfaceOf(file.textures[0]!)!;
    expect(surface.isCube).toBe(isCube);
    for (const [layer, picture] of pictures.entries()) {
      expect(decodeSurface(surface, layer)!.rgba).toEqual(picture.rgba);
    }
  }
});

test('archives are sorted by name', () => {
  const image = painting(4, 4, random(1));
  const names = newBntx([newTexture('b', image), newTexture('B', image), newTexture('a', image)]).textures;
  expect(names.map((texture) => texture?.name)).toEqual(['B', 'a', 'b']);
});

test('the format suits what the pixels are', () => {
  const color = painting(8, 8, random(2));
  const grey = { ...color, rgba: color.rgba.map((_, i) => ((i & 3) === 3 ? 255 : i >> 2)) };
  expect(suitableTextureFormat([color])).toBe('BC1');
  expect(suitableTextureFormat([color, painting(8, 8, random(2), true)])).toBe('BC3');
  expect(suitableTextureFormat([color], 'normal')).toBe('BC5');
  expect(suitableTextureFormat([grey], 'data')).toBe('BC4');
  expect(suitableTextureFormat([grey])).toBe('BC1');
  expect(newTexture('t', color).format).toBe(0x1a06);
  expect(newTexture('t', color, { use: 'normal' })).toMatchObject({
    format: 0x1e01,
    channels: Uint8Array.of(2, 3, 0, 1),
  });
  expect(newTexture('t', color, { use: 'data' }).format).toBe(0x1a01);
  expect(newFtex('t', color).format).toBe(0x431);
  expect(newFtex('t', grey, { use: 'data' })).toMatchObject({ format: 0x34, channels: Uint8Array.of(0, 0, 0, 5) });
});

/** Layout rules and byte counts known by heart from Nintendo's files (specification, section 18.1). */
test('the layout of a Wii U texture follows from its size', () => {
  const { data, levelData, levelOffsets, ...header } = newFtex('t', painting(320, 320, random(3)), {
    format: 'BC4',
    levelCount: 9,
    swizzle: 0x300,
  });
  expect(header).toMatchObject({ tileMode: 4, swizzle: 0x30300, alignment: 0x1000, pitch: 96, dataSize: 0xf000 });
  expect([...levelOffsets].slice(0, 9)).toEqual([0xf000, 0x8000, 0xa300, 0xab00, 0xad00, 0xaf00, 0xb100, 0xb300, 0]);
  expect([data!.length, levelData!.length]).toEqual([0xf000, 0xb500]);
});

const folder = corpus('bfres');

describe.skipIf(folder === undefined)('official textures, made anew from what is in their blocks, are the same', () => {
  test.each([
    'switch-v10-splatoon3/pigeon.zs',
    'switch-v10-splatoon3/Player_Squid.bfres.zs',
    'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs',
    'switch-v8-smo/DevGenericTexture.szs',
    'switch-v8-smo/CubeMapDevBossCityStage.szs',
    'switch-v5-mk8dx/ym_CoursePict_CN_00.bntx',
  ])('%s', (path) => {
    let count = 0;
    for (const { format, bytes } of leaves(path, corpusFile('bfres', path))) {
      if (format?.id !== 'bntx') continue;
      for (const texture of bntx.decode(bytes).textures as Texture[]) {
        const surface = surfaceOf(texture)!;
        const anew = newTexture(texture.name!, surface);
        // Some tools count a level more than there can be.
        if (surface.layers[0]!.length !== texture.levelCount) continue;
        expect({ ...header(anew), gpuAccess: 0, layout2: 0 }, texture.name).toEqual({
          ...header(texture),
          gpuAccess: 0,
          layout2: 0,
        });
        const isPadded = firstDifference(anew.data.bytes, texture.data.bytes) < 0;
        expect(isPadded, texture.name).toBe(texture.levelCount > 1 || !REPLACED_BY_A_MOD.has(texture.name!));
        expect(surfaceOf(anew), texture.name).toEqual(surface);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  test.each([
    'wiiu-v3.4-mk8/BodyB_Ysi.szs',
    'wiiu-v3.5-splatoon/Player00.szs',
    'wiiu-v4.5-botw/Animal_Bass.Tex1.sbfres',
    'wiiu-v4.5-botw/Npc_Gerudo_Queen.Tex1.bfres',
  ])('%s', (path) => {
    const file = [...leaves(path, corpusFile('bfres', path))].find(({ format }) => format?.id === 'bfres-wiiu')!;
    for (const texture of wiiuBfres.decode(file.bytes).textures!.values) {
      const anew = newFtex(texture.name!, wholeSurface(texture), { swizzle: texture.swizzle & 0x700 });
      const { data, levelData, levelOffset, ...fields } = texture;
      const { data: dataAnew, levelData: levelsAnew, ...fieldsAnew } = anew;
      expect(fieldsAnew, texture.name).toEqual(fields);
      expect(firstDifference(dataAnew!, data!), texture.name).toBe(-1);
      expect(levelsAnew!.length).toBe(texture.levelDataSize);
      if (levelData !== undefined) expect(firstDifference(levelsAnew!, levelData), texture.name).toBe(-1);
    }
  });
});

/** Of the subway conductor, with one level each: their padding holds something. */
const REPLACED_BY_A_MOD = new Set(['M_Body_Alb', 'M_Body_MltA', 'M_Body_MltB', 'M_Body_Nrm']);

/** The surface of a texture, whose smaller levels are black where the file lacks them (`X.Tex1`). */
function wholeSurface(texture: WiiuTexture): Surface {
  const surface = ftexSurface(texture)!;
  const { width, height, format, type } = surface;
  const black = { width, height, rgba: new Uint8Array(4 * width * height) };
  const [levels = []] = encodeSurface([black], { format, type, levelCount: texture.levelCount }).layers;
  return { ...surface, layers: [levels.map((level, m) => surface.layers[0]![m] ?? level)] };
}

/** All but the pixels, and what tools set as they like. */
function header({ data, flags, swizzle, ...fields }: Texture): object {
  return { ...fields, levels: [...data.levels] };
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  return a.length === b.length ? a.findIndex((byte, i) => byte !== b[i]) : Math.min(a.length, b.length);
}

test('every uncompressed format that can be written has a number on both consoles, or is known not to', () => {
  const image = painting(16, 8, random(4), true);
  for (const format of surfaceFormats.values()) {
    if (format.encode === undefined) continue;
    const surface = encodeSurface([image], { format, type: 'unorm', levelCount: 5 });
    const onSwitch = !/^A[12]/.test(format.name);
    if (onSwitch) expect(surfaceOf(newTexture('t', surface))!.layers, format.name).toEqual(surface.layers);
    else expect(() => newTexture('t', surface)).toThrow(`not stored as ${format.name}`);
  }
});
