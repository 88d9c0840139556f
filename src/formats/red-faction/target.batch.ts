import type { Primitive } from '../../scene/scene.ts';
import { crossOf, scaledTo255 } from './v3d.geometry.ts';
import { type Batch, type BatchInfo, DOUBLE_SIDED, type Links, lodFlags, type Planes } from './v3d-lod.ts';

// Triangles of a scene to batches (specification, sections 7.3 and 13.2).

/** Vertices and triangles of one material, in the game's space and order. */
export interface Draft {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  /** Three corners a triangle, and whether it is double-sided. */
  corners: Uint32Array;
  doubleSided: Uint8Array;
  links: Links | undefined;
}

/** A primitive, with its place in the model and the bone of each joint. */
export interface Piece {
  readonly primitive: Primitive;
  readonly doubleSided: boolean;
}

/** Most vertices and triangles of a batch: sizes are 16 bits (specification, section 3.6). */
export const MAX_BATCH_VERTICES = 5460;
export const MAX_BATCH_TRIANGLES = 8191;
/** What the buffers of the original game hold (specification, section 3.6). */
export const RENDERER_VERTICES = 5232;
export const RENDERER_TRIANGLES = 3077;

/** Cuts a draft so that each part fits a batch. */
export function splitDraft(draft: Draft): Draft[] {
  const triangleCount = draft.corners.length / 3;
  if (draft.positions.length / 3 <= MAX_BATCH_VERTICES && triangleCount <= MAX_BATCH_TRIANGLES) return [draft];
  const parts: Draft[] = [];
  let chosen = new Map<number, number>();
  let triangles: number[] = [];
  const finish = () => {
    parts.push(partOf(draft, [...chosen.keys()], triangles, chosen));
    chosen = new Map();
    triangles = [];
  };
  for (let t = 0; t < triangleCount; t++) {
    const corners = draft.corners.subarray(3 * t, 3 * t + 3);
    const added = new Set(corners.filter((corner) => !chosen.has(corner))).size;
    if (chosen.size + added > MAX_BATCH_VERTICES || triangles.length === MAX_BATCH_TRIANGLES) finish();
    for (const corner of corners) if (!chosen.has(corner)) chosen.set(corner, chosen.size);
    triangles.push(t);
  }
  finish();
  return parts;
}

function partOf(draft: Draft, vertices: number[], triangles: number[], renumbered: Map<number, number>): Draft {
  const pick = <A extends Float32Array | Uint8Array>(values: A, width: number): A => {
    const picked = new (values.constructor as { new (length: number): A })(vertices.length * width);
    for (const [i, v] of vertices.entries()) picked.set(values.subarray(v * width, (v + 1) * width), i * width);
    return picked;
  };
  const { links } = draft;
  return {
    positions: pick(draft.positions, 3),
    normals: pick(draft.normals, 3),
    uvs: pick(draft.uvs, 2),
    corners: Uint32Array.from(
      triangles.flatMap((t) => [0, 1, 2].map((k) => renumbered.get(draft.corners[3 * t + k]!)!)),
    ),
    doubleSided: Uint8Array.from(triangles, (t) => draft.doubleSided[t]!),
    links: links && { length: vertices.length, weights: pick(links.weights, 4), bones: pick(links.bones, 4) },
  };
}

/** A batch with all its derived streams, and its sizes as the game's compiler rounds them. */
export function toBatch(draft: Draft, flags: number, renderMode: number): { batch: Batch; info: BatchInfo } {
  const vertexCount = draft.positions.length / 3;
  const faceCount = draft.corners.length / 3;
  const batch: Batch = {
    positions: draft.positions,
    normals: draft.normals,
    uvs: draft.uvs,
    triangles: {
      length: faceCount,
      indices: Uint16Array.from(draft.corners),
      flags: Uint16Array.from(draft.doubleSided, (is) => (is ? DOUBLE_SIDED : 0)),
    },
    planes: (flags & lodFlags.planes) === 0 ? undefined : planesOf(draft.positions, draft.corners),
    samePos: samePositions(draft.positions),
    links: draft.links ?? {
      length: vertexCount,
      weights: new Uint8Array(4 * vertexCount),
      bones: new Uint8Array(4 * vertexCount),
    },
    morphMap: undefined, // needs all batches of the level
    slack: {},
  };
  return { batch, info: { ...canonicalSizes(vertexCount, faceCount), vertexCount, faceCount, renderMode } };
}

const roundUp = (value: number, to: number) => Math.ceil(value / to) * to;

/** Stream sizes of the compiler (specification, section 6.6). */
function canonicalSizes(nv: number, nf: number) {
  return {
    positionsSize: roundUp(12 * nv, 16),
    trianglesSize: 8 * nf,
    samePosSize: 4 * roundUp(nv, 4) - 2 * nv,
    linksSize: roundUp(8 * nv, 16),
    uvsSize: roundUp(8 * nv, 16),
  };
}

/** The bits of the NaN that compilers store. */
const NO_PLANE = 0xffc00000;

/** Planes of triangles; those without area have none (specification, section 7.3). */
export function planesOf(positions: Float32Array, corners: ArrayLike<number>): Planes {
  const length = corners.length / 3;
  const normal = new Float32Array(3 * length);
  const d = new Float32Array(length);
  const [normalBits, dBits] = [new Uint32Array(normal.buffer), new Uint32Array(d.buffer)];
  for (let t = 0; t < length; t++) {
    const a = corners[3 * t]!;
    const n = crossOf(positions, a, corners[3 * t + 1]!, corners[3 * t + 2]!);
    const size = Math.hypot(...n);
    if (!(size > 0 && size < Infinity)) {
      normalBits.fill(NO_PLANE, 3 * t, 3 * t + 3);
      dBits[t] = NO_PLANE;
      continue;
    }
    let distance = 0;
    for (let k = 0; k < 3; k++) {
      normal[3 * t + k] = n[k]! / size;
      distance -= (n[k]! / size) * positions[3 * a + k]!;
    }
    d[t] = distance;
  }
  return { length, normal, d };
}

/** How far before each vertex the first one at its position stands; 0: it is the first. */
export function samePositions(positions: Float32Array): Int16Array<ArrayBuffer> {
  const first = new Map<string, number>();
  const back = new Int16Array(positions.length / 3);
  for (let i = 0; i < back.length; i++) {
    const key = positionKey(positions, i);
    const at = first.get(key);
    if (at === undefined) first.set(key, i);
    else back[i] = i - at;
  }
  return back;
}

/** Equal for equal positions, 0 and -0 the same. */
function positionKey(positions: Float32Array, i: number): string {
  return `${positions[3 * i]! + 0} ${positions[3 * i + 1]! + 0} ${positions[3 * i + 2]! + 0}`;
}

/** Sets the morph maps of a level's batches; returns how many original vertices there are (specification, section 7.3). */
export function setMorphMaps(batches: readonly Batch[]): number {
  const firsts = batches.map(({ positions }) => {
    const first = new Map<string, number>();
    for (let i = positions.length / 3 - 1; i >= 0; i--) first.set(positionKey(positions, i), i);
    return first;
  });
  const originals = new Set<string>();
  for (const { positions } of batches) {
    for (let i = 0; i < positions.length / 3; i++) originals.add(positionKey(positions, i));
  }
  const keys = [...originals];
  for (const [b, batch] of batches.entries())
    batch.morphMap = Int16Array.from(keys, (key) => firsts[b]!.get(key) ?? -1);
  return keys.length;
}

/** How many different positions the batches have. */
export function distinctPositions(batches: readonly Batch[]): number {
  const seen = new Set<string>();
  for (const { positions } of batches) {
    for (let i = 0; i < positions.length / 3; i++) seen.add(positionKey(positions, i));
  }
  return seen.size;
}

/** Four weights that sum to 255, the strongest first; unused slots have bone 255. */
export function toLink(shares: ReadonlyMap<number, number>): { weights: number[]; bones: number[] } {
  const strongest = [...shares]
    .filter(([, w]) => w > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 4);
  const scaled = strongest.length === 0 ? [] : scaledTo255(strongest.map(([, weight]) => weight));
  const used = strongest.map(([bone], i) => [bone, scaled[i]!] as const).filter(([, weight]) => weight > 0);
  used.sort((a, b) => b[1] - a[1]);
  const weights = [0, 0, 0, 0];
  const bones = [255, 255, 255, 255];
  for (const [i, [bone, weight]] of used.entries()) [weights[i], bones[i]] = [weight, bone];
  return { weights, bones };
}

/** Of each vertex, how much every joint counts. Sets of four are added up. */
export function sharesOf(primitive: Primitive, vertex: number, boneOfJoint: readonly number[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const [set, joints] of primitive.joints.entries()) {
    const weights = primitive.weights[set]!;
    const scale = weights instanceof Uint8Array ? 1 / 255 : 1;
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      const weight = weights[k]! * scale;
      const bone = boneOfJoint[joints[k]!];
      if (weight > 0 && bone !== undefined) shares.set(bone, (shares.get(bone) ?? 0) + weight);
    }
  }
  return shares;
}
