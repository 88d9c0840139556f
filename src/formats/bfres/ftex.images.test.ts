import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodePng } from '../../images/png.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { fixtures } from './bfres-wiiu.fixtures.ts';
import { decodeFtex, ftexElements, ftexFormat, ftexLevel, ftexLevels, onlyOf, replaceFtex } from './ftex.images.ts';
import { newFtex } from './ftex.new.ts';
import { emptyWiiuBfres, type WiiuBfres, wiiuBfres } from './wiiu-bfres.ts';
import { fromImages, toImages, withTextures } from './wiiu-images.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

const folder = corpus('bfres');

interface Expected {
  inner: string;
  platform?: string;
  textures?: { name: string; level0LinearSha256?: string }[];
}
const expected: Record<string, Expected | Expected[]> =
  folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const cases = Object.entries(expected).flatMap(([path, files]) =>
  [files].flat().flatMap(({ platform, textures = [] }) => (platform === 'wiiu' ? [{ path, textures }] : [])),
);

const open = (path: string): WiiuBfres => {
  const file = [...leaves(path, corpusFile('bfres', path))].find(({ format }) => format?.id === 'bfres-wiiu')!;
  return wiiuBfres.decode(file.bytes);
};

/** The bytes that were measured: of files of smaller levels what is where the finest one would be, up to the file's end. */
function asMeasured(texture: WiiuTexture): WiiuTexture {
  const { data, levelData, dataSize } = texture;
  if (data !== undefined || levelData === undefined) return texture;
  const { buffer, byteOffset } = levelData;
  return { ...texture, data: new Uint8Array(buffer, byteOffset, Math.min(dataSize, buffer.byteLength - byteOffset)) };
}

describe.skipIf(folder === undefined)('real textures', () => {
  test.each(cases.filter(({ textures }) => textures.length > 0))(
    'of $path have the elements that were measured',
    ({ path, textures }) => {
      const { values } = open(path).textures!;
      expect(values.map(({ name }) => name)).toEqual(textures.map(({ name }) => name));
      for (const [i, { name, level0LinearSha256 }] of textures.entries()) {
        const texture = asMeasured(values[i]!);
        const level = ftexLevel(texture, 0, ftexFormat(texture.format)!.surface)!;
        const digest = createHash('sha256').update(ftexElements(level)).digest('hex');
        if (level0LinearSha256 !== undefined) expect(digest, name).toBe(level0LinearSha256);
      }
    },
  );

  test.each(['Bass_Alb.0', 'Bass_Eye_Alb'])('%s looks as another tool shows it', (name) => {
    const png = decodePng(corpusFile('bfres', `wiiu-v4.5-botw/expected/${name}.png`));
    const { value: images } = toImages(open('wiiu-v4.5-botw/Animal_Bass.Tex1.sbfres'));
    const image = images.find((candidate) => candidate.name === name)!;
    expect([image.width, image.height]).toEqual([png.width, png.height]);
    let most = 0;
    for (let i = 0; i < png.rgba.length; i++) most = Math.max(most, Math.abs(png.rgba[i]! - image.rgba[i]!));
    expect(most).toBeLessThanOrEqual(1);
  });

  test('the second level, which Tex2 has, is the first one at half the size', () => {
    const { value: finest } = toImages(open('wiiu-v4.5-botw/Npc_Gerudo_Queen.Tex1.bfres'));
    const { value: halves, issues } = toImages(open('wiiu-v4.5-botw/Npc_Gerudo_Queen.Tex2.bfres'));
    expect(issues.map(({ code }) => code)).toContain('ftex/finest-level-elsewhere');
    let compared = 0;
    for (const half of halves) {
      const image = finest.find(({ name }) => name === half.name)!;
      if (image.width !== 2 * half.width || image.height !== 2 * half.height) continue;
      expect(differenceAtHalfSize(image, half), half.name).toBeLessThan(8);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });

  test('every level of a texture, tiled in its own way, is the one before at half the size', () => {
    const { textures } = open('wiiu-v3.5-splatoon/Player00.szs');
    for (const texture of textures!.values) {
      const { surface, type } = ftexFormat(texture.format)!;
      const levels = ftexLevels(texture, surface).map((level) => ({
        ...level,
        rgba: surface.decode(ftexElements(level), level.width, level.height, type),
      }));
      expect(levels.length).toBe(texture.levelCount);
      for (let m = 1; m < levels.length; m++) {
        if (levels[m]!.width < 8 || levels[m]!.height < 8) break;
        expect(differenceAtHalfSize(levels[m - 1]!, levels[m]!), `${texture.name} ${m}`).toBeLessThan(16);
      }
    }
  });

  test('a replaced texture keeps its bytes of padding, and all its levels show the new picture', () => {
    const file = open('wiiu-v3.5-splatoon/Player00.szs');
    const [texture] = file.textures!.values.filter(({ format }) => (format & 0xff) === 0x31);
    const red = decodeFtex(texture!)!.rgba.map((_, i) => (i % 4 === 0 || i % 4 === 3 ? 255 : 0));
    const replaced = replaceFtex(texture!, { width: texture!.width, height: texture!.height, rgba: red })!;
    const { surface, type } = ftexFormat(replaced.format)!;
    for (const level of ftexLevels(replaced, surface)) {
      const rgba = surface.decode(ftexElements(level), level.width, level.height, type);
      expect([...rgba.subarray(0, 4), ...rgba.subarray(-4)]).toEqual([255, 0, 0, 255, 255, 0, 0, 255]);
    }
    expect([replaced.data!.length, replaced.levelData!.length]).toEqual([
      texture!.data!.length,
      texture!.levelData!.length,
    ]);
  });
});

/** Mean difference of a picture at half its size to another. */
function differenceAtHalfSize(
  image: { width: number; rgba: Uint8Array },
  half: { width: number; height: number; rgba: Uint8Array },
): number {
  let sum = 0;
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      for (let c = 0; c < 3; c++) {
        const at = (dx: number, dy: number) => image.rgba[4 * ((2 * y + dy) * image.width + 2 * x + dx) + c]!;
        const mean = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
        sum += Math.abs(mean - half.rgba[4 * (y * half.width + x) + c]!);
      }
    }
  }
  return sum / (3 * half.width * half.height);
}

const small = () => wiiuBfres.decode(fixtures['a texture, version 4.5']!);

test('the picture of a texture, its first row red, its last one a mixture with blue', () => {
  const { value, issues } = toImages(small());
  expect(issues).toEqual([]);
  expect(value.map(({ name, width, height }) => [name, width, height])).toEqual([['dot', 4, 4]]);
  expect([...value[0]!.rgba.subarray(0, 8)]).toEqual([255, 0, 0, 255, 255, 0, 0, 255]);
  expect([...value[0]!.rgba.subarray(-4)]).toEqual([85, 0, 170, 255]);
});

test('a picture of another size takes the place of a texture everywhere, and one of no texture is added', () => {
  const file = small();
  const picture = (name: string, width: number, height: number) => ({
    name,
    width,
    height,
    rgba: Uint8Array.from({ length: 4 * width * height }, (_, i) => [200, 40, 80, 255][i & 3]!),
  });
  const { value, issues } = fromImages([picture('dot', 40, 24), picture('line_Nrm', 4, 4)], file);
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([
    ['ftex/other-size', "'dot' is 40 x 24, was 4 x 4"],
    ['ftex/texture-added', "there was no texture 'line_Nrm'"],
  ]);
  expect(file.textures!.names).toEqual(['dot']); // the original is as it was
  const again = wiiuBfres.decode(wiiuBfres.encode(value));
  const images = toImages(again).value;
  expect(images.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['dot', 40, 24],
    ['line_Nrm', 4, 4],
  ]);
  for (const channel of [0, 1, 2])
    expect(Math.abs(images[0]!.rgba[channel]! - [200, 40, 80][channel]!)).toBeLessThan(5);
  expect(again.textures!.values.map(({ format }) => format)).toEqual([file.textures!.values[0]!.format, 0x35]);
});

test('materials and patterns lead to the texture that took the place of theirs', () => {
  const old = small().textures!.values[0]!;
  const other = { ...old, width: 8 };
  const reference = { name: 'dot', texture: old };
  const before = {
    ...small(),
    models: {
      names: ['m'],
      values: [{ materials: { names: ['a'], values: [{ textures: [reference, { name: 'x' }] }] } }],
    },
    patternAnims: { names: ['p'], values: [{ textures: { names: ['dot'], values: [reference] } }] },
  } as unknown as WiiuBfres;
  const after = withTextures(before, new Map([[old, other]]));
  expect(after.models!.values[0]!.materials!.values[0]!.textures).toEqual([
    { name: 'dot', texture: other },
    { name: 'x' },
  ]);
  expect(after.patternAnims!.values[0]!.textures!.values).toEqual([{ name: 'dot', texture: other }]);
});

test('of files that share the levels of their textures, each keeps its share', () => {
  const image = { name: 't', width: 64, height: 64, rgba: new Uint8Array(4 * 64 * 64).fill(255) };
  const texture = newFtex('t', image);
  const fileOf = (part: WiiuTexture): WiiuBfres => ({
    ...emptyWiiuBfres(),
    textures: { names: ['t'], values: [part] },
  });
  const larger = { name: 't', width: 128, height: 128, rgba: new Uint8Array(4 * 128 * 128).fill(255) };
  for (const [hasBase, hasLevels, said] of [
    [true, false, "the 7 smaller levels of 't'"],
    [false, true, "the finest level of 't'"],
  ] as const) {
    const file = wiiuBfres.decode(wiiuBfres.encode(fileOf(onlyOf(texture, { hasBase, hasLevels }))));
    const { value, issues } = fromImages([larger, { ...larger, name: 'u' }], file);
    expect(issues.map(({ code }) => code)).toEqual(['ftex/other-size', 'ftex/levels-elsewhere', 'ftex/texture-added']);
    expect(issues[1]!.reason).toBe(said);
    for (const part of wiiuBfres.decode(wiiuBfres.encode(value)).textures!.values) {
      expect([part.data !== undefined, part.levelData !== undefined]).toEqual([hasBase, hasLevels]);
      expect([part.width, part.levelCount, part.dataSize]).toEqual([128, 8, 0x2000]);
    }
  }
});

test('tile modes and formats that are not known are told once, by number', () => {
  const file = small();
  const [texture] = file.textures!.values;
  texture!.tileMode = 7;
  expect(toImages(file).issues.map(({ code, reason }) => [code, reason])).toEqual([
    ['ftex/unknown-tile-mode', 'tile mode 7: dot'],
  ]);
  texture!.format = 0x13;
  expect(toImages(file).issues.map(({ reason }) => reason)).toEqual(['format 0x13: dot']);
});
