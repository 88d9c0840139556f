import type { Primitive } from '../../scene/scene.ts';

// Eyes and mouths are textured polygons that lie exactly on plain ones. The game draws them last, with a depth test that
// lets equal depths pass; viewers of glTF keep no such order, and the two flicker (specification, sections 5.4 and 12.4).
// Lifting the decals by less than can be seen makes them visible everywhere.

/** Relative to the size of a plain triangle: how far off its plane, or beside it, a corner may be. */
const TOLERANCE = 1e-3;

interface Triangle {
  readonly corners: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly size: number;
}

/**
 * The textured primitives with every triangle that lies on one of the plain primitives lifted by `height`, in the units of
 * the positions, to the side that is its front.
 */
export function liftDecals(plain: readonly Primitive[], textured: readonly Primitive[], height: number): Primitive[] {
  const ground = plain.flatMap((primitive) => trianglesOf(primitive).map((triangle) => ({ primitive, triangle })));
  return textured.map((primitive) => {
    const lifts = new Map<number, readonly number[]>();
    for (const triangle of trianglesOf(primitive)) {
      if (!ground.some((below) => liesOn(primitive, triangle, below.primitive, below.triangle))) continue;
      for (const corner of triangle.corners) lifts.set(corner, triangle.normal);
    }
    if (lifts.size === 0) return primitive;
    const positions = primitive.positions.slice();
    for (const [vertex, normal] of lifts) {
      for (let c = 0; c < 3; c++) positions[3 * vertex + c]! += height * normal[c]!;
    }
    return { ...primitive, positions };
  });
}

function trianglesOf({ indices, positions }: Primitive): Triangle[] {
  const triangles: Triangle[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!] as const;
    const [a, b, c] = corners.map((corner) => positions.subarray(3 * corner, 3 * corner + 3)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const [u, v] = [difference(b, a), difference(c, a)];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    const area = Math.hypot(...cross);
    if (area === 0) continue;
    const size = Math.max(Math.hypot(...u), Math.hypot(...v));
    triangles.push({ corners, normal: [cross[0] / area, cross[1] / area, cross[2] / area], size });
  }
  return triangles;
}

type Point = readonly [number, number, number];

function difference(a: ArrayLike<number>, b: ArrayLike<number>): Point {
  return [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
}

/** Whether a triangle faces the way of one below, in its plane, with its middle or a corner on it. */
function liesOn(
  primitive: Primitive,
  { corners, normal }: Triangle,
  belowPrimitive: Primitive,
  below: Triangle,
): boolean {
  const facing = normal[0] * below.normal[0] + normal[1] * below.normal[1] + normal[2] * below.normal[2];
  if (facing < 0.99) return false;
  const points = corners.map((corner) => pointOf(primitive, corner));
  const origin = pointOf(belowPrimitive, below.corners[0]);
  const isInPlane = points.every((point) => {
    const d = difference(point, origin);
    return Math.abs(d[0] * below.normal[0] + d[1] * below.normal[1] + d[2] * below.normal[2]) <= TOLERANCE * below.size;
  });
  if (!isInPlane) return false;
  const middle = [0, 1, 2].map((c) => (points[0]![c]! + points[1]![c]! + points[2]![c]!) / 3) as unknown as Point;
  return [middle, ...points].some((point) => isInside(point, belowPrimitive, below));
}

const pointOf = ({ positions }: Primitive, vertex: number): Point => [
  positions[3 * vertex]!,
  positions[3 * vertex + 1]!,
  positions[3 * vertex + 2]!,
];

function isInside(point: Point, primitive: Primitive, { corners, normal, size }: Triangle): boolean {
  for (let k = 0; k < 3; k++) {
    const a = pointOf(primitive, corners[k]!);
    const edge = difference(pointOf(primitive, corners[(k + 1) % 3]!), a);
    const d = difference(point, a);
    const cross: Point = [
      edge[1] * d[2] - edge[2] * d[1],
      edge[2] * d[0] - edge[0] * d[2],
      edge[0] * d[1] - edge[1] * d[0],
    ];
    const side = cross[0] * normal[0] + cross[1] * normal[1] + cross[2] * normal[2];
    if (side < TOLERANCE * size * Math.hypot(...edge)) return false;
  }
  return true;
}
