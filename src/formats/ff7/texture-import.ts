import { decodePng } from '../../images/png.ts';
import { CodecError, type Issue, issue } from '../../issue.ts';
import type { Material, Pixels, Scene, SceneImage } from '../../scene/scene.ts';
import type { NamedTexture } from './battle-model.ts';
import { MAX_TEXTURES } from './battle-names.ts';
import { ff7Issues } from './ff7.issues.ts';
import type { Texture } from './ff7-tex.ts';
import type { PLook } from './mesh-import.ts';
import { fromImages } from './tex.images.ts';
import { paletteCount, pixelsOf } from './tex-pixels.ts';

/** Numbers the textures that the materials of a scene use, and tells what materials say to the game. */
export class TextureImport {
  /** Pictures by texture id. */
  readonly pictures = new Map<number, { readonly name: string; readonly pixels: Pixels }>();
  private readonly scene: Scene;
  private readonly issues: Issue[];
  private readonly idOfImage = new Map<number, number | undefined>();
  private readonly originals: ReadonlyMap<number, NamedTexture>;

  constructor(scene: Scene, originals: ReadonlyMap<number, NamedTexture>, issues: Issue[]) {
    this.scene = scene;
    this.originals = originals;
    this.issues = issues;
    // Materials of ours know their numbers: they come first, so that others take what is free.
    for (const material of scene.materials) if (ownId(material) !== undefined) this.idOf(material);
  }

  readonly lookOf = (index: number | undefined): PLook => {
    const material = index === undefined ? undefined : this.scene.materials[index];
    if (material === undefined)
      return { texture: undefined, isDoubleSided: false, blendMode: undefined, factor: [1, 1, 1, 1] };
    const stored = (material.extras?.ff7 as { blendMode?: unknown } | undefined)?.blendMode;
    return {
      texture: this.idOf(material),
      isDoubleSided: material.doubleSided,
      blendMode: typeof stored === 'number' ? stored : undefined,
      factor: material.baseColorFactor ?? [1, 1, 1, 1],
    };
  };

  private idOf(material: Material): number | undefined {
    const texture = material.baseColorTexture && this.scene.textures[material.baseColorTexture.texture];
    if (texture === undefined) return ownId(material);
    const { image } = texture;
    if (this.idOfImage.has(image)) return this.idOfImage.get(image);
    const pixels = this.pixelsOf(this.scene.images[image]!);
    const id = pixels === undefined ? undefined : (ownId(material) ?? this.byName(image) ?? this.free());
    this.idOfImage.set(image, id);
    if (id !== undefined && !this.pictures.has(id)) {
      this.pictures.set(id, { name: this.scene.images[image]!.name, pixels: pixels! });
    }
    return id;
  }

  private byName(image: number): number | undefined {
    const name = this.scene.images[image]!.name.toLowerCase();
    for (const [id, original] of this.originals) if (original.name === name && !this.pictures.has(id)) return id;
    return undefined;
  }

  private free(): number {
    let id = 0;
    while (this.pictures.has(id) || this.originals.has(id)) id++;
    return id;
  }

  private pixelsOf({ name, data }: SceneImage): Pixels | undefined {
    if ('rgba' in data) return data;
    try {
      if (data.mimeType === 'image/png') return decodePng(data.bytes);
      this.issues.push(issue(ff7Issues['picture-left-out'], `'${name}' is ${data.mimeType}`));
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      this.issues.push(issue(ff7Issues['picture-left-out'], `'${name}': ${error.reason}`));
    }
    return undefined;
  }
}

function ownId({ extras }: Material): number | undefined {
  const id = (extras?.ff7 as { textureId?: unknown } | undefined)?.textureId;
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 256 ? id : undefined;
}

/** A texture that shows a picture: the original where it does already. */
export function textureFor(pixels: Pixels, name: string, original: Texture | undefined, issues: Issue[]): Texture {
  if (original !== undefined) {
    const count = paletteCount(original);
    const shown = Math.min(original.paletteIndex, count - 1);
    if (samePixels(pixelsOf(original, shown), pixels)) return original;
    const isSameSize = pixels.width === original.width && pixels.height === original.height;
    if (count > 1 && isSameSize) {
      const images = Array.from({ length: count }, (_, palette) => ({
        name,
        ...(palette === shown ? pixels : pixelsOf(original, palette)),
      }));
      const made = fromImages(images, original);
      issues.push(...made.issues);
      return made.value;
    }
  }
  const made = fromImages([{ name, ...pixels }], original);
  issues.push(...made.issues);
  return made.value;
}

export function samePixels(a: Pixels, b: Pixels): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  for (let i = 0; i < a.rgba.length; i += 4) {
    if (a.rgba[i + 3] === 0 && b.rgba[i + 3] === 0) continue; // what is clear has no colour
    for (let c = 0; c < 4; c++) if (a.rgba[i + c] !== b.rgba[i + c]) return false;
  }
  return true;
}

/** The names of battle files have room for so many textures. */
export function tooManyTextures(count: number): Issue | undefined {
  if (count <= MAX_TEXTURES) return undefined;
  return issue(ff7Issues['too-many-textures'], `${count} textures, a model has room for ${MAX_TEXTURES}`);
}
