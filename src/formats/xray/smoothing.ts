import { chunkValue } from '../../binary/index.ts';
import { type Mesh, SMOOTHING_MASKS } from './mesh.ts';
import { meshVertices } from './mesh-parts.ts';

// Normals of the corners of `.object` meshes. Files seldom store them, and do not say by which of three rules they are to
// be computed from the smoothing values of the faces (specification, section 8).

/** How smoothing values are read. */
export type SmoothingScheme = 'explicit' | 'flat' | 'masks' | 'groups' | 'hard edges';

/** What is asked for; `auto` chooses by the file. */
export type SmoothingChoice = 'auto' | 'soc' | 'cop';

const FLAT_GROUP = 0xffffffff;
/** Bit of a value of hard edges: the face is the back of a two-sided pair. */
const BACK_FACE = 8;

/** How the smoothing values of a mesh are read, and why. */
export interface Smoothing {
  readonly scheme: SmoothingScheme;
  /** Why that was chosen, where the file does not say; undefined where it does, or where it was asked for. */
  readonly guess?: string;
}

/**
 * The scheme of a mesh (specification, section 8.6). `isRecent` tells whether the object shows signs of Clear Sky or
 * later, which decides where the values alone do not.
 */
export function smoothingScheme(mesh: Mesh, choice: SmoothingChoice, isRecent: boolean): Smoothing {
  const faceCount = chunkValue(mesh, 'faces')?.length ?? 0;
  if (chunkValue(mesh, 'normals')?.length === faceCount * 9) return { scheme: 'explicit' };
  const values = chunkValue(mesh, 'smoothing');
  if (values === undefined || values.length !== faceCount) return { scheme: 'flat' };
  const soc: SmoothingScheme = (chunkValue(mesh, 'flags') ?? 0) & SMOOTHING_MASKS ? 'masks' : 'groups';
  if (choice !== 'auto') return { scheme: choice === 'soc' ? soc : 'hard edges' };
  const flat = values.filter((value) => value === FLAT_GROUP).length;
  if (flat > 0) return { scheme: flat === values.length ? 'flat' : 'groups' };
  if (values.some((value) => value > 15)) return { scheme: soc };
  return isRecent
    ? { scheme: 'hard edges', guess: 'the object shows signs of Clear Sky or later' }
    : { scheme: soc, guess: 'the object shows no sign of Clear Sky or later' };
}

/** The faces around each vertex: those of vertex v are `faces[starts[v]]` up to `faces[starts[v + 1] - 1]`. */
interface Fans {
  readonly starts: Uint32Array;
  readonly faces: Uint32Array;
}

/**
 * x y z of each corner, unit length, in X-Ray's space. Corners whose vertex is out of range get no normal (0 0 0), as do
 * those of a vertex with degenerate faces only.
 */
export function cornerNormals(mesh: Mesh, scheme: SmoothingScheme): Float32Array {
  const corners = chunkValue(mesh, 'faces')?.corners ?? new Int32Array();
  const positions = meshVertices(mesh) ?? new Float32Array();
  if (scheme === 'explicit') return chunkValue(mesh, 'normals')!.slice();
  const faceNormals = normalsOfFaces(corners, positions);
  const { starts, faces } = fansOf(corners, positions.length / 3);
  const values = chunkValue(mesh, 'smoothing') ?? new Uint32Array(corners.length / 6);
  const normals = new Float32Array((corners.length / 6) * 9);
  for (let vertex = 0; vertex + 1 < starts.length; vertex++) {
    const fan = faces.subarray(starts[vertex]!, starts[vertex + 1]!);
    const sums = new FanSums(scheme, vertex, fan, values, corners, faceNormals);
    for (const [place, face] of fan.entries()) {
      const normal = sums.normal(place);
      for (let corner = 0; corner < 3; corner++) {
        if (corners[face * 6 + corner * 2] === vertex) normals.set(normal, (face * 3 + corner) * 3);
      }
    }
  }
  return normals;
}

/** A sum of normals this short has no direction. */
const NO_LENGTH = 1e-7;

/** The normals at one vertex: faces of its fan that go together share one, which is computed once. */
class FanSums {
  private readonly scheme: SmoothingScheme;
  private readonly fan: Uint32Array;
  private readonly faceNormals: Float64Array;
  /** For each face of the fan, a number that it has in common with those it goes together with. */
  private readonly keys: Uint32Array;
  private readonly known = new Map<number, readonly number[]>();

  constructor(
    scheme: SmoothingScheme,
    vertex: number,
    fan: Uint32Array,
    values: Uint32Array,
    corners: Int32Array,
    faceNormals: Float64Array,
  ) {
    this.scheme = scheme;
    this.fan = fan;
    this.faceNormals = faceNormals;
    this.keys = scheme === 'hard edges' ? softSets(vertex, fan, values, corners) : fan.map((face) => values[face]!);
  }

  /** Of the face at a place of the fan. */
  normal(place: number): readonly number[] {
    if (this.isFlat(place)) return this.normalised([this.fan[place]!]);
    const key = this.keys[place]!;
    const known = this.known.get(key) ?? this.normalised(this.fan.filter((_, other) => this.areTogether(place, other)));
    this.known.set(key, known);
    return known;
  }

  private isFlat(place: number): boolean {
    if (this.scheme === 'masks') return this.keys[place] === 0;
    return this.scheme === 'groups' ? this.keys[place] === FLAT_GROUP : this.scheme === 'flat';
  }

  private areTogether(a: number, b: number): boolean {
    return this.scheme === 'masks' ? (this.keys[a]! & this.keys[b]!) !== 0 : this.keys[a] === this.keys[b];
  }

  private normalised(faces: Iterable<number>): readonly number[] {
    const { faceNormals } = this;
    const sum: [number, number, number] = [0, 0, 0];
    for (const face of faces) for (let i = 0; i < 3; i++) sum[i]! += faceNormals[face * 3 + i]!;
    const length = Math.hypot(...sum);
    if (length >= NO_LENGTH) return sum.map((value) => value / length);
    return [0, 1, 2].map((i) => faceNormals[this.fan[0]! * 3 + i]!);
  }
}

/** The faces of a fan that soft edges join, each set under the place of one of its faces. */
function softSets(vertex: number, fan: Uint32Array, values: Uint32Array, corners: Int32Array): Uint32Array {
  const sets = Uint32Array.from(fan, (_, place) => place);
  const setOf = (place: number): number => {
    let at = place;
    while (sets[at] !== at) at = sets[at] = sets[sets[at]!]!;
    return at;
  };
  const sides = new Map<string, number>();
  for (const [place, face] of fan.entries()) {
    const value = values[face]!;
    for (let number = 0; number < 3; number++) {
      const [a, b] = edge(corners, face, number);
      if ((a !== vertex && b !== vertex) || !isSoft(value, number)) continue;
      // Faces go together only if both are fronts or both are backs.
      const key = `${a === vertex ? b : a} ${value & BACK_FACE}`;
      const partner = sides.get(key);
      if (partner === undefined) sides.set(key, place);
      else sets[setOf(place)] = setOf(partner);
    }
  }
  return sets.map((_, place) => setOf(place));
}

function edge(corners: Int32Array, face: number, number: number): [number, number] {
  return [corners[face * 6 + number * 2]!, corners[face * 6 + ((number + 1) % 3) * 2]!];
}

function isSoft(value: number, edge: number): boolean {
  return ((value >>> (value & BACK_FACE ? (4 - edge) % 3 : edge)) & 1) === 0;
}

function fansOf(corners: Int32Array, vertexCount: number): Fans {
  const starts = new Uint32Array(vertexCount + 1);
  const isValid = (vertex: number) => vertex >= 0 && vertex < vertexCount;
  // A face with the same vertex twice is in its fan once.
  const isRepeated = (i: number) => {
    const first = i - ((i % 6) as number);
    for (let at = first; at < i; at += 2) if (corners[at] === corners[i]) return true;
    return false;
  };
  for (let i = 0; i < corners.length; i += 2) if (isValid(corners[i]!) && !isRepeated(i)) starts[corners[i]! + 1]!++;
  for (let v = 0; v < vertexCount; v++) starts[v + 1]! += starts[v]!;
  const faces = new Uint32Array(starts[vertexCount]!);
  const ends = starts.slice();
  for (let i = 0; i < corners.length; i += 2) {
    if (isValid(corners[i]!) && !isRepeated(i)) faces[ends[corners[i]!]!++] = Math.floor(i / 6);
  }
  return { starts, faces };
}

/** Unit normals of the faces; 0 0 0 of degenerate ones. */
function normalsOfFaces(corners: Int32Array, positions: Float32Array): Float64Array {
  const normals = new Float64Array(corners.length / 2);
  for (let face = 0; face * 6 < corners.length; face++) {
    const [a, b, c] = [0, 2, 4].map((i) => corners[face * 6 + i]! * 3) as [number, number, number];
    const u = [0, 1, 2].map((i) => (positions[b + i] ?? 0) - (positions[a + i] ?? 0)) as [number, number, number];
    const v = [0, 1, 2].map((i) => (positions[c + i] ?? 0) - (positions[b + i] ?? 0)) as [number, number, number];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...normal);
    if (length > 0) for (let i = 0; i < 3; i++) normals[face * 3 + i] = normal[i]! / length;
  }
  return normals;
}
