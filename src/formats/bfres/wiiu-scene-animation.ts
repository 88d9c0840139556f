import { countOf, type Infer, i32, later, list, pointer, struct, u8, u16, u32, usually } from '../../binary/index.ts';
import { lightBase } from './scene-animation.ts';
import { when } from './version.ts';
import { Magic4 } from './wiiu-block.ts';
import { wiiuCurve } from './wiiu-curve.ts';
import { dictionaryOfElements, FROM_ITSELF } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// FSCN of Wii U files, cameras, lights and fog over time (specification, section 16.8). Known from descriptions alone.

const bytes = list(u8);

/** Cameras, lights and fog differ in their signature, in how many functions they name and in their base values. */
const partAnim = (signature: string, hasDelta: boolean, functions: 0 | 1 | 3, size: (flags: number) => number) =>
  struct('SceneAnimPart', {
    signature: new Magic4(signature),
    flags: u16,
    padding: usually(u16, () => 0),
    frameCount: i32.is('number of the last frame'),
    curveCount: countOf('curves', u8),
    functionIndex: u8,
    userDataCount: u16,
    bakedSize: u32,
    name: wiiuText,
    ...when(functions > 1, { lightType: wiiuText }),
    ...when(functions > 0, { distanceFunction: wiiuText }),
    ...when(functions > 1, { angleFunction: wiiuText }),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), FROM_ITSELF),
    base: later('base values', i32, ({ flags }: { flags: number }) => bytes.times(size(flags)), {
      ...FROM_ITSELF,
      optional: true,
    }),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
export type WiiuScenePart = Infer<ReturnType<typeof partAnim>>;

const CAMERA_SIZE = 44;
const FOG_SIZE = 20;

export const wiiuSceneAnim = (hasDelta: boolean) =>
  struct('SceneAnim', {
    signature: new Magic4('FSCN'),
    name: wiiuText,
    path: wiiuText,
    userDataCount: u16,
    cameraCount: u16,
    lightCount: u16,
    fogCount: u16,
    cameras: dictionaryOfElements(partAnim('FCAM', hasDelta, 0, () => CAMERA_SIZE)),
    lights: dictionaryOfElements(partAnim('FLIT', hasDelta, 3, (flags) => lightBase({ flags }))),
    fogs: dictionaryOfElements(partAnim('FFOG', hasDelta, 1, () => FOG_SIZE)),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
export type WiiuSceneAnim = Infer<ReturnType<typeof wiiuSceneAnim>>;
