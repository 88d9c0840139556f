import type { TextureUse } from './texture-choice.ts';
import type { SamplerView } from './view.ts';

// What a texture is for: its name tells first, then what the shader calls its sampler (specification, section 20.3).

export type TextureRole = 'albedo' | 'normal' | 'roughness' | 'metalness' | 'occlusion' | 'emission' | 'opacity';

const SUFFIXES: Readonly<Record<string, TextureRole | 'other'>> = {
  alb: 'albedo',
  nrm: 'normal',
  rgh: 'roughness',
  mtl: 'metalness',
  emm: 'emission',
  ao: 'occlusion',
  opa: 'opacity',
  spm: 'other',
  trm: 'other',
  tcl: 'other',
  '2cl': 'other',
  '3cl': 'other',
  thc: 'other',
  hlt: 'other',
  fxm: 'other',
  mlta: 'other',
  mltb: 'other',
  ref: 'other',
  st0: 'other',
  st1: 'other',
};

const SAMPLERS: Readonly<Record<string, TextureRole>> = {
  _a0: 'albedo',
  _n0: 'normal',
  _r0: 'roughness',
  _m0: 'metalness',
  _e0: 'emission',
  _ao0: 'occlusion',
  _op0: 'opacity',
};

const suffixOf = (texture: string): string => /_([a-z0-9]+?)(\.\d+)?$/i.exec(texture)?.[1]?.toLowerCase() ?? '';

const USES: Readonly<Record<string, TextureUse>> = { nrm: 'normal', rgh: 'data', mtl: 'data', ao: 'data', spm: 'data' };

/** What a texture of this name holds: colours, unless the end of its name tells otherwise. */
export const textureUse = (texture: string): TextureUse => USES[suffixOf(texture)] ?? 'color';

/** Undefined for what glTF has no place for. */
export function textureRole({ role, texture }: SamplerView): TextureRole | undefined {
  const suffix = suffixOf(texture);
  const bySuffix = SUFFIXES[suffix];
  if (bySuffix === 'other') return undefined;
  // A second albedo (`_a1`) is no base colour unless there is no first: suffixes of variants say no more than that.
  return bySuffix ?? SAMPLERS[role];
}
