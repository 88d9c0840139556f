import { CodecError } from '../../issue.ts';
import { extentOf } from './ff7-p.check.ts';
import type { PolygonModel } from './ff7-p.ts';

// Making a P file (specification, section 5.5): edges in order of first use, colours of polygons, render states and the
// bounding box follow from the triangles.

/** Triangles that look alike, with their vertices. */
export interface PGroup {
  /** Index into the model's textures; undefined for plain colours. */
  readonly texture: number | undefined;
  readonly positions: Float32Array;
  /** b g r a of each vertex. */
  readonly colors: Uint8Array;
  /** u v of each vertex of a textured group. */
  readonly uvs?: Float32Array;
  /** x y z of each vertex, unit length. */
  readonly normals?: Float32Array;
  /** Three per triangle, clockwise seen from the front. */
  readonly corners: ArrayLike<number>;
  readonly isDoubleSided?: boolean;
  /** How it blends; undefined where it covers what lies behind. */
  readonly blendMode?: number;
}

/** Edges are numbered with 16 bits. */
export const MAX_VERTICES = 0xffff;

const NO_CULL = 0x4000;
const ALPHA_BLEND = 0x400;
const OPAQUE = 4;
const FLAT = 1;
const GOURAUD = 2;

/** @throws CodecError where there are more vertices than a file can have. */
export function buildP(groups: readonly PGroup[]): PolygonModel {
  const vertexCount = sum(groups.map(({ positions }) => positions.length / 3));
  if (vertexCount > MAX_VERTICES) {
    throw new CodecError('out-of-range', `${vertexCount} vertices, a P file has room for ${MAX_VERTICES}`, 0, [
      'vertices',
    ]);
  }
  const polygonCount = sum(groups.map(({ corners }) => corners.length / 3));
  const hasNormals = groups.every(({ normals }) => normals !== undefined) && vertexCount > 0;
  const normals = hasNormals ? uniqueNormals(groups) : { normal: new Float32Array(), indices: identity(vertexCount) };
  const edges = groups.map(({ corners }) => edgesOf(corners));
  const starts = startsOf(groups, edges);
  const bgra = concatBytes(groups.map(({ colors }) => colors));
  const polygons = {
    length: polygonCount,
    tag: new Uint16Array(polygonCount),
    vertices: Uint16Array.from(groups.flatMap(({ corners }) => Array.from(corners))),
    normals: new Uint16Array(3 * polygonCount),
    edges: Uint16Array.from(edges.flatMap(({ references }) => references)),
    pointer: new Uint32Array(polygonCount),
  };
  if (hasNormals) setPolygonNormals(polygons, groups, starts, normals.indices);
  const positions = concatFloats(groups.map(({ positions }) => positions));
  const uvs = concatFloats(groups.map(({ texture, uvs }) => (texture === undefined ? new Float32Array() : uvs!)));
  const { min, max } = extentOf(vertexCount === 0 ? new Float32Array(3) : positions);
  return {
    version: 1,
    unknown04: 1,
    vertexType: 1,
    normalIndexTableFlag: 1,
    pointers: new Uint32Array(16),
    vertices: { length: vertexCount, position: positions },
    normals: { length: normals.normal.length / 3, normal: normals.normal },
    unknown1: { length: 0, unknown: new Float32Array() },
    texCoords: { length: uvs.length / 2, uv: uvs },
    vertexColors: { length: vertexCount, bgra },
    polygonColors: { length: polygonCount, bgra: polygonColors(groups) },
    edges: edgeTable(edges, starts),
    polygons,
    unknown2: { length: 0, unknown: new Uint8Array() },
    unknown3: { length: 0, unknown: new Uint8Array() },
    hundreds: hundredsOf(groups),
    groups: groupTable(groups, starts),
    boundingBoxes: { length: 1, unknown00: new Uint32Array(1), max, min },
    normalIndexTable: normals.indices,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const identity = (count: number): Uint32Array<ArrayBuffer> => Uint32Array.from({ length: count }, (_, i) => i);

function concatFloats(arrays: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const result = new Float32Array(sum(arrays.map(({ length }) => length)));
  let at = 0;
  for (const array of arrays) {
    result.set(array, at);
    at += array.length;
  }
  return result;
}

function concatBytes(arrays: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(sum(arrays.map(({ length }) => length)));
  let at = 0;
  for (const array of arrays) {
    result.set(array, at);
    at += array.length;
  }
  return result;
}

interface Edges {
  /** Pairs of vertices of the group. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Of each corner, the edge to the next. */
  readonly references: readonly number[];
}

/** Each pair of vertices once, in the order and direction of its first use. */
function edgesOf(corners: ArrayLike<number>): Edges {
  const pairs: [number, number][] = [];
  const references: number[] = [];
  const known = new Map<number, number>();
  for (let i = 0; i < corners.length; i++) {
    const from = corners[i]!;
    const to = corners[i % 3 === 2 ? i - 2 : i + 1]!;
    const key = Math.min(from, to) * 0x10000 + Math.max(from, to);
    let edge = known.get(key);
    if (edge === undefined) {
      edge = pairs.push([from, to]) - 1;
      known.set(key, edge);
    }
    references.push(edge);
  }
  return { pairs, references };
}

interface Starts {
  readonly polygon: number;
  readonly vertex: number;
  readonly edge: number;
  readonly texCoord: number;
}

function startsOf(groups: readonly PGroup[], edges: readonly Edges[]): Starts[] {
  let next: Starts = { polygon: 0, vertex: 0, edge: 0, texCoord: 0 };
  return groups.map((group, g) => {
    const start = next;
    const vertexCount = group.positions.length / 3;
    next = {
      polygon: start.polygon + group.corners.length / 3,
      vertex: start.vertex + vertexCount,
      edge: start.edge + edges[g]!.pairs.length,
      texCoord: start.texCoord + (group.texture === undefined ? 0 : vertexCount),
    };
    return start;
  });
}

function edgeTable(edges: readonly Edges[], starts: readonly Starts[]) {
  const vertices = edges.flatMap(({ pairs }, g) => pairs.flatMap((pair) => pair.map((v) => v + starts[g]!.vertex)));
  return { length: vertices.length / 2, vertices: Uint16Array.from(vertices) };
}

/** The mean of the three corners, rounded down. */
function polygonColors(groups: readonly PGroup[]): Uint8Array<ArrayBuffer> {
  const result: number[] = [];
  for (const { corners, colors } of groups) {
    for (let i = 0; i < corners.length; i += 3) {
      for (let c = 0; c < 4; c++) {
        const total = sum([0, 1, 2].map((k) => colors[4 * corners[i + k]! + c]!));
        result.push(Math.floor(total / 3));
      }
    }
  }
  return Uint8Array.from(result);
}

function uniqueNormals(groups: readonly PGroup[]): {
  normal: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
} {
  const known = new Map<string, number>();
  const unique: number[] = [];
  const indices: number[] = [];
  for (const { normals } of groups) {
    for (let i = 0; i < normals!.length; i += 3) {
      const normal = normals!.subarray(i, i + 3);
      const key = normal.join();
      let index = known.get(key);
      if (index === undefined) {
        index = unique.length / 3;
        known.set(key, index);
        unique.push(...normal);
      }
      indices.push(index);
    }
  }
  return { normal: Float32Array.from(unique), indices: Uint32Array.from(indices) };
}

function setPolygonNormals(
  polygons: { normals: Uint16Array },
  groups: readonly PGroup[],
  starts: readonly Starts[],
  indices: Uint32Array,
): void {
  for (const [g, { corners }] of groups.entries()) {
    const { polygon, vertex } = starts[g]!;
    for (let i = 0; i < corners.length; i++) polygons.normals[3 * polygon + i] = indices[vertex + corners[i]!]!;
  }
}

function hundredsOf(groups: readonly PGroup[]): PolygonModel['hundreds'] {
  const { length } = groups;
  const column = (value: (group: PGroup) => number) => Uint32Array.from(groups, value);
  const all = (value: number) => new Uint32Array(length).fill(value);
  const states = ({ isDoubleSided, blendMode }: PGroup) =>
    (isDoubleSided ? NO_CULL : 0) | (blendMode === undefined ? 0 : ALPHA_BLEND);
  return {
    length,
    unknown00: all(1),
    unknown04: all(1),
    options: column((group) => (group.texture === undefined ? 0x38200 : 0x3820e) | states(group)),
    features: column((group) => 0x20002 | states(group)),
    textureId: column(({ texture }) => texture ?? 0),
    textureSetPointer: all(0),
    unknown18: all(0),
    unknown1c: all(0),
    unknown20: all(0),
    shadeMode: column(({ texture }) => (texture === undefined ? GOURAUD : FLAT)),
    ambient: all(0xffffffff),
    unknown2c: all(0),
    unknown30: all(0),
    srcBlend: all(2),
    destBlend: all(1),
    unknown3c: all(2),
    alphaRef: all(0),
    blendMode: column(({ blendMode }) => blendMode ?? OPAQUE),
    zSort: all(0),
    unknown4c: all(0),
    unknown50: all(0),
    unknown54: all(0),
    unknown58: all(0),
    vertexAlpha: all(255),
    unknown60: all(0),
  };
}

function groupTable(groups: readonly PGroup[], starts: readonly Starts[]): PolygonModel['groups'] {
  const { length } = groups;
  const column = (value: (group: PGroup, start: Starts) => number) =>
    Uint32Array.from(groups, (group, g) => value(group, starts[g]!));
  const zero = () => new Uint32Array(length);
  return {
    length,
    primitiveType: column(({ texture }) => (texture === undefined ? 1 : 2)),
    polygonStart: column((_, { polygon }) => polygon),
    polygonCount: column(({ corners }) => corners.length / 3),
    vertexStart: column((_, { vertex }) => vertex),
    vertexCount: column(({ positions }) => positions.length / 3),
    edgeStart: column((_, { edge }) => edge),
    edgeCount: zero(),
    unknown1c: zero(),
    unknown20: zero(),
    unknown24: zero(),
    unknown28: zero(),
    texCoordStart: column(({ texture }, { texCoord }) => (texture === undefined ? 0 : texCoord)),
    textured: column(({ texture }) => (texture === undefined ? 0 : 1)),
    textureId: column(({ texture }) => texture ?? 0),
  };
}

/** A corner of a triangle, with all that makes it differ from another. */
export interface Corner {
  readonly position: readonly [number, number, number];
  /** b g r a */
  readonly color: readonly [number, number, number, number];
  readonly uv?: readonly [number, number];
}

/** A group from loose triangles, three corners each: equal corners become one vertex. */
export function groupOf(texture: number | undefined, corners: readonly Corner[]): PGroup {
  const known = new Map<string, number>();
  const unique: Corner[] = [];
  const indices = corners.map((corner) => {
    const key = `${corner.position} ${corner.color} ${corner.uv}`;
    const index = known.get(key) ?? unique.push(corner) - 1;
    known.set(key, index);
    return index;
  });
  return {
    texture,
    positions: Float32Array.from(unique.flatMap(({ position }) => position)),
    colors: Uint8Array.from(unique.flatMap(({ color }) => color)),
    ...(texture === undefined ? {} : { uvs: Float32Array.from(unique.flatMap(({ uv }) => uv!)) }),
    corners: indices,
  };
}
