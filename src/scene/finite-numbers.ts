import type { Primitive, Scene } from './scene.ts';

// Numbers of damaged files that are none, which glTF does not allow.

/**
 * Puts what changes nothing in the place of infinite numbers and of those that are none: in transforms, matrices,
 * vertices and keys, of which all of one value goes. Changes the scene, whose arrays have to be its own. Gives how many.
 */
export function replaceOddNumbers(scene: Scene): number {
  let count = 0;
  for (const node of scene.nodes) {
    for (const [part, neutral] of [
      ['translation', NOWHERE],
      ['rotation', UNTURNED],
      ['scale', UNSCALED],
    ] as const) {
      const value = node[part];
      if (value === undefined || value.every(Number.isFinite)) continue;
      for (const [i, number] of neutral.entries()) value[i] = number;
      count++;
    }
  }
  for (const { primitives } of scene.meshes) for (const primitive of primitives) count += replaceInVertices(primitive);
  for (const { inverseBindMatrices } of scene.skins) count += replaceIn(inverseBindMatrices, IDENTITY);
  for (const { tracks } of scene.clips) {
    for (const { path, values } of tracks) count += replaceIn(values, NEUTRAL[path]);
  }
  return count;
}

function replaceInVertices({ positions, uvs, colors, targets }: Primitive): number {
  let count = replaceIn(positions, NOWHERE);
  for (const set of uvs) count += replaceIn(set, [0, 0]);
  for (const set of colors) if (set instanceof Float32Array) count += replaceIn(set, WHITE);
  for (const target of targets) {
    count += replaceIn(target.positions, NOWHERE);
    if (target.normals !== undefined) count += replaceIn(target.normals, NOWHERE);
  }
  return count;
}

const NOWHERE = [0, 0, 0];
const UNTURNED = [0, 0, 0, 1];
const UNSCALED = [1, 1, 1];
const WHITE = [1, 1, 1, 1];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const NEUTRAL = { translation: NOWHERE, rotation: UNTURNED, scale: UNSCALED, weights: [0] } as const;

/** Values of as many numbers as `neutral` has. */
function replaceIn(values: Float32Array, neutral: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < values.length; at += neutral.length) {
    const value = values.subarray(at, at + neutral.length);
    if (value.every(Number.isFinite)) continue;
    value.set(neutral);
    count++;
  }
  return count;
}
