import { type Issue, issue } from '../../issue.ts';
import { multiplyQuaternions } from '../../math/index.ts';
import { makeSignsContinuous } from '../../scene/keys.ts';
import type { Clip, Extras, Node, Scene, Track } from '../../scene/scene.ts';
import { Curve, frameTime } from './envelope.curve.ts';
import type { Envelope } from './envelope.ts';
import { FX, type Motion, STOP_AT_END, WORLD_ORIENT } from './motion.ts';
import { sceneIssues } from './scene.issues.ts';
import type { SceneSkeleton } from './skeleton.scene.ts';
import { relativeTo, rotationOf } from './space.ts';
import { lineText } from './values.ts';
import { decodeText } from './windows-1251.ts';

// Motions of curves as clips: one key per frame (specification, section 20.6).

/** More than any real motion has; frames cost memory whatever the file's size. */
const MAX_FRAMES = 100_000;

/** The curve of one bone at every frame, in the space of scenes. */
interface Sampled {
  readonly node: number;
  readonly translations: Float32Array;
  readonly rotations: Float32Array;
  readonly isWorldOriented: boolean;
}

/** Adds a motion to a scene, for the bones of the skeleton that it has. */
export function addMotion(scene: Scene, motion: Motion, skeleton: SceneSkeleton | undefined, issues: Issue[]): void {
  const name = decodeText(motion.name);
  const nodes = nodesOf(motion, skeleton);
  const strangers = motion.bones.flatMap((bone, i) =>
    nodes[i] === undefined ? [decodeText(bone.name ?? `${i}`)] : [],
  );
  if (strangers.length === motion.bones.length) {
    const reason = `'${name}' moves ${strangers.join(', ') || 'nothing'}`;
    issues.push(issue(sceneIssues['motion-without-bones'], reason));
    return;
  }
  if (strangers.length > 0) {
    issues.push(issue(sceneIssues['unmatched-bones'], `'${name}' moves ${strangers.join(', ')}`));
  }
  const count = frameCount(motion, name, issues);
  const sampled = motion.bones.flatMap((bone, i): Sampled[] => {
    const node = nodes[i];
    if (node === undefined) return [];
    const isWorldOriented = (bone.flags & WORLD_ORIENT) !== 0;
    return [{ node, ...sampleSix(bone.envelopes, motion, count), isWorldOriented }];
  });
  if (sampled.some(({ isWorldOriented }) => isWorldOriented)) makeLocal(scene.nodes, sampled, count);
  const times = frameTimes(count, motion.fps);
  scene.clips.push(makeClip(name, times, sampled, motionExtras(motion)));
}

function nodesOf({ bones }: Motion, skeleton: SceneSkeleton | undefined): (number | undefined)[] {
  return bones.map(({ name }, i) => {
    if (name === undefined) return skeleton?.nodes[i];
    const bone = skeleton?.byName.get(decodeText(name).toLowerCase());
    return bone === undefined ? undefined : skeleton!.nodes[bone];
  });
}

/** From the first frame to the end frame, both included: the frame behind the end is where the curves were authored to. */
export function frameCount(
  { firstFrame, endFrame, fps }: Pick<Motion, 'firstFrame' | 'endFrame' | 'fps'>,
  name: string,
  issues: Issue[],
): number {
  if (!(fps > 0 && Number.isFinite(fps)) || endFrame < firstFrame) return 1;
  const count = endFrame - firstFrame + 1;
  if (count <= MAX_FRAMES) return count;
  issues.push(issue(sceneIssues['too-many-frames'], `'${name}' has ${count} frames, ${MAX_FRAMES} were taken`));
  return MAX_FRAMES;
}

/** Seconds of a clip's keys: one a frame. */
export const frameTimes = (count: number, fps: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => (i === 0 ? 0 : i / fps));

/** Samples position x y z and rotation about y, x, z. `order` names the places of the angles about x, y and z. */
export function sampleSix(
  envelopes: readonly Envelope[],
  { firstFrame, fps }: { firstFrame: number; fps: number },
  count: number,
  [x, y, z]: readonly [number, number, number] = [4, 3, 5],
): { translations: Float32Array; rotations: Float32Array } {
  const curves = envelopes.map((envelope) => new Curve(envelope));
  const translations = new Float32Array(count * 3);
  const rotations = new Float32Array(count * 4);
  const at = (curve: number, time: number) => {
    const value = curves[curve]?.at(time) ?? 0;
    return Number.isFinite(value) ? value : 0;
  };
  for (let i = 0; i < count; i++) {
    const time = fps > 0 ? frameTime(firstFrame + i, fps) : 0;
    translations.set([-at(0, time), at(1, time), at(2, time)], i * 3);
    rotations.set(rotationOf([at(x, time), at(y, time), at(z, time)]), i * 4);
  }
  makeSignsContinuous(rotations);
  return { translations, rotations };
}

/** Turns rotations in model space into rotations relative to the parent, frame by frame. */
function makeLocal(nodes: readonly Node[], sampled: readonly Sampled[], count: number): void {
  const byNode = new Map(sampled.map((bone) => [bone.node, bone]));
  const world = (node: number | undefined, frame: number): readonly number[] => {
    if (node === undefined) return [0, 0, 0, 1];
    const bone = byNode.get(node);
    const rotation = bone?.rotations.subarray(frame * 4, frame * 4 + 4) ?? nodes[node]!.rotation ?? [0, 0, 0, 1];
    if (bone?.isWorldOriented) return [...rotation];
    return multiplyQuaternions(world(nodes[node]!.parent, frame), rotation);
  };
  const locals = sampled.map((bone) => {
    if (!bone.isWorldOriented) return undefined;
    const rotations = new Float32Array(count * 4);
    for (let frame = 0; frame < count; frame++) {
      const own = bone.rotations.subarray(frame * 4, frame * 4 + 4);
      rotations.set(relativeTo(world(nodes[bone.node]!.parent, frame), own), frame * 4);
    }
    makeSignsContinuous(rotations);
    return rotations;
  });
  for (const [i, rotations] of locals.entries()) if (rotations) sampled[i]!.rotations.set(rotations);
}

/** Values that differ by less are the same: single precision leaves this much. */
const SAME = 1e-6;

/**
 * A clip of sampled bones. Properties that stay get one key; where all stay, one of them gets a second, so that the clip
 * has a length.
 */
export function makeClip(
  name: string,
  times: Float32Array,
  bones: readonly { node: number; translations: Float32Array; rotations: Float32Array }[],
  extras: Extras,
): Clip {
  const start = Float32Array.of(0);
  const tracks = bones.flatMap(({ node, translations, rotations }): Track[] =>
    (
      [
        ['translation', translations, 3],
        ['rotation', rotations, 4],
      ] as const
    ).map(([path, values, width]) => {
      const stays = isConstant(values, width);
      return {
        node,
        path,
        interpolation: 'linear',
        times: stays ? start : times,
        values: stays ? values.slice(0, width) : values,
      };
    }),
  );
  const [first] = tracks;
  if (first !== undefined && times.length > 1 && tracks.every((track) => track.times === start)) {
    first.times = Float32Array.of(0, times.at(-1)!);
    first.values = Float32Array.of(...first.values, ...first.values);
  }
  return { name, tracks, extras: { xray: extras } };
}

function isConstant(values: Float32Array, width: number): boolean {
  for (let i = width; i < values.length; i++) if (Math.abs(values[i]! - values[i % width]!) > SAME) return false;
  return true;
}

function motionExtras(motion: Motion): Extras {
  const { settings } = motion;
  const flags = settings.flags ?? (settings.isFx ? FX : 0) | (settings.stopAtEnd ? STOP_AT_END : 0);
  return {
    version: motion.version,
    firstFrame: motion.firstFrame,
    endFrame: motion.endFrame,
    fps: motion.fps,
    flags,
    part: settings.part,
    speed: settings.speed,
    accrue: settings.accrue,
    falloff: settings.falloff,
    power: settings.power,
    ...(motion.marks && motion.marks.length > 0 && { marks: motion.marks.map(markExtras) }),
  };
}

export function markExtras({ name, intervals }: NonNullable<Motion['marks']>[number]): Extras {
  return {
    name: decodeText(lineText(name)),
    intervals: Array.from({ length: intervals.length }, (_, i) => [intervals.start[i]!, intervals.end[i]!]),
  };
}
