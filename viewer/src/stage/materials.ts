import type { Primitive, Scene, Material as SceneMaterial } from 'exhume';
import {
  type ColorSpace,
  DoubleSide,
  FrontSide,
  LinearSRGBColorSpace,
  type Material,
  MeshBasicMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  NoColorSpace,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { textureFor } from './textures.ts';

/** How surfaces are drawn. */
export interface Look {
  readonly shading: 'lit' | 'unlit' | 'normals';
  readonly textures: boolean;
  readonly vertexColors: boolean;
  readonly wireframe: boolean;
  /** Whether backs are drawn too, whatever the materials say. */
  readonly doubleSided: boolean;
}

const usual: SceneMaterial = {
  name: '',
  metallicFactor: 0,
  roughnessFactor: 1,
  alphaMode: 'opaque',
  doubleSided: false,
};

/** The materials of a scene. Textures are made once, whatever the look, and materials once a look. */
export class Palette {
  private readonly scene: Scene;
  private readonly pictures: readonly (ImageBitmap | ImageData | undefined)[];
  private readonly textures = new Map<string, Texture | undefined>();
  private readonly materials = new Map<string, Material>();

  constructor(scene: Scene, pictures: readonly (ImageBitmap | ImageData | undefined)[]) {
    this.scene = scene;
    this.pictures = pictures;
  }

  materialFor(primitive: Primitive, look: Look): Material {
    const hasColors = primitive.colors.length > 0 && look.vertexColors;
    const isFlat = primitive.normals === undefined;
    const key = JSON.stringify([primitive.material ?? null, hasColors, isFlat, primitive.tangents !== undefined, look]);
    const known = this.materials.get(key);
    if (known !== undefined) return known;
    const description =
      (primitive.material === undefined ? undefined : this.scene.materials[primitive.material]) ?? usual;
    const material = this.make(description, look, hasColors, isFlat);
    this.materials.set(key, material);
    return material;
  }

  dispose(): void {
    for (const material of this.materials.values()) material.dispose();
    for (const texture of this.textures.values()) texture?.dispose();
    for (const picture of this.pictures) if (picture instanceof ImageBitmap) picture.close();
  }

  private make(description: SceneMaterial, look: Look, vertexColors: boolean, flatShading: boolean): Material {
    const { alphaMode, doubleSided, unlit } = description;
    const shared = {
      name: description.name,
      side: doubleSided || look.doubleSided ? DoubleSide : FrontSide,
      wireframe: look.wireframe,
    };
    if (look.shading === 'normals') return new MeshNormalMaterial({ ...shared, flatShading });
    const map = look.textures ? this.texture(description.baseColorTexture, SRGBColorSpace) : undefined;
    const surface = {
      ...shared,
      vertexColors,
      ...(map === undefined ? {} : { map }),
      ...(alphaMode === 'mask' ? { alphaTest: description.alphaCutoff ?? 0.5 } : {}),
      ...(alphaMode === 'blend' ? { transparent: true, depthWrite: false } : {}),
    };
    const material =
      unlit || look.shading === 'unlit'
        ? new MeshBasicMaterial(surface)
        : this.standard(description, look, { ...surface, flatShading });
    const [r, g, b, a] = description.baseColorFactor ?? [1, 1, 1, 1];
    material.color.setRGB(r, g, b, LinearSRGBColorSpace);
    if (alphaMode !== 'opaque') material.opacity = a;
    return material;
  }

  private standard(description: SceneMaterial, look: Look, surface: object): MeshStandardMaterial {
    const material = new MeshStandardMaterial({
      ...surface,
      metalness: description.metallicFactor,
      roughness: description.roughnessFactor,
    });
    const [r, g, b] = description.emissiveFactor ?? [0, 0, 0];
    material.emissive.setRGB(r, g, b, LinearSRGBColorSpace);
    if (!look.textures) return material;
    material.emissiveMap = this.texture(description.emissiveTexture, SRGBColorSpace) ?? null;
    material.normalMap = this.texture(description.normalTexture, NoColorSpace) ?? null;
    material.normalScale.setScalar(description.normalTexture?.scale ?? 1);
    material.aoMap = this.texture(description.occlusionTexture, NoColorSpace) ?? null;
    material.aoMapIntensity = description.occlusionTexture?.scale ?? 1;
    material.metalnessMap = this.texture(description.metallicRoughnessTexture, NoColorSpace) ?? null;
    material.roughnessMap = material.metalnessMap;
    return material;
  }

  private texture(use: SceneMaterial['baseColorTexture'], colorSpace: ColorSpace): Texture | undefined {
    if (use === undefined) return undefined;
    const key = JSON.stringify([use, colorSpace]);
    if (!this.textures.has(key)) this.textures.set(key, textureFor(this.scene, this.pictures, use, colorSpace));
    return this.textures.get(key);
  }
}
