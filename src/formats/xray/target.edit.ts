import { chunkValue, chunkValues, type Infer, sameValue } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Extras, Scene } from '../../scene/scene.ts';
import type { ObjectBone } from './bone.ts';
import { hasShownFaces } from './mesh.scene.ts';
import { markExtras } from './motion.scene.ts';
import { type Motion, WORLD_ORIENT } from './motion.ts';
import type { MotionsChunk } from './motions.check.ts';
import type { CompiledMotion, definitionsChunk } from './motions.ts';
import type { ObjectChunks, ObjectFile } from './object.ts';
import { objectSurfaces } from './object-parts.ts';
import { linksOf, MODEL_TYPE, type Ogf, type OgfPart } from './ogf.ts';
import { physicsChunks, toObjectBone, toPartitions } from './target.bones.ts';
import { type Changes, meshPairs, shownMeshes } from './target.changes.ts';
import { targetIssues } from './target.issues.ts';
import type { TargetModel, TargetMotion } from './target.model.ts';
import { toMotion } from './target.motion.ts';
import { compiledMotions, toCompiledMotion, toDefinition, toTrack } from './target.motions.ts';
import { meshesOf, meshOf, type NamedSurface, type ObjectOptions, surfacesOf, toSurface } from './target.object.ts';
import { allPositions, headerOf, toPart, toPhysics } from './target.ogf.ts';
import { numberOr, toText } from './target.text.ts';
import { editedPart, movedMesh } from './target.vertices.ts';
import { decodeText } from './windows-1251.ts';

// Originals with what a scene has different put in. All else stays as it was, chunk by chunk.

/** Samples the clip of a name; undefined where the scene has none. */
export type MotionFinder = (name: string, fps: number) => TargetMotion | undefined;

export interface Edit {
  /** The scene that the originals make. */
  readonly before: Scene;
  readonly model: TargetModel;
  readonly changes: Changes;
  readonly motionOf: MotionFinder;
  readonly issues: Issue[];
  /** The file that is edited; undefined for the model itself. */
  readonly file?: string;
}

/** The clip that a motion of the file became. */
function clipOf({ changes, file }: Edit, motion: string): string {
  for (const [name, origin] of changes.origins) if (origin.motion === motion && origin.file === file) return name;
  return motion;
}

/** The chunks with one of them replaced in its place, or added behind the others. */
function withChunk<C extends { readonly name: string; readonly value: unknown }, N extends C['name']>(
  chunks: readonly C[],
  name: N,
  value: Extract<C, { readonly name: N }>['value'],
): C[] {
  const at = chunks.findIndex((chunk) => chunk.name === name);
  if (at < 0) return [...chunks, { name, value } as unknown as C];
  return chunks.map((chunk, i) => (i === at ? ({ ...chunk, value } as C) : chunk));
}

const says = (what: string, count: number): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The motions of a list: unchanged ones as they were, others from the scene, new ones behind. */
export function editedMotions(motions: readonly Motion[], edit: Edit): Motion[] {
  const { changes, motionOf, model, issues } = edit;
  const names = new Set(motions.map(({ name }) => decodeText(name)));
  const kept = motions.flatMap((motion): Motion[] => {
    const name = clipOf(edit, decodeText(motion.name));
    if (changes.removedClips.includes(name)) return [];
    if (!changes.clips.has(name)) return [motion];
    const sampled = motionOf(name, motion.fps);
    if (sampled === undefined) return [motion];
    return [editedAuthored(motion, sampled, changes.clips.get(name)!, edit)];
  });
  const added = [...changes.clips].flatMap(([name, tracks]): Motion[] => {
    if (tracks !== undefined || names.has(name)) return [];
    const fps = rateOf(model, name);
    const sampled = motionOf(name, fps);
    return sampled === undefined ? [] : [toMotion(model, sampled, fps, issues)];
  });
  return [...kept, ...added];
}

/** A motion whose curves that changed are made anew; all of them where its length or its version is another. */
function editedAuthored(
  motion: Motion,
  sampled: TargetMotion,
  changed: ReadonlySet<string> | undefined,
  { model, issues }: Edit,
): Motion {
  const made = toMotion(model, sampled, motion.fps, issues);
  const isAsLong = motion.endFrame - motion.firstFrame + 1 === sampled.frameCount;
  if (!isAsLong || motion.version < 6) return { ...made, name: motion.name };
  const names = new Set([...(changed ?? [])].map((what) => what.toLowerCase()));
  const fresh = new Map(made.bones.map((bone) => [bone.name!.toLowerCase(), bone]));
  const bones = motion.bones.map((bone) => {
    const name = decodeText(bone.name!).toLowerCase();
    const now = fresh.get(bone.name!.toLowerCase());
    fresh.delete(bone.name!.toLowerCase());
    const [moves, turns] = ['translation', 'rotation'].map((path) => names.has(`${path} of ${name}`));
    if (now === undefined || !(moves || turns)) return bone;
    const envelopes = bone.envelopes.map((old, i) => ((i < 3 ? moves : turns) ? now.envelopes[i]! : old));
    return { ...bone, flags: turns ? bone.flags & ~WORLD_ORIENT : bone.flags, envelopes };
  });
  const isTouched = (bone: string) => ['translation', 'rotation'].some((path) => names.has(`${path} of ${bone}`));
  const added = [...fresh.values()].filter((bone) => isTouched(decodeText(bone.name!).toLowerCase()));
  const hasSameMarks = sameValue(motion.marks?.map(markExtras), sampled.extras.marks);
  const { marks: _, ...rest } = motion;
  const settings = { ...motion.settings, ...made.settings };
  const withMarks = hasSameMarks ? motion : made;
  return {
    ...rest,
    version: withMarks.version,
    settings,
    bones: [...bones, ...added],
    ...(withMarks.marks && { marks: withMarks.marks }),
  };
}

/** Frames per second of a clip: as its extras say, or 30. */
export function rateOf({ scene }: TargetModel, name: string): number {
  const extras = scene.clips.find((clip) => clip.name === name)?.extras?.xray as Extras | undefined;
  const fps = numberOr(extras?.fps, 30);
  return fps > 0 ? fps : 30;
}

type Definitions = Infer<typeof definitionsChunk>;

export interface Compiled {
  readonly motions: MotionsChunk;
  readonly definitions: Definitions;
}

/** Compiled motions: of changed ones only the tracks that differ are written anew, if the length stayed. */
export function editedCompiled(original: Compiled, edit: Edit): Compiled {
  const { changes, motionOf, model, issues } = edit;
  const compiled = chunkValues(original.motions, 'motion');
  const slots = slotNames(original.definitions);
  const motions: CompiledMotion[] = [];
  const definitions: Definitions['motions'] = [];
  for (const definition of original.definitions.motions) {
    const name = clipOf(edit, decodeText(definition.name));
    const motion = compiled[definition.motion];
    if (motion === undefined || changes.removedClips.includes(name)) continue;
    const tracks = changes.clips.get(name);
    const sampled = tracks && motionOf(name, COMPILED_RATE);
    const place =
      motions.push(sampled === undefined ? motion : editedMotion(motion, sampled, tracks!, slots, edit)) - 1;
    definitions.push(
      sampled === undefined
        ? { ...definition, motion: place }
        : { ...toDefinition(sampled, place, issues), name: definition.name },
    );
  }
  for (const [name, tracks] of changes.clips) {
    const sampled = tracks === undefined ? motionOf(name, rateOf(model, name)) : undefined;
    if (sampled === undefined) continue;
    const made = toCompiledMotion(model, sampled, issues);
    const bySlot = slots.map((bone) => made.tracks[boneIndex(model, bone)] ?? restTrack());
    definitions.push(toDefinition(sampled, motions.length, issues));
    motions.push({ ...made, tracks: bySlot });
  }
  return {
    motions: [
      { name: 'motionCount', value: motions.length },
      ...motions.map((value, i) => ({ name: 'motion' as const, id: i + 1, value })),
    ],
    definitions: { ...original.definitions, motions: definitions } as Definitions,
  };
}

const COMPILED_RATE = 30;
const restTrack = () => toTrack(new Float32Array(3), Float32Array.of(0, 0, 0, 1));

/** Name of the bone of each track, in lower case. */
function slotNames({ parts }: Definitions): string[] {
  const names: string[] = [];
  for (const [place, { name, slot }] of parts.flatMap(({ bones }) => bones).entries()) {
    names[slot ?? place] = decodeText(name ?? `${slot}`).toLowerCase();
  }
  return Array.from(names, (name) => name ?? '');
}

const boneIndex = ({ bones }: TargetModel, name: string): number =>
  bones.findIndex((bone) => bone.name.toLowerCase() === name);

function editedMotion(
  motion: CompiledMotion,
  sampled: TargetMotion,
  changed: ReadonlySet<string>,
  slots: readonly string[],
  { model }: Edit,
): CompiledMotion {
  const names = new Set([...changed].map((what) => what.toLowerCase()));
  const isAsLong = sampled.frameCount === motion.frameCount;
  const tracks = motion.tracks.map((track, slot) => {
    const bone = boneIndex(model, slots[slot] ?? '');
    if (bone < 0) return track;
    const turns = names.has(`rotation of ${slots[slot]}`);
    const moves = names.has(`translation of ${slots[slot]}`);
    if (isAsLong && !turns && !moves) return track;
    const made = toTrack(sampled.translations[bone]!, sampled.rotations[bone]!);
    if (!isAsLong || (turns && moves)) return made;
    const [place, turn] = turns ? [track, made] : [made, track];
    return {
      flags: (place.flags & ~2) | (turn.flags & 2),
      ...(turn.rotationCrc !== undefined && { rotationCrc: turn.rotationCrc }),
      rotations: turn.rotations,
      ...(place.translationCrc !== undefined && { translationCrc: place.translationCrc }),
      ...(place.translations && { translations: place.translations }),
      ...(place.scale && { scale: place.scale }),
      translation: place.translation,
    };
  });
  return { ...motion, frameCount: sampled.frameCount, tracks };
}

/** An object with what the scene has different. */
export function editedObject(file: ObjectFile, edit: Edit, options: ObjectOptions): ObjectFile {
  const { changes, model, issues } = edit;
  const object = chunkValue(file, 'object') ?? [];
  let edited: ObjectChunks = object;
  if (changes.clips.size > 0 || changes.removedClips.length > 0) {
    edited = withChunk(edited, 'motions', editedMotions(chunkValue(object, 'motions') ?? [], edit));
  }
  const look = surfacesOf(model);
  if (changes.hasOtherMeshes || changes.materials.size > 0) edited = withSurfaces(edited, look, edit);
  if (changes.hasOtherMeshes) {
    const meshes = meshesOf(model, look, options, issues);
    edited = withChunk(
      edited,
      'meshes',
      meshes.map((value, id) => ({ name: 'mesh' as const, id, value })),
    );
  } else if (changes.meshes.size + changes.meshNames.size > 0) {
    edited = withMeshes(edited, look, edit, options);
  }
  if (changes.hasOtherBones) {
    const bones = model.bones.map((bone, id) => ({
      name: 'bone' as const,
      id,
      value: toObjectBone(bone, model.bones, issues),
    }));
    edited = withChunk(edited, 'bones', bones);
    edited = withChunk(edited, 'partitions', toPartitions(model, undefined, issues));
  } else if (changes.bones.size > 0) {
    edited = withBones(edited, edit);
  }
  return withChunk(file, 'object', edited);
}

/** Meshes that changed: moved vertices where only those did, all of the mesh otherwise. */
function withMeshes(object: ObjectChunks, look: readonly NamedSurface[], edit: Edit, options: ObjectOptions) {
  const { before, changes, model, issues } = edit;
  const [pairs, shown] = [meshPairs(before, model.scene), shownMeshes(model.scene)];
  let place = -1;
  const meshes = (chunkValue(object, 'meshes') ?? []).map((chunk) => {
    if (chunk.name !== 'mesh' || !hasShownFaces(chunk.value)) return chunk;
    const { old, now } = pairs[++place]!;
    const found = changes.meshes.get(place);
    const name = changes.meshNames.get(place);
    let value = chunk.value;
    if (found !== undefined) {
      const primitives = old.primitives.map((primitive, i) => ({
        before: primitive,
        after: shown[now!]!.primitives[i]!,
      }));
      const stored = chunkValue(value, 'normals') !== undefined;
      const onlyMoves =
        !stored && found.every((what) => what.length === 0 || (what.includes('positions') && what.every(follows)));
      const all = { ...options, withNormals: options.withNormals || stored };
      value = (onlyMoves ? movedMesh(value, primitives) : undefined) ?? meshOf(model, now!, look, all, issues);
    }
    return { ...chunk, value: name === undefined ? value : withChunk(value, 'name', toText(name, issues)) };
  });
  return withChunk(object, 'meshes', meshes);
}

/** What of vertices moves with their places. */
const follows = (what: string): boolean => what === 'positions' || what === 'normals';

/** Surfaces of changed materials and of new ones from the scene, the others as they were. */
function withSurfaces(object: ObjectChunks, look: readonly NamedSurface[], { model, changes, before, issues }: Edit) {
  const isSkeletal = model.bones.length > 0;
  const byMaterial = new Map(look.map((each) => [each.material, each]));
  const names = new Map<string, string>();
  const known = new Set<string>();
  const places = new Map(before.materials.map(({ name }, i) => [name.toLowerCase(), i]));
  const surfaces = objectSurfaces(object).map((surface) => {
    const name = decodeText(surface.name);
    const now = changes.materials.get(places.get(name.toLowerCase()) ?? -1)?.now;
    const found = now === undefined ? undefined : byMaterial.get(model.scene.materials[now]);
    const made = found === undefined ? surface : toSurface(found, isSkeletal, issues);
    known.add(decodeText(made.name));
    if (made.name !== surface.name) names.set(surface.name.toLowerCase(), made.name);
    return made;
  });
  for (const each of look) if (!known.has(each.name)) surfaces.push(toSurface(each, isSkeletal, issues));
  const kept = object.filter(({ name }) => !['surfaces0', 'surfaces1', 'compileShaders'].includes(name));
  return withSurfaceNames(withChunk(kept, 'surfaces', surfaces), names);
}

/** The faces of surfaces that have new names. */
function withSurfaceNames(object: ObjectChunks, names: ReadonlyMap<string, string>): ObjectChunks {
  const old = chunkValue(object, 'meshes');
  if (names.size === 0 || old === undefined) return object;
  const meshes = old.map((chunk) => {
    if (chunk.name !== 'mesh') return chunk;
    const lists = chunkValue(chunk.value, 'surfaces') ?? [];
    const value = lists.map((each) => ({ ...each, surface: names.get(each.surface.toLowerCase()) ?? each.surface }));
    return { ...chunk, value: withChunk(chunk.value, 'surfaces', value) };
  });
  return withChunk(object, 'meshes', meshes);
}

function withBones(object: ObjectChunks, { model, changes, issues }: Edit): ObjectChunks {
  const byName = new Map(model.bones.map((bone) => [bone.name, bone]));
  const bones = (chunkValue(object, 'bones') ?? []).map((chunk) => {
    if (chunk.name !== 'bone') return chunk;
    const name = decodeText(chunkValue(chunk.value, 'definition')?.name ?? '');
    const bone = byName.get(name);
    if (bone === undefined || !changes.bones.has(name)) return chunk;
    const made = new Map<string, unknown>(
      [...toObjectBone(bone, model.bones, issues), ...physicsChunks(bone.extras, issues)].map((each) => [
        each.name,
        each.value,
      ]),
    );
    const value = chunk.value.map((each) =>
      ['definition', 'name', 'version'].includes(each.name) || !made.has(each.name)
        ? each
        : { ...each, value: made.get(each.name) },
    ) as ObjectBone;
    return { ...chunk, value };
  });
  return withChunk(object, 'bones', bones);
}

/** A compiled model with what the scene has different. */
export function editedOgf(file: Ogf, edit: Edit, motions: readonly TargetMotion[]): Ogf {
  const { changes, model, issues } = edit;
  let edited: Ogf = file;
  if (changes.hasOtherMeshes || changes.meshes.size + changes.materials.size > 0) edited = withParts(edited, edit);
  if (changes.bones.size > 0 && !changes.hasOtherBones) {
    const names = (chunkValue(file, 'bones') ?? []).map(({ name }) => decodeText(name));
    const physics = (chunkValue(file, 'physics') ?? []).map((old, i) => {
      const bone = model.bones.find(({ name }) => name === names[i]);
      return bone === undefined || !changes.bones.has(bone.name)
        ? old
        : { ...toPhysics(bone, issues), version: old.version };
    });
    edited = withChunk(edited, 'physics', physics);
  }
  if (changes.clips.size === 0 && changes.removedClips.length === 0) return edited;
  const [own, definitions] = [chunkValue(file, 'motions'), chunkValue(file, 'definitions')];
  if (own !== undefined && definitions !== undefined) {
    const compiled = editedCompiled({ motions: own, definitions }, edit);
    return withChunk(withChunk(edited, 'motions', compiled.motions), 'definitions', compiled.definitions);
  }
  if (file.some(({ name }) => name === 'motionReferences' || name === 'motionReferenceList')) {
    issues.push(issue(targetIssues['motions-elsewhere'], says('changed clip', changes.clips.size)));
    return edited;
  }
  const compiled = compiledMotions(model, motions, undefined, issues);
  const header = chunkValue(file, 'header');
  if (header !== undefined) edited = withChunk(edited, 'header', { ...header, type: MODEL_TYPE.animated });
  return withChunk(withChunk(edited, 'motions', compiled.motions), 'definitions', compiled.definitions);
}

/** Parts that changed: vertices of theirs where the triangles are the same; made anew, without sliding windows, otherwise. */
function withParts(file: Ogf, edit: Edit): Ogf {
  const { model, changes, issues } = edit;
  if (changes.hasOtherMeshes) {
    const made = model.parts.map((part) => toPart(part, issues)).filter((part) => part !== undefined);
    const rest = file.filter(({ name }) => !['vertices', 'indices', 'windows', 'texture'].includes(name));
    const children = made.map((value, id) => ({ name: 'part' as const, id, value }));
    return withBounds(withChunk(rest, 'children', children), model);
  }
  let shown = -1;
  const editedOf = (part: OgfPart): OgfPart => (isShown(part) ? editedShown(part, ++shown, edit) : part);
  const own = isShown(file as OgfPart) ? (editedOf(file as OgfPart) as Ogf) : file;
  const old = chunkValue(own, 'children');
  if (old === undefined) return own;
  const children = old.map((chunk) => (chunk.name === 'part' ? { ...chunk, value: editedOf(chunk.value) } : chunk));
  const edited = withChunk(own, 'children', children);
  return changes.meshes.size === 0 ? edited : withBounds(edited, model);
}

function editedShown(part: OgfPart, place: number, { before, model, changes, issues }: Edit): OgfPart {
  const [old, now] = [shownMeshes(before)[0]?.primitives[place], shownMeshes(model.scene)[0]?.primitives[place]];
  const made = model.parts[place];
  if (old === undefined || now === undefined || made === undefined) return part;
  const what = changes.meshes.get(0)?.[place] ?? [];
  const material = old.material === undefined ? undefined : changes.materials.get(old.material);
  if (what.length === 0 && material === undefined) return part;
  const hasSameSides =
    made.material?.doubleSided !== true || before.materials[old.material ?? -1]?.doubleSided === true;
  const isPatch = hasSameSides && what.every((each) => follows(each) || each === 'texture coordinates 0');
  const pair = { before: old, after: now };
  return (isPatch ? editedPart(part, pair, made, issues) : undefined) ?? toPart(made, issues) ?? part;
}

/** The model with its bounds as its parts have them now. */
function withBounds(file: Ogf, model: TargetModel): Ogf {
  const header = chunkValue(file, 'header');
  return header === undefined ? file : withChunk(file, 'header', headerOf(header.type, allPositions(model)));
}

/** Whether a part becomes a primitive of the scene. */
function isShown(part: OgfPart): boolean {
  const vertices = chunkValue(part, 'vertices');
  return (
    vertices?.vertices !== undefined && linksOf.has(vertices.format) && (chunkValue(part, 'indices')?.length ?? 0) > 2
  );
}
