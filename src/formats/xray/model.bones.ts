import { type Codec, chunkValue } from '../../binary/index.ts';
import { extension } from '../../containers/source.ts';
import { compiledBones, movedBones } from './loose.scene.ts';
import type { ObjectFile } from './object.ts';
import { objectBones } from './object-parts.ts';
import type { Ogf, OgfFile } from './ogf.ts';
import { omfFile } from './omf.ts';
import { sklFile, sklsFile } from './skl.ts';
import { decodeText } from './windows-1251.ts';

// Names of bones, in lower case, by which models and motions find each other.

export function objectBoneNames(file: ObjectFile): string[] {
  return objectBones(chunkValue(file, 'object') ?? []).map(({ name }) => decodeText(name).toLowerCase());
}

export function ogfBoneNames(file: OgfFile): string[] {
  return (chunkValue(file as Ogf, 'bones') ?? []).map(({ name }) => decodeText(name).toLowerCase());
}

/** The bones that a motion file moves; none where it cannot be read. */
export function motionBonesOf(file: string, decode: <T>(codec: Codec<T>) => T | undefined): string[] {
  switch (extension(file)) {
    case '.omf':
      return compiledBones(decode(omfFile) ?? []).map((name) => name.toLowerCase());
    case '.skls':
      return movedBones(decode(sklsFile)?.motions ?? []).map((name) => name.toLowerCase());
    default: {
      const motion = chunkValue(decode(sklFile) ?? [], 'motion');
      return motion === undefined ? [] : movedBones([motion]).map((name) => name.toLowerCase());
    }
  }
}
