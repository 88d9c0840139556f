import { chunkValues } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { normalizeQuaternion } from '../../math/index.ts';
import { makeSignsContinuous } from '../../scene/keys.ts';
import type { Extras, Scene } from '../../scene/scene.ts';
import { makeClip, markExtras } from './motion.scene.ts';
import type { MotionsChunk } from './motions.check.ts';
import type { CompiledMotion, MotionDefinition, MotionDefinitions, Track } from './motions.ts';
import { sceneIssues } from './scene.issues.ts';
import type { SceneSkeleton } from './skeleton.scene.ts';
import { finite, sceneQuaternion } from './space.ts';
import { decodeText } from './windows-1251.ts';

// Compiled motions as clips (specification, sections 15 and 20.6).

/** Frames per second of all compiled motions. */
export const COMPILED_RATE = 30;

/** Where clips of motion files come together: the last of a name keeps it, as in the game. */
export interface CompiledSet {
  readonly motions: MotionsChunk | undefined;
  readonly definitions: MotionDefinitions | undefined;
}

/** Adds all motions of a file to a scene, for the bones of the skeleton. */
export function addMotions(
  scene: Scene,
  { motions, definitions }: CompiledSet,
  skeleton: SceneSkeleton,
  issues: Issue[],
): void {
  const slots = slotNodes(definitions, skeleton, issues);
  const byPlace = chunkValues(motions ?? [], 'motion');
  const defined = definitions?.motions ?? [];
  const used = new Set<CompiledMotion>();
  for (const definition of defined) {
    const motion = byPlace[definition.motion];
    if (motion === undefined) continue;
    used.add(motion);
    addCompiled(scene, motion, slots, definition, issues);
  }
  for (const motion of byPlace) if (!used.has(motion)) addCompiled(scene, motion, slots, undefined, issues);
}

/** The node of each track: by the name of its bone, or by its number where the file has no names. */
function slotNodes(
  definitions: MotionDefinitions | undefined,
  skeleton: SceneSkeleton,
  issues: Issue[],
): (number | undefined)[] {
  if (definitions === undefined) return [...skeleton.nodes];
  const nodes: (number | undefined)[] = [];
  const strangers: string[] = [];
  let place = 0;
  for (const { name, slot } of definitions.parts.flatMap(({ bones }) => bones)) {
    const at = slot ?? place;
    place++;
    if (at >= MAX_SLOTS) continue;
    const bone = name === undefined ? at : skeleton.byName.get(decodeText(name).toLowerCase());
    if (bone === undefined) strangers.push(decodeText(name ?? ''));
    nodes[at] = bone === undefined ? undefined : skeleton.nodes[bone];
  }
  if (strangers.length > 0) {
    issues.push(issue(sceneIssues['unmatched-bones'], `no bones ${strangers.join(', ')}`));
  }
  return nodes;
}

/** Slots are numbers of bones, of which no model has so many. */
const MAX_SLOTS = 65_536;

function addCompiled(
  scene: Scene,
  motion: CompiledMotion,
  slots: readonly (number | undefined)[],
  definition: MotionDefinition | undefined,
  issues: Issue[],
): void {
  const name = decodeText(definition?.name ?? motion.name);
  const frames = motion.tracks.reduce((count, track) => Math.max(count, keyCount(track)), 1);
  const times = Float32Array.from({ length: frames }, (_, i) => i / COMPILED_RATE);
  const bones = motion.tracks.flatMap((track, slot) => {
    const node = slots[slot];
    return node === undefined ? [] : [{ node, ...decodeTrack(track, frames) }];
  });
  if (bones.length === 0) {
    issues.push(issue(sceneIssues['motion-without-bones'], `'${name}' has ${motion.tracks.length} tracks`));
    return;
  }
  const length = { frameCount: motion.frameCount };
  scene.clips.push(makeClip(name, times, bones, definition ? { ...definitionExtras(definition), ...length } : length));
}

function keyCount({ rotations, translations }: Track): number {
  return Math.max(rotations.length / 4, (translations?.length ?? 0) / 3);
}

/** One key per frame, in the space of scenes; what stays has one key too many times, which `makeClip` tells apart. */
export function decodeTrack(track: Track, frames: number): { translations: Float32Array; rotations: Float32Array } {
  return { translations: decodeTranslations(track, frames), rotations: decodeRotations(track, frames) };
}

function decodeRotations({ rotations: keys }: Track, frames: number): Float32Array {
  const count = keys.length === 4 ? 1 : frames;
  const rotations = new Float32Array(count * 4);
  for (let at = 0; at < rotations.length; at += 4) {
    rotations.set(normalizeQuaternion(sceneQuaternion(keys.subarray(at, at + 4))), at);
  }
  makeSignsContinuous(rotations);
  return rotations;
}

function decodeTranslations({ translations: keys, scale, translation }: Track, frames: number): Float32Array {
  const base = finite(translation);
  const [x, y, z] = [base[0]!, base[1]!, base[2]!];
  if (keys === undefined || scale === undefined) return Float32Array.of(-x, y, z);
  const step = finite(scale);
  const translations = new Float32Array(frames * 3);
  for (let at = 0; at < keys.length; at += 3) {
    translations[at] = -(keys[at]! * step[0]! + x);
    translations[at + 1] = keys[at + 1]! * step[1]! + y;
    translations[at + 2] = keys[at + 2]! * step[2]! + z;
  }
  return translations;
}

function definitionExtras({ flags, part, speed, power, accrue, falloff, marks }: MotionDefinition): Extras {
  return {
    flags,
    part,
    speed,
    power,
    accrue,
    falloff,
    ...(marks && marks.length > 0 && { marks: marks.map(markExtras) }),
  };
}
