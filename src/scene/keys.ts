import { angleBetween, type Numbers } from '../math/index.ts';
import { restValue, sampleTrack, trackWidth } from './sampling.ts';
import type { Clip, Scene, Track, TrackPath } from './scene.ts';

// What keys may lose without anybody seeing it, and what formats want done to them.

/** What a sampled value may be off. */
export interface KeyTolerance {
  /** Metres. */
  readonly translation: number;
  /** Radians. */
  readonly rotation: number;
  /** Of factors. */
  readonly scale: number;
  /** Of weights from 0 to 1. */
  readonly weights: number;
}

/** A tenth of a millimetre, a hundredth of a degree: what no one sees and single precision still tells apart. */
export const invisible: KeyTolerance = { translation: 1e-4, rotation: 1.75e-4, scale: 1e-4, weights: 1e-4 };

/**
 * How far two values of a property are apart: metres, radians, or the largest difference of a component. `a` and `b` are
 * read from the given indices.
 */
export function deviation(path: TrackPath, a: Numbers, aAt: number, b: Numbers, bAt: number, width: number): number {
  if (path === 'rotation') return angleBetween(a, b, aAt, bAt);
  let worst = 0;
  let square = 0;
  for (let i = 0; i < width; i++) {
    const difference = Math.abs(a[aAt + i]! - b[bAt + i]!);
    worst = Math.max(worst, difference);
    square += difference * difference;
  }
  return path === 'translation' ? Math.sqrt(square) : worst;
}

/** The values of a track at other times, between which it then moves evenly; a stepping track goes on to step. */
export function resample(track: Track, times: Float32Array): Track {
  const width = trackWidth(track);
  const values = new Float32Array(times.length * width);
  const value = new Float64Array(width);
  for (const [i, time] of times.entries()) {
    sampleTrack(track, time, value);
    values.set(value, i * width);
  }
  if (track.path === 'rotation') makeSignsContinuous(values);
  return { ...track, interpolation: track.interpolation === 'step' ? 'step' : 'linear', times, values };
}

/** Every time at which any of the tracks has a key. */
export function unionOfTimes(tracks: readonly Track[]): Float32Array {
  return Float32Array.from(new Set(tracks.flatMap(({ times }) => [...times]))).sort();
}

/** Flips quaternions in place, so that each is on the same side as the one before: q and -q are the same rotation. */
export function makeSignsContinuous(values: Float32Array): void {
  for (let at = 4; at + 4 <= values.length; at += 4) {
    let dot = 0;
    for (let i = 0; i < 4; i++) dot += values[at + i]! * values[at - 4 + i]!;
    if (dot < 0) for (let i = 0; i < 4; i++) values[at + i] = -values[at + i]!;
  }
}

/** The same movement with quaternions of continuous signs. Cubic tracks have tangents that turn with them. */
export function withContinuousSigns(track: Track): Track {
  if (track.path !== 'rotation') return track;
  const values = track.values.slice();
  if (track.interpolation !== 'cubic') {
    makeSignsContinuous(values);
    return { ...track, values };
  }
  for (let at = 12; at + 12 <= values.length; at += 12) {
    let dot = 0;
    for (let i = 4; i < 8; i++) dot += values[at + i]! * values[at - 12 + i]!;
    if (dot < 0) for (let i = 0; i < 12; i++) values[at + i] = -values[at + i]!;
  }
  return { ...track, values };
}

/**
 * The track without the keys that its others imply: wherever it had a key, it stays within the tolerance. Cubic tracks
 * stay as they are, as leaving out a key changes the curve far from it.
 */
export function reduceKeys(track: Track, tolerance: KeyTolerance = invisible): Track {
  const { times, values, interpolation, path } = track;
  if (times.length < 2 || interpolation === 'cubic') return track;
  const width = trackWidth(track);
  const limit = tolerance[path];
  const kept = interpolation === 'step' ? stepsToKeep(track, width, limit) : cornersToKeep(track, width, limit);
  if (kept.length === times.length) return track;
  const reduced = new Float32Array(kept.length * width);
  for (const [to, from] of kept.entries()) reduced.set(values.subarray(from * width, (from + 1) * width), to * width);
  return { ...track, times: Float32Array.from(kept, (i) => times[i]!), values: reduced };
}

/** Steps to where the track already is are no steps. The last key stays: it is the end of the clip. */
function stepsToKeep({ times, values, path }: Track, width: number, limit: number): number[] {
  const kept = [0];
  for (let i = 1; i < times.length; i++) {
    const isLast = i === times.length - 1;
    if (isLast || deviation(path, values, i * width, values, kept.at(-1)! * width, width) > limit) kept.push(i);
  }
  return kept;
}

/** Douglas-Peucker: between two kept keys, the worst of the others is kept, until none is too far off. */
function cornersToKeep(track: Track, width: number, limit: number): number[] {
  const { times, values, path } = track;
  const isKept = new Uint8Array(times.length);
  isKept[0] = 1;
  isKept[times.length - 1] = 1;
  const stack: [from: number, to: number][] = [[0, times.length - 1]];
  const value = new Float64Array(width);
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    const chord: Track = {
      ...track,
      times: Float32Array.of(times[from]!, times[to]!),
      values: new Float32Array(2 * width),
    };
    chord.values.set(values.subarray(from * width, (from + 1) * width));
    chord.values.set(values.subarray(to * width, (to + 1) * width), width);
    let worst = limit;
    let corner = -1;
    for (let i = from + 1; i < to; i++) {
      sampleTrack(chord, times[i]!, value);
      const off = deviation(path, value, 0, values, i * width, width);
      if (off > worst) [worst, corner] = [off, i];
    }
    if (corner < 0) continue;
    isKept[corner] = 1;
    stack.push([from, corner], [corner, to]);
  }
  return [...isKept.keys()].filter((i) => isKept[i] === 1);
}

/** Whether a track stays at one value, within the tolerance, keys and curves between them included. */
export function isConstant(track: Track, tolerance: KeyTolerance = invisible): boolean {
  const width = trackWidth(track);
  const first = new Float64Array(width);
  const value = new Float64Array(width);
  sampleTrack(track, track.times[0] ?? 0, first);
  for (const time of withMiddles(track.times)) {
    sampleTrack(track, time, value);
    if (deviation(track.path, value, 0, first, 0, width) > tolerance[track.path]) return false;
  }
  return true;
}

/** The clip without the tracks that leave their nodes as they rest. */
export function dropRestingTracks(scene: Scene, clip: Clip, tolerance: KeyTolerance = invisible): Clip {
  const tracks = clip.tracks.filter((track) => {
    if (!isConstant(track, tolerance)) return true;
    const width = trackWidth(track);
    const value = new Float64Array(width);
    sampleTrack(track, 0, value);
    const rest = restValue(scene, track.node, track.path);
    return rest.length !== width || deviation(track.path, value, 0, rest, 0, width) > tolerance[track.path];
  });
  return { ...clip, tracks };
}

/** The clip with each time line stored once: tracks whose keys are at the same times share the array. */
export function shareTimes(clip: Clip): Clip {
  const known = new Map<string, Float32Array>();
  const tracks = clip.tracks.map((track) => {
    const key = track.times.join();
    const times = known.get(key) ?? track.times;
    known.set(key, times);
    return times === track.times ? track : { ...track, times };
  });
  return { ...clip, tracks };
}

/** Times and the middles between them. */
export function withMiddles(times: Float32Array): Float32Array {
  const result = new Float32Array(Math.max(0, times.length * 2 - 1));
  for (let i = 0; i < times.length; i++) {
    result[2 * i] = times[i]!;
    if (i > 0) result[2 * i - 1] = (times[i - 1]! + times[i]!) / 2;
  }
  return result;
}
