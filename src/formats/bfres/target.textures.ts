import { CodecError } from '../../binary/index.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene, SceneImage } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { fromImages } from './bntx.images.ts';
import { bntx } from './bntx.ts';
import { isBntx } from './switch-file.ts';
import { targetIssues } from './target.issues.ts';
import type { Original } from './target.originals.ts';

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
function grey({ width, height, rgba }: Image, channel: number): Image {
  const pixels = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    pixels.fill(rgba[i + channel]!, i, i + 3);
    pixels[i + 3] = 255;
  }
  return { width, height, rgba: pixels };
}

function opaque({ width, height, rgba }: Image): Image {
  const pixels = rgba.slice();
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return { width, height, rgba: pixels };
}

function pixelsOf({ data }: SceneImage): Image | undefined {
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
  if (original.platform === 'wiiu') {
    const own = original.file.textures?.names.filter((name) => textures.some((texture) => texture.name === name)) ?? [];
    if (own.length > 0) issues.push(issue(targetIssues['not-written'], `${own.length} textures of the Wii U`));
    return 0;
  }
  let found = 0;
  for (const embedded of original.file.embeddedFiles) {
    if (embedded.data === undefined || !isBntx(embedded.data)) continue;
    const archive = bntx.decode(embedded.data);
    const names = new Set(archive.textures.map((texture) => texture?.name));
    const own = textures.filter(({ name }) => names.has(name));
    if (own.length === 0) continue;
    const { value, issues: told } = fromImages(own, archive);
    issues.push(...told);
    embedded.data = bntx.encode(value);
    embedded.size = undefined;
    found += own.length;
  }
  return found;
}
