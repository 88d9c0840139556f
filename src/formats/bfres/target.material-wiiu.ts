import { transformData } from './target.material-switch.ts';
import type { MaterialDraft, SamplerDraft } from './target.materials.ts';
import type { WrapView } from './view.ts';
import { type Entries, entriesOf } from './wiiu-dictionary.ts';
import type { WiiuMaterial, WiiuSampler } from './wiiu-material.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

// Materials for the Wii U that no original has: they name no shader, as those for the Switch (specification, sections 15.7
// and 16.7). What the registers of the graphics processor hold is what official files have there.

const TEX_SRT = 30;

const CULLS_BACK = 0x280242;
const CULLS_NOTHING = 0x280240;
const WRITES_DEPTH = 0x49749736;
const TESTS_DEPTH = 0x49749732;
const KEEPS_COLOR = 0xcc0000;
const BLENDS_COLOR = 0xcc0100;
const BLEND = 0x20010504;
const AT_LEAST = 6;
const TESTS_ALPHA = 8;

const modes = { opaque: 1, mask: 2, blend: 0x13 } as const;

const renderStateOf = ({ mode, doubleSided, alphaCutoff }: MaterialDraft) => ({
  flags: modes[mode],
  polygonControl: doubleSided ? CULLS_NOTHING : CULLS_BACK,
  depthControl: mode === 'blend' ? TESTS_DEPTH : WRITES_DEPTH,
  alphaControl: AT_LEAST | (mode === 'mask' ? TESTS_ALPHA : 0),
  alphaReference: Math.fround(alphaCutoff),
  colorControl: mode === 'blend' ? BLENDS_COLOR : KEEPS_COLOR,
  blendTarget: 0,
  blendControl: BLEND,
  blendColor: new Float32Array(4),
});

const wraps: Readonly<Record<WrapView, number>> = { repeat: 0, mirror: 1, clamp: 2 };

export const wiiuWrap = (wrap: WrapView): number => wraps[wrap];

/** Clamped in the third direction, mip levels not blended, up to level 13. */
const SAMPLER = 0x2020080;
const LINEAR = 0x1200;
const LEVELS = 0xd0000;
const LAST_WORD = 0x80000000;

const samplerOf = ({ role, wrapU, wrapV, magnify }: SamplerDraft, index: number): WiiuSampler => ({
  words: Uint32Array.of(
    SAMPLER | wraps[wrapU] | (wraps[wrapV] << 3) | (magnify === 'linear' ? LINEAR : 0),
    LEVELS,
    LAST_WORD,
  ),
  name: role,
  index,
});

/** Names that stand for themselves. */
const assigned = (names: readonly string[]): Entries<string> | undefined =>
  names.length === 0 ? undefined : { names: [...names], values: [...names] };

/** `attributes`: names of those that the shapes with it have. `textures`: those of the file, by name. */
export function newWiiuMaterial(
  draft: MaterialDraft,
  index: number,
  attributes: readonly string[],
  textures: ReadonlyMap<string, WiiuTexture>,
): WiiuMaterial {
  const { name, samplers, transform } = draft;
  const roles = samplers.map(({ role }) => role);
  const parameter = { name: 'tex_mtx0', type: TEX_SRT, size: 24, dataOffset: 0, dependedIndex: 0, dependIndex: 0 };
  const passes = { name: 'gsys_pass', count: 1, type: 2, values: ['no_setting'], room: undefined };
  return {
    name,
    flags: 1,
    index,
    volatileParameterCount: 0,
    rawParameterDataSize: 0,
    renderInfos: entriesOf([passes]),
    renderState: renderStateOf(draft),
    shaderAssign: {
      archive: '',
      model: '',
      revision: 0,
      attributes: assigned(attributes),
      samplers: assigned(roles),
      options: undefined,
    },
    textures: samplers.map(({ texture }) => ({ name: texture, texture: textures.get(texture) })),
    samplers: samplers.map(samplerOf),
    parameters: transform === undefined ? [] : [parameter],
    parameterData: transform === undefined ? new Uint8Array(0) : transformData(draft, false),
    userData: undefined,
    volatileFlags: transform === undefined ? undefined : new Uint8Array(1),
  };
}
