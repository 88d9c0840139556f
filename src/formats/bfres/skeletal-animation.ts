import {
  countOf,
  f32,
  type Infer,
  i32,
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
import { Block, commonDictionary, listedNull, listedSince, pointedAtWhenEmpty } from './block.ts';
import { type Curve, curve } from './curve.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FSKA, the animation of a skeleton (specification, section 13.1).

export const BASE_SCALE = 1 << 3;
export const BASE_ROTATION = 1 << 4;
export const BASE_TRANSLATION = 1 << 5;

/** How many numbers the base values of a bone have: three, four and three of the groups that its flags name. */
export const baseCountOf = (flags: number): number =>
  ((flags & BASE_SCALE) !== 0 ? 3 : 0) +
  ((flags & BASE_ROTATION) !== 0 ? 4 : 0) +
  ((flags & BASE_TRANSLATION) !== 0 ? 3 : 0);

const floats = list(f32);
const curves = list(curve);

export const boneAnim = (layout: Layout) =>
  struct('BoneAnim', {
    name: text,
    curves: pointer(u64, curves),
    base: later('base values', u64, ({ flags }: { flags: number }) => floats.times(baseCountOf(flags)), {
      optional: true,
    }),
    ...when(layout >= 9, { reserved18: usually(listedNull, () => 0), reserved20: usually(listedNull, () => 0) }),
    flags: u32,
    beginRotate: u8,
    beginTranslate: u8,
    curveCount: countOf('curves', u8),
    beginBaseTranslate: u8,
    firstCurve: i32.is('index of the first curve among those of the animation'),
    padding: usually(u32, () => 0),
  });
export type BoneAnim = Infer<ReturnType<typeof boneAnim>>;

const indices = list(u16).is('0xffff: not bound yet');

export const skeletalAnim = (layout: Layout) => {
  const flags = { flags: u32.is('4 loop, scaling mode in bits 8 and 9, rotation mode in bits 12 to 14') };
  const boneAnims = list(boneAnim(layout));
  return struct('SkeletalAnim', {
    block: new Block('FSKA', layout),
    ...when(layout >= 9, flags),
    name: text,
    path: text,
    boundSkeleton: usually(u64, () => 0),
    bindIndices: later(
      'u16[]',
      u64,
      ({ boneAnimCount }: { boneAnimCount: number }) => indices.times(boneAnimCount),
      listedSince(10, layout),
    ),
    boneAnims: later(
      'BoneAnim[]',
      u64,
      ({ boneAnimCount }: { boneAnimCount: number }) => boneAnims.times(boneAnimCount),
      listedSince(10, layout),
    ),
    userData: pointer(u64, list(userDatum), pointedAtWhenEmpty(listedSince(10, layout))),
    userDataDictionary: usually(commonDictionary(layout, listedSince(8, layout)), userDataNames),
    ...when(layout < 9, flags),
    frameCount: i32.is('number of the last frame'),
    curveTotal: usually(u32, ({ boneAnims }: { boneAnims: { curves: Curve[] }[] }) =>
      boneAnims.reduce((total, { curves }) => total + curves.length, 0),
    ),
    bakedSize: u32,
    boneAnimCount: usually(u16, ({ boneAnims }: { boneAnims: unknown[] }) => boneAnims.length),
    userDataCount: countOf('userData', u16),
    ...when(layout < 9, { padding: usually(u32, () => 0) }),
  });
};
export type SkeletalAnim = Infer<ReturnType<typeof skeletalAnim>>;
