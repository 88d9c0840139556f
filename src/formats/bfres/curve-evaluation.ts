import { type CurveData, CurveType, curveTypeOf, frameTypeOf, keyWidthOf, postWrapOf, preWrapOf } from './curve.ts';

// Values of animation curves at any frame (specification, section 12.2), without the tables that engines bake them to.

/** Frames between the units that key times are stored in. */
const FRAME_UNITS = [1, 1 / 32, 1] as const;

/** A curve made ready for evaluation. Evaluating at increasing frames is quickest. */
export class CurveEvaluator {
  /** Frames of the keys, increasing. */
  readonly frames: Float64Array;
  readonly start: number;
  readonly end: number;
  private readonly type: number;
  private readonly keys: ArrayLike<number>;
  private readonly scale: number;
  private readonly offset: number;
  private readonly preWrap: number;
  private readonly postWrap: number;
  private segment = 0;

  constructor(curve: CurveData) {
    const { flags, frames, keys, startFrame, endFrame, scale, offset, keyCount } = curve;
    this.type = curveTypeOf(flags);
    const isBaked =
      this.type === CurveType.bakedFloat || this.type === CurveType.bakedInt || this.type === CurveType.bakedBool;
    const unit = FRAME_UNITS[frameTypeOf(flags)] ?? 1;
    this.frames = isBaked
      ? Float64Array.from({ length: keyCount }, (_, i) => startFrame + i)
      : Float64Array.from(frames ?? [], (frame) => frame * unit);
    this.start = startFrame;
    this.end = endFrame;
    this.keys = keys;
    const isInt = this.type === CurveType.stepInt || this.type === CurveType.bakedInt;
    this.scale = isInt ? 1 : scale;
    this.offset = offset;
    this.preWrap = preWrapOf(flags);
    this.postWrap = postWrapOf(flags);
  }

  /** Whether the curve is a polynomial between its keys: cubic or linear, so that tangents mean something. */
  get isSmooth(): boolean {
    return this.type === CurveType.cubic || this.type === CurveType.linear;
  }

  /** Whether all its polynomials are straight lines. */
  get isLinear(): boolean {
    if (this.type === CurveType.linear) return true;
    if (this.type !== CurveType.cubic) return false;
    for (let i = 0; i < this.frames.length; i++) {
      if (this.keys[4 * i + 2] !== 0 || this.keys[4 * i + 3] !== 0) return false;
    }
    return true;
  }

  /** Whether it holds each value until the next key, and has more than one. */
  get isStepped(): boolean {
    if (!this.isSmooth) return false;
    const width = keyWidthOf(this.type);
    let jumps = false;
    for (let i = 0; i < this.frames.length; i++) {
      for (let k = 1; k < width; k++) if (this.keys[width * i + k] !== 0) return false;
      jumps ||= this.keys[width * i] !== this.keys[0];
    }
    return jumps;
  }

  /** Whether frames outside of the curve repeat or mirror it. */
  get wraps(): boolean {
    return this.preWrap !== 0 || this.postWrap !== 0;
  }

  at(frame: number): number {
    if (this.frames.length === 0) return this.offset;
    return this.evaluate(this.wrap(frame));
  }

  /** Value just before a frame, where segments do not meet: at the end of the segment that leads to it. */
  before(frame: number): number {
    const i = this.find(frame);
    if (i === 0 || this.frames[i] !== frame) return this.evaluate(frame);
    return this.polynomial(i - 1, 1);
  }

  /** Change per frame at a frame: of the segment that begins there, or of the one that ends there. */
  slope(frame: number, side: 'before' | 'after'): number {
    const { frames } = this;
    let i = this.find(frame);
    if (side === 'before' && frames[i] === frame) i--;
    if (i < 0 || i >= frames.length - 1 || frame < frames[0]!) return 0;
    const length = frames[i + 1]! - frames[i]!;
    const t = (frame - frames[i]!) / length;
    if (this.type === CurveType.linear) return (this.keys[2 * i + 1]! * this.scale) / length;
    if (this.type !== CurveType.cubic) return 0;
    const at = 4 * i;
    const derivative = (3 * this.keys[at + 3]! * t + 2 * this.keys[at + 2]!) * t + this.keys[at + 1]!;
    return (derivative * this.scale) / length;
  }

  /** The frame within the curve that stands for any other. */
  private wrap(frame: number): number {
    const { start, end } = this;
    if (frame >= start && frame <= end) return frame;
    const mode = frame < start ? this.preWrap : this.postWrap;
    const length = end - start;
    if (mode === 0 || length <= 0) return frame < start ? start : end;
    const period = mode === 2 ? 2 * length : length;
    const passed = (((frame - start) % period) + period) % period;
    return start + (passed > length ? period - passed : passed);
  }

  private evaluate(frame: number): number {
    const i = this.find(frame);
    const { frames, type } = this;
    if (type >= CurveType.stepInt) return this.step(i);
    const isLast = i >= frames.length - 1;
    const t = isLast || frame < frames[i]! ? 0 : (frame - frames[i]!) / (frames[i + 1]! - frames[i]!);
    return this.polynomial(i, t);
  }

  private polynomial(i: number, t: number): number {
    const { keys, type, scale, offset } = this;
    const at = i * keyWidthOf(type);
    if (type === CurveType.cubic) {
      return (((keys[at + 3]! * t + keys[at + 2]!) * t + keys[at + 1]!) * t + keys[at]!) * scale + offset;
    }
    if (type === CurveType.linear) return (keys[at + 1]! * t + keys[at]!) * scale + offset;
    const next = keys[Math.min(at + 1, keys.length - 1)]!;
    return (keys[at]! + (next - keys[at]!) * t) * scale + offset;
  }

  private step(i: number): number {
    if (this.type >= CurveType.stepBool) return (this.keys[i >> 5]! >>> (i & 31)) & 1;
    return this.keys[i]! + this.offset;
  }

  /** The last key at or before a frame, or the first. */
  private find(frame: number): number {
    const { frames } = this;
    let i = this.segment;
    if (i >= frames.length || frames[i]! > frame) i = 0;
    if (frames.length - i > 16 && frames[i + 16]! <= frame) i = bisect(frames, frame);
    while (i + 1 < frames.length && frames[i + 1]! <= frame) i++;
    this.segment = i;
    return i;
  }
}

function bisect(frames: Float64Array, frame: number): number {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frames[middle]! <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The value of a curve at a frame. */
export const evaluateCurve = (curve: CurveData, frame: number): number => new CurveEvaluator(curve).at(frame);
