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

/**
 * The scheme of a mesh (specification, section 8.6). `isRecent` tells whether the object shows signs of Clear Sky or
 * later, which decides where the values alone do not.
 */
export function smoothingScheme(mesh: Mesh, choice: SmoothingChoice, isRecent: boolean): SmoothingScheme {
  const faceCount = chunkValue(mesh, 'faces')?.length ?? 0;
  if (chunkValue(mesh, 'normals')?.length === faceCount * 9) return 'explicit';
  const values = chunkValue(mesh, 'smoothing');
  if (values === undefined || values.length !== faceCount) return 'flat';
  const soc: SmoothingScheme = (chunkValue(mesh, 'flags') ?? 0) & SMOOTHING_MASKS ? 'masks' : 'groups';
  if (choice !== 'auto') return choice === 'soc' ? soc : 'hard edges';
  const flat = values.filter((value) => value === FLAT_GROUP).length;
  if (flat > 0 && flat < values.length) return 'groups';
  if (flat === 0 && values.some((value) => value > 15)) return soc;
  return isRecent ? 'hard edges' : soc;
}

/** Whether the values read as either generation of the engine would give different normals. */
export function isAmbiguous(mesh: Mesh, scheme: SmoothingScheme): boolean {
  if (scheme === 'explicit' || scheme === 'flat') return false;
  const values = chunkValue(mesh, 'smoothing');
  return values?.every((value) => value === 0) ?? false;
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
  const fans = fansOf(corners, positions.length / 3);
  const faceCount = corners.length / 6;
  const smoothing = chunkValue(mesh, 'smoothing') ?? new Uint32Array(faceCount);
  const belongs = belongsBy(scheme, smoothing, corners, fans);
  const normals = new Float32Array(faceCount * 9);
  for (let face = 0; face < faceCount; face++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[face * 6 + corner * 2]!;
      if (vertex < 0 || vertex >= positions.length / 3) continue;
      const sum: [number, number, number] = [0, 0, 0];
      for (const other of belongs(face, vertex)) {
        for (let i = 0; i < 3; i++) sum[i]! += faceNormals[other * 3 + i]!;
      }
      const length = Math.hypot(...sum);
      const at = (face * 3 + corner) * 3;
      if (length < NO_LENGTH) {
        const first = fans.faces[fans.starts[vertex]!]! * 3;
        normals.set(faceNormals.subarray(first, first + 3), at);
      } else {
        for (let i = 0; i < 3; i++) normals[at + i] = sum[i]! / length;
      }
    }
  }
  return normals;
}

/** A sum of normals this short has no direction. */
const NO_LENGTH = 1e-7;

/** The faces whose normals a face shares at a vertex. */
type Membership = (face: number, vertex: number) => Iterable<number>;

function belongsBy(scheme: SmoothingScheme, values: Uint32Array, corners: Int32Array, fans: Fans): Membership {
  const around = (vertex: number) => fans.faces.subarray(fans.starts[vertex]!, fans.starts[vertex + 1]!);
  switch (scheme) {
    case 'masks':
      return (face, vertex) =>
        values[face] === 0 ? [face] : around(vertex).filter((other) => (values[other]! & values[face]!) !== 0);
    case 'groups':
      return (face, vertex) =>
        values[face] === FLAT_GROUP ? [face] : around(vertex).filter((other) => values[other] === values[face]);
    case 'hard edges':
      return (face, vertex) => flood(face, around(vertex), values, corners);
    default:
      return (face) => [face];
  }
}

/** The faces of a fan that soft edges lead to. */
function flood(face: number, fan: Uint32Array, values: Uint32Array, corners: Int32Array): number[] {
  const reached = [face];
  for (let at = 0; at < reached.length; at++) {
    for (const other of fan) {
      if (!reached.includes(other) && isSoftBetween(reached[at]!, other, values, corners)) reached.push(other);
    }
  }
  return reached;
}

function isSoftBetween(a: number, b: number, values: Uint32Array, corners: Int32Array): boolean {
  if ((values[a]! & BACK_FACE) !== (values[b]! & BACK_FACE)) return false;
  for (let ea = 0; ea < 3; ea++) {
    const [a0, a1] = edge(corners, a, ea);
    for (let eb = 0; eb < 3; eb++) {
      const [b0, b1] = edge(corners, b, eb);
      if ((a0 === b0 && a1 === b1) || (a0 === b1 && a1 === b0)) return isSoft(values[a]!, ea) && isSoft(values[b]!, eb);
    }
  }
  return false;
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
