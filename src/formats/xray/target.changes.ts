import { comparePrimitives, compareTracks, pairByName, type Tolerance } from '../../scene/comparison.ts';
import { jointNames } from '../../scene/influences.ts';
import { deviation } from '../../scene/keys.ts';
import type { Clip, Mesh, Node, Primitive, Scene, Track } from '../../scene/scene.ts';
import { rotationOf } from './space.ts';
import { isSameTrack, lastsAsLong, limitOf } from './target.keys.ts';
import { bonesOf, type TargetBone } from './target.model.ts';
import { pairParts, unnumbered } from './target.pairs.ts';
import { textureName } from './target.textures.ts';

// What of a scene differs from the one its originals make, as far as X-Ray files can tell it apart.

/** What an editor that stores everything anew leaves of a scene that nobody touched. */
const UNTOUCHED: Tolerance = { length: 1e-3, angle: 2e-3, value: 4e-3, color: 0 };

/** Of vertices: 0.02 mm, and what normals and texture coordinates lose in editors. */
const VERTICES: Tolerance = { length: 2e-5, angle: 0, value: 4e-3, color: 0 };

/** Names of bones, meshes, materials and clips that are not as the originals have them. */
export interface Changes {
  readonly bones: ReadonlySet<string>;
  /** Whether the scene has other bones, or other parents. */
  readonly hasOtherBones: boolean;
  /** Of the meshes shown: by their places among those, what of each primitive differs. */
  readonly meshes: ReadonlyMap<number, readonly (readonly string[])[]>;
  readonly hasOtherMeshes: boolean;
  /** New names of meshes, by the same places. */
  readonly meshNames: ReadonlyMap<number, string>;
  /** Materials by their place in the original. */
  readonly materials: ReadonlyMap<number, MaterialChange>;
  /** Names of clips whose tracks or settings differ, and of each the tracks that differ as `path of node`; undefined where the clip is new. */
  readonly clips: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly removedClips: readonly string[];
  /** Of every clip of the originals, by its name in the scene: the motion it is, and the file, if not the model. */
  readonly origins: ReadonlyMap<string, Origin>;
}

export interface MaterialChange {
  /** Place in the scene; undefined where it is gone. */
  readonly now: number | undefined;
  /** Whether it has another name and is as it was in all else. */
  readonly isOnlyName: boolean;
}

export interface Origin {
  readonly motion: string;
  readonly file: string | undefined;
}

export function changesBetween(before: Scene, after: Scene): Changes {
  const bones = changedBones(before, after);
  const meshes = changedMeshes(before, after);
  const origins = new Map(before.clips.map((clip) => [clip.name, originOf(clip)]));
  return { ...bones, ...meshes, materials: changedMaterials(before, after), ...changedClips(before, after), origins };
}

function originOf({ name, extras }: Clip): Origin {
  const xray = (extras?.xray ?? {}) as Record<string, unknown>;
  const [motion, file] = [xray.name, xray.file];
  return { motion: typeof motion === 'string' ? motion : name, file: typeof file === 'string' ? file : undefined };
}

export const isUnchanged = (changes: Changes): boolean =>
  !changes.hasOtherBones &&
  !changes.hasOtherMeshes &&
  changes.bones.size + changes.meshes.size + changes.meshNames.size + changes.materials.size + changes.clips.size ===
    0 &&
  changes.removedClips.length === 0;

/** Nodes of the joints of all skins, each once. */
function joints(scene: Scene): Node[] {
  return [...new Set(scene.skins.flatMap((skin) => skin.joints))].map((node) => scene.nodes[node]!);
}

function changedBones(before: Scene, after: Scene): Pick<Changes, 'bones' | 'hasOtherBones'> {
  const [old, now] = [bonesOf(before, []), bonesOf(after, [])];
  const byName = new Map(now.map((bone) => [bone.name, bone]));
  const bones = new Set<string>();
  let hasOtherBones = byName.size !== old.length;
  for (const bone of old) {
    const other = byName.get(bone.name);
    const parentOf = (list: readonly TargetBone[], { parent }: TargetBone) => list[parent ?? -1]?.name;
    if (other === undefined || parentOf(old, bone) !== parentOf(now, other)) hasOtherBones = true;
    else if (isMoved(bone, other) || !saysTheSame(bone.extras, other.extras)) bones.add(bone.name);
  }
  return { bones, hasOtherBones };
}

/** Whether a bone is bound elsewhere. How a node happens to stand says nothing: editors store the pose of the moment. */
function isMoved(a: TargetBone, b: TargetBone): boolean {
  const [p, q] = [rotationOf(a.rotation), rotationOf(b.rotation)];
  return (
    deviation('translation', a.offset, 0, b.offset, 0, 3) > UNTOUCHED.length ||
    deviation('rotation', p, 0, q, 0, 4) > UNTOUCHED.angle
  );
}

/**
 * Whether extras still say what they said. What is missing was dropped by an editor, which does not change the file;
 * numbers may be rounded to single precision.
 */
function saysTheSame(before: unknown, after: unknown): boolean {
  if (after === undefined || after === null) return true;
  if (typeof before === 'number' && typeof after === 'number') {
    return Math.abs(before - after) <= 1e-6 * Math.max(1, Math.abs(before)) || Number.isNaN(before);
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null) return before === after;
  if (Array.isArray(before) !== Array.isArray(after)) return false;
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) return false;
  return Object.entries(after).every(([key, value]) => saysTheSame((before as Record<string, unknown>)[key], value));
}

/** Each mesh of the original that is shown, and what it is now; undefined where it is gone. */
export function meshPairs(before: Scene, after: Scene): { readonly old: Mesh; readonly now: number | undefined }[] {
  const old = shownMeshes(before);
  return pairParts(old, shownMeshes(after)).map((now, i) => ({ old: old[i]!, now }));
}

function changedMeshes(before: Scene, after: Scene): Pick<Changes, 'meshes' | 'hasOtherMeshes' | 'meshNames'> {
  const shown = shownMeshes(after);
  const meshes = new Map<number, string[][]>();
  const meshNames = new Map<number, string>();
  const pairs = meshPairs(before, after);
  const hasOtherMeshes =
    pairs.length !== shown.length ||
    pairs.some(({ old, now }) => now === undefined || shown[now]!.primitives.length !== old.primitives.length);
  if (hasOtherMeshes) return { meshes, hasOtherMeshes, meshNames };
  for (const [i, { old, now }] of pairs.entries()) {
    const mesh = shown[now!]!;
    const names = [jointNames(before, old), jointNames(after, mesh)] as const;
    const found = old.primitives.map((primitive, p) => changedPrimitive(primitive, mesh.primitives[p]!, names));
    if (found.some(({ length }) => length > 0)) meshes.set(i, found);
    if (unnumbered(mesh.name) !== unnumbered(old.name)) meshNames.set(i, mesh.name);
  }
  return { meshes, hasOtherMeshes, meshNames };
}

/** Meshes of the finest level of detail. */
export function shownMeshes(scene: Scene): Mesh[] {
  const shown = scene.nodes.filter(({ mesh, lod }) => mesh !== undefined && (lod ?? 0) === 0);
  return shown.map(({ mesh }) => scene.meshes[mesh!]!);
}

/** What differs of two primitives. Tangents follow from the rest. */
export function changedPrimitive(
  a: Primitive,
  b: Primitive,
  [aJoint, bJoint]: readonly [(joint: number) => string | number, (joint: number) => string | number],
): string[] {
  const found = comparePrimitives(a, b, VERTICES, aJoint, bJoint).map(({ what }) => what);
  return found.filter((what) => what !== 'tangents' && !what.startsWith('colors'));
}

/** Materials whose names, textures or sides are others; without pixels, as those are files of their own. */
function changedMaterials(before: Scene, after: Scene): ReadonlyMap<number, MaterialChange> {
  const changed = new Map<number, MaterialChange>();
  for (const [i, now] of pairParts(before.materials, after.materials).entries()) {
    const old = before.materials[i]!;
    const material = now === undefined ? undefined : after.materials[now]!;
    const isAlike =
      material !== undefined &&
      material.doubleSided === old.doubleSided &&
      textureName(before, old) === textureName(after, material) &&
      saysTheSame(old.extras?.xray, material.extras?.xray);
    if (!isAlike || material.name !== old.name) changed.set(i, { now, isOnlyName: isAlike });
  }
  return changed;
}

function changedClips(before: Scene, after: Scene): Pick<Changes, 'clips' | 'removedClips'> {
  const pairs = pairByName(before.clips, after.clips);
  const clips = new Map<string, ReadonlySet<string> | undefined>();
  const removedClips = before.clips.flatMap((clip, i) => (pairs[i] === undefined ? [clip.name] : []));
  for (const [i, clip] of before.clips.entries()) {
    const partner = pairs[i];
    if (partner === undefined) continue;
    const now = after.clips[partner]!;
    const tracks = lastsAsLong(clip, now)
      ? changedTracks(before, clip, after, now)
      : new Set(now.tracks.map(({ node, path }) => `${path} of ${after.nodes[node]!.name}`));
    if (tracks.size > 0 || !saysTheSame(clip.extras?.xray, now.extras?.xray)) clips.set(clip.name, tracks);
  }
  const known = new Set(pairs);
  for (const [i, { name }] of after.clips.entries()) if (!known.has(i)) clips.set(name, undefined);
  return { clips, removedClips };
}

function changedTracks(before: Scene, a: Clip, after: Scene, b: Clip): ReadonlySet<string> {
  const key = (scene: Scene, { node, path }: Track) => `${path} of ${scene.nodes[node]!.name}`;
  const others = new Map(b.tracks.map((track) => [key(after, track), track]));
  const names = new Set(joints(before).map(({ name }) => name));
  const changed = new Set<string>();
  const compare = (what: string, from: Track | undefined, to: Track | undefined) => {
    const isSame =
      from !== undefined && to !== undefined
        ? isSameTrack(from, to)
        : compareTracks(before, from, after, to) <= limitOf((from ?? to)!);
    if (!isSame) changed.add(what);
  };
  for (const track of a.tracks) {
    const what = key(before, track);
    compare(what, track, others.get(what));
    others.delete(what);
  }
  // Scales and nodes that are no bones have no place in the files.
  for (const [what, track] of others) {
    const isOurs = track.path !== 'scale' && (names.size === 0 || names.has(after.nodes[track.node]!.name));
    if (isOurs) compare(what, undefined, track);
  }
  return changed;
}
