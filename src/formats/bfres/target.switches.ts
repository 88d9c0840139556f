import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Scene, Track } from '../../scene/scene.ts';
import { LOOP } from './animation.scene.ts';
import { CurveType } from './curve.ts';
import { bakedSizeOf, type FittedCurve, fitCurve, linearKeys, steppedKeys, storeFrames } from './curve-fitting.ts';
import { corners, framesOf } from './target.clips.ts';

// What clips do besides moving bones: meshes that come and go become visibility of bones, weights of morph targets become
// animations of key shapes (specification, sections 13.3 and 13.4).

/** A curve of bits is stored with words where others have floats. */
export interface SwitchCurve extends Omit<FittedCurve, 'keys'> {
  keys: Uint32Array;
}

export interface VisibilityDraft {
  readonly name: string;
  readonly flags: number;
  readonly frameCount: number;
  readonly names: string[];
  readonly curves: SwitchCurve[];
  /** A bit a name. */
  readonly base: Uint32Array<ArrayBuffer>;
  readonly bakedSize: number;
}

export interface ShapeAnimDraft {
  readonly name: string;
  readonly flags: number;
  readonly frameCount: number;
  readonly shapes: readonly {
    readonly name: string;
    readonly keyShapes: readonly string[];
    /** Weights at the start, of all but the base shape. */
    readonly base: Float32Array<ArrayBuffer>;
    /** With the index of the key shape, the base counted, as target. */
    readonly curves: readonly FittedCurve[];
  }[];
  readonly bakedSize: number;
}

/** How clips are read: names are those of the file to be. */
export interface SwitchContext {
  readonly scene: Scene;
  readonly fps: number;
  /** The bone that a mesh hangs from; undefined for skinned ones. */
  boneOf(node: number): string | undefined;
  /** The shapes that a node draws, with the names of their key shapes. */
  shapesOf(node: number): readonly { readonly name: string; readonly keyShapes: readonly string[] }[];
}

const flagsOf = ({ extras }: Clip): number => (extras?.['loop'] === true ? LOOP : 0);

const framesIn = ({ tracks }: Clip, fps: number): number =>
  Math.ceil(Math.max(0, ...tracks.map(({ times }) => times.at(-1) ?? 0)) * fps - 1e-3);

/** Which bones are visible when; undefined for clips that leave all as they are. */
export function visibilityFrom(clip: Clip, context: SwitchContext): VisibilityDraft | undefined {
  const tracks = new Map<string, Track>();
  for (const track of clip.tracks) {
    const bone = track.path === 'scale' ? context.boneOf(track.node) : undefined;
    if (bone !== undefined) tracks.set(bone, track);
  }
  if (tracks.size === 0) return undefined;
  const names = [...tracks.keys()];
  const base = new Uint32Array(Math.ceil(names.length / 32));
  const curves: SwitchCurve[] = [];
  for (const [target, track] of [...tracks.values()].entries()) {
    const isVisible = [...track.times.keys()].map((i) => track.values[3 * i]! > 0);
    const kept = isVisible.map((is, i) => i === 0 || i === isVisible.length - 1 || is !== isVisible[i - 1]);
    if (isVisible[0]) base[target >> 5]! |= 1 << (target & 31);
    if (isVisible.every((is) => is === isVisible[0])) continue;
    const frames = framesOf(track.times, context.fps).filter((_, i) => kept[i]);
    curves.push(
      bitCurve(
        target,
        frames,
        isVisible.filter((_, i) => kept[i]),
      ),
    );
  }
  return {
    name: clip.name,
    flags: flagsOf(clip),
    frameCount: framesIn(clip, context.fps),
    names,
    curves,
    base,
    bakedSize: curves.reduce((sum, curve) => sum + bakedBits(curve), 0),
  };
}

function bitCurve(target: number, frames: readonly number[], bits: readonly boolean[]): SwitchCurve {
  const keys = new Uint32Array(Math.ceil(bits.length / 32));
  for (const [i, bit] of bits.entries()) if (bit) keys[i >> 5]! |= 1 << (i & 31);
  const stored = storeFrames(frames);
  return {
    frames: stored.frames,
    keys,
    flags: stored.type | (CurveType.stepBool << 4),
    keyCount: bits.length,
    target,
    startFrame: Math.fround(frames[0]!),
    endFrame: Math.fround(frames.at(-1)!),
    scale: 1,
    offset: 0,
    delta: Number(bits.at(-1)) - Number(bits[0]),
  };
}

/** Memory that an engine needs to bake a curve of bits (section 12.5). */
function bakedBits({ startFrame, endFrame }: SwitchCurve): number {
  const count = Math.floor(endFrame - startFrame) + 1;
  return count <= 2 ? 0 : Math.ceil((Math.ceil(count / 8) + 16) / 8) * 8;
}

/** What a weight may be off. */
const TOLERANCE = 1e-3;

/** Weights of key shapes over time; undefined for clips that have none. */
export function shapeAnimFrom(clip: Clip, context: SwitchContext): ShapeAnimDraft | undefined {
  const shapes = new Map<string, ShapeAnimDraft['shapes'][number]>();
  for (const track of clip.tracks) {
    if (track.path !== 'weights') continue;
    for (const { name, keyShapes } of context.shapesOf(track.node)) {
      if (keyShapes.length > 1)
        shapes.set(name, { name, keyShapes, ...weightCurves(track, keyShapes.length - 1, context.fps) });
    }
  }
  if (shapes.size === 0) return undefined;
  const parts = [...shapes.values()];
  return {
    name: clip.name,
    flags: flagsOf(clip),
    frameCount: framesIn(clip, context.fps),
    shapes: parts,
    bakedSize: parts.flatMap(({ curves }) => curves).reduce((sum, curve) => sum + bakedSizeOf(curve), 0),
  };
}

/** Sampled at its keys, and at every frame where it is curved between them. */
function weightCurves(track: Track, count: number, fps: number) {
  const frames = track.interpolation === 'cubic' ? everyFrame(track, fps) : framesOf(track.times, fps);
  const width = track.values.length / track.times.length / (track.interpolation === 'cubic' ? 3 : 1);
  const sample = new Float64Array(width);
  const rows = frames.map((frame, i) => {
    sampleTrack(track, track.interpolation === 'cubic' ? frame / fps : track.times[i]!, sample);
    return [...sample];
  });
  const base = Float32Array.from({ length: count }, (_, k) => rows[0]?.[k] ?? 0);
  const curves = Array.from({ length: count }, (_, k) => k).flatMap((k) => {
    const values = rows.map((row) => row[k] ?? 0);
    if (frames.length < 2 || values.every((value) => Math.abs(value - values[0]!) <= TOLERANCE / 10)) return [];
    const isStepped = track.interpolation === 'step';
    const kept = isStepped ? [...frames.keys()] : corners(frames, values, TOLERANCE / 2);
    const pick = (list: readonly number[]) => kept.map((i) => list[i]!);
    const keys = isStepped ? steppedKeys(frames, values) : linearKeys(pick(frames), pick(values));
    return [fitCurve(keys, k + 1, TOLERANCE)];
  });
  return { base, curves };
}

function everyFrame(track: Track, fps: number): number[] {
  const keys = framesOf(track.times, fps);
  const frames = new Set(keys);
  for (let frame = Math.ceil(keys[0]!); frame <= keys.at(-1)!; frame++) frames.add(frame);
  return [...frames].sort((a, b) => a - b);
}
