import {
  compose,
  conjugate,
  decompose,
  invert,
  type Matrix4,
  multiply,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  rotate,
  type Transform,
  type Vector3,
} from '../math/index.ts';
import { hierarchy } from './hierarchy.ts';
import type { Node, Scene, Skin, Track } from './scene.ts';

// Editors draw bones from a head to a tail, and turn the axes of joints so that one runs along. Nothing in the scene moves
// by that: meshes, children and clips are turned back by as much. Formats that share clips between models by bone do care.

export interface RestoredAxes {
  /** The scene with the axes of the original. It shares what stayed the same, and is the scene given where nothing did. */
  readonly scene: Scene;
  /** How many joints had other axes. */
  readonly turned: number;
}

/** How far a joint may be from where the original has it, in metres of a model of a person's size, for its axes to be comparable. */
const SAME_PLACE = 1e-3;
/** Radians that axes may differ by and still be the same. */
const SAME_AXES = 1e-4;

/**
 * Gives joints the axes that the joints of the same names have in another scene, wherever they stand at the same place when
 * the skin is bound; nodes above and below joints of the other scene count as such. Every vertex and every node that is no
 * joint stays where it is, at rest and in all clips. `size` is that of the model in relation to a person.
 */
export function restoreJointAxes(scene: Scene, original: Scene, size = 1): RestoredAxes {
  const turns = turnsOf(scene, original, size);
  if (turns.size === 0) return { scene, turned: 0 };
  const nodes = scene.nodes.map((node, i) => turnedNode(node, turns.get(i), turns.get(node.parent ?? -1)));
  const skins = scene.skins.map((skin) => turnedSkin(skin, turns));
  const clips = scene.clips.map((clip) => ({
    ...clip,
    tracks: clip.tracks.map((track) =>
      turnedTrack(track, turns.get(track.node), turns.get(scene.nodes[track.node]!.parent ?? -1)),
    ),
  }));
  return { scene: { ...scene, nodes, skins, clips }, turned: turns.size };
}

/** By node: the rotation from the axes of the original to those of the scene, seen in the original's. */
function turnsOf(scene: Scene, original: Scene, size: number): Map<number, Quaternion> {
  const before = new Map(
    [...withRelatives(original, bindPoses(original))]
      .map(([node, pose]) => [original.nodes[node]!.name, pose] as const)
      .reverse(),
  );
  const turns = new Map<number, Quaternion>();
  for (const [node, now] of bindPoses(scene)) {
    const then = before.get(scene.nodes[node]!.name);
    if (then === undefined) continue;
    const apart = Math.hypot(...now.translation.map((value, c) => value - then.translation[c]!));
    if (!(apart <= SAME_PLACE * size) || !isUnscaled(now.scale) || !isUnscaled(then.scale)) continue;
    const turn = normalizeQuaternion(multiplyQuaternions(conjugate(then.rotation), now.rotation));
    // Half the angle: the length of the part that is not real.
    if (2 * Math.asin(Math.min(1, Math.hypot(turn[0], turn[1], turn[2]))) > SAME_AXES) turns.set(node, turn);
  }
  return turns;
}

const isUnscaled = (scale: readonly number[]) => scale.every((factor) => Math.abs(factor - 1) < 1e-3);

/** Where each joint stands when its skin is bound, in model space. */
function bindPoses({ skins }: Scene): Map<number, Transform> {
  const poses = new Map<number, Transform>();
  for (const { joints, inverseBindMatrices } of skins) {
    for (const [i, joint] of joints.entries()) {
      const bind = invert(inverseBindMatrices.subarray(16 * i, 16 * i + 16));
      if (bind !== undefined && !poses.has(joint)) poses.set(joint, decompose(bind));
    }
  }
  return poses;
}

/** Editors make joints of the other nodes in a skeleton too: those stand as they rest below the joint above them. */
function withRelatives(scene: Scene, poses: Map<number, Transform>): Map<number, Transform> {
  if (poses.size === 0) return poses;
  const matrices = new Map<number, Matrix4>();
  for (const node of hierarchy(scene.nodes)) {
    const known = poses.get(node);
    const above = matrices.get(scene.nodes[node]!.parent ?? -1);
    const { translation, rotation, scale } = known ?? scene.nodes[node]!;
    const local = compose(translation, rotation, scale);
    const matrix = known !== undefined || above === undefined ? local : multiply(above, local);
    matrices.set(node, matrix);
    if (known === undefined) poses.set(node, decompose(matrix));
  }
  return poses;
}

/** A place below a node with turned axes, as it is below the node with the original ones; then its own axes. */
function turnedNode(node: Node, own: Quaternion | undefined, parent: Quaternion | undefined): Node {
  if (own === undefined && parent === undefined) return node;
  const rotation = turnedRotation(node.rotation ?? [0, 0, 0, 1], own, parent);
  const { translation, scale } = node;
  return {
    ...node,
    rotation: [...rotation],
    ...(own !== undefined && scale !== undefined && { scale: turnedScale(own, scale) }),
    ...(parent !== undefined && translation !== undefined && { translation: rotate(parent, translation) }),
  };
}

function turnedRotation(
  rotation: ArrayLike<number>,
  own: Quaternion | undefined,
  parent: Quaternion | undefined,
): Quaternion {
  const below = parent === undefined ? rotation : multiplyQuaternions(parent, rotation);
  return (own === undefined ? [...Array.from(below)] : multiplyQuaternions(below, conjugate(own))) as Quaternion;
}

function turnedSkin(skin: Skin, turns: ReadonlyMap<number, Quaternion>): Skin {
  const inverseBindMatrices = skin.inverseBindMatrices.slice();
  for (const [i, joint] of skin.joints.entries()) {
    const turn = turns.get(joint);
    if (turn === undefined) continue;
    for (let at = 16 * i; at < 16 * i + 16; at += 4) {
      inverseBindMatrices.set(rotate(turn, inverseBindMatrices.subarray(at, at + 3)), at);
    }
  }
  return { ...skin, inverseBindMatrices };
}

/** Factors along turned axes, along those that they were. Exact where an axis became another, as with editors it does. */
function turnedScale(own: Quaternion, scale: ArrayLike<number>): Vector3 {
  const axes = [rotate(own, [1, 0, 0]), rotate(own, [0, 1, 0]), rotate(own, [0, 0, 1])];
  const along = (c: number) => axes.reduce((sum, axis, i) => sum + axis[c]! ** 2 * scale[i]!, 0);
  return [along(0), along(1), along(2)];
}

/** Tangents of rotations and scales turn as their values do: both are linear. */
function turnedTrack(track: Track, own: Quaternion | undefined, parent: Quaternion | undefined): Track {
  const isRotation = track.path === 'rotation' && (own !== undefined || parent !== undefined);
  const isTranslation = track.path === 'translation' && parent !== undefined;
  const isScale = track.path === 'scale' && own !== undefined;
  if (!isRotation && !isTranslation && !isScale) return track;
  const width = isRotation ? 4 : 3;
  const values = track.values.slice();
  for (let at = 0; at + width <= values.length; at += width) {
    const value = values.subarray(at, at + width);
    if (isScale) values.set(turnedScale(own, value), at);
    else values.set(isRotation ? turnedRotation(value, own, parent) : rotate(parent!, value), at);
  }
  return { ...track, values };
}
