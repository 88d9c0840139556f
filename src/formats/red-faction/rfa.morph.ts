import { morphCoordinate, TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Animation } from './rfa.ts';

// The vertices that a clip moves: specification, sections 4.5, 4.6 and 5.8. Positions are in the space of the files.

export interface MorphFrames {
  /** Ticks of the keyframes. Those of version 7 follow from the duration; the last is held to the end, and comes twice. */
  readonly ticks: readonly number[];
  /** The same in seconds from the start of the clip. */
  readonly times: Float32Array;
  /** x y z of every morphed vertex in a keyframe. */
  positions(keyframe: number): Float32Array;
}

export function morphFrames(file: Animation): MorphFrames {
  const size = 3 * file.morphVertices.length;
  const count = file.morphKeyframeCount;
  const ticks = morphTicks(file);
  return {
    ticks,
    times: Float32Array.from(ticks, (tick) => (tick - file.startTime) / TICKS_PER_SECOND),
    positions: (keyframe) =>
      Float32Array.from({ length: size }, (_, i) => morphCoordinate(file, Math.min(keyframe, count - 1), i)),
  };
}

function morphTicks(file: Animation): number[] {
  if (file.version === 8) return [...file.morphKeyframes.times];
  const { startTime, endTime, morphKeyframeCount: count } = file;
  return Array.from({ length: count + 1 }, (_, k) => startTime + (k * (endTime - startTime)) / count);
}

/** Keyframes of morphed vertices, as an editor made them. */
export interface NewMorph {
  /** Indices of the vertices. */
  readonly vertices: ArrayLike<number>;
  /** Seconds from the start of the clip, increasing. */
  readonly times: ArrayLike<number>;
  /** x y z of every vertex, an array a keyframe. */
  readonly positions: readonly ArrayLike<number>[];
}

/**
 * The clip with other morph keyframes. Version 8 rounds positions to 255 steps of the box around all of them. Version 7 has
 * no times: the keyframes are taken at even distances.
 */
export function withMorph(file: Animation, { vertices, times, positions }: NewMorph): Animation {
  const ticks = Array.from(times, (seconds) => file.startTime + seconds * TICKS_PER_SECOND);
  return withKeyframes({ ...file, morphVertices: Uint16Array.from(vertices) }, file.version, ticks, positions);
}

function withKeyframes(
  { layout: _, ...head }: Animation,
  version: 7 | 8,
  ticks: readonly number[],
  positions: readonly ArrayLike<number>[],
): Animation {
  const morphKeyframeCount = ticks.length;
  if (version === 7) {
    return { ...head, version, morphKeyframeCount, morphKeyframes: { positions: evenly(head, ticks, positions) } };
  }
  return {
    ...head,
    version,
    morphKeyframeCount,
    morphKeyframes: quantized(Int32Array.from(ticks, Math.round), positions),
  };
}

/** Bytes between the corners of the box around all positions. */
function quantized(times: Int32Array<ArrayBuffer>, positions: readonly ArrayLike<number>[]) {
  const all = positions.flatMap((keyframe) => Array.from(keyframe));
  if (all.length === 0) return { times, positions: new Uint8Array() };
  const min = Float32Array.of(Infinity, Infinity, Infinity);
  const max = Float32Array.of(-Infinity, -Infinity, -Infinity);
  for (const [i, value] of all.entries()) {
    min[i % 3] = Math.min(min[i % 3]!, Math.fround(value));
    max[i % 3] = Math.max(max[i % 3]!, Math.fround(value));
  }
  const bytes = Uint8Array.from(all, (value, i) => {
    const extent = max[i % 3]! - min[i % 3]!;
    return extent > 0 ? Math.max(0, Math.min(255, Math.round(((value - min[i % 3]!) * 255) / extent))) : 0;
  });
  return { times, box: { min, max }, positions: bytes };
}

/** As many keyframes, at even distances; between those given the vertices move straight. */
function evenly(
  { startTime, endTime }: Pick<Animation, 'startTime' | 'endTime'>,
  ticks: readonly number[],
  frames: readonly ArrayLike<number>[],
): Float32Array<ArrayBuffer> {
  const count = ticks.length;
  const size = frames[0]?.length ?? 0;
  const result = new Float32Array(count * size);
  for (let k = 0; k < count; k++) {
    const tick = startTime + (k * (endTime - startTime)) / count;
    const next = ticks.findIndex((each) => each > tick);
    const to = next < 0 ? count - 1 : next;
    const from = next < 0 ? count - 1 : Math.max(0, next - 1);
    const u = to === from ? 0 : (tick - ticks[from]!) / (ticks[to]! - ticks[from]!);
    const [a, b] = [frames[from]!, frames[to]!];
    for (let i = 0; i < size; i++) result[k * size + i] = a[i]! + u * (b[i]! - a[i]!);
  }
  return result;
}

/**
 * The clip in the other version. To version 8 the implied times are stored, with a copy of the last keyframe at the end that
 * holds as before; to version 7 the keyframes are sampled at even distances, which loses movement between them. Bones are the
 * same in both.
 */
export function toVersion(file: Animation, version: 7 | 8): Animation {
  if (file.version === version) return file;
  if (file.morphKeyframeCount === 0 || file.morphVertices.length === 0) {
    return withKeyframes({ ...file, morphVertices: new Uint16Array() }, version, [], []);
  }
  const { ticks, positions } = morphFrames(file);
  return withKeyframes(
    file,
    version,
    ticks,
    ticks.map((_, k) => positions(k)),
  );
}
