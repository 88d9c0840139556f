import { type Issue, issue } from '../../issue.ts';
import { reduceKeys } from '../../scene/keys.ts';
import type { Scene, Track } from '../../scene/scene.ts';
import { LOOP } from './animation.scene.ts';
import type { CurveData } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';
import { sceneIssues } from './scene.issues.ts';

/** An animation of the weights of key shapes, as both consoles have it (specification, section 13.4). */
export interface ShapeAnimView {
  readonly name: string;
  readonly flags: number;
  readonly frameCount: number;
  readonly shapes: readonly {
    readonly name?: string | undefined;
    readonly curves: readonly CurveData[];
    /** Weights where no curve drives them, of all key shapes but the first. */
    readonly base?: ArrayLike<number> | undefined;
    readonly keyShapes: readonly { readonly name?: string | undefined; readonly curve: number }[];
  }[];
}

/** Adds the weights of morph targets to the clips of the same names, or as clips of their own. */
export function addShapeAnims(
  scene: Scene,
  anims: readonly ShapeAnimView[],
  { fps }: { readonly fps: number },
): Issue[] {
  let unshown = 0;
  for (const anim of anims) {
    const tracks = anim.shapes.flatMap((shape) => tracksOf(scene, shape, anim, fps));
    if (tracks.length < anim.shapes.length) unshown++;
    if (tracks.length === 0) continue;
    const clip = scene.clips.find(({ name }) => name === anim.name);
    if (clip !== undefined) clip.tracks.push(...tracks);
    else {
      const extras = { frameCount: anim.frameCount, fps, loop: (anim.flags & LOOP) !== 0 };
      scene.clips.push({ name: anim.name, tracks, extras });
    }
  }
  if (unshown === 0) return [];
  return [issue(sceneIssues['animation-not-shown'], `${unshown} shapeAnims of shapes that are not there`)];
}

/** A track for each level of detail of a shape. */
function tracksOf(scene: Scene, shape: ShapeAnimView['shapes'][number], anim: ShapeAnimView, fps: number): Track[] {
  const { name = '' } = shape;
  return scene.nodes.flatMap(({ mesh }, node) => {
    const { name: meshName, targetNames } = scene.meshes[mesh ?? -1] ?? {};
    const isIt = meshName === name || meshName?.replace(/ LOD\d+$/, '') === name;
    return isIt && targetNames !== undefined ? [trackOf(node, shape, targetNames, anim, fps)] : [];
  });
}

function trackOf(
  node: number,
  { curves, base = [], keyShapes }: ShapeAnimView['shapes'][number],
  targetNames: readonly string[],
  { frameCount }: ShapeAnimView,
  fps: number,
): Track {
  const weights = targetNames.map((target) => {
    const k = keyShapes.findIndex(({ name }) => name === target);
    const curve = curves[keyShapes[k]?.curve ?? -1];
    return curve === undefined ? (base[k - 1] ?? 0) : new CurveEvaluator(curve);
  });
  const frames = framesOf(
    weights.filter((weight) => typeof weight !== 'number'),
    Math.max(0, frameCount),
  );
  const values = frames.flatMap((frame) =>
    weights.map((weight) => (typeof weight === 'number' ? weight : weight.at(frame))),
  );
  return reduceKeys({
    node,
    path: 'weights',
    interpolation: 'linear',
    times: Float32Array.from(frames, (frame) => frame / fps),
    values: Float32Array.from(values, (value) => (Number.isFinite(value) ? value : 0)),
  });
}

/** Every frame, and every key between. */
function framesOf(curves: readonly CurveEvaluator[], last: number): number[] {
  if (curves.length === 0) return [0];
  const frames = new Set<number>();
  for (let frame = 0; frame <= last; frame++) frames.add(frame);
  for (const curve of curves) for (const frame of curve.frames) if (frame >= 0 && frame <= last) frames.add(frame);
  return [...frames].sort((a, b) => a - b);
}
