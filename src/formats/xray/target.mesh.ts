import type { Issue } from '../../issue.ts';
import { MESH_VERSION, type Mesh, UV_MAP, type VertexMap, WEIGHT_MAP } from './mesh.ts';
import { cornerNormals, type SmoothingScheme } from './smoothing.ts';
import type { TargetBone, TargetPart } from './target.model.ts';
import { toText } from './target.text.ts';
import type { Rows } from './values.ts';

// Triangles of a scene as a mesh of an `.object`: welded vertices, compact vertex maps (specification, section
// 7.8), smoothing from normals (section 8.7).

export interface MeshOptions {
  readonly name: string;
  /** Which rule the smoothing values are for. */
  readonly scheme: 'hard edges' | 'groups';
  /** Whether normals that smoothing cannot express are stored too, which the SDK of GSC ignores. */
  readonly withNormals: boolean;
  /** Name of the surface of a part. */
  readonly surfaceOf: (part: TargetPart) => string;
  /** Name of the vertex map of texture coordinates of a part. */
  readonly uvMapOf: (part: TargetPart) => string;
}

/** One corner: a vertex of a part. */
interface Corner {
  readonly part: TargetPart;
  readonly vertex: number;
}

export function toMesh(
  parts: readonly TargetPart[],
  bones: readonly TargetBone[],
  options: MeshOptions,
  issues: Issue[],
): Mesh {
  const corners: Corner[] = [];
  const surfaces = new Map<string, number[]>();
  for (const part of parts) {
    const name = options.surfaceOf(part);
    const faces = surfaces.get(name) ?? [];
    surfaces.set(name, faces);
    for (let i = 0; i < part.indices.length; i += 3) {
      faces.push(corners.length / 3);
      for (let k = 0; k < 3; k++) corners.push({ part, vertex: part.indices[i + k]! });
    }
  }
  const { positions, vertices } = weld(corners);
  const faceCount = corners.length / 3;
  const faces = new Int32Array(faceCount * 6);
  const { maps, references, ofCorner } = vertexMaps(corners, vertices, bones, options, issues);
  for (const [i, vertex] of vertices.entries()) faces.set([vertex, ofCorner[i]!], i * 2);
  const mesh: Mesh[number][] = [
    { name: 'version', value: MESH_VERSION },
    { name: 'name', value: toText(options.name, issues) },
    { name: 'bounds', value: boundsOf(positions) },
    { name: 'flags', value: 1 },
    { name: 'options', value: new Uint32Array(2) },
    { name: 'vertices', value: { length: positions.length / 3, position: positions } },
    { name: 'faces', value: { length: faceCount, corners: faces } },
    { name: 'smoothing', value: smoothingOf(corners, vertices, options.scheme) },
    { name: 'references', value: references },
    {
      name: 'surfaces',
      value: [...surfaces].map(([surface, list]) => ({
        surface: toText(surface, issues),
        faces: Int32Array.from(list),
      })),
    },
    { name: 'vertexMaps', value: maps },
  ];
  if (options.withNormals && losesNormals(mesh, corners, options.scheme)) {
    mesh.splice(8, 0, { name: 'normals', value: Float32Array.from(corners.flatMap(normalOf)) });
  }
  return mesh;
}

export function boundsOf(positions: Float32Array): { min: Float32Array<ArrayBuffer>; max: Float32Array<ArrayBuffer> } {
  const min = new Float32Array(3).fill(positions.length === 0 ? 0 : Infinity);
  const max = new Float32Array(3).fill(positions.length === 0 ? 0 : -Infinity);
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, positions[i]!);
    max[i % 3] = Math.max(max[i % 3]!, positions[i]!);
  }
  return { min, max };
}

/** One vertex per position, and the vertex of every corner. */
function weld(corners: readonly Corner[]): { positions: Float32Array<ArrayBuffer>; vertices: Int32Array } {
  const known = new Map<string, number>();
  const positions: number[] = [];
  const vertices = Int32Array.from(corners, ({ part, vertex }) => {
    const [x, y, z] = part.positions.subarray(vertex * 3, vertex * 3 + 3);
    const key = `${x},${y},${z}`;
    const found = known.get(key) ?? known.size;
    if (found === known.size) {
      known.set(key, found);
      positions.push(x!, y!, z!);
    }
    return found;
  });
  return { positions: Float32Array.from(positions), vertices };
}

/** A vertex map while it grows. */
interface Growing {
  readonly name: string;
  readonly dimension: number;
  readonly isPolyMap: number;
  readonly type: number;
  readonly values: number[];
  readonly vertices: number[];
  readonly faces: number[];
}

/**
 * The maps, the lists of references into them, and the list of each corner. Corners at which all is the same share a list:
 * the first texture coordinates of a vertex are in a map per vertex, others in a map per face; a weight of a vertex is
 * stored once.
 */
function vertexMaps(
  corners: readonly Corner[],
  vertices: Int32Array,
  bones: readonly TargetBone[],
  { uvMapOf }: MeshOptions,
  issues: Issue[],
): { maps: VertexMap[]; references: Rows; ofCorner: Int32Array } {
  const maps = new GrowingMaps();
  const lists = new Map<string, number>();
  const boneNames = bones.map(({ name }) => toText(name, issues));
  const uvNames = new Map<TargetPart, string[]>();
  const ofCorner = Int32Array.from(corners, ({ part, vertex }, corner) => {
    const at = { vertex: vertices[corner]!, face: Math.floor(corner / 3) };
    const names = uvNames.get(part) ?? uvSetNames(part, toText(uvMapOf(part), issues));
    uvNames.set(part, names);
    const list = names.flatMap((name, set) => {
      const uvs = part.uvs[set];
      return maps.uv(name, uvs === undefined ? [0, 0] : [uvs[vertex * 2]!, uvs[vertex * 2 + 1]!], at);
    });
    if (part.bones === undefined && bones.length > 0) list.push(...maps.weight(boneNames[0]!, 1, at));
    for (let k = vertex * 4; part.bones !== undefined && k < vertex * 4 + 4; k++) {
      const weight = part.weights![k]!;
      if (weight > 0) list.push(...maps.weight(boneNames[part.bones[k]!]!, weight, at));
    }
    const key = list.join();
    const place = lists.get(key) ?? lists.size;
    lists.set(key, place);
    return place;
  });
  const numbers = [...lists.keys()].map((list) => list.split(',').map(Number));
  const references = {
    length: numbers.length,
    counts: Uint8Array.from(numbers, (list) => list.length / 2),
    values: Int32Array.from(numbers.flat()),
  };
  return { maps: maps.finish(), references, ofCorner };
}

/** A corner, as entries of maps belong to it. */
interface Place {
  readonly vertex: number;
  readonly face: number;
}

/** Vertex maps while they grow. Each call gives a reference: the number of the map and that of the entry. */
class GrowingMaps {
  private readonly maps: Growing[] = [];
  private readonly places = new Map<string, number>();
  /** Entries that belong to a vertex, by what they are for. */
  private readonly entries = new Map<string, { reference: readonly [number, number]; numbers: readonly number[] }>();

  uv(name: string, numbers: readonly number[], at: Place): readonly [number, number] {
    const key = `${UV_MAP} ${name} ${at.vertex}`;
    const first = this.entries.get(key);
    if (first === undefined) return this.keep(key, this.add(name, UV_MAP, 0, numbers, at), numbers);
    const isSame = first.numbers.every((value, i) => value === numbers[i]);
    return isSame ? first.reference : this.add(name, UV_MAP, 1, numbers, at);
  }

  weight(name: string, weight: number, at: Place): readonly [number, number] {
    const key = `${WEIGHT_MAP} ${name} ${at.vertex} ${weight}`;
    return this.entries.get(key)?.reference ?? this.keep(key, this.add(name, WEIGHT_MAP, 0, [weight], at), [weight]);
  }

  finish(): VertexMap[] {
    return this.maps.map(finished);
  }

  private keep(key: string, reference: readonly [number, number], numbers: readonly number[]) {
    this.entries.set(key, { reference, numbers });
    return reference;
  }

  private add(
    name: string,
    type: number,
    isPolyMap: number,
    numbers: readonly number[],
    { vertex, face }: Place,
  ): readonly [number, number] {
    const key = `${type} ${isPolyMap} ${name}`;
    const place = this.places.get(key) ?? this.maps.length;
    if (place === this.maps.length) {
      this.places.set(key, place);
      this.maps.push({ name, dimension: numbers.length, isPolyMap, type, values: [], vertices: [], faces: [] });
    }
    const map = this.maps[place]!;
    map.values.push(...numbers);
    map.vertices.push(vertex);
    map.faces.push(face);
    return [place, map.vertices.length - 1];
  }
}

function finished({ name, dimension, isPolyMap, type, values, vertices, faces }: Growing): VertexMap {
  return {
    name,
    dimension,
    isPolyMap,
    type,
    entryCount: vertices.length,
    values: Float32Array.from(values),
    vertices: Int32Array.from(vertices),
    ...(isPolyMap === 1 && { faces: Int32Array.from(faces) }),
  };
}

/** Names of the maps of a part: that of its surface, and numbered ones. There is at least one. */
function uvSetNames({ uvs }: TargetPart, first: string): string[] {
  return Array.from({ length: Math.max(1, uvs.length) }, (_, i) => (i === 0 ? first : `${first}.${i}`));
}

function normalOf({ part, vertex }: Corner): number[] {
  const { normals } = part;
  return normals === undefined ? [0, 1, 0] : [...normals.subarray(vertex * 3, vertex * 3 + 3)];
}

/** Cosine of half a degree: normals as close as this are one. */
const SAME_NORMAL = Math.cos((0.5 * Math.PI) / 180);
const FLAT = 0xffffffff;

/** Per face the edges that are hard, or a number per smooth group. Without normals all is smooth. */
function smoothingOf(corners: readonly Corner[], vertices: Int32Array, scheme: MeshOptions['scheme']) {
  const faceCount = corners.length / 3;
  const values = new Uint32Array(faceCount);
  const soft = softNeighbours(corners, vertices, values);
  if (scheme === 'hard edges') return values;
  const groups = new Uint32Array(faceCount).fill(FLAT);
  let group = 0;
  for (let face = 0; face < faceCount; face++) {
    if (groups[face] !== FLAT || soft[face]!.length === 0) continue;
    const stack = [face];
    groups[face] = group;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (const other of soft[at]!) {
        if (groups[other] !== FLAT) continue;
        groups[other] = group;
        stack.push(other);
      }
    }
    group++;
  }
  return groups;
}

/** Marks the hard edges of every face in `values`, and tells which faces meet at soft ones. */
function softNeighbours(corners: readonly Corner[], vertices: Int32Array, values: Uint32Array): number[][] {
  const edges = new Map<string, number[]>();
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [vertices[i]!, vertices[nextCorner(i)]!];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const sides = edges.get(key);
    if (sides === undefined) edges.set(key, [i]);
    else sides.push(i);
  }
  const soft: number[][] = Array.from(values, () => []);
  for (const sides of edges.values()) {
    const [first, second] = sides;
    if (sides.length === 2 && second !== undefined && areAlike(corners, vertices, first!, second)) {
      soft[Math.floor(first! / 3)]!.push(Math.floor(second / 3));
      soft[Math.floor(second / 3)]!.push(Math.floor(first! / 3));
    } else {
      for (const side of sides) values[Math.floor(side / 3)]! |= 1 << (side % 3);
    }
  }
  return soft;
}

const nextCorner = (corner: number): number => corner - (corner % 3) + ((corner + 1) % 3);

/** Whether the normals of two faces are the same at both ends of their edge. */
function areAlike(corners: readonly Corner[], vertices: Int32Array, a: number, b: number): boolean {
  const ends = (side: number) => [side, nextCorner(side)];
  return ends(a).every((corner) => {
    const partner = ends(b).find((other) => vertices[other] === vertices[corner]);
    if (partner === undefined) return false;
    const [n, m] = [normalOf(corners[corner]!), normalOf(corners[partner]!)];
    return n[0]! * m[0]! + n[1]! * m[1]! + n[2]! * m[2]! >= SAME_NORMAL;
  });
}

/** Cosine of a degree. */
const NEAR_NORMAL = Math.cos(Math.PI / 180);

/** Whether computing normals from the smoothing values gives others than the scene has. */
function losesNormals(mesh: Mesh, corners: readonly Corner[], scheme: SmoothingScheme): boolean {
  const computed = cornerNormals(mesh, scheme);
  return corners.some((corner, i) => {
    const normal = normalOf(corner);
    const along = normal.reduce((sum, value, c) => sum + value * computed[i * 3 + c]!, 0);
    return along < NEAR_NORMAL;
  });
}
