import { chunkValue, chunkValues } from '../../binary/index.ts';
import type { Fact, Library } from '../format.ts';
import { type GameMaterials, type Material, type MaterialPair, materialFlagNames, NO_PARENT } from './gamemtl.ts';
import { listItems } from './names.ts';
import { decodeText } from './windows-1251.ts';

/** Bits of a pair's own properties; others are inherited from its parent. */
const OWN = { breaking: 2, step: 4, collide: 0x10, particles: 0x20, marks: 0x40 } as const;

/** Materials by name, in words. */
export const materialLibrary: Library<GameMaterials> = {
  item: 'material',
  names: (file) => materialsOf(file).map(nameOf),
  describe(file, name) {
    const material = materialsOf(file).find((each) => nameOf(each).toLowerCase() === name.toLowerCase());
    return material && [...materialFacts(material), ...pairFacts(file, material)];
  },
};

const materialsOf = (file: GameMaterials): Material[] => chunkValues(chunkValue(file, 'materials') ?? [], 'material');
const nameOf = (material: Material): string => decodeText(chunkValue(material, 'main')?.name ?? '');

function materialFacts(material: Material): Fact[] {
  const main = chunkValue(material, 'main');
  const physics = chunkValue(material, 'physics');
  const factors = chunkValue(material, 'factors');
  const numbers: readonly (readonly [label: string, value: number | undefined])[] = [
    ['friction', physics?.friction],
    ['damping', physics?.damping],
    ['spring', physics?.spring],
    ['bounce start velocity', physics?.bounceStartVelocity],
    ['bouncing', physics?.bouncing],
    ['shoot factor', factors?.shoot],
    ['shoot factor, multiplayer', chunkValue(material, 'multiplayerShoot')?.value],
    ['bounce damage factor', factors?.bounceDamage],
    ['visibility', factors?.visibility],
    ['sound occlusion', factors?.soundOcclusion],
    ['flotation factor', chunkValue(material, 'flotation')?.value],
    ['injurious speed', chunkValue(material, 'injurious')?.value],
    ['density factor', chunkValue(material, 'density')?.value],
  ];
  return [
    { label: 'name', text: nameOf(material) },
    { label: 'id', text: `${main?.id ?? 'none'}` },
    { label: 'description', text: decodeText(chunkValue(material, 'description') ?? '') || 'none' },
    { label: 'flags', text: flagText(chunkValue(material, 'flags') ?? 0) },
    ...numbers.flatMap(([label, value]) =>
      value === undefined ? [] : [{ label, text: `${Number(value.toPrecision(7))}` }],
    ),
  ];
}

/** `Bounceable, Bloodmark`; bits without a name as numbers. */
function flagText(flags: number): string {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    const value = 2 ** bit;
    if (Math.floor(flags / value) % 2 === 1) names.push(materialFlagNames[value] ?? `0x${value.toString(16)}`);
  }
  return names.join(', ') || 'none';
}

/** What happens where the material meets others: a line per pair that says anything. */
function pairFacts(file: GameMaterials, material: Material): Fact[] {
  const id = chunkValue(material, 'main')?.id;
  const names = new Map(materialsOf(file).map((each) => [chunkValue(each, 'main')?.id, nameOf(each)]));
  const pairs = chunkValues(chunkValue(file, 'pairs') ?? [], 'pair');
  const byId = new Map(pairs.map((pair) => [chunkValue(pair, 'main')?.id, pair]));
  return pairs.flatMap((pair): Fact[] => {
    const main = chunkValue(pair, 'main');
    if (main === undefined || (main.material0 !== id && main.material1 !== id)) return [];
    const other = main.material0 === id ? main.material1 : main.material0;
    const text = pairText(pair, byId);
    return text === '' ? [] : [{ label: `with ${names.get(other) ?? `material ${other}`}`, text }];
  });
}

function pairText(pair: MaterialPair, byId: ReadonlyMap<number | undefined, MaterialPair>): string {
  const lists: readonly (readonly [what: string, bit: number, of: (pair: MaterialPair) => string])[] = [
    ['breaking sounds', OWN.breaking, (each) => chunkValue(each, 'breakingSounds') ?? ''],
    ['step sounds', OWN.step, (each) => chunkValue(each, 'stepSounds') ?? ''],
    ['collide sounds', OWN.collide, (each) => chunkValue(each, 'collide')?.sounds ?? ''],
    ['particles', OWN.particles, (each) => chunkValue(each, 'collide')?.particles ?? ''],
    ['marks', OWN.marks, (each) => chunkValue(each, 'collide')?.marks ?? ''],
  ];
  return lists
    .flatMap(([what, bit, of]) => {
      const items = listItems(decodeText(of(ownerOf(pair, bit, byId))));
      return items.length === 0 ? [] : [`${what} ${items.join(', ')}`];
    })
    .join('; ');
}

/** The pair that a property is taken from: the pair itself, or the nearest of its parents that has its own. */
function ownerOf(pair: MaterialPair, bit: number, byId: ReadonlyMap<number | undefined, MaterialPair>): MaterialPair {
  let at = pair;
  for (let steps = 0; steps <= byId.size; steps++) {
    const main = chunkValue(at, 'main');
    const parent = main && main.parent !== NO_PARENT ? byId.get(main.parent) : undefined;
    if (main === undefined || parent === undefined || (main.ownProperties & bit) !== 0) return at;
    at = parent;
  }
  return at;
}
