import { eulerFromQuaternion, type Vector3 } from '../../math/index.ts';
import { compareTracks, resampled } from '../../scene/comparison.ts';
import { reduceKeys } from '../../scene/keys.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Scene, Track, TrackPath } from '../../scene/scene.ts';
import { type BoneAnimView, componentsOf, LOOP, type SkeletalAnimView } from './animation.scene.ts';
import { bakedSizeOf, cubicKeys, type FittedCurve, fitCurve, linearKeys, steppedKeys } from './curve-fitting.ts';
import { compensates, isEuler, quaternionOf } from './pose.ts';
import type { BoneAnim } from './skeletal-animation.ts';
import type { SkeletonView } from './view.ts';
import type { WiiuBoneAnim } from './wiiu-animation.ts';

// Clips as skeletal animations. What did not change keeps its curves; what did is fitted to new ones.

/** A bone's part in an animation, as both consoles store it. */
export interface BoneAnimDraft {
  name: string;
  flags: number;
  base: Float32Array<ArrayBuffer>;
  curves: FittedCurve[];
}

export interface SkeletalAnimDraft {
  name: string;
  flags: number;
  frameCount: number;
  /** Those of the original where nothing changed. */
  boneAnims: (BoneAnimDraft | BoneAnimView)[];
  /** How many of them are new. */
  changed: number;
  bakedSize: number;
}

/** What both consoles store of a bone's part besides what it moves: where curves begin, and the first among all. */
const LAYOUT = { beginRotate: 3, beginTranslate: 6, beginBaseTranslate: 7 } as const;

/** The parts of bones as a file has them: those of the original, and new ones, with their curves counted through. */
export function numberedBoneAnims<A extends BoneAnim | WiiuBoneAnim>(parts: SkeletalAnimDraft['boneAnims']): A[] {
  let firstCurve = 0;
  return parts.map((part) => {
    const boneAnim = 'firstCurve' in part ? part : { ...part, ...LAYOUT, flags: part.flags >>> 0 };
    const numbered = { ...boneAnim, firstCurve } as unknown as A;
    firstCurve += part.curves.length;
    return numbered;
  });
}

export interface ClipContext {
  readonly skeleton: SkeletonView;
  readonly scene: Scene;
  readonly fps: number;
}

/** What fitted values may be off: a tenth of a millimetre, a hundredth of a degree, as much of a scale. */
const TOLERANCES: Readonly<Record<Group, number>> = { scale: 1e-4, rotation: 1.75e-4, translation: 1e-4 };

type Group = 'scale' | 'rotation' | 'translation';
const GROUPS: readonly Group[] = ['scale', 'rotation', 'translation'];
const TARGETS: Readonly<Record<Group, readonly number[]>> = {
  scale: [0x04, 0x08, 0x0c],
  rotation: [0x20, 0x24, 0x28],
  translation: [0x10, 0x14, 0x18],
};
const FIRST_CURVE_BITS: Readonly<Record<Group, number>> = { scale: 6, rotation: 9, translation: 13 };
const BASES = 0x38;
const COMPENSATES = 1 << 23;
const EULER = 0x1000;

/** The animation that a clip is; `original` gives what the clip does not move otherwise than before. */
export function animFromClip(
  clip: Clip,
  context: ClipContext,
  original?: { readonly anim: SkeletalAnimView; readonly clip: Clip; readonly scene: Scene },
): SkeletalAnimDraft {
  const { skeleton, fps } = context;
  const loop = typeof clip.extras?.['loop'] === 'boolean' ? clip.extras['loop'] : (original?.anim.flags ?? 0) & LOOP;
  const boneAnims: (BoneAnimDraft | BoneAnimView)[] = [];
  let changed = 0;
  for (const { b, before } of bonesOf(skeleton, original?.anim.boneAnims ?? [])) {
    const tracks = b === undefined ? undefined : tracksOf(clip, context, skeleton.bones[b]!.name ?? '');
    if (b === undefined || tracks === undefined || (tracks.size === 0 && before === undefined)) {
      if (before !== undefined) boneAnims.push(before);
      continue;
    }
    const kept = original === undefined ? [] : GROUPS.filter((group) => isKept(group, b, tracks, context, original));
    if (kept.length === GROUPS.length) {
      if (before !== undefined) boneAnims.push(before);
      continue;
    }
    changed++;
    boneAnims.push(boneAnimOf(b, tracks, { ...context, clip }, kept, before, original?.anim.flags ?? EULER));
  }
  const curves = boneAnims.flatMap(
    (boneAnim) => boneAnim.curves as readonly { startFrame: number; endFrame: number }[],
  );
  const frameCount = frameCountOf(clip, changed > 0 ? curves : [], fps, original?.anim);
  const bakedSize = curves.reduce((sum, curve) => sum + bakedSizeOf(curve), 0);
  const flags = EULER | (skeleton.flags & 0x300) | (loop ? LOOP : 0);
  return { name: clip.name, flags: original?.anim.flags ?? flags, frameCount, boneAnims, changed, bakedSize };
}

/** The parts of the original in their order, then the bones that it does not move. */
function* bonesOf(skeleton: SkeletonView, originals: readonly BoneAnimView[]) {
  const byName = new Map(skeleton.bones.map(({ name }, b) => [name, b]));
  for (const before of originals) yield { b: byName.get(before.name), before };
  const named = new Set(originals.map(({ name }) => name));
  for (const [b, { name }] of skeleton.bones.entries()) if (!named.has(name)) yield { b, before: undefined };
}

/** The number of frames that the clip says it has, unless its keys go on. */
function frameCountOf(
  clip: Clip,
  curves: readonly { endFrame: number }[],
  fps: number,
  original: SkeletalAnimView | undefined,
): number {
  const last = Math.max(0, ...curves.map(({ endFrame }) => endFrame));
  const end = Math.max(0, ...clip.tracks.map(({ times }) => times.at(-1) ?? 0)) * fps;
  const needed = Math.ceil(Math.max(last, end) - 1e-3);
  const stated = original?.frameCount;
  return stated !== undefined && Math.abs(stated - needed) < 1 ? stated : needed;
}

/** The tracks of a bone: its scale may be on a node of its own. */
function tracksOf(clip: Clip, { scene }: { readonly scene: Scene }, bone: string): Map<TrackPath, Track> {
  const tracks = new Map<TrackPath, Track>();
  for (const track of clip.tracks) {
    const { name } = scene.nodes[track.node]!;
    if (name === bone || (name === `${bone}__scale` && track.path === 'scale')) tracks.set(track.path, track);
  }
  return tracks;
}

interface Before {
  readonly anim: SkeletalAnimView;
  readonly clip: Clip;
  readonly scene: Scene;
}

interface PartContext extends ClipContext {
  readonly clip: Clip;
}

function boneAnimOf(
  b: number,
  tracks: ReadonlyMap<TrackPath, Track>,
  context: PartContext,
  kept: readonly Group[],
  before: BoneAnimView | undefined,
  flags: number,
): BoneAnimDraft {
  const bone = context.skeleton.bones[b]!;
  const base: number[] = [];
  const curves: FittedCurve[] = [];
  for (const group of GROUPS) {
    const made =
      before !== undefined && kept.includes(group) && isEuler(flags)
        ? keptGroup(group, before, b, context.skeleton)
        : madeGroup(group, b, tracks, context);
    base.push(...made.base);
    curves.push(...made.curves);
  }
  return { name: bone.name ?? '', flags: flagsOf(base, curves, bone.flags), base: Float32Array.from(base), curves };
}

/** Whether a bone still moves as the original has it. */
function isKept(
  group: Group,
  b: number,
  tracks: ReadonlyMap<TrackPath, Track>,
  { scene, skeleton }: ClipContext,
  original: Before,
): boolean {
  const after = tracks.get(group);
  const before = tracksOf(original.clip, original, skeleton.bones[b]!.name ?? '').get(group);
  const limit = group === 'rotation' ? resampled.angle : group === 'scale' ? resampled.value : resampled.length;
  return compareTracks(original.scene, before, scene, after) <= limit;
}

interface GroupDraft {
  readonly base: readonly number[];
  readonly curves: FittedCurve[];
}

/** The group as the original has it, with base values written out. */
function keptGroup(group: Group, before: BoneAnimView, b: number, skeleton: SkeletonView): GroupDraft {
  const components = componentsOf(before, skeleton.bones[b]!, group).slice(0, 3);
  const base = components.map((component) => (typeof component === 'number' ? component : component.at(0)));
  const curves = before.curves.filter(({ target }) => TARGETS[group].includes(target)) as unknown as FittedCurve[];
  return { base: group === 'rotation' ? [...base, 1] : base, curves: [...curves] };
}

function madeGroup(group: Group, b: number, tracks: ReadonlyMap<TrackPath, Track>, context: PartContext): GroupDraft {
  const bone = context.skeleton.bones[b]!;
  const track = tracks.get(group);
  if (track === undefined) {
    const rest = restOf(group, bone, context.skeleton);
    return { base: group === 'rotation' ? [...rest.slice(0, 3), 1] : rest, curves: [] };
  }
  if (group === 'rotation') return sampledRotation(track, context.fps);
  const parent = group === 'translation' ? scalingNode(b, context) : undefined;
  const scaling = context.clip.tracks.find(({ node, path }) => node === parent && path === 'scale');
  if (scaling !== undefined) return vectorGroup(group, unscaled(track, scaling, context.fps), context.fps, undefined);
  return vectorGroup(group, track, context.fps, context.scene.nodes[parent ?? -1]?.scale);
}

/** A movement as it is where the scale of the parent moves as well: at every frame. */
function unscaled(track: Track, scaling: Track, fps: number): Track {
  const last = Math.max(track.times.at(-1) ?? 0, scaling.times.at(-1) ?? 0);
  const everyFrame = Array.from({ length: Math.floor(last * fps + 1e-3) + 1 }, (_, frame) => Math.fround(frame / fps));
  const times = [...new Set([...everyFrame, ...track.times, ...scaling.times])].sort((a, b) => a - b);
  const [moved, scale] = [new Float64Array(3), new Float64Array(3)];
  const values = times.flatMap((time) => {
    sampleTrack(track, time, moved);
    sampleTrack(scaling, time, scale);
    return [0, 1, 2].map((c) => moved[c]! / (scale[c]! || 1));
  });
  const sampled: Track = {
    ...track,
    interpolation: 'linear',
    times: Float32Array.from(times),
    values: Float32Array.from(values),
  };
  return reduceKeys(sampled);
}

function restOf(group: Group, bone: SkeletonView['bones'][number], { flags }: SkeletonView): number[] {
  if (group !== 'rotation') return Array.from(bone[group]);
  return isEuler(flags) ? Array.from(bone.rotation) : eulerFromQuaternion(quaternionOf(bone.rotation, false), 'ZYX');
}

/** The node that scales what a bone's translation is in, because the scale of its parent is on a node of its own. */
function scalingNode(b: number, { skeleton, scene }: ClipContext): number | undefined {
  const bone = skeleton.bones[b]!;
  const parent = skeleton.bones[bone.parent];
  if (parent === undefined || !compensates(skeleton.flags, bone)) return undefined;
  const node = scene.nodes.findIndex(({ name }) => name === `${parent.name}__scale`);
  return node < 0 ? undefined : node;
}

function vectorGroup(
  group: 'scale' | 'translation',
  track: Track,
  fps: number,
  factors: Vector3 | undefined,
): GroupDraft {
  const { times, values, interpolation } = track;
  const frames = framesOf(times, fps);
  const step = interpolation === 'cubic' ? 9 : 3;
  const middle = interpolation === 'cubic' ? 3 : 0;
  const component = (c: number, at: number, unit = 1) =>
    frames.map((_, i) => (values[step * i + at + c]! * unit) / (factors?.[c] || 1));
  const base = [0, 1, 2].map((c) => component(c, middle)[0]!);
  const curves = [0, 1, 2].flatMap((c) => {
    const numbers = component(c, middle);
    const slopes = interpolation === 'cubic' ? [component(c, 0, 1 / fps), component(c, 6, 1 / fps)] : [];
    const rests = numbers.every((value) => Math.abs(value - numbers[0]!) <= TOLERANCES[group] / 10);
    if (frames.length < 2 || (rests && slopes.flat().every((slope) => Math.abs(slope) < 1e-6))) return [];
    const keys =
      interpolation === 'cubic'
        ? cubicKeys(frames, numbers, slopes[0]!, slopes[1]!)
        : interpolation === 'step'
          ? steppedKeys(frames, numbers)
          : linearKeys(frames, numbers);
    return [fitCurve(keys, TARGETS[group][c]!, TOLERANCES[group])];
  });
  return { base, curves };
}

/** Times as frames: those that are meant to be whole, or on the grid of the storage, are. */
export function framesOf(times: Float32Array, fps: number): number[] {
  const frames: number[] = [];
  for (const time of times) {
    const exact = time * fps;
    const snapped = Math.abs(exact - Math.round(exact * 32) / 32) < 2e-3 ? Math.round(exact * 32) / 32 : exact;
    const previous = frames.at(-1);
    frames.push(previous !== undefined && snapped <= previous ? previous + 1 / 32 : snapped);
  }
  return frames;
}

/** Quaternions sampled at their keys and every frame between, as Euler angles. */
function sampledRotation(track: Track, fps: number): GroupDraft {
  const keys = framesOf(track.times, fps);
  const frames = new Set(keys);
  if (keys.length > 1) for (let frame = Math.ceil(keys[0]!); frame <= keys.at(-1)!; frame++) frames.add(frame);
  const sorted = [...frames].sort((a, b) => a - b);
  const value = new Float64Array(4);
  const quaternions = sorted.map((frame) => {
    sampleTrack(track, frame / fps, value);
    return [...value];
  });
  return rotationGroup(sorted, quaternions);
}

function rotationGroup(frames: readonly number[], quaternions: readonly (readonly number[])[]): GroupDraft {
  const angles: Vector3[] = [];
  for (const quaternion of quaternions) angles.push(nearestEuler(quaternion, angles.at(-1)));
  const base = [...angles[0]!, 1];
  const curves = [0, 1, 2].flatMap((c) => {
    const numbers = angles.map((angle) => angle[c]!);
    if (frames.length < 2 || numbers.every((value) => Math.abs(value - numbers[0]!) <= TOLERANCES.rotation / 10))
      return [];
    const kept = corners(frames, numbers, TOLERANCES.rotation / 2);
    const keys = linearKeys(
      kept.map((i) => frames[i]!),
      kept.map((i) => numbers[i]!),
    );
    return [fitCurve(keys, TARGETS.rotation[c]!, TOLERANCES.rotation)];
  });
  return { base, curves };
}

/** Euler angles of a rotation: of the many that mean the same, those nearest to the previous ones. */
export function nearestEuler(quaternion: ArrayLike<number>, previous: Vector3 | undefined): Vector3 {
  const first = eulerFromQuaternion(quaternion, 'ZYX');
  if (previous === undefined) return first;
  const second: Vector3 = [first[0] + Math.PI, Math.PI - first[1], first[2] + Math.PI];
  const near = (angles: Vector3) =>
    angles.map((angle, c) => angle + 2 * Math.PI * Math.round((previous[c]! - angle) / (2 * Math.PI))) as Vector3;
  const distance = (angles: Vector3) => angles.reduce((sum, angle, c) => sum + Math.abs(angle - previous[c]!), 0);
  const [a, b] = [near(first), near(second)];
  return distance(a) <= distance(b) ? a : b;
}

/** Indices of the values that straight lines between them need to stay within a tolerance of all (Douglas-Peucker). */
export function corners(frames: readonly number[], values: readonly number[], tolerance: number): number[] {
  const kept = new Set([0, frames.length - 1]);
  const stack: [number, number][] = [[0, frames.length - 1]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    let [worst, corner] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const t = (frames[i]! - frames[from]!) / (frames[to]! - frames[from]!);
      const off = Math.abs(values[from]! + (values[to]! - values[from]!) * t - values[i]!);
      if (off > worst) [worst, corner] = [off, i];
    }
    if (corner < 0) continue;
    kept.add(corner);
    stack.push([from, corner], [corner, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

/** Which base values and curves there are, and what the transform always is (section 13.1). */
function flagsOf(base: readonly number[], curves: readonly FittedCurve[], boneFlags: number): number {
  let flags = BASES | (boneFlags & COMPENSATES);
  for (const group of GROUPS) {
    for (const [c, target] of TARGETS[group].entries()) {
      if (curves.some((curve) => curve.target === target)) flags |= 1 << (FIRST_CURVE_BITS[group] + c);
    }
  }
  const still = (group: Group) => !curves.some(({ target }) => TARGETS[group].includes(target));
  const [sx, sy, sz, rx, ry, rz, , tx, ty, tz] = base as number[];
  if (still('scale') && sx === sy && sy === sz) flags |= 1 << 24;
  if (still('scale') && sx! * sy! * sz! === 1) flags |= 1 << 25;
  if (still('rotation') && rx === 0 && ry === 0 && rz === 0) flags |= 1 << 26;
  if (still('translation') && tx === 0 && ty === 0 && tz === 0) flags |= 1 << 27;
  return flags;
}
