import { textUntilZero } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Material, Scene } from '../../scene/scene.ts';
import { sceneIssues } from './v3d.issues.ts';
import type { Material as RfMaterial, Submesh } from './v3d.ts';
import type { Lod } from './v3d-lod.ts';

// Materials of batches to materials of the scene (specification, section 12.3).

/** How much of a picture one can see through: decides how a material is drawn. */
export type Transparency = 'opaque' | 'mask' | 'blend';

/** A texture as it goes into a scene. */
export interface FoundTexture {
  readonly image: Scene['images'][number];
  readonly transparency: Transparency;
  readonly issues: readonly Issue[];
}

/** The picture of a texture by the name that a mesh gives; undefined where there is none, with an issue in `issues`. */
export type FindTexture = (name: string, issues: Issue[]) => FoundTexture | undefined;

/** Fields of `renderMode` (specification, section 6.7). */
export const renderModes = {
  /** What the mesh compiler writes: blended, with an alpha test. */
  usual: 0x518c41,
  opaque: 0x400c41,
  additive: 0x110c21,
} as const;

const textureSource = (mode: number) => mode & 31;
const alphaBlend = (mode: number) => (mode >>> 15) & 31;

const CLAMP = 2;
const CLAMP_WITHOUT_FILTER = 3;
const BLEND_NONE = 0;
const BLEND_ALPHA = 3;

/** Adds the materials, textures and pictures of a mesh to a scene, each once. */
export class MaterialWriter {
  private readonly scene: Scene;
  private readonly issues: Issue[];
  private readonly findTexture: FindTexture | undefined;
  private readonly materials = new Map<string, number>();
  private readonly textures = new Map<string, number>();
  private readonly found = new Map<string, { image: number; transparency: Transparency } | undefined>();
  private plainBatches = 0;
  private blendedBatches = 0;

  constructor(scene: Scene, issues: Issue[], findTexture: FindTexture | undefined) {
    this.scene = scene;
    this.issues = issues;
    this.findTexture = findTexture;
  }

  /** Index of the material for triangles of a batch. */
  materialOf(submesh: Submesh, lod: Lod, textureIndex: number, renderMode: number, doubleSided: boolean): number {
    const index = lod.textures[textureIndex]?.materialIndex;
    const material = index === undefined ? undefined : submesh.materials[index];
    if (material === undefined) {
      this.plainBatches++;
      return this.once(`none ${doubleSided}`, () => plainMaterial(doubleSided));
    }
    if (![BLEND_NONE, BLEND_ALPHA].includes(alphaBlend(renderMode))) this.blendedBatches++;
    const key = JSON.stringify([{ ...material }, renderMode, doubleSided]);
    return this.once(key, () => this.toMaterial(material, renderMode, doubleSided));
  }

  /** Reports what could not be kept, once all batches are done. */
  finish(): void {
    if (this.plainBatches > 0) this.issues.push(issue(sceneIssues['plain-material'], `${this.plainBatches} batches`));
    if (this.blendedBatches > 0) this.issues.push(issue(sceneIssues.blending, `${this.blendedBatches} batches`));
  }

  private once(key: string, make: () => Material): number {
    let index = this.materials.get(key);
    if (index === undefined) {
      index = this.scene.materials.push(make()) - 1;
      this.materials.set(key, index);
    }
    return index;
  }

  private toMaterial(material: RfMaterial, renderMode: number, doubleSided: boolean): Material {
    const name = textUntilZero(material.diffuseMap);
    const texture = textureSource(renderMode) === 0 || name === '' ? undefined : this.textureOf(name, renderMode);
    const use = texture === undefined ? undefined : { texture: texture.index };
    const emissive = Number.isFinite(material.emissive) ? Math.min(1, Math.max(0, material.emissive)) : 0;
    return {
      name: name === '' ? 'material' : name,
      metallicFactor: 0,
      roughnessFactor: 1,
      ...(use === undefined ? { baseColorFactor: grey() } : { baseColorTexture: use }),
      ...(emissive > 0 ? { emissiveFactor: [emissive, emissive, emissive] as [number, number, number] } : {}),
      ...(emissive > 0 && use !== undefined ? { emissiveTexture: use } : {}),
      ...alphaOf(renderMode, texture?.transparency ?? 'opaque'),
      doubleSided,
      extras: {
        rf_diffuse_map: name,
        rf_render_flags: renderMode,
        rf_material_flags: material.flags,
        ...finiteExtras({
          rf_emissive: material.emissive,
          rf_specular_level: material.specularLevel,
          rf_glossiness: material.glossiness,
          rf_reflection_amount: material.reflectionAmount,
        }),
        ...(textUntilZero(material.reflectionMap) === ''
          ? {}
          : { rf_reflection_map: textUntilZero(material.reflectionMap) }),
      },
    };
  }

  private textureOf(name: string, renderMode: number): { index: number; transparency: Transparency } | undefined {
    const image = this.imageOf(name);
    if (image === undefined) return undefined;
    const source = textureSource(renderMode);
    const wrap = source === CLAMP || source === CLAMP_WITHOUT_FILTER ? 'clamp' : 'repeat';
    const filter = source === CLAMP_WITHOUT_FILTER ? 'nearest' : 'linear';
    const key = `${image.image} ${wrap} ${filter}`;
    const index =
      this.textures.get(key) ??
      this.scene.textures.push({ name, image: image.image, wrapS: wrap, wrapT: wrap, filter }) - 1;
    this.textures.set(key, index);
    return { index, transparency: image.transparency };
  }

  private imageOf(name: string): { image: number; transparency: Transparency } | undefined {
    const key = name.toLowerCase();
    if (!this.found.has(key)) {
      const found = this.findTexture?.(name, this.issues);
      this.found.set(
        key,
        found && { image: this.scene.images.push(found.image) - 1, transparency: found.transparency },
      );
    }
    return this.found.get(key);
  }
}

/** What has no picture: white would look like one that is bleached. */
const grey = (): [number, number, number, number] => [0.5, 0.5, 0.5, 1];

function plainMaterial(doubleSided: boolean): Material {
  return {
    name: 'no material',
    baseColorFactor: grey(),
    metallicFactor: 0,
    roughnessFactor: 1,
    alphaMode: 'opaque',
    doubleSided,
  };
}

function alphaOf(renderMode: number, transparency: Transparency): Pick<Material, 'alphaMode' | 'alphaCutoff'> {
  const blend = alphaBlend(renderMode);
  if (blend === BLEND_NONE) return { alphaMode: 'opaque' };
  if (blend !== BLEND_ALPHA) return { alphaMode: 'blend' };
  return transparency === 'mask' ? { alphaMode: 'mask', alphaCutoff: 0.5 } : { alphaMode: transparency };
}

/** Alpha this far from 0 or 255 still counts as seen through, or not. */
const NEARLY = 16;
/** The share of pixels in between that makes a picture translucent: fewer are the soft edge of a cut-out. */
const TRANSLUCENT_SHARE = 0.02;

/** Whether the pixels of a picture are opaque, opaque or not there, or something between. */
export function transparencyOf(rgba: Uint8Array): Transparency {
  let clear = 0;
  let between = 0;
  for (let i = 3; i < rgba.length; i += 4) {
    const alpha = rgba[i]!;
    if (alpha < NEARLY) clear++;
    else if (alpha <= 255 - NEARLY) between++;
  }
  if (clear === 0 && between === 0) return 'opaque';
  return between > (rgba.length / 4) * TRANSLUCENT_SHARE ? 'blend' : 'mask';
}

/** Extras hold JSON, which knows no NaN. */
export function finiteExtras(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => Number.isFinite(value)));
}
