import {
  type Codec,
  countOf,
  f32,
  given,
  type Infer,
  i32,
  later,
  list,
  pointer,
  struct,
  u8,
  u16,
  u32,
  usually,
} from '../../binary/index.ts';
import { Room } from './block.ts';
import { parameterTypes } from './material.ts';
import { when } from './version.ts';
import { Magic4 } from './wiiu-block.ts';
import { dictionaryOfElements, dictionaryOfStrings, entriesOf, FROM_ITSELF } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuTexture } from './wiiu-texture.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// FMAT, a Wii U material (specification, section 16.7).

type RenderInfoValues = Int32Array | Float32Array | (string | undefined)[] | Uint8Array;

const integers = list(i32);
const floats = list(f32);
const texts = list(wiiuText);
const bytes = list(u8);

interface RenderInfoHead {
  type: number;
  count: number;
}

function renderInfoValues({ type, count }: RenderInfoHead): Codec<RenderInfoValues> {
  if (type === 0) return integers.times(count);
  if (type === 1) return floats.times(count);
  return type === 2 ? texts.times(count) : bytes.times(count);
}

/** Numbers have room for two values, strings for one. */
const spareRoom = ({ type, count }: RenderInfoHead): number => Math.max(0, (type === 2 ? 1 : 2) - count) * 4;

export const wiiuRenderInfo = struct('RenderInfo', {
  count: u16,
  type: u8.named({ 0: 's32', 1: 'f32', 2: 'string' }),
  padding: usually(u8, () => 0),
  name: wiiuText,
  values: given(renderInfoValues),
  room: given((head: RenderInfoHead) => new Room(spareRoom(head), 0)),
});
export type WiiuRenderInfo = Infer<typeof wiiuRenderInfo>;

export const renderState = struct('RenderState', {
  flags: u32.is('mode in bits 0 and 1: custom, opaque, alpha mask, translucent; blend in bits 4 and 5'),
  polygonControl: u32.is('1 cull front, 2 cull back, 4 front faces are clockwise'),
  depthControl: u32.is('2 test, 4 write, function in bits 4 to 6'),
  alphaControl: u32.is('function in bits 0 to 2, 8 test'),
  alphaReference: f32,
  colorControl: u32,
  blendTarget: u32,
  blendControl: u32,
  blendColor: f32.x(4),
});

export const textureReference = struct('TextureReference', {
  name: wiiuText,
  texture: pointer(i32, wiiuTexture, FROM_ITSELF),
});

export const wiiuSampler = struct('Sampler', {
  words: u32.x(3).is('registers of the graphics processor'),
  handle: usually(u32, () => 0),
  name: wiiuText,
  index: u8,
  padding: usually(u8.x(3), () => NO_PADDING_3),
});
const NO_PADDING_3 = new Uint8Array(3);
export type WiiuSampler = Infer<typeof wiiuSampler>;

/** `spaced`: 4 more bytes before the name, in version 3.3 and before. */
export const wiiuParameter = (spaced: boolean) =>
  struct('ShaderParameter', {
    type: u8.named(parameterTypes),
    size: u8.in('bytes'),
    dataOffset: u16,
    uniformOffset: usually(i32, () => -1),
    reserved08: usually(u32, () => 0),
    dependedIndex: u16,
    dependIndex: u16,
    ...when(spaced, { reserved10: usually(u32, () => 0) }),
    name: wiiuText,
  });
export type WiiuParameter = Infer<ReturnType<typeof wiiuParameter>>;

export const wiiuShaderAssign = struct('ShaderAssign', {
  archive: wiiuText,
  model: wiiuText,
  revision: u32,
  attributeCount: usually(u8, ({ attributes }: { attributes?: { names: string[] } }) => attributes?.names.length ?? 0),
  samplerCount: usually(u8, ({ samplers }: { samplers?: { names: string[] } }) => samplers?.names.length ?? 0),
  optionCount: usually(u16, ({ options }: { options?: { names: string[] } }) => options?.names.length ?? 0),
  attributes: dictionaryOfStrings(),
  samplers: dictionaryOfStrings(),
  options: dictionaryOfStrings(),
});

export interface MaterialFields {
  parameterDataSize: number;
  parameters: { length: number };
}

type Named = { names: string[] } | undefined;

export const wiiuMaterial = (spaced: boolean) => {
  const parameter = wiiuParameter(spaced);
  return struct('Material', {
    signature: new Magic4('FMAT'),
    name: wiiuText,
    flags: u32.is('1 visible'),
    index: u16,
    renderInfoCount: usually(u16, ({ renderInfos }: { renderInfos?: Named }) => renderInfos?.names.length ?? 0),
    samplerCount: countOf('samplers', u8),
    textureCount: countOf('textures', u8),
    parameterCount: countOf('parameters', u16),
    volatileParameterCount: u16,
    parameterDataSize: usually(u16, ({ parameterData }: { parameterData: Uint8Array }) => parameterData.length),
    rawParameterDataSize: u16,
    userDataCount: usually(u16, ({ userData }: { userData?: Named }) => userData?.names.length ?? 0),
    renderInfos: dictionaryOfElements(wiiuRenderInfo),
    renderState: pointer(i32, renderState, FROM_ITSELF),
    shaderAssign: pointer(i32, wiiuShaderAssign, FROM_ITSELF),
    textures: pointer(i32, list(textureReference), FROM_ITSELF),
    samplers: pointer(i32, list(wiiuSampler), FROM_ITSELF),
    samplerDictionary: usually(dictionaryOfElements(wiiuSampler), ({ samplers }: { samplers: WiiuSampler[] }) =>
      entriesOf(samplers),
    ),
    parameters: pointer(i32, list(parameter), FROM_ITSELF),
    parameterDictionary: usually(dictionaryOfElements(parameter), ({ parameters }: { parameters: WiiuParameter[] }) =>
      entriesOf(parameters),
    ),
    parameterData: later(
      'bytes',
      i32,
      ({ parameterDataSize }: MaterialFields) => bytes.times(parameterDataSize),
      FROM_ITSELF,
    ),
    userData: dictionaryOfElements(wiiuUserDatum),
    volatileFlags: later(
      'bits',
      i32,
      ({ parameters }: MaterialFields) => bytes.times(Math.ceil(parameters.length / 8)),
      { ...FROM_ITSELF, last: true, optional: true },
    ),
    userPointer: usually(u32, () => 0),
  });
};
export type WiiuMaterial = Infer<ReturnType<typeof wiiuMaterial>>;
