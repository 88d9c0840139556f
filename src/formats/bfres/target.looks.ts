import type { Material as SceneMaterial } from '../../scene/scene.ts';
import { isSharedMaterial, type Material } from './model.ts';
import type { WiiuMaterial } from './wiiu-material.ts';

// What materials look like besides their textures, put into those of an original: where its render infos and parameters
// have names that are known (specification, section 21.1).

/** Parts of a material that can be written, in the words of comparisons of scenes. */
export const LOOKS: ReadonlySet<string> = new Set(['base color', 'emission', 'alpha mode', 'alpha cutoff', 'sides']);

/** A material before and after an edit. */
export interface LookEdit {
  readonly before: SceneMaterial;
  readonly after: SceneMaterial;
}

/** What the games call the parameters that colours are multiplied with. */
const COLORS: Readonly<Record<string, readonly string[]>> = {
  'base color': ['albedo_color', 'base_color_mul_color', 'albedo_tex_color'],
  emission: ['emission_color'],
};
const FLOAT = 12;
const FLOAT4 = 15;

interface Parameters {
  readonly parameters: readonly {
    readonly name?: string | undefined;
    readonly type: number;
    readonly dataOffset: number;
  }[];
  readonly data: Uint8Array;
}

/** The data of parameters with a colour in it; undefined where none is known to be one. */
function withColor({ parameters, data }: Parameters, what: string, edit: LookEdit, littleEndian: boolean) {
  const parameter = parameters.find(
    ({ name = '', type }) => COLORS[what]!.includes(name) && type > FLOAT && type <= FLOAT4,
  );
  const count = (parameter?.type ?? 0) - FLOAT + 1;
  if (parameter === undefined || parameter.dataOffset + 4 * count > data.length) return undefined;
  const colorOf = ({ baseColorFactor = [1, 1, 1, 1], emissiveFactor = [0, 0, 0] }: SceneMaterial): readonly number[] =>
    what === 'emission' ? emissiveFactor : baseColorFactor;
  const [before, after] = [colorOf(edit.before), colorOf(edit.after)];
  const changed = data.slice();
  const view = new DataView(changed.buffer, changed.byteOffset, changed.byteLength);
  for (let c = 0; c < Math.min(count, after.length); c++) {
    const at = parameter.dataOffset + 4 * c;
    // Scenes show colours without what the parameter does to them.
    const factor = before[c]! > 0 ? view.getFloat32(at, littleEndian) / before[c]! : 1;
    view.setFloat32(at, after[c]! * factor, littleEndian);
  }
  return changed;
}

const modes = { opaque: 'opaque', mask: 'mask', blend: 'translucent' } as const;

/** Changes one part of a Switch material; false where it has no place for it. */
export function putLook(material: Material, what: string, edit: LookEdit): boolean {
  const { alphaMode, alphaCutoff = 0.5, doubleSided } = edit.after;
  switch (what) {
    case 'sides': {
      const face = doubleSided ? 'both' : 'front';
      return setInfo(material, 'gsys_render_state_display_face', face) || setInfo(material, 'display_face', face);
    }
    case 'alpha mode': {
      const isDone = setInfo(material, 'gsys_render_state_mode', modes[alphaMode]);
      if (!isDone) return false;
      setInfo(material, 'gsys_render_state_blend_mode', alphaMode === 'blend' ? 'color' : 'none');
      setInfo(material, 'gsys_alpha_test_enable', alphaMode === 'mask' ? 'true' : 'false');
      return true;
    }
    case 'alpha cutoff':
      return alphaMode !== 'mask' || setInfo(material, 'gsys_alpha_test_value', alphaCutoff);
    default: {
      const parameters = isSharedMaterial(material)
        ? (material.shaderInfo?.shaderAssign?.parameters ?? [])
        : material.parameters;
      const data = withColor({ parameters, data: material.parameterData }, what, edit, true);
      if (data !== undefined) material.parameterData = data;
      return data !== undefined;
    }
  }
}

/** Replaces the only value of a render info, if there is one of the kind. */
function setInfo(material: Material, name: string, value: string | number): boolean {
  const values = typeof value === 'string' ? [value] : Float32Array.of(value);
  const isAlike = (old: ArrayLike<unknown> | undefined) =>
    old?.length === 1 && (typeof value === 'string' ? typeof old[0] === 'string' : old instanceof Float32Array);
  if (isSharedMaterial(material)) {
    const index = material.shaderInfo?.shaderAssign?.renderInfos.findIndex((info) => info.name === name) ?? -1;
    if (!isAlike(material.renderInfos?.[index])) return false;
    material.renderInfos = material.renderInfos.map((old, i) => (i === index ? values : old));
    return true;
  }
  const index = material.renderInfos.findIndex((info) => info.name === name);
  const info = material.renderInfos[index];
  if (info === undefined || !isAlike(info.values)) return false;
  material.renderInfos = material.renderInfos.map((old, i) => (i === index ? { ...info, values } : old));
  return true;
}

const MODE_BITS = 0x33;
const wiiuModes = { opaque: 1, mask: 2, blend: 0x13 } as const;
const CULLS = 3;
const CULLS_BACK = 2;
const TESTS_ALPHA = 8;
const WRITES_DEPTH = 4;
const BLENDS = 0x100;

/** The same for a material of the Wii U, most of which is in its render state (section 16.7). */
export function putWiiuLook(material: WiiuMaterial, what: string, edit: LookEdit): boolean {
  const { alphaMode, alphaCutoff = 0.5, doubleSided } = edit.after;
  const { renderState: state } = material;
  if (COLORS[what] !== undefined) {
    const data = withColor({ parameters: material.parameters, data: material.parameterData }, what, edit, false);
    if (data !== undefined) material.parameterData = data;
    return data !== undefined;
  }
  if (state === undefined) return false;
  const bits = (word: number, mask: number, value: number) => ((word & ~mask) | value) >>> 0;
  if (what === 'sides') {
    material.renderState = {
      ...state,
      polygonControl: bits(state.polygonControl, CULLS, doubleSided ? 0 : CULLS_BACK),
    };
  } else if (what === 'alpha mode') {
    const isBlended = alphaMode === 'blend';
    material.renderState = {
      ...state,
      flags: bits(state.flags, MODE_BITS, wiiuModes[alphaMode]),
      alphaControl: bits(state.alphaControl, TESTS_ALPHA, alphaMode === 'mask' ? TESTS_ALPHA : 0),
      depthControl: bits(state.depthControl, WRITES_DEPTH, isBlended ? 0 : WRITES_DEPTH),
      colorControl: bits(state.colorControl, BLENDS, isBlended ? BLENDS : 0),
    };
  } else {
    material.renderState = {
      ...state,
      alphaReference: Math.fround(alphaMode === 'mask' ? alphaCutoff : state.alphaReference),
    };
  }
  return true;
}
