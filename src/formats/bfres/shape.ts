import {
  type Codec,
  countOf,
  f32,
  type Infer,
  later,
  list,
  pointer,
  struct,
  type TypedArray,
  table,
  u8,
  u16,
  u32,
  u64,
  usually,
} from '../../binary/index.ts';
import { Block, listedSince, MemoryPoolPointer, ownDictionary, pointedAtWhenEmpty, room } from './block.ts';
import { text } from './text.ts';
import { type Layout, when } from './version.ts';
import { BUFFERS, type VertexBuffer } from './vertex-buffer.ts';

// FSHP, a shape: triangles of one material, in levels of detail (specification, section 8).

const bytes = list(u8);
const shorts = list(u16);
const words = list(u32);

interface MeshFields {
  indexFormat: number;
  indexCount: number;
}

function indicesOf({ indexFormat, indexCount }: MeshFields): Codec<Uint8Array | Uint16Array | Uint32Array> {
  const item = indexFormat === 0 ? bytes : indexFormat === 2 ? words : shorts;
  return item.times(indexCount);
}

/** What `w.place` calls indices. */
export const INDICES = 'indices';

const subMeshes = table('SubMesh', { offset: u32.in('bytes'), count: u32 });
const indexBufferSize = struct('IndexBufferSize', { size: u32, gpuAccess: u32, reserved: u32.x(2) });
const NO_RESERVED = new Uint32Array(2);

export const mesh = (layout: Layout) =>
  struct('Mesh', {
    subMeshes: pointer(u64, subMeshes),
    memoryPool: usually(new MemoryPoolPointer(layout), () => true),
    bufferRoom: room(() => 72),
    indexBufferSize: usually(pointer(u64, indexBufferSize), ({ indices }: { indices: TypedArray }) => ({
      size: indices.byteLength,
      gpuAccess: 0,
      reserved: NO_RESERVED,
    })),
    indices: later(INDICES, u32, indicesOf, {
      from: BUFFERS,
      relocated: 'never',
      elsewhere: () => new Uint16Array(0),
    }),
    primitiveType: u32.named({ 0: 'points', 1: 'lines', 2: 'line strip', 3: 'triangles', 4: 'triangle strip' }),
    indexFormat: u32.named({ 0: 'u8', 1: 'u16', 2: 'u32' }),
    indexCount: usually(u32, ({ indices }: { indices: TypedArray }) => indices.length),
    firstVertex: u32.is('added to every index'),
    subMeshCount: countOf('subMeshes', u16),
    padding: usually(u16, () => 0),
  });
export type Mesh = Infer<ReturnType<typeof mesh>>;

const boxes = table('Box', { center: f32.x(3), extent: f32.x(3).is('half sizes') });
const spheres = table('Sphere', { center: f32.x(3), radius: f32 });
const radii = list(f32);

interface ShapeFields {
  meshes: readonly { subMeshes: { length: number } }[];
  skinBones: { length: number };
}

const keyShapes = list(u8).is('24 bytes a key shape: attributes that are its targets');

export const shape = (layout: Layout, vertexBuffer: Codec<VertexBuffer>) => {
  const flags = { flags: u32.is('2 owns its vertex buffer, 4 sub-mesh boundaries are consistent') };
  return struct('Shape', {
    block: new Block('FSHP', layout),
    ...when(layout >= 9, flags),
    name: text,
    vertexBuffer: pointer(u64, vertexBuffer),
    meshes: pointer(u64, list(mesh(layout))),
    skinBones: pointer(u64, shorts, pointedAtWhenEmpty(listedSince(10, layout))),
    keyShapes: later('bytes', u64, ({ keyShapeCount }: { keyShapeCount: number }) =>
      keyShapes.times(KEY_SHAPE_SIZE * keyShapeCount),
    ),
    keyShapeNames: ownDictionary(),
    boxes: later('Box[]', u64, ({ meshes }: ShapeFields) =>
      boxes.times(meshes.reduce((count, { subMeshes }) => count + subMeshes.length + 1, 0)),
    ),
    ...when(layout < 10, { radii: later('f32[]', u64, ({ meshes }: ShapeFields) => radii.times(meshes.length)) }),
    ...when(layout >= 10, {
      spheres: later('Sphere[]', u64, ({ skinBones }: ShapeFields) => spheres.times(Math.max(1, skinBones.length))),
    }),
    userPointer: usually(u64, () => 0),
    ...when(layout < 9, flags),
    index: u16,
    materialIndex: u16,
    boneIndex: u16,
    vertexBufferIndex: u16,
    skinBoneCount: countOf('skinBones', u16),
    skinCount: u8.is('weights per vertex'),
    meshCount: countOf('meshes', u8),
    keyShapeCount: u8,
    targetAttributeCount: u8,
    padding: usually(u8.x(layout < 9 ? 6 : 2), () => (layout < 9 ? NO_PADDING_6 : NO_PADDING_2)),
  });
};
const KEY_SHAPE_SIZE = 24;
const NO_PADDING_6 = new Uint8Array(6);
const NO_PADDING_2 = new Uint8Array(2);

export type Shape = Infer<ReturnType<typeof shape>>;
