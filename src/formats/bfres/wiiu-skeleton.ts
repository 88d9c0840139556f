import {
  countOf,
  f32,
  type Infer,
  i16,
  i32,
  later,
  list,
  pointer,
  struct,
  u16,
  u32,
  usually,
} from '../../binary/index.ts';
import { when } from './version.ts';
import { Magic4 } from './wiiu-block.ts';
import { dictionaryOfElements, entriesOf, FROM_ITSELF, FROM_ITSELF_ALWAYS } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// FSKL, the skeleton of a Wii U model (specification, section 16.4).

/** `early`: before version 3.4 bones have their inverse matrices themselves. */
export const wiiuBone = (early: boolean) =>
  struct('Bone', {
    name: wiiuText,
    index: u16,
    parent: i16.is('index of the parent bone, -1 for a root'),
    smoothMatrix: i16.is('index in the matrix palette, -1 for none'),
    rigidMatrix: i16.is('index in the matrix palette, -1 for none'),
    billboard: u16.is('index of the bone to face with, 0xffff for none'),
    userDataCount: u16,
    flags: u32,
    scale: f32.x(3),
    rotation: f32.x(4).is('Euler angles x y z and 1, or a quaternion x y z w'),
    translation: f32.x(3),
    ...when(early, { inverseMatrix: f32.x(12) }),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
export type WiiuBone = Infer<ReturnType<typeof wiiuBone>>;

const matrices = list(f32).is('three rows of four, model space to bone space at rest');
const indices = list(u16);

interface SkeletonFields {
  smoothMatrixCount: number;
  rigidMatrixCount: number;
}

export const wiiuSkeleton = (early: boolean) => {
  const bone = wiiuBone(early);
  return struct('Skeleton', {
    signature: new Magic4('FSKL'),
    flags: u32.is('scaling mode in bits 8 and 9, rotation mode in bits 12 to 14'),
    boneCount: countOf('bones', u16),
    smoothMatrixCount: u16,
    rigidMatrixCount: u16,
    padding: usually(u16, () => 0),
    boneDictionary: usually(dictionaryOfElements(bone), ({ bones }: { bones: WiiuBone[] }) => entriesOf(bones)),
    bones: pointer(i32, list(bone), FROM_ITSELF),
    matrixToBone: later(
      'u16[]',
      i32,
      ({ smoothMatrixCount, rigidMatrixCount }: SkeletonFields) => indices.times(smoothMatrixCount + rigidMatrixCount),
      FROM_ITSELF_ALWAYS,
    ),
    inverseMatrices: later(
      'f32[]',
      i32,
      ({ smoothMatrixCount }: SkeletonFields) => matrices.times(early ? 0 : 12 * smoothMatrixCount),
      FROM_ITSELF_ALWAYS,
    ),
    userPointer: usually(u32, () => 0),
  });
};
export type WiiuSkeleton = Infer<ReturnType<typeof wiiuSkeleton>>;
