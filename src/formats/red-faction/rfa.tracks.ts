import type { Interpolation } from '../../scene/scene.ts';
import { activeRotation, ease, easeOf, scaledEases, TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Animation, PositionKeys, RotationKeys } from './rfa.ts';

// Keys of a bone as the curves of a scene: specification, section 12.4. Rotations (x, y, z, w) of the files become
// (-x, y, z, w), positions (x, y, z) become (-x, y, z).

/** Degrees that a chain of straight turns may be off an eased one. */
const EASE_TOLERANCE = 0.02;
/** Metres within which a track counts as constant. */
const CONSTANT = 1e-6;

/** Times in seconds from the start of the clip and the values of a track. */
export interface Curve {
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  readonly values: Float32Array;
}

/** What had to be done to keys so that a scene can have them. */
export interface KeyLosses {
  /** Keys with a number that is not finite. */
  notFinite: number;
  /** Keys with a quaternion of length zero. */
  zeroRotations: number;
  /** Keys that run backwards, or have no room beside one at the same time. */
  outOfOrder: number;
  /** Keys before the start of the clip or behind its end. */
  outside: number;
}

export const noLosses = (): KeyLosses => ({ notFinite: 0, zeroRotations: 0, outOfOrder: 0, outside: 0 });

/** A stretch of time, ticks. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** From where to where a clip plays. One that ends before it starts plays up to its last key. */
export function spanOf({ startTime, endTime, tracks }: Animation): Span {
  if (endTime > startTime) return { start: startTime, end: endTime };
  const last = tracks.reduce(
    (end, { rotationKeys, positionKeys }) =>
      Math.max(end, rotationKeys.time.at(-1) ?? end, positionKeys.time.at(-1) ?? end),
    startTime,
  );
  return { start: startTime, end: last };
}

/**
 * Which keys to use and at what tick: strictly increasing. Of two at the same tick the earlier goes one tick back, where
 * there is room; those that run backwards are left out.
 */
function usableKeys(
  time: Int32Array,
  isUsable: (key: number) => boolean,
  losses: KeyLosses,
): { keys: number[]; ticks: number[] } {
  const keys: number[] = [];
  const ticks: number[] = [];
  for (let key = 0; key < time.length; key++) {
    if (!isUsable(key)) continue;
    const tick = time[key]!;
    const last = ticks.at(-1);
    if (last !== undefined && tick < last) {
      losses.outOfOrder++;
      continue;
    }
    if (tick === last) {
      const before = ticks.at(-2);
      if (before === undefined || before < tick - 1) {
        ticks[ticks.length - 1] = tick - 1;
      } else {
        keys.pop();
        ticks.pop();
        losses.outOfOrder++;
      }
    }
    keys.push(key);
    ticks.push(tick);
  }
  return { keys, ticks };
}

/** The rotations of a bone. Segments without eases are straight turns; eased ones are divided until they are nearly so. */
export function rotationCurve(source: RotationKeys, span: Span, losses: KeyLosses): Curve {
  const { keys, ticks } = usableKeys(source.time, () => true, losses);
  const rotations = mirroredRotations(source, keys, losses);
  const curve = new CurveBuilder(4, span);
  if (keys.length === 0) return curve.add(span.start, [0, 0, 0, 1]).finish();
  const first = source.rotation.subarray(4 * keys[0]!, 4 * keys[0]! + 4);
  const isConstant = keys.every((key) => first.every((value, c) => source.rotation[4 * key + c] === value));
  if (isConstant) return curve.add(span.start, rotations.subarray(0, 4)).finish();
  losses.outside += ticks.filter((tick) => tick < span.start || tick > span.end).length;

  const value = new Float64Array(4);
  for (let i = 0; i < keys.length; i++) {
    const from = ticks[i]!;
    const next = i + 1 < keys.length ? ticks[i + 1]! : undefined;
    const at = (u: number, tick: number) => {
      turn(value, rotations, 4 * i, u);
      curve.add(tick, value);
    };
    const held = next === undefined ? from <= span.start : i === 0 && from > span.start;
    if (held) curve.add(span.start, rotations.subarray(4 * i, 4 * i + 4));
    if (next === undefined) {
      curve.add(from, rotations.subarray(4 * i, 4 * i + 4));
      if (from < span.end) curve.hold();
      break;
    }
    const a = easeOf(source.easeOut[keys[i]!]!);
    const b = easeOf(source.easeIn[keys[i + 1]!]!);
    const eased = (tick: number) => at(ease((tick - from) / (next - from), a, b), tick);
    if (from < span.start && next > span.start) eased(span.start);
    curve.add(from, rotations.subarray(4 * i, 4 * i + 4));
    for (const u of easeSteps(a, b, angleOf(rotations, 4 * i))) eased(from + u * (next - from));
    if (from < span.end && next > span.end) eased(span.end);
  }
  return curve.finish();
}

/** Where to divide an eased segment of a turn by `degrees` (section 12.4). */
export function easeSteps(a: number, b: number, degrees: number): number[] {
  if (a + b === 0) return [];
  const [start, end] = scaledEases(a, b);
  const k = 1 / (2 - start - end);
  const count = (r: number) =>
    r === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt((degrees * k * r) / (4 * EASE_TOLERANCE))));
  const steps: number[] = [];
  const [before, behind] = [count(start), count(end)];
  for (let i = 1; i <= before; i++) steps.push((start * i) / before);
  for (let i = 0; i < behind; i++) steps.push(1 - end + (end * i) / behind);
  return steps.filter((u, i) => u > 0 && u < 1 && (i === 0 || u > steps[i - 1]!));
}

/** Unit quaternions in the space of scenes, each on the same side as the one before. */
function mirroredRotations({ rotation }: RotationKeys, keys: readonly number[], losses: KeyLosses): Float64Array {
  const values = new Float64Array(4 * keys.length);
  for (const [i, key] of keys.entries()) {
    const to = 4 * i;
    activeRotation(rotation, 4 * key, values, to);
    // Active (x, y, z, w) is (x, -y, -z, w) in scenes.
    values[to + 1] = -values[to + 1]! || 0;
    values[to + 2] = -values[to + 2]! || 0;
    values[to] = values[to]! || 0;
    if (rotation.subarray(4 * key, 4 * key + 4).every((value) => value === 0)) losses.zeroRotations++;
    if (i === 0) continue;
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += values[to + c]! * values[to - 4 + c]!;
    if (dot < 0) for (let c = 0; c < 4; c++) values[to + c] = -values[to + c]!;
  }
  return values;
}

/** Degrees between two neighbouring unit quaternions of one side. */
function angleOf(q: Float64Array, at: number): number {
  let sum = 0;
  for (let c = 0; c < 4; c++) sum += (q[at + c]! - q[at + 4 + c]!) ** 2;
  return (4 * Math.asin(Math.min(1, Math.sqrt(sum) / 2)) * 180) / Math.PI;
}

/** The rotation at `u` between two neighbours. */
function turn(out: Float64Array, q: Float64Array, at: number, u: number): void {
  const angle = (angleOf(q, at) * Math.PI) / 360;
  const sine = Math.sin(angle);
  const from = sine > 1e-9 ? Math.sin((1 - u) * angle) / sine : 1 - u;
  const to = sine > 1e-9 ? Math.sin(u * angle) / sine : u;
  for (let c = 0; c < 4; c++) out[c] = from * q[at + c]! + to * q[at + 4 + c]!;
  const length = Math.hypot(out[0]!, out[1]!, out[2]!, out[3]!);
  for (let c = 0; c < 4; c++) out[c] = out[c]! / length;
}

/** Collects keys inside a span, each later than the one before even in single precision. */
class CurveBuilder {
  private readonly times: number[] = [];
  private readonly values: number[] = [];
  private readonly width: number;
  private readonly span: Span;

  constructor(width: number, span: Span) {
    this.width = width;
    this.span = span;
  }

  add(tick: number, value: ArrayLike<number>): this {
    const { start, end } = this.span;
    const time = Math.fround((tick - start) / TICKS_PER_SECOND);
    if (tick < start || tick > end || time <= (this.times.at(-1) ?? -1)) return this;
    this.times.push(time);
    for (let c = 0; c < this.width; c++) this.values.push(value[c]!);
    return this;
  }

  /** The last value once more at the end of the span, where it stands still till then. */
  hold(): this {
    return this.times.length === 0 ? this : this.add(this.span.end, this.values.slice(-this.width));
  }

  finish(): Curve {
    return { interpolation: 'linear', times: Float32Array.from(this.times), values: Float32Array.from(this.values) };
  }
}

/** A point of a Bézier curve with its controls, absolute. */
interface Knot {
  tick: number;
  point: readonly number[];
  before: readonly number[];
  behind: readonly number[];
}

/** The positions of a bone: the same cubic curves. */
export function positionCurve(source: PositionKeys, span: Span, losses: KeyLosses): Curve {
  const { position, inControl, outControl, length } = source;
  const isWhole = (key: number) =>
    [position, inControl, outControl].every((values) => values.subarray(3 * key, 3 * key + 3).every(Number.isFinite));
  for (let key = 0; key < length; key++) if (!isWhole(key)) losses.notFinite++;
  const { keys, ticks } = usableKeys(source.time, isWhole, losses);
  const at = (values: Float32Array, key: number) => [
    -values[3 * key]! || 0,
    values[3 * key + 1]!,
    values[3 * key + 2]!,
  ];
  const knots = keys.map((key, i) => ({
    tick: ticks[i]!,
    point: at(position, key),
    before: i === 0 ? at(position, key) : at(inControl, key),
    behind: i === keys.length - 1 ? at(position, key) : at(outControl, key),
  }));
  const first = knots[0]?.point ?? [0, 0, 0];
  const isNear = (point: readonly number[]) => point.every((value, c) => Math.abs(value - first[c]!) <= CONSTANT);
  if (knots.every(({ point, before, behind }) => isNear(point) && isNear(before) && isNear(behind))) {
    return { interpolation: 'linear', times: Float32Array.of(0), values: Float32Array.from(first) };
  }
  losses.outside += ticks.filter((tick) => tick < span.start || tick > span.end).length;
  return cubicCurve(cut(knots, span), span);
}

/** The knots inside a span, with new ones where the curve crosses its borders. */
function cut(knots: Knot[], { start, end }: Span): Knot[] {
  const inside = splitAt(splitAt(knots, start), end).filter(({ tick }) => tick >= start && tick <= end);
  if (inside.length > 0) return inside;
  const nearest = knots[0]!.tick > end ? knots[0]! : knots.at(-1)!;
  return [{ tick: start, point: nearest.point, before: nearest.point, behind: nearest.point }];
}

/** The same curve with a knot at a tick, if it lies between two (de Casteljau's construction). */
function splitAt(knots: readonly Knot[], tick: number): Knot[] {
  const next = knots.findIndex((knot) => knot.tick > tick);
  if (next <= 0 || knots[next - 1]!.tick === tick) return [...knots];
  const [from, to] = [knots[next - 1]!, knots[next]!];
  const u = (tick - from.tick) / (to.tick - from.tick);
  const mix = (a: readonly number[], b: readonly number[]) => a.map((value, c) => value + (b[c]! - value) * u);
  const [a, b, c] = [mix(from.point, from.behind), mix(from.behind, to.before), mix(to.before, to.point)];
  const [before, behind] = [mix(a, b), mix(b, c)];
  const middle = { tick, point: mix(before, behind), before, behind };
  return [...knots.slice(0, next - 1), { ...from, behind: a }, middle, { ...to, before: c }, ...knots.slice(next + 1)];
}

/** Cubic keys: a tangent leads to a control point in a third of the time. Seconds are those that single precision leaves. */
function cubicCurve(knots: readonly Knot[], { start, end }: Span): Curve {
  const seconds = (tick: number) => Math.fround((tick - start) / TICKS_PER_SECOND);
  const kept = knots.filter(({ tick }, i) => i === 0 || seconds(tick) > seconds(knots[i - 1]!.tick));
  const [first, last] = [kept[0]!, kept.at(-1)!];
  if (first.tick > start) kept.unshift({ ...first, tick: start, before: first.point, behind: first.point });
  if (last.tick < end) kept.push({ ...last, tick: end, before: last.point, behind: last.point });
  const values = new Float32Array(9 * kept.length);
  for (const [i, { tick, point, before, behind }] of kept.entries()) {
    const dp = i === 0 ? 0 : seconds(tick) - seconds(kept[i - 1]!.tick);
    const dn = i === kept.length - 1 ? 0 : seconds(kept[i + 1]!.tick) - seconds(tick);
    for (let c = 0; c < 3; c++) {
      values[9 * i + c] = dp === 0 ? 0 : (3 * (point[c]! - before[c]!)) / dp;
      values[9 * i + 3 + c] = point[c]!;
      values[9 * i + 6 + c] = dn === 0 ? 0 : (3 * (behind[c]! - point[c]!)) / dn;
    }
  }
  const times = Float32Array.from(kept, ({ tick }) => seconds(tick));
  if (kept.length > 1) return { interpolation: 'cubic', times, values };
  return { interpolation: 'linear', times, values: values.slice(3, 6) };
}
