import type { Animation } from './rfa.ts';
import { bindLocals } from './v3d.skeleton.ts';
import type { Bone } from './v3d.ts';

// Whether a clip belongs to a mesh, by the lengths of bones (specification, section 5.9).

/** What tells clips apart: for each bone where it stands first, x y z in the game's space; NaN without keys. */
export interface Fingerprint {
  readonly boneCount: number;
  readonly firstPositions: Float32Array;
}

export function fingerprintOf({ tracks }: Animation): Fingerprint {
  const firstPositions = new Float32Array(3 * tracks.length).fill(NaN);
  for (const [i, { positionKeys }] of tracks.entries()) {
    if (positionKeys.length > 0) firstPositions.set(positionKeys.position.subarray(0, 3), 3 * i);
  }
  return { boneCount: tracks.length, firstPositions };
}

/** How far the bones of a clip are from those of a mesh. */
export interface Fit {
  readonly verdict: 'fits' | 'other bone count' | 'other bone order';
  /** Mean distance over the bones that are no roots, in metres. */
  readonly meanDistance: number;
}

/** Above this mean distance the bones of a clip are in another order than those of the mesh, in metres. */
const MAX_MEAN_DISTANCE = 0.05;

/** Where the bones of a skeleton stand relative to their parents, x y z in the game's space; NaN for roots. */
export function bindPositionsOf(bones: readonly Bone[]): Float32Array {
  return Float32Array.from(
    bindLocals(bones).flatMap(({ translation: [x, y, z] }, i) => (bones[i]!.parent < 0 ? [NaN, NaN, NaN] : [-x, y, z])),
  );
}

export function fitOf(bindPositions: Float32Array, { boneCount, firstPositions }: Fingerprint): Fit {
  if (3 * boneCount !== bindPositions.length) return { verdict: 'other bone count', meanDistance: NaN };
  let sum = 0;
  let count = 0;
  for (let i = 0; i < bindPositions.length; i += 3) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => bindPositions[i + k]! - firstPositions[i + k]!));
    if (Number.isNaN(distance)) continue;
    sum += distance;
    count++;
  }
  const meanDistance = count === 0 ? 0 : sum / count;
  return { verdict: meanDistance > MAX_MEAN_DISTANCE ? 'other bone order' : 'fits', meanDistance };
}
