import { CurveType } from './curve.ts';

// Curves from keys (specification, section 12.4): in the smallest storage that stays within a tolerance.

/** A curve to be, on one number. */
export interface Keys {
  /** Frames, strictly increasing. */
  readonly frames: readonly number[];
  /** Coefficients of each key: a b c d of cubic curves, value and difference of linear ones. */
  readonly coefficients: readonly number[];
  readonly type: typeof CurveType.cubic | typeof CurveType.linear;
}

/** A curve as it is stored, on both consoles. */
export interface FittedCurve {
  frames: Float32Array | Int16Array | Uint8Array;
  keys: Float32Array | Int16Array | Int8Array;
  flags: number;
  keyCount: number;
  target: number;
  startFrame: number;
  endFrame: number;
  scale: number;
  offset: number;
  delta: number;
}

/** Straight lines from value to value. */
export function linearKeys(frames: readonly number[], values: readonly number[]): Keys {
  const coefficients = values.flatMap((value, i) => [value, (values[i + 1] ?? value) - value]);
  return { frames, coefficients, type: CurveType.linear };
}

/** Hermite segments: values and slopes, per frame, before and after each key. */
export function cubicKeys(
  frames: readonly number[],
  values: readonly number[],
  before: readonly number[],
  after: readonly number[],
): Keys {
  const coefficients = frames.flatMap((frame, i) => {
    const a = values[i]!;
    if (i === frames.length - 1) return [a, 0, 0, 0];
    const length = frames[i + 1]! - frame;
    const rise = values[i + 1]! - a;
    const [m0, m1] = [after[i]! * length, before[i + 1]! * length];
    return [a, m0, 3 * rise - 2 * m0 - m1, m0 + m1 - 2 * rise];
  });
  return { frames, coefficients, type: CurveType.cubic };
}

/** The finest that frames are stored. */
const FINEST = 1 / 32;

/** Values that hold until just before the next key: official files have no jumps, but two keys next to each other. */
export function steppedKeys(frames: readonly number[], values: readonly number[]): Keys {
  const held = frames.flatMap((frame, i) => {
    const next = frames[i + 1];
    const isSame = next === undefined || values[i + 1] === values[i];
    return isSame
      ? [[frame, values[i]!]]
      : [
          [frame, values[i]!],
          [next - Math.min(FINEST, (next - frame) / 2), values[i]!],
        ];
  });
  return linearKeys(
    held.map(([frame]) => frame!),
    held.map(([, value]) => value!),
  );
}

/** The curve in the smallest storage of keys whose values stay within `tolerance`. */
export function fitCurve({ frames, coefficients, type }: Keys, target: number, tolerance: number): FittedCurve {
  const storedFrames = storeFrames(frames);
  const width = type === CurveType.cubic ? 4 : 2;
  const stored = storeKeys(coefficients, width, tolerance);
  const first = coefficients[0]!;
  const last = coefficients[coefficients.length - width]!;
  return {
    frames: storedFrames.frames,
    keys: stored.keys,
    flags: storedFrames.type | (stored.type << 2) | (type << 4),
    keyCount: frames.length,
    target,
    startFrame: Math.fround(frames[0]!),
    endFrame: Math.fround(frames.at(-1)!),
    scale: stored.scale,
    offset: stored.offset,
    delta: Math.fround(last - first),
  };
}

const FIXED_UNIT = 32;
const LARGEST_FIXED = 0x7fff;

export function storeFrames(frames: readonly number[]): { frames: FittedCurve['frames']; type: number } {
  if (frames.every((frame) => Number.isInteger(frame) && frame >= 0 && frame <= 255)) {
    return { frames: Uint8Array.from(frames), type: 2 };
  }
  const fixed = frames.map((frame) => frame * FIXED_UNIT);
  if (fixed.every((frame) => Number.isInteger(frame) && Math.abs(frame) <= LARGEST_FIXED)) {
    return { frames: Int16Array.from(fixed), type: 1 };
  }
  return { frames: Float32Array.from(frames), type: 0 };
}

function storeKeys(coefficients: readonly number[], width: number, tolerance: number) {
  const values = coefficients.filter((_, i) => i % width === 0);
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const offset = Math.fround(middle);
  const centred = coefficients.map((coefficient, i) => (i % width === 0 ? coefficient - offset : coefficient));
  const largest = Math.max(...centred.map(Math.abs));
  for (const [type, most] of [
    [2, 127],
    [1, 32767],
  ] as const) {
    const scale = Math.fround(largest / most) || 1;
    // Each coefficient is off by half a unit at most, and a value by as much of each.
    if ((scale / 2) * width > tolerance) continue;
    const stored = centred.map((coefficient) => Math.max(-most, Math.min(most, Math.round(coefficient / scale))));
    return { keys: type === 2 ? Int8Array.from(stored) : Int16Array.from(stored), type, scale, offset };
  }
  return { keys: Float32Array.from(coefficients), type: 0, scale: 1, offset: 0 };
}

/** Memory that an engine needs to bake a curve of floats (section 12.5). */
export const bakedSizeOf = ({ startFrame, endFrame }: { startFrame: number; endFrame: number }): number =>
  Math.ceil((4 * (Math.floor(endFrame - startFrame) + 1) + 28) / 8) * 8;
