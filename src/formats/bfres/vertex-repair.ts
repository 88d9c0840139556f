import { cross, dot, subtract, type Vector3 } from '../../math/index.ts';
import type { Primitive } from '../../scene/scene.ts';

// Normals and tangents that have no length, which glTF does not allow, made anew from the triangles.

export type Indices = Primitive['indices'] | undefined;

/** Gives vectors length 1 and tells which had none. `width` numbers each, of which the first three count. */
export function normalizeAll(vectors: Float32Array, width: number): number[] {
  const zeros: number[] = [];
  for (let at = 0; at < vectors.length; at += width) {
    const length = Math.hypot(vectors[at]!, vectors[at + 1]!, vectors[at + 2]!);
    if (!(length > 1e-6 && length < Infinity)) zeros.push(at / width);
    else for (let c = 0; c < 3; c++) vectors[at + c]! /= length;
  }
  return zeros;
}

const vectorAt = (values: Float32Array, index: number): Vector3 => [
  values[3 * index]!,
  values[3 * index + 1]!,
  values[3 * index + 2]!,
];

/** The triangles that have any of these corners. */
function* trianglesWith(levels: readonly Indices[], wanted: ReadonlySet<number>): Iterable<Vector3> {
  for (const indices of levels) {
    for (let i = 0; i + 2 < (indices?.length ?? 0); i += 3) {
      const corners: Vector3 = [indices![i]!, indices![i + 1]!, indices![i + 2]!];
      if (corners.some((corner) => wanted.has(corner))) yield corners;
    }
  }
}

/** Normals of these vertices from the faces they are part of; upwards where there are none. */
export function normalsFromFaces(
  positions: Float32Array,
  levels: readonly Indices[],
  normals: Float32Array,
  vertices: readonly number[],
): void {
  const wanted = new Set(vertices);
  for (const vertex of vertices) normals.fill(0, 3 * vertex, 3 * vertex + 3);
  for (const corners of trianglesWith(levels, wanted)) {
    const [a, b, c] = corners.map((corner) => vectorAt(positions, corner)) as [Vector3, Vector3, Vector3];
    const normal = cross(subtract(b, a), subtract(c, a));
    for (const corner of corners) {
      if (wanted.has(corner)) for (let k = 0; k < 3; k++) normals[3 * corner + k]! += normal[k]!;
    }
  }
  for (const vertex of normalizeAll(normals, 3)) normals.set([0, 1, 0], 3 * vertex);
}

/**
 * Tangents of these vertices, towards growing u on the faces they are part of; any direction along the surface where there
 * is no telling.
 */
export function tangentsFromFaces(
  { positions, normals, uvs }: Pick<Primitive, 'positions' | 'uvs'> & { normals: Float32Array },
  levels: readonly Indices[],
  tangents: Float32Array,
  vertices: readonly number[],
): void {
  const wanted = new Set(vertices);
  const towardsV = new Map(vertices.map((vertex) => [vertex, [0, 0, 0] as Vector3]));
  for (const vertex of vertices) tangents.fill(0, 4 * vertex, 4 * vertex + 4);
  const [uv] = uvs;
  for (const corners of uv === undefined ? [] : trianglesWith(levels, wanted)) {
    const directions = textureDirections(positions, uv!, corners);
    if (directions === undefined) continue;
    for (const corner of corners) {
      if (!wanted.has(corner)) continue;
      for (let k = 0; k < 3; k++) {
        tangents[4 * corner + k]! += directions.u[k]!;
        towardsV.get(corner)![k]! += directions.v[k]!;
      }
    }
  }
  for (const vertex of vertices) settleTangent(tangents, vectorAt(normals, vertex), vertex, towardsV.get(vertex)!);
}

/** Where u and v grow on a triangle. */
function textureDirections(positions: Float32Array, uv: Float32Array, [a, b, c]: Vector3) {
  const [du1, dv1] = [uv[2 * b]! - uv[2 * a]!, uv[2 * b + 1]! - uv[2 * a + 1]!];
  const [du2, dv2] = [uv[2 * c]! - uv[2 * a]!, uv[2 * c + 1]! - uv[2 * a + 1]!];
  const area = du1 * dv2 - du2 * dv1;
  if (area === 0) return undefined;
  const edge1 = subtract(vectorAt(positions, b), vectorAt(positions, a));
  const edge2 = subtract(vectorAt(positions, c), vectorAt(positions, a));
  const sign = Math.sign(area);
  return {
    u: edge1.map((x, k) => (x * dv2 - edge2[k]! * dv1) * sign) as Vector3,
    v: edge2.map((x, k) => (x * du1 - edge1[k]! * du2) * sign) as Vector3,
  };
}

/** Makes a tangent stand upright on its normal, with length 1 and a hand. */
function settleTangent(tangents: Float32Array, normal: Vector3, vertex: number, v: Vector3): void {
  const sum: Vector3 = [tangents[4 * vertex]!, tangents[4 * vertex + 1]!, tangents[4 * vertex + 2]!];
  const along = flattened(sum, normal) ?? flattened([1, 0, 0], normal) ?? flattened([0, 0, 1], normal) ?? [1, 0, 0];
  // glTF's bitangent points towards -v.
  const hand = dot(cross(normal, along), v) > 0 ? -1 : 1;
  tangents.set([...along, hand], 4 * vertex);
}

/** The part of a vector along a surface, with length 1; undefined where it has none. */
function flattened(vector: Vector3, normal: Vector3): Vector3 | undefined {
  const up = dot(vector, normal);
  const flat = vector.map((x, k) => x - up * normal[k]!) as Vector3;
  const length = Math.hypot(...flat);
  return length > 1e-4 * (1e-3 + Math.hypot(...vector)) ? (flat.map((x) => x / length) as Vector3) : undefined;
}
