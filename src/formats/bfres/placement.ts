import type { Writer } from '../../binary/index.ts';
import type { Curve } from './curve.ts';
import type { BfresHeader } from './file.ts';
import type { ClassicMaterial } from './material.ts';
import type { MaterialAnimation } from './material-animation.ts';
import type { SharedMaterial, SharedShaderAssign } from './material-v10.ts';
import { isSharedMaterial, type Material, type Model } from './model.ts';
import type { SceneAnim } from './scene-animation.ts';
import { INDICES, type Shape } from './shape.ts';
import type { ShapeAnim } from './shape-animation.ts';
import type { SkeletalAnim } from './skeletal-animation.ts';
import type { Skeleton } from './skeleton.ts';
import type { UserDatum } from './user-data.ts';
import type { Layout } from './version.ts';
import { VERTICES, type VertexBuffer } from './vertex-buffer.ts';
import type { VisibilityAnim } from './visibility-animation.ts';

// The order of the structures in files of Nintendo's converter (specification, sections 15.2 and 15.3). The header is
// written; every function here puts down what the pointers of one structure lead to.

/** Writes the targets of these pointers of a structure, in this order, each at a multiple of 8. */
function put<T extends object>(w: Writer, owner: T, ...fields: (keyof T & string)[]): void {
  for (const field of fields) w.placeOf(owner, field, 8);
}

/** Everything between the header and the string pool. */
export function placeStructures(w: Writer, layout: Layout, file: BfresHeader): void {
  for (const model of file.models) placeModel(w, layout, model);
  for (const anim of file.skeletalAnims) placeSkeletalAnim(w, anim);
  for (const anim of file.visibilityAnims) placeVisibilityAnim(w, anim);
  for (const anim of file.materialAnims) placeMaterialAnim(w, layout, anim);
  for (const anim of file.shapeAnims) placeShapeAnim(w, anim);
  for (const anim of file.sceneAnims) placeSceneAnim(w, anim);
}

/** The arrays that the header leads to. */
export function placeArrays(w: Writer, file: BfresHeader): void {
  put(w, file, 'models', 'skeletalAnims', 'materialAnims', 'visibilityAnims', 'shapeAnims', 'sceneAnims');
}

/** The dictionaries that the header leads to. */
export function placeDictionaries(w: Writer, file: BfresHeader): void {
  put(w, file, 'modelDictionary', 'skeletalAnimDictionary', 'materialAnimDictionary', 'visibilityAnimDictionary');
  put(w, file, 'shapeAnimDictionary', 'sceneAnimDictionary', 'embeddedFileNames');
}

function placeModel(w: Writer, layout: Layout, model: Model): void {
  put(w, model, 'vertexBuffers', 'materials', 'shaderAssigns', 'shapes', 'userData', 'skeleton');
  if (model.skeleton !== undefined) placeSkeleton(w, model.skeleton);
  put(w, model, 'shapeDictionary', 'materialDictionary');
  for (const shape of model.shapes) placeShape(w, shape);
  for (const buffer of model.vertexBuffers) placeVertexBuffer(w, buffer);
  placeValues(w, model.userData);
  for (const material of model.materials) placeMaterial(w, material);
  if (layout >= 10) for (const assign of model.shaderAssigns) placeSharedShaderAssign(w, assign);
  put(w, model, 'userDataDictionary');
}

function placeSkeleton(w: Writer, skeleton: Skeleton): void {
  put(w, skeleton, 'bones', 'matrixToBone', 'inverseMatrices', 'mirroredBones', 'boneDictionary');
  for (const bone of skeleton.bones) {
    put(w, bone, 'userData');
    placeValues(w, bone.userData);
    put(w, bone, 'userDataDictionary');
  }
}

function placeShape(w: Writer, shape: Shape): void {
  put(w, shape, 'meshes', 'skinBones', 'keyShapes', 'keyShapeNames', 'boxes');
  w.placeOf(shape, 'radii', 4);
  put(w, shape, 'spheres');
  for (const mesh of shape.meshes) put(w, mesh, 'subMeshes', 'bufferRoom', 'indexBufferSize');
}

function placeVertexBuffer(w: Writer, buffer: VertexBuffer): void {
  put(w, buffer, 'attributes', 'bufferRoom', 'sizes', 'strides', 'pointerRoom', 'attributeDictionary');
}

function placeMaterial(w: Writer, material: Material): void {
  if (isSharedMaterial(material)) placeSharedMaterial(w, material);
  else placeClassicMaterial(w, material);
}

function placeClassicMaterial(w: Writer, material: ClassicMaterial): void {
  put(w, material, 'renderInfos');
  for (const [type, align] of RENDER_INFO_ORDER) {
    for (const info of material.renderInfos) if (info.type === type) w.placeOf(info, 'values', align);
  }
  for (const info of material.renderInfos) w.placeOf(info, 'values', 8);
  put(w, material, 'textureRoom', 'samplers', 'samplerRoom', 'parameters', 'parameterData', 'volatileFlags');
  put(w, material, 'userData', 'samplerSlots', 'textureSlots', 'textureNames', 'shaderAssign');
  if (material.shaderAssign !== undefined) {
    put(w, material.shaderAssign, 'attributeValues', 'samplerValues', 'optionValues');
    put(w, material.shaderAssign, 'attributeNames', 'samplerNames', 'optionNames');
  }
  put(w, material, 'renderInfoDictionary', 'samplerNames', 'parameterDictionary', 'userDataDictionary');
  placeValues(w, material.userData);
}
const RENDER_INFO_ORDER = [
  [2, 8],
  [0, 4],
  [1, 4],
] as const;

function placeSharedMaterial(w: Writer, material: SharedMaterial): void {
  put(w, material, 'renderInfos', 'renderInfoCounts', 'renderInfoOffsets', 'textureRoom', 'samplers', 'samplerRoom');
  put(w, material, 'parameterData', 'parameterIndices', 'volatileFlags', 'userData', 'samplerSlots', 'textureSlots');
  put(w, material, 'textureNames', 'shaderInfo');
  if (material.shaderInfo !== undefined) {
    put(w, material.shaderInfo, 'attributeValues', 'attributeIndices', 'samplerValues', 'samplerIndices');
    put(w, material.shaderInfo, 'boolOptions', 'optionValues', 'optionIndices');
  }
  placeValues(w, material.userData);
  put(w, material, 'samplerNames', 'userDataDictionary');
}

function placeSharedShaderAssign(w: Writer, assign: SharedShaderAssign): void {
  put(w, assign, 'renderInfos', 'parameters', 'parameterDictionary', 'renderInfoDictionary');
  put(w, assign, 'attributeNames', 'samplerNames', 'optionNames');
}

function placeValues(w: Writer, userData: readonly UserDatum[]): void {
  for (const datum of userData) put(w, datum, 'values');
}

function placeCurves(w: Writer, curves: readonly Curve[]): void {
  for (const curve of curves) put(w, curve, 'frames', 'keys');
}

function placeSkeletalAnim(w: Writer, anim: SkeletalAnim): void {
  put(w, anim, 'bindIndices', 'boneAnims', 'userData');
  for (const bone of anim.boneAnims) {
    put(w, bone, 'base', 'curves');
    placeCurves(w, bone.curves);
  }
  placeValues(w, anim.userData);
  put(w, anim, 'userDataDictionary');
}

function placeVisibilityAnim(w: Writer, anim: VisibilityAnim): void {
  put(w, anim, 'bindIndices', 'names', 'curves', 'base');
  placeCurves(w, anim.curves);
  put(w, anim, 'userData');
  placeValues(w, anim.userData);
  put(w, anim, 'userDataDictionary');
}

function placeMaterialAnim(w: Writer, layout: Layout, anim: MaterialAnimation): void {
  put(w, anim, 'bindIndices', 'materialAnims', 'userData');
  if (layout >= 10) put(w, anim, 'textureSlots', 'textureRoom', 'textureNames');
  for (const material of anim.materialAnims) {
    put(w, material, 'paramAnims', 'patternAnims', 'constants', 'curves');
    placeCurves(w, material.curves);
  }
  put(w, anim, 'textureRoom', 'textureNames', 'textureSlots');
  placeValues(w, anim.userData);
  put(w, anim, 'userDataDictionary');
}

function placeShapeAnim(w: Writer, anim: ShapeAnim): void {
  put(w, anim, 'bindIndices', 'shapes', 'userData');
  for (const shape of anim.shapes) {
    put(w, shape, 'base', 'keyShapes', 'curves');
    placeCurves(w, shape.curves);
  }
  placeValues(w, anim.userData);
  put(w, anim, 'userDataDictionary');
}

function placeSceneAnim(w: Writer, anim: SceneAnim): void {
  put(w, anim, 'cameras', 'lights', 'fogs', 'userData');
  put(w, anim, 'cameraDictionary', 'lightDictionary', 'fogDictionary');
  for (const part of [...anim.cameras, ...anim.lights, ...anim.fogs]) {
    put(w, part, 'base', 'curves');
    placeCurves(w, part.curves);
    put(w, part, 'userData');
    placeValues(w, part.userData);
    put(w, part, 'userDataDictionary');
  }
  placeValues(w, anim.userData);
  put(w, anim, 'userDataDictionary');
}

/** The index buffers of all models, then the vertex buffers: what GPUs read (section 14.2). Returns the size of the former. */
export function placeBuffers(w: Writer, file: BfresHeader): number {
  const start = w.pos;
  for (const { shapes } of file.models) {
    for (const { meshes } of shapes) for (const mesh of meshes) put(w, mesh, 'indices');
  }
  w.place(INDICES, 8);
  w.align(8);
  const indexSize = w.pos - start;
  for (const { vertexBuffers } of file.models) for (const buffer of vertexBuffers) put(w, buffer, 'buffers');
  w.place(VERTICES, 8);
  return indexSize;
}
