import { absent, cstring, f32, given, type Infer, i32, list, struct, table, u8, u16, u32 } from '../../binary/index.ts';
import { xrayChunks } from './chunk.ts';
import { rows, vec3 } from './values.ts';

// A mesh of an `.object`: editable polygons (specification, section 7).

export const MESH_VERSION = 0x11;

/** The mesh's smoothing groups are bit masks, as 3ds Max has them. */
export const SMOOTHING_MASKS = 4;

const vertices = table('Vertex', { position: vec3.in('m') });

const faces = table('Face', {
  corners: i32.x(6).is('three corners: index of the vertex, index of the vertex map references'),
});

const surfaceFaces = struct('SurfaceFaces', {
  surface: cstring.is('name of a surface of the object'),
  faces: list(i32).is('indices of faces').prefixed(u32),
});

export const UV_MAP = 0;
export const WEIGHT_MAP = 1;
const mapTypes = u8.named({ [UV_MAP]: 'texture coordinates', [WEIGHT_MAP]: 'weights' });

export const vertexMap = struct('VertexMap', {
  name: cstring.is('of a weight map: the weight map name of a bone'),
  dimension: u8.is('numbers per entry'),
  isPolyMap: u8.is('0: entries belong to vertices, 1: to corners of faces'),
  type: mapTypes,
  entryCount: u32,
  values: given((m: { dimension: number; entryCount: number }) => list(f32).times(m.dimension * m.entryCount)),
  vertices: given((m: { entryCount: number }) => list(i32).is('whose vertex each entry is').times(m.entryCount)),
  faces: given((m: { isPolyMap: number; entryCount: number }) =>
    m.isPolyMap === 0 ? absent : list(i32).is('whose face each entry is').times(m.entryCount),
  ),
});
export type VertexMap = Infer<typeof vertexMap>;

const vertexMap1 = struct('VertexMap1', {
  name: cstring,
  dimension: u8.is('numbers per entry'),
  type: mapTypes,
  entryCount: u32,
  values: given((m: { dimension: number; entryCount: number }) => list(f32).times(m.dimension * m.entryCount)),
});

const vertexMap0 = struct('VertexMap0', {
  name: cstring,
  entryCount: u32,
  values: given((m: { entryCount: number }) =>
    list(f32)
      .is('u v of each entry')
      .times(2 * m.entryCount),
  ),
});

export const mesh = xrayChunks('Mesh', {
  version: [0x1000, u16],
  name: [0x1001, cstring],
  flags: [0x1002, u8.is('1 visible, 2 locked, 4 smoothing groups are masks')],
  unused1003: [0x1003, u8],
  bounds: [0x1004, struct('Bounds', { min: vec3.in('m'), max: vec3.in('m') })],
  vertices: [0x1005, vertices.prefixed(u32)],
  verticesWithFaces: [
    0x1005,
    struct('VerticesWithFaces', {
      vertices: vertices.prefixed(u32),
      faces: given((v: { vertices: { length: number } }) =>
        rows('Faces', 1).is('the faces at each vertex').times(v.vertices.length),
      ),
    }),
  ],
  faces: [0x1006, faces.prefixed(u32)],
  vertexMaps0: [0x1007, list(vertexMap0).prefixed(u32)],
  references: [0x1008, rows('References', 2).is('pairs: index of a vertex map, index of its entry').prefixed(u32)],
  surfaces: [0x1009, list(surfaceFaces).prefixed(u16)],
  options: [0x1010, u32.x(2)],
  vertexMaps1: [0x1011, list(vertexMap1).prefixed(u32)],
  vertexMaps: [0x1012, list(vertexMap).prefixed(u32)],
  smoothing: [0x1013, list(u32).is('per face: group, mask or hard edges').untilEnd()],
  normals: [0x1014, list(f32).is('x y z of every corner').untilEnd()],
});
export type Mesh = Infer<typeof mesh>;
