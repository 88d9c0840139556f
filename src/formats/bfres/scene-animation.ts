import {
  countOf,
  f32,
  type Infer,
  i8,
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
import { Block, commonDictionary, ownDictionary } from './block.ts';
import { curve } from './curve.ts';
import { dictionaryOf } from './dictionary.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FSCN, the animation of cameras, lights and fog (specification, section 13.5). Known from descriptions alone.

const floats = list(f32);
const bytes = list(u8);
const NO_PADDING_5 = new Uint8Array(5);

const time = { frameCount: i32.is('number of the last frame') };
const baked = { bakedSize: u32 };
const curveCount = { curveCount: countOf('curves', u8) };
const userDataCount = { userDataCount: countOf('userData', u16) };

/** What cameras, lights and fogs begin with. */
const head = <S>(layout: Layout, base: (fields: S) => number) => ({
  name: text,
  curves: pointer(u64, list(curve)),
  base: later('base values', u64, (fields: S) => bytes.times(base(fields)), { optional: true }),
  userData: pointer(u64, list(userDatum)),
  userDataDictionary: usually(commonDictionary(layout), userDataNames),
});

export const cameraAnim = (layout: Layout) =>
  struct('CameraAnim', {
    block: new Block('FCAM', layout),
    ...when(layout >= 9, { flags: u32 }),
    name: text,
    curves: pointer(u64, list(curve)),
    base: later('f32[11]', u64, () => floats.times(11), { optional: true }),
    userData: pointer(u64, list(userDatum)),
    userDataDictionary: usually(commonDictionary(layout), userDataNames),
    ...when(layout < 9, {
      flags: u16,
      padding: usually(u16, () => 0),
      ...time,
      ...curveCount,
      padding2: usually(u8, () => 0),
      ...userDataCount,
      ...baked,
    }),
    ...when(layout >= 9, {
      ...time,
      ...baked,
      ...userDataCount,
      ...curveCount,
      padding5: usually(u8.x(5), () => NO_PADDING_5),
    }),
  });
export type CameraAnim = Infer<ReturnType<typeof cameraAnim>>;

/** Bytes of the groups that the flags of a light name, in their order. */
const LIGHT_GROUPS = [
  [9, 4],
  [10, 12],
  [11, 12],
  [12, 8],
  [13, 8],
  [14, 12],
  [15, 12],
] as const;

export const lightBase = ({ flags }: { flags: number }): number =>
  LIGHT_GROUPS.reduce((size, [bit, bytes]) => size + ((flags & (1 << bit)) !== 0 ? bytes : 0), 0);

const functions = {
  typeIndex: i8,
  distanceIndex: i8,
  angleIndex: i8,
};

export const lightAnim = (layout: Layout) =>
  struct('LightAnim', {
    block: new Block('FLIT', layout),
    ...when(layout >= 9, { flags: u32 }),
    ...head(layout, lightBase),
    lightType: text,
    distanceFunction: text,
    angleFunction: text,
    ...when(layout < 9, { flags: u16, ...userDataCount, ...time, ...curveCount, ...functions, ...baked }),
    ...when(layout >= 9, {
      ...time,
      ...baked,
      ...userDataCount,
      ...curveCount,
      ...functions,
      padding: usually(u16, () => 0),
    }),
  });
export type LightAnim = Infer<ReturnType<typeof lightAnim>>;

export const fogAnim = (layout: Layout) =>
  struct('FogAnim', {
    block: new Block('FFOG', layout),
    ...when(layout >= 9, { flags: u32 }),
    ...head(layout, () => 20),
    distanceFunction: text,
    ...when(layout < 9, {
      flags: u16,
      padding: usually(u16, () => 0),
      ...time,
      ...curveCount,
      functionIndex: i8,
      ...userDataCount,
      ...baked,
    }),
    ...when(layout >= 9, {
      ...time,
      ...baked,
      ...userDataCount,
      ...curveCount,
      functionIndex: i8,
      padding5: usually(u32, () => 0),
    }),
  });
export type FogAnim = Infer<ReturnType<typeof fogAnim>>;

type Named = { name?: string | undefined }[];

export const sceneAnim = (layout: Layout) =>
  struct('SceneAnim', {
    block: new Block('FSCN', layout),
    ...when(layout >= 9, { flags: u32 }),
    name: text,
    path: text,
    cameras: pointer(u64, list(cameraAnim(layout))),
    cameraDictionary: usually(ownDictionary(), ({ cameras }: { cameras: Named }) => dictionaryOf(cameras)),
    lights: pointer(u64, list(lightAnim(layout))),
    lightDictionary: usually(ownDictionary(), ({ lights }: { lights: Named }) => dictionaryOf(lights)),
    fogs: pointer(u64, list(fogAnim(layout))),
    fogDictionary: usually(ownDictionary(), ({ fogs }: { fogs: Named }) => dictionaryOf(fogs)),
    userData: pointer(u64, list(userDatum)),
    userDataDictionary: usually(commonDictionary(layout), userDataNames),
    userDataCount: countOf('userData', u16),
    cameraCount: countOf('cameras', u16),
    lightCount: countOf('lights', u16),
    fogCount: countOf('fogs', u16),
  });
export type SceneAnim = Infer<ReturnType<typeof sceneAnim>>;
