import { switchFormat } from './attribute-format.ts';
import type { ClassicMaterial, Sampler } from './material.ts';
import type { ShaderInfo, SharedMaterial } from './material-v10.ts';
import { isSharedMaterial, type Material, type Model } from './model.ts';
import type { Mesh, Shape } from './shape.ts';
import type {
  AttributeView,
  MaterialView,
  MeshView,
  ModelView,
  ParameterView,
  SamplerView,
  ShapeView,
  WrapView,
} from './view.ts';

// Models of Switch files, as conversion sees them.

export function switchModel(model: Model, place: number): ModelView {
  const path = ['models', place];
  return {
    name: model.name ?? '',
    originOf: (kind, i) => [...path, ...(kind === 'bone' ? ['skeleton', 'bones'] : ['shapes']), i],
    skeleton: model.skeleton ?? NO_SKELETON,
    shapes: model.shapes.map(shapeView),
    materials: model.materials.map(materialView),
    vertexBufferCount: model.vertexBuffers.length,
  };
}

const NO_SKELETON = {
  flags: 0x1000,
  bones: [],
  matrixToBone: new Uint16Array(0),
  smoothMatrixCount: 0,
  inverseMatrices: new Float32Array(0),
};

function shapeView(shape: Shape): ShapeView {
  return {
    name: shape.name ?? '',
    materialIndex: shape.materialIndex,
    boneIndex: shape.boneIndex,
    skinCount: shape.skinCount,
    skinBones: shape.skinBones,
    vertexBufferIndex: shape.vertexBufferIndex,
    vertexCount: shape.vertexBuffer?.vertexCount ?? 0,
    lostAttributes: (shape.vertexBuffer?.attributes ?? [])
      .filter(({ buffer }) => buffer >= shape.vertexBuffer!.buffers.length)
      .map(({ name = '' }) => name),
    attributes: attributesOf(shape),
    meshes: shape.meshes.map(meshView),
    keyShapeNames: shape.keyShapeNames?.keys ?? [],
    boxes: shape.boxes,
  };
}

function attributesOf({ vertexBuffer }: Shape): Map<string, AttributeView> {
  const attributes = new Map<string, AttributeView>();
  for (const { name = '', type, channels, offset, buffer } of vertexBuffer?.attributes ?? []) {
    const bytes = vertexBuffer!.buffers[buffer];
    if (bytes === undefined) continue;
    const stride = vertexBuffer!.strides.stride[buffer]!;
    const data = { bytes, stride, offset, count: vertexBuffer!.vertexCount, littleEndian: true };
    attributes.set(name, { format: switchFormat(type, channels), data, buffer });
  }
  return attributes;
}

const PRIMITIVES: Readonly<Record<number, MeshView['primitive']>> = { 3: 'triangles', 4: 'triangle strip' };

const meshView = ({ primitiveType, indices, firstVertex, subMeshes }: Mesh): MeshView => ({
  primitive: PRIMITIVES[primitiveType] ?? 'other',
  indices,
  firstVertex,
  subMeshCount: subMeshes.length,
});

function materialView(material: Material): MaterialView {
  const renderInfos = isSharedMaterial(material) ? sharedRenderInfos(material) : classicRenderInfos(material);
  const face = renderInfos['gsys_render_state_display_face'] ?? renderInfos['display_face'];
  const mode = renderInfos['gsys_render_state_mode']?.[0];
  const cutoff = renderInfos['gsys_alpha_test_value']?.[0];
  const roles = isSharedMaterial(material) ? sharedRoles(material) : classicRoles(material);
  return {
    name: material.name ?? '',
    isVisible: (material.flags & 1) !== 0,
    samplers: samplersOf(material, roles),
    doubleSided: face?.[0] === 'both',
    drawMode: mode === undefined ? undefined : DRAW_MODES[mode],
    alphaTest: String(renderInfos['gsys_alpha_test_enable']?.[0]) === 'true',
    alphaCutoff: typeof cutoff === 'number' ? cutoff : undefined,
    renderInfos,
    parameters: parametersOf(material),
    options: isSharedMaterial(material) ? sharedOptions(material.shaderInfo) : classicOptions(material),
    shader: shaderOf(material),
  };
}

const DRAW_MODES: Readonly<Record<string, MaterialView['drawMode']>> = {
  opaque: 'opaque',
  mask: 'mask',
  translucent: 'blend',
};

function shaderOf(material: Material): MaterialView['shader'] {
  const assign = isSharedMaterial(material) ? material.shaderInfo?.shaderAssign : material.shaderAssign;
  return assign && { archive: assign.archive ?? '', model: assign.model ?? '' };
}

type Values = Record<string, (string | number)[]>;

function classicRenderInfos({ renderInfos }: ClassicMaterial): Values {
  return Object.fromEntries(renderInfos.map(({ name = '', values }) => [name, [...values].map(plain)]));
}

function sharedRenderInfos({ shaderInfo, renderInfos }: SharedMaterial): Values {
  const types = shaderInfo?.shaderAssign?.renderInfos ?? [];
  return Object.fromEntries(types.map(({ name = '' }, i) => [name, [...(renderInfos?.[i] ?? [])].map(plain)]));
}

const plain = (value: string | number | undefined): string | number => value ?? '';

/** What the shader calls the samplers of the material: by their names there. */
function classicRoles({ shaderAssign }: ClassicMaterial): Map<string, string> {
  const roles = new Map<string, string>();
  for (const [i, value = ''] of (shaderAssign?.samplerValues ?? []).entries()) {
    if (!roles.has(value)) roles.set(value, shaderAssign!.samplerNames?.keys[i] ?? '');
  }
  return roles;
}

function sharedRoles({ shaderInfo }: SharedMaterial): Map<string, string> {
  const roles = new Map<string, string>();
  const names = shaderInfo?.shaderAssign?.samplerNames?.keys ?? [];
  for (const [i, value = ''] of (shaderInfo?.samplerValues ?? []).entries()) {
    const name = names[shaderInfo!.samplerIndices?.[i] ?? i];
    if (name !== undefined && !roles.has(value)) roles.set(value, name);
  }
  return roles;
}

function samplersOf(material: Material, roles: ReadonlyMap<string, string>): SamplerView[] {
  return material.samplers.map((sampler, i) => {
    const name = material.samplerNames?.keys[i] ?? '';
    return {
      name,
      role: roles.get(name) ?? name,
      texture: material.textureNames[i] ?? '',
      wrapU: wrapOf(sampler.wrapU),
      wrapV: wrapOf(sampler.wrapV),
      magnify: magnifies(sampler),
    };
  });
}

const WRAPS: Readonly<Record<number, WrapView>> = { 0: 'repeat', 1: 'mirror', 4: 'mirror', 5: 'mirror' };
const wrapOf = (wrap: number): WrapView => WRAPS[wrap] ?? 'clamp';
const magnifies = ({ filter }: Sampler): 'nearest' | 'linear' => (((filter >> 2) & 3) === 1 ? 'nearest' : 'linear');

function parametersOf(material: Material): ParameterView[] {
  const parameters = isSharedMaterial(material)
    ? (material.shaderInfo?.shaderAssign?.parameters ?? [])
    : material.parameters;
  const { parameterData } = material;
  const view = new DataView(parameterData.buffer, parameterData.byteOffset, parameterData.byteLength);
  return parameters.map(({ name = '', type, dataOffset }) => ({
    name,
    type,
    value: readParameter(view, type, dataOffset, true),
  }));
}

/** The numbers of a shader parameter (section 10.3); none where they lie outside the data. */
export function readParameter(view: DataView, type: number, offset: number, littleEndian: boolean): number[] {
  const count = parameterLength(type);
  if (offset + 4 * count > view.byteLength) return [];
  return Array.from({ length: count }, (_, i) => {
    const at = offset + 4 * i;
    const isInt = type < 12 || (type >= 30 && i === 0);
    return isInt ? view.getInt32(at, littleEndian) : view.getFloat32(at, littleEndian);
  });
}

const MATRIX_SIZES: Readonly<Record<number, number>> = {
  17: 4,
  18: 6,
  19: 8,
  21: 6,
  22: 9,
  23: 12,
  25: 8,
  26: 12,
  27: 16,
};

/** How many 4-byte numbers a shader parameter has. */
function parameterLength(type: number): number {
  if (type < 16) return (type & 3) + 1;
  return MATRIX_SIZES[type] ?? { 28: 5, 29: 9, 30: 6, 31: 6 }[type] ?? 0;
}

function classicOptions({ shaderAssign }: ClassicMaterial): Record<string, string> {
  const names = shaderAssign?.optionNames?.keys ?? [];
  return Object.fromEntries(names.map((name, i) => [name, shaderAssign!.optionValues[i] ?? '']));
}

function sharedOptions(info: ShaderInfo | undefined): Record<string, string> {
  const names = info?.shaderAssign?.optionNames?.keys ?? [];
  const options: Record<string, string> = {};
  for (let k = 0; k < (info?.optionCount ?? 0); k++) {
    const name = names[info!.optionIndices?.[k] ?? k];
    if (name === undefined) continue;
    const isBool = k < info!.boolOptionCount;
    const bit = ((info!.boolOptions[k >> 3] ?? 0) >> (k & 7)) & 1;
    options[name] = isBool ? `${bit}` : (info!.optionValues[k - info!.boolOptionCount] ?? '');
  }
  return options;
}
