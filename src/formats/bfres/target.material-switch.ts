import type { Dictionary } from './dictionary.ts';
import type { ClassicMaterial, Sampler } from './material.ts';
import type { SharedMaterial, SharedShaderAssign } from './material-v10.ts';
import type { MaterialDraft, SamplerDraft } from './target.materials.ts';
import type { WrapView } from './view.ts';

// Materials for the Switch that no original has. They name no shader: which parameters and options the shaders of a game
// want is in the game alone (specification, section 15.7). Render infos have the values that are usual in official files.

const TEX_SRT = 30;
const TRANSFORM = 'tex_mtx0';

/** Kinds of values: whole numbers, fractions, texts. */
const FLOAT = 1;
const TEXT = 2;

interface RenderInfoDraft {
  readonly name: string;
  readonly type: number;
  readonly values: readonly (string | number)[];
}

const drawModes = { opaque: 'opaque', mask: 'mask', blend: 'translucent' } as const;

function renderInfosOf({ mode, doubleSided, alphaCutoff }: MaterialDraft): RenderInfoDraft[] {
  const texts: Readonly<Record<string, string>> = {
    gsys_render_state_mode: drawModes[mode],
    gsys_render_state_display_face: doubleSided ? 'both' : 'front',
    gsys_render_state_blend_mode: mode === 'blend' ? 'color' : 'none',
    gsys_depth_test_enable: 'true',
    gsys_depth_test_func: 'lequal',
    gsys_depth_test_write: mode === 'blend' ? 'false' : 'true',
    gsys_alpha_test_enable: mode === 'mask' ? 'true' : 'false',
    gsys_alpha_test_func: 'gequal',
    gsys_color_blend_rgb_src_func: 'src_alpha',
    gsys_color_blend_rgb_dst_func: 'one_minus_src_alpha',
    gsys_color_blend_rgb_op: 'add',
    gsys_color_blend_alpha_src_func: 'one',
    gsys_color_blend_alpha_dst_func: 'zero',
    gsys_color_blend_alpha_op: 'add',
    gsys_pass: 'no_setting',
  };
  return [
    ...Object.entries(texts).map(([name, value]) => ({ name, type: TEXT, values: [value] })),
    { name: 'gsys_alpha_test_value', type: FLOAT, values: [alphaCutoff] },
    { name: 'gsys_color_blend_const_color', type: FLOAT, values: [0, 0, 0, 0] },
  ];
}

const valuesOf = ({ type, values }: RenderInfoDraft) =>
  type === TEXT ? (values as string[]) : Float32Array.from(values as number[]);

const wraps: Readonly<Record<WrapView, number>> = { repeat: 0, mirror: 1, clamp: 2 };
const LINEAR = 0x2a;
const NEAREST = 0x16;

export const switchWrap = (wrap: WrapView): number => wraps[wrap];

const samplerOf = ({ wrapU, wrapV, magnify }: SamplerDraft): Sampler => ({
  wrapU: wraps[wrapU],
  wrapV: wraps[wrapV],
  wrapW: wraps.clamp,
  depthCompare: 0,
  borderColor: 0,
  maxAnisotropy: 1,
  filter: magnify === 'linear' ? LINEAR : NEAREST,
  minLod: 0,
  maxLod: 13,
  lodBias: 0,
});

const names = (keys: readonly string[]): Dictionary | undefined =>
  keys.length === 0 ? undefined : { keys: [...keys] };

/** Mode, scale, rotation, translation as Maya has them (section 10.3). */
export function transformData({ transform }: MaterialDraft, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const [offset, scale] = [transform?.offset ?? [0, 0], transform?.scale ?? [1, 1]];
  const values = [scale[0]!, scale[1]!, 0, -offset[0]! / (scale[0]! || 1), (offset[1]! - 1) / (scale[1]! || 1) + 1];
  const view = new DataView(new ArrayBuffer(24));
  for (const [i, value] of values.entries()) view.setFloat32(4 + 4 * i, value, littleEndian);
  return new Uint8Array(view.buffer);
}

/** A material up to version 9. `attributes`: names of those that the shapes with it have. */
export function newClassicMaterial(
  draft: MaterialDraft,
  index: number,
  attributes: readonly string[],
): ClassicMaterial {
  const roles = draft.samplers.map(({ role }) => role);
  const isMoved = draft.transform !== undefined;
  return {
    flags: 1,
    name: draft.name,
    renderInfos: renderInfosOf(draft).map((info) => ({ name: info.name, type: info.type, values: valuesOf(info) })),
    shaderAssign: {
      archive: '',
      model: '',
      attributeValues: [...attributes],
      attributeNames: names(attributes),
      samplerValues: [...roles],
      samplerNames: names(roles),
      optionValues: [],
      optionNames: undefined,
      revision: 0,
      attributeCount: attributes.length,
      samplerCount: roles.length,
      optionCount: 0,
    },
    textureRoom: undefined,
    textureNames: draft.samplers.map(({ texture }) => texture),
    samplerRoom: undefined,
    samplers: draft.samplers.map(samplerOf),
    samplerNames: names(roles),
    parameters: isMoved
      ? [{ name: TRANSFORM, type: TEX_SRT, size: 24, dataOffset: 0, dependedIndex: 0, dependIndex: 0 }]
      : [],
    parameterData: isMoved ? transformData(draft, true) : new Uint8Array(0),
    userData: [],
    volatileFlags: new Uint8Array(isMoved ? 1 : 0),
    samplerSlots: undefined,
    textureSlots: undefined,
    index,
    volatileParameterCount: 0,
    rawParameterDataSize: 0,
  };
}

/** What the materials of a model made anew share in version 10. */
export function newShaderAssign(drafts: readonly MaterialDraft[], attributes: readonly string[]): SharedShaderAssign {
  const roles = new Set(drafts.flatMap(({ samplers }) => samplers.map(({ role }) => role)));
  const isMoved = drafts.some(({ transform }) => transform !== undefined);
  return {
    archive: '',
    model: '',
    renderInfos: drafts[0] === undefined ? [] : renderInfosOf(drafts[0]).map(({ name, type }) => ({ name, type })),
    parameters: isMoved ? [{ name: TRANSFORM, dataOffset: 0, type: TEX_SRT }] : [],
    attributeNames: names(attributes),
    samplerNames: names([...roles]),
    optionNames: undefined,
    parameterDataSize: isMoved ? 24 : 0,
  };
}

/** A material of version 10 with this shader assignment. */
export function newSharedMaterial(
  draft: MaterialDraft,
  index: number,
  attributes: readonly string[],
  assign: SharedShaderAssign,
): SharedMaterial {
  const roles = draft.samplers.map(({ role }) => role);
  const infos = renderInfosOf(draft);
  const size = (type: number, bytes: number) =>
    infos.filter((info) => info.type === type).reduce((sum, { values }) => sum + bytes * values.length, 0);
  return {
    flags: 1,
    name: draft.name,
    shaderInfo: {
      shaderAssign: assign,
      attributeValues: [...attributes],
      attributeIndices: indexTable(attributes, assign.attributeNames),
      samplerValues: [...roles],
      samplerIndices: indexTable(roles, assign.samplerNames),
      boolOptions: new Uint8Array(0),
      optionValues: [],
      optionIndices: undefined,
      attributeCount: attributes.length,
      samplerCount: roles.length,
      boolOptionCount: 0,
      optionCount: 0,
    },
    textureRoom: undefined,
    textureNames: draft.samplers.map(({ texture }) => texture),
    samplerRoom: undefined,
    samplers: draft.samplers.map(samplerOf),
    samplerNames: names(roles),
    renderInfos: infos.map(valuesOf),
    parameterData: assign.parameters.length > 0 ? transformData(draft, true) : new Uint8Array(0),
    parameterIndices: undefined,
    userData: [],
    volatileFlags: new Uint8Array(Math.ceil(assign.parameters.length / 8)),
    samplerSlots: undefined,
    textureSlots: undefined,
    index,
    renderInfoDataSize: size(TEXT, 8) + size(FLOAT, 4),
  };
}

/** Which of the shader's names are assigned, both ways; undefined where all are, in their order (section 11.3). */
function indexTable(
  assigned: readonly string[],
  dictionary: Dictionary | undefined,
): Int8Array<ArrayBuffer> | undefined {
  const keys = dictionary?.keys ?? [];
  if (assigned.length === keys.length && assigned.every((name, i) => name === keys[i])) return undefined;
  return Int8Array.from([...assigned.map((name) => keys.indexOf(name)), ...keys.map((name) => assigned.indexOf(name))]);
}
