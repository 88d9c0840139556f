import { type BoneTransform, inverseMatricesOf } from './pose.ts';
import { restBones } from './target.bones.ts';
import { cacheMisses, processedVertices } from './target.bounds.ts';
import { numberedBoneAnims, type SkeletalAnimDraft } from './target.clips.ts';
import type { LevelDraft, ShapeDraft } from './target.shape.ts';
import type { WiiuBoneAnim, WiiuSkeletalAnim } from './wiiu-animation.ts';
import type { WiiuBfres } from './wiiu-bfres.ts';
import type { WiiuVertexBuffer } from './wiiu-buffer.ts';
import { minorVersion, type WiiuModel } from './wiiu-file.ts';
import type { WiiuMesh, WiiuShape } from './wiiu-shape.ts';
import { wiiuIndices } from './wiiu-view.ts';

// Drafts put into Wii U files. Files are changed in place: the caller has decoded them for that.

/** Format of two halves. */
const WIDE = 0x808;
const TRIANGLES = 4;
const WIDE_INDICES = 9;
const INDICES = 4;

export function putWiiuShape(file: WiiuBfres, model: WiiuModel, shape: WiiuShape, draft: ShapeDraft): void {
  const old = shape.vertexBuffer!;
  const vertexBuffer: WiiuVertexBuffer = {
    ...old,
    attributeDictionary: undefined,
    attributes: draft.attributes.map(({ name, buffer, offset, isWidened }) => ({
      ...old.attributes.find((attribute) => attribute.name === name)!,
      buffer,
      offset,
      ...(isWidened ? { format: WIDE } : {}),
    })),
    buffers: draft.buffers.map(({ data, stride }, i) => ({ ...old.buffers[i]!, size: undefined, data, stride })),
    vertexCount: draft.vertexCount,
  };
  const shapes = model.shapes?.values ?? [];
  if (shapes.some((other) => other !== shape && other.vertexBuffer === old)) {
    vertexBuffer.index = model.vertexBuffers.push(vertexBuffer) - 1;
    shape.vertexBufferIndex = vertexBuffer.index;
  } else {
    model.vertexBuffers[model.vertexBuffers.indexOf(old)] = vertexBuffer;
  }
  shape.vertexBuffer = vertexBuffer;
  shape.meshes = shape.meshes.map((mesh, level) => meshOf(mesh, draft.levels[level] ?? draft.levels[0]!));
  shape.skinBones = draft.skinBones;
  putBounds(file, shape, draft);
  const isNew = minorVersion(file.version) >= 0x405;
  const rule = isNew ? processedVertices : cacheMisses;
  model.totalProcessedVertices = shapes
    .flatMap(({ meshes }) => meshes)
    .reduce((sum, mesh) => sum + rule(wiiuIndices(mesh)), 0);
}

/** Since 4.5 each level has its boxes, before only the first; with bounding nodes there is one a node. */
function putBounds(file: WiiuBfres, shape: WiiuShape, draft: ShapeDraft): void {
  const hasAll = minorVersion(file.version) >= 0x405;
  const boxOf = (level: number) => draft.boxes[2 * level] ?? draft.boxes[0]!;
  const levels = hasAll ? shape.meshes.length : 1;
  const boxes =
    shape.boundingNodeCount > 0
      ? Array.from({ length: shape.boundingNodeCount }, () => boxOf(0))
      : Array.from({ length: 2 * levels }, (_, i) => boxOf(i >> 1));
  shape.boxes = {
    length: boxes.length,
    center: Float32Array.from(boxes.flatMap(({ center }) => center)),
    extent: Float32Array.from(boxes.flatMap(({ extent }) => extent)),
  };
  if (hasAll) shape.radii = Float32Array.from(shape.meshes, (_, level) => draft.radii[level] ?? draft.radii[0]!);
  else shape.radius = Math.fround(draft.radii[0] ?? 0);
}

export function meshOf(mesh: WiiuMesh, { indices, firstVertex }: LevelDraft): WiiuMesh {
  const isWide = indices instanceof Uint32Array;
  const data = new Uint8Array(indices.byteLength);
  const view = new DataView(data.buffer);
  for (const [i, index] of indices.entries()) {
    if (isWide) view.setUint32(4 * i, index, false);
    else view.setUint16(2 * i, index, false);
  }
  return {
    ...mesh,
    primitiveType: TRIANGLES,
    indexFormat: isWide ? WIDE_INDICES : INDICES,
    indexCount: indices.length,
    indexBuffer: { ...(mesh.indexBuffer ?? { stride: 0 }), size: undefined, data },
    firstVertex,
    subMeshes: { length: 1, offset: Uint32Array.of(0), count: Uint32Array.of(indices.length) },
  };
}

/** Has bones rest elsewhere, and the inverse matrices follow. */
export function putWiiuBones(model: WiiuModel, transforms: ReadonlyMap<number, BoneTransform>): void {
  const skeleton = model.skeleton!;
  restBones(skeleton.bones, transforms);
  if (skeleton.inverseMatrices.length > 0) skeleton.inverseMatrices = inverseMatricesOf(skeleton);
}

/** Replaces an animation, or adds one. */
export function putWiiuAnim(file: WiiuBfres, draft: SkeletalAnimDraft, original: WiiuSkeletalAnim | undefined): void {
  const boneAnims = numberedBoneAnims<WiiuBoneAnim>(draft.boneAnims);
  const anim: WiiuSkeletalAnim = {
    ...(original ?? { path: '', name: draft.name, userDataCount: 0 }),
    flags: draft.flags,
    frameCount: draft.frameCount,
    bakedSize: draft.bakedSize,
    boneAnims,
    boneAnimCount: undefined,
    curveTotal: boneAnims.reduce((sum, { curves }) => sum + curves.length, 0),
    bindIndices: new Uint16Array(boneAnims.length).fill(0xffff),
  };
  const entries = file.skeletalAnims ?? { names: [], values: [] };
  file.skeletalAnims = entries;
  if (original === undefined) {
    entries.names.push(draft.name);
    entries.values.push(anim);
    entries.tree = undefined;
  } else {
    entries.values[entries.values.indexOf(original)] = anim;
  }
}
