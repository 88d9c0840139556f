import { alignSurface } from '../../scene/alignment.ts';
import type { Primitive } from '../../scene/scene.ts';
import { type Draft, type Piece, sharesOf, toLink } from './target.batch.ts';
import { crossOf } from './v3d.geometry.ts';
import { type Batch, DOUBLE_SIDED, type Links } from './v3d-lod.ts';

// Primitives to vertices in the game's space, and what of an original batch they change.

/** How the vertices of a node get into the model. */
export interface Placement {
  /** Column by column; undefined: they stay where they are. */
  readonly matrix: ArrayLike<number> | undefined;
  /** The bone of each joint; undefined: the vertices hang on nothing. */
  readonly boneOfJoint: readonly number[] | undefined;
}

/** What primitives had or lacked, to tell people. */
export interface DraftLosses {
  flatNormals: number;
  noUvs: number;
  fifthWeights: number;
  notStored: number;
}

/** The vertices and triangles of primitives, in the game's space. Primitives that share their vertices go on sharing. */
export function toDraft(pieces: readonly Piece[], placement: Placement, losses: DraftLosses): Draft {
  const parts: { primitive: Primitive; first: number }[] = [];
  const starts = new Map<Float32Array, number>();
  const corners: number[] = [];
  const doubleSided: number[] = [];
  let count = 0;
  for (const piece of pieces) {
    const primitive =
      piece.primitive.normals === undefined ? withFlatNormals(piece.primitive, losses) : piece.primitive;
    let first = starts.get(primitive.positions);
    if (first === undefined) {
      first = count;
      starts.set(primitive.positions, first);
      parts.push({ primitive, first });
      count += primitive.positions.length / 3;
    }
    const { indices } = primitive;
    const flipped = isMirror(placement.matrix);
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! + first, indices[i + 1]! + first, indices[i + 2]! + first];
      corners.push(...(flipped ? [a, b, c] : [a, c, b]));
      doubleSided.push(piece.doubleSided ? 1 : 0);
    }
  }
  const draft: Draft = {
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    corners: Uint32Array.from(corners),
    doubleSided: Uint8Array.from(doubleSided),
    links: placement.boneOfJoint && {
      length: count,
      weights: new Uint8Array(4 * count),
      bones: new Uint8Array(4 * count),
    },
  };
  for (const { primitive, first } of parts) fillVertices(draft, primitive, first, placement, losses);
  return draft;
}

function fillVertices(draft: Draft, primitive: Primitive, first: number, at: Placement, losses: DraftLosses): void {
  const { positions, normals, uvs, tangents, colors, joints } = primitive;
  const uv = uvs[0];
  if (uv === undefined) losses.noUvs++;
  else draft.uvs.set(uv, 2 * first);
  if (tangents !== undefined || colors.length > 0 || uvs.length > 1) losses.notStored++;
  const place = at.matrix;
  for (let v = 0; v < positions.length / 3; v++) {
    const p = positions.subarray(3 * v, 3 * v + 3);
    const n = normals!.subarray(3 * v, 3 * v + 3);
    draft.positions.set(mirrored(place === undefined ? p : transformed(place, p, 1)), 3 * (first + v));
    draft.normals.set(mirrored(place === undefined ? n : turnedNormal(place, n)), 3 * (first + v));
    if (at.boneOfJoint === undefined) continue;
    const shares = sharesOf(primitive, v, at.boneOfJoint);
    if (joints.length > 1 && shares.size > 4) losses.fifthWeights++;
    if (shares.size === 0) shares.set(0, 1);
    const { weights, bones } = toLink(shares);
    draft.links!.weights.set(weights, 4 * (first + v));
    draft.links!.bones.set(bones, 4 * (first + v));
  }
}

type Numbers = ArrayLike<number>;

function mirrored(v: Numbers): [number, number, number] {
  return [-v[0]!, v[1]!, v[2]!];
}

function transformed(m: Numbers, v: Numbers, w: number): [number, number, number] {
  const row = (r: number) => m[r]! * v[0]! + m[r + 4]! * v[1]! + m[r + 8]! * v[2]! + m[r + 12]! * w;
  return [row(0), row(1), row(2)];
}

/** A normal under a matrix: by its cofactors, which keep it at right angles to the surface. */
function turnedNormal(m: Numbers, n: Numbers): [number, number, number] {
  const cofactor = (r: number, c: number) => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
    return m[r1 + 4 * c1]! * m[r2 + 4 * c2]! - m[r1 + 4 * c2]! * m[r2 + 4 * c1]!;
  };
  const turned = [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + cofactor(r, c) * n[c]!, 0));
  const sign = isMirror(m) ? -1 : 1;
  const length = Math.hypot(...turned) * sign || 1;
  return [turned[0]! / length, turned[1]! / length, turned[2]! / length];
}

function isMirror(m: Numbers | undefined): boolean {
  if (m === undefined) return false;
  const [a, b, c, d, e, f, g, h, i] = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => m[k]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0;
}

/** A copy with three vertices of its own for every triangle, and its normal. */
function withFlatNormals(primitive: Primitive, losses: DraftLosses): Primitive {
  losses.flatNormals++;
  const { indices } = primitive;
  const spread = <A extends Float32Array | Uint8Array | Uint16Array>(values: A, width: number): A => {
    const result = new (values.constructor as { new (length: number): A })(indices.length * width);
    for (const [i, v] of indices.entries()) result.set(values.subarray(v * width, (v + 1) * width), i * width);
    return result;
  };
  const positions = spread(primitive.positions, 3);
  const normals = new Float32Array(positions.length);
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const n = crossOf(positions, i, i + 1, i + 2);
    const length = Math.hypot(...n);
    for (let k = 0; k < 3; k++) normals.set(length > 0 ? n.map((x) => x / length) : [0, 1, 0], 3 * (i + k));
  }
  return {
    ...primitive,
    positions,
    normals,
    indices: Uint32Array.from(indices, (_, i) => i),
    uvs: primitive.uvs.map((uv) => spread(uv, 2)),
    joints: primitive.joints.map((joints) => spread(joints, 4)),
    weights: primitive.weights.map((weights) => spread(weights, 4)),
  };
}

/** What an editor may do to a number by reading and writing it. */
const TOLERANCE = { positions: 1e-5, normals: 2e-3, uvs: 1e-5, weights: 1 } as const;

/** How many vertices or triangles of a batch were edited, by what about them. */
export type BatchChanges = Partial<Record<'positions' | 'normals' | 'uvs' | 'weights' | 'sides', number>>;

/**
 * The original batch with what differs between `before`, the draft made from itself, and `now`. Undefined where the
 * triangles are others: then nothing tells which vertex is which.
 */
export function editedBatch(
  original: Batch,
  before: Draft,
  now: Draft,
): { batch: Batch; changes: BatchChanges } | undefined {
  const isAligned =
    before.positions.length === now.positions.length &&
    before.corners.length === now.corners.length &&
    before.corners.every((corner, i) => corner === now.corners[i]);
  const after = isAligned ? now : aligned(before, now);
  return after && changedBatch(original, before, after);
}

/** `now` with the vertices and triangles of `before`, in their order, where its triangles are moved ones at most. */
function aligned(before: Draft, now: Draft): Draft | undefined {
  const found = alignSurface(before, now);
  if (found === undefined) return undefined;
  const { surface, partners } = found;
  if (before.links === undefined || now.links === undefined) return { ...surface, links: before.links };
  const links = { ...before.links, weights: before.links.weights.slice(), bones: before.links.bones.slice() };
  for (const [v, w] of partners.entries()) {
    if (w < 0) continue;
    links.weights.set(now.links.weights.subarray(4 * w, 4 * w + 4), 4 * v);
    links.bones.set(now.links.bones.subarray(4 * w, 4 * w + 4), 4 * v);
  }
  return { ...surface, links };
}

function changedBatch(original: Batch, before: Draft, now: Draft): { batch: Batch; changes: BatchChanges } {
  const changes: BatchChanges = {};
  const batch = { ...original };
  for (const [name, width] of [
    ['positions', 3],
    ['normals', 3],
    ['uvs', 2],
  ] as const) {
    const edited = editedValues(original[name], before[name], now[name], width, TOLERANCE[name]);
    if (edited === undefined) continue;
    batch[name] = edited.values;
    changes[name] = edited.count;
  }
  const links = editedLinks(original.links, before.links, now.links);
  if (links !== undefined) {
    batch.links = links.links;
    changes.weights = links.count;
  }
  const sides = [...now.doubleSided.keys()].filter((t) => now.doubleSided[t] !== before.doubleSided[t]);
  if (sides.length > 0) {
    const triangleOf = shownTriangles(original);
    const flags = original.triangles.flags.slice();
    for (const t of sides) flags[triangleOf[t]!]! ^= DOUBLE_SIDED;
    batch.triangles = { ...original.triangles, flags };
    changes.sides = sides.length;
  }
  return { batch, changes };
}

/** The triangle of the batch behind each triangle of its draft: those that exist, the one-sided ones first. */
function shownTriangles({ positions, triangles }: Batch): number[] {
  const exists = (t: number) => [0, 1, 2].every((k) => triangles.indices[3 * t + k]! < positions.length / 3);
  const all = Array.from({ length: triangles.length }, (_, t) => t).filter(exists);
  const isDouble = (t: number) => (triangles.flags[t]! & DOUBLE_SIDED) !== 0;
  return [...all.filter((t) => !isDouble(t)), ...all.filter(isDouble)];
}

function editedValues(
  original: Float32Array,
  before: Float32Array,
  now: Float32Array,
  width: number,
  tolerance: number,
): { values: Float32Array; count: number } | undefined {
  let values: Float32Array | undefined;
  let count = 0;
  for (let i = 0; i < now.length; i += width) {
    let differs = false;
    for (let k = i; k < i + width; k++) differs ||= !(Math.abs(now[k]! - before[k]!) <= tolerance);
    if (!differs) continue;
    values ??= original.slice();
    values.set(now.subarray(i, i + width), i);
    count++;
  }
  return values && { values, count };
}

function editedLinks(original: Links | undefined, before: Links | undefined, now: Links | undefined) {
  if (before === undefined || now === undefined) return undefined;
  let links: Links | undefined;
  let count = 0;
  for (let v = 0; v < now.length; v++) {
    if (sameLink(before, v, now, v)) continue;
    links ??= original
      ? { length: original.length, weights: original.weights.slice(), bones: original.bones.slice() }
      : { length: before.length, weights: before.weights.slice(), bones: before.bones.slice() };
    links.weights.set(now.weights.subarray(4 * v, 4 * v + 4), 4 * v);
    links.bones.set(now.bones.subarray(4 * v, 4 * v + 4), 4 * v);
    count++;
  }
  return links && { links, count };
}

/** Whether two vertices hang on the same bones with about the same weights, in whatever order. */
function sameLink(a: Links, i: number, b: Links, j: number): boolean {
  for (let k = 0; k < 4; k++) {
    if (Math.abs(weightOf(a, i, a.bones[4 * i + k]!) - weightOf(b, j, a.bones[4 * i + k]!)) > TOLERANCE.weights)
      return false;
    if (Math.abs(weightOf(a, i, b.bones[4 * j + k]!) - weightOf(b, j, b.bones[4 * j + k]!)) > TOLERANCE.weights)
      return false;
  }
  return true;
}

function weightOf({ weights, bones }: Links, vertex: number, bone: number): number {
  let sum = 0;
  for (let k = 4 * vertex; k < 4 * vertex + 4; k++) if (bones[k] === bone) sum += weights[k]!;
  return sum;
}
