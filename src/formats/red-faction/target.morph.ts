import { Damaged } from '../../binary/index.ts';
import { morphedPositions, sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Primitive, Scene, Track } from '../../scene/scene.ts';
import type { NewMorph } from './rfa.morph.ts';
import { sampleMorph, TICKS_PER_SECOND } from './rfa.sampling.ts';
import type { Animation } from './rfa.ts';
import { type MeshFile, submeshesOf } from './v3d.ts';
import { lodFlags } from './v3d-lod.ts';

// Morph targets to vertex animation: the way back of `model.morph.ts`.

/**
 * The vertices that a clip moves by the weights of morph targets, and those of `known` that it leaves alone. `written` is the
 * mesh that goes with the clip: it numbers the vertices. Undefined where the clip moves no vertex of the finest level of its
 * first submesh.
 */
export function newMorph(
  scene: Scene,
  clip: Clip,
  written: MeshFile,
  known: ArrayLike<number> = [],
): NewMorph | undefined {
  const track = clip.tracks.find(({ path, times }) => path === 'weights' && times.length > 0);
  const mesh = track === undefined ? undefined : scene.nodes[track.node]?.mesh;
  const level = submeshesOf(written)[0]?.lods[0];
  if (track === undefined || mesh === undefined || level === undefined || level.data instanceof Damaged)
    return undefined;
  const findPlace = placesOf(scene.meshes[mesh]!.primitives);
  const places = new Map<number, Place>();
  for (const { positions, morphMap } of level.data.batches) {
    const usesMap = (level.flags & lodFlags.morphMaps) !== 0 && morphMap !== undefined;
    const count = usesMap ? morphMap.length : 0;
    for (let original = 0; original < count; original++) {
      const vertex = morphMap![original]!;
      if (vertex < 0 || places.has(original)) continue;
      const place = findPlace(-positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!);
      if (place !== undefined) places.set(original, place);
    }
  }
  const first = new Set(Array.from(known));
  const order = [...first, ...[...places.keys()].filter((vertex) => !first.has(vertex))];
  const all = order.filter((vertex) => places.has(vertex));
  const frames = Array.from(track.times, (time) =>
    frameAt(
      track,
      time,
      all.map((vertex) => places.get(vertex)!),
    ),
  );
  // Beside an original, what an editor rounds is no movement.
  const least = first.size > 0 ? SAME : 0;
  const moves = (i: number) => {
    const { primitive, vertex } = places.get(all[i]!)!;
    const rest = primitive.positions.subarray(3 * vertex, 3 * vertex + 3);
    return frames.some((frame) => distanceTo(frame, i, -rest[0]!, rest[1]!, rest[2]!) > least);
  };
  const moving = [...all.keys()].filter(moves);
  if (moving.length === 0) return undefined;
  const kept = [...all.keys()].filter((i) => first.has(all[i]!) || moving.includes(i));
  return {
    vertices: kept.map((i) => all[i]!),
    times: track.times,
    positions: frames.map((frame) => Float32Array.from(kept.flatMap((i) => [...frame.subarray(3 * i, 3 * i + 3)]))),
  };
}

/** Metres within which a vertex is at the same place. */
const SAME = 1e-4;

function distanceTo(points: ArrayLike<number>, i: number, x: number, y: number, z: number): number {
  return Math.hypot(points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z);
}

/** How many of the vertices are, at any of the times, not where the clip has them. Vertices that it has not all count. */
export function movedVertices(file: Animation, { vertices, times, positions }: NewMorph): number {
  const indexOf = new Map(Array.from(file.morphVertices, (vertex, i) => [vertex, i]));
  const moved = new Set(Array.from(vertices).filter((vertex) => !indexOf.has(vertex)));
  const frame = new Float64Array(3 * file.morphVertices.length);
  for (const [k, points] of positions.entries()) {
    sampleMorph(file, file.startTime + times[k]! * TICKS_PER_SECOND, frame);
    for (let i = 0; i < vertices.length; i++) {
      const at = indexOf.get(vertices[i]!);
      if (at === undefined) continue;
      const [x, y, z] = frame.subarray(3 * at, 3 * at + 3);
      if (distanceTo(points, i, x!, y!, z!) > SAME) moved.add(vertices[i]!);
    }
  }
  return moved.size;
}

/** A vertex of the scene. */
interface Place {
  readonly primitive: Primitive;
  readonly vertex: number;
}

/** Finds the first vertex at a position, or within a step of the grid from it. */
function placesOf(primitives: readonly Primitive[]): (x: number, y: number, z: number) => Place | undefined {
  const places = new Map<string, Place>();
  const cell = (value: number) => Math.round(value / SAME);
  for (const primitive of primitives) {
    const { positions } = primitive;
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      const key = [...positions.subarray(3 * vertex, 3 * vertex + 3)].map(cell).join();
      if (!places.has(key)) places.set(key, { primitive, vertex });
    }
  }
  const around = [0, -1, 1];
  return (x, y, z) => {
    for (const dx of around) {
      for (const dy of around) {
        for (const dz of around) {
          const place = places.get([cell(x) + dx, cell(y) + dy, cell(z) + dz].join());
          if (place !== undefined) return place;
        }
      }
    }
    return undefined;
  };
}

/** x y z of the vertices at a time, in the game's space. */
function frameAt(track: Track, time: number, places: readonly Place[]): Float32Array {
  const weights = new Float64Array(places[0]!.primitive.targets.length);
  sampleTrack(track, time, weights);
  const morphed = new Map<Primitive, ArrayLike<number>>();
  const frame = new Float32Array(3 * places.length);
  for (const [i, { primitive, vertex }] of places.entries()) {
    const positions = morphed.get(primitive) ?? morphedPositions(primitive, weights);
    morphed.set(primitive, positions);
    frame[3 * i] = -positions[3 * vertex]!;
    frame[3 * i + 1] = positions[3 * vertex + 1]!;
    frame[3 * i + 2] = positions[3 * vertex + 2]!;
  }
  return frame;
}
