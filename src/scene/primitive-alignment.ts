import { alignSurface, type Surface, sameVertex } from './alignment.ts';
import { influencesOf } from './influences.ts';
import type { MorphTarget, Primitive } from './scene.ts';

// A primitive that went through an editor, with the vertices and triangles that it had before.

/** Colours and weights within these are what they were: editors round them to bytes. */
const ROUNDED = 1.5 / 255;
/** What single precision leaves of positions that went through a transform and back, as a share of their size. */
const SHARE_OF_SIZE = 1e-5;

/**
 * `now` in the vertices and triangles of `before`, unless it still has them: arrays in which nothing changed are the old ones. Joints of both count from
 * the same list. Sets that an editor dropped (tangents, colours, further texture coordinates) are those of before. Undefined
 * where the triangles are others than moved ones.
 */
export function alignPrimitive(before: Primitive, now: Primitive): Primitive | undefined {
  if (isNumberedAlike(before, now)) return withDroppedSets(before, now);
  if (before.targets.length !== now.targets.length) return undefined;
  const positions = Math.max(sameVertex.positions, SHARE_OF_SIZE * sizeOf(before.positions));
  const hasNormals = before.normals !== undefined && now.normals !== undefined;
  const hasUvs = before.uvs.length > 0 && now.uvs.length > 0;
  const [old, edited] = [before, now].map((each) => toSurface(each, hasNormals, hasUvs));
  const alignment = alignSurface(old!, edited!, { ...sameVertex, positions });
  if (alignment === undefined) return undefined;
  const { surface, partners } = alignment;
  const { material: _, ...rest } = before;
  const result: Primitive = {
    ...rest,
    positions: unlessSame(before.positions, surface.positions, positions),
    uvs: before.uvs.map((set, i) => {
      if (i === 0) return hasUvs ? unlessSame(set, surface.uvs, sameVertex.uvs) : set;
      return now.uvs[i] === undefined ? set : picked(set, now.uvs[i], 2, partners, sameVertex.uvs);
    }),
    colors: before.colors.map((set, i) => {
      return now.colors[i] === undefined ? set : picked(set, now.colors[i], 4, partners, ROUNDED);
    }),
    targets: before.targets.map((target, t): MorphTarget => {
      return { ...target, positions: picked(target.positions, now.targets[t]!.positions, 3, partners, positions) };
    }),
  };
  if (now.material !== undefined) result.material = now.material;
  if (hasNormals) {
    result.normals = unlessSame(before.normals!, surface.normals, sameVertex.normals);
  }
  alignInfluences(before, now, partners, result);
  return result;
}

function withDroppedSets(before: Primitive, now: Primitive): Primitive {
  return {
    ...now,
    ...(before.tangents !== undefined && { tangents: now.tangents ?? before.tangents }),
    uvs: [...now.uvs, ...before.uvs.slice(now.uvs.length)],
    colors: [...now.colors, ...before.colors.slice(now.colors.length)],
  };
}

function isNumberedAlike(before: Primitive, now: Primitive): boolean {
  if (before.indices === now.indices) return before.positions.length === now.positions.length;
  if (before.positions.length !== now.positions.length || before.indices.length !== now.indices.length) return false;
  return before.indices.every((vertex, i) => vertex === now.indices[i]) && !isShuffled(before, now);
}

/** Whether triangles of the same numbers have most of their corners elsewhere. */
function isShuffled({ positions: before }: Primitive, { positions: now }: Primitive): boolean {
  const limit = Math.max(sameVertex.positions, SHARE_OF_SIZE * sizeOf(before));
  let moved = 0;
  for (const [i, value] of before.entries()) if (Math.abs(value - now[i]!) > limit) moved++;
  return moved > before.length / 2;
}

function sizeOf(positions: Float32Array): number {
  let size = 0;
  for (const value of positions) size = Math.max(size, Math.abs(value));
  return size;
}

/** What one side lacks tells nothing: editors add normals and texture coordinates to meshes without. */
function toSurface({ positions, normals, uvs, indices }: Primitive, hasNormals: boolean, hasUvs: boolean): Surface {
  const vertexCount = positions.length / 3;
  return {
    positions,
    normals: hasNormals ? normals! : new Float32Array(3 * vertexCount),
    uvs: hasUvs ? uvs[0]! : new Float32Array(2 * vertexCount),
    corners: Uint32Array.from(indices),
    doubleSided: new Uint8Array(indices.length / 3),
  };
}

/** The new values where they are off, the old ones elsewhere; the old array where none is off. */
function unlessSame(before: Float32Array, now: Float32Array, tolerance: number): Float32Array {
  let result: Float32Array | undefined;
  for (const [i, value] of now.entries()) {
    if (Math.abs(value - before[i]!) <= tolerance) continue;
    result ??= before.slice();
    result[i] = value;
  }
  return result ?? before;
}

/** The same for values by vertex, of which `partners` tells where they are now. */
function picked<A extends Float32Array | Uint8Array>(
  before: A,
  now: Float32Array | Uint8Array,
  width: number,
  partners: Int32Array,
  tolerance: number,
): A {
  const unit = before instanceof Uint8Array ? 255 : 1;
  const scale = unit / (now instanceof Uint8Array ? 255 : 1);
  let result: A | undefined;
  for (const [v, w] of partners.entries()) {
    for (let c = 0; w >= 0 && c < width; c++) {
      const value = now[width * w + c]! * scale;
      if (Math.abs(value - before[width * v + c]!) <= tolerance * unit) continue;
      result ??= before.slice() as A;
      result[width * v + c] = value;
    }
  }
  return result ?? before;
}

/** Weights by joint, in whatever slots: an editor sorts them, and drops those that are next to nothing. */
function alignInfluences(before: Primitive, now: Primitive, partners: Int32Array, result: Primitive): void {
  if (before.joints.length === 0 || now.joints.length === 0) return;
  const others = [...partners.entries()].filter(([v, w]) => w >= 0 && areWeightsOther(before, v, now, w));
  if (others.length === 0) return;
  const joints = before.joints.map((set) => Uint16Array.from(set));
  const weights = before.weights.map((set) => {
    return set instanceof Uint8Array ? Float32Array.from(set, (weight) => weight / 255) : set.slice();
  });
  for (const [v, w] of others) {
    const strongest = [...influencesOf(now, w, itself)].sort((a, b) => b[1] - a[1]);
    for (let slot = 0; slot < 4 * joints.length; slot++) {
      const [joint, weight] = strongest[slot] ?? [0, 0];
      joints[slot >> 2]![4 * v + (slot & 3)] = joint;
      weights[slot >> 2]![4 * v + (slot & 3)] = weight;
    }
  }
  Object.assign(result, { joints, weights });
}

function areWeightsOther(before: Primitive, v: number, now: Primitive, w: number): boolean {
  const differences = influencesOf(before, v, itself);
  for (const [joint, weight] of influencesOf(now, w, itself)) {
    differences.set(joint, (differences.get(joint) ?? 0) - weight);
  }
  return [...differences.values()].some((difference) => Math.abs(difference) > ROUNDED);
}

const itself = (joint: number) => joint;
