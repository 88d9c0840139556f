import { type Issue, issue } from '../../issue.ts';
import type { Material, Scene } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { fromImages as intoBntx, withTextures as withBntxTextures } from './bntx.images.ts';
import { bntx } from './bntx.ts';
import { isBntx } from './switch-file.ts';
import { switchModel } from './switch-view.ts';
import { targetIssues } from './target.issues.ts';
import type { Original } from './target.originals.ts';
import { type TextureRole, textureRole } from './texture-role.ts';
import type { ModelView } from './view.ts';
import { fromImages as intoWiiu } from './wiiu-images.ts';
import { wiiuModel } from './wiiu-view.ts';

// Textures that a scene has and its originals lack, and the other way round: materials show others, archives get new ones,
// and lose those that nothing shows any more.

/** The pictures of a material that stand for one texture each, and what that texture is for. */
const SLOTS = {
  baseColorTexture: 'albedo',
  normalTexture: 'normal',
  occlusionTexture: 'occlusion',
  emissiveTexture: 'emission',
} as const satisfies Partial<Record<keyof Material, TextureRole>>;
type Slot = keyof typeof SLOTS;

/** A material shows another picture than before. */
export interface Swap {
  readonly material: string;
  readonly slot: Slot;
  /** Index of the picture in the scene. */
  readonly image: number;
  /** Index of the picture that it had, in the scene of the originals. */
  readonly old: number;
}

/** Materials of which another picture takes the place of one, by name. */
export function swapsOf(before: Scene, after: Scene): Swap[] {
  const swaps: Swap[] = [];
  for (const material of after.materials) {
    const original = before.materials.find(({ name }) => name === material.name);
    for (const slot of Object.keys(SLOTS) as Slot[]) {
      const image = imageOf(after, material, slot);
      const old = original && imageOf(before, original, slot);
      if (image === undefined || old === undefined) continue;
      if (after.images[image]!.name !== before.images[old]!.name)
        swaps.push({ material: material.name, slot, image, old });
    }
  }
  return swaps;
}

const imageOf = (scene: Scene, material: Material, slot: Slot): number | undefined => {
  const use = material[slot];
  return use && scene.textures[use.texture]?.image;
};

/** Names of the pictures that the scene had and has no more, taken apart into textures. */
export function lostTextures(before: Scene, after: Scene): Set<string> {
  const namesOf = ({ images }: Scene) => images.flatMap(({ name }) => name.replace(/ metalness$/, '').split('+'));
  const kept = new Set(namesOf(after));
  return new Set(namesOf(before).filter((name) => !kept.has(name)));
}

/** Has a material of the original show a texture; false where it has no place for it. */
export function showTexture(original: Original, index: number, { material, slot }: Swap, texture: string): boolean {
  const view = materialsOf(original, index).find(({ name }) => name === material);
  const sampler = view?.samplers.findIndex((each) => textureRole(each) === SLOTS[slot]) ?? -1;
  if (sampler < 0) return false;
  if (original.platform === 'switch') {
    const own = original.file.models[index]!.materials.find(({ name }) => name === material)!;
    own.textureNames = own.textureNames.map((name, i) => (i === sampler ? texture : name));
  } else {
    const own = original.file.models!.values[index]!.materials!.values.find(({ name }) => name === material)!;
    const target = original.file.textures?.values.find(({ name }) => name === texture);
    const reference = { name: texture, texture: target };
    own.textures = own.textures.map((each, i) => (i === sampler ? reference : each));
  }
  return true;
}

const materialsOf = (original: Original, index: number): ModelView['materials'] =>
  original.platform === 'switch'
    ? switchModel(original.file.models[index]!, index).materials
    : wiiuModel(original.file.models!.values[index]!, index).materials;

/** Puts new textures into the archive of a file; false for Switch files without one, whose textures are elsewhere. */
export function addTextures(original: Original, pictures: readonly NamedImage[], issues: Issue[]): boolean {
  if (original.platform === 'wiiu') {
    const { value, issues: told } = intoWiiu(pictures, original.file);
    Object.assign(original.file, value);
    issues.push(...told);
    return true;
  }
  const home = original.file.embeddedFiles.find(({ data }) => data !== undefined && isBntx(data));
  if (home === undefined) return false;
  const { value, issues: told } = intoBntx(pictures, bntx.decode(home.data!));
  home.data = bntx.encode(value);
  home.size = undefined;
  issues.push(...told);
  return true;
}

/** Whether a file has textures. */
export const hasAnyTexture = (original: Original): boolean =>
  original.platform === 'wiiu' ? original.file.textures !== undefined : archivesOf(original).length > 0;

/** Whether a file has a texture of this name. */
export function hasTexture(original: Original, name: string): boolean {
  if (original.platform === 'wiiu') return original.file.textures?.names.includes(name) ?? false;
  return archivesOf(original).some(({ archive }) => archive.textures.some((texture) => texture?.name === name));
}

/** The texture archives in a Switch file. */
export function archivesOf(original: Extract<Original, { platform: 'switch' }>) {
  return original.file.embeddedFiles.flatMap((embedded) =>
    embedded.data !== undefined && isBntx(embedded.data) ? [{ embedded, archive: bntx.decode(embedded.data) }] : [],
  );
}

/** Takes textures out of a file that none of the materials and texture patterns show; tells how many. */
export function removeTextures(original: Original, names: ReadonlySet<string>, shown: ReadonlySet<string>): number {
  const goes = (name: string | undefined) => name !== undefined && names.has(name) && !shown.has(name);
  if (original.platform === 'wiiu') {
    const { file } = original;
    const stays = (file.textures?.names ?? []).map((name) => !goes(name));
    const count = stays.filter((stay) => !stay).length;
    if (count === 0 || file.textures === undefined) return 0;
    const { names: all, values } = file.textures;
    file.textures =
      count === values.length
        ? undefined
        : { names: all.filter((_, i) => stays[i]), values: values.filter((_, i) => stays[i]) };
    return count;
  }
  let count = 0;
  for (const { embedded, archive } of archivesOf(original)) {
    const kept = archive.textures.filter((texture) => !goes(texture?.name));
    if (kept.length === archive.textures.length) continue;
    count += archive.textures.length - kept.length;
    embedded.data = bntx.encode(withBntxTextures(archive, kept));
    embedded.size = undefined;
  }
  return count;
}

/** Names of the textures that materials and texture patterns of files show. */
export function shownTextures(originals: readonly Original[]): Set<string> {
  const shown = new Set<string>();
  for (const original of originals) {
    if (original.platform === 'switch') {
      for (const { materials } of original.file.models) for (const { textureNames } of materials) note(textureNames);
      for (const { textureNames } of original.file.materialAnims) note(textureNames);
    } else {
      for (const { materials } of original.file.models?.values ?? []) {
        for (const { textures } of materials?.values ?? []) note(textures.map(({ name }) => name));
      }
      for (const { textures } of original.file.patternAnims?.values ?? []) note(textures?.names ?? []);
    }
  }
  return shown;

  function note(names: readonly (string | undefined)[]): void {
    for (const name of names) if (name !== undefined) shown.add(name);
  }
}

/** Tells of what the originals have no place for. */
export const noPlaceFor = ({ material, slot }: Swap, name: string): Issue =>
  issue(targetIssues['not-written'], `'${name}' as ${SLOTS[slot]} of material '${material}'`);
