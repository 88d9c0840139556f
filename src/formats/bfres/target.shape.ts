import { sameValue } from '../../binary/index.ts';
import type { Primitive } from '../../scene/scene.ts';
import { type AttributeFormat, encodeAttribute } from './attribute-format.ts';
import { type Box, boxOf, radiusOf, type Sphere, skinBonesOf, spheresOf } from './target.bounds.ts';
import { bitangentsOf, type VertexDraft } from './target.vertices.ts';
import type { AttributeView, ShapeView, SkeletonView } from './view.ts';

// Shapes made anew from the vertices of a scene, in the formats of the original.

/** A level of detail. */
export interface LevelDraft {
  readonly indices: Uint16Array | Uint32Array;
  readonly firstVertex: number;
}

/** An attribute whose format had to change: its texture coordinates reach beyond 0 to 1. */
export interface AttributeDraft {
  readonly name: string;
  readonly buffer: number;
  readonly offset: number;
  /** Two halves in place of the original's format. */
  readonly isWidened: boolean;
}

export interface ShapeDraft {
  readonly vertexCount: number;
  readonly buffers: readonly { readonly data: Uint8Array; readonly stride: number }[];
  readonly attributes: readonly AttributeDraft[];
  readonly levels: readonly LevelDraft[];
  readonly skinBones: Uint16Array<ArrayBuffer>;
  /** Per level two boxes: of its only sub-mesh, of itself. */
  readonly boxes: readonly Box[];
  readonly radii: readonly number[];
  readonly spheres: readonly Sphere[];
  /** Attributes that the scene has nothing for. */
  readonly unknown: readonly string[];
}

export interface ShapeContext {
  readonly skeleton: SkeletonView;
  readonly littleEndian: boolean;
  /** Whether boxes count every influence, as in version 10. */
  readonly everyInfluence: boolean;
}

/** Two halves. */
const WIDE: AttributeFormat = { kind: 'float', bits: [16, 16], isPacked: false, size: 4 };

/** A shape of these vertices; `levels` index them. Attributes go where those of `like` are. */
export function draftShape(
  like: Pick<ShapeView, 'attributes' | 'skinCount'>,
  vertices: VertexDraft,
  levels: readonly LevelDraft[],
  context: ShapeContext,
): ShapeDraft {
  const { skeleton, littleEndian, everyInfluence } = context;
  const { skinCount } = like;
  const columns = [...like.attributes].map(([name, view]) => ({
    name,
    view,
    ...columnOf(name, view, vertices, skinCount),
  }));
  const { attributes, strides } = layOut(columns);
  const buffers = strides.map((stride) => ({ data: new Uint8Array(stride * vertices.count), stride }));
  for (const [i, { view, values, width, format }] of columns.entries()) {
    const { buffer, offset } = attributes[i]!;
    const { data: bytes, stride } = buffers[buffer]!;
    const place = { bytes, stride, offset, count: vertices.count, littleEndian };
    if (values !== undefined) encodeAttribute(values, width, place, format ?? view.format!);
  }
  const used = levels.map(({ indices, firstVertex }) => new Set(Array.from(indices, (index) => index + firstVertex)));
  const boxes = used.map((set) => boxOf(vertices, set, skinCount, skeleton, everyInfluence));
  const skinBones = skinCount > 0 ? skinBonesOf(vertices, skinCount, skeleton) : new Uint16Array(0);
  return {
    vertexCount: vertices.count,
    buffers,
    attributes,
    levels,
    skinBones,
    boxes: boxes.flatMap((box) => [box, box]),
    radii: boxes.map((box, level) => radiusOf(vertices, used[level]!, skinCount, skeleton, box)),
    spheres: everyInfluence ? spheresOf(vertices, skinCount, skinBones, skeleton) : [],
    unknown: columns.filter(({ values }) => values === undefined).map(({ name }) => name),
  };
}

interface Column {
  /** Undefined where the scene has nothing for the attribute. */
  readonly values: ArrayLike<number> | undefined;
  readonly width: number;
  /** In place of the original's. */
  readonly format?: AttributeFormat;
}

function columnOf(name: string, { format }: AttributeView, vertices: VertexDraft, skinCount: number): Column {
  const index = Number(name.slice(2));
  const { count } = vertices;
  if (format === undefined) return { values: undefined, width: 0 };
  switch (name.slice(0, 2)) {
    case '_p':
      return positionColumn(index === 0 ? vertices.positions : vertices.targets[index - 1], count);
    case '_n':
      return index === 0
        ? { values: withOne(vertices.normals ?? upwards(count), count), width: 4 }
        : { values: undefined, width: 0 };
    case '_t':
      return { values: vertices.tangents ?? new Float32Array(4 * count), width: 4 };
    case '_b':
      return { values: bitangentsOf(vertices), width: 4 };
    case '_u':
      return textureColumn(vertices.uvs[index] ?? vertices.uvs[0] ?? new Float32Array(2 * count), format);
    case '_c':
      return { values: colorValues(vertices.colors[index], count), width: 4 };
    case '_i':
      return { values: influences(vertices.joints, skinCount, index, 1), width: 4 };
    case '_w':
      return { values: influences(vertices.weights, skinCount, index, 1 / 255), width: 4 };
    default:
      return { values: undefined, width: 0 };
  }
}

const positionColumn = (positions: Float32Array | undefined, count: number): Column =>
  positions === undefined ? { values: undefined, width: 0 } : { values: withOne(positions, count), width: 4 };

/** Vectors with a fourth number 1, which some formats store. */
function withOne(vectors: Float32Array, count: number): Float32Array {
  const values = new Float32Array(4 * count);
  for (let v = 0; v < count; v++) {
    values.set(vectors.subarray(3 * v, 3 * v + 3), 4 * v);
    values[4 * v + 3] = 1;
  }
  return values;
}

const upwards = (count: number): Float32Array =>
  Float32Array.from({ length: 3 * count }, (_, i) => Number(i % 3 === 1));

/** Coordinates beyond 0 to 1 do not fit fractions of 1 (section 7.3). */
function textureColumn(values: Float32Array, format: AttributeFormat): Column {
  const isFraction = format.kind === 'unorm' || format.kind === 'snorm';
  const low = format.kind === 'snorm' ? -1 : 0;
  const fits = values.every((value) => value >= low - 1e-6 && value <= 1 + 1e-6);
  return { values, width: 2, ...(isFraction && !fits ? { format: WIDE } : {}) };
}

function colorValues(colors: Float32Array | Uint8Array | undefined, count: number): ArrayLike<number> {
  if (colors === undefined) return new Float32Array(4 * count).fill(1);
  return colors instanceof Uint8Array ? Float32Array.from(colors, (value) => value / 255) : colors;
}

/** Four influences of the set `index` a vertex; 0 behind the last. */
function influences(values: ArrayLike<number>, skinCount: number, index: number, unit: number): Float32Array {
  const count = skinCount === 0 ? 0 : values.length / skinCount;
  const columns = new Float32Array(4 * count);
  for (let v = 0; v < count; v++) {
    for (let c = 0; c < 4 && 4 * index + c < skinCount; c++) {
      columns[4 * v + c] = values[v * skinCount + 4 * index + c]! * unit;
    }
  }
  return columns;
}

interface Placed {
  readonly name: string;
  readonly view: AttributeView;
  readonly format?: AttributeFormat;
}

/** Offsets and strides as they were, or one behind the other where a format grew. */
function layOut(columns: readonly Placed[]): { attributes: AttributeDraft[]; strides: number[] } {
  const strides: number[] = [];
  for (const { view } of columns) strides[view.buffer] = view.data.stride;
  const grown = new Set(
    columns
      .filter(({ view, format }) => format !== undefined && format.size > (view.format?.size ?? 0))
      .map(({ view }) => view.buffer),
  );
  const ends = new Map([...grown].map((buffer) => [buffer, 0]));
  const attributes = columns.map(({ name, view, format }) => {
    const { buffer, data } = view;
    const isWidened = format !== undefined;
    const end = ends.get(buffer);
    if (end === undefined) return { name, buffer, offset: data.offset, isWidened };
    ends.set(buffer, end + Math.max(4, (format ?? view.format)?.size ?? 4));
    return { name, buffer, offset: end, isWidened };
  });
  for (const [buffer, end] of ends) strides[buffer] = end;
  return { attributes, strides: Array.from(strides, (stride) => stride ?? 0) };
}

/** The levels of a shape from primitives: those that have the same vertices share them, others get ranges of their own. */
export function joinLevels(primitives: readonly Primitive[]): { positionsOf: Primitive[]; levels: LevelDraft[] } {
  const positionsOf: Primitive[] = [];
  const starts: number[] = [];
  let total = 0;
  const levels = primitives.map((primitive) => {
    let i = positionsOf.findIndex((other) => hasSameVertices(other, primitive));
    if (i < 0) {
      i = positionsOf.push(primitive) - 1;
      starts.push(total);
      total += primitive.positions.length / 3;
    }
    return { indices: primitive.indices, firstVertex: starts[i]! };
  });
  return { positionsOf, levels };
}

const hasSameVertices = (a: Primitive, b: Primitive): boolean =>
  sameValue(a.positions, b.positions) && sameValue(a.normals, b.normals) && sameValue(a.uvs, b.uvs);

/** Several runs of vertices as one. */
export function joinVertices(runs: readonly VertexDraft[]): VertexDraft {
  const [first] = runs as [VertexDraft];
  if (runs.length === 1) return first;
  const join = <A extends Float32Array | Uint8Array | Uint16Array>(arrays: readonly A[]): A => {
    const joined = new (arrays[0]!.constructor as new (length: number) => A)(
      arrays.reduce((sum, { length }) => sum + length, 0),
    );
    let at = 0;
    for (const array of arrays) {
      joined.set(array, at);
      at += array.length;
    }
    return joined;
  };
  const all = <A extends Float32Array | Uint8Array | Uint16Array>(
    of: (run: VertexDraft) => A | undefined,
  ): A | undefined => (runs.every((run) => of(run) !== undefined) ? join(runs.map((run) => of(run)!)) : undefined);
  const sets = (of: (run: VertexDraft) => number) => Math.min(...runs.map(of));
  return {
    count: runs.reduce((sum, { count }) => sum + count, 0),
    positions: all(({ positions }) => positions)!,
    normals: all(({ normals }) => normals),
    tangents: all(({ tangents }) => tangents),
    uvs: Array.from({ length: sets(({ uvs }) => uvs.length) }, (_, i) => all(({ uvs }) => uvs[i])!),
    colors: Array.from(
      { length: sets(({ colors }) => colors.length) },
      (_, i) => all(({ colors }) => asFloats(colors[i]!))!,
    ),
    targets: Array.from({ length: sets(({ targets }) => targets.length) }, (_, i) => all(({ targets }) => targets[i])!),
    joints: all(({ joints }) => joints)!,
    weights: all(({ weights }) => weights)!,
  };
}

const asFloats = (colors: Float32Array | Uint8Array): Float32Array =>
  colors instanceof Float32Array ? colors : Float32Array.from(colors, (value) => value / 255);
