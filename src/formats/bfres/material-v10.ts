import {
  Codec,
  countOf,
  f32,
  type Infer,
  i8,
  i16,
  i32,
  later,
  list,
  pointer,
  type Reader,
  struct,
  u8,
  u16,
  u32,
  u64,
  usually,
  type Writer,
} from '../../binary/index.ts';
import { Block, commonDictionary, filledRoom, listedSince, room } from './block.ts';
import { type Dictionary, dictionaryOf } from './dictionary.ts';
import { parameterTypes, sampler } from './material.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';

// FMAT of version 10 (specification, section 11): what depends on the shader alone moved to structures that the
// materials of a model share.

const texts = list(text);
const bytes = list(u8);
const narrow = list(i8);
const wide = list(i16);
const samplers = list(sampler);
const NO_PADDING_7 = new Uint8Array(7);

const renderInfoType = struct('RenderInfoType', {
  name: text,
  type: u8.named({ 0: 's32', 1: 'f32', 2: 'string' }),
  padding: usually(u8.x(7), () => NO_PADDING_7),
});

const parameterType = struct('ParameterType', {
  callback: usually(u64, () => 0),
  name: text,
  dataOffset: u16,
  type: u16.named(parameterTypes),
  padding: usually(u32, () => 0),
});

type Named = { name?: string | undefined }[];

export const sharedShaderAssign = struct('ShaderAssign', {
  archive: text,
  model: text,
  renderInfos: pointer(u64, list(renderInfoType)),
  renderInfoDictionary: usually(commonDictionary(10), ({ renderInfos }: { renderInfos: Named }) =>
    dictionaryOf(renderInfos),
  ),
  parameters: pointer(u64, list(parameterType)),
  parameterDictionary: usually(commonDictionary(10), ({ parameters }: { parameters: Named }) =>
    dictionaryOf(parameters),
  ),
  attributeNames: commonDictionary(10),
  samplerNames: commonDictionary(10),
  optionNames: commonDictionary(10),
  renderInfoCount: countOf('renderInfos', u16),
  parameterCount: countOf('parameters', u16),
  parameterDataSize: u16,
  padding: usually(u16, () => 0),
  reserved50: usually(u64, () => 0),
});
export type SharedShaderAssign = Infer<typeof sharedShaderAssign>;

const count = (names: Dictionary | undefined): number => names?.keys.length ?? 0;

interface InfoFields {
  shaderAssign?: SharedShaderAssign | undefined;
  attributeCount: number;
  samplerCount: number;
  optionCount: number;
  boolOptionCount: number;
}

export const shaderInfo = struct('ShaderInfo', {
  shaderAssign: pointer(u64, sharedShaderAssign),
  attributeValues: later('strings', u64, ({ attributeCount }: InfoFields) => texts.times(attributeCount)),
  attributeIndices: later(
    'i8[]',
    u64,
    ({ attributeCount, shaderAssign }: InfoFields) =>
      narrow.times(attributeCount + count(shaderAssign?.attributeNames)),
    { optional: true },
  ),
  samplerValues: later('strings', u64, ({ samplerCount }: InfoFields) => texts.times(samplerCount)),
  samplerIndices: later(
    'i8[]',
    u64,
    ({ samplerCount, shaderAssign }: InfoFields) => narrow.times(samplerCount + count(shaderAssign?.samplerNames)),
    { optional: true },
  ),
  boolOptions: later('bits', u64, ({ boolOptionCount }: InfoFields) =>
    bytes.times(8 * Math.ceil(boolOptionCount / 64)),
  ),
  optionValues: later('strings', u64, ({ optionCount, boolOptionCount }: InfoFields) =>
    texts.times(optionCount - boolOptionCount),
  ),
  optionIndices: later(
    'i16[]',
    u64,
    ({ optionCount, shaderAssign }: InfoFields) => wide.times(optionCount + count(shaderAssign?.optionNames)),
    { optional: true },
  ),
  padding40: usually(u32, () => 0),
  attributeCount: u8.is('of the attributes of the shader, how many are assigned'),
  samplerCount: u8.is('of the samplers of the shader, how many are assigned'),
  boolOptionCount: u16.is('of the assigned options, how many are no strings'),
  optionCount: u16.is('of the options of the shader, how many are assigned'),
  padding4a: usually(u16, () => 0),
  padding4c: usually(u32, () => 0),
});
export type ShaderInfo = Infer<typeof shaderInfo>;

type RenderInfoData = Int32Array | Float32Array | Uint8Array | (string | undefined)[];

const integers = list(i32);
const floats = list(f32);

function renderInfoCodec(type: number, length: number): Codec<RenderInfoData> {
  if (type === 0) return integers.times(length);
  if (type === 1) return floats.times(length);
  return type === 2 ? texts.times(length) : bytes.times(length);
}

/** The values of all render infos of a material, in one block: strings before integers before floats. */
class RenderInfoBlock extends Codec<RenderInfoData[]> {
  readonly kind: string;
  readonly minSize: number;
  private readonly types: readonly number[];
  private readonly counts: ArrayLike<number>;
  private readonly offsets: ArrayLike<number>;

  constructor(types: readonly number[], counts: ArrayLike<number>, offsets: ArrayLike<number>, size: number) {
    super();
    this.kind = `render infos[${types.length}]`;
    this.minSize = size;
    this.types = types;
    this.counts = counts;
    this.offsets = offsets;
  }

  read(r: Reader): RenderInfoData[] {
    const start = r.take(this.minSize);
    const end = r.pos;
    const values = this.types.map((type, i) => {
      r.pos = start + this.offsets[i]!;
      return r.field(i, renderInfoCodec(type, this.counts[i]!));
    });
    r.pos = end;
    return values;
  }

  write(w: Writer, values: readonly RenderInfoData[]): void {
    const start = w.take(this.minSize);
    const end = w.pos;
    for (const [i, value] of values.entries()) {
      w.pos = start + this.offsets[i]!;
      w.field(i, renderInfoCodec(this.types[i]!, value.length), value);
    }
    if (w.pos > end && values.length > 0) w.fail('out-of-range', `render infos take more than ${this.minSize} bytes`);
    w.pos = end;
  }
}

interface MaterialFields {
  shaderInfo?: ShaderInfo | undefined;
  samplerCount: number;
  textureCount: number;
  renderInfoDataSize: number;
  renderInfoCounts: Uint16Array;
  renderInfoOffsets: Uint16Array;
}

const assignOf = ({ shaderInfo }: { shaderInfo?: ShaderInfo | undefined }) => shaderInfo?.shaderAssign;
const typesOf = (m: { shaderInfo?: ShaderInfo | undefined }) => assignOf(m)?.renderInfos.map(({ type }) => type) ?? [];
const shorts = list(u16);

const countsOf = ({ renderInfos }: { renderInfos?: RenderInfoData[] | undefined }) =>
  Uint16Array.from(renderInfos ?? [], ({ length }) => length);

/** Where the values of each render info stand in the block; 0 for those without values. */
function offsetsOf(m: { shaderInfo?: ShaderInfo | undefined; renderInfos?: RenderInfoData[] | undefined }) {
  const types = typesOf(m);
  const counts = countsOf(m);
  const offsets = new Uint16Array(counts.length);
  let offset = 0;
  for (const [type, size] of RENDER_INFO_ORDER) {
    for (const [i, length] of counts.entries()) {
      if (types[i] !== type || length === 0) continue;
      offsets[i] = offset;
      offset += size * length;
    }
  }
  return offsets;
}
const RENDER_INFO_ORDER = [
  [2, 8],
  [0, 4],
  [1, 4],
] as const;

export const sharedMaterial = struct('Material', {
  block: new Block('FMAT', 10),
  flags: u32.is('1 visible'),
  name: text,
  shaderInfo: pointer(u64, shaderInfo),
  textureRoom: room(({ textureCount }: MaterialFields) => 8 * textureCount),
  textureNames: later('strings', u64, ({ textureCount }: MaterialFields) => texts.times(textureCount)),
  samplerRoom: room(({ samplerCount }: MaterialFields) => 120 * samplerCount),
  samplers: later('Sampler[]', u64, ({ samplerCount }: MaterialFields) => samplers.times(samplerCount)),
  samplerNames: commonDictionary(10),
  renderInfos: later(
    'render infos',
    u64,
    (m: MaterialFields) =>
      new RenderInfoBlock(typesOf(m), m.renderInfoCounts, m.renderInfoOffsets, m.renderInfoDataSize),
    { last: true },
  ),
  renderInfoCounts: usually(
    later('u16[]', u64, (m: MaterialFields) => shorts.times(typesOf(m).length)),
    countsOf,
  ),
  renderInfoOffsets: usually(
    later('u16[]', u64, (m: MaterialFields) => shorts.times(typesOf(m).length)),
    offsetsOf,
  ),
  parameterData: later('bytes', u64, (m: MaterialFields) => bytes.times(assignOf(m)?.parameterDataSize ?? 0)),
  parameterIndices: filledRoom((m: MaterialFields) => 4 * (assignOf(m)?.parameters.length ?? 0)),
  reserved68: usually(u64, () => 0),
  userData: pointer(u64, list(userDatum), listedSince(10, 10)),
  userDataDictionary: usually(commonDictionary(10, listedSince(10, 10)), userDataNames),
  volatileFlags: later('bits', u64, (m: MaterialFields) =>
    bytes.times(Math.ceil((assignOf(m)?.parameters.length ?? 0) / 8)),
  ),
  userPointer: usually(u64, () => 0),
  samplerSlots: filledRoom(({ samplerCount }: MaterialFields) => 8 * samplerCount),
  textureSlots: filledRoom(({ textureCount }: MaterialFields) => 8 * textureCount),
  index: u16,
  samplerCount: usually(u8, ({ samplers }: { samplers: unknown[] }) => samplers.length),
  textureCount: usually(u8, ({ textureNames }: { textureNames: unknown[] }) => textureNames.length),
  paddingA4: usually(u16, () => 0),
  userDataCount: countOf('userData', u16),
  renderInfoDataSize: u16,
  paddingAA: usually(u16, () => 0),
  paddingAC: usually(u32, () => 0),
});
export type SharedMaterial = Infer<typeof sharedMaterial>;
