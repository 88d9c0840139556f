import type { Codec, Writer } from '../../binary/index.ts';
import type {
  WiiuBoneAnim,
  WiiuParamAnimation,
  WiiuPatternAnimation,
  WiiuShapeAnim,
  WiiuSkeletalAnim,
  WiiuVisibilityAnim,
} from './wiiu-animation.ts';
import type { WiiuVertexBuffer } from './wiiu-buffer.ts';
import type { Entries } from './wiiu-dictionary.ts';
import { type WiiuHeader, type WiiuModel, type WiiuSchema, wiiuEmbeddedFile } from './wiiu-file.ts';
import { textureReference, type WiiuMaterial, wiiuRenderInfo } from './wiiu-material.ts';
import type { WiiuShape } from './wiiu-shape.ts';
import { pixels, type WiiuTexture, wiiuTexture } from './wiiu-texture.ts';
import { type WiiuUserDatum, wiiuUserDatum } from './wiiu-user-data.ts';

// The order of the structures in Wii U files of Nintendo's converter (specification, section 16.9). The header is written;
// every function here puts down what the offsets of one structure lead to.

type Elements<T> = Entries<T> | undefined;

/** Writes the targets of these offsets of a structure, in this order, each at a multiple of 4. */
function put<T extends object>(w: Writer, owner: T, ...fields: (keyof T & string)[]): void {
  for (const field of fields) w.placeOf(owner, field, 4);
}

/** Writes elements that only nodes of a dictionary lead to. */
function putValues<T>(w: Writer, codec: Codec<T>, elements: Elements<T>): void {
  for (const value of elements?.values ?? []) w.placeValue(codec, value, 4);
}

function putUserData<T extends { userData?: Elements<WiiuUserDatum> }>(w: Writer, owner: T): void {
  put(w, owner, 'userData' as keyof T & string);
  putValues(w, wiiuUserDatum, owner.userData);
}

/** Everything between the header and the string pool. */
export function placeWiiuStructures(w: Writer, schema: WiiuSchema, file: WiiuHeader): void {
  const { elements } = schema;
  putValues(w, wiiuEmbeddedFile, file.embeddedFiles);
  for (const field of Object.keys(elements) as (keyof typeof elements)[]) put(w, file, field);
  for (const model of file.models?.values ?? []) placeModel(w, schema, model);
  for (const texture of file.textures?.values ?? []) placeTexture(w, texture);
  for (const anim of file.skeletalAnims?.values ?? []) placeSkeletalAnim(w, elements.skeletalAnims, anim);
  for (const field of ['paramAnims', 'colorAnims', 'textureSrtAnims'] as const) {
    for (const anim of file[field]?.values ?? []) placeParamAnimation(w, elements[field], anim);
  }
  for (const anim of file.patternAnims?.values ?? []) placePatternAnimation(w, elements.patternAnims, anim);
  for (const field of ['boneVisibilityAnims', 'materialVisibilityAnims'] as const) {
    for (const anim of file[field]?.values ?? []) placeVisibilityAnim(w, elements[field], anim);
  }
  for (const anim of file.shapeAnims?.values ?? []) placeShapeAnim(w, elements.shapeAnims, anim);
  putValues(w, elements.sceneAnims, file.sceneAnims);
}

function placeModel(w: Writer, schema: WiiuSchema, model: WiiuModel): void {
  w.placeValue(schema.elements.models, model, 4);
  put(w, model, 'vertexBuffers', 'skeleton');
  const { skeleton } = model;
  if (skeleton !== undefined) {
    put(w, skeleton, 'bones', 'matrixToBone', 'inverseMatrices', 'boneDictionary');
    for (const bone of skeleton.bones) putUserData(w, bone);
  }
  put(w, model, 'shapes', 'materials');
  for (const shape of model.shapes?.values ?? []) placeShape(w, schema, shape);
  for (const buffer of model.vertexBuffers) placeVertexBuffer(w, buffer);
  putUserData(w, model);
  for (const material of model.materials?.values ?? []) placeMaterial(w, schema, material);
}

function placeShape(w: Writer, schema: WiiuSchema, shape: WiiuShape): void {
  w.placeValue(schema.shape, shape, 4);
  put(w, shape, 'meshes', 'skinBones', 'keyShapes', 'boundingNodes', 'boxes', 'boundingNodeIndices', 'radii');
  for (const mesh of shape.meshes) put(w, mesh, 'subMeshes', 'indexBuffer');
}

function placeVertexBuffer(w: Writer, buffer: WiiuVertexBuffer): void {
  put(w, buffer, 'attributes', 'buffers', 'attributeDictionary');
}

function placeMaterial(w: Writer, schema: WiiuSchema, material: WiiuMaterial): void {
  w.placeValue(schema.material, material, 4);
  putValues(w, wiiuRenderInfo, material.renderInfos);
  put(w, material, 'renderState', 'textures', 'samplers', 'parameters', 'parameterData', 'volatileFlags');
  put(w, material, 'shaderAssign');
  if (material.shaderAssign !== undefined) put(w, material.shaderAssign, 'attributes', 'samplers', 'options');
  put(w, material, 'renderInfos', 'samplerDictionary', 'parameterDictionary');
  putUserData(w, material);
}

function placeTexture(w: Writer, texture: WiiuTexture): void {
  w.placeValue(wiiuTexture, texture, 4);
  putUserData(w, texture);
}

interface CurveTargets {
  frames?: unknown;
  keys: unknown;
}

function placeCurves(w: Writer, curves: readonly CurveTargets[]): void {
  for (const curve of curves) put(w, curve, 'frames', 'keys');
}

function placeSkeletalAnim(w: Writer, codec: Codec<WiiuSkeletalAnim>, anim: WiiuSkeletalAnim): void {
  w.placeValue(codec, anim, 4);
  put(w, anim, 'bindIndices', 'boneAnims');
  for (const bone of anim.boneAnims as readonly WiiuBoneAnim[]) {
    put(w, bone, 'base', 'curves');
    placeCurves(w, bone.curves);
  }
  putUserData(w, anim);
}

function placeParamAnimation(w: Writer, codec: Codec<WiiuParamAnimation>, anim: WiiuParamAnimation): void {
  w.placeValue(codec, anim, 4);
  put(w, anim, 'bindIndices', 'materialAnims');
  for (const material of anim.materialAnims) {
    put(w, material, 'paramAnims', 'constants', 'curves');
    placeCurves(w, material.curves);
  }
  putUserData(w, anim);
}

function placePatternAnimation(w: Writer, codec: Codec<WiiuPatternAnimation>, anim: WiiuPatternAnimation): void {
  w.placeValue(codec, anim, 4);
  put(w, anim, 'bindIndices', 'materialAnims');
  putValues(w, textureReference, anim.textures);
  for (const material of anim.materialAnims) {
    put(w, material, 'patternAnims', 'curves', 'base');
    placeCurves(w, material.curves);
  }
  put(w, anim, 'textures');
  putUserData(w, anim);
}

function placeVisibilityAnim(w: Writer, codec: Codec<WiiuVisibilityAnim>, anim: WiiuVisibilityAnim): void {
  w.placeValue(codec, anim, 4);
  put(w, anim, 'bindIndices', 'names', 'curves', 'base');
  placeCurves(w, anim.curves);
  putUserData(w, anim);
}

function placeShapeAnim(w: Writer, codec: Codec<WiiuShapeAnim>, anim: WiiuShapeAnim): void {
  w.placeValue(codec, anim, 4);
  put(w, anim, 'bindIndices', 'shapes');
  for (const shape of anim.shapes) {
    put(w, shape, 'keyShapes', 'curves', 'base');
    placeCurves(w, shape.curves);
  }
  putUserData(w, anim);
}

const BUFFER_ALIGN = 0x40;

/** Indices, vertices, textures and embedded files, behind the string pool. */
export function placeWiiuData(w: Writer, file: WiiuHeader): void {
  let align = BUFFER_ALIGN;
  for (const model of file.models?.values ?? []) {
    for (const { meshes } of model.shapes?.values ?? []) {
      for (const { indexBuffer } of meshes) {
        if (indexBuffer === undefined) continue;
        w.placeOf(indexBuffer, 'data', align);
        align = 4;
      }
    }
  }
  for (const model of file.models?.values ?? []) {
    for (const { buffers } of model.vertexBuffers) {
      for (const buffer of buffers) w.placeOf(buffer, 'data', BUFFER_ALIGN);
    }
  }
  placePixels(w, file.textures?.values ?? []);
  placeFiles(w, file);
}

/** Those with the largest alignment come first. */
function placePixels(w: Writer, textures: readonly WiiuTexture[]): void {
  const sorted = textures.toSorted((a, b) => b.alignment - a.alignment);
  let previous = 1;
  for (const texture of sorted) {
    const { data, levelData } = texture;
    const align = powerOfTwo(texture.alignment);
    if (align !== previous) w.align(Math.max(align, previous));
    previous = align;
    if (data !== undefined) w.placeValue(pixels, data, align);
    if (levelData !== undefined) w.placeValue(pixels, levelData, align);
  }
}

/** The largest power of two in a number, 1 at least. */
const powerOfTwo = (number: number): number => number & -number & 0xfffff || 1;

const SHADER_ALIGN = 0x1000;
const FILE_ALIGN = 0x100;

function placeFiles(w: Writer, file: WiiuHeader): void {
  const { names = [], values = [] } = file.embeddedFiles ?? {};
  for (const [i, embedded] of values.entries()) {
    const isShader = /\.(bfsha|sharcfb)$/.test(names[i]!);
    w.placeOf(embedded, 'data', isShader ? SHADER_ALIGN : FILE_ALIGN);
  }
  if (values.length > 0) w.align(FILE_ALIGN);
}
