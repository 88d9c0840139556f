import type { Scene } from '../../scene/scene.ts';
import { type BoneTransform, compensates, isEuler, quaternionOf } from './pose.ts';
import { nearestEuler } from './target.clips.ts';
import type { SkeletonView } from './view.ts';

/** How bones of a scene rest, as a skeleton stores it. */
export function boneTransforms(
  skeleton: SkeletonView,
  scene: Scene,
  bones: Iterable<number>,
): Map<number, BoneTransform> {
  const euler = isEuler(skeleton.flags);
  const transforms = new Map<number, BoneTransform>();
  for (const b of bones) {
    const bone = skeleton.bones[b]!;
    const node = scene.nodes.find(({ name }) => name === bone.name);
    if (node === undefined) continue;
    const { translation = [0, 0, 0], rotation = [0, 0, 0, 1] } = node;
    const scale = scaleNode(scene, bone.name) ?? node.scale ?? [1, 1, 1];
    const factors = compensates(skeleton.flags, bone) ? scaleNode(scene, skeleton.bones[bone.parent]?.name) : undefined;
    const old = euler ? ([...Array.from(bone.rotation).slice(0, 3)] as [number, number, number]) : undefined;
    const isTurned = !sameRotation(quaternionOf(bone.rotation, euler), rotation);
    transforms.set(b, {
      scale,
      rotation: !isTurned ? bone.rotation : euler ? [...nearestEuler(rotation, old), 1] : rotation,
      translation: translation.map((x, c) => x / (factors?.[c] || 1)),
    });
  }
  return transforms;
}

const scaleNode = (scene: Scene, bone: string | undefined) =>
  scene.nodes.find(({ name }) => name === `${bone}__scale`)?.scale;

function sameRotation(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const dot = a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! + a[3]! * b[3]!;
  return Math.abs(dot) > 1 - 1e-9;
}

/** What both consoles store of how a bone rests. */
interface StoredBone {
  scale: Float32Array<ArrayBuffer>;
  rotation: Float32Array<ArrayBuffer>;
  translation: Float32Array<ArrayBuffer>;
  flags: number;
}

/** Has bones of a file rest elsewhere. */
export function restBones(bones: readonly StoredBone[], transforms: ReadonlyMap<number, BoneTransform>): void {
  for (const [b, transform] of transforms) {
    const bone = bones[b]!;
    bone.scale = Float32Array.from(transform.scale);
    bone.rotation = Float32Array.from(transform.rotation);
    bone.translation = Float32Array.from(transform.translation);
    bone.flags = identityFlags(bone);
  }
}

/** The bits that say what a bone's transform is (section 6.2). */
export function identityFlags(bone: BoneTransform & { readonly flags: number }): number {
  const { scale, rotation, translation } = bone;
  let flags = bone.flags & ~0x0f000000;
  if (scale[0] === scale[1] && scale[1] === scale[2]) flags |= 1 << 24;
  if (scale[0]! * scale[1]! * scale[2]! === 1) flags |= 1 << 25;
  if (rotation[0] === 0 && rotation[1] === 0 && rotation[2] === 0) flags |= 1 << 26;
  if (translation[0] === 0 && translation[1] === 0 && translation[2] === 0) flags |= 1 << 27;
  return flags >>> 0;
}
