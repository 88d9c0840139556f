import { cacheMisses, processedVertices } from './target.bounds.ts';
import type { NewShape } from './target.geometry.ts';
import { newWiiuMaterial } from './target.material-wiiu.ts';
import { attributeNames, keyShapesOf, type ModelParts } from './target.new-switch.ts';
import type { SkeletonDraft } from './target.rig.ts';
import { meshOf } from './target.wiiu.ts';
import { emptyWiiuBfres, type WiiuBfres } from './wiiu-bfres.ts';
import type { WiiuVertexBuffer } from './wiiu-buffer.ts';
import { entriesOf } from './wiiu-dictionary.ts';
import type { WiiuModel } from './wiiu-file.ts';
import type { WiiuMesh, WiiuShape } from './wiiu-shape.ts';
import type { WiiuBone, WiiuSkeleton } from './wiiu-skeleton.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

// Models for the Wii U made of drafts, as those for the Switch (specification, section 16).

export const wiiuVersions: Readonly<Record<string, readonly number[]>> = {
  'wiiu-3.4': [3, 4, 0, 4],
  'wiiu-3.5': [3, 5, 0, 3],
  'wiiu-4.5': [4, 5, 0, 3],
};

export const newWiiuFile = (version: readonly number[], name: string): WiiuBfres => ({
  ...emptyWiiuBfres(),
  version: Uint8Array.from(version),
  name,
});

export interface WiiuModelParts extends ModelParts {
  readonly textures: ReadonlyMap<string, WiiuTexture>;
}

export function newWiiuModel(parts: WiiuModelParts, version: number): WiiuModel {
  const { name, skeleton, shapes, materials, materialOf, textures } = parts;
  const vertexBuffers = shapes.map(newWiiuVertexBuffer);
  const attributesOf = (material: number) => attributeNames(shapes.filter((shape) => materialOf(shape) === material));
  const estimate = version >= 0x405 ? processedVertices : cacheMisses;
  return {
    name,
    path: '',
    skeleton: newSkeleton(skeleton),
    vertexBuffers,
    shapes: entriesOf(
      shapes.map((shape, index) => newWiiuShape(shape, index, materialOf(shape), vertexBuffers[index]!, version)),
    ),
    materials: entriesOf(materials.map((draft, index) => newWiiuMaterial(draft, index, attributesOf(index), textures))),
    userData: undefined,
    totalProcessedVertices: shapes
      .flatMap(({ draft }) => draft.levels)
      .reduce((sum, { indices }) => sum + estimate(indices), 0),
  };
}

function newSkeleton({ flags, bones, matrixToBone, smoothMatrixCount, inverseMatrices }: SkeletonDraft): WiiuSkeleton {
  return {
    flags,
    smoothMatrixCount,
    rigidMatrixCount: matrixToBone.length - smoothMatrixCount,
    bones: bones.map(newWiiuBone),
    matrixToBone: Uint16Array.from(matrixToBone),
    inverseMatrices: Float32Array.from(inverseMatrices),
  };
}

export function newWiiuBone(bone: SkeletonDraft['bones'][number], index: number): WiiuBone {
  const { name, parent, smoothMatrix, rigidMatrix, billboard, flags, scale, rotation, translation } = bone;
  return {
    name,
    index,
    parent,
    smoothMatrix,
    rigidMatrix,
    billboard,
    userDataCount: 0,
    flags,
    scale: Float32Array.from(scale),
    rotation: Float32Array.from(rotation),
    translation: Float32Array.from(translation),
    inverseMatrix: new Float32Array(12),
    userData: undefined,
  };
}

export function newWiiuVertexBuffer({ plan, draft, attributes }: NewShape, index: number): WiiuVertexBuffer {
  return {
    index,
    vertexCount: draft.vertexCount,
    skinCount: plan.skinCount,
    attributes: draft.attributes.map(({ name, buffer, offset }, i) => ({
      name,
      buffer,
      offset,
      format: attributes[i]!.code.wiiu,
    })),
    buffers: draft.buffers.map(({ data, stride }) => ({ stride, data })),
  };
}

const NO_MESH: WiiuMesh = {
  primitiveType: 4,
  indexFormat: 4,
  indexCount: 0,
  subMeshes: { length: 0, offset: new Uint32Array(0), count: new Uint32Array(0) },
  indexBuffer: undefined,
  firstVertex: 0,
};

/** It has its vertices for itself. */
const OWNS_VERTICES = 2;
const KEY_SHAPE_SIZE = 20;
const HAS_BOXES_OF_ALL = 0x405;
/** Shapes of version 3.4 have a bounding tree, of one node in all official files. */
const HAS_NODES = 0x304;

export function newWiiuShape(
  { plan, draft, attributes }: NewShape,
  index: number,
  materialIndex: number,
  vertexBuffer: WiiuVertexBuffer,
  version: number,
): WiiuShape {
  const hasNodes = version === HAS_NODES;
  const boxes = hasNodes
    ? draft.boxes.slice(0, 1)
    : version >= HAS_BOXES_OF_ALL
      ? draft.boxes
      : draft.boxes.slice(0, 2);
  const attributeList = attributes.map(({ name }) => name);
  const { bytes, names, targetAttributes } = keyShapesOf(plan.targetNames, attributeList, KEY_SHAPE_SIZE);
  const keyShapes = names.map((_, k) => ({
    attributes: bytes.subarray(KEY_SHAPE_SIZE * k, KEY_SHAPE_SIZE * (k + 1)),
  }));
  return {
    name: plan.name,
    flags: OWNS_VERTICES,
    index,
    materialIndex,
    boneIndex: plan.skinCount === 0 ? plan.bone : 0,
    vertexBufferIndex: index,
    skinCount: plan.skinCount,
    keyShapeCount: names.length,
    targetAttributeCount: targetAttributes,
    boundingNodeCount: hasNodes ? 1 : 0,
    radii: Float32Array.from(draft.radii),
    radius: Math.fround(draft.radii[0] ?? 0),
    vertexBuffer,
    meshes: draft.levels.map((level) => meshOf(NO_MESH, level)),
    skinBones: draft.skinBones,
    keyShapes: names.length === 0 ? undefined : { names, values: keyShapes },
    boundingNodes: ONE_NODE,
    boxes: {
      length: boxes.length,
      center: Float32Array.from(boxes.flatMap(({ center }) => center)),
      extent: Float32Array.from(boxes.flatMap(({ extent }) => extent)),
    },
    boundingNodeIndices: new Uint16Array(1),
  };
}

const ONE_NODE = {
  length: 1,
  leftChild: new Uint16Array(1),
  rightChild: new Uint16Array(1),
  link: new Uint16Array(1),
  unknown06: new Uint16Array(1),
  firstSubMesh: new Uint16Array(1),
  subMeshCount: Uint16Array.of(1),
};
