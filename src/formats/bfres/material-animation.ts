import {
  countOf,
  type Infer,
  i8,
  i16,
  i32,
  later,
  list,
  pointer,
  struct,
  table,
  u8,
  u16,
  u32,
  u64,
  usually,
} from '../../binary/index.ts';
import { Block, commonDictionary, filledRoom, listedSince, pointedAtWhenEmpty, room } from './block.ts';
import { curve } from './curve.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FMAA, the animation of materials: shader parameters, texture patterns, visibility (specification, section 13.2).

export const paramAnim = struct('ParamAnim', {
  name: text,
  firstCurve: u16.is('among the curves of the material'),
  floatCurveCount: u16,
  intCurveCount: u16,
  firstConstant: u16,
  constantCount: u16,
  subBindIndex: u16,
  padding: usually(u32, () => 0),
});
export type ParamAnim = Infer<typeof paramAnim>;

export const patternAnim = struct('PatternAnim', {
  name: text.is('sampler'),
  curve: i16.is('among the curves of the material, -1 for a constant'),
  firstConstant: u16.is('0xffff for a curve'),
  subBindIndex: i8,
  padding: usually(u8.x(3), () => NO_PADDING_3),
});
const NO_PADDING_3 = new Uint8Array(3);
export type PatternAnim = Infer<typeof patternAnim>;

const constants = table('Constant', {
  target: u32.is('byte offset in the parameter'),
  value: u32.is('bits of an f32 or s32'),
});
const NO_PADDING_6 = new Uint8Array(6);

export const materialAnim = (layout: Layout) =>
  struct('MaterialAnim', {
    name: text,
    paramAnims: pointer(u64, list(paramAnim)),
    patternAnims: pointer(u64, list(patternAnim)),
    curves: pointer(u64, list(curve)),
    constants: pointer(u64, constants, layout < 9 ? pointedAtWhenEmpty() : {}),
    firstParamCurve: u16.is('running total over the animation, 0xffff for none'),
    firstPatternCurve: u16.is('running total over the animation, 0xffff for none'),
    firstVisibilityCurve: u16,
    visibilityCurve: u16.is('0xffff for none'),
    visibilityConstant: u16.is('0xffff for none'),
    paramAnimCount: countOf('paramAnims', u16),
    patternAnimCount: countOf('patternAnims', u16),
    constantCount: countOf('constants', u16),
    curveCount: countOf('curves', u16),
    padding: usually(u8.x(6), () => NO_PADDING_6),
  });
export type MaterialAnim = Infer<ReturnType<typeof materialAnim>>;

export interface MaterialAnimFields {
  materialAnimCount: number;
  textureCount: number;
}

const indices = list(u16).is('0xffff: not bound yet');
const texts = list(text);

export const materialAnimation = (layout: Layout) => {
  const flags = { flags: layout < 9 ? u16.is('4 loop') : u32.is('4 loop') };
  const materialAnims = list(materialAnim(layout));
  const listed = listedSince(10, layout);
  const counts = {
    userDataCount: countOf('userData', u16),
    materialAnimCount: usually(u16, ({ materialAnims }: { materialAnims: unknown[] }) => materialAnims.length),
    curveTotal: usually(u16, ({ materialAnims }: { materialAnims: { curves: unknown[] }[] }) =>
      materialAnims.reduce((total, { curves }) => total + curves.length, 0),
    ),
  };
  const time = { frameCount: i32.is('number of the last frame'), bakedSize: u32 };
  return struct('MaterialAnimation', {
    block: new Block('FMAA', layout),
    ...when(layout >= 9, flags),
    name: text,
    path: text,
    boundModel: usually(u64, () => 0),
    bindIndices: later(
      'u16[]',
      u64,
      ({ materialAnimCount }: MaterialAnimFields) => indices.times(materialAnimCount),
      listed,
    ),
    materialAnims: later(
      'MaterialAnim[]',
      u64,
      ({ materialAnimCount }: MaterialAnimFields) => materialAnims.times(materialAnimCount),
      listed,
    ),
    textureRoom: room(({ textureCount }: MaterialAnimFields) => 8 * textureCount, listed),
    textureNames: later('strings', u64, ({ textureCount }: MaterialAnimFields) => texts.times(textureCount)),
    userData: pointer(u64, list(userDatum), pointedAtWhenEmpty(listed)),
    userDataDictionary: usually(commonDictionary(layout, listedSince(8, layout)), userDataNames),
    textureSlots: filledRoom(({ textureCount }: MaterialAnimFields) => 8 * textureCount),
    ...when(layout < 9, { ...flags, ...counts, ...time }),
    ...when(layout >= 9, { ...time, ...counts }),
    paramTotal: u16.is('float curves, int curves and constants of all parameters'),
    patternTotal: u16,
    visibilityTotal: u16,
    textureCount: usually(u16, ({ textureNames }: { textureNames: unknown[] }) => textureNames.length),
    ...when(layout >= 9, { padding: usually(u16, () => 0) }),
  });
};
export type MaterialAnimation = Infer<ReturnType<typeof materialAnimation>>;
