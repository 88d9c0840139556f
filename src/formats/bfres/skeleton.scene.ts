import type { Quaternion, Scene, Vector3 } from '../../scene/scene.ts';
import { compensates, isEuler, quaternionOf, storedInverse } from './pose.ts';
import type { BoneView, ModelView, SkeletonView } from './view.ts';

/** The nodes that stand for the bones of a skeleton. */
export interface Rig {
  readonly skeleton: SkeletonView;
  /** Node of the model, which the bones hang from. */
  readonly root: number;
  /** Node of each bone: moves and turns it, and scales it unless a node of its own does. */
  readonly bones: readonly number[];
  /** Node that scales what hangs from a bone, where some of its children are not scaled with it. */
  readonly scales: readonly (number | undefined)[];
  /** Index of the skin; undefined for models whose vertices nothing skins. */
  readonly skin: number | undefined;
}

/** The node that is where the bone is, scale and all: what meshes hang from and skins are moved by. */
export const nodeOf = ({ bones, scales }: Rig, bone: number): number => scales[bone] ?? bones[bone]!;

/**
 * Adds the nodes of a model's bones, in its own units, and the skin of its matrix palette.
 *
 * glTF scales children with their parents. Where a bone says otherwise and its parent ever is scaled (`scaled`), the
 * scale of the parent moves to a node below it, next to that child.
 */
export function addSkeleton(scene: Scene, model: ModelView, scaled: ReadonlySet<number>): Rig {
  const { skeleton } = model;
  const { bones } = skeleton;
  const taken = new Set(bones.map(({ name }) => name));
  const root = scene.nodes.push({ name: freeName(model.name, taken) }) - 1;
  const needsOwnScale = new Set(
    bones.filter((bone) => compensates(skeleton.flags, bone) && scaled.has(bone.parent)).map(({ parent }) => parent),
  );
  const rig = { skeleton, root, bones: [] as number[], scales: [] as (number | undefined)[], skin: undefined };
  for (const [i, bone] of bones.entries()) {
    addBone(scene, rig, i, bone, needsOwnScale.has(i));
    scene.nodes[rig.bones[i]!]!.origin = model.originOf('bone', i);
  }
  return { ...rig, skin: addSkin(scene, model, rig) };
}

function addBone(
  scene: Scene,
  rig: Rig & { bones: number[]; scales: (number | undefined)[] },
  i: number,
  bone: BoneView,
  split: boolean,
) {
  const { skeleton, root, bones, scales } = rig;
  const { name = `bone ${i}`, parent } = bone;
  const above = parent >= 0 && parent < i ? parent : undefined;
  const isFree = above !== undefined && scales[above] !== undefined && compensates(skeleton.flags, bone);
  const factor = isFree ? skeleton.bones[above]!.scale : [1, 1, 1];
  const node = scene.nodes.push({
    name,
    parent: above === undefined ? root : isFree ? bones[above]! : (scales[above] ?? bones[above]!),
    translation: [0, 1, 2].map((c) => bone.translation[c]! * factor[c]!) as Vector3,
    rotation: normalize(quaternionOf(bone.rotation, isEuler(skeleton.flags))),
    ...(split ? {} : { scale: [...Array.from(bone.scale)] as Vector3 }),
    extras: { flags: bone.flags, ...(bone.billboard === NO_BILLBOARD ? {} : { billboard: bone.billboard }) },
  });
  bones.push(node - 1);
  const scale = { name: `${name}__scale`, parent: node - 1, scale: [...Array.from(bone.scale)] as Vector3 };
  scales.push(split ? scene.nodes.push(scale) - 1 : undefined);
}
const NO_BILLBOARD = 0xffff;

function normalize([x, y, z, w]: Quaternion): Quaternion {
  const length = Math.hypot(x, y, z, w);
  return length > 0 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1];
}

/**
 * The skin of the matrix palette, joint by joint. glTF wants each node once: where a bone is in the palette again, a node
 * below it stands in for it.
 */
function addSkin(scene: Scene, model: ModelView, rig: Rig): number | undefined {
  const { matrixToBone, smoothMatrixCount, inverseMatrices, bones } = model.skeleton;
  const isUsed = model.shapes.some(({ skinCount }) => skinCount > 0);
  if (matrixToBone.length === 0 || !isUsed) return undefined;
  const joints: number[] = [];
  const taken = new Set<number>();
  const inverses = new Float32Array(16 * matrixToBone.length);
  for (let k = 0; k < matrixToBone.length; k++) {
    const bone = Math.min(matrixToBone[k]!, bones.length - 1);
    let node = nodeOf(rig, bone);
    if (taken.has(node)) node = scene.nodes.push({ name: `${bones[bone]!.name ?? bone}__rigid`, parent: node }) - 1;
    taken.add(node);
    joints.push(node);
    inverses.set(k < smoothMatrixCount ? storedInverse(inverseMatrices, k) : IDENTITY, 16 * k);
  }
  return scene.skins.push({ name: model.name, joints, inverseBindMatrices: inverses, skeleton: rig.root }) - 1;
}
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The name, or one like it that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string | undefined>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}
