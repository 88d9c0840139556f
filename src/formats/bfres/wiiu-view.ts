import type { Path } from '../../issue.ts';
import { wiiuFormat } from './attribute-format.ts';
import { readParameter } from './switch-view.ts';
import type {
  AttributeView,
  MaterialView,
  MeshView,
  ModelView,
  ParameterView,
  SamplerView,
  ShapeView,
  SkeletonView,
  WrapView,
} from './view.ts';
import type { WiiuModel } from './wiiu-file.ts';
import type { WiiuMaterial, WiiuSampler } from './wiiu-material.ts';
import type { WiiuMesh, WiiuShape } from './wiiu-shape.ts';
import type { WiiuSkeleton } from './wiiu-skeleton.ts';

// Models of Wii U files, as conversion sees them.

/** Elements of dictionaries come behind its root. */
const element = (i: number): Path => ['nodes', i + 1, 'value'];

export function wiiuModel(model: WiiuModel, place: number): ModelView {
  const path = ['models', ...element(place)];
  return {
    name: model.name ?? '',
    // Bones are read where their dictionary leads to them: before the list that they are in as well.
    originOf: (kind, i) => [...path, ...(kind === 'bone' ? ['skeleton', 'boneDictionary'] : ['shapes']), ...element(i)],
    skeleton: skeletonView(model.skeleton),
    shapes: (model.shapes?.values ?? []).map(shapeView),
    materials: (model.materials?.values ?? []).map(materialView),
    vertexBufferCount: model.vertexBuffers.length,
  };
}

/** Before version 3.4 the bones have the inverse matrices. */
function skeletonView(skeleton: WiiuSkeleton | undefined): SkeletonView {
  if (skeleton === undefined) {
    return { flags: 0x1000, bones: [], matrixToBone: [], smoothMatrixCount: 0, inverseMatrices: [] };
  }
  const { bones, matrixToBone, smoothMatrixCount } = skeleton;
  const isInBones = skeleton.inverseMatrices.length === 0 && smoothMatrixCount > 0;
  if (!isInBones) return skeleton;
  const inverseMatrices = new Float32Array(12 * smoothMatrixCount);
  for (let k = 0; k < smoothMatrixCount; k++) {
    inverseMatrices.set(bones[matrixToBone[k]!]?.inverseMatrix ?? [], 12 * k);
  }
  return { ...skeleton, inverseMatrices };
}

function shapeView(shape: WiiuShape): ShapeView {
  return {
    name: shape.name ?? '',
    materialIndex: shape.materialIndex,
    boneIndex: shape.boneIndex,
    skinCount: shape.skinCount,
    skinBones: shape.skinBones,
    vertexBufferIndex: shape.vertexBufferIndex,
    vertexCount: shape.vertexBuffer?.vertexCount ?? 0,
    lostAttributes: (shape.vertexBuffer?.attributes ?? [])
      .filter(({ buffer }) => shape.vertexBuffer!.buffers[buffer]?.data === undefined)
      .map(({ name = '' }) => name),
    attributes: attributesOf(shape),
    meshes: shape.meshes.map(meshView),
    keyShapeNames: shape.keyShapes?.names ?? [],
    boxes: shape.boxes ?? NO_BOXES,
  };
}

function attributesOf({ vertexBuffer }: WiiuShape): Map<string, AttributeView> {
  const attributes = new Map<string, AttributeView>();
  for (const { name = '', format, offset, buffer } of vertexBuffer?.attributes ?? []) {
    const { data: bytes, stride } = vertexBuffer!.buffers[buffer] ?? {};
    if (bytes === undefined) continue;
    const data = { bytes, stride: stride!, offset, count: vertexBuffer!.vertexCount, littleEndian: false };
    attributes.set(name, { format: wiiuFormat(format), data, buffer });
  }
  return attributes;
}

const NO_BOXES = { length: 0, center: [], extent: [] };

const PRIMITIVES: Readonly<Record<number, MeshView['primitive']>> = { 4: 'triangles', 6: 'triangle strip' };

const meshView = (mesh: WiiuMesh): MeshView => ({
  primitive: PRIMITIVES[mesh.primitiveType] ?? 'other',
  indices: wiiuIndices(mesh),
  firstVertex: mesh.firstVertex,
  subMeshCount: mesh.subMeshes.length,
});

/** The indices of a mesh; fewer than it claims where its buffer is shorter. */
export function wiiuIndices({ indexFormat, indexCount, indexBuffer }: WiiuMesh): Uint16Array | Uint32Array {
  const bytes = indexBuffer?.data ?? new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = indexFormat < 4;
  const isWide = indexFormat === 9 || indexFormat === 1;
  const count = Math.min(indexCount, Math.floor(bytes.length / (isWide ? 4 : 2)));
  const indices = isWide ? new Uint32Array(count) : new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    indices[i] = isWide ? view.getUint32(4 * i, littleEndian) : view.getUint16(2 * i, littleEndian);
  }
  return indices;
}

/** What modes and bits of the render state say (section 16.7). */
const DRAW_MODES: readonly MaterialView['drawMode'][] = [undefined, 'opaque', 'mask', 'blend'];
const CULLS = 3;
const TESTS_ALPHA = 8;
const BLENDS_COLOR = 1;

function materialView(material: WiiuMaterial): MaterialView {
  const { renderState: state } = material;
  const flags = state?.flags ?? 1;
  const blends = ((flags >> 4) & 3) === BLENDS_COLOR;
  const alphaTest = state !== undefined && (state.alphaControl & TESTS_ALPHA) !== 0;
  const custom = alphaTest ? 'mask' : blends ? 'blend' : 'opaque';
  const assign = material.shaderAssign;
  return {
    name: material.name ?? '',
    isVisible: (material.flags & 1) !== 0,
    samplers: samplersOf(material),
    doubleSided: state !== undefined && (state.polygonControl & CULLS) === 0,
    drawMode: DRAW_MODES[flags & 3] ?? custom,
    alphaTest,
    alphaCutoff: state?.alphaReference,
    renderInfos: Object.fromEntries(
      (material.renderInfos?.values ?? []).map(({ name = '', values }) => [
        name,
        [...values].map((value: string | number | undefined) => value ?? ''),
      ]),
    ),
    parameters: parametersOf(material),
    options: Object.fromEntries(
      (assign?.options?.names ?? []).map((name, i) => [name, assign!.options!.values[i] ?? '']),
    ),
    shader: assign && { archive: assign.archive ?? '', model: assign.model ?? '' },
  };
}

function samplersOf(material: WiiuMaterial): SamplerView[] {
  const { names = [], values = [] } = material.shaderAssign?.samplers ?? {};
  const roles = new Map<string, string>();
  for (const [i, value = ''] of values.entries()) if (!roles.has(value)) roles.set(value, names[i]!);
  return material.samplers.map((sampler, i) => {
    const name = sampler.name ?? '';
    return {
      name,
      role: roles.get(name) ?? name,
      texture: material.textures[i]?.name ?? '',
      wrapU: wrapOf(sampler, 0),
      wrapV: wrapOf(sampler, 3),
      magnify: ((sampler.words[0]! >> 9) & 3) === 0 ? 'nearest' : 'linear',
    };
  });
}

const WRAPS: readonly WrapView[] = ['repeat', 'mirror', 'clamp', 'mirror'];
const wrapOf = ({ words }: WiiuSampler, bit: number): WrapView => WRAPS[(words[0]! >> bit) & 7] ?? 'clamp';

function parametersOf({ parameters, parameterData }: WiiuMaterial): ParameterView[] {
  const view = new DataView(parameterData.buffer, parameterData.byteOffset, parameterData.byteLength);
  return parameters.map(({ name = '', type, dataOffset }) => ({
    name,
    type,
    value: readParameter(view, type, dataOffset, false),
  }));
}
