import { deviation } from './keys.ts';
import { sampleTrack, trackWidth } from './sampling.ts';
import type { Track } from './scene.ts';

// Whether a track moves as another does, although an editor sampled it anew: at its own rate, with curves of its own.

/** A track, whatever it moves. */
export type Motion = Omit<Track, 'node' | 'extras'>;

/** How far values may be apart: metres, radians, components. */
export interface MotionTolerance {
  readonly length: number;
  readonly angle: number;
  readonly value: number;
}

/** Within these, at its own keys, a curve that an editor sampled anew is that of the original. */
const SAME: MotionTolerance = { length: 1e-4, angle: (0.02 * Math.PI) / 180, value: 1e-4 };
/** At the keys of the original, between which an editor may have drawn straight lines. */
const SIMILAR: MotionTolerance = { length: 5e-3, angle: Math.PI / 180, value: 5e-3 };

/**
 * Whether a track moves like the original. Its keys have to lie on that curve. Where they are samples, that is all they tell;
 * else it has to pass the keys of the original too. `size` multiplies the tolerance of lengths: that of a model in
 * relation to a person.
 */
export function isSameMotion(motion: Motion, original: Motion, size = 1): boolean {
  if (isEqual(motion.times, original.times) && isEqual(motion.values, original.values)) return true;
  if (motion.times.length === 0 || original.times.length === 0) return motion.times.length === original.times.length;
  const now = { ...motion, node: 0 };
  const then = { ...original, node: 0 };
  const width = trackWidth(then);
  if (trackWidth(now) !== width) return false;
  const end = motion.times.at(-1)!;
  const apart = distanceAt(now, then);
  const doubts = doubtsOf(then);
  const onCurve = motion.times.every((time) => apart(time) <= limitOf(SAME, then, size) + doubts(time));
  if (!onCurve || isSampled(motion)) return onCurve;
  return original.times.every((time) => time > end || apart(time) <= limitOf(SIMILAR, then, size));
}

function limitOf(tolerance: MotionTolerance, { path }: Motion, size: number): number {
  if (path === 'translation') return tolerance.length * size;
  return path === 'rotation' ? tolerance.angle : tolerance.value;
}

/** How far two tracks are apart at a time, as values of what the first moves. */
function distanceAt(a: Track, b: Track): (time: number) => number {
  const width = trackWidth(a);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  return (time) => {
    sampleTrack(a, time, first);
    sampleTrack(b, time, second);
    if (a.path === 'rotation') for (const value of [first, second]) makeUnit(value);
    return deviation(a.path, first, 0, second, 0, width);
  };
}

/** Between keys of the original, a value is the same within so many times the distance from its curve to an editor's. */
const DOUBT = 4;

/** How far a value may be off at a time: nothing at the keys of the original, most in the middle between two. */
function doubtsOf(track: Track): (time: number) => number {
  const { times } = track;
  const distances = redrawn(track).map((other) => distanceAt(track, other));
  const widest = Array.from(times.subarray(1), (to, i) => {
    const from = times[i]!;
    let worst = 0;
    for (const u of [0.2, 0.5, 0.8]) {
      for (const distance of distances) worst = Math.max(worst, distance(from + u * (to - from)));
    }
    return worst;
  });
  let segment = 0;
  return (time) => {
    while (segment < widest.length - 1 && times[segment + 1]! < time) segment++;
    while (segment > 0 && times[segment]! > time) segment--;
    const [from, to] = [times[segment]!, times[segment + 1] ?? times[segment]!];
    const u = to > from ? Math.max(0, Math.min(1, (time - from) / (to - from))) : 0;
    return DOUBT * (widest[segment] ?? 0) * 4 * u * (1 - u);
  };
}

/** The longest distance between keys, in seconds, for them to be samples. */
export const LONGEST_SAMPLE = 0.11;

/** Whether the keys are as an editor samples them: many, and at even distances. */
export function isSampled({ times }: { readonly times: Float32Array }): boolean {
  if (times.length < 3) return false;
  const step = (times.at(-1)! - times[0]!) / (times.length - 1);
  return step <= LONGEST_SAMPLE && times.every((time, i) => Math.abs(time - times[0]! - i * step) < 1e-3);
}

/**
 * The curves that editors draw through the same keys: with every component, those of quaternions too, moving straight from one
 * to the next, and for curves one with tangents of its own, along the chord between the neighbours and level at the ends.
 */
function redrawn({ interpolation, times, values, ...rest }: Track): Track[] {
  const width = trackWidth({ interpolation, times, values, ...rest });
  const track = { node: 0, path: 'weights' as const, times };
  if (interpolation !== 'cubic') return [{ ...track, interpolation: 'linear', values }];
  const points = Float32Array.from({ length: width * times.length }, (_, i) => {
    return values[3 * width * Math.floor(i / width) + width + (i % width)]!;
  });
  const smooth = values.slice();
  for (let k = 0; k < times.length; k++) {
    const isInner = k > 0 && k < times.length - 1;
    for (let c = 0; c < width; c++) {
      const chord = isInner ? points[(k + 1) * width + c]! - points[(k - 1) * width + c]! : 0;
      const slope = isInner ? chord / (times[k + 1]! - times[k - 1]!) : 0;
      smooth[3 * width * k + c] = slope;
      smooth[3 * width * k + 2 * width + c] = slope;
    }
  }
  return [
    { ...track, interpolation: 'linear', values: points },
    { ...track, interpolation: 'cubic', values: smooth },
  ];
}

function makeUnit(q: Float64Array): void {
  const length = Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);
  for (let c = 0; c < 4; c++) q[c] = length > 0 ? q[c]! / length : Number(c === 3);
}

const isEqual = (a: Float32Array, b: Float32Array) => a.length === b.length && a.every((value, i) => value === b[i]);
