import { textUntilZero } from '../../binary/index.ts';
import { stem } from '../../containers/source.ts';
import type { Issue } from '../../issue.ts';
import type { Material, Scene } from '../../scene/scene.ts';
import { textureFieldName } from './target.names.ts';
import { renderModes } from './v3d.materials.ts';
import type { Material as RfMaterial } from './v3d.ts';

// Materials of a scene to those of a submesh (specification, section 13.2).

/** What a file can say of a material of the scene. */
export interface MaterialView {
  readonly diffuseMap: string;
  readonly emissive: number;
  readonly doubleSided: boolean;
  readonly transparent: boolean;
  /** What the scene says of the render mode; undefined: nothing. */
  readonly renderMode: number | undefined;
  readonly material: Material | undefined;
}

export function viewOf(scene: Scene, index: number | undefined): MaterialView {
  const material = index === undefined ? undefined : scene.materials[index];
  const flags = material?.extras?.['rf_render_flags'];
  return {
    diffuseMap: diffuseMapOf(scene, material),
    emissive: Math.max(0, ...(material?.emissiveFactor ?? [0])),
    doubleSided: material?.doubleSided ?? false,
    transparent: material !== undefined && material.alphaMode !== 'opaque',
    renderMode: Number.isInteger(flags) && Number(flags) >= 0 && Number(flags) < 2 ** 32 ? Number(flags) : undefined,
    material,
  };
}

/** The name of the texture file: that of the original while the picture goes by the same stem. */
function diffuseMapOf(scene: Scene, material: Material | undefined): string {
  if (material === undefined) return '';
  const stored = material.extras?.['rf_diffuse_map'];
  const texture =
    material.baseColorTexture === undefined ? undefined : scene.textures[material.baseColorTexture.texture];
  const picture = texture === undefined ? undefined : scene.images[texture.image]?.name || texture.name;
  if (typeof stored === 'string') {
    if (picture === undefined || picture === '') return stored;
    if (sameStem(picture, stored)) return stored;
  }
  if (picture !== undefined && picture !== '') return /\.(tga|vbm)$/i.test(picture) ? picture : `${stem(picture)}.tga`;
  return /\.(tga|vbm)$/i.test(material.name) ? material.name : '';
}

/** Editors drop extensions, and number what they import twice. */
function sameStem(picture: string, file: string): boolean {
  const plain = (name: string) => stem(name.replace(/\.\d{3}$/, '')).toLowerCase();
  return plain(picture) === plain(file) || picture.toLowerCase() === stem(file).toLowerCase();
}

const EMISSIVE_TOLERANCE = 1e-3;

/** Whether a material of the file says what the scene says. */
export function isSaidBy(view: MaterialView, material: RfMaterial): boolean {
  const emissive = Number.isFinite(material.emissive) ? Math.min(1, Math.max(0, material.emissive)) : 0;
  return (
    textUntilZero(material.diffuseMap).toLowerCase() === view.diffuseMap.toLowerCase() &&
    Math.abs(emissive - view.emissive) <= EMISSIVE_TOLERANCE
  );
}

/** The render mode for a new batch. */
export function newRenderMode(view: MaterialView): number {
  return view.renderMode ?? renderModes.usual;
}

const TRANSPARENT_FLAG = 0x08;
const DOUBLE_SIDED_FLAG = 0x10;

/** A material for the file, on the base of the one that it replaces. */
export function toRfMaterial(view: MaterialView, base: RfMaterial | undefined, issues: Issue[]): RfMaterial {
  const stored = (name: string) => {
    const value = view.material?.extras?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
  };
  const reflectionMap = view.material?.extras?.['rf_reflection_map'];
  const flags = view.material?.extras?.['rf_material_flags'];
  return {
    ...(base ?? {
      specularLevel: stored('rf_specular_level'),
      glossiness: stored('rf_glossiness'),
      reflectionAmount: stored('rf_reflection_amount'),
      reflectionMap: typeof reflectionMap === 'string' ? textureFieldName(reflectionMap, issues) : '',
      flags:
        typeof flags === 'number' && Number.isInteger(flags) && flags >= 0 && flags < 2 ** 32
          ? flags
          : 1 | (view.transparent ? TRANSPARENT_FLAG : 0) | (view.doubleSided ? DOUBLE_SIDED_FLAG : 0),
    }),
    diffuseMap: view.diffuseMap === '' ? '' : textureFieldName(view.diffuseMap, issues),
    emissive: view.emissive,
  };
}
