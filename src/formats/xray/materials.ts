import type { Extras, Material, Scene, SceneImage } from '../../scene/scene.ts';
import { normalName } from './names.ts';

/** A surface of a source or compiled model; texts in Unicode. */
export interface SurfaceLook {
  readonly name: string;
  /** Engine shader: `models\model`. */
  readonly shader: string;
  /** Without extension, `\` between folders. */
  readonly texture: string;
  readonly doubleSided: boolean;
  readonly extras: Extras;
}

/** The pictures that belong to a texture name. */
export interface FoundTexture {
  readonly color: SceneImage;
  /** Tangent-space normals, where the texture has a bump pair. */
  readonly normals?: SceneImage;
}

/** Finds a texture by the name a surface has; undefined where there is none, which the finder reports. */
export type FindTexture = (name: string) => FoundTexture | undefined;

/** The engine's alpha reference for models: 200 of 255, but what artists paint for is a half. */
const ALPHA_CUTOFF = 0.5;

/** Adds materials to a scene, and each picture once. */
export class MaterialBuilder {
  private readonly scene: Scene;
  private readonly find: FindTexture;
  private readonly textures = new Map<string, { color: number; normals?: number } | undefined>();

  constructor(scene: Scene, find: FindTexture) {
    this.scene = scene;
    this.find = find;
  }

  /** Index of the new material. */
  add({ name, shader, texture, doubleSided, extras }: SurfaceLook): number {
    const found = texture === '' ? undefined : this.textureOf(texture);
    const material: Material = {
      name,
      metallicFactor: 0,
      roughnessFactor: 0.9,
      doubleSided,
      ...transparencyOf(shader),
      ...(found && { baseColorTexture: { texture: found.color } }),
      ...(found?.normals !== undefined && { normalTexture: { texture: found.normals } }),
      extras: { xray: extras },
    };
    if (isSelfLit(shader)) {
      material.emissiveFactor = [1, 1, 1];
      if (found) material.emissiveTexture = { texture: found.color };
    }
    return this.scene.materials.push(material) - 1;
  }

  private textureOf(name: string): { color: number; normals?: number } | undefined {
    const key = normalName(name);
    if (!this.textures.has(key)) {
      const found = this.find(name);
      const added = found && {
        color: this.addImage(found.color),
        ...(found.normals && { normals: this.addImage(found.normals) }),
      };
      this.textures.set(key, added);
    }
    return this.textures.get(key);
  }

  private addImage(image: SceneImage): number {
    const index = this.scene.images.push(image) - 1;
    return (
      this.scene.textures.push({
        name: image.name,
        image: index,
        wrapS: 'repeat',
        wrapT: 'repeat',
        filter: 'linear',
      }) - 1
    );
  }
}

/** How the engine's shaders treat alpha, by their names (specification, section 18.3). */
function transparencyOf(shader: string): Pick<Material, 'alphaMode' | 'alphaCutoff'> {
  const name = shader.toLowerCase();
  if (name.includes('aref')) return { alphaMode: 'mask', alphaCutoff: ALPHA_CUTOFF };
  return { alphaMode: /trans|glass|window|lightplanes|fur/.test(name) ? 'blend' : 'opaque' };
}

const isSelfLit = (shader: string): boolean => shader.toLowerCase().includes('selflight');
