import { describe, expect, test } from 'vitest';
import { Lookup, memorySource } from '../../containers/source.ts';
import { encodePng } from '../../images/png.ts';
import type { Issue } from '../../issue.ts';
import type { SceneImage } from '../../scene/scene.ts';
import { normalMap, textureFinder } from './textures.ts';
import { thmFile } from './thm.ts';

const picture = (...rgba: number[]) => ({ width: 1, height: 1, rgba: Uint8Array.from(rgba) });
const png = (...rgba: number[]) => encodePng(picture(...rgba));

function find(files: Record<string, Uint8Array>, name: string, near = 'gamedata/meshes/a.ogf') {
  const issues: Issue[] = [];
  const lookup = new Lookup(memorySource('game', new Map(Object.entries(files))));
  return { found: textureFinder(lookup, near, issues)(name), codes: issues.map(({ code }) => code) };
}

const pixels = (image: SceneImage | undefined) => [...((image?.data as { rgba?: Uint8Array })?.rgba ?? [])];

describe('textures are found', () => {
  const red = [255, 0, 0, 255] as const;

  test.each(['wpn\\wpn_knife', 'WPN/Wpn_Knife', 'wpn\\wpn_knife.tga'])('as %s, whatever the case', (name) => {
    const { found, codes } = find({ 'gamedata/Textures/Wpn/WPN_knife.png': png(...red) }, name);
    expect(pixels(found?.color)).toEqual(red);
    expect(codes).toEqual([]);
  });

  test('in the textures folder before any other, and elsewhere with a note', () => {
    const files = { 'old/wpn/knife.png': png(0, 0, 1, 255), 'textures/wpn/knife.png': png(...red) };
    expect(pixels(find(files, 'wpn\\knife').found?.color)).toEqual(red);
    const alone = find({ 'knife.png': png(...red) }, 'wpn\\knife');
    expect(alone.codes).toEqual(['xray/texture-elsewhere']);
    expect(pixels(alone.found?.color)).toEqual(red);
  });

  test('not at all for names that the game makes while it runs', () => {
    expect(find({ 'textures/$user$a.png': png(...red) }, '$user$a').found).toBeUndefined();
  });

  test('with the bump pair beside them, or the one that their thumbnail names', () => {
    const textures = {
      'textures/a.png': png(...red),
      'textures/a_bump.png': png(0, 255, 128, 128),
      'textures/other.png': png(0, 128, 128, 255),
    };
    expect(pixels(find(textures, 'a').found?.normals)).toEqual([128, 127, 255, 255]);
    const thumbnail = thmFile.encode({
      kind: 'texture',
      chunks: [
        { name: 'version', value: 18 },
        {
          name: 'texture',
          value: {
            format: 3,
            flags: 0,
            borderColor: 0,
            fadeColor: 0,
            fadeAmount: 0,
            mipFilter: 0,
            width: 1,
            height: 1,
          },
        },
        { name: 'bump', value: { virtualHeight: 0, mode: 2, texture: 'other' } },
      ],
    });
    expect(pixels(find({ ...textures, 'textures/a.thm': thumbnail }, 'a').found?.normals)).toEqual([
      255, 127, 128, 255,
    ]);
  });
});

describe('normals of bump textures', () => {
  /** n = (A, B, G) of the one + (R, G, B) of the other - 1; y counts down in the game and up in glTF. */
  const expected = (x: number, y: number, z: number) => {
    const length = Math.hypot(x, y, z);
    return [x, -y, z].map((value) => Math.round((value / length + 1) * 127.5));
  };

  test('are alpha, blue and green of the first, plus red, green and blue of the second', () => {
    const { rgba } = normalMap(picture(9, 190, 100, 150), picture(140, 120, 200, 7));
    const normal = expected((150 + 140) / 255 - 1, (100 + 120) / 255 - 1, (190 + 200) / 255 - 1);
    expect([...rgba]).toEqual([...normal, 255]);
  });

  test('are those of the first alone where there is no second', () => {
    const { rgba } = normalMap(picture(9, 190, 100, 150), undefined);
    const normal = expected((150 / 255) * 2 - 1, (100 / 255) * 2 - 1, (190 / 255) * 2 - 1);
    expect([...rgba]).toEqual([...normal, 255]);
  });
});
