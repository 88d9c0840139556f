/** Triangles with texture coordinates, in X-Ray's space and order. */
interface Mapped {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/**
 * Tangents along u and bitangents along v of each vertex, unit length and square to the normal: of the triangles around
 * it, each as heavy as its area. Where texture coordinates say nothing, any that are square to the normal.
 */
export function tangentFrames(
  { positions, indices }: Mapped,
  normals: Float32Array,
  uvs: Float32Array,
): { tangent: Float32Array; bitangent: Float32Array } {
  const sums = [new Float64Array(positions.length), new Float64Array(positions.length)] as const;
  for (let i = 0; i < indices.length; i += 3) addTriangle(sums, positions, uvs, indices.subarray(i, i + 3));
  const tangent = new Float32Array(positions.length);
  const bitangent = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const normal = normals.subarray(at, at + 3);
    tangent.set(squareTo(normal, sums[0].subarray(at, at + 3)), at);
    bitangent.set(squareTo(normal, sums[1].subarray(at, at + 3)), at);
  }
  return { tangent, bitangent };
}

function addTriangle(
  [alongU, alongV]: readonly [Float64Array, Float64Array],
  positions: Float32Array,
  uvs: Float32Array,
  corners: Uint32Array,
): void {
  const [a, b, c] = [corners[0]!, corners[1]!, corners[2]!];
  const [u1, v1] = [uvs[b * 2]! - uvs[a * 2]!, uvs[b * 2 + 1]! - uvs[a * 2 + 1]!];
  const [u2, v2] = [uvs[c * 2]! - uvs[a * 2]!, uvs[c * 2 + 1]! - uvs[a * 2 + 1]!];
  const determinant = u1 * v2 - u2 * v1;
  if (!(Math.abs(determinant) > 1e-12)) return;
  const sign = Math.sign(determinant);
  for (let axis = 0; axis < 3; axis++) {
    const e1 = positions[b * 3 + axis]! - positions[a * 3 + axis]!;
    const e2 = positions[c * 3 + axis]! - positions[a * 3 + axis]!;
    for (const corner of corners) {
      alongU[corner * 3 + axis]! += sign * (e1 * v2 - e2 * v1);
      alongV[corner * 3 + axis]! += sign * (e2 * u1 - e1 * u2);
    }
  }
}

function squareTo(normal: Float32Array, vector: Float64Array): readonly number[] {
  const [nx, ny, nz] = [normal[0]!, normal[1]!, normal[2]!];
  const along = nx * vector[0]! + ny * vector[1]! + nz * vector[2]!;
  const square = [vector[0]! - nx * along, vector[1]! - ny * along, vector[2]! - nz * along];
  const length = Math.hypot(...square);
  if (length > 1e-9) return square.map((value) => value / length);
  const other = Math.abs(nx) > 0.9 ? [-ny, nx, 0] : [0, -nz, ny];
  const size = Math.hypot(...other);
  return size > 0 ? other.map((value) => value / size) : [1, 0, 0];
}
