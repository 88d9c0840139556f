import { type Issue, issue } from '../../issue.ts';
import {
  compose,
  invert,
  type Matrix4,
  multiply,
  quaternionFromMatrix,
  transformDirection,
  transformPoint,
} from '../../math/index.ts';
import { restPose, sampleClip, worldMatrices } from '../../scene/sampling.ts';
import type { Clip, Extras, Material, Node, Primitive, Scene } from '../../scene/scene.ts';
import { anglesOf, mirrored, storedQuaternion } from './space.ts';
import { targetIssues } from './target.issues.ts';
import { textureName } from './target.textures.ts';

// A scene as X-Ray sees it: bones with bind poses, parts in model space, poses frame by frame (specification, section
// 21.1). All numbers are in X-Ray's space.

export interface TargetBone {
  readonly name: string;
  /** Index of the parent. */
  readonly parent: number | undefined;
  readonly offset: [number, number, number];
  /** Radians about x, y and z. */
  readonly rotation: [number, number, number];
  /** Model space to bone space at rest, mirrored; column by column. */
  readonly inverse: Matrix4;
  readonly extras: Extras;
  readonly node: number;
}

/** Triangles of one material. */
export interface TargetPart {
  readonly mesh: string;
  /** Place of the mesh among those shown. */
  readonly place: number;
  readonly material: Material | undefined;
  /** The name its texture has in the game. */
  readonly texture: string;
  /** x y z of each vertex. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly uvs: readonly Float32Array[];
  /** Four bones and weights per vertex, strongest first; undefined where the part follows no bone. */
  readonly bones: Uint16Array | undefined;
  readonly weights: Float32Array | undefined;
  /** Three per triangle, in X-Ray's order. */
  readonly indices: Uint32Array;
}

export interface TargetModel {
  readonly scene: Scene;
  readonly bones: readonly TargetBone[];
  readonly parts: readonly TargetPart[];
}

export function targetModel(scene: Scene, issues: Issue[]): TargetModel {
  const bones = bonesOf(scene, issues);
  const byNode = new Map(bones.map(({ node }, i) => [node, i]));
  const worlds = worldMatrices(scene);
  const parts: TargetPart[] = [];
  let place = 0;
  for (const [n, node] of scene.nodes.entries()) {
    if (node.mesh === undefined || (node.lod ?? 0) > 0) continue;
    const mesh = scene.meshes[node.mesh]!;
    for (const primitive of mesh.primitives) {
      parts.push({ mesh: mesh.name, place, ...partOf(scene, node, n, primitive, worlds, byNode, issues) });
    }
    place++;
  }
  if (scene.meshes.some(({ primitives }) => primitives.some(({ targets }) => targets.length > 0))) {
    issues.push(issue(targetIssues['morphs-lost'], 'morph targets of meshes'));
  }
  return { scene, bones, parts };
}

/** Joints of all skins, parents first as the skin lists them, with their bind poses. */
export function bonesOf(scene: Scene, issues: Issue[]): TargetBone[] {
  const inverses = new Map<number, Matrix4>();
  for (const { joints, inverseBindMatrices } of scene.skins) {
    for (const [i, joint] of joints.entries()) {
      if (!inverses.has(joint)) inverses.set(joint, [...inverseBindMatrices.subarray(i * 16, i * 16 + 16)]);
    }
  }
  if (scene.skins.length === 0 && scene.meshes.length === 0) addMovedNodes(scene, inverses);
  const nodes = [...inverses.keys()];
  const places = new Map(nodes.map((node, i) => [node, i]));
  let isScaled = false;
  const binds = nodes.map((node) => {
    const bind = invert(inverses.get(node)!) ?? compose();
    const rigid = withoutScale(bind);
    isScaled ||= bind.some((value, i) => i < 12 && Math.abs(value - rigid[i]!) > SCALE_TOLERANCE);
    return rigid;
  });
  if (isScaled) issues.push(issue(targetIssues['scale-baked'], 'joints of the skin are scaled'));
  return nodes.map((node, i) => {
    const parent = parentBone(scene.nodes, node, places);
    const local = parent === undefined ? binds[i]! : multiply(invert(binds[parent]!)!, binds[i]!);
    return {
      name: scene.nodes[node]!.name,
      parent,
      offset: mirrored([local[12]!, local[13]!, local[14]!]),
      rotation: anglesOf(quaternionFromMatrix(local)),
      inverse: mirroredMatrix(invert(binds[i]!)!),
      extras: (scene.nodes[node]!.extras?.xray as Extras | undefined) ?? {},
      node,
    };
  });
}

const SCALE_TOLERANCE = 1e-3;

/** Motions without a model: the nodes that clips move are bones, bound as they rest. */
function addMovedNodes(scene: Scene, inverses: Map<number, Matrix4>): void {
  const worlds = worldMatrices(scene);
  for (const { node } of scene.clips.flatMap(({ tracks }) => tracks)) {
    inverses.set(node, invert([...worlds.subarray(node * 16, node * 16 + 16)]) ?? compose());
  }
}

/** The nearest node above that is a bone. */
function parentBone(nodes: readonly Node[], node: number, places: ReadonlyMap<number, number>): number | undefined {
  for (let at = nodes[node]!.parent; at !== undefined; at = nodes[at]!.parent) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Turning and moving only. */
function withoutScale(matrix: ArrayLike<number>): Matrix4 {
  const pure = compose();
  for (let column = 0; column < 3; column++) {
    const at = column * 4;
    const length = Math.hypot(matrix[at]!, matrix[at + 1]!, matrix[at + 2]!) || 1;
    for (let row = 0; row < 3; row++) pure[at + row] = matrix[at + row]! / length;
  }
  for (let row = 0; row < 3; row++) pure[12 + row] = matrix[12 + row]!;
  return compose([pure[12]!, pure[13]!, pure[14]!], quaternionFromMatrix(pure));
}

/** A transform of scenes as one of X-Ray's: mirrored before and after. */
function mirroredMatrix(m: ArrayLike<number>): Matrix4 {
  return Array.from(m, (value, i) => ((i % 4 === 0) !== i < 4 ? -value : value));
}

function partOf(
  scene: Scene,
  node: Node,
  index: number,
  primitive: Primitive,
  worlds: Float64Array,
  byNode: ReadonlyMap<number, number>,
  issues: Issue[],
): Omit<TargetPart, 'mesh' | 'place'> {
  const isSkinned = node.skin !== undefined && primitive.joints.length > 0;
  const material = primitive.material === undefined ? undefined : scene.materials[primitive.material];
  const world = isSkinned ? undefined : worlds.subarray(index * 16, index * 16 + 16);
  const positions = mapped(primitive.positions, (v) => mirrored(world === undefined ? v : transformPoint(world, v)));
  const turn = world && directionMatrix(world);
  const normals =
    primitive.normals &&
    mapped(primitive.normals, (v) => unit(mirrored(turn === undefined ? v : transformDirection(turn, v))));
  const skinning = isSkinned ? skinningOf(scene.skins[node.skin!]!.joints, primitive, byNode, issues) : undefined;
  const indices = new Uint32Array(primitive.indices.length - (primitive.indices.length % 3));
  // X-Ray's space is mirrored once more than a node with a negative scale.
  const isMirrored = world !== undefined && determinant(world) < 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [primitive.indices[i]!, primitive.indices[i + 1]!, primitive.indices[i + 2]!];
    indices.set(isMirrored ? [a, b, c] : [a, c, b], i);
  }
  return {
    material,
    texture: textureName(scene, material),
    positions,
    normals,
    uvs: primitive.uvs,
    bones: skinning?.bones,
    weights: skinning?.weights,
    indices,
  };
}

/** Of the part of a transform that turns and scales. */
function determinant(m: ArrayLike<number>): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
    m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!)
  );
}

/** What turns normals: the inverse transpose. */
function directionMatrix(world: ArrayLike<number>): Matrix4 {
  const inverse = invert([...Array.from(world)]) ?? compose();
  return Array.from({ length: 16 }, (_, i) => inverse[(i % 4) * 4 + Math.floor(i / 4)]!);
}

function mapped(values: Float32Array, map: (v: [number, number, number]) => readonly number[]): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 3) result.set(map([values[i]!, values[i + 1]!, values[i + 2]!]), i);
  return result;
}

function unit(v: readonly number[]): readonly number[] {
  const length = Math.hypot(v[0]!, v[1]!, v[2]!) || 1;
  return v.map((value) => value / length);
}

/** The four strongest bones of each vertex, whatever number of sets the scene has. */
function skinningOf(
  joints: readonly number[],
  primitive: Primitive,
  byNode: ReadonlyMap<number, number>,
  issues: Issue[],
): { bones: Uint16Array; weights: Float32Array } {
  const count = primitive.positions.length / 3;
  let reduced = 0;
  const bones = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let v = 0; v < count; v++) {
    const sums = new Map<number, number>();
    for (const [s, set] of primitive.weights.entries()) {
      const scale = set instanceof Uint8Array ? 1 / 255 : 1;
      for (let i = v * 4; i < v * 4 + 4; i++) {
        const bone = byNode.get(joints[primitive.joints[s]![i]!] ?? -1);
        if (set[i]! > 0 && bone !== undefined) sums.set(bone, (sums.get(bone) ?? 0) + set[i]! * scale);
      }
    }
    if (sums.size > 4) reduced++;
    const strongest = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 4);
    const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
    if (strongest.length === 0) strongest.push([0, 1]);
    for (const [i, [bone, weight]] of strongest.entries()) {
      bones[v * 4 + i] = bone;
      weights[v * 4 + i] = total > 0 ? weight / total : 1;
    }
  }
  if (reduced > 0) issues.push(issue(targetIssues['weights-reduced'], `${reduced} of ${count} vertices`));
  return { bones, weights };
}

/** A clip, frame by frame, in X-Ray's space. */
export interface TargetMotion {
  readonly name: string;
  readonly clip: Clip;
  readonly frameCount: number;
  /** x y z per frame of each bone, relative to its parent. */
  readonly translations: readonly Float32Array[];
  /** Stored quaternions (opposite rotations) x y z w per frame of each bone. */
  readonly rotations: readonly Float32Array[];
  readonly extras: Extras;
}

/** Samples a clip for the bones of a model. Nodes between bones and scales above them go into what the bones do. */
export function targetMotion(model: TargetModel, clip: Clip, fps: number, issues: Issue[]): TargetMotion {
  const { scene, bones } = model;
  const duration = clip.tracks.reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0);
  const frameCount = Math.max(1, Math.round(duration * fps) + 1);
  const translations = bones.map(() => new Float32Array(frameCount * 3));
  const rotations = bones.map(() => new Float32Array(frameCount * 4));
  const toModel = modelSpace(scene, bones);
  for (let frame = 0; frame < frameCount; frame++) {
    const worlds = worldMatrices(scene, sampleClip(scene, clip, frame / fps));
    const rigid = bones.map(({ node }) => withoutScale(multiply(toModel, worlds.subarray(node * 16, node * 16 + 16))));
    for (const [b, { parent }] of bones.entries()) {
      const local = parent === undefined ? rigid[b]! : multiply(invert(rigid[parent]!)!, rigid[b]!);
      translations[b]!.set(mirrored([local[12]!, local[13]!, local[14]!]), frame * 3);
      rotations[b]!.set(storedQuaternion(quaternionFromMatrix(local)), frame * 4);
    }
  }
  for (const values of rotations) alignSigns(values);
  const scaled = clip.tracks.filter(
    ({ path, values }) => path === 'scale' && values.some((x) => Math.abs(x - 1) > 1e-3),
  );
  if (scaled.length > 0) issues.push(issue(targetIssues['scale-lost'], `${scaled.length} tracks of '${clip.name}'`));
  const extras = (clip.extras?.xray as Extras | undefined) ?? {};
  return { name: clip.name, clip, frameCount, translations, rotations, extras };
}

/** From the scene to the space of the meshes: where the root rests, against where the skin was bound. */
function modelSpace(scene: Scene, bones: readonly TargetBone[]): Matrix4 {
  const root = bones.find(({ parent }) => parent === undefined);
  if (root === undefined) return compose();
  const world = worldMatrices(scene, restPose(scene)).subarray(root.node * 16, root.node * 16 + 16);
  const bound = multiply(world, mirroredMatrix(root.inverse));
  const isPlaced = bound.some((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) > 1e-4);
  const parent = scene.nodes[root.node]!.parent;
  if (!isPlaced || parent === undefined) return compose();
  // A root that rests elsewhere than it was bound, below an armature that is moved: the armature's place is no bone's.
  const armature = worldMatrices(scene).subarray(parent * 16, parent * 16 + 16);
  return invert([...armature]) ?? compose();
}

function alignSigns(values: Float32Array): void {
  for (let at = 4; at < values.length; at += 4) {
    let dot = 0;
    for (let i = 0; i < 4; i++) dot += values[at + i]! * values[at - 4 + i]!;
    if (dot < 0) for (let i = 0; i < 4; i++) values[at + i] = -values[at + i]!;
  }
}
