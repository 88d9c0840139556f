import type { Image } from '../../images/image.ts';
import type { Material, Scene } from '../../scene/scene.ts';
import type { NamedTexture } from './battle-model.ts';
import type { GroupLook } from './p.scene.ts';
import { paletteCount, pixelsOf } from './tex-pixels.ts';

/** How blending is called in the game (specification, section 5.3). */
const BLEND_NAMES = ['average', 'additive', 'subtractive', 'a quarter additive'];

/** The materials of a scene: one for each way of looking that its groups have (specification, section 12.3). */
export class MaterialBook {
  /** Texture ids that no texture answers to. */
  readonly missing = new Set<number>();
  private readonly scene: Scene;
  private readonly textures: ReadonlyMap<number, NamedTexture>;
  private readonly known = new Map<string, number>();
  private readonly textureIndex = new Map<number, { index: number; image: Image }>();

  constructor(scene: Scene, textures: ReadonlyMap<number, NamedTexture>) {
    this.scene = scene;
    this.textures = textures;
  }

  /** Index of the material of a look. */
  materialOf(look: GroupLook): number {
    const { texture, blendMode, isDoubleSided, vertexAlpha } = look;
    const isTranslucent = blendMode !== undefined || vertexAlpha < 255;
    const key = [texture, blendMode, isDoubleSided, isTranslucent && blendMode !== undefined].join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const index = this.scene.materials.length;
    this.scene.materials.push(this.make(look));
    this.known.set(key, index);
    return index;
  }

  private make({ texture, blendMode, isDoubleSided }: GroupLook): Material {
    const used = texture === undefined ? undefined : this.use(texture);
    const alpha = used === undefined ? 'opaque' : alphaOf(used.image);
    const alphaMode = blendMode === undefined ? alpha : 'blend';
    const named = texture === undefined ? undefined : this.textures.get(texture);
    const suffix = `${blendMode === undefined ? '' : ` ${BLEND_NAMES[blendMode] ?? `blend ${blendMode}`}`}${isDoubleSided ? ' two-sided' : ''}`;
    return {
      name: `${named?.name ?? (texture === undefined ? 'plain' : `texture ${texture}`)}${suffix}`,
      ...(used === undefined ? {} : { baseColorTexture: { texture: used.index } }),
      metallicFactor: 0,
      roughnessFactor: 1,
      alphaMode,
      ...(alphaMode === 'mask' ? { alphaCutoff: 0.5 } : {}),
      doubleSided: isDoubleSided,
      unlit: true,
      extras: {
        ff7: {
          ...(texture === undefined ? {} : { textureId: texture }),
          ...(blendMode === undefined ? {} : { blendMode }),
        },
      },
    };
  }

  private use(id: number): { index: number; image: Image } | undefined {
    const known = this.textureIndex.get(id);
    if (known !== undefined) return known;
    const named = this.textures.get(id);
    if (named === undefined) {
      this.missing.add(id);
      return undefined;
    }
    const { name, texture } = named;
    const image = pixelsOf(texture, Math.min(texture.paletteIndex, paletteCount(texture) - 1));
    const index = this.scene.textures.length;
    const imageIndex = this.scene.images.length;
    this.scene.images.push({ name, data: image });
    this.scene.textures.push({ name, image: imageIndex, wrapS: 'repeat', wrapT: 'repeat', filter: 'nearest' });
    const used = { index, image };
    this.textureIndex.set(id, used);
    return used;
  }
}

/** Cut out where any texel is clear, blended where one is in between. */
function alphaOf({ rgba }: Image): Material['alphaMode'] {
  let isCut = false;
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at]!;
    if (alpha === 0) isCut = true;
    else if (alpha < 255) return 'blend';
  }
  return isCut ? 'mask' : 'opaque';
}
