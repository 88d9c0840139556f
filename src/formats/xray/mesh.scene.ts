import { chunkValue } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Primitive } from '../../scene/scene.ts';
import { Influences, SLOTS } from './influences.ts';
import { type Mesh, WEIGHT_MAP } from './mesh.ts';
import { type AnyVertexMap, meshMaps, meshVertices } from './mesh-parts.ts';
import { sceneIssues } from './scene.issues.ts';
import { cornerNormals, type SmoothingScheme } from './smoothing.ts';
import { finite, mirroredAll } from './space.ts';
import { decodeText } from './windows-1251.ts';

// The triangles of a mesh, a primitive per surface (specification, sections 7.5, 9 and 20.2).

/** What the object around a mesh tells about it. */
export interface MeshContext {
  readonly scheme: SmoothingScheme;
  /** Index of the material of a surface, by its name in lower case. */
  readonly materials: ReadonlyMap<string, number>;
  /** Name of the uv map of a surface, by its name in lower case. */
  readonly uvMaps: ReadonlyMap<string, string>;
  /** Index of the bone of a weight map, by the name of the map in lower case; undefined for objects without bones. */
  readonly bones: ReadonlyMap<string, number> | undefined;
  readonly rootBone: number;
  /** How many bones a vertex may follow: 2 or 4. */
  readonly maxInfluences: number;
}

/** Reads what meshes say about their corners. */
class Corners {
  readonly corners: Int32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly maps: readonly AnyVertexMap[];
  /** Names of the uv sets in order of first appearance, in lower case. */
  readonly uvNames: readonly string[];
  private readonly values: Int32Array;
  private readonly starts: Int32Array;

  constructor(mesh: Mesh, scheme: SmoothingScheme) {
    this.corners = chunkValue(mesh, 'faces')?.corners ?? new Int32Array();
    this.positions = finite(meshVertices(mesh) ?? new Float32Array());
    this.normals = finite(cornerNormals(mesh, scheme));
    this.maps = meshMaps(mesh);
    const references = chunkValue(mesh, 'references') ?? {
      length: 0,
      counts: new Uint8Array(),
      values: new Int32Array(),
    };
    this.values = references.values;
    this.starts = new Int32Array(references.length + 1);
    for (let i = 0; i < references.length; i++) this.starts[i + 1] = this.starts[i]! + references.counts[i]! * 2;
    this.uvNames = [
      ...new Set(this.maps.filter(({ type }) => type !== WEIGHT_MAP).map(({ name }) => name.toLowerCase())),
    ];
  }

  /** Whether a face has an area to show: three different vertices, all in range. */
  isShown(face: number): boolean {
    const [a, b, c] = [0, 2, 4].map((i) => this.corners[face * 6 + i]!) as [number, number, number];
    const isValid = (vertex: number) => vertex >= 0 && vertex < this.positions.length / 3;
    return isValid(a) && isValid(b) && isValid(c) && a !== b && b !== c && c !== a;
  }

  /** Calls with the map and the entry of every reference of a corner. */
  forEachReference(corner: number, use: (map: AnyVertexMap, entry: number) => void): void {
    const reference = this.corners[corner * 2 + 1]!;
    if (reference < 0 || reference + 1 >= this.starts.length) return;
    for (let at = this.starts[reference]!; at < this.starts[reference + 1]!; at += 2) {
      const map = this.maps[this.values[at]!];
      const entry = this.values[at + 1]!;
      if (map !== undefined && entry >= 0 && entry < map.entryCount) use(map, entry);
    }
  }
}

/** Vertices of one primitive, each different one once. */
class VertexList {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly uvs: number[][];
  readonly joints: number[] = [];
  readonly weights: number[] = [];
  readonly indices: number[] = [];
  private readonly byPosition = new Map<number, number[]>();

  constructor(uvSets: number) {
    this.uvs = Array.from({ length: uvSets }, () => []);
  }

  get length(): number {
    return this.positions.length / 3;
  }

  /** Index of the vertex at a position that is like `candidate` in everything else; adds it where there is none. */
  place(position: number, candidate: Candidate): number {
    const known = this.byPosition.get(position) ?? [];
    if (known.length === 0) this.byPosition.set(position, known);
    const found = known.find((vertex) => this.isLike(vertex, candidate));
    if (found !== undefined) return found;
    const vertex = this.length;
    this.positions.push(...candidate.position);
    this.normals.push(...candidate.normal);
    for (const [set, uvs] of this.uvs.entries()) uvs.push(candidate.uvs[set * 2]!, candidate.uvs[set * 2 + 1]!);
    this.joints.push(...candidate.joints);
    this.weights.push(...candidate.weights);
    known.push(vertex);
    return vertex;
  }

  private isLike(vertex: number, { normal, uvs, joints, weights }: Candidate): boolean {
    for (let i = 0; i < 3; i++) if (this.normals[vertex * 3 + i] !== normal[i]) return false;
    for (const [set, values] of this.uvs.entries()) {
      if (values[vertex * 2] !== uvs[set * 2] || values[vertex * 2 + 1] !== uvs[set * 2 + 1]) return false;
    }
    for (let i = 0; i < joints.length; i++) {
      if (this.joints[vertex * SLOTS + i] !== joints[i] || this.weights[vertex * SLOTS + i] !== weights[i])
        return false;
    }
    return true;
  }
}

interface Candidate {
  position: Float32Array;
  normal: Float32Array;
  /** u v of each set. */
  readonly uvs: Float32Array;
  /** Empty for objects without bones. */
  readonly joints: Uint8Array;
  readonly weights: Float32Array;
}

/** The primitives of a mesh: one per surface in the order of the mesh, then one of faces without surface. */
export function meshPrimitives(mesh: Mesh, context: MeshContext, issues: Issue[]): Primitive[] {
  const corners = new Corners(mesh, context.scheme);
  const faceCount = corners.corners.length / 6;
  const isFree = new Uint8Array(faceCount).fill(1);
  const groups: { surface: string | undefined; faces: number[] }[] = [];
  for (const { surface, faces } of chunkValue(mesh, 'surfaces') ?? []) {
    const own = [...faces].filter((face) => face >= 0 && face < faceCount && isFree[face] === 1);
    for (const face of own) isFree[face] = 0;
    groups.push({ surface, faces: own });
  }
  groups.push({ surface: undefined, faces: [...isFree.keys()].filter((face) => isFree[face] === 1) });
  const counts = { leftOut: 0, unbound: 0, heavy: 0 };
  const primitives = groups.flatMap(({ surface, faces }) => {
    const shown = faces.filter((face) => corners.isShown(face));
    counts.leftOut += faces.length - shown.length;
    return shown.length === 0 ? [] : [primitiveOf(corners, surface, shown, context, counts)];
  });
  report(mesh, counts, issues);
  return primitives;
}

/** Whether any face of a mesh is drawn. */
export function hasShownFaces(mesh: Mesh): boolean {
  const corners = new Corners(mesh, 'flat');
  return Array.from({ length: corners.corners.length / 6 }, (_, face) => face).some((face) => corners.isShown(face));
}

interface Counts {
  leftOut: number;
  unbound: number;
  heavy: number;
}

function report(mesh: Mesh, { leftOut, unbound, heavy }: Counts, issues: Issue[]): void {
  const name = decodeText(chunkValue(mesh, 'name') ?? '');
  if (leftOut > 0) issues.push(issue(sceneIssues['faces-left-out'], `${leftOut} faces of mesh '${name}'`));
  if (unbound > 0) issues.push(issue(sceneIssues['bound-to-root'], `${unbound} corners of mesh '${name}'`));
  if (heavy > 0) issues.push(issue(sceneIssues['weights-left-out'], `${heavy} corners of mesh '${name}'`));
}

function primitiveOf(
  corners: Corners,
  surface: string | undefined,
  faces: readonly number[],
  context: MeshContext,
  counts: Counts,
): Primitive {
  const key = surface?.toLowerCase() ?? '';
  const uvSets = uvSetsOf(corners, context.uvMaps.get(key));
  const isSkinned = context.bones !== undefined;
  const list = new VertexList(uvSets.size);
  const candidate: Candidate = {
    position: new Float32Array(3),
    normal: new Float32Array(3),
    uvs: new Float32Array(uvSets.size * 2),
    joints: new Uint8Array(isSkinned ? SLOTS : 0),
    weights: new Float32Array(isSkinned ? SLOTS : 0),
  };
  const influences = new Influences();
  for (const face of faces) {
    const vertices = [0, 1, 2].map((i) => {
      const corner = face * 3 + i;
      const position = corners.corners[corner * 2]!;
      candidate.position = corners.positions.subarray(position * 3, position * 3 + 3);
      candidate.normal = corners.normals.subarray(corner * 3, corner * 3 + 3);
      fill(candidate, corners, corner, uvSets, influences, context, counts);
      return list.place(position, candidate);
    });
    // The mirror turns triangles inside out, so that their corners go the other way round.
    list.indices.push(vertices[0]!, vertices[2]!, vertices[1]!);
  }
  const material = context.materials.get(key);
  return {
    ...(material !== undefined && { material }),
    indices: list.length < 65_535 ? Uint16Array.from(list.indices) : Uint32Array.from(list.indices),
    positions: mirroredAll(Float32Array.from(list.positions)),
    normals: unitNormals(mirroredAll(Float32Array.from(list.normals))),
    uvs: list.uvs.map((values) => finite(Float32Array.from(values))),
    colors: [],
    joints: isSkinned ? [Uint8Array.from(list.joints)] : [],
    weights: isSkinned ? [Float32Array.from(list.weights)] : [],
    targets: [],
  };
}

/** Sets of texture coordinates by map name: first that of the surface, then the others as they appear. */
function uvSetsOf({ uvNames }: Corners, wanted: string | undefined): ReadonlyMap<string, number> {
  const first = uvNames.find((name) => name === wanted?.toLowerCase());
  const names = first === undefined ? uvNames : [first, ...uvNames.filter((name) => name !== first)];
  return new Map(names.map((name, i) => [name, i]));
}

/** Texture coordinates and weights of a corner. Of several entries of a uv set the first counts. */
function fill(
  { uvs, joints, weights }: Candidate,
  corners: Corners,
  corner: number,
  uvSets: ReadonlyMap<string, number>,
  influences: Influences,
  { bones, rootBone, maxInfluences }: MeshContext,
  counts: Counts,
): void {
  uvs.fill(0);
  influences.clear();
  const isSet = new Uint8Array(uvSets.size);
  corners.forEachReference(corner, (map, entry) => {
    const name = map.name.toLowerCase();
    if (map.type === WEIGHT_MAP) {
      const bone = bones?.get(map.name) ?? bones?.get(name);
      if (bone !== undefined) influences.add(bone, map.values[entry * map.dimension] ?? 0);
      return;
    }
    const set = uvSets.get(name);
    if (set === undefined || isSet[set] === 1) return;
    isSet[set] = 1;
    uvs[set * 2] = map.values[entry * map.dimension] ?? 0;
    uvs[set * 2 + 1] = map.values[entry * map.dimension + 1] ?? 0;
  });
  if (bones === undefined) return;
  joints.fill(0);
  weights.fill(0);
  if (influences.length === 0) counts.unbound++;
  if (influences.length > maxInfluences) counts.heavy++;
  influences.write(joints, weights, 0, maxInfluences, rootBone);
}

/** Normals of unit length, up where there is none. */
export function unitNormals(normals: Float32Array): Float32Array {
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!);
    if (Math.abs(length - 1) < 1e-6) continue;
    if (length > 0) for (let c = 0; c < 3; c++) normals[i + c]! /= length;
    else normals.set([0, 1, 0], i);
  }
  return normals;
}
