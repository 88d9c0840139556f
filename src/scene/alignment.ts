// Editors number vertices anew: they weld some, split others, and drop triangles that lie on each other. Here the triangles of
// a surface find those that they were, so that only what was edited needs to be written.

/** Triangles with what their vertices have. */
export interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  /** Three vertices a triangle, and whether it is double-sided. */
  readonly corners: Uint32Array;
  readonly doubleSided: Uint8Array;
}

/** A surface with the vertices and triangles of another, and where they come from. */
export interface Alignment {
  readonly surface: Surface;
  /** The vertex that each vertex was, or -1 where the editor dropped all of its triangles. */
  readonly partners: Int32Array;
}

/** Metres, texture coordinates and components of normals within which a value is what it was. */
export const sameVertex: VertexTolerance = { positions: 2e-5, uvs: 1e-4, normals: 0.02 };

export interface VertexTolerance {
  readonly positions: number;
  readonly uvs: number;
  readonly normals: number;
}

/** The share of vertices whose normals an editor may have lost in storing them, where nothing moved. */
const STRAY_NORMALS = 0.1;

/**
 * The surface `now` with the vertices and triangles of `before`, in their order. Undefined where its triangles are others than
 * moved ones, or where corners that were one vertex are none any more.
 */
export function alignSurface(before: Surface, now: Surface, tolerance = sameVertex): Alignment | undefined {
  const places = placesOf(before.positions, now.positions, tolerance.positions);
  const pairs = pairTriangles(before, now, places, tolerance.uvs);
  if (pairs === undefined) return undefined;
  const partners: Set<number>[] = Array.from({ length: before.positions.length / 3 }, () => new Set());
  const doubleSided = before.doubleSided.slice();
  for (const { old, triangle, turn } of pairs) {
    for (let k = 0; k < 3; k++) {
      partners[before.corners[3 * old + k]!]!.add(now.corners[3 * triangle + ((k + turn) % 3)]!);
    }
    doubleSided[old] = now.doubleSided[triangle]!;
  }
  const surface: Surface = {
    positions: before.positions.slice(),
    normals: before.normals.slice(),
    uvs: before.uvs.slice(),
    corners: before.corners,
    doubleSided,
  };
  let torn = 0;
  for (const [v, corners] of partners.entries()) {
    const [first, ...others] = corners;
    if (first === undefined) continue;
    const isOne = (name: 'positions' | 'uvs', width: number) =>
      others.every((w) => isNear(now[name], first, now[name], w, width, tolerance[name]));
    if (!isOne('positions', 3) || !isOne('uvs', 2)) return undefined;
    copyVertex(now, first, surface, v);
    const isKept = [first, ...others].some((w) => isNear(before.normals, v, now.normals, w, 3, tolerance.normals));
    if (isKept) surface.normals.set(before.normals.subarray(3 * v, 3 * v + 3), 3 * v);
    else if (others.some((w) => !isNear(now.normals, first, now.normals, w, 3, tolerance.normals))) torn++;
  }
  if (torn > STRAY_NORMALS * partners.length) return undefined;
  moveLeftBehind(before, surface, places.before, partners, tolerance);
  keepStrayNormals(before, surface, tolerance);
  return { surface, partners: Int32Array.from(partners, (corners) => [...corners][0] ?? -1) };
}

function copyVertex(from: Surface, w: number, to: Surface, v: number): void {
  to.positions.set(from.positions.subarray(3 * w, 3 * w + 3), 3 * v);
  to.normals.set(from.normals.subarray(3 * w, 3 * w + 3), 3 * v);
  to.uvs.set(from.uvs.subarray(2 * w, 2 * w + 2), 2 * v);
}

/** Vertices of dropped triangles go where those went that stood at the same place. */
function moveLeftBehind(
  before: Surface,
  result: Surface,
  places: Int32Array,
  partners: readonly Set<number>[],
  tolerance: VertexTolerance,
): void {
  const movedTo = new Map<number, number>();
  for (const [v, { size }] of partners.entries()) if (size > 0) movedTo.set(places[v]!, v);
  for (const [v, { size }] of partners.entries()) {
    const leader = size > 0 ? undefined : movedTo.get(places[v]!);
    if (leader === undefined || isNear(before.positions, leader, result.positions, leader, 3, tolerance.positions))
      continue;
    result.positions.set(result.positions.subarray(3 * leader, 3 * leader + 3), 3 * v);
  }
}

/** Where no corner of their triangles moved, a few other normals are no edit. */
function keepStrayNormals(before: Surface, result: Surface, tolerance: VertexTolerance): void {
  const isMoved = (v: number) => !isNear(before.positions, v, result.positions, v, 3, tolerance.positions);
  const count = before.positions.length / 3;
  const isTouched = new Uint8Array(count);
  for (let at = 0; at < before.corners.length; at += 3) {
    const corners = before.corners.subarray(at, at + 3);
    if (corners.some(isMoved)) for (const v of corners) isTouched[v] = 1;
  }
  const stray = Array.from({ length: count }, (_, v) => v).filter(
    (v) => isTouched[v] === 0 && !isNear(before.normals, v, result.normals, v, 3, tolerance.normals),
  );
  if (stray.length > STRAY_NORMALS * count) return;
  for (const v of stray) result.normals.set(before.normals.subarray(3 * v, 3 * v + 3), 3 * v);
}

function isNear(a: Float32Array, i: number, b: Float32Array, j: number, width: number, tolerance: number): boolean {
  for (let c = 0; c < width; c++) {
    if (!(Math.abs(a[width * i + c]! - b[width * j + c]!) <= tolerance)) return false;
  }
  return true;
}

interface Places {
  /** For each vertex, a number that all vertices at its place have in common. */
  readonly before: Int32Array;
  readonly now: Int32Array;
}

function placesOf(before: Float32Array, now: Float32Array, tolerance: number): Places {
  const size = 2 * tolerance;
  const cells = new Map<string, number[]>();
  const points: number[][] = [];
  const placeOf = (x: number, y: number, z: number): number => {
    const cell = [x, y, z].map((value) => Math.round(value / size));
    for (let n = 0; n < 27; n++) {
      const key = `${cell[0]! + (n % 3) - 1} ${cell[1]! + (Math.floor(n / 3) % 3) - 1} ${cell[2]! + Math.floor(n / 9) - 1}`;
      const place = cells
        .get(key)
        ?.find((i) => points[i]!.every((value, c) => Math.abs(value - [x, y, z][c]!) <= tolerance));
      if (place !== undefined) return place;
    }
    const key = cell.map((value) => value + 0).join(' ');
    cells.set(key, [...(cells.get(key) ?? []), points.length]);
    return points.push([x, y, z]) - 1;
  };
  const number = (p: Float32Array) =>
    Int32Array.from({ length: p.length / 3 }, (_, v) => placeOf(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!));
  return { before: number(before), now: number(now) };
}

/** A triangle of now, and the one that it was; its corner `k + turn` was corner k. */
interface Pair {
  readonly old: number;
  readonly triangle: number;
  readonly turn: number;
}

function pairTriangles(before: Surface, now: Surface, places: Places, uvTolerance: number): Pair[] | undefined {
  const shapes = { before: shapesOf(before.corners, places.before), now: shapesOf(now.corners, places.now) };
  const free = new Map<string, number[]>();
  for (const [t, shape] of shapes.before.entries()) {
    if (shape !== undefined) free.set(shape.key, [...(free.get(shape.key) ?? []), t]);
  }
  const pairs: Pair[] = [];
  const left: number[] = [];
  for (const [t, shape] of shapes.now.entries()) {
    if (shape === undefined) continue;
    const candidates = free.get(shape.key) ?? [];
    const pair = candidates
      .map((old) => ({ old, triangle: t, turn: (shape.first - shapes.before[old]!.first + 3) % 3 }))
      .sort((a, b) => unlikeness(before, now, a) - unlikeness(before, now, b))[0];
    if (pair === undefined) left.push(t);
    else {
      pairs.push(pair);
      candidates.splice(candidates.indexOf(pair.old), 1);
    }
  }
  // Of triangles on the same three places, whatever their sides, an editor keeps one.
  const surfaceOf = (t: number) => shapes.before[t]!.surface;
  const seen = new Set(pairs.map(({ old }) => surfaceOf(old)));
  const missing = [...free.values()].flat().sort((a, b) => a - b);
  const moved = missing.filter((t) => !seen.has(surfaceOf(t)) && seen.add(surfaceOf(t)));
  if (moved.length !== left.length) return undefined;
  for (const [i, old] of moved.entries()) {
    const pair = { old, triangle: left[i]!, turn: 0 };
    if (texturesApart(before, now, pair) > uvTolerance && moved.length > before.doubleSided.length / 2)
      return undefined;
    pairs.push(pair);
  }
  return pairs;
}

/** Each triangle by the places of its corners: from the least on, and in any order. Undefined for one without area. */
function shapesOf(corners: Uint32Array, places: Int32Array) {
  return Array.from({ length: corners.length / 3 }, (_, t) => {
    const [a, b, c] = [places[corners[3 * t]!]!, places[corners[3 * t + 1]!]!, places[corners[3 * t + 2]!]!];
    if (a === b || b === c || c === a) return undefined;
    const first = a < b && a < c ? 0 : b < c ? 1 : 2;
    const turned = [a, b, c, a, b].slice(first, first + 3);
    return { first, key: turned.join(' '), surface: [...turned].sort((x, y) => x - y).join(' ') };
  });
}

/** How far texture coordinates and normals are off in all; sides count more than anything. */
function unlikeness(before: Surface, now: Surface, pair: Pair): number {
  let sum = texturesApart(before, now, pair);
  forCorners(before, now, pair, (v, w) => {
    for (let c = 0; c < 3; c++) sum += Math.abs(before.normals[3 * v + c]! - now.normals[3 * w + c]!);
  });
  return sum + (before.doubleSided[pair.old] === now.doubleSided[pair.triangle] ? 0 : 1e6);
}

function texturesApart(before: Surface, now: Surface, pair: Pair): number {
  let sum = 0;
  forCorners(before, now, pair, (v, w) => {
    for (let c = 0; c < 2; c++) sum += Math.abs(before.uvs[2 * v + c]! - now.uvs[2 * w + c]!);
  });
  return sum;
}

function forCorners(
  before: Surface,
  now: Surface,
  { old, triangle, turn }: Pair,
  visit: (v: number, w: number) => void,
): void {
  for (let k = 0; k < 3; k++) visit(before.corners[3 * old + k]!, now.corners[3 * triangle + ((k + turn) % 3)]!);
}
