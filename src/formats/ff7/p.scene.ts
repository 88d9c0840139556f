import type { MorphTarget, Primitive } from '../../scene/scene.ts';
import type { PolygonModel } from './ff7-p.ts';

// P files as primitives: one a group, in the order of the file, with the vertices of the group (specification, sections
// 5.4 and 12.2). Positions stay in the units of the game.

/** sRGB to linear, for all display values of 8 bits. */
export const linear = Float32Array.from({ length: 256 }, (_, i) => {
  const value = i / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** What a group is drawn with. */
export interface GroupLook {
  /** Index into the model's textures; undefined for plain colours. */
  readonly texture: number | undefined;
  readonly isDoubleSided: boolean;
  /** How it blends with what lies behind; undefined where it covers it. */
  readonly blendMode: number | undefined;
  /** Of the whole group, in place of the vertices', while it blends. */
  readonly vertexAlpha: number;
}

const NO_CULL = 0x4000;
const ALPHA_BLEND = 0x400;
const OPAQUE = 4;

export function lookOf({ groups, hundreds }: PolygonModel, group: number): GroupLook {
  const texture = groups.textured[group] === 0 ? undefined : groups.textureId[group]!;
  if (group >= hundreds.length) return { texture, isDoubleSided: false, blendMode: undefined, vertexAlpha: 255 };
  const states = hundreds.options[group]! & hundreds.features[group]!;
  const blendMode = hundreds.blendMode[group]!;
  const blends = (states & ALPHA_BLEND) !== 0 && blendMode !== OPAQUE;
  return {
    texture,
    isDoubleSided: (states & NO_CULL) !== 0,
    blendMode: blends ? blendMode : undefined,
    vertexAlpha: hundreds.vertexAlpha[group]! & 0xff,
  };
}

/** What could not be shown of meshes, counted. */
export interface MeshLosses {
  /** Polygons that refer to vertices which do not exist. */
  polygons: number;
  /** Coordinates that are no numbers. */
  coordinates: number;
}

interface GroupPart {
  readonly group: number;
  readonly primitive: Primitive;
}

/** The groups of a mesh that have something to draw. */
export function primitivesOf(file: PolygonModel, losses: MeshLosses): GroupPart[] {
  const parts: GroupPart[] = [];
  for (let group = 0; group < file.groups.length; group++) {
    const primitive = primitiveOf(file, group, losses);
    if (primitive !== undefined) parts.push({ group, primitive });
  }
  return parts;
}

function primitiveOf(file: PolygonModel, group: number, losses: MeshLosses): Primitive | undefined {
  const { groups, vertices, polygons } = file;
  const first = groups.vertexStart[group]!;
  const count = Math.min(groups.vertexCount[group]!, Math.max(0, vertices.length - first));
  const firstPolygon = Math.min(groups.polygonStart[group]!, polygons.length);
  const endPolygon = Math.min(firstPolygon + groups.polygonCount[group]!, polygons.length);
  const corners: number[] = [];
  const usedPolygons: number[] = [];
  for (let p = firstPolygon; p < endPolygon; p++) {
    const [a, b, c] = polygons.vertices.subarray(3 * p, 3 * p + 3) as unknown as [number, number, number];
    if (a >= count || b >= count || c >= count) losses.polygons++;
    else {
      corners.push(a, c, b); // clockwise is front in the game
      usedPolygons.push(p);
    }
  }
  losses.polygons += groups.polygonCount[group]! - (endPolygon - firstPolygon);
  if (corners.length === 0) return undefined;
  const positions = vertices.position.slice(3 * first, 3 * (first + count));
  for (const [i, x] of positions.entries()) {
    if (Number.isFinite(x)) continue;
    positions[i] = 0;
    losses.coordinates++;
  }
  const { vertexAlpha, blendMode } = lookOf(file, group);
  const colors = colorsOf(file, first, count, blendMode === undefined ? undefined : vertexAlpha);
  const uvs = uvsOf(file, group, count);
  const primitive: Primitive = {
    indices: count > 0xffff ? Uint32Array.from(corners) : Uint16Array.from(corners),
    positions,
    uvs: uvs === undefined ? [] : [uvs],
    colors: colors === undefined ? [] : [colors],
    joints: [],
    weights: [],
    targets: [] satisfies MorphTarget[],
  };
  return withNormals(primitive, file, usedPolygons, count);
}

function colorsOf(
  file: PolygonModel,
  first: number,
  count: number,
  alpha: number | undefined,
): Float32Array | undefined {
  const { bgra, length } = file.vertexColors;
  if (first + count > length) return undefined;
  const colors = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const at = 4 * (first + i);
    for (let c = 0; c < 3; c++) colors[4 * i + c] = linear[bgra[at + 2 - c]!]!;
    colors[4 * i + 3] = (alpha ?? bgra[at + 3]!) / 255;
  }
  return colors;
}

function uvsOf({ groups, texCoords }: PolygonModel, group: number, count: number): Float32Array | undefined {
  const start = groups.texCoordStart[group]!;
  if (groups.textured[group] === 0 || start + count > texCoords.length) return undefined;
  return texCoords.uv.slice(2 * start, 2 * (start + count)).map((x) => (Number.isFinite(x) ? x : 0));
}

/**
 * With the normals of the file, unless one is missing or of no length. Where polygons give one vertex several normals,
 * every corner becomes a vertex of its own.
 */
function withNormals(primitive: Primitive, file: PolygonModel, used: readonly number[], count: number): Primitive {
  const { normals, polygons } = file;
  if (normals.length === 0) return primitive;
  const normalOf = new Int32Array(count).fill(-1);
  let isShared = true;
  for (const p of used) {
    for (let k = 0; k < 3; k++) {
      const normal = polygons.normals[3 * p + k]!;
      if (normal >= normals.length || lengthOf(normals.normal, normal) < 1e-6) return primitive;
      const vertex = polygons.vertices[3 * p + k]!;
      if (normalOf[vertex] !== -1 && normalOf[vertex] !== normal) isShared = false;
      normalOf[vertex] = normal;
    }
  }
  if (isShared)
    return {
      ...primitive,
      normals: unitNormals(
        normals.normal,
        Array.from(normalOf, (n) => Math.max(0, n)),
      ),
    };
  const cornerNormals = used.flatMap((p) => [0, 2, 1].map((k) => polygons.normals[3 * p + k]!));
  return { ...perCorner(primitive), normals: unitNormals(normals.normal, cornerNormals) };
}

function lengthOf(normals: Float32Array, normal: number): number {
  const length = Math.hypot(normals[3 * normal]!, normals[3 * normal + 1]!, normals[3 * normal + 2]!);
  return Number.isFinite(length) ? length : 0;
}

function unitNormals(normals: Float32Array, indices: readonly number[]): Float32Array {
  const result = new Float32Array(3 * indices.length);
  for (const [i, normal] of indices.entries()) {
    const length = lengthOf(normals, normal) || 1;
    for (let c = 0; c < 3; c++) result[3 * i + c] = normals[3 * normal + c]! / length;
  }
  return result;
}

/** Every corner as a vertex of its own. */
function perCorner(primitive: Primitive): Primitive {
  const { indices } = primitive;
  const spread = (values: Float32Array, width: number) => {
    const result = new Float32Array(width * indices.length);
    for (const [i, vertex] of indices.entries()) {
      result.set(values.subarray(width * vertex, width * (vertex + 1)), width * i);
    }
    return result;
  };
  return {
    ...primitive,
    indices: indices.map((_, i) => i),
    positions: spread(primitive.positions, 3),
    uvs: primitive.uvs.map((uvs) => spread(uvs, 2)),
    colors: primitive.colors.map((colors) => spread(colors as Float32Array, 4)),
  };
}
