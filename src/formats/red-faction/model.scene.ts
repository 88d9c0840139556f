import { CodecError } from '../../binary/index.ts';
import { fileName, type Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion, Extras, Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { modelIssues } from './model.issues.ts';
import { addMorphs, type SceneClip } from './model.morph.ts';
import { textureFinder } from './model.textures.ts';
import { toClip, toLooseScene } from './rfa.scene.ts';
import { type Animation, animation } from './rfa.ts';
import type { MeshUse } from './tbl.classes.ts';
import { toScene } from './v3d.scene.ts';
import { bonesOf, CHARACTER_MAGIC, mesh } from './v3d.ts';

// A model as one scene: the mesh, its textures, all its clips.

/** What a clip is to a class of the game. */
export interface ClipRole {
  readonly className: string;
  readonly role: 'state' | 'action';
  readonly slot: string;
  readonly weapon?: string;
}

/** A clip of a model. */
export interface ModelClip {
  /** Name of the entry in the source. */
  readonly file: string;
  /** Why it belongs to the model. */
  readonly reason: string;
  readonly roles: ClipRole[];
}

export interface ModelFiles {
  readonly source: Source;
  readonly lookup: Lookup;
  /** Name of the mesh's entry. */
  readonly file: string;
  readonly clips: readonly ModelClip[];
  readonly uses: readonly MeshUse[];
}

/**
 * The scene of a mesh with its textures and clips.
 *
 * @throws CodecError where the mesh cannot be read.
 */
export function meshScene({ source, lookup, file, clips, uses }: ModelFiles, options: Options): Conversion<Scene> {
  const bytes = opened(source, file);
  const image = mesh.decode(bytes);
  const { value: scene, issues } = toScene(image, {
    name: stem(file),
    findTexture: textureFinder(lookup, file),
    lod: lodOf(options),
  });
  const format = image.signature === CHARACTER_MAGIC ? 'v3c' : 'v3m';
  scene.sources.push({ name: fileName(file), format, bytes });
  const boneNodes = bonesOf(image).map((_, i) => i);
  const added = clips.flatMap((clip) => {
    const found = addClip(scene, source, clip.file, boneNodes, issues);
    if (found !== undefined && clip.roles.length > 0)
      found.clip.extras = { ...found.clip.extras, rf_role: clip.roles[0]!.role, rf_roles: clip.roles };
    return found === undefined ? [] : [found];
  });
  addMorphs(scene, image, added, issues);
  const extras = usesExtras(uses);
  if (extras !== undefined) scene.extras = extras;
  return { value: scene, issues };
}

/**
 * The scene of a clip that has no mesh: one node a track, side by side.
 *
 * @throws CodecError where the clip cannot be read.
 */
export function clipScene(source: Source, file: string): Conversion<Scene> {
  const bytes = opened(source, file);
  const { value, issues } = toLooseScene(animation.decode(bytes), stem(file));
  value.sources.push({ name: fileName(file), format: 'rfa', bytes });
  return { value, issues };
}

function opened(source: Source, file: string): Uint8Array {
  return source.open(file) ?? new Uint8Array(0);
}

function addClip(
  scene: Scene,
  source: Source,
  file: string,
  boneNodes: readonly number[],
  issues: Issue[],
): SceneClip | undefined {
  const bytes = opened(source, file);
  let image: Animation;
  try {
    image = animation.decode(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push(issue(modelIssues['unreadable-file'], `'${file}': ${error.message}`));
    return undefined;
  }
  const name = uniqueClipName(scene, stem(file));
  const converted = toClip(image, name, boneNodes);
  issues.push(...converted.issues);
  scene.clips.push(converted.value);
  scene.sources.push({ name: `${name}.rfa`, format: 'rfa', bytes });
  return { clip: converted.value, file: image };
}

function uniqueClipName(scene: Scene, base: string): string {
  let name = base;
  for (let n = 2; scene.clips.some((clip) => clip.name === name); n++) name = `${base}_${n}`;
  return name;
}

/** The option `lod`: all levels, or one. */
function lodOf({ lod }: Options): 'all' | number {
  return lod === undefined || !/^\d$/.test(lod) ? 'all' : Number(lod);
}

/** What the tables say about the mesh, for people and tools that read the scene. */
function usesExtras(uses: readonly MeshUse[]): Extras | undefined {
  if (uses.length === 0) return undefined;
  const skins = uses.flatMap(({ className, skins }) =>
    skins.map(({ name, textures }) => ({ class: className, name, textures })),
  );
  return {
    rf_uses: uses.map(({ table, className, mesh }) => ({
      table,
      class: className,
      role: mesh.role,
      ...(mesh.lodDistances === undefined ? {} : { lod_distances: mesh.lodDistances }),
    })),
    ...(skins.length === 0 ? {} : { rf_skins: skins }),
  };
}
