import type { Tolerance } from '../../scene/comparison.ts';
import type { Primitive } from '../../scene/scene.ts';

type NameOf = (joint: number) => string | number;

/**
 * Whether two primitives draw the same triangles, in whatever order an editor stored vertices and triangles. Positions have
 * to be the same to the bit; all else within the tolerance.
 */
export function isSameSurface(a: Primitive, b: Primitive, { value }: Tolerance, aName: NameOf, bName: NameOf): boolean {
  if (a.indices.length !== b.indices.length || a.uvs.length !== b.uvs.length) return false;
  const others = trianglesOf(b);
  for (const [key, corners] of eachTriangle(a)) {
    const candidates = others.get(key) ?? [];
    const found = candidates.findIndex((triangle) =>
      corners.every((corner, i) => isSameCorner(a, corner, b, triangle[i]!, value, aName, bName)),
    );
    if (found < 0) return false;
    candidates.splice(found, 1);
  }
  return true;
}

function trianglesOf(primitive: Primitive): Map<string, number[][]> {
  const triangles = new Map<string, number[][]>();
  for (const [key, corners] of eachTriangle(primitive)) {
    const known = triangles.get(key);
    if (known === undefined) triangles.set(key, [corners]);
    else known.push(corners);
  }
  return triangles;
}

/** Vertices of each triangle, the one whose place comes first in front, and what the places are. */
function* eachTriangle({ indices, positions }: Primitive): Iterable<[key: string, corners: number[]]> {
  const place = (vertex: number) => positions.subarray(vertex * 3, vertex * 3 + 3).join();
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const places = corners.map(place);
    const first = places.indexOf([...places].sort()[0]!);
    const turned = [0, 1, 2].map((k) => (first + k) % 3);
    yield [turned.map((k) => places[k]).join(' '), turned.map((k) => corners[k]!)];
  }
}

function isSameCorner(
  a: Primitive,
  v: number,
  b: Primitive,
  w: number,
  tolerance: number,
  aName: NameOf,
  bName: NameOf,
): boolean {
  const isNear = (p: Float32Array | undefined, q: Float32Array | undefined, width: number) => {
    if (p === undefined || q === undefined) return p === q;
    for (let i = 0; i < width; i++) if (!(Math.abs(p[v * width + i]! - q[w * width + i]!) <= tolerance)) return false;
    return true;
  };
  if (!isNear(a.normals, b.normals, 3)) return false;
  if (!a.uvs.every((uvs, set) => isNear(uvs, b.uvs[set], 2))) return false;
  const sums = new Map<string | number, number>();
  addInfluences(sums, a, v, aName, 1);
  addInfluences(sums, b, w, bName, -1);
  return [...sums.values()].every((difference) => Math.abs(difference) <= tolerance);
}

function addInfluences(
  sums: Map<string | number, number>,
  { joints, weights }: Primitive,
  v: number,
  name: NameOf,
  sign: number,
) {
  for (const [s, set] of weights.entries()) {
    const unit = set instanceof Uint8Array ? 1 / 255 : 1;
    for (let i = v * 4; i < v * 4 + 4; i++) {
      if (set[i]! === 0) continue;
      const key = name(joints[s]![i]!);
      sums.set(key, (sums.get(key) ?? 0) + sign * set[i]! * unit);
    }
  }
}
