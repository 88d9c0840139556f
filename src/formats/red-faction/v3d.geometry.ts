import type { Primitive } from '../../scene/scene.ts';
import { type Batch, DOUBLE_SIDED, type Links } from './v3d-lod.ts';

// Batches to triangles of the scene (specification, section 12.2). The scene's space is the mirror of the game's: x
// changes its sign, and with it the order of a triangle's corners.

/** How often something about the geometry could not be kept as it was. */
export interface GeometryLosses {
  droppedTriangles: number;
  replacedNormals: number;
  replacedNumbers: number;
  /** Vertices without any usable weight, bound to the root. */
  unboundVertices: number;
  /** Weights on bones that do not exist. */
  ignoredWeights: number;
  /** Vertices whose weights were not 255 in sum. */
  scaledWeights: number;
}

export function noLosses(): GeometryLosses {
  return {
    droppedTriangles: 0,
    replacedNormals: 0,
    replacedNumbers: 0,
    unboundVertices: 0,
    ignoredWeights: 0,
    scaledWeights: 0,
  };
}

/** What hangs a batch on a skeleton. */
export interface Skeleton {
  readonly boneCount: number;
  /** Index of the bone for vertices without weights. */
  readonly root: number;
}

/** A primitive whose material is still to be chosen, and whether its triangles are seen from both sides. */
export interface BatchPart {
  readonly primitive: Primitive;
  readonly doubleSided: boolean;
}

/** The primitives of a batch: two, sharing their vertices, where some triangles are double-sided and some are not. */
export function toPrimitives(
  batch: Batch,
  offset: readonly [number, number, number],
  skeleton: Skeleton | undefined,
  losses: GeometryLosses,
): BatchPart[] {
  const count = batch.positions.length / 3;
  const kept = keptTriangles(batch, count, losses);
  const positions = mirroredPoints(batch.positions, offset, losses);
  const vertices = {
    positions,
    normals: toNormals(batch, kept, losses),
    uvs: [finite(batch.uvs, losses)],
    colors: [],
    targets: [],
    ...(skeleton === undefined ? { joints: [], weights: [] } : toLinks(batch.links, count, skeleton, losses)),
  };
  return [false, true].flatMap((doubleSided) => {
    const indices = toIndices(batch, kept, doubleSided);
    return indices.length === 0 ? [] : [{ doubleSided, primitive: { ...vertices, indices } }];
  });
}

function isDoubleSided(batch: Batch, triangle: number): boolean {
  return (batch.triangles.flags[triangle]! & DOUBLE_SIDED) !== 0;
}

/** Triangles whose corners all exist. */
function keptTriangles({ triangles }: Batch, vertexCount: number, losses: GeometryLosses): number[] {
  const { length, indices } = triangles;
  const kept: number[] = [];
  for (let t = 0; t < length; t++) {
    if ([0, 1, 2].every((k) => indices[3 * t + k]! < vertexCount)) kept.push(t);
  }
  losses.droppedTriangles += length - kept.length;
  return kept;
}

function toIndices(batch: Batch, kept: readonly number[], doubleSided: boolean): Uint16Array {
  const { indices } = batch.triangles;
  const chosen = kept.filter((t) => isDoubleSided(batch, t) === doubleSided);
  const result = new Uint16Array(3 * chosen.length);
  for (const [i, t] of chosen.entries()) {
    result[3 * i] = indices[3 * t]!;
    result[3 * i + 1] = indices[3 * t + 2]!;
    result[3 * i + 2] = indices[3 * t + 1]!;
  }
  return result;
}

function mirroredPoints(
  points: Float32Array,
  [dx, dy, dz]: readonly [number, number, number],
  losses: GeometryLosses,
): Float32Array {
  const result = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    result[i] = -(points[i]! + dx);
    result[i + 1] = points[i + 1]! + dy;
    result[i + 2] = points[i + 2]! + dz;
  }
  return finite(result, losses);
}

/** The same array, or a copy with 0 for what is no finite number. */
function finite(values: Float32Array, losses: GeometryLosses): Float32Array {
  const bad = values.filter((value) => !Number.isFinite(value)).length;
  losses.replacedNumbers += bad;
  return bad === 0 ? values : values.map((value) => (Number.isFinite(value) ? value : 0));
}

/** How far the squared length of a normal may be from 1 before it is scaled. */
const UNIT_TOLERANCE = 1e-5;

function toNormals(batch: Batch, kept: readonly number[], losses: GeometryLosses): Float32Array {
  const { normals } = batch;
  const result = new Float32Array(normals.length);
  let faces: Float64Array | undefined;
  for (let i = 0; i < normals.length; i += 3) {
    let [x, y, z] = [normals[i]!, normals[i + 1]!, normals[i + 2]!];
    let length = Math.hypot(x, y, z);
    if (!(length > 0 && length < Infinity)) {
      losses.replacedNormals++;
      faces ??= summedFaceNormals(batch, kept);
      [x, y, z] = [faces[i]!, faces[i + 1]!, faces[i + 2]!];
      length = Math.hypot(x, y, z);
      if (!(length > 0 && length < Infinity)) [x, y, z, length] = [0, 1, 0, 1];
    }
    const scale = Math.abs(length * length - 1) > UNIT_TOLERANCE ? 1 / length : 1;
    result[i] = -x * scale;
    result[i + 1] = y * scale;
    result[i + 2] = z * scale;
  }
  return result;
}

/** For every vertex the sum of the unit normals of its triangles, in the game's space. */
function summedFaceNormals({ positions, triangles }: Batch, kept: readonly number[]): Float64Array {
  const sums = new Float64Array(positions.length);
  for (const t of kept) {
    const corners = [triangles.indices[3 * t]!, triangles.indices[3 * t + 1]!, triangles.indices[3 * t + 2]!] as const;
    const [x, y, z] = crossOf(positions, ...corners);
    const length = Math.hypot(x, y, z);
    if (!(length > 0 && length < Infinity)) continue;
    for (const corner of corners) {
      sums[3 * corner]! += x / length;
      sums[3 * corner + 1]! += y / length;
      sums[3 * corner + 2]! += z / length;
    }
  }
  return sums;
}

/** (b - a) × (c - a): out of the visible side, twice the area long (specification, section 3.3). */
export function crossOf(p: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const ux = p[3 * b]! - p[3 * a]!;
  const uy = p[3 * b + 1]! - p[3 * a + 1]!;
  const uz = p[3 * b + 2]! - p[3 * a + 2]!;
  const vx = p[3 * c]! - p[3 * a]!;
  const vy = p[3 * c + 1]! - p[3 * a + 1]!;
  const vz = p[3 * c + 2]! - p[3 * a + 2]!;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Joints and weights that sum to 255 and name no bone twice. */
function toLinks(
  links: Links | undefined,
  count: number,
  { boneCount, root }: Skeleton,
  losses: GeometryLosses,
): Pick<Primitive, 'joints' | 'weights'> {
  const joints = new Uint8Array(4 * count);
  const weights = new Uint8Array(4 * count);
  for (let v = 0; v < count; v++) {
    const shares = new Map<number, number>();
    let stored = 0;
    for (let k = 4 * v; links !== undefined && k < 4 * v + 4; k++) {
      const weight = links.weights[k]!;
      stored += weight;
      if (weight === 0) continue;
      const bone = links.bones[k]!;
      if (bone < boneCount) shares.set(bone, (shares.get(bone) ?? 0) + weight);
      else losses.ignoredWeights++;
    }
    if (shares.size === 0) {
      losses.unboundVertices++;
      shares.set(root, 255);
    } else if (stored !== 255) {
      losses.scaledWeights++;
    }
    const scaled = scaledTo255([...shares.values()]);
    for (const [k, bone] of [...shares.keys()].entries()) {
      if (scaled[k] === 0) continue;
      joints[4 * v + k] = bone;
      weights[4 * v + k] = scaled[k]!;
    }
  }
  return { joints: [joints], weights: [weights] };
}

/** Whole numbers in the same proportions that sum to 255: the largest remainders are rounded up. */
export function scaledTo255(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight * 255) / sum);
  const scaled = exact.map(Math.floor);
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]! - scaled[b]! - (exact[a]! - scaled[a]!) || a - b);
  const missing = 255 - scaled.reduce((total, weight) => total + weight, 0);
  for (const i of order.slice(0, missing)) scaled[i]!++;
  return scaled;
}
