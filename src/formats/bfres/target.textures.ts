import { CodecError, sameValue } from '../../binary/index.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import type { Issue } from '../../issue.ts';
import type { Scene, SceneImage } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { fromImages } from './bntx.images.ts';
import { bntx } from './bntx.ts';
import type { Original } from './target.originals.ts';
import {
  addTextures,
  archivesOf,
  hasAnyTexture,
  hasTexture,
  lostTextures,
  noPlaceFor,
  removeTextures,
  shownTextures,
  showTexture,
  swapsOf,
} from './target.retexture.ts';
import { fromImages as intoWiiu } from './wiiu-images.ts';

// Pictures of a scene put back into the textures that they were made of.

/** Which textures a changed picture stands for: glTF has several of them in one (see `material.scene.ts`). */
export function texturesFrom(scene: Scene, names: ReadonlySet<string>): NamedImage[] {
  const textures: NamedImage[] = [];
  for (const [i, image] of scene.images.entries()) {
    if (!names.has(image.name)) continue;
    const pixels = pixelsOf(image);
    if (pixels !== undefined) textures.push(...split(image.name, pixels, usesOf(scene, i)));
  }
  return textures;
}

interface Uses {
  readonly isColor: boolean;
  readonly isRough: boolean;
}

function usesOf(scene: Scene, image: number): Uses {
  const isIt = (texture: number | undefined) => texture !== undefined && scene.textures[texture]?.image === image;
  return {
    isColor: scene.materials.some(({ baseColorTexture }) => isIt(baseColorTexture?.texture)),
    isRough: scene.materials.some(({ metallicRoughnessTexture }) => isIt(metallicRoughnessTexture?.texture)),
  };
}

function split(name: string, image: Image, { isColor, isRough }: Uses): NamedImage[] {
  const [first, second] = name.split('+') as [string, string?];
  if (isRough && !isColor) {
    if (name.endsWith(' metalness')) return [{ name: name.slice(0, -' metalness'.length), ...grey(image, 2) }];
    const rough = { name: first, ...grey(image, 1) };
    return second === undefined ? [rough] : [rough, { name: second, ...grey(image, 2) }];
  }
  if (second === undefined) return [{ name, ...image }];
  return [
    { name: first, ...opaque(image) },
    { name: second, ...grey(image, 3) },
  ];
}

/** One channel in all of r g b. */
export function grey({ width, height, rgba }: Image, channel: number): Image {
  const pixels = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    pixels.fill(rgba[i + channel]!, i, i + 3);
    pixels[i + 3] = 255;
  }
  return { width, height, rgba: pixels };
}

export function opaque({ width, height, rgba }: Image): Image {
  const pixels = rgba.slice();
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return { width, height, rgba: pixels };
}

export function pixelsOf({ data }: SceneImage): Image | undefined {
  if (!('bytes' in data)) return data;
  try {
    return data.mimeType === 'image/png' ? decodePng(data.bytes) : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** Replaces textures in the archives of an original; tells how many were found in it. */
export function replaceTextures(original: Original, textures: readonly NamedImage[], issues: Issue[]): number {
  const own = textures.filter(({ name }) => hasTexture(original, name));
  if (own.length === 0) return 0;
  if (original.platform === 'wiiu') {
    const { value, issues: told } = intoWiiu(own, original.file);
    issues.push(...told);
    Object.assign(original.file, value);
    return own.length;
  }
  for (const { embedded, archive } of archivesOf(original)) {
    const names = new Set(archive.textures.map((texture) => texture?.name));
    const { value, issues: told } = fromImages(
      own.filter(({ name }) => names.has(name)),
      archive,
    );
    issues.push(...told);
    embedded.data = bntx.encode(value);
    embedded.size = undefined;
  }
  return own.length;
}

/** What {@link retexture} works on: see `bfres.target.ts`. */
export interface TextureWork {
  readonly scene: Scene;
  readonly before: Scene;
  readonly originals: readonly Original[];
  readonly original: Original;
  readonly index: number;
  readonly issues: Issue[];
}

/**
 * Has materials show the pictures they have in the scene, new ones included, and takes out textures that the scene has
 * lost and nothing shows any more. Gives how many did, were added and removed, and the files that were changed.
 */
export function retexture(work: TextureWork): {
  swapped: number;
  added: number;
  removed: number;
  touched: Set<Original>;
} {
  const { scene, before, originals, original, index, issues } = work;
  const touched = new Set<Original>();
  let [swapped, added] = [0, 0];
  for (const swap of swapsOf(before, scene)) {
    const image = scene.images[swap.image]!;
    const pixels = pixelsOf(image);
    if (pixels === undefined || isSamePicture(pixels, before.images[swap.old]!)) continue;
    const pictures = split(image.name, pixels, usesOf(scene, swap.image)).slice(0, 1);
    const missing = pictures.filter(({ name }) => !originals.some((each) => hasTexture(each, name)));
    const home = originals.find((each) => hasAnyTexture(each)) ?? original;
    const isThere = missing.length === 0 || addTextures(home, missing, issues);
    if (!isThere || !showTexture(original, index, swap, pictures[0]!.name)) {
      issues.push(noPlaceFor(swap, image.name));
      continue;
    }
    touched.add(original);
    if (missing.length > 0) touched.add(home);
    added += missing.length;
    swapped++;
  }
  const shown = shownTextures(originals);
  const lost = lostTextures(before, scene);
  let removed = 0;
  for (const each of originals) {
    const count = removeTextures(each, lost, shown);
    if (count > 0) touched.add(each);
    removed += count;
  }
  return { swapped, added, removed, touched };
}

/** Editors rename pictures: one that is as it was under another name is no other. */
function isSamePicture({ width, height, rgba }: Image, image: SceneImage): boolean {
  const own = pixelsOf(image);
  return own !== undefined && own.width === width && own.height === height && sameValue(own.rgba, rgba);
}
