import { describe, expect, test } from 'vitest';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { partSuffix, textureSuffix, weaponSuffix } from './battle-names.ts';
import { bank } from './ff7-bank.ts';
import { mesh, type PolygonModel } from './ff7-p.ts';
import { pack } from './ff7-pack.ts';
import { anySettings } from './ff7-settings.ts';
import { skeleton } from './ff7-skeleton.ts';
import { texture } from './ff7-tex.ts';
import { bankOf, battleModelOf, skeletonOf } from './psx-conversion.ts';

const models = [
  ['ENEMY000', 'aa'],
  ['ENEMY016', 'aq'],
  ['ENEMY017', 'ar'],
  ['ENEMY019', 'at'],
  ['ENEMY020', 'au'],
  ['ENEMY022', 'aw'],
  ['CLOUD', 'rt'],
] as const;

const withMeshes = ['aa', 'ar', 'at', 'rt'];

describe.skipIf(corpus('ff7') === undefined).each(models)('the pack %s', (name, prefix) => {
  const file = () => pack.decode(corpusFile('ff7', `psx-battle/${name}_u.LZS`));
  const pcFile = (suffix: string) => corpusFile('ff7', `rebuilt-pc/${prefix}/${prefix}${suffix}`);

  test('gives the skeleton, bank and settings of the PC', () => {
    expect(skeletonOf(file())).toEqual(skeleton.decode(pcFile('aa')));
    expect(bank.encode(bankOf(file()))).toEqual(pcFile('da'));
    expect(anySettings.encode(file().settings)).toEqual(pcFile('ab'));
  });

  test.runIf(withMeshes.includes(prefix))('gives the meshes and textures of the PC', () => {
    const model = battleModelOf(file(), prefix, []);
    for (const [bone, part] of model.parts) {
      expect(trianglesOf(part), `bone ${bone}`).toEqual(trianglesOf(mesh.decode(pcFile(partSuffix(bone)))));
      expect(part.boundingBoxes).toEqual(mesh.decode(pcFile(partSuffix(bone))).boundingBoxes);
    }
    if (prefix === 'rt')
      expect(trianglesOf(model.weapons.get(1)!)).toEqual(trianglesOf(mesh.decode(pcFile(weaponSuffix(1)))));
    for (const [id, named] of model.textures) {
      const { palette, pixels, width, height } = texture.decode(pcFile(textureSuffix(id)));
      expect(named.texture, `texture ${id}`).toMatchObject({ width, height, palette });
      expect(Buffer.compare(named.texture.pixels, pixels), `pixels ${id}`).toBe(0);
    }
  });
});

/** Every triangle as its corners: position, colour, texture coordinate; sorted. */
function trianglesOf({ groups, polygons, vertices, vertexColors, texCoords }: PolygonModel): string[] {
  const triangles: string[] = [];
  for (let g = 0; g < groups.length; g++) {
    for (let p = groups.polygonStart[g]!; p < groups.polygonStart[g]! + groups.polygonCount[g]!; p++) {
      const corners = [0, 1, 2].map((k) => {
        const local = polygons.vertices[3 * p + k]!;
        const v = groups.vertexStart[g]! + local;
        const t = groups.texCoordStart[g]! + local;
        const uv = groups.textured[g] === 0 ? '' : texCoords.uv.subarray(2 * t, 2 * t + 2);
        return `${vertices.position.subarray(3 * v, 3 * v + 3)} ${vertexColors.bgra.subarray(4 * v, 4 * v + 4)} ${uv}`;
      });
      triangles.push(`${groups.textured[g]} ${groups.textureId[g]}: ${corners.join(' | ')}`);
    }
  }
  return triangles.sort();
}
