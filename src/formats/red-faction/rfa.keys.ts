import { sampleTrack } from '../../scene/sampling.ts';
import type { Channel } from './rfa.channels.ts';
import { QUATERNION_SCALE, TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Span } from './rfa.tracks.ts';
import type { PositionKeys, RotationKeys } from './rfa.ts';

// Curves of a scene as keys of the game: specification, section 13.4.

const FRAME = 160;

/** A value at a tick, with the tangents of a cubic curve. */
interface Key {
  tick: number;
  seconds: number;
  value: number[];
  tangents?: { before: number[]; behind: number[] };
}

/** Rotation keys: mirrored, cut off to whole numbers, each on the side of the one before. Still ones have two. */
export function rotationKeys(channel: Channel, span: Span): RotationKeys {
  const keys = atLeastTwo(channel.interpolation === 'cubic' ? resampled(channel, span) : keysOf(channel, span), span);
  const rotation = new Int16Array(4 * keys.length);
  let last: readonly number[] | undefined;
  for (const [i, { value }] of keys.entries()) {
    const [x, y, z, w] = value;
    const length = Math.hypot(x!, y!, z!, w!);
    const isSound = length > 0 && Number.isFinite(length);
    const unit = isSound ? [-x! / length, y! / length, z! / length, w! / length] : [0, 0, 0, 1];
    const sign = last !== undefined && unit.reduce((dot, v, c) => dot + v * last![c]!, 0) < 0 ? -1 : 1;
    last = unit.map((v) => v * sign);
    for (let c = 0; c < 4; c++) rotation[4 * i + c] = Math.trunc(last[c]! * QUATERNION_SCALE);
  }
  return {
    length: keys.length,
    time: Int32Array.from(keys, ({ tick }) => tick),
    rotation,
    easeIn: new Int8Array(keys.length),
    easeOut: new Int8Array(keys.length),
    pad: new Int16Array(keys.length),
  };
}

/** Position keys: mirrored, with absolute control points, on thirds of the way where the curve is straight. */
export function positionKeys(channel: Channel, span: Span): PositionKeys {
  const keys = atLeastTwo(keysOf(channel, span), span);
  const columns = {
    position: new Float32Array(3 * keys.length),
    inControl: new Float32Array(3 * keys.length),
    outControl: new Float32Array(3 * keys.length),
  };
  for (const [i, key] of keys.entries()) {
    const mirrored = (values: readonly number[]) => [-values[0]! || 0, values[1]!, values[2]!];
    columns.position.set(mirrored(key.value), 3 * i);
    columns.inControl.set(mirrored(control(key, keys[i - 1], 'before')), 3 * i);
    columns.outControl.set(mirrored(control(key, keys[i + 1], 'behind')), 3 * i);
  }
  return { length: keys.length, time: Int32Array.from(keys, ({ tick }) => tick), ...columns };
}

/** The control point of a key towards a neighbour; the key itself where there is none. */
function control({ seconds, value, tangents }: Key, other: Key | undefined, side: 'before' | 'behind'): number[] {
  if (other === undefined) return value;
  if (tangents === undefined || other.tangents === undefined) return value.map((v, c) => v + (other.value[c]! - v) / 3);
  return value.map((v, c) => v + (tangents[side][c]! * (other.seconds - seconds)) / 3);
}

/** Keys on whole ticks, later ones winning; steps get their value once more a tick before the next. */
function keysOf({ path, interpolation, times, values }: Channel, { start }: Span): Key[] {
  const width = path === 'rotation' ? 4 : 3;
  const isCubic = interpolation === 'cubic';
  const stride = isCubic ? 3 * width : width;
  const keys: Key[] = [];
  const add = (key: Key) => {
    while (keys.length > 0 && keys.at(-1)!.tick >= key.tick) keys.pop();
    keys.push(key);
  };
  for (const [i, seconds] of times.entries()) {
    const tick = start + Math.round(seconds * TICKS_PER_SECOND);
    const at = (part: number) =>
      Array.from(values.subarray(i * stride + part * width, i * stride + (part + 1) * width));
    const last = keys.at(-1);
    if (interpolation === 'step' && last !== undefined && last.tick < tick - 1)
      add({ ...last, tick: tick - 1, seconds: seconds - 1 / TICKS_PER_SECOND });
    add(
      isCubic
        ? { tick, seconds, value: at(1), tangents: { before: at(0), behind: at(2) } }
        : { tick, seconds, value: at(0) },
    );
  }
  return keys;
}

/** Thirty keys a second, and those there are. */
function resampled(channel: Channel, span: Span): Key[] {
  const own = keysOf(channel, span);
  const ticks = new Set(own.map(({ tick }) => tick));
  for (let tick = own[0]!.tick; tick < own.at(-1)!.tick; tick += FRAME) ticks.add(tick);
  const track = { ...channel, node: 0 };
  return [...ticks]
    .sort((a, b) => a - b)
    .map((tick) => {
      const seconds = (tick - span.start) / TICKS_PER_SECOND;
      const value = [0, 0, 0, 1];
      sampleTrack(track, seconds, value);
      return { tick, seconds, value };
    });
}

/** A track that stands still has two keys, at start and end: the game mishandles one. */
function atLeastTwo(keys: Key[], { start, end }: Span): Key[] {
  const first = keys[0]!;
  const isStill = keys.every(({ value, tangents }) => {
    const slopes = [...(tangents?.before ?? []), ...(tangents?.behind ?? [])];
    return value.every((v, c) => v === first.value[c]) && slopes.every((v) => v === 0);
  });
  if (!isStill) return keys;
  const still = (tick: number) => ({ tick, seconds: (tick - start) / TICKS_PER_SECOND, value: first.value });
  return [still(start), still(end)];
}
