import { type Bfres, emptyBfres } from './bfres.ts';
import type { Model } from './model.ts';
import type { Mesh, Shape } from './shape.ts';
import type { Bone, Skeleton } from './skeleton.ts';
import { processedVertices } from './target.bounds.ts';
import type { NewShape } from './target.geometry.ts';
import { newClassicMaterial, newShaderAssign, newSharedMaterial } from './target.material-switch.ts';
import type { MaterialDraft } from './target.materials.ts';
import type { SkeletonDraft } from './target.rig.ts';
import { meshOf, stridesOf } from './target.switch.ts';
import { type Layout, layoutOf } from './version.ts';
import type { VertexBuffer } from './vertex-buffer.ts';

// Models for the Switch made of drafts, with the values that official files have where a scene says nothing
// (specification, sections 5 to 8 and 14.1).

export const switchVersions: Readonly<Record<string, number>> = {
  'switch-5': 0x50003,
  'switch-8': 0x80000,
  'switch-9': 0x90000,
  'switch-10': 0xa0000,
};

/** A file of this version with nothing in it. Official files of version 8 alone point at empty lists (section 15.5). */
export function newFile(version: number, name: string): Bfres {
  const layout = layoutOf(version)!;
  return { ...emptyBfres(), version, name, pointsAtEmptyLists: layout === 8 };
}

/** Says that the file has vertices, which need a place at the graphics processor. */
export function addBuffers(file: Bfres): void {
  file.memoryPool = true;
  file.bufferInfo = { usage: layoutOf(file.version) === 10 ? USAGE_10 : USAGE, bufferOffset: undefined };
}
const USAGE = 0x22;
const USAGE_10 = 0x24;

export interface ModelParts {
  readonly name: string;
  readonly skeleton: SkeletonDraft;
  readonly shapes: readonly NewShape[];
  readonly materials: readonly MaterialDraft[];
  /** Index of the material of a shape. */
  materialOf(shape: NewShape): number;
}

export function newModel(parts: ModelParts, layout: Layout): Model {
  const { name, skeleton, shapes, materials, materialOf } = parts;
  const vertexBuffers = shapes.map((shape, index) => newVertexBuffer(shape, index, layout));
  const attributesOf = (material: number) => attributeNames(shapes.filter((shape) => materialOf(shape) === material));
  const assign = newShaderAssign(materials, attributeNames(shapes));
  return {
    name,
    path: '',
    skeleton: newSkeleton(skeleton),
    vertexBuffers,
    shapes: shapes.map((shape, index) => newShape(shape, index, materialOf(shape), vertexBuffers[index]!, layout)),
    materials: materials.map((draft, index) =>
      layout >= 10
        ? newSharedMaterial(draft, index, attributesOf(index), assign)
        : newClassicMaterial(draft, index, attributesOf(index)),
    ),
    shaderAssigns: layout >= 10 && materials.length > 0 ? [assign] : [],
    userData: [],
    totalProcessedVertices: shapes
      .flatMap(({ draft }) => draft.levels)
      .reduce((sum, { indices }) => sum + processedVertices(indices), 0),
  };
}

/** The attributes of shapes, each once. */
export const attributeNames = (shapes: readonly NewShape[]): string[] => [
  ...new Set(shapes.flatMap(({ attributes }) => attributes.map(({ name }) => name))),
];

function newSkeleton({ flags, bones, matrixToBone, smoothMatrixCount, inverseMatrices }: SkeletonDraft): Skeleton {
  return {
    flags,
    bones: bones.map(newBone),
    matrixToBone: Uint16Array.from(matrixToBone),
    inverseMatrices: Float32Array.from(inverseMatrices),
    mirroredBones: undefined,
    smoothMatrixCount,
    rigidMatrixCount: matrixToBone.length - smoothMatrixCount,
  };
}

export function newBone(bone: SkeletonDraft['bones'][number], index: number): Bone {
  const { name, parent, smoothMatrix, rigidMatrix, billboard, flags, scale, rotation, translation } = bone;
  return {
    name,
    userData: [],
    index,
    parent,
    smoothMatrix,
    rigidMatrix,
    billboard,
    flags,
    scale: Float32Array.from(scale),
    rotation: Float32Array.from(rotation),
    translation: Float32Array.from(translation),
  };
}

const GPU_ALIGNMENT_10 = 8;

export function newVertexBuffer({ plan, draft, attributes }: NewShape, index: number, layout: Layout): VertexBuffer {
  return {
    attributes: draft.attributes.map(({ name, buffer, offset }, i) => {
      const { type, channels } = attributes[i]!.code;
      return { name, type, channels, offset, buffer };
    }),
    bufferRoom: undefined,
    pointerRoom: undefined,
    strides: stridesOf(draft.buffers.map(({ stride }) => stride)),
    buffers: draft.buffers.map(({ data }) => data),
    index,
    vertexCount: draft.vertexCount,
    skinCount: plan.skinCount,
    gpuAlignment: layout === 10 ? GPU_ALIGNMENT_10 : 0,
  };
}

/** It has its vertices for itself. */
const OWNS_VERTICES = 2;

const NO_MESH: Mesh = {
  subMeshes: { length: 0, offset: new Uint32Array(0), count: new Uint32Array(0) },
  bufferRoom: undefined,
  indices: new Uint16Array(0),
  primitiveType: 3,
  indexFormat: 1,
  firstVertex: 0,
};

export function newShape(
  { plan, draft, attributes }: NewShape,
  index: number,
  materialIndex: number,
  vertexBuffer: VertexBuffer,
  layout: Layout,
): Shape {
  const { boxes, spheres, radii, levels } = draft;
  const { bytes, names, targetAttributes } = keyShapesOf(
    plan.targetNames,
    attributes.map(({ name }) => name),
    KEY_SHAPE_SIZE,
  );
  return {
    flags: OWNS_VERTICES,
    name: plan.name,
    vertexBuffer,
    meshes: levels.map((level) => meshOf(NO_MESH, level)),
    skinBones: draft.skinBones,
    keyShapes: bytes,
    keyShapeNames: names.length === 0 ? undefined : { keys: names },
    boxes: {
      length: boxes.length,
      center: Float32Array.from(boxes.flatMap(({ center }) => center)),
      extent: Float32Array.from(boxes.flatMap(({ extent }) => extent)),
    },
    radii: Float32Array.from(layout < 10 ? radii : []),
    spheres: {
      length: spheres.length,
      center: Float32Array.from(spheres.flatMap(({ center }) => center)),
      radius: Float32Array.from(spheres, ({ radius }) => radius),
    },
    index,
    materialIndex,
    boneIndex: plan.skinCount === 0 ? plan.bone : 0,
    vertexBufferIndex: index,
    skinCount: plan.skinCount,
    keyShapeCount: names.length,
    targetAttributeCount: targetAttributes,
  };
}

const KEY_SHAPE_SIZE = 24;

/**
 * What key shapes are made of (section 8.4): for each the number + 1 of the attribute that holds its positions, then zeros
 * for what it does not change. The first is the shape at rest.
 */
export function keyShapesOf(targetNames: readonly string[], attributes: readonly string[], stride: number) {
  const names = targetNames.length === 0 ? [] : withBase(targetNames);
  const bytes = new Uint8Array(stride * names.length);
  for (const k of names.keys()) bytes[stride * k] = attributes.indexOf(`_p${k}`) + 1;
  return { bytes, names, targetAttributes: names.length === 0 ? 0 : 1 };
}

/** The base shape ahead of the targets; names are unique, as a dictionary has them. */
function withBase(targets: readonly string[]): string[] {
  const names = ['base'];
  for (const target of targets) {
    let name = target;
    for (let n = 2; names.includes(name); n++) name = `${target} ${n}`;
    names.push(name);
  }
  return names;
}
