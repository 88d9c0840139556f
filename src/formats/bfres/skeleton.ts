import {
  countOf,
  f32,
  type Infer,
  i16,
  later,
  list,
  pointer,
  struct,
  u8,
  u16,
  u32,
  u64,
  usually,
} from '../../binary/index.ts';
import { Block, commonDictionary, listedSince, ownDictionary, pointedAtWhenEmpty } from './block.ts';
import { dictionaryOf } from './dictionary.ts';
import { text } from './text.ts';
import { type UserDatum, userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FSKL, the skeleton of a model (specification, section 6).

const zero = usually(u64, () => 0);

export const bone = (layout: Layout) =>
  struct('Bone', {
    name: text,
    userData: pointer(u64, list(userDatum), listedSince(8, layout)),
    userDataDictionary: usually(commonDictionary(layout, listedSince(8, layout)), userDataNames),
    ...when(layout >= 8, { reserved18: zero }),
    ...when(layout === 8 || layout === 9, { reserved20: zero }),
    index: u16,
    parent: i16.is('index of the parent bone, -1 for a root'),
    smoothMatrix: i16.is('index in the matrix palette, -1 for none'),
    rigidMatrix: i16.is('index in the matrix palette, -1 for none'),
    billboard: u16.is('index of the bone to face with, 0xffff for none'),
    userDataCount: countOf('userData', u16),
    flags: u32,
    scale: f32.x(3),
    rotation: f32.x(4).is('Euler angles x y z and 1, or a quaternion x y z w'),
    translation: f32.x(3),
  });

export const userDataNames = ({ userData }: { userData: UserDatum[] }) => dictionaryOf(userData);

const matrices = list(f32).is('three rows of four, model space to bone space at rest');
const indices = list(u16);

interface SkeletonFields {
  bones: unknown[];
  smoothMatrixCount: number;
  rigidMatrixCount: number;
}

export const skeleton = (layout: Layout) => {
  const flags = { flags: u32.is('scaling mode in bits 8 and 9, rotation mode in bits 12 to 14') };
  return struct('Skeleton', {
    block: new Block('FSKL', layout),
    ...when(layout >= 9, flags),
    boneDictionary: usually(ownDictionary(), ({ bones }: { bones: { name?: string }[] }) => dictionaryOf(bones)),
    bones: pointer(u64, list(bone(layout))),
    matrixToBone: later(
      'u16[]',
      u64,
      ({ smoothMatrixCount, rigidMatrixCount }: SkeletonFields) => indices.times(smoothMatrixCount + rigidMatrixCount),
      pointedAtWhenEmpty(listedSince(10, layout)),
    ),
    inverseMatrices: later(
      'f32[]',
      u64,
      ({ smoothMatrixCount }: SkeletonFields) => matrices.times(12 * smoothMatrixCount),
      pointedAtWhenEmpty(listedSince(10, layout)),
    ),
    ...when(layout >= 8, { reserved30: zero }),
    ...when(layout === 8, { reserved38: zero }),
    ...when(layout === 5, { userPointer: zero }),
    ...when(layout >= 8, {
      mirroredBones: later('u16[]', u64, ({ bones }: SkeletonFields) => indices.times(bones.length), {
        optional: true,
      }),
    }),
    ...when(layout < 9, flags),
    boneCount: countOf('bones', u16),
    smoothMatrixCount: u16,
    rigidMatrixCount: u16,
    padding: usually(u8.x(layout < 9 ? 6 : 2), () => (layout < 9 ? NO_PADDING_6 : NO_PADDING_2)),
  });
};
const NO_PADDING_6 = new Uint8Array(6);
const NO_PADDING_2 = new Uint8Array(2);

export type Bone = Infer<ReturnType<typeof bone>>;
export type Skeleton = Infer<ReturnType<typeof skeleton>>;
