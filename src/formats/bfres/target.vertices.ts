import { cross, invert, type Matrix4, transformDirection, transformPoint, type Vector3 } from '../../math/index.ts';
import { jointMatrices, restPose, skinnedPositions, worldMatrices } from '../../scene/sampling.ts';
import type { MorphTarget, Primitive, Scene } from '../../scene/scene.ts';
import { boneWorlds } from './pose.ts';
import type { SkeletonView } from './view.ts';

// Vertices of a scene in the space that a shape stores them in (specification, section 9).

/** The vertices of a primitive as a shape has them, with weights as bytes that sum to 255. */
export interface VertexDraft {
  readonly count: number;
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly tangents: Float32Array | undefined;
  readonly uvs: readonly Float32Array[];
  readonly colors: readonly (Float32Array | Uint8Array)[];
  /** Where each morph target moves the vertices to. */
  readonly targets: readonly Float32Array[];
  /** Places in the palette, `skinCount` a vertex. */
  readonly joints: Uint16Array;
  /** Bytes, `skinCount` a vertex. */
  readonly weights: Uint8Array;
}

export interface VertexContext {
  readonly scene: Scene;
  readonly skeleton: SkeletonView;
  /** Node that stands for the model: what lies above it is no part of it. */
  readonly root: number | undefined;
  readonly skinCount: number;
  /** Bone that a shape without skin hangs from. */
  readonly boneIndex: number;
  /** Place in the palette of a bone by its name; undefined for bones that are not in it. */
  readonly paletteOf: (bone: string, isRigid: boolean) => number | undefined;
}

/** Bone name of a node: helpers are called after the bone they stand in for. */
export const boneNameOf = (node: string): string => node.replace(/__(rigid|scale)$/, '');

export function verticesFromScene(node: number, primitive: Primitive, context: VertexContext): VertexDraft {
  const { scene, skeleton, skinCount, boneIndex } = context;
  const count = primitive.positions.length / 3;
  const worlds = worldMatrices(scene);
  const toModel =
    context.root === undefined ? undefined : invert([...worlds.subarray(16 * context.root, 16 * context.root + 16)]);
  const directions = directionMatrices(scene, node, primitive, worlds, toModel);
  const pose = { ...restPose(scene), weights: [] };
  const placed = (stored: Primitive) => {
    const positions = Float32Array.from(skinnedPositions(scene, node, stored, pose, worlds));
    if (toModel !== undefined) transformAll(positions, 3, () => toModel, transformPoint);
    return positions;
  };
  const positions = placed(primitive);
  const targets = primitive.targets.map((target) => placed(moved(primitive, target)));
  const { joints, weights } = skinningOf(node, primitive, context);
  const bones = boneWorlds(skeleton);
  const toBone = (bone: number) => invert(bones[bone] ?? IDENTITY) ?? IDENTITY;
  const inverses = new Map<number, Matrix4>();
  const inverseOf = (bone: number) => {
    const inverse = inverses.get(bone) ?? toBone(bone);
    inverses.set(bone, inverse);
    return inverse;
  };
  const localOf = (v: number): Matrix4 | undefined => {
    if (skinCount === 0) return inverseOf(boneIndex);
    if (skinCount > 1) return undefined;
    const place = joints[v]!;
    return place < skeleton.smoothMatrixCount ? undefined : inverseOf(skeleton.matrixToBone[place]!);
  };
  const normals = primitive.normals?.slice();
  const tangents = primitive.tangents?.slice();
  for (const [vectors, width] of [
    [normals, 3],
    [tangents, 4],
  ] as const) {
    if (vectors === undefined) continue;
    transformAll(vectors, width, (v) => directions(v), transformDirection);
    transformAll(vectors, width, localOf, transformDirection);
    normalizeRows(vectors, width);
  }
  for (const points of [positions, ...targets]) transformAll(points, 3, localOf, transformPoint);
  const { uvs, colors } = primitive;
  return { count, positions, normals, tangents, uvs, colors, targets, joints, weights };
}

/** The primitive with its vertices where a morph target moves them. */
const moved = (primitive: Primitive, { positions }: MorphTarget): Primitive => ({
  ...primitive,
  positions: primitive.positions.map((value, i) => value + positions[i]!),
});

const IDENTITY: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

type Transform = (m: Matrix4, v: ArrayLike<number>) => Vector3;

function transformAll(
  values: Float32Array,
  width: number,
  matrixOf: (vertex: number) => Matrix4 | undefined,
  transform: Transform,
): void {
  for (let v = 0; v * width < values.length; v++) {
    const matrix = matrixOf(v);
    if (matrix !== undefined) values.set(transform(matrix, values.subarray(v * width, v * width + 3)), v * width);
  }
}

function normalizeRows(values: Float32Array, width: number): void {
  for (let at = 0; at < values.length; at += width) {
    const length = Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!) || 1;
    for (let c = 0; c < 3; c++) values[at + c]! /= length;
  }
}

/** What turns the directions of each vertex from where they are stored in the scene to the space of the model. */
function directionMatrices(
  scene: Scene,
  node: number,
  primitive: Primitive,
  worlds: Float64Array,
  toModel: Matrix4 | undefined,
): (vertex: number) => Matrix4 {
  const { skin } = scene.nodes[node]!;
  const above = toModel ?? IDENTITY;
  if (skin === undefined) {
    const matrix = multiplied(above, worlds.subarray(16 * node, 16 * node + 16));
    return () => matrix;
  }
  const matrices = jointMatrices(scene, skin, worlds);
  const known = new Map<number, Matrix4>();
  return (vertex) => {
    const joint = heaviestJoint(primitive, vertex);
    let matrix = known.get(joint);
    if (matrix === undefined) {
      matrix = multiplied(above, matrices.subarray(16 * joint, 16 * joint + 16));
      known.set(joint, matrix);
    }
    return matrix;
  };
}

function multiplied(a: ArrayLike<number>, b: ArrayLike<number>): Matrix4 {
  const m: Matrix4 = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row]! * b[4 * column + k]!;
      m.push(sum);
    }
  }
  return m;
}

function heaviestJoint({ joints, weights }: Primitive, vertex: number): number {
  let [best, weight] = [0, -1];
  for (const [set, values] of weights.entries()) {
    for (let c = 0; c < 4; c++) {
      if (values[4 * vertex + c]! > weight) [best, weight] = [joints[set]![4 * vertex + c]!, values[4 * vertex + c]!];
    }
  }
  return best;
}

/** The heaviest `skinCount` joints of each vertex, as places in the palette, with bytes that sum to 255. */
function skinningOf(node: number, primitive: Primitive, context: VertexContext) {
  const { scene, skinCount, paletteOf } = context;
  const count = primitive.positions.length / 3;
  const joints = new Uint16Array(count * skinCount);
  const weights = new Uint8Array(count * skinCount);
  const skin = scene.nodes[node]!.skin;
  if (skinCount === 0) return { joints, weights };
  const places = scene.skins[skin ?? -1]?.joints.map((joint) => {
    const { name } = scene.nodes[joint]!;
    return paletteOf(boneNameOf(name), name.endsWith('__rigid')) ?? 0;
  });
  for (let v = 0; v < count; v++) {
    const influences: { place: number; weight: number }[] = [];
    for (const [set, values] of primitive.weights.entries()) {
      const unit = values instanceof Uint8Array ? 1 / 255 : 1;
      for (let c = 0; c < 4; c++) {
        const weight = values[4 * v + c]! * unit;
        if (weight <= 0) continue;
        const place = places?.[primitive.joints[set]![4 * v + c]!] ?? 0;
        const known = influences.find((influence) => influence.place === place);
        if (known === undefined) influences.push({ place, weight });
        else known.weight += weight;
      }
    }
    influences.sort((a, b) => b.weight - a.weight);
    const kept = influences.slice(0, skinCount);
    if (kept.length === 0) kept.push({ place: 0, weight: 1 });
    const sum = kept.reduce((total, { weight }) => total + weight, 0);
    let rest = 255;
    for (const [k, { place, weight }] of kept.entries()) {
      const byte = k === 0 ? 0 : Math.min(rest, Math.round((weight / sum) * 255));
      joints[v * skinCount + k] = place;
      weights[v * skinCount + k] = byte;
      rest -= byte;
    }
    weights[v * skinCount] = rest;
  }
  return { joints, weights };
}

/** Directions towards -v, which formats store next to tangents. */
export function bitangentsOf({ count, normals, tangents }: VertexDraft): Float32Array {
  const bitangents = new Float32Array(4 * count);
  for (let v = 0; v < count; v++) {
    const n = normals?.subarray(3 * v, 3 * v + 3) ?? [0, 1, 0];
    const t = tangents?.subarray(4 * v, 4 * v + 4) ?? [1, 0, 0, 1];
    bitangents.set(
      cross(n, t).map((x) => x * t[3]!),
      4 * v,
    );
    bitangents[4 * v + 3] = 1;
  }
  return bitangents;
}
