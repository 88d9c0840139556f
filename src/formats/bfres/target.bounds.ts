import { invert, type Matrix4, transformPoint } from '../../math/index.ts';
import { boneWorlds, storedInverse } from './pose.ts';
import type { VertexDraft } from './target.vertices.ts';
import type { SkeletonView } from './view.ts';

// Bounds of shapes as Nintendo's converter computes them (specification, section 8.3).

export interface Box {
  readonly center: readonly number[];
  readonly extent: readonly number[];
}

/** Where each of the points that bounds are made of lies: each vertex once or, for `every` index, once an influence. */
function* points(
  vertices: VertexDraft,
  used: Iterable<number>,
  skinCount: number,
  skeleton: SkeletonView,
  every: boolean,
): Iterable<ArrayLike<number>> {
  const inverses = new Map<number, Matrix4>();
  const inverseOf = (place: number): Matrix4 => {
    let inverse = inverses.get(place);
    if (inverse === undefined) {
      inverse = place < skeleton.smoothMatrixCount ? storedInverse(skeleton.inverseMatrices, place) : IDENTITY;
      inverses.set(place, inverse);
    }
    return inverse;
  };
  for (const v of used) {
    const position = vertices.positions.subarray(3 * v, 3 * v + 3);
    if (skinCount < 2) {
      yield position;
      continue;
    }
    for (let k = 0; k < (every ? skinCount : 1); k++) {
      yield transformPoint(inverseOf(vertices.joints[v * skinCount + k]!), position);
    }
  }
}
const IDENTITY: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The box of the vertices that a level uses. `every`: in version 10 every influence counts. */
export function boxOf(
  vertices: VertexDraft,
  used: ReadonlySet<number>,
  skinCount: number,
  skeleton: SkeletonView,
  every: boolean,
): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points(vertices, used, skinCount, skeleton, every)) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, point[c]!);
      high[c] = Math.max(high[c]!, point[c]!);
    }
  }
  if (used.size === 0) return { center: [0, 0, 0], extent: [0, 0, 0] };
  return {
    center: low.map((x, c) => (x + high[c]!) / 2),
    extent: low.map((x, c) => (high[c]! - x) / 2),
  };
}

/** The largest distance of the boxed points from the center of their box. */
export function radiusOf(
  vertices: VertexDraft,
  used: ReadonlySet<number>,
  skinCount: number,
  skeleton: SkeletonView,
  { center }: Box,
): number {
  let radius = 0;
  for (const point of points(vertices, used, skinCount, skeleton, false)) {
    radius = Math.max(radius, Math.hypot(point[0]! - center[0]!, point[1]! - center[1]!, point[2]! - center[2]!));
  }
  return radius;
}

/** Bones with an influence on a shape, ascending. */
export function skinBonesOf(
  { count, joints, weights }: VertexDraft,
  skinCount: number,
  skeleton: SkeletonView,
): Uint16Array<ArrayBuffer> {
  const bones = new Set<number>();
  for (let i = 0; i < count * skinCount; i++) if (weights[i]! > 0) bones.add(skeleton.matrixToBone[joints[i]!] ?? 0);
  return Uint16Array.from([...bones].sort((a, b) => a - b));
}

export interface Sphere {
  readonly center: readonly number[];
  readonly radius: number;
}

/** A sphere around the vertices of each bone in that bone's space; a single one for shapes that no bone skins. */
export function spheresOf(
  vertices: VertexDraft,
  skinCount: number,
  skinBones: ArrayLike<number>,
  skeleton: SkeletonView,
): Sphere[] {
  if (skinBones.length === 0) return [enclosing(rows(vertices.positions))];
  const worlds = boneWorlds(skeleton);
  return Array.from(skinBones, (bone) => {
    const toBone = invert(worlds[bone] ?? IDENTITY) ?? IDENTITY;
    const found: ArrayLike<number>[] = [];
    for (let v = 0; v < vertices.count; v++) {
      for (let k = 0; k < skinCount; k++) {
        const place = vertices.joints[v * skinCount + k]!;
        if (vertices.weights[v * skinCount + k]! === 0 || skeleton.matrixToBone[place] !== bone) continue;
        const position = vertices.positions.subarray(3 * v, 3 * v + 3);
        found.push(
          skinCount === 1 && place >= skeleton.smoothMatrixCount ? position : transformPoint(toBone, position),
        );
      }
    }
    return enclosing(found);
  });
}

function rows(positions: Float32Array): Float32Array[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => positions.subarray(3 * v, 3 * v + 3));
}

const STEPS = 256;

/**
 * A sphere around points, at most a percent larger than the smallest there is: the center walks ever smaller steps towards
 * the farthest point (Badoiu and Clarkson).
 */
export function enclosing(found: readonly ArrayLike<number>[]): Sphere {
  const center = [0, 1, 2].map((c) => found.reduce((sum, point) => sum + point[c]!, 0) / Math.max(1, found.length));
  const distance = (point: ArrayLike<number>) =>
    Math.hypot(point[0]! - center[0]!, point[1]! - center[1]!, point[2]! - center[2]!);
  for (let step = 1; step <= STEPS; step++) {
    let farthest: ArrayLike<number> | undefined;
    let radius = -1;
    for (const point of found) {
      const at = distance(point);
      if (at > radius) [farthest, radius] = [point, at];
    }
    if (farthest === undefined || radius === 0) break;
    for (let c = 0; c < 3; c++) center[c]! += (farthest[c]! - center[c]!) / (step + 1);
  }
  return { center, radius: Math.max(0, ...found.map(distance)) };
}

/**
 * How many vertex shader runs the triangles of a mesh take, by the estimate of version 8 and Wii U 4.5: batches of at most
 * 32 triangles and 32 vertices (section 5.1).
 */
export function processedVertices(indices: ArrayLike<number>): number {
  let batch = new Set<number>();
  let triangles = 0;
  let total = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const fresh = new Set(corners.filter((corner) => !batch.has(corner)));
    if (triangles === 32 || batch.size + fresh.size > 32) {
      batch = new Set();
      triangles = 0;
    }
    for (const corner of corners) {
      if (batch.has(corner)) continue;
      batch.add(corner);
      total++;
    }
    triangles++;
  }
  return total;
}

/** The estimate of Wii U 3.4 and 3.5: the misses of a cache of 14 vertices, first in, first out. */
export function cacheMisses(indices: ArrayLike<number>): number {
  const cache: number[] = [];
  let misses = 0;
  for (let i = 0; i < indices.length; i++) {
    if (cache.includes(indices[i]!)) continue;
    misses++;
    cache.push(indices[i]!);
    if (cache.length > 14) cache.shift();
  }
  return misses;
}
