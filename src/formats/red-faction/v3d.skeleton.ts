import { textUntilZero } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { conjugate, multiplyQuaternions, normalizeQuaternion, rotate, subtract } from '../../math/index.ts';
import type { Node, Skin } from '../../scene/scene.ts';
import { inCycles } from './v3d.check.ts';
import { sceneIssues } from './v3d.issues.ts';
import type { Bone } from './v3d.ts';

// Bones to nodes and a skin (specification, sections 7.5 and 12.1).

type Quaternion = [number, number, number, number];
type Vector3 = [number, number, number];

/** A place in the scene's space. */
export interface Pose {
  readonly rotation: Quaternion;
  readonly translation: Vector3;
}

/** The parent of every bone; -1 for roots, to which bones without a proper parent are made. */
export function soundParents(bones: readonly Bone[]): { parents: number[]; becameRoot: number[] } {
  const cyclic = new Set(inCycles(bones.map(({ parent }) => parent)));
  const isSound = (parent: number, i: number) => parent >= -1 && parent < bones.length && !cyclic.has(i);
  const becameRoot = [...bones.keys()].filter((i) => !isSound(bones[i]!.parent, i));
  return { parents: bones.map(({ parent }, i) => (isSound(parent, i) ? parent : -1)), becameRoot };
}

/** The inverse bind transform of a bone, mirrored into the scene's space. */
export function inverseBindOf({ rotation, translation }: Bone): Pose {
  const [x, y, z, w] = normalizeQuaternion(rotation);
  const [tx, ty, tz] = [translation[0]!, translation[1]!, translation[2]!].map((t) => (Number.isFinite(t) ? t : 0));
  return { rotation: [-x, y, z, w], translation: [-tx!, ty!, tz!] };
}

/** Where a bone stands in the model at rest. */
export function bindPoseOf(bone: Bone): Pose {
  const { rotation, translation } = inverseBindOf(bone);
  const inverse = conjugate(rotation);
  return { rotation: inverse, translation: rotate(inverse, [-translation[0], -translation[1], -translation[2]]) };
}

/** The pose of `inner` as seen from `outer`. */
export function relativePose(outer: Pose, inner: Pose): Pose {
  const inverse = conjugate(outer.rotation);
  return {
    rotation: multiplyQuaternions(inverse, inner.rotation),
    translation: rotate(inverse, subtract(inner.translation, outer.translation)),
  };
}

/** Where each bone stands relative to its parent at rest, in the scene's space. */
export function bindLocals(bones: readonly Bone[]): Pose[] {
  const { parents } = soundParents(bones);
  const worlds = bones.map(bindPoseOf);
  return worlds.map((world, i) => (parents[i]! < 0 ? world : relativePose(worlds[parents[i]!]!, world)));
}

/** A matrix of 16 numbers, column by column. */
export function matrixOf({ rotation: [x, y, z, w], translation: [tx, ty, tz] }: Pose): number[] {
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[tx, ty, tz, 1],
  ];
}

/** The nodes of the bones, in their order and so that bone i is node `first + i`, and the skin that they make up. */
export function toSkeleton(bones: readonly Bone[], first: number, issues: Issue[]): { nodes: Node[]; skin: Skin } {
  const { parents, becameRoot } = soundParents(bones);
  if (becameRoot.length > 0) {
    const names = becameRoot.map((i) => textUntilZero(bones[i]!.name)).join(', ');
    issues.push(issue(sceneIssues['became-root'], `${becameRoot.length} of ${bones.length} bones: ${names}`));
  }
  const nodes = bindLocals(bones).map(({ rotation, translation }, i): Node => {
    return {
      name: textUntilZero(bones[i]!.name),
      ...(parents[i]! < 0 ? {} : { parent: first + parents[i]! }),
      rotation: normalizeQuaternion(rotation),
      translation,
      extras: { rf_type: 'bone', rf_bone_index: i },
    };
  });
  const root = parents.indexOf(-1);
  const roots = parents.filter((parent) => parent < 0).length;
  const skin: Skin = {
    name: 'skeleton',
    joints: bones.map((_, i) => first + i),
    inverseBindMatrices: Float32Array.from(bones.flatMap((bone) => matrixOf(inverseBindOf(bone)))),
    ...(roots === 1 ? { skeleton: first + root } : {}),
  };
  return { nodes, skin };
}
