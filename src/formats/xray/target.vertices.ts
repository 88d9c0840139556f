import { chunkValue } from '../../binary/index.ts';
import type { Issue } from '../../issue.ts';
import type { Primitive } from '../../scene/scene.ts';
import type { Mesh } from './mesh.ts';
import { meshVertices } from './mesh-parts.ts';
import { linksOf, type OgfPart, type Vertices } from './ogf.ts';
import { mirrored } from './space.ts';
import { tangentFrames } from './tangents.ts';
import { boundsOf } from './target.mesh.ts';
import type { TargetPart } from './target.model.ts';
import { headerOf, textureOf, toVertices } from './target.ogf.ts';

// Meshes and parts whose triangles are those of the original: only what moved is written, all else stays as it was.

/** Metres that a vertex may be off before it counts as moved. */
const MOVED = 2e-5;
/** Components of normals, texture coordinates and weights. */
const CHANGED = 4e-3;

/** Primitives with the same vertices and triangles, before and after. */
export interface Pair {
  readonly before: Primitive;
  readonly after: Primitive;
}

/** Whether two primitives have the same triangles of the same vertices. */
export const isAligned = ({ before, after }: Pair): boolean =>
  before.positions.length === after.positions.length &&
  before.indices.length === after.indices.length &&
  before.indices.every((index, i) => index === after.indices[i]);

/**
 * The mesh with the places that its vertices have now. Undefined where vertices at one place went to different ones. The
 * corners have to be as they were in all but their places, and the normals to follow from those.
 */
export function movedMesh(mesh: Mesh, pairs: readonly Pair[]): Mesh | undefined {
  const moves = new Map<string, Float32Array>();
  const still = new Set<string>();
  const keyOf = (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  for (const { before, after } of pairs) {
    for (let at = 0; at < before.positions.length; at += 3) {
      const place = mirrored(before.positions, at);
      const key = keyOf(place[0] + 0, place[1] + 0, place[2] + 0);
      const now = Float32Array.from(mirrored(after.positions, at));
      const known = moves.get(key);
      if (known !== undefined && isFar(known, 0, now, 0, 3, MOVED)) return undefined;
      if (!isFar(place, 0, now, 0, 3, MOVED)) still.add(key);
      else moves.set(key, now);
      if (still.has(key) && moves.has(key)) return undefined;
    }
  }
  const positions = meshVertices(mesh)?.slice();
  if (positions === undefined) return undefined;
  for (let at = 0; at < positions.length; at += 3) {
    const now = moves.get(keyOf(positions[at]! + 0, positions[at + 1]! + 0, positions[at + 2]! + 0));
    if (now !== undefined) positions.set(now, at);
  }
  return mesh.map((chunk) => {
    if (chunk.name === 'vertices') return { ...chunk, value: { ...chunk.value, position: positions } };
    if (chunk.name === 'verticesWithFaces') {
      return { ...chunk, value: { ...chunk.value, vertices: { ...chunk.value.vertices, position: positions } } };
    }
    return chunk.name === 'bounds' ? { ...chunk, value: boundsOf(positions) } : chunk;
  }) as Mesh;
}

/** The part with what its vertices have now. Undefined where vertices follow more bones than its format holds. */
export function editedPart(part: OgfPart, pair: Pair, now: TargetPart, issues: Issue[]): OgfPart | undefined {
  const stored = chunkValue(part, 'vertices');
  if (stored?.vertices === undefined || stored.vertices.length * 3 !== now.positions.length) return undefined;
  const vertices = editedVertices(stored.vertices, linksOf.get(stored.format)!, pair, now);
  if (vertices === undefined) return undefined;
  const header = chunkValue(part, 'header');
  return part.map((chunk) => {
    if (chunk.name === 'vertices') return { ...chunk, value: { ...chunk.value, vertices } };
    if (chunk.name === 'header') return { ...chunk, value: headerOf(header!.type, vertices.position) };
    if (chunk.name !== 'texture') return chunk;
    const texture = textureOf(now, issues);
    const isSame = texture.texture === chunk.value.texture && texture.shader === chunk.value.shader;
    return isSame ? chunk : { ...chunk, value: texture };
  }) as OgfPart;
}

function editedVertices(
  stored: Vertices,
  links: number,
  { before, after }: Pair,
  now: TargetPart,
): Vertices | undefined {
  const made = toVertices(now);
  if (links > 0 && hasOtherWeights(before, after)) {
    // Another number of bones a vertex is another format.
    return undefined;
  }
  const columns = {
    position: stored.position.slice(),
    normal: stored.normal.slice(),
    uv: stored.uv.slice(),
    ...(stored.tangent && { tangent: stored.tangent.slice() }),
    ...(stored.bitangent && { bitangent: stored.bitangent.slice() }),
  };
  const frames = stored.tangent && tangentFrames(now, made.vertices.normal, made.vertices.uv);
  for (let v = 0; v < stored.length; v++) {
    const isMoved = isFar(before.positions, v * 3, after.positions, v * 3, 3, MOVED);
    const isTurned = isFar(before.normals, v * 3, after.normals, v * 3, 3, CHANGED);
    const isTextured = isFar(before.uvs[0], v * 2, after.uvs[0], v * 2, 2, CHANGED);
    if (isMoved) columns.position.set(now.positions.subarray(v * 3, v * 3 + 3), v * 3);
    if (isTurned) columns.normal.set(made.vertices.normal.subarray(v * 3, v * 3 + 3), v * 3);
    if (isTextured) columns.uv.set(made.vertices.uv.subarray(v * 2, v * 2 + 2), v * 2);
    if (frames === undefined || !(isMoved || isTurned || isTextured)) continue;
    columns.tangent?.set(frames.tangent.subarray(v * 3, v * 3 + 3), v * 3);
    columns.bitangent?.set(frames.bitangent.subarray(v * 3, v * 3 + 3), v * 3);
  }
  return { ...stored, ...columns };
}

function hasOtherWeights(before: Primitive, after: Primitive): boolean {
  const [old, now] = [before.weights, after.weights];
  if (old.length !== now.length) return true;
  return old.some((set, s) => {
    const other = now[s]!;
    const [unit, otherUnit] = [set, other].map((values) => (values instanceof Uint8Array ? 1 / 255 : 1));
    return set.length !== other.length || set.some((w, i) => Math.abs(w * unit! - other[i]! * otherUnit!) > CHANGED);
  });
}

type Numbers = ArrayLike<number> | undefined;

function isFar(a: Numbers, i: number, b: Numbers, j: number, width: number, limit: number): boolean {
  if (a === undefined || b === undefined) return false;
  for (let c = 0; c < width; c++) if (!(Math.abs(a[i + c]! - b[j + c]!) <= limit)) return true;
  return false;
}
