import { compose, decompose, identity, type Matrix4, multiply, multiplyQuaternions } from '../../math/index.ts';
import { sampleTrack, worldMatrices } from '../../scene/sampling.ts';
import type { Clip, Interpolation, Node, Scene, Track, TrackPath } from '../../scene/scene.ts';

// What a clip of any scene does to bones, relative to their parent bones: specification, section 13.3.

/** One property of a bone over time, in the space of the scene. A single key stands still. */
export interface Channel {
  readonly path: 'rotation' | 'translation';
  readonly interpolation: Interpolation;
  /** Seconds. */
  readonly times: Float32Array;
  /** As those of a track. */
  readonly values: Float32Array;
}

export interface BoneChannels {
  readonly rotation: Channel;
  readonly translation: Channel;
  /** Whether the clip moves the bone at all. */
  readonly isAnimated: boolean;
  /** The largest factor by which the clip scales the bone, which clips of the game cannot. */
  readonly scale: number;
  readonly weight: number | undefined;
}

const FRAMES_PER_SECOND = 30;

type Moves = Partial<Record<TrackPath, Track>>;

/**
 * The channels of each bone. Nodes between a bone and its parent bone, and above a root, are folded in: a turned or scaled
 * armature node moves the root, and its scale goes to the distances of the bones. Where such nodes move themselves the bone
 * is sampled at its keys and 30 times a second.
 */
export function channelsOf(scene: Scene, clip: Clip, boneNodes: readonly number[]): BoneChannels[] {
  const moves = new Map<number, Moves>();
  for (const track of clip.tracks) {
    if (track.times.length > 0) moves.set(track.node, { [track.path]: track, ...moves.get(track.node) });
  }
  const worlds = worldMatrices(scene);
  const bones = new Set(boneNodes);
  return boneNodes.map((bone) => {
    const above: number[] = [];
    let parent = scene.nodes[bone]!.parent;
    while (parent !== undefined && !bones.has(parent)) {
      above.unshift(parent);
      parent = scene.nodes[parent]!.parent;
    }
    const scale = parent === undefined ? 1 : uniformScale(worlds.subarray(16 * parent, 16 * parent + 16));
    const own = moves.get(bone) ?? {};
    const isSampled = above.some((node) => moves.has(node));
    const channels = isSampled
      ? sampled(scene, moves, [...above, bone], scale)
      : folded(scene, own, bone, above, scale);
    const weight = [own.rotation, own.translation].find((track) => track?.extras?.['rf_weight'] !== undefined);
    return {
      ...channels,
      isAnimated: isSampled || own.rotation !== undefined || own.translation !== undefined,
      scale: largestScale(scene.nodes[bone]!, own),
      weight: numberOr(weight?.extras?.['rf_weight'], undefined),
    };
  });
}

/** A number that another program may have written. */
export function numberOr<T>(value: unknown, fallback: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

function own(node: Node, { rotation, translation }: Moves): { rotation: Channel; translation: Channel } {
  const still = (path: Channel['path'], value: readonly number[]): Channel => ({
    path,
    interpolation: 'linear',
    times: Float32Array.of(0),
    values: Float32Array.from(value),
  });
  return {
    rotation: (rotation as Channel | undefined) ?? still('rotation', node.rotation ?? [0, 0, 0, 1]),
    translation: (translation as Channel | undefined) ?? still('translation', node.translation ?? [0, 0, 0]),
  };
}

/** The bone's own keys, moved by nodes above it that stand still. */
function folded(scene: Scene, moves: Moves, bone: number, above: readonly number[], scale: number) {
  const channels = own(scene.nodes[bone]!, moves);
  if (above.length === 0 && scale === 1) return channels;
  const matrix = above.reduce(
    (product, node) => multiply(product, localMatrix(scene.nodes[node]!)),
    identity() as Matrix4,
  );
  const turn = decompose(matrix).rotation;
  const { rotation, translation } = channels;
  const rotations = rotation.values.slice();
  for (let at = 0; at < rotations.length; at += 4) {
    rotations.set(multiplyQuaternions(turn, rotations.subarray(at, at + 4)), at);
  }
  const positions = translation.values.slice();
  const isCubic = translation.interpolation === 'cubic';
  for (let at = 0; at < positions.length; at += 3) {
    const isPoint = !isCubic || (at / 3) % 3 === 1;
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    for (let row = 0; row < 3; row++) {
      const turned = matrix[row]! * x + matrix[row + 4]! * y + matrix[row + 8]! * z + (isPoint ? matrix[row + 12]! : 0);
      positions[at + row] = turned * scale;
    }
  }
  return { rotation: { ...rotation, values: rotations }, translation: { ...translation, values: positions } };
}

function sampled(scene: Scene, moves: ReadonlyMap<number, Moves>, chain: readonly number[], scale: number) {
  const tracks = chain.flatMap((node) => Object.values(moves.get(node) ?? {}));
  const end = Math.max(...tracks.map(({ times }) => times.at(-1)!));
  const frames = Array.from({ length: Math.ceil(end * FRAMES_PER_SECOND) + 1 }, (_, i) =>
    Math.min(end, i / FRAMES_PER_SECOND),
  );
  const all = [...frames, ...tracks.flatMap(({ times }) => [...times])].map(Math.fround).sort((a, b) => a - b);
  const times = Float32Array.from(all.filter((time, i) => i === 0 || time > all[i - 1]!));
  const rotations = new Float32Array(4 * times.length);
  const positions = new Float32Array(3 * times.length);
  for (const [i, time] of times.entries()) {
    const local = chain.reduce(
      (product, node) => multiply(product, matrixAt(scene, moves, node, time)),
      identity() as Matrix4,
    );
    const { rotation, translation } = decompose(local);
    rotations.set(rotation, 4 * i);
    for (let c = 0; c < 3; c++) positions[3 * i + c] = translation[c]! * scale;
  }
  const linear = { interpolation: 'linear' as const, times };
  return {
    rotation: { ...linear, path: 'rotation' as const, values: rotations },
    translation: { ...linear, path: 'translation' as const, values: positions },
  };
}

const localMatrix = ({ translation, rotation, scale }: Node): Matrix4 => compose(translation, rotation, scale);

function matrixAt(scene: Scene, moves: ReadonlyMap<number, Moves>, node: number, time: number): Matrix4 {
  const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = scene.nodes[node]!;
  const parts = { translation: [...translation], rotation: [...rotation], scale: [...scale] };
  const tracks = moves.get(node) ?? {};
  for (const path of ['translation', 'rotation', 'scale'] as const) {
    const track = tracks[path];
    if (track !== undefined) sampleTrack(track, time, parts[path]);
  }
  return compose(parts.translation, parts.rotation, parts.scale);
}

/** The factor that lengths grow by on average. */
function uniformScale(world: ArrayLike<number>): number {
  const { scale } = decompose(world);
  const factor = Math.cbrt(Math.abs(scale[0] * scale[1] * scale[2]));
  return Math.abs(factor - 1) < 1e-6 || !(factor > 0) ? 1 : factor;
}

function largestScale({ scale = [1, 1, 1] }: Node, { scale: track }: Moves): number {
  if (track === undefined) return 1;
  let largest = 1;
  const stride = track.interpolation === 'cubic' ? 9 : 3;
  for (let at = stride === 9 ? 3 : 0; at < track.values.length; at += stride) {
    for (let c = 0; c < 3; c++) {
      const factor = track.values[at + c]! / scale[c]!;
      if (Math.abs(Math.log(factor)) > Math.abs(Math.log(largest))) largest = factor;
    }
  }
  return largest;
}
