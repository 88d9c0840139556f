import { type Issue, issue } from '../../issue.ts';
import type { Scene, Track } from '../../scene/scene.ts';
import { LOOP } from './animation.scene.ts';
import type { CurveData } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';
import { sceneIssues } from './scene.issues.ts';
import { nodeOf, type Rig } from './skeleton.scene.ts';

/** An animation of which bones are visible, as both consoles have it. */
export interface VisibilityAnimView {
  readonly name: string;
  readonly flags: number;
  readonly frameCount: number;
  readonly names: readonly (string | undefined)[];
  readonly curves: readonly CurveData[];
  /** A bit a name: visible where no curve drives it. */
  readonly base: ArrayLike<number>;
}

/**
 * Adds the animations of visibility: glTF has none, so that shapes shrink to nothing and back. Only those that hang from
 * a bone can, skinned ones cannot.
 */
export function addVisibility(
  scene: Scene,
  anims: readonly VisibilityAnimView[],
  rig: Rig,
  { fps }: { readonly fps: number },
): Issue[] {
  let unshown = 0;
  for (const anim of anims) {
    const { tracks, skipped } = tracksOf(scene, anim, rig, fps);
    unshown += skipped;
    if (tracks.length === 0) continue;
    const clip = scene.clips.find(({ name }) => name === anim.name);
    if (clip === undefined) {
      const extras = { frameCount: anim.frameCount, fps, loop: (anim.flags & LOOP) !== 0, visibility: true };
      scene.clips.push({ name: anim.name, tracks, extras });
    } else {
      clip.tracks.push(...tracks);
    }
  }
  if (unshown === 0) return [];
  return [
    issue(sceneIssues['animation-not-shown'], `visibility of ${unshown} bones that only skinned shapes hang from`),
  ];
}

function tracksOf(scene: Scene, anim: VisibilityAnimView, rig: Rig, fps: number): { tracks: Track[]; skipped: number } {
  const tracks: Track[] = [];
  let skipped = 0;
  for (const [t, name] of anim.names.entries()) {
    const bone = rig.skeleton.bones.findIndex((candidate) => candidate.name === name);
    if (bone < 0) continue;
    const keys = visibilityKeys(anim, t, fps);
    if (keys === undefined) continue;
    const parent = nodeOf(rig, bone);
    const meshes = scene.nodes.flatMap((node, n) => (node.parent === parent && node.mesh !== undefined ? [n] : []));
    if (meshes.length === 0) skipped++;
    for (const node of meshes) tracks.push({ node, path: 'scale', interpolation: 'step', ...keys });
  }
  return { tracks, skipped };
}

/** Scale 1 where visible, 0 where not; undefined where it always is, as at rest. */
function visibilityKeys(
  anim: VisibilityAnimView,
  target: number,
  fps: number,
): Pick<Track, 'times' | 'values'> | undefined {
  const curve = anim.curves.find((candidate) => candidate.target === target);
  if (curve === undefined) {
    const isVisible = ((anim.base[target >> 5]! >>> (target & 31)) & 1) === 1;
    return isVisible ? undefined : { times: Float32Array.of(0), values: new Float32Array(3) };
  }
  const evaluator = new CurveEvaluator(curve);
  const frames: number[] = [];
  for (let frame = 0; frame <= Math.max(0, anim.frameCount); frame++) {
    const isNew = frames.length === 0 || evaluator.at(frame) !== evaluator.at(frames.at(-1)!);
    if (isNew || frame === anim.frameCount) frames.push(frame);
  }
  return {
    times: Float32Array.from(frames, (frame) => frame / fps),
    values: Float32Array.from(frames.flatMap((frame) => new Array<number>(3).fill(evaluator.at(frame)))),
  };
}
