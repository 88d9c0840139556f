import type { Issue } from '../../issue.ts';
import type { Extras, Material } from '../../scene/scene.ts';
import type { Mesh } from './mesh.ts';
import type { Motion } from './motion.ts';
import { OBJECT_VERSION, type ObjectChunks, type ObjectFile, type Surface, TWO_SIDED } from './object.ts';
import { toObjectBone, toPartitions } from './target.bones.ts';
import { type MeshOptions, toMesh } from './target.mesh.ts';
import type { TargetModel, TargetPart } from './target.model.ts';
import { distinctNames, integerOr, textOr, toText } from './target.text.ts';
import { defaultShader } from './target.textures.ts';

// A scene as an `.object`, in the order of the SDK of Call of Pripyat (specification, sections 6.5 and 21.1).

export interface ObjectOptions {
  readonly scheme: MeshOptions['scheme'];
  readonly withNormals: boolean;
}

const DYNAMIC = 1;

/** Direct3D 9 code of position, normal and one set of texture coordinates. */
const FVF = 0x112;

export function toObject(
  model: TargetModel,
  motions: readonly Motion[],
  extras: Extras,
  options: ObjectOptions,
  issues: Issue[],
): ObjectFile {
  const look = surfacesOf(model);
  const isSkeletal = model.bones.length > 0;
  const text = (value: unknown) => toText(textOr(value, ''), issues);
  const references = Array.isArray(extras.motionReferences) ? extras.motionReferences.map(String) : [];
  const object: ObjectChunks[number][] = [
    { name: 'version', value: OBJECT_VERSION },
    { name: 'userData', value: text(extras.userData) },
    { name: 'lod', value: text(extras.lod) },
    { name: 'flags', value: integerOr(extras.flags, isSkeletal ? DYNAMIC : 0) },
    {
      name: 'meshes',
      value: meshesOf(model, look, options, issues).map((value, id) => ({ name: 'mesh' as const, id, value })),
    },
    { name: 'surfaces', value: look.map((each) => toSurface(each, isSkeletal, issues)) },
  ];
  if (isSkeletal) {
    const bones = model.bones.map((bone, id) => ({
      name: 'bone' as const,
      id,
      value: toObjectBone(bone, model.bones, issues),
    }));
    object.push({ name: 'bones', value: bones });
    if (motions.length > 0) object.push({ name: 'motions', value: [...motions] });
    if (references.length > 0) {
      object.push({ name: 'motionReferenceList', value: references.map((name) => toText(name, issues)) });
    }
    object.push({ name: 'partitions', value: toPartitions(model, extras.partitions, issues) });
    object.push({
      name: 'transform',
      value: { position: new Float32Array(3), rotation: new Float32Array(3) },
    });
  }
  object.push({
    name: 'revision',
    value: { creator: text(extras.creator ?? 'exhume'), created: 0, modifier: text(extras.modifier), modified: 0 },
  });
  return [{ name: 'object', value: object }];
}

/** A surface of the object, and the material that it is for. */
export interface NamedSurface {
  readonly name: string;
  readonly material: Material | undefined;
  readonly texture: string;
}

/** The materials that parts use, each once, under names that differ. */
export function surfacesOf({ parts }: TargetModel): NamedSurface[] {
  const looks = new Map(parts.map(({ material, texture }) => [material, texture]));
  const names = distinctNames([...looks.keys()].map((material) => material?.name || 'default'));
  return [...looks].map(([material, texture], i) => ({ name: names[i]!, material, texture }));
}

/** A mesh per mesh of the scene. */
export function meshesOf(
  model: TargetModel,
  look: readonly NamedSurface[],
  options: ObjectOptions,
  issues: Issue[],
): Mesh[] {
  const places = [...new Set(model.parts.map(({ place }) => place))];
  return places.map((place) => meshOf(model, place, look, options, issues));
}

/** The mesh at a place among those shown. */
export function meshOf(
  model: TargetModel,
  place: number,
  look: readonly NamedSurface[],
  options: ObjectOptions,
  issues: Issue[],
): Mesh {
  const names = new Map(look.map(({ name, material }) => [material, name]));
  const parts = model.parts.filter((part) => part.place === place);
  const settings = {
    ...options,
    name: parts[0]!.mesh,
    surfaceOf: ({ material }: TargetPart) => names.get(material)!,
    uvMapOf: ({ material }: TargetPart) => textOr(extrasOf(material).uvMap, 'Texture'),
  };
  return toMesh(parts, model.bones, settings, issues);
}

export const extrasOf = (material: Material | undefined): Extras =>
  (material?.extras?.xray as Extras | undefined) ?? {};

export function toSurface({ name, material, texture }: NamedSurface, isSkeletal: boolean, issues: Issue[]): Surface {
  const extras = extrasOf(material);
  const text = (value: unknown, fallback: string) => toText(textOr(value, fallback), issues);
  const flags = integerOr(extras.flags, 0);
  return {
    name: toText(name, issues),
    shader: text(extras.shader, defaultShader(material, isSkeletal)),
    compileShader: text(extras.compileShader, 'default'),
    material: text(extras.material, isSkeletal ? 'default_object' : 'default'),
    texture: toText(texture, issues),
    uvMap: text(extras.uvMap, 'Texture'),
    flags: material?.doubleSided ? flags | TWO_SIDED : flags & ~TWO_SIDED,
    fvf: integerOr(extras.fvf, FVF),
    uvCount: integerOr(extras.uvCount, 1),
  };
}
