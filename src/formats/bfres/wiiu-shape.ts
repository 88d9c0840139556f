import {
  Codec,
  countOf,
  f32,
  type Infer,
  i32,
  later,
  list,
  pointer,
  type Reader,
  struct,
  table,
  u8,
  u16,
  u32,
  usually,
  type Writer,
} from '../../binary/index.ts';
import { when } from './version.ts';
import { Magic4 } from './wiiu-block.ts';
import { wiiuBuffer, wiiuVertexBuffer } from './wiiu-buffer.ts';
import { dictionaryOfElements, FROM_ITSELF, FROM_ITSELF_ALWAYS } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';

// FSHP, a Wii U shape (specification, section 16.6).

const subMeshes = table('SubMesh', { offset: u32.in('bytes'), count: u32 });

export const wiiuMesh = struct('Mesh', {
  primitiveType: u32.named({ 1: 'points', 2: 'lines', 3: 'line strip', 4: 'triangles', 5: 'fan', 6: 'triangle strip' }),
  indexFormat: u32.named({ 0: 'u16, little-endian', 1: 'u32, little-endian', 4: 'u16', 9: 'u32' }),
  indexCount: u32,
  subMeshCount: countOf('subMeshes', u16),
  padding: usually(u16, () => 0),
  subMeshes: pointer(i32, subMeshes, FROM_ITSELF),
  indexBuffer: pointer(i32, wiiuBuffer, FROM_ITSELF),
  firstVertex: u32.is('added to every index'),
});
export type WiiuMesh = Infer<typeof wiiuMesh>;

const keyShape = struct('KeyShape', { attributes: u8.x(20).is('number + 1 of the attributes that are its targets') });
const boxes = table('Box', { center: f32.x(3), extent: f32.x(3).is('half sizes') });
const boundingNodes = table('BoundingNode', {
  leftChild: u16,
  rightChild: u16,
  link: u16,
  unknown06: u16,
  firstSubMesh: u16,
  subMeshCount: u16,
});
const radii = list(f32);
const shorts = list(u16);

interface ShapeFields {
  meshes: readonly { subMeshes: { length: number } }[];
  boundingNodeCount: number;
}

/** Since 4.5 the boxes of all meshes are there, before those of the first alone; with nodes, one a node. */
const boxCount = ({ meshes, boundingNodeCount }: ShapeFields, hasAll: boolean): number =>
  boundingNodeCount > 0
    ? boundingNodeCount
    : (hasAll ? meshes : meshes.slice(0, 1)).reduce((count, { subMeshes }) => count + subMeshes.length + 1, 0);

const shapeWith = (hasRadii: boolean, hasNodes: boolean) =>
  struct('Shape', {
    signature: new Magic4('FSHP'),
    name: wiiuText,
    flags: u32.is('2 owns its vertex buffer, 4 sub-mesh boundaries are consistent'),
    index: u16,
    materialIndex: u16,
    boneIndex: u16,
    vertexBufferIndex: u16,
    skinBoneCount: countOf('skinBones', u16),
    skinCount: u8.is('weights per vertex'),
    meshCount: countOf('meshes', u8),
    keyShapeCount: u8,
    targetAttributeCount: u8,
    boundingNodeCount: u16,
    ...when(hasRadii, {
      radii: later('f32[]', i32, ({ meshes }: ShapeFields) => radii.times(meshes.length), {
        ...FROM_ITSELF,
        last: true,
      }),
    }),
    ...when(!hasRadii, { radius: f32 }),
    vertexBuffer: pointer(i32, wiiuVertexBuffer, FROM_ITSELF),
    meshes: pointer(i32, list(wiiuMesh), FROM_ITSELF),
    skinBones: pointer(i32, shorts, FROM_ITSELF_ALWAYS),
    keyShapes: dictionaryOfElements(keyShape),
    ...when(hasNodes, {
      boundingNodes: later(
        'BoundingNode[]',
        i32,
        ({ boundingNodeCount }: ShapeFields) => boundingNodes.times(boundingNodeCount),
        FROM_ITSELF,
      ),
    }),
    boxes: later('Box[]', i32, (fields: ShapeFields) => boxes.times(boxCount(fields, hasRadii)), {
      ...FROM_ITSELF,
      optional: true,
    }),
    ...when(hasNodes, {
      boundingNodeIndices: later(
        'u16[]',
        i32,
        ({ boundingNodeCount }: ShapeFields) => shorts.times(boundingNodeCount),
        FROM_ITSELF,
      ),
    }),
    userPointer: usually(u32, () => 0),
  });
export type WiiuShape = Infer<ReturnType<typeof shapeWith>>;

/** Shapes with bounding nodes are longer. */
class ShapeCodec extends Codec<WiiuShape> {
  readonly kind = 'Shape';
  readonly minSize: number;
  private readonly plain: ReturnType<typeof shapeWith>;
  private readonly withNodes: ReturnType<typeof shapeWith>;

  constructor(hasRadii: boolean) {
    super();
    this.plain = shapeWith(hasRadii, false);
    this.withNodes = shapeWith(hasRadii, true);
    this.minSize = this.plain.minSize;
  }

  read(r: Reader): WiiuShape {
    const nodeCount = r.left > NODE_COUNT_AT + 2 ? r.view.getUint16(r.pos + NODE_COUNT_AT, r.littleEndian) : 0;
    return (nodeCount > 0 ? this.withNodes : this.plain).read(r);
  }

  write(w: Writer, value: WiiuShape): void {
    (value.boundingNodeCount > 0 ? this.withNodes : this.plain).write(w, value);
  }
}
const NODE_COUNT_AT = 0x1a;

/** `hasRadii`: since version 4.5 there is a radius a mesh, before one for all. */
export const wiiuShape = (hasRadii: boolean): Codec<WiiuShape> => new ShapeCodec(hasRadii);
