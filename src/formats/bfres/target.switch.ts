import type { Bfres } from './bfres.ts';
import type { Model } from './model.ts';
import type { BoneTransform } from './pose.ts';
import { inverseMatricesOf } from './pose.ts';
import type { Mesh, Shape } from './shape.ts';
import type { BoneAnim, SkeletalAnim } from './skeletal-animation.ts';
import { restBones } from './target.bones.ts';
import { processedVertices } from './target.bounds.ts';
import { numberedBoneAnims, type SkeletalAnimDraft } from './target.clips.ts';
import type { LevelDraft, ShapeDraft } from './target.shape.ts';
import { layoutOf } from './version.ts';
import type { VertexBuffer } from './vertex-buffer.ts';

// Drafts put into Switch files. Files are changed in place: the caller has decoded them for that.

/** Type and channel format of two halves. */
const WIDE = { type: 5, channels: 0x12 };

export function putShape(file: Bfres, model: Model, shape: Shape, draft: ShapeDraft): void {
  const old = shape.vertexBuffer!;
  const attributes = draft.attributes.map(({ name, buffer, offset, isWidened }) => ({
    ...old.attributes.find((attribute) => attribute.name === name)!,
    buffer,
    offset,
    ...(isWidened ? WIDE : {}),
  }));
  const vertexBuffer: VertexBuffer = {
    ...old,
    attributes,
    sizes: undefined,
    bufferCount: undefined,
    strides: stridesOf(draft.buffers.map(({ stride }) => stride)),
    buffers: draft.buffers.map(({ data }) => data),
    vertexCount: draft.vertexCount,
  };
  const isShared = model.shapes.some((other) => other !== shape && other.vertexBuffer === old);
  if (isShared) {
    vertexBuffer.index = model.vertexBuffers.push(vertexBuffer) - 1;
    shape.vertexBufferIndex = vertexBuffer.index;
  } else {
    model.vertexBuffers[model.vertexBuffers.indexOf(old)] = vertexBuffer;
  }
  shape.vertexBuffer = vertexBuffer;
  shape.meshes = shape.meshes.map((mesh, level) => meshOf(mesh, draft.levels[level] ?? draft.levels[0]!));
  shape.skinBones = draft.skinBones;
  const boxOf = (level: number) => draft.boxes[2 * level] ?? draft.boxes[0]!;
  const boxes = shape.meshes.flatMap((_, level) => [boxOf(level), boxOf(level)]);
  shape.boxes = {
    length: boxes.length,
    center: Float32Array.from(boxes.flatMap(({ center }) => center)),
    extent: Float32Array.from(boxes.flatMap(({ extent }) => extent)),
  };
  const layout = layoutOf(file.version)!;
  if (layout < 10) shape.radii = Float32Array.from(shape.meshes, (_, level) => draft.radii[level] ?? draft.radii[0]!);
  else {
    shape.spheres = {
      length: draft.spheres.length,
      center: Float32Array.from(draft.spheres.flatMap(({ center }) => center)),
      radius: Float32Array.from(draft.spheres, ({ radius }) => radius),
    };
  }
  if (layout < 9) {
    const meshes = model.shapes.flatMap((each) => each.meshes);
    model.totalProcessedVertices = meshes.reduce((sum, { indices }) => sum + processedVertices(indices), 0);
  }
}

export const stridesOf = (strides: readonly number[]): VertexBuffer['strides'] => ({
  length: strides.length,
  stride: Uint32Array.from(strides),
  divisor: new Uint32Array(strides.length),
  reserved: new Uint32Array(2 * strides.length),
});

export function meshOf(mesh: Mesh, { indices, firstVertex }: LevelDraft): Mesh {
  return {
    ...mesh,
    primitiveType: 3,
    indices,
    indexFormat: indices instanceof Uint32Array ? 2 : 1,
    indexCount: undefined,
    indexBufferSize: undefined,
    firstVertex,
    subMeshes: { length: 1, offset: Uint32Array.of(0), count: Uint32Array.of(indices.length) },
  };
}

/** Has bones rest elsewhere, and the inverse matrices follow. */
export function putBones(model: Model, transforms: ReadonlyMap<number, BoneTransform>): void {
  const skeleton = model.skeleton!;
  restBones(skeleton.bones, transforms);
  skeleton.inverseMatrices = inverseMatricesOf(skeleton);
}

/** Replaces an animation, or adds one. */
export function putAnim(file: Bfres, draft: SkeletalAnimDraft, original: SkeletalAnim | undefined): void {
  const boneAnims = numberedBoneAnims<BoneAnim>(draft.boneAnims);
  const anim: SkeletalAnim = {
    ...(original ?? { path: '', userData: [], name: draft.name }),
    flags: draft.flags,
    frameCount: draft.frameCount,
    bakedSize: draft.bakedSize,
    boneAnims,
    boneAnimCount: undefined,
    curveTotal: undefined,
    bindIndices: new Uint16Array(boneAnims.length).fill(0xffff),
  };
  if (original === undefined) file.skeletalAnims.push(anim);
  else file.skeletalAnims[file.skeletalAnims.indexOf(original)] = anim;
}
