import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bntx } from '../formats/bfres/bntx.format.ts';
import { newBntx, newTexture } from '../formats/bfres/bntx.new.ts';
import { surfaceOf } from '../formats/bfres/bntx.surface.ts';
import { dds } from '../images/dds.ts';
import { surfaceOfDds } from '../images/dds-surface.ts';
import type { Image } from '../images/image.ts';
import { decodeKtx2 } from '../images/ktx2.ts';
import { decodePng, encodePng } from '../images/png.ts';
import { CommandLine } from '../test-support/command-line.ts';
import { corpus, corpusFile } from '../test-support/corpus.ts';

// Textures in files of their own, with the blocks and levels that the game has.

let cli: CommandLine;
beforeEach(() => {
  cli = new CommandLine();
});
afterEach(() => cli.remove());

const read = (name: string): Uint8Array => new Uint8Array(readFileSync(cli.path(name)));
const picture = (shade: number, size = 16): Image => ({
  width: size,
  height: size,
  rgba: Uint8Array.from({ length: 4 * size * size }, (_, i) => ((i & 3) === 3 ? 255 : (shade + (i >> 4)) & 255)),
});
const wall = newTexture('wall', picture(10));
const sky = newTexture(
  'sky',
  [1, 2, 3, 4, 5, 6].map((n) => picture(n * 20)),
  { isCube: true, format: 'BC7' },
);

describe('extract --textures', () => {
  beforeEach(() => cli.put('t.bntx', bntx.codec.encode(newBntx([wall, sky]))));

  test('dds and ktx2 hold the very blocks, all levels, all faces', async () => {
    for (const kind of ['dds', 'ktx2']) {
      const { code, out } = await cli.run(`extract t.bntx --textures ${kind} -o out`);
      expect([code, out.split('\n').length - 1]).toEqual([0, 2]);
      for (const texture of [wall, sky]) {
        const bytes = read(`out/t/${texture.name}.${kind}`);
        const surface = kind === 'dds' ? surfaceOfDds(dds.decode(bytes))! : decodeKtx2(bytes);
        const { layers, isCube, format } = surfaceOf(texture)!;
        expect({ layers: surface.layers, isCube: surface.isCube, name: surface.format.name }, texture.name).toEqual({
          layers,
          isCube,
          name: format.name,
        });
      }
    }
  });

  test('png shows each face', async () => {
    expect((await cli.run('extract t.bntx --textures png -o out')).code).toBe(0);
    const faces = ['sky', 'sky.1', 'sky.2', 'sky.3', 'sky.4', 'sky.5'].map((name) =>
      decodePng(read(`out/t/${name}.png`)),
    );
    expect(faces.map(({ rgba }) => Math.abs(rgba[0]! - 20) < 4)).toEqual([true, false, false, false, false, false]);
  });

  test('says so where there are none', async () => {
    cli.put('a.txt', 'text');
    const { code, err } = await cli.run('extract a.txt --textures dds -o out');
    expect([code, err]).toEqual([1, expect.stringContaining('there are no textures in it that are stored as such')]);
  });
});

test('dds and ktx2 files are made of each other and taken as pictures', async () => {
  cli.put('t.bntx', bntx.codec.encode(newBntx([wall])));
  await cli.run('extract t.bntx --textures dds -o .');
  expect((await cli.run('convert t/wall.dds --to ktx2 -o wall.ktx2')).code).toBe(0);
  expect(decodeKtx2(read('wall.ktx2')).layers).toEqual(surfaceOf(wall)!.layers);
  for (const file of ['t/wall.dds', 'wall.ktx2']) {
    expect((await cli.run(`convert ${file} --to png -o shown.png --force`)).code).toBe(0);
    const shown = decodePng(read('shown.png'));
    await cli.run('convert t.bntx --to png -o own.png --force');
    expect(shown.rgba).toEqual(decodePng(read('own.png')).rgba);
  }
  cli.put('new/wall.png', encodePng(picture(90)));
  await cli.run('convert new/wall.png --to ktx2 -o new/wall.ktx2');
  expect((await cli.run('convert new/wall.ktx2 --to bntx --base t.bntx -o changed.bntx')).code).toBe(0);
  const [changed] = bntx.toImages!(bntx.codec.decode(read('changed.bntx'))).value;
  expect(Math.abs(changed!.rgba[0]! - 90)).toBeLessThan(6);
});

test('a damaged ktx2 file is told', async () => {
  cli.put('bad.ktx2', Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3));
  const { code, out, err } = await cli.run('convert bad.ktx2 --to png -o out');
  expect([code, out + err]).toEqual([1, expect.stringContaining('this is cut off or no KTX 2.0 file')]);
});

describe.skipIf(corpus('bfres') === undefined)('convert --textures', () => {
  test('writes what the materials name beside the .glb, which stays as it is', async () => {
    const name = 'Player00.szs';
    cli.put(name, corpusFile('bfres', `wiiu-v3.5-splatoon/${name}`));
    await cli.run(`convert ${name} -o plain.glb`);
    const { code, out } = await cli.run(['convert', name, '--textures', 'dds', '-o', 'new.glb', '--json']);
    expect(code).toBe(0);
    expect(read('new.glb')).toEqual(read('plain.glb'));
    const written: string[] = JSON.parse(out).models[0].written.map(({ path }: { path: string }) => path);
    expect(written.length).toBeGreaterThan(10);
    const body = written.find((path) => path.endsWith('M_Body_Alb.dds'))!;
    const surface = surfaceOfDds(dds.decode(read(body)))!;
    expect([surface.format.name, surface.width, surface.height, surface.layers[0]!.length]).toEqual([
      'BC1',
      128,
      64,
      8,
    ]);
  });
});

test('games whose textures are mere pictures give PNG, and that is said', async () => {
  const model = join(import.meta.dirname, '../../samples/red-faction/pip.v3c');
  const { code, out } = await cli.run(['convert', model, '--textures', 'ktx2', '-o', 'out']);
  expect([code, out]).toEqual([0, expect.stringContaining('pictures: 1 (no-stored-textures)')]);
  await cli.run(['convert', model, '--textures', 'png', '-o', 'out', '--force']);
  expect(decodePng(read('out/pip/pip.png')).width).toBeGreaterThan(15);
});
