import type { Image } from '../../images/image.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Material, Scene, TextureUse } from '../../scene/scene.ts';
import { parameterTypes } from './material.ts';
import { sceneIssues } from './scene.issues.ts';
import { combine, hasTransparency, isFlatBlue, withBlueOfNormals } from './texture-mixing.ts';
import { type TextureRole, textureRole } from './texture-role.ts';
import type { MaterialView, SamplerView } from './view.ts';

/** Pixels of textures by name; undefined where nobody has them. */
export type FindTexture = (name: string) => Image | undefined;

type Roles = Partial<Record<TextureRole, SamplerView>>;

/** Adds the materials of a model with the textures that glTF has a place for (specification, section 21.1). */
export function addMaterials(scene: Scene, materials: readonly MaterialView[], find: FindTexture): Issue[] {
  const missing = new Set<string>();
  const textures = new TextureShelf(scene, find, missing);
  for (const material of materials) scene.materials.push(materialOf(material, textures));
  return [...missing].map((name) => issue(sceneIssues['texture-not-found'], `'${name}'`));
}

function materialOf(view: MaterialView, textures: TextureShelf): Material {
  const roles: Roles = {};
  for (const sampler of view.samplers) {
    const role = textureRole(sampler);
    if (role !== undefined) roles[role] ??= sampler;
  }
  const alpha = textures.isTransparent(roles.opacity ?? roles.albedo);
  const metallicRoughness = textures.metallicRoughness(roles.roughness, roles.metalness);
  const transform = textureTransform(view);
  const use = (texture: number | undefined): TextureUse | undefined =>
    texture === undefined ? undefined : { texture, ...(transform === undefined ? {} : { transform }) };
  const baseColor = use(textures.baseColor(roles.albedo, roles.opacity));
  const normal = use(textures.normal(roles.normal));
  const occlusion = use(textures.plain(roles.occlusion));
  const emissive = use(textures.plain(roles.emission));
  const mixed = use(metallicRoughness);
  return {
    name: view.name,
    metallicFactor: mixed !== undefined && roles.metalness !== undefined ? 1 : 0,
    roughnessFactor: 1,
    ...(baseColor === undefined ? {} : { baseColorTexture: baseColor }),
    ...(mixed === undefined ? {} : { metallicRoughnessTexture: mixed }),
    ...(normal === undefined ? {} : { normalTexture: normal }),
    ...(occlusion === undefined ? {} : { occlusionTexture: occlusion }),
    ...(emissive === undefined
      ? {}
      : { emissiveTexture: emissive, emissiveFactor: [1, 1, 1] as [number, number, number] }),
    ...alphaOf(view, roles, alpha),
    doubleSided: view.doubleSided,
    extras: { bfres: extrasOf(view) },
  };
}

function alphaOf(
  view: MaterialView,
  roles: Roles,
  isTransparent: boolean,
): Pick<Material, 'alphaMode' | 'alphaCutoff'> {
  const cutoff = view.alphaCutoff === undefined ? {} : { alphaCutoff: Math.min(1, Math.max(0, view.alphaCutoff)) };
  if (view.drawMode === 'mask' || (view.drawMode !== 'blend' && view.alphaTest))
    return { alphaMode: 'mask', ...cutoff };
  if (view.drawMode === 'blend') return { alphaMode: 'blend' };
  const shows = view.drawMode === undefined && roles.opacity !== undefined && isTransparent;
  return { alphaMode: shows ? 'mask' : 'opaque' };
}

/** Everything else a material says, by the names of the file. */
function extrasOf(view: MaterialView): Record<string, unknown> {
  return {
    ...(view.isVisible ? {} : { visible: false }),
    ...(view.shader === undefined ? {} : { shader: view.shader }),
    samplers: view.samplers.map(({ name, role, texture }) => ({ name, role, texture })),
    renderInfos: view.renderInfos,
    parameters: Object.fromEntries(
      view.parameters.map(({ name, type, value }) => [
        name,
        { type: parameterTypes[type] ?? type, value: value.map(finite) },
      ]),
    ),
    options: view.options,
  };
}

/** JSON has no NaN and no infinity. */
const finite = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

const TEX_SRT = 30;

/** The transform of texture coordinates that needs no rotation; undefined for none (section 10.3, Maya mode). */
function textureTransform({ parameters }: MaterialView): TextureUse['transform'] {
  const parameter = parameters.find(({ name, type }) => name === 'tex_mtx0' && type >= TEX_SRT);
  if (parameter === undefined || parameter.value.length < 6) return undefined;
  const [mode, sx, sy, rotation, tx, ty] = parameter.value as [number, number, number, number, number, number];
  if (mode !== 0 || rotation !== 0) return undefined;
  const offset: [number, number] = [-sx * tx, sy * (ty - 1) + 1];
  const isIdentity = sx === 1 && sy === 1 && Math.abs(offset[0]) < 1e-6 && Math.abs(offset[1]) < 1e-6;
  if (isIdentity || ![sx, sy, ...offset].every(Number.isFinite)) return undefined;
  return { offset, scale: [sx, sy] };
}

/** The textures of a scene: each is made once, from one picture or from several. */
class TextureShelf {
  private readonly scene: Scene;
  private readonly find: FindTexture;
  private readonly missing: Set<string>;
  private readonly found = new Map<string, Image | undefined>();
  private readonly images = new Map<string, number>();
  private readonly textures = new Map<string, number>();

  constructor(scene: Scene, find: FindTexture, missing: Set<string>) {
    this.scene = scene;
    this.find = find;
    this.missing = missing;
  }

  plain(sampler: SamplerView | undefined): number | undefined {
    const image = this.pixels(sampler);
    return image && this.add(sampler!, sampler!.texture, () => image);
  }

  normal(sampler: SamplerView | undefined): number | undefined {
    const image = this.pixels(sampler);
    if (image === undefined) return undefined;
    return this.add(sampler!, sampler!.texture, () => (isFlatBlue(image) ? withBlueOfNormals(image) : image));
  }

  /** Albedo with the opacity of another texture, where there is one. */
  baseColor(albedo: SamplerView | undefined, opacity: SamplerView | undefined): number | undefined {
    const color = this.pixels(albedo);
    if (color === undefined) return undefined;
    const alpha = opacity?.texture === albedo!.texture ? undefined : this.pixels(opacity);
    if (alpha === undefined) return this.add(albedo!, albedo!.texture, () => color);
    return this.add(albedo!, `${albedo!.texture}+${opacity!.texture}`, () =>
      combine([
        { image: color, from: 0, to: 0 },
        { image: color, from: 1, to: 1 },
        { image: color, from: 2, to: 2 },
        { image: alpha, from: 0, to: 3 },
      ]),
    );
  }

  /** Roughness in green, metalness in blue: glTF wants both in one picture. */
  metallicRoughness(roughness: SamplerView | undefined, metalness: SamplerView | undefined): number | undefined {
    const rough = this.pixels(roughness);
    const metal = this.pixels(metalness);
    if (rough === undefined && metal === undefined) return undefined;
    const name = [rough && roughness!.texture, metal && metalness!.texture].filter(Boolean).join('+');
    return this.add((roughness ?? metalness)!, name === metalness?.texture ? `${name} metalness` : name, () =>
      combine([
        ...(rough === undefined ? [] : [{ image: rough, from: 0, to: 1 } as const]),
        ...(metal === undefined ? [] : [{ image: metal, from: 0, to: 2 } as const]),
      ]),
    );
  }

  isTransparent(sampler: SamplerView | undefined): boolean {
    const image = this.pixels(sampler);
    return image !== undefined && (textureRole(sampler!) === 'opacity' || hasTransparency(image));
  }

  private pixels(sampler: SamplerView | undefined): Image | undefined {
    if (sampler === undefined || sampler.texture === '') return undefined;
    const { texture } = sampler;
    if (!this.found.has(texture)) {
      const image = this.find(texture);
      this.found.set(texture, image);
      if (image === undefined) this.missing.add(texture);
    }
    return this.found.get(texture);
  }

  private add(sampler: SamplerView, name: string, make: () => Image): number {
    const key = JSON.stringify([name, sampler.wrapU, sampler.wrapV, sampler.magnify]);
    const known = this.textures.get(key);
    if (known !== undefined) return known;
    let image = this.images.get(name);
    if (image === undefined) {
      image = this.scene.images.push({ name, data: make() }) - 1;
      this.images.set(name, image);
    }
    const { wrapU, wrapV, magnify } = sampler;
    const texture = this.scene.textures.push({ name, image, wrapS: wrapU, wrapT: wrapV, filter: magnify }) - 1;
    this.textures.set(key, texture);
    return texture;
  }
}
