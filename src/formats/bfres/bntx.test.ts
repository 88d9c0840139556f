import { expect, test } from 'vitest';
import { encodeSurface } from '../../images/surface.ts';
import { integer, random } from '../../test-support/sample.ts';
import { fixtures } from './bntx.fixtures.ts';
import { bntx } from './bntx.format.ts';
import { newBntx, newTexture } from './bntx.new.ts';
import { rebuildBntx } from './bntx.ts';
import { textureFormat } from './texture-format.ts';

const bytes = fixtures['a texture of 4 x 4 pixels']!;
const { toImages, fromImages } = bntx as Required<typeof bntx>;

test('laid out anew, a file is the same', () => {
  expect(rebuildBntx(bntx.codec.decode(bytes))).toEqual(bytes);
});

test('pixels come in rows', () => {
  const [image] = toImages(bntx.codec.decode(bytes)).value;
  expect(image).toMatchObject({ name: 't', width: 4, height: 4 });
  expect([...image!.rgba.subarray(0, 20)].map((byte) => byte.toString(16)).join(' ')).toBe(
    '11 12 13 14 21 22 23 24 31 32 33 34 41 42 43 44 51 52 53 54',
  );
  expect([...image!.rgba.subarray(60)]).toEqual([1, 2, 3, 4]);
});

test('a changed picture changes its pixels and nothing else', () => {
  const base = bntx.codec.decode(bytes);
  const [image] = toImages(base).value;
  const rgba = image!.rgba.slice();
  rgba[17] = 0xff;
  const { value, issues } = fromImages([{ ...image!, rgba }], base);
  const written = bntx.codec.encode(value);
  expect(issues).toEqual([]);
  expect(written.length).toBe(bytes.length);
  expect([...written.keys()].filter((i) => written[i] !== bytes[i])).toEqual([0x1011]);
});

test('a picture of another size is told, and comes out again', () => {
  const base = bntx.codec.decode(bytes);
  const rgba = Uint8Array.from({ length: 20 * 12 * 4 }, (_, i) => i);
  const { value, issues } = fromImages([{ name: 't', width: 20, height: 12, rgba }], base);
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([['bntx/other-size', "'t' is 20 x 12, was 4 x 4"]]);
  expect(toImages(bntx.codec.decode(bntx.codec.encode(value))).value[0]!.rgba).toEqual(rgba);
});

test('a picture of no texture is added where its name belongs', () => {
  const base = bntx.codec.decode(bytes);
  const image = { name: 'other', width: 1, height: 1, rgba: new Uint8Array(4) };
  const { value, issues } = fromImages([image, { ...image, name: 'u' }], base);
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([
    ['bntx/texture-added', "there was no texture 'other'"],
    ['bntx/texture-added', "there was no texture 'u'"],
  ]);
  const again = bntx.codec.decode(bntx.codec.encode(value));
  expect(again.textures.map((texture) => texture?.name)).toEqual(['other', 't', 'u']);
  expect([...bntx.check(again)]).toEqual([]);
  expect(again.textures[1]!.data.bytes).toEqual(base.textures[0]!.data.bytes);
});

test('layers of several sizes are refused', () => {
  const layer = (size: number) => ({ width: size, height: size, rgba: new Uint8Array(4 * size * size) });
  const base = newBntx([newTexture('t', [layer(4), layer(4)])]);
  const { value, issues } = fromImages([{ ...layer(8), name: 't.1' }], base);
  expect(value).toBe(base);
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([
    ['bntx/layers-differ', "'t' has some of 4 x 4, some of 8 x 8"],
  ]);
});

test('new archives hold pictures in every format that can be written, with all their levels', () => {
  const next = random(8);
  const image = {
    name: 'gradient',
    width: 40,
    height: 24,
    rgba: Uint8Array.from({ length: 40 * 24 * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i >> 4) % 256)),
  };
  for (const format of [0x1a06, 0x1c01, 0x1d01, 0x1e01, 0x1e02, 0x2006, 0x0b06, 0x0c01, 0x0701, 0x0e01]) {
    const { surface, type } = textureFormat(format)!;
    const written = bntx.codec.encode(
      newBntx([newTexture('gradient', encodeSurface([image], { format: surface, type, levelCount: 6 }))]),
    );
    const file = bntx.codec.decode(written);
    expect([...bntx.check(file)]).toEqual([]);
    expect(file.textures[0]!.data.levels.length).toBe(6);
    const { width, height, rgba } = toImages(file).value[0]!;
    const pixel = integer(next, 0, 40 * 24 - 1) * 4;
    expect([width, height]).toEqual([40, 24]);
    expect(Math.abs(rgba[pixel]! - image.rgba[pixel]!), textureFormat(format)!.surface.name).toBeLessThan(17);
  }
});

test('finds mistakes', () => {
  const file = bntx.codec.decode(bytes);
  delete file.source;
  const texture = file.textures[0]!;
  expect([...bntx.check(file)]).toEqual([]);
  file.textures[0] = { ...texture, dataSize: 4, layout: 1 };
  expect([...bntx.check(file)].map(({ code }) => code)).toEqual(['bntx/data-size', 'bntx/block-height']);
  file.textures[0] = { ...texture, format: 0xff01 };
  expect([...bntx.check(file)].map(({ code }) => code)).toEqual(['bntx/unknown-format']);
});
