import { chunkValue, chunkValues } from '../../binary/index.ts';
import type { Path } from '../../issue.ts';
import { listItems } from './names.ts';
import type { ObjectChunks, Surface } from './object.ts';

// The parts of an object, whichever of their versions the file has. Texts are as the codec reads them.

/** A surface as version 2 has it; what earlier versions lack has the defaults of the SDK. */
export function objectSurfaces(object: ObjectChunks): Surface[] {
  const recent = chunkValue(object, 'surfaces');
  if (recent !== undefined) return recent;
  const defaults = { material: 'default' };
  const first = chunkValue(object, 'surfaces1');
  if (first !== undefined) return first.map((surface) => ({ ...defaults, ...surface }));
  const shaders = chunkValue(object, 'compileShaders') ?? [];
  return (chunkValue(object, 'surfaces0') ?? []).map((surface, i) => ({
    ...defaults,
    compileShader: shaders[i] ?? 'default',
    ...surface,
  }));
}

/** A bone of an object: its definition and its bind pose, relative to the parent. */
export interface BonePose {
  readonly name: string;
  /** Empty for the root. */
  readonly parent: string;
  readonly weightMap: string;
  readonly offset: Float32Array;
  /** Radians about x, y and z. */
  readonly rotation: Float32Array;
  readonly length: number;
  /** Where the bone is in the file. */
  readonly origin: Path;
}

/** The bones that have a definition, in file order. */
export function objectBones(object: ObjectChunks): BonePose[] {
  const old = chunkValue(object, 'bones0');
  if (old !== undefined && old.length > 0) {
    return old.map((bone, i) => ({ ...bone, rotation: swapped(bone.rotation), origin: ['object', 'bones0', i] }));
  }
  return chunkValues(chunkValue(object, 'bones') ?? [], 'bone').flatMap((bone, i): BonePose[] => {
    const definition = chunkValue(bone, 'definition');
    if (definition === undefined) return [];
    const pose = chunkValue(bone, 'bindPose') ?? NO_POSE;
    const rotation = chunkValue(bone, 'version') === 1 ? swapped(pose.rotation) : pose.rotation;
    return [{ ...definition, offset: pose.offset, rotation, length: pose.length, origin: ['object', 'bones', i] }];
  });
}

const NO_POSE = { offset: new Float32Array(3), rotation: new Float32Array(3), length: 0 };

/** Rotations of old bones are stored about y, x, z. */
const swapped = ([y, x, z]: Float32Array): Float32Array => Float32Array.of(x!, y!, z!);

export function objectFlags(object: ObjectChunks): number {
  return chunkValue(object, 'flags') ?? chunkValue(object, 'shortFlags') ?? 0;
}

/** Names of the motion files that the object refers to. */
export function objectMotionReferences(object: ObjectChunks): string[] {
  return chunkValue(object, 'motionReferenceList') ?? listItems(chunkValue(object, 'motionReferences') ?? '');
}

/** 1 January 2008: from then on the SDK was that of Clear Sky. */
const CLEAR_SKY = 1_199_145_600;

/** Whether the object shows signs of Clear Sky or later (specification, section 8.6, rule 5). */
export function looksRecent(object: ObjectChunks): boolean {
  if (object.some(({ name }) => name === 'lod' || name === 'motionReferenceList' || name === 'scale')) return true;
  const [revision, wide] = [chunkValue(object, 'revision'), chunkValue(object, 'revision64')];
  const modified = revision ? Math.max(revision.created, plausible(revision.modified)) : (wide?.created[0] ?? 0);
  return modified >= CLEAR_SKY;
}

/** The time that files which lost half of their time fields have; it says nothing (specification, section 6.4). */
const DAMAGED_TIME = 0x5c000000;
const plausible = (time: number): number => (time === DAMAGED_TIME ? 0 : time);
