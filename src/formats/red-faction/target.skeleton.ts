import { type Issue, issue } from '../../issue.ts';
import { compose, decompose, invert, multiply, quaternionFromMatrix } from '../../math/index.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { targetIssues } from './target.issues.ts';
import { fieldName } from './target.names.ts';
import { MAX_BONES } from './v3d.check.ts';
import type { Bone } from './v3d.ts';

// Joints to bones (specification, section 13.1).

/** The skeleton of a scene as the game's bones. */
export interface BoneList {
  readonly bones: Bone[];
  /** Index of the node of each bone. */
  readonly nodes: readonly number[];
  /** For each skin of the scene, the bone of each joint. */
  readonly boneOfJoint: readonly (readonly number[])[];
}

/** How much a joint may be stretched before its scale counts as one. */
const SCALE_TOLERANCE = 0.01;

/**
 * The bones of all skins. They come in the order of `rf_bone_index` where that is a permutation, else in the order of
 * the names in `names` (those of an original) where all are there, else in that of the joints.
 */
export function toBones(scene: Scene, names: readonly string[], issues: Issue[]): BoneList {
  const joints = [...new Set(scene.skins.flatMap((skin) => skin.joints))];
  const nodes = inBoneOrder(scene, joints, names);
  const boneOf = new Map(nodes.map((node, bone) => [node, bone]));
  if (nodes.length > MAX_BONES) {
    issues.push(issue(targetIssues['too-many-bones'], `${nodes.length} joints, the game has room for ${MAX_BONES}`));
  }
  const worlds = worldMatrices(scene);
  const stretched: string[] = [];
  const bones = nodes.map((node): Bone => {
    const world = worlds.subarray(16 * node, 16 * node + 16);
    const scale = Math.hypot(world[0]!, world[1]!, world[2]!) || 1;
    const matrix = inverseBindOf(scene, node).map((value, i) => (i % 4 === 3 ? value : value * scale));
    const lengths = [0, 4, 8].map((c) => Math.hypot(matrix[c]!, matrix[c + 1]!, matrix[c + 2]!));
    if (lengths.some((length) => Math.abs(length - 1) > SCALE_TOLERANCE)) stretched.push(scene.nodes[node]!.name);
    const rigid = matrix.map((value, i) => (i < 12 ? value / (lengths[Math.floor(i / 4)]! || 1) : value));
    const [x, y, z, w] = quaternionFromMatrix(rigid);
    return {
      name: fieldName(originalName(scene, node), 24, issues),
      rotation: Float32Array.of(-x, y, z, w),
      translation: Float32Array.of(-matrix[12]!, matrix[13]!, matrix[14]!),
      parent: parentBone(scene, node, boneOf),
    };
  });
  if (stretched.length > 0) {
    issues.push(
      issue(targetIssues['stretched-joint'], `${stretched.length} joints: ${stretched.slice(0, 3).join(', ')}`),
    );
  }
  return { bones, nodes, boneOfJoint: scene.skins.map((skin) => skin.joints.map((node) => boneOf.get(node)!)) };
}

/** The name that a node had in the file, as long as it still goes by the one that was made from it. */
export function originalName(scene: Scene, node: number): string {
  const { name, extras } = scene.nodes[node]!;
  const stored = extras?.['rf_name'];
  return typeof stored === 'string' && name.startsWith(stored) ? stored : name;
}

function inBoneOrder(scene: Scene, joints: readonly number[], names: readonly string[]): number[] {
  const stored = joints.map((node) => scene.nodes[node]!.extras?.['rf_bone_index']);
  if (new Set(stored).size === joints.length && joints.every((_, i) => stored.includes(i))) {
    return joints.map((_, bone) => joints[stored.indexOf(bone)]!);
  }
  const lower = names.map((name) => name.toLowerCase());
  const rank = joints.map((node) => lower.indexOf(originalName(scene, node).toLowerCase()));
  if (names.length === 0 || lower.some((_, i) => !rank.includes(i))) return [...joints];
  const order = (i: number) => (rank[i]! < 0 ? names.length + i : rank[i]!);
  return [...joints.keys()].sort((a, b) => order(a) - order(b)).map((i) => joints[i]!);
}

function parentBone(scene: Scene, node: number, boneOf: ReadonlyMap<number, number>): number {
  for (let at = scene.nodes[node]!.parent; at !== undefined; at = scene.nodes[at]!.parent) {
    const bone = boneOf.get(at);
    if (bone !== undefined) return bone;
  }
  return -1;
}

function inverseBindOf(scene: Scene, node: number): number[] {
  for (const { joints, inverseBindMatrices } of scene.skins) {
    const joint = joints.indexOf(node);
    if (joint >= 0 && inverseBindMatrices.length >= 16 * joint + 16) {
      return [...inverseBindMatrices.subarray(16 * joint, 16 * joint + 16)];
    }
  }
  return compose();
}

/** A node's place in the frame of a bone's bind pose, or in model space. */
export function placeIn(scene: Scene, node: number, boneNode: number | undefined) {
  const worlds = worldMatrices(scene);
  const world = worlds.subarray(16 * node, 16 * node + 16);
  if (boneNode === undefined) return decompose(world);
  const inverse = invert(worlds.subarray(16 * boneNode, 16 * boneNode + 16));
  return decompose(inverse === undefined ? world : multiply(inverse, world));
}
