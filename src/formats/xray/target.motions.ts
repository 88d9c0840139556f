import type { Infer } from '../../binary/index.ts';
import type { Issue } from '../../issue.ts';
import { crc32Of } from './crc32.ts';
import { ALL_PARTS } from './motion.ts';
import type { MotionsChunk } from './motions.check.ts';
import {
  type CompiledMotion,
  type definitionsChunk,
  FIXED_ROTATION,
  MOVES,
  type MotionDefinition,
  type Track,
  WIDE_TRANSLATION,
} from './motions.ts';
import type { TargetModel, TargetMotion } from './target.model.ts';
import { marksOf, toMark } from './target.motion.ts';
import { integerOr, numberOr, toText } from './target.text.ts';

// Sampled motions as compiled ones, as the SDK compiles them (specification, section 15.3).

/** Metres that a bone may leave its mean place and still count as still: the engine's EPS_L. */
const STILL = 1e-3;
/** Half of the way of a bone, in metres, from which keys have 16 bits. */
const WIDE = 1.5;

export type DefinitionsChunk = Infer<typeof definitionsChunk>;

/** A track of one bone. `rotations` are stored quaternions. */
export function toTrack(translations: Float32Array, rotations: Float32Array): Track {
  const keys = quantizedRotations(rotations);
  const isFixed = keys.every((value, i) => value === keys[i % 4]);
  const rotation = isFixed ? keys.slice(0, 4) : keys;
  const place = toTranslation(translations);
  return {
    flags: (isFixed ? FIXED_ROTATION : 0) | place.flags,
    ...(!isFixed && { rotationCrc: crc32Of(rotation) }),
    rotations: rotation,
    ...(place.keys && { translationCrc: crc32Of(place.keys), translations: place.keys, scale: place.scale }),
    translation: place.translation,
  };
}

function quantizedRotations(rotations: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(rotations, (value) => Math.max(-32767, Math.min(32767, Math.trunc(value * 32767))));
}

interface Translation {
  flags: number;
  keys?: Int8Array<ArrayBuffer> | Int16Array<ArrayBuffer>;
  scale: Float32Array<ArrayBuffer>;
  translation: Float32Array<ArrayBuffer>;
}

function toTranslation(translations: Float32Array): Translation {
  const count = translations.length / 3;
  const [mean, low, high] = [
    new Float64Array(3),
    new Float64Array(3).fill(Infinity),
    new Float64Array(3).fill(-Infinity),
  ];
  for (let i = 0; i < translations.length; i++) {
    const value = translations[i]!;
    mean[i % 3]! += value / count;
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  }
  if (!translations.some((value, i) => Math.abs(value - mean[i % 3]!) > STILL)) {
    return { flags: 0, scale: new Float32Array(3), translation: Float32Array.from(mean) };
  }
  const center = low.map((value, axis) => (value + high[axis]!) / 2);
  const half = low.map((value, axis) => (high[axis]! - value) / 2);
  const isWide = Math.hypot(...half) > WIDE;
  const steps = isWide ? 32767 : 127;
  const keys = isWide ? new Int16Array(translations.length) : new Int8Array(translations.length);
  for (let i = 0; i < translations.length; i++) {
    const axis = i % 3;
    // Along an axis on which nothing moves the SDK divides by zero; its keys are 0 here.
    if (half[axis]! > 0) keys[i] = Math.trunc((steps * (translations[i]! - center[axis]!)) / half[axis]!);
  }
  return {
    flags: MOVES | (isWide ? WIDE_TRANSLATION : 0),
    keys,
    scale: Float32Array.from(half, (value) => value / steps),
    translation: Float32Array.from(center),
  };
}

export function toCompiledMotion(model: TargetModel, motion: TargetMotion, issues: Issue[]): CompiledMotion {
  return {
    name: toText(motion.name, issues),
    frameCount: motion.frameCount,
    tracks: model.bones.map((_, b) => toTrack(motion.translations[b]!, motion.rotations[b]!)),
  };
}

export function toDefinition(motion: TargetMotion, place: number, issues: Issue[]): MotionDefinition {
  const { extras } = motion;
  return {
    name: toText(motion.name, issues),
    flags: integerOr(extras.flags, 0),
    part: integerOr(extras.part, ALL_PARTS, ALL_PARTS),
    motion: place,
    speed: numberOr(extras.speed, 1),
    power: numberOr(extras.power, 1),
    accrue: numberOr(extras.accrue, 2),
    falloff: numberOr(extras.falloff, 2),
    marks: marksOf(extras.marks).map((mark) => toMark(mark, issues)),
  };
}

/** Both chunks of compiled motions for a model, whose bones are the tracks. */
export function compiledMotions(
  model: TargetModel,
  motions: readonly TargetMotion[],
  partitions: unknown,
  issues: Issue[],
): { motions: MotionsChunk; definitions: DefinitionsChunk } {
  return {
    motions: [
      { name: 'motionCount', value: motions.length },
      ...motions.map((motion, i) => ({
        name: 'motion' as const,
        id: i + 1,
        value: toCompiledMotion(model, motion, issues),
      })),
    ],
    definitions: {
      version: 4,
      parts: compiledParts(model, partitions, issues),
      motions: motions.map((motion, i) => toDefinition(motion, i, issues)),
    },
  };
}

/** The partitions of extras, if they hold every bone once; else one of all bones. */
function compiledParts(model: TargetModel, partitions: unknown, issues: Issue[]): DefinitionsChunk['parts'] {
  const slots = new Map(model.bones.map(({ name }, i) => [name.toLowerCase(), i]));
  const named = partitionNames(partitions, [...slots.keys()]) ?? [
    { name: 'default', bones: model.bones.map(({ name }) => name) },
  ];
  return named.map(({ name, bones }) => ({
    name: toText(name, issues).toLowerCase(),
    bones: bones.map((bone) => ({ name: toText(bone, issues), slot: slots.get(bone.toLowerCase())! })),
  }));
}

/** Partitions of extras that hold each of the bones once; undefined where they do not. */
export function partitionNames(
  value: unknown,
  bones: readonly string[],
): { name: string; bones: string[] }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isFine = value.every((part) => typeof part?.name === 'string' && Array.isArray(part.bones));
  if (!isFine) return undefined;
  const named = value.flatMap((part) => part.bones).map((bone) => String(bone).toLowerCase());
  const isComplete = named.length === bones.length && new Set([...named, ...bones]).size === bones.length;
  return isComplete ? value.map(({ name, bones }) => ({ name, bones: bones.map(String) })) : undefined;
}
