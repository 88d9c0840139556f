import { Damaged } from '../../binary/index.ts';
import { morphedPositions, sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Primitive, Scene, Track } from '../../scene/scene.ts';
import type { NewMorph } from './rfa.morph.ts';
import { type MeshFile, submeshesOf } from './v3d.ts';
import { lodFlags } from './v3d-lod.ts';

// Morph targets to vertex animation: the way back of `model.morph.ts`.

/**
 * The vertices that a clip moves by the weights of morph targets. `written` is the mesh that goes with the clip: it numbers
 * the vertices. Undefined where the clip moves no vertex of the finest level of its first submesh.
 */
export function newMorph(scene: Scene, clip: Clip, written: MeshFile): NewMorph | undefined {
  const track = clip.tracks.find(({ path, times }) => path === 'weights' && times.length > 0);
  const mesh = track === undefined ? undefined : scene.nodes[track.node]?.mesh;
  const level = submeshesOf(written)[0]?.lods[0];
  if (track === undefined || mesh === undefined || level === undefined || level.data instanceof Damaged)
    return undefined;
  const firsts = placesOf(scene.meshes[mesh]!.primitives);
  const moving = new Map<number, Place>();
  for (const { positions, morphMap } of level.data.batches) {
    const usesMap = (level.flags & lodFlags.morphMaps) !== 0 && morphMap !== undefined;
    const count = usesMap ? morphMap.length : 0;
    for (let original = 0; original < count; original++) {
      const vertex = morphMap![original]!;
      if (vertex < 0 || moving.has(original)) continue;
      const place = firsts.get(keyOf(-positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!));
      if (place !== undefined && moves(place)) moving.set(original, place);
    }
  }
  if (moving.size === 0) return undefined;
  const places = [...moving.values()];
  return {
    vertices: [...moving.keys()],
    times: track.times,
    positions: Array.from(track.times, (time) => frameAt(track, time, places)),
  };
}

/** A vertex of the scene. */
interface Place {
  readonly primitive: Primitive;
  readonly vertex: number;
}

const keyOf = (x: number, y: number, z: number) => `${x + 0} ${y + 0} ${z + 0}`;

/** The first vertex at each position. */
function placesOf(primitives: readonly Primitive[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const primitive of primitives) {
    const { positions } = primitive;
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      const key = keyOf(positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!);
      if (!places.has(key)) places.set(key, { primitive, vertex });
    }
  }
  return places;
}

function moves({ primitive, vertex }: Place): boolean {
  return primitive.targets.some(({ positions }) => positions.subarray(3 * vertex, 3 * vertex + 3).some((x) => x !== 0));
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
