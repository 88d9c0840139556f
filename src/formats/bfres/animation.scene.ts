import { makeSignsContinuous, reduceKeys } from '../../scene/keys.ts';
import type { Clip, Track } from '../../scene/scene.ts';
import type { CurveData } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';
import { compensates, eulerInto, isEuler } from './pose.ts';
import type { Rig } from './skeleton.scene.ts';
import type { BoneView } from './view.ts';

// Skeletal animations as clips (specification, sections 13.1 and 21.1). Movement and scale are cubic in both worlds and
// stay exact; rotations are Euler angles here and quaternions there: sampled within ROTATION_ERROR.

/** A skeletal animation, as both consoles have it. */
export interface SkeletalAnimView {
  readonly name: string;
  readonly flags: number;
  /** Number of the last frame. */
  readonly frameCount: number;
  readonly boneAnims: readonly BoneAnimView[];
}

export interface BoneAnimView {
  readonly name?: string | undefined;
  readonly flags: number;
  readonly base?: ArrayLike<number> | undefined;
  readonly curves: readonly CurveData[];
}

export const LOOP = 1 << 2;

/** What sampled rotations may be off between samples: a tenth of a degree. */
export const ROTATION_ERROR = (0.1 * Math.PI) / 180;

/** Where each component stands in the record that curves drive. */
const TARGETS = {
  scale: [0x04, 0x08, 0x0c],
  translation: [0x10, 0x14, 0x18],
  rotation: [0x20, 0x24, 0x28, 0x2c],
} as const;

type Group = keyof typeof TARGETS;

/** One component over time: a curve, or a number. */
type Component = CurveEvaluator | number;

const valueAt = (component: Component, frame: number): number =>
  typeof component === 'number' ? component : component.at(frame);

/** The components of a group: its curves over its base values over those of the bone at rest (section 13.1). */
export function componentsOf(anim: BoneAnimView, bone: BoneView, group: Group): Component[] {
  const base = baseOf(anim, group) ?? bone[group];
  return TARGETS[group].map((target, c) => {
    const curve = anim.curves.find((candidate) => candidate.target === target);
    return curve === undefined ? base[c]! : new CurveEvaluator(curve);
  });
}

const BASE_FLAGS = { scale: 1 << 3, rotation: 1 << 4, translation: 1 << 5 } as const;
const BASE_SIZES = { scale: 3, rotation: 4, translation: 3 } as const;

/** The base values of a group; undefined where the animation has none, which means those at rest. */
export function baseOf({ flags, base }: BoneAnimView, group: Group): ArrayLike<number> | undefined {
  if (base === undefined || (flags & BASE_FLAGS[group]) === 0) return undefined;
  let at = 0;
  for (const other of ['scale', 'rotation', 'translation'] as const) {
    if (other === group) break;
    if ((flags & BASE_FLAGS[other]) !== 0) at += BASE_SIZES[other];
  }
  return Array.from({ length: BASE_SIZES[group] }, (_, c) => base[at + c]!);
}

/** Whether a component ever is another number than this. */
export function everDiffers(component: Component, value: number): boolean {
  if (typeof component === 'number') return component !== value;
  return component.frames.some((frame) => Math.abs(component.at(frame) - value) > 1e-6);
}

/** Bones that an animation scales. */
export function scaledBones(anim: SkeletalAnimView, bones: readonly BoneView[]): number[] {
  const byName = new Map(bones.map(({ name }, b) => [name, b]));
  return anim.boneAnims.flatMap((boneAnim) => {
    const b = byName.get(boneAnim.name);
    if (b === undefined) return [];
    return componentsOf(boneAnim, bones[b]!, 'scale').some((c) => everDiffers(c, 1)) ? [b] : [];
  });
}

export interface ClipOptions {
  /** Frames per second, which files do not say. */
  readonly fps: number;
}

/** How a skeletal animation fits a model. */
export interface ClipMatch {
  readonly clip: Clip;
  /** Names of bones that the model does not have. */
  readonly missing: readonly string[];
}

/** The clip of an animation on the bones of a model. */
export function clipOf(anim: SkeletalAnimView, rig: Rig, { fps }: ClipOptions): ClipMatch {
  const { bones } = rig.skeleton;
  const byName = new Map(bones.map(({ name }, b) => [name, b]));
  const moves = new Map<number, BoneAnimView>();
  const missing: string[] = [];
  for (const boneAnim of anim.boneAnims) {
    const b = byName.get(boneAnim.name);
    if (b === undefined) missing.push(boneAnim.name ?? '');
    else moves.set(b, boneAnim);
  }
  const last = Math.max(0, anim.frameCount);
  const tracks: Track[] = [];
  for (const [b, boneAnim] of moves) tracks.push(...boneTracks(b, boneAnim, anim, rig, moves, last, fps));
  for (const [b, { parent }] of bones.entries()) {
    // At rest itself, but the scale of its parent moves it.
    if (moves.has(b) || !moves.has(parent) || !isFree(b, rig)) continue;
    const track = translationTrack(b, AT_REST, rig, moves, last, fps);
    if (track !== undefined) tracks.push(track);
  }
  lastUntil(tracks, last / fps);
  const loop = (anim.flags & LOOP) !== 0;
  return {
    clip: { name: anim.name, tracks, extras: { frameCount: anim.frameCount, fps, loop, flags: anim.flags } },
    missing,
  };
}

const AT_REST: BoneAnimView = { flags: 0, curves: [] };

/** Whether a bone hangs beside the node that scales its parent: the scale moves it, but does not scale it. */
function isFree(b: number, { skeleton, scales }: Rig): boolean {
  const bone = skeleton.bones[b]!;
  return bone.parent >= 0 && scales[bone.parent] !== undefined && compensates(skeleton.flags, bone);
}

function boneTracks(
  b: number,
  boneAnim: BoneAnimView,
  anim: SkeletalAnimView,
  rig: Rig,
  moves: ReadonlyMap<number, BoneAnimView>,
  last: number,
  fps: number,
): Track[] {
  const bone = rig.skeleton.bones[b]!;
  const node = rig.bones[b]!;
  const scaleNode = rig.scales[b] ?? node;
  const rotation = rotationTrack(componentsOf(boneAnim, bone, 'rotation'), bone, anim, rig, last, fps);
  return [
    translationTrack(b, boneAnim, rig, moves, last, fps),
    rotation && { node, path: 'rotation' as const, ...rotation },
    vectorTrack(scaleNode, 'scale', componentsOf(boneAnim, bone, 'scale'), bone.scale, last, fps),
  ].filter((track) => track !== undefined);
}

/** A bone that its parent's scale moves but does not scale: its translation is scaled here (see `addSkeleton`). */
function translationTrack(
  b: number,
  boneAnim: BoneAnimView,
  rig: Rig,
  moves: ReadonlyMap<number, BoneAnimView>,
  last: number,
  fps: number,
): Track | undefined {
  const { bones } = rig.skeleton;
  const bone = bones[b]!;
  const own = componentsOf(boneAnim, bone, 'translation');
  if (!isFree(b, rig)) return vectorTrack(rig.bones[b]!, 'translation', own, bone.translation, last, fps);
  const parent = bones[bone.parent]!;
  const parentAnim = moves.get(bone.parent);
  const factors: Component[] =
    parentAnim === undefined ? Array.from(parent.scale) : componentsOf(parentAnim, parent, 'scale');
  const frames = sampleFrames([...own, ...factors], last);
  const values = new Float32Array(3 * frames.length);
  for (const [i, frame] of frames.entries()) {
    for (let c = 0; c < 3; c++) values[3 * i + c] = valueAt(own[c]!, frame) * valueAt(factors[c]!, frame);
  }
  const times = Float32Array.from(frames, (frame) => frame / fps);
  return reduceKeys({ node: rig.bones[b]!, path: 'translation', interpolation: 'linear', times, values });
}

/** Movement or scale, exact: on the union of the keys of the three components each of them is a cubic. */
function vectorTrack(
  node: number,
  path: 'translation' | 'scale',
  components: readonly Component[],
  rest: ArrayLike<number>,
  last: number,
  fps: number,
): Track | undefined {
  const curves = components.filter((component) => typeof component !== 'number');
  if (curves.length === 0) {
    if (components.every((component, c) => component === rest[c])) return undefined;
    const values = Float32Array.from(components as number[]);
    return { node, path, interpolation: 'linear', times: Float32Array.of(0), values };
  }
  const stepped = curves.filter((curve) => curve.isStepped).length;
  const isExact =
    (stepped === 0 || stepped === curves.length) &&
    curves.every((curve) => curve.isSmooth && !(curve.wraps && (curve.start > 0 || curve.end < last)));
  const frames = isExact ? keyFrames(curves, last) : sampleFrames(components, last);
  const times = Float32Array.from(frames, (frame) => frame / fps);
  if (!isExact || curves.every((curve) => curve.isLinear)) {
    const values = Float32Array.from(frames.flatMap((frame) => components.map((c) => valueAt(c, frame))));
    return { node, path, interpolation: isExact && stepped > 0 ? 'step' : 'linear', times, values };
  }
  const values = new Float32Array(9 * frames.length);
  for (const [i, frame] of frames.entries()) {
    for (const [c, component] of components.entries()) {
      const at = 9 * i + c;
      values[at + 3] = valueAt(component, frame);
      if (typeof component === 'number') continue;
      values[at] = i === 0 ? 0 : component.slope(frame, 'before') * fps;
      values[at + 6] = i === frames.length - 1 ? 0 : component.slope(frame, 'after') * fps;
    }
  }
  return { node, path, interpolation: 'cubic', times, values };
}

type Keys = Pick<Track, 'interpolation' | 'times' | 'values'>;

/** Rotation, sampled at every frame and key, and between them where the turn is not even. */
function rotationTrack(
  components: readonly Component[],
  bone: BoneView,
  anim: SkeletalAnimView,
  rig: Rig,
  last: number,
  fps: number,
): Keys | undefined {
  const euler = isEuler(anim.flags);
  const isConstant = components.every((component, c) => typeof component === 'number' || (euler && c === 3));
  const isRest =
    isConstant &&
    euler === isEuler(rig.skeleton.flags) &&
    components.every((component, c) => (euler && c === 3) || component === bone.rotation[c]);
  if (isRest) return undefined;
  const frames = isConstant ? [0] : refine(sampleFrames(components.slice(0, euler ? 3 : 4), last), components, euler);
  const values = new Float32Array(4 * frames.length);
  for (const [i, frame] of frames.entries()) rotationInto(components, euler, frame, values, 4 * i);
  makeSignsContinuous(values);
  const times = Float32Array.from(frames, (frame) => frame / fps);
  const { interpolation, ...keys } = reduceKeys({ node: 0, path: 'rotation', interpolation: 'linear', times, values });
  return { interpolation, times: keys.times, values: keys.values };
}

function rotationInto(
  components: readonly Component[],
  euler: boolean,
  frame: number,
  out: Float32Array | Float64Array,
  at: number,
) {
  const [x, y, z] = [valueAt(components[0]!, frame), valueAt(components[1]!, frame), valueAt(components[2]!, frame)];
  if (euler) return eulerInto(x, y, z, out, at);
  const w = valueAt(components[3]!, frame);
  const length = Math.hypot(x, y, z, w);
  const unit = length > 0 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1];
  for (let c = 0; c < 4; c++) out[at + c] = unit[c]!;
}

/** The frames, and between them those needed to stay within the error when turning evenly from one to the next. */
function refine(frames: readonly number[], components: readonly Component[], euler: boolean): number[] {
  const q = new Float64Array(12);
  const refined: number[] = [];
  const split = (from: number, to: number, depth: number): void => {
    const middle = (from + to) / 2;
    rotationInto(components, euler, from, q, 0);
    rotationInto(components, euler, middle, q, 4);
    rotationInto(components, euler, to, q, 8);
    if (depth >= MAX_SPLITS || deviationOfMiddle(q) <= ROTATION_ERROR) return;
    split(from, middle, depth + 1);
    refined.push(middle);
    split(middle, to, depth + 1);
  };
  for (const [i, frame] of frames.entries()) {
    if (i > 0) split(frames[i - 1]!, frame, 0);
    refined.push(frame);
  }
  return refined;
}
const MAX_SPLITS = 4;

/** The angle between the middle one of three rotations and the middle of the others. */
function deviationOfMiddle(q: Float64Array): number {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += q[c]! * q[8 + c]!;
  const sign = dot < 0 ? -1 : 1;
  let length = 0;
  let cosine = 0;
  for (let c = 0; c < 4; c++) {
    const middle = q[c]! + sign * q[8 + c]!;
    length += middle * middle;
    cosine += middle * q[4 + c]!;
  }
  return 2 * Math.acos(Math.min(1, Math.abs(cosine) / Math.sqrt(length)));
}

/** Keys of the curves within the clip, and its ends. */
function keyFrames(curves: readonly CurveEvaluator[], last: number): number[] {
  const frames = new Set<number>();
  for (const curve of curves) for (const frame of curve.frames) if (frame >= 0 && frame <= last) frames.add(frame);
  if (curves.some(({ end }) => end > last)) frames.add(last);
  if (curves.some(({ start }) => start < 0)) frames.add(0);
  return frames.size === 0 ? [0] : [...frames].sort((a, b) => a - b);
}

/** Every frame of the clip and every key of the curves; frame 0 alone where there are no curves. */
function sampleFrames(components: readonly Component[], last: number): number[] {
  const curves = components.filter((component) => typeof component !== 'number');
  if (curves.length === 0) return [0];
  const frames = new Set<number>();
  const wraps = curves.some((curve) => curve.wraps);
  const from = wraps ? 0 : Math.max(0, Math.min(...curves.map(({ start }) => start)));
  const to = wraps ? last : Math.min(last, Math.max(...curves.map(({ end }) => end)));
  for (let frame = Math.ceil(from); frame <= to; frame++) frames.add(frame);
  for (const curve of curves) for (const frame of curve.frames) if (frame >= 0 && frame <= last) frames.add(frame);
  return frames.size === 0 ? [0] : [...frames].sort((a, b) => a - b);
}

/** Has the clip last as long as the animation: the first track holds its last value until the end. */
function lastUntil(tracks: Track[], end: number): void {
  const first = tracks[0];
  if (first === undefined || tracks.some(({ times }) => times.at(-1)! >= Math.fround(end))) return;
  const width = first.values.length / first.times.length;
  const held = first.values.slice(-width);
  if (first.interpolation === 'cubic') held.fill(0, 0, width / 3).fill(0, (2 * width) / 3);
  tracks[0] = {
    ...first,
    times: Float32Array.from([...first.times, end]),
    values: Float32Array.from([...first.values, ...held]),
  };
}
