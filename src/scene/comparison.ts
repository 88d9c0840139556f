import { addInfluences, type JointKey, jointNames } from './influences.ts';
import { deviation, unionOfTimes, withMiddles } from './keys.ts';
import { restValue, sampleTrack, trackWidth } from './sampling.ts';
import type { Clip, Material, Mesh, Node, Pixels, Primitive, Scene, SceneImage, TextureUse, Track } from './scene.ts';
import { textureSlots } from './validation.ts';

// Whether a scene is still the one that was made from the originals, part by part. Parts go by name, and those of the
// same name by their order among each other: editors reorder nodes as they like.

export interface Tolerance {
  /** Metres: translations of nodes and tracks, positions of vertices. */
  readonly length: number;
  /** Radians: rotations of nodes and tracks. */
  readonly angle: number;
  /** Scales, factors, colours, weights, texture coordinates, components of normals. */
  readonly value: number;
  /** Steps of a colour from 0 to 255. */
  readonly color: number;
}

/** Rounding to single precision, and no more. */
export const exact: Tolerance = { length: 1e-5, angle: 1e-5, value: 1e-5, color: 0 };
/** What an editor that resamples the keys and stores normals anew leaves of a scene that nobody touched. */
export const resampled: Tolerance = { length: 1e-3, angle: 2e-3, value: 2e-3, color: 0 };

export interface ComparisonOptions {
  readonly tolerance?: Tolerance;
  /** The pixels of an image. Without it, images that are not pixels are compared byte by byte. */
  readonly pixelsOf?: (image: SceneImage) => Pixels | undefined;
}

export type PartKind = 'node' | 'mesh' | 'skin' | 'clip' | 'material' | 'image';

/** One way in which a part of a scene is not what it was. */
export interface Difference {
  readonly kind: PartKind;
  /** Name of the part. */
  readonly name: string;
  /** The part in the scene before and after; undefined on the side that does not have it. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** `added`, `removed`, or what of it differs: `rotation`, `positions of primitive 0`, `pixels`. */
  readonly what: string;
  /** How far off, in the unit of the property; missing where that is no number. */
  readonly amount?: number;
}

/** All differences between two scenes. None: the second is an unedited copy of the first. */
export function compareScenes(before: Scene, after: Scene, options: ComparisonOptions = {}): Difference[] {
  const tolerance = options.tolerance ?? exact;
  return [
    ...compareParts('node', before.nodes, after.nodes, (a, b) => compareNodes(before, a, after, b, tolerance)),
    ...compareParts('mesh', before.meshes, after.meshes, (a, b) => compareMeshes(before, a, after, b, tolerance)),
    ...compareParts('skin', before.skins, after.skins, (a, b) => {
      const names = ({ joints }: { joints: number[] }, { nodes }: Scene) =>
        joints.map((joint) => nodes[joint]!.name).sort();
      return names(a, before).join('\0') === names(b, after).join('\0') ? [] : [{ what: 'joints' }];
    }),
    ...compareParts('clip', before.clips, after.clips, (a, b) => compareClips(before, a, after, b, tolerance)),
    ...compareParts('material', before.materials, after.materials, (a, b) =>
      compareMaterials(before, a, after, b, tolerance),
    ),
    ...compareParts('image', before.images, after.images, (a, b) => compareImages(a, b, tolerance, options.pixelsOf)),
  ];
}

interface Found {
  what: string;
  amount?: number;
}

/** Pairs of the same name, then what is on one side only. */
function compareParts<T extends { name: string }>(
  kind: PartKind,
  before: readonly T[],
  after: readonly T[],
  compare: (before: T, after: T) => Found[],
): Difference[] {
  const partners = pairByName(before, after);
  const differences: Difference[] = [];
  for (const [i, part] of before.entries()) {
    const partner = partners[i];
    const found = partner === undefined ? [{ what: 'removed' }] : compare(part, after[partner]!);
    for (const each of found) differences.push({ kind, name: part.name, before: i, after: partner, ...each });
  }
  const taken = new Set(partners);
  for (const [i, { name }] of after.entries()) {
    if (!taken.has(i)) differences.push({ kind, name, before: undefined, after: i, what: 'added' });
  }
  return differences;
}

/** Of each part before, the index of the one after that has its name. */
export function pairByName(
  before: readonly { name: string }[],
  after: readonly { name: string }[],
): (number | undefined)[] {
  const byName = new Map<string, number[]>();
  for (const [i, { name }] of after.entries()) byName.set(name, [...(byName.get(name) ?? []), i]);
  return before.map(({ name }) => byName.get(name)?.shift());
}

function compareNodes(before: Scene, a: Node, after: Scene, b: Node, tolerance: Tolerance): Found[] {
  const found: Found[] = [];
  const nameOf = (scene: Scene, index: number | undefined) => (index === undefined ? '' : scene.nodes[index]!.name);
  if (nameOf(before, a.parent) !== nameOf(after, b.parent)) found.push({ what: 'parent' });
  const parts = [
    ['translation', a.translation ?? [0, 0, 0], b.translation ?? [0, 0, 0], tolerance.length],
    ['rotation', a.rotation ?? [0, 0, 0, 1], b.rotation ?? [0, 0, 0, 1], tolerance.angle],
    ['scale', a.scale ?? [1, 1, 1], b.scale ?? [1, 1, 1], tolerance.value],
  ] as const;
  for (const [path, from, to, limit] of parts) {
    const amount = deviation(path, from, 0, to, 0, from.length);
    if (amount > limit) found.push({ what: path, amount });
  }
  const weights = [a.weights ?? [], b.weights ?? []] as const;
  const count = Math.max(weights[0].length, weights[1].length);
  const off = Math.max(
    0,
    ...Array.from({ length: count }, (_, i) => Math.abs((weights[0][i] ?? 0) - (weights[1][i] ?? 0))),
  );
  if (off > tolerance.value) found.push({ what: 'weights', amount: off });
  const meshName = (scene: Scene, { mesh }: Node) => (mesh === undefined ? undefined : scene.meshes[mesh]!.name);
  if (meshName(before, a) !== meshName(after, b)) found.push({ what: 'mesh' });
  return found;
}

function compareMeshes(before: Scene, a: Mesh, after: Scene, b: Mesh, tolerance: Tolerance): Found[] {
  if (a.primitives.length !== b.primitives.length) return [{ what: 'number of primitives' }];
  return a.primitives.flatMap((primitive, i) => {
    const other = b.primitives[i]!;
    const names = [jointNames(before, a), jointNames(after, b)] as const;
    const found = comparePrimitives(primitive, other, tolerance, ...names);
    const materialName = (scene: Scene, { material }: Primitive) =>
      material === undefined ? undefined : scene.materials[material]!.name;
    if (materialName(before, primitive) !== materialName(after, other)) found.push({ what: 'material' });
    return found.map((each) => ({ ...each, what: `${each.what} of primitive ${i}` }));
  });
}

/**
 * The attributes in which two primitives differ. The same vertices in another order are different: formats refer to
 * vertices by number. They are told as `vertex order`.
 */
export function comparePrimitives(
  a: Primitive,
  b: Primitive,
  tolerance: Tolerance,
  aJoint: (joint: number) => JointKey = (joint) => joint,
  bJoint: (joint: number) => JointKey = (joint) => joint,
): Found[] {
  if (a.positions.length !== b.positions.length) return [{ what: 'number of vertices' }];
  const moved = worst(a.positions, b.positions);
  if (moved > tolerance.length && isReordered(a.positions, b.positions, tolerance.length))
    return [{ what: 'vertex order' }];
  const found: Found[] = [];
  if (moved > tolerance.length) found.push({ what: 'positions', amount: moved });
  if (!isSame(a.indices, b.indices)) found.push({ what: 'triangles' });
  const compare = (what: string, from: Values | undefined, to: Values | undefined, limit: number) => {
    if (from === to) return;
    const amount = from?.length === to?.length ? worst(from!, to!) : undefined;
    if (amount === undefined) found.push({ what });
    else if (amount > limit) found.push({ what, amount });
  };
  compare('normals', a.normals, b.normals, tolerance.value);
  compare('tangents', a.tangents, b.tangents, tolerance.value);
  for (let i = 0; i < Math.max(a.uvs.length, b.uvs.length); i++) {
    compare(`texture coordinates ${i}`, a.uvs[i], b.uvs[i], tolerance.value);
  }
  // Colours that one side has in bytes are known to half a step only.
  const unit = Math.max(tolerance.value, 0.5 / 255);
  for (let i = 0; i < Math.max(a.colors.length, b.colors.length); i++)
    compare(`colors ${i}`, a.colors[i], b.colors[i], unit);
  const weights = worstInfluence(a, b, aJoint, bJoint);
  if (weights > unit) found.push({ what: 'weights', amount: weights });
  if (a.targets.length !== b.targets.length) found.push({ what: 'number of morph targets' });
  else {
    for (const [i, target] of a.targets.entries()) {
      compare(`morph target ${i}`, target.positions, b.targets[i]!.positions, tolerance.length);
    }
  }
  return found;
}

type Values = Float32Array | Uint8Array;

/** The largest difference; bytes count as 0 to 1. */
function worst(a: Values, b: Values): number {
  const [aUnit, bUnit] = [a instanceof Uint8Array ? 1 / 255 : 1, b instanceof Uint8Array ? 1 / 255 : 1];
  let result = 0;
  for (let i = 0; i < a.length; i++) result = Math.max(result, Math.abs(a[i]! * aUnit - b[i]! * bUnit));
  return result;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether two lists of points are the same points in another order. */
function isReordered(a: Float32Array, b: Float32Array, tolerance: number): boolean {
  const sorted = (points: Float32Array) => {
    const grid = (i: number, c: number) => Math.round(points[3 * i + c]! / (10 * tolerance));
    const order = Array.from({ length: points.length / 3 }, (_, i) => i);
    return order.sort((i, j) => grid(i, 0) - grid(j, 0) || grid(i, 1) - grid(j, 1) || grid(i, 2) - grid(j, 2));
  };
  const [aOrder, bOrder] = [sorted(a), sorted(b)];
  return aOrder.every((i, k) => {
    for (let c = 0; c < 3; c++) if (Math.abs(a[3 * i + c]! - b[3 * bOrder[k]! + c]!) > 10 * tolerance) return false;
    return true;
  });
}

/** The largest difference of how much a joint moves a vertex, whatever slots the weights stand in. */
function worstInfluence(
  a: Primitive,
  b: Primitive,
  aJoint: (joint: number) => JointKey,
  bJoint: (joint: number) => JointKey,
): number {
  let result = 0;
  if (a.joints.length === 0 && b.joints.length === 0) return 0;
  const influences = new Map<JointKey, number>();
  for (let v = 0; v < a.positions.length / 3; v++) {
    influences.clear();
    addInfluences(influences, a, v, aJoint, 1);
    addInfluences(influences, b, v, bJoint, -1);
    for (const difference of influences.values()) result = Math.max(result, Math.abs(difference));
  }
  return result;
}

/** The tracks in which two clips differ, sampled at the keys of both and in the middles between. */
function compareClips(before: Scene, a: Clip, after: Scene, b: Clip, tolerance: Tolerance): Found[] {
  const key = (scene: Scene, { node, path }: Track) => `${path} of ${scene.nodes[node]!.name}`;
  const others = new Map(b.tracks.map((track) => [key(after, track), track]));
  const found: Found[] = [];
  const compare = (what: string, from: Track | undefined, to: Track | undefined) => {
    const amount = compareTracks(before, from, after, to);
    if (amount > limitOf((from ?? to)!, tolerance)) found.push({ what, amount });
  };
  for (const track of a.tracks) {
    const what = key(before, track);
    compare(what, track, others.get(what));
    others.delete(what);
  }
  for (const [what, track] of others) compare(what, undefined, track);
  return found;
}

function limitOf({ path }: Track, tolerance: Tolerance): number {
  if (path === 'translation') return tolerance.length;
  return path === 'rotation' ? tolerance.angle : tolerance.value;
}

/**
 * How far two tracks of the same property are apart at most: in metres, radians or components. A missing track is one
 * that rests. Infinite where they have different numbers of morph targets.
 */
export function compareTracks(before: Scene, a: Track | undefined, after: Scene, b: Track | undefined): number {
  const track = a ?? b;
  if (track === undefined) return 0;
  const width = trackWidth(track);
  if (a !== undefined && b !== undefined && trackWidth(b) !== width) return Number.POSITIVE_INFINITY;
  const from = a === undefined ? restOf(before, after, b!) : new Float64Array(width);
  const to = b === undefined ? restOf(after, before, a!) : new Float64Array(width);
  let result = 0;
  for (const time of withMiddles(unionOfTimes([a, b].filter((each) => each !== undefined)))) {
    if (a !== undefined) sampleTrack(a, time, from);
    if (b !== undefined) sampleTrack(b, time, to);
    result = Math.max(result, deviation(track.path, from, 0, to, 0, width));
  }
  return result;
}

/** How the node that a track of another scene moves rests in this one; in the other where this one does not have it. */
function restOf(scene: Scene, other: Scene, track: Track): Float64Array {
  const { name } = other.nodes[track.node]!;
  const node = scene.nodes.findIndex((each) => each.name === name);
  const rest = node < 0 ? restValue(other, track.node, track.path) : restValue(scene, node, track.path);
  return rest.length === trackWidth(track) ? rest : new Float64Array(trackWidth(track));
}

function compareMaterials(before: Scene, a: Material, after: Scene, b: Material, { value }: Tolerance): Found[] {
  const found: Found[] = [];
  const factors = {
    'base color': [a.baseColorFactor ?? [1, 1, 1, 1], b.baseColorFactor ?? [1, 1, 1, 1]],
    metalness: [[a.metallicFactor], [b.metallicFactor]],
    roughness: [[a.roughnessFactor], [b.roughnessFactor]],
    emission: [a.emissiveFactor ?? [0, 0, 0], b.emissiveFactor ?? [0, 0, 0]],
    'alpha cutoff': [
      [a.alphaMode === 'mask' ? (a.alphaCutoff ?? 0.5) : 0],
      [b.alphaMode === 'mask' ? (b.alphaCutoff ?? 0.5) : 0],
    ],
  };
  for (const [what, [from, to]] of Object.entries(factors)) {
    const amount = Math.max(...from!.map((x, i) => Math.abs(x - to![i]!)));
    if (amount > value) found.push({ what, amount });
  }
  if (a.alphaMode !== b.alphaMode) found.push({ what: 'alpha mode' });
  if (a.doubleSided !== b.doubleSided) found.push({ what: 'sides' });
  if ((a.unlit ?? false) !== (b.unlit ?? false)) found.push({ what: 'lighting' });
  for (const slot of textureSlots) {
    if (describeUse(before, a[slot]) !== describeUse(after, b[slot])) found.push({ what: slot });
  }
  return found;
}

/** Everything that tells one use of a texture from another, except the pixels. */
function describeUse(scene: Scene, use: TextureUse | undefined): string {
  if (use === undefined) return '';
  const texture = scene.textures[use.texture]!;
  const { offset = [0, 0], rotation = 0, scale = [1, 1] } = use.transform ?? {};
  const { wrapS, wrapT, filter = 'linear' } = texture;
  const image = scene.images[texture.image]!.name;
  return JSON.stringify([image, wrapS, wrapT, filter, use.uvSet ?? 0, use.scale ?? 1, offset, rotation, scale]);
}

function compareImages(
  a: SceneImage,
  b: SceneImage,
  { color }: Tolerance,
  pixelsOf: ComparisonOptions['pixelsOf'],
): Found[] {
  if ('bytes' in a.data && 'bytes' in b.data && isSame(a.data.bytes, b.data.bytes)) return [];
  const [from, to] = [a, b].map((image) => ('rgba' in image.data ? image.data : pixelsOf?.(image)));
  if (from === undefined || to === undefined) return [{ what: 'bytes' }];
  if (from.width !== to.width || from.height !== to.height) return [{ what: 'size' }];
  let amount = 0;
  for (let i = 0; i < from.rgba.length; i++) amount = Math.max(amount, Math.abs(from.rgba[i]! - to.rgba[i]!));
  return amount > color ? [{ what: 'pixels', amount }] : [];
}
