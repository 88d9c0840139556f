import {
  type Codec,
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
import { Block, commonDictionary, filledRoom, listedSince, room } from './block.ts';
import { dictionaryOf } from './dictionary.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FMAT up to version 9, a material (specification, section 10).

type RenderInfoValues = Int32Array | Float32Array | (string | undefined)[] | Uint8Array;

const integers = list(i32);
const floats = list(f32);
const texts = list(text);
const bytes = list(u8);

function renderInfoValues(type: number, count: number): Codec<RenderInfoValues> {
  if (type === 0) return integers.times(count);
  if (type === 1) return floats.times(count);
  return type === 2 ? texts.times(count) : bytes.times(count);
}

export const renderInfo = struct('RenderInfo', {
  name: text,
  values: later('values', u64, ({ type }: { type: number }, count) => renderInfoValues(type, count)),
  valueCount: countOf('values', u16),
  type: u8.named({ 0: 's32', 1: 'f32', 2: 'string' }),
  padding: usually(u8.x(5), () => NO_PADDING_5),
});
const NO_PADDING_5 = new Uint8Array(5);
export type RenderInfo = Infer<typeof renderInfo>;

/** What the types of shader parameters are called (section 10.3). */
export const parameterTypes: Readonly<Record<number, string>> = Object.fromEntries(
  [
    ...['bool', 'bool2', 'bool3', 'bool4', 'int', 'int2', 'int3', 'int4', 'uint', 'uint2', 'uint3', 'uint4'],
    ...['float', 'float2', 'float3', 'float4', 'reserved2', 'float2x2', 'float2x3', 'float2x4'],
    ...['reserved3', 'float3x2', 'float3x3', 'float3x4', 'reserved4', 'float4x2', 'float4x3', 'float4x4'],
    ...['Srt2D', 'Srt3D', 'TexSrt', 'TexSrtEx'],
  ].map((name, type) => [type, name]),
);

export const shaderParameter = struct('ShaderParameter', {
  callback: usually(u64, () => 0),
  name: text,
  type: u8.named(parameterTypes),
  size: u8.in('bytes'),
  dataOffset: u16,
  uniformOffset: usually(i32, () => -1),
  dependedIndex: u16,
  dependIndex: u16,
  padding: usually(u32, () => 0),
});
export type ShaderParameter = Infer<typeof shaderParameter>;

const wraps = { 0: 'repeat', 1: 'mirror', 2: 'clamp', 3: 'border', 4: 'mirror once', 5: 'mirror once border' };

export const sampler = struct('Sampler', {
  wrapU: u8.named(wraps),
  wrapV: u8.named(wraps),
  wrapW: u8.named(wraps),
  depthCompare: u8,
  borderColor: u8.named({ 0: 'white', 1: 'transparent black', 2: 'opaque black' }),
  maxAnisotropy: u8,
  filter: u16.is('mip in bits 0 and 1, magnify in 2 and 3, minify in 4 and 5'),
  minLod: f32,
  maxLod: f32,
  lodBias: f32,
  reserved: usually(u32.x(3), () => NO_RESERVED_3),
});
const NO_RESERVED_3 = new Uint32Array(3);
export type Sampler = Infer<typeof sampler>;

const samplers = list(sampler);

interface AssignFields {
  attributeCount: number;
  samplerCount: number;
  optionCount: number;
}

export const shaderAssign = (layout: Layout) =>
  struct('ShaderAssign', {
    archive: text,
    model: text,
    attributeValues: later('strings', u64, ({ attributeCount }: AssignFields) => texts.times(attributeCount)),
    attributeNames: commonDictionary(layout),
    samplerValues: later('strings', u64, ({ samplerCount }: AssignFields) => texts.times(samplerCount)),
    samplerNames: commonDictionary(layout),
    optionValues: later('strings', u64, ({ optionCount }: AssignFields) => texts.times(optionCount)),
    optionNames: commonDictionary(layout),
    revision: u32,
    attributeCount: u8,
    samplerCount: u8,
    optionCount: u16,
  });
export type ShaderAssign = Infer<ReturnType<typeof shaderAssign>>;

interface MaterialFields {
  samplerCount: number;
  textureCount: number;
  parameterCount: number;
  parameterDataSize: number;
  parameters: { length: number };
}

export const material = (layout: Layout) => {
  const flags = { flags: u32.is('1 visible') };
  return struct('Material', {
    block: new Block('FMAT', layout),
    ...when(layout >= 9, flags),
    name: text,
    renderInfos: pointer(u64, list(renderInfo)),
    renderInfoDictionary: usually(commonDictionary(layout), ({ renderInfos }: { renderInfos: RenderInfo[] }) =>
      dictionaryOf(renderInfos),
    ),
    shaderAssign: pointer(u64, shaderAssign(layout)),
    textureRoom: room(({ textureCount }: MaterialFields) => 8 * textureCount),
    textureNames: later('strings', u64, ({ textureCount }: MaterialFields) => texts.times(textureCount)),
    samplerRoom: room(({ samplerCount }: MaterialFields) => 120 * samplerCount),
    samplers: later('Sampler[]', u64, ({ samplerCount }: MaterialFields) => samplers.times(samplerCount)),
    samplerNames: commonDictionary(layout),
    parameters: pointer(u64, list(shaderParameter)),
    parameterDictionary: usually(commonDictionary(layout), ({ parameters }: { parameters: ShaderParameter[] }) =>
      dictionaryOf(parameters),
    ),
    parameterData: later('bytes', u64, ({ parameterDataSize }: MaterialFields) => bytes.times(parameterDataSize)),
    userData: pointer(u64, list(userDatum)),
    userDataDictionary: usually(commonDictionary(layout, listedSince(10, layout)), userDataNames),
    volatileFlags: later('bits', u64, ({ parameters }: MaterialFields) =>
      bytes.times(Math.ceil(parameters.length / 8)),
    ),
    userPointer: usually(u64, () => 0),
    samplerSlots: filledRoom(({ samplerCount }: MaterialFields) => 8 * samplerCount),
    textureSlots: filledRoom(({ textureCount }: MaterialFields) => 8 * textureCount),
    ...when(layout < 9, flags),
    index: u16,
    renderInfoCount: countOf('renderInfos', u16),
    samplerCount: usually(u8, ({ samplers }: { samplers: Sampler[] }) => samplers.length),
    textureCount: usually(u8, ({ textureNames }: { textureNames: unknown[] }) => textureNames.length),
    parameterCount: countOf('parameters', u16),
    volatileParameterCount: u16,
    parameterDataSize: usually(u16, ({ parameterData }: { parameterData: Uint8Array }) => parameterData.length),
    rawParameterDataSize: u16,
    userDataCount: countOf('userData', u16),
    ...when(layout < 9, { padding: usually(u32, () => 0) }),
  });
};
export type ClassicMaterial = Infer<ReturnType<typeof material>>;
