import { morphCoordinate, sampleMorph, TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Animation } from './rfa.ts';

// The vertices that a clip moves: specification, sections 4.5, 4.6 and 5.8. Positions are in the space of the files.

export interface MorphFrames {
  /** Seconds from the start of the clip, one a keyframe; those of version 7 follow from the duration. */
  readonly times: Float32Array;
  /** x y z of every morphed vertex in a keyframe. */
  positions(keyframe: number): Float32Array;
}

export function morphFrames(file: Animation): MorphFrames {
  const count = 3 * file.morphVertices.length;
  return {
    times: Float32Array.from(morphTicks(file), (tick) => (tick - file.startTime) / TICKS_PER_SECOND),
    positions: (keyframe) => Float32Array.from({ length: count }, (_, i) => morphCoordinate(file, keyframe, i)),
  };
}

/** The tick of each keyframe. */
function morphTicks(file: Animation): number[] {
  if (file.version === 8) return [...file.morphKeyframes.times];
  const { startTime, endTime, numMorphKeyframes: count } = file;
  return Array.from({ length: count }, (_, k) => startTime + (k * (endTime - startTime)) / count);
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
  const { layout: _, ...head } = file;
  const ticks = Int32Array.from(times, (seconds) => file.startTime + Math.round(seconds * TICKS_PER_SECOND));
  const morphed: Animation = {
    ...head,
    version: 8,
    morphVertices: Uint16Array.from(vertices),
    numMorphKeyframes: ticks.length,
    morphKeyframes: quantized(ticks, positions),
  };
  return file.version === 8 ? morphed : withEvenKeyframes(morphed, positions);
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

/** Version 7 of a clip whose exact positions are at hand: linear between keyframes at uneven times. */
function withEvenKeyframes(file: Animation & { version: 8 }, exact: readonly ArrayLike<number>[]): Animation {
  const { times } = file.morphKeyframes;
  const count = times.length;
  const size = 3 * file.morphVertices.length;
  const positions = new Float32Array(count * size);
  for (let k = 0; k < count; k++) {
    const tick = file.startTime + (k * (file.endTime - file.startTime)) / count;
    const next = times.findIndex((time) => time > tick);
    const to = next < 0 ? count - 1 : next;
    const from = next < 0 ? count - 1 : Math.max(0, next - 1);
    const u = to === from ? 0 : (tick - times[from]!) / (times[to]! - times[from]!);
    for (let i = 0; i < size; i++) {
      positions[k * size + i] = exact[from]![i]! + u * (exact[to]![i]! - exact[from]![i]!);
    }
  }
  return { ...file, version: 7, morphKeyframes: { positions } };
}

/**
 * The clip in the other version. To version 8 the implied times are stored, with a copy of the last keyframe at the end that
 * holds as before; to version 7 the keyframes are sampled at even distances, which loses movement between them. Bones are the
 * same in both.
 */
export function toVersion(file: Animation, version: 7 | 8): Animation {
  if (file.version === version) return file;
  const { layout: _, ...head } = file;
  const count = file.numMorphKeyframes;
  const size = 3 * file.morphVertices.length;
  if (count === 0 || size === 0) {
    const empty = { ...head, numMorphKeyframes: 0, morphVertices: new Uint16Array() };
    return version === 7
      ? { ...empty, version, morphKeyframes: { positions: new Float32Array() } }
      : { ...empty, version, morphKeyframes: { times: new Int32Array(), positions: new Uint8Array() } };
  }
  if (version === 8) {
    const { positions } = morphFrames(file);
    const frames = Array.from({ length: count }, (_, k) => positions(k));
    const ticks = Int32Array.from([...morphTicks(file), file.endTime], Math.round);
    const morphKeyframes = quantized(ticks, [...frames, frames.at(-1)!]);
    return { ...head, version, numMorphKeyframes: count + 1, morphKeyframes };
  }
  const positions = new Float32Array(count * size);
  for (let k = 0; k < count; k++) {
    const tick = file.startTime + (k * (file.endTime - file.startTime)) / count;
    sampleMorph(file, tick, positions.subarray(k * size, (k + 1) * size));
  }
  return { ...head, version, morphKeyframes: { positions } };
}
