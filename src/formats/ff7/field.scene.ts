import { type Issue, issue } from '../../issue.ts';
import { makeSignsContinuous } from '../../scene/keys.ts';
import { type Clip, type Conversion, emptyScene, type Scene, type SourceFile, type Track } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { writeQuaternionOfDegrees } from './angles.ts';
import { UPRIGHT } from './battle.scene.ts';
import type { ClipOptions } from './battle-clips.ts';
import type { NamedTexture } from './battle-model.ts';
import { ff7Issues } from './ff7.issues.ts';
import type { FieldAnimation } from './ff7-a.ts';
import type { PolygonModel } from './ff7-p.ts';
import { type Hrc, parentsOf } from './hrc.ts';
import { MaterialBook } from './material-book.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { clipOptionsOf, FIELD_FPS, FIELD_UNITS, readNumber } from './options.ts';

// Field models (specification, sections 7 and 11.4): like battle models, with lengths that are positive and a root whose
// height is stored upwards.

/** What an RSD file ties together. */
export interface Resource {
  readonly name: string;
  readonly mesh: PolygonModel | undefined;
  /** Name of the P file. */
  readonly meshFile?: string;
  /** By number; undefined where the file is missing. */
  readonly textures: readonly (NamedTexture | undefined)[];
}

export interface FieldModel {
  readonly name: string;
  readonly hrc: Hrc;
  /** By name in lower case. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly animations: readonly { readonly name: string; readonly animation: FieldAnimation }[];
  readonly sources: readonly SourceFile[];
}

export function fieldScene(model: FieldModel, options: Options): Conversion<Scene> {
  const { hrc, name } = model;
  const scene = emptyScene(name);
  const issues: Issue[] = [];
  const unitsPerMetre = readNumber(options, 'units-per-metre') ?? FIELD_UNITS;
  const scale = 1 / unitsPerMetre;
  scene.nodes.push({ name, rotation: [...UPRIGHT], scale: [scale, scale, scale] });
  scene.nodes.push({ name: 'root', parent: 0 });
  scene.sources.push(...model.sources);
  const { textures, idOf } = numberTextures(model);
  const meshes = new MeshBuilder(scene, new MaterialBook(scene, textures), options);
  meshes.prepare([...model.resources.values()].flatMap(({ mesh }) => mesh ?? []));
  const bones = addBones(scene, hrc);
  for (const [bone, { resources }] of hrc.bones.entries()) {
    for (const resource of resources) {
      const found = model.resources.get(resource.toLowerCase());
      if (found?.mesh === undefined) continue;
      meshes.add({ name: resource, parent: bones[bone]! }, found.mesh, (texture) => idOf(found, texture));
    }
  }
  const clipOptions = clipOptionsOf(options, FIELD_FPS);
  const fitting = model.animations.filter(({ animation }) => animation.boneCount === hrc.boneCount);
  const others = model.animations.length - fitting.length;
  if (others > 0) {
    issues.push(issue(ff7Issues['animations-do-not-fit'], `${others} of ${model.animations.length} animations`));
  }
  rest(scene, bones, fitting);
  scene.clips.push(...fitting.map(({ name, animation }) => clipOf(name, animation, bones, clipOptions)));
  scene.nodes[0]!.extras = {
    ff7: {
      family: 'field',
      prefix: name,
      skeleton: hrc.skeleton,
      unitsPerMetre,
      options: { ...options },
    },
  };
  return { value: scene, issues: [...issues, ...meshes.report()] };
}

/** Textures have numbers of their own in every resource; the model counts all files once. */
export function numberTextures({ resources }: Pick<FieldModel, 'resources'>) {
  const textures = new Map<number, NamedTexture>();
  const idByName = new Map<string, number>();
  for (const { textures: own } of resources.values()) {
    for (const texture of own) {
      if (texture === undefined || idByName.has(texture.name)) continue;
      idByName.set(texture.name, textures.size);
      textures.set(textures.size, texture);
    }
  }
  const idOf = (resource: Resource, texture: number): number => {
    const named = resource.textures[texture];
    return named === undefined ? textures.size + texture : idByName.get(named.name)!;
  };
  return { textures, idOf };
}

/** Names of the nodes of bones: the bones' own, told apart where several are the same. */
export function nodeNamesOf({ bones }: Hrc): string[] {
  return bones.map(({ name }, i) => (bones.findIndex((other) => other.name === name) < i ? `${name} ${i}` : name));
}

function addBones(scene: Scene, hrc: Hrc): number[] {
  const parents = parentsOf(hrc);
  const names = nodeNamesOf(hrc);
  const nodes: number[] = [];
  for (const [bone, { length }] of hrc.bones.entries()) {
    const parent = parents[bone]!;
    const offset = parent < 0 ? 0 : -Number(hrc.bones[parent]!.length);
    scene.nodes.push({
      name: names[bone]!,
      parent: parent < 0 ? 1 : nodes[parent]!,
      translation: [0, 0, offset],
      origin: [bone],
      extras: { ff7: { length: Number(length) } },
    });
    nodes.push(scene.nodes.length - 1);
  }
  return nodes;
}

/** Models rest as they stand: in an animation of a single frame, or as their first begins. */
function rest(scene: Scene, bones: readonly number[], animations: FieldModel['animations']): void {
  const standing = animations.find(({ animation }) => animation.frameCount === 1) ?? animations[0];
  if (standing === undefined || standing.animation.frames.length === 0) return;
  for (const { node, path, values } of clipOf('', standing.animation, bones, {
    fps: 1,
    interpolation: 'step',
    loop: false,
  }).tracks) {
    if (path === 'translation') scene.nodes[node]!.translation = [values[0]!, values[1]!, values[2]!];
    if (path === 'rotation') scene.nodes[node]!.rotation = [values[0]!, values[1]!, values[2]!, values[3]!];
  }
}

const ROOT = 1;

function clipOf(
  name: string,
  { frames, boneCount }: FieldAnimation,
  bones: readonly number[],
  options: ClipOptions,
): Clip {
  const { fps, interpolation, loop } = options;
  const { length } = frames;
  const keyCount = length === 0 ? 0 : loop ? length + 1 : length;
  const times = Float32Array.from({ length: keyCount }, (_, f) => f / fps);
  const first = times.slice(0, 1);
  const finite = (value: number) => (Number.isFinite(value) ? value : 0);
  const translations = new Float32Array(3 * keyCount);
  for (let k = 0; k < keyCount; k++) {
    const [x, y, z] = frames.rootTranslation.subarray(3 * (k % length), 3 * (k % length) + 3) as unknown as [
      number,
      number,
      number,
    ];
    translations.set([finite(x), -finite(y), finite(z)], 3 * k);
  }
  const rotation = (node: number, angles: Float32Array, joint: number, width: number): Track => {
    const isConstant = isConstantAt(angles, 3 * joint, width);
    const line = isConstant ? first : times;
    const values = new Float32Array(4 * line.length);
    for (let k = 0; k < line.length; k++) {
      const at = width * (k % length) + 3 * joint;
      writeQuaternionOfDegrees(finite(angles[at]!), finite(angles[at + 1]!), finite(angles[at + 2]!), values, 4 * k);
    }
    makeSignsContinuous(values);
    return { node, path: 'rotation', interpolation, times: line, values };
  };
  const tracks: Track[] = [
    { node: ROOT, path: 'translation', interpolation, times, values: translations },
    rotation(ROOT, frames.rootRotation, 0, 3),
    ...bones.slice(0, boneCount).map((node, bone) => rotation(node, frames.rotations, bone, 3 * boneCount)),
  ];
  return {
    name,
    tracks: length === 0 ? [] : tracks,
    extras: { ff7: { file: name, frames: length, bones: boneCount, fps } },
  };
}

function isConstantAt(angles: Float32Array, at: number, width: number): boolean {
  for (let i = at + width; i < angles.length; i += width) {
    for (let c = 0; c < 3; c++) if (angles[i + c] !== angles[at + c]) return false;
  }
  return true;
}
