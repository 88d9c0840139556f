import { conjugate, distance, multiplyQuaternions, scaled, type Vector3 } from '../../math/index.ts';
import { clipDuration, sampleClip, worldMatrices } from '../../scene/sampling.ts';
import type { Clip, Quaternion, Scene } from '../../scene/scene.ts';
import { anglesOf } from './angles.ts';
import { positionOf, type Rig, rotationOf, upright, uprightRotation } from './rig.ts';

/** A clip as frames of the game, not yet rounded. */
export interface SampledClip {
  readonly frameCount: number;
  /** x y z of the root in units of the game, frame after frame. */
  readonly positions: Float64Array;
  /** α β γ of the root and every bone in radians, frame after frame. */
  readonly angles: Float64Array;
  /** The same of the weapon, where the clip has one. */
  readonly weapon?: { readonly positions: Float64Array; readonly angles: Float64Array };
  /** How far a bone leaves the place it has in the skeleton, which the game cannot say. */
  readonly lost: { readonly distance: number; readonly bone: string };
}

/** How many frames a clip is long. */
export function frameCountOf(clip: Clip, fps: number): number {
  const loops = (clip.extras?.ff7 as { loop?: unknown } | undefined)?.loop === true;
  return Math.max(1, Math.round(clipDuration(clip) * fps) + (loops ? 0 : 1));
}

/** Keys are 32-bit floats: a key nearer than this to a frame is the frame's. */
const SAME_TIME = 1e-4;

/** The poses of a clip at every frame. */
export function sampleFrames(
  scene: Scene,
  rig: Rig,
  clip: Clip,
  fps: number,
  frameCount = frameCountOf(clip, fps),
): SampledClip {
  const width = 3 * (rig.bones.length + 1);
  const positions = new Float64Array(3 * frameCount);
  const angles = new Float64Array(width * frameCount);
  const weapon =
    rig.weapon !== undefined && clip.tracks.some(({ node }) => node === rig.weapon)
      ? { positions: new Float64Array(3 * frameCount), angles: new Float64Array(3 * frameCount) }
      : undefined;
  const keyTimes = [...new Set(clip.tracks.flatMap(({ times }) => [...times]))].sort((a, b) => a - b);
  const rest = worldMatrices(scene);
  let lost = { distance: 0, bone: '' };
  for (let f = 0; f < frameCount; f++) {
    const worlds = worldMatrices(scene, sampleClip(scene, clip, nearestKey(keyTimes, f / fps)));
    const turns = rotations(worlds, rig);
    if (rig.root !== undefined) positions.set(placeOf(worlds, rig.root, rig), 3 * f);
    for (const [joint, turn] of turns.entries()) writeAngles(angles, width, f, joint, turn);
    if (weapon !== undefined) {
      weapon.positions.set(placeOf(worlds, rig.weapon!, rig), 3 * f);
      writeAngles(weapon.angles, 3, f, 0, uprightRotation(rotationOf(worlds, rig.weapon!)));
    }
    lost = farthest(worlds, rest, rig, lost);
  }
  return { frameCount, positions, angles, ...(weapon === undefined ? {} : { weapon }), lost };
}

function nearestKey(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time - SAME_TIME) low = middle + 1;
    else high = middle;
  }
  const key = times[low];
  return key !== undefined && Math.abs(key - time) <= SAME_TIME ? key : time;
}

function placeOf(worlds: Float64Array, node: number, rig: Rig): Vector3 {
  return upright(scaled(positionOf(worlds, node), rig.unitsPerMetre));
}

/** The rotation of the root, then of every bone relative to its parent. */
function rotations(worlds: Float64Array, { root, bones }: Rig): Quaternion[] {
  const known = new Map<number, Quaternion>();
  const worldOf = (node: number): Quaternion => {
    let q = known.get(node);
    if (q === undefined) {
      q = uprightRotation(rotationOf(worlds, node));
      known.set(node, q);
    }
    return q;
  };
  const rootTurn: Quaternion = root === undefined ? [0, 0, 0, 1] : worldOf(root);
  const inFrame = bones.map(({ node, frame }) => {
    const turn = root === undefined && node === 0 ? rootTurn : worldOf(node);
    return multiplyQuaternions(turn, frame);
  });
  return [
    rootTurn,
    ...bones.map(({ parent }, i) => {
      const above = parent < 0 ? rootTurn : inFrame[parent]!;
      return multiplyQuaternions(conjugate(above), inFrame[i]!);
    }),
  ];
}

/** The triple nearest to the one of the frame before. */
function writeAngles(angles: Float64Array, width: number, frame: number, joint: number, turn: Quaternion): void {
  const at = width * frame + 3 * joint;
  const before = at - width;
  const previous: [number, number, number] =
    frame === 0 ? [0, 0, 0] : [angles[before]!, angles[before + 1]!, angles[before + 2]!];
  angles.set(anglesOf(turn, previous), at);
}

/** Bones that move apart: how far, against how they rest, in units of the game. */
function farthest(
  worlds: Float64Array,
  rest: Float64Array,
  { bones, root, unitsPerMetre }: Rig,
  known: SampledClip['lost'],
) {
  let worst = known;
  for (const { node, parent, name, isHelper } of bones) {
    const above = parent < 0 ? root : bones[parent]!.node;
    if (above === undefined || isHelper || above === node) continue;
    const now = distance(positionOf(worlds, node), positionOf(worlds, above)) * unitsPerMetre;
    const then = distance(positionOf(rest, node), positionOf(rest, above)) * unitsPerMetre;
    if (Math.abs(now - then) > worst.distance) worst = { distance: Math.abs(now - then), bone: name };
  }
  return worst;
}
