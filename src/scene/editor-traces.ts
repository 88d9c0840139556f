import { identity, multiply } from '../math/index.ts';
import { withoutAddedNodes } from './added-nodes.ts';
import { compareTracks, pairByName } from './comparison.ts';
import { restoreJointAxes } from './joint-axes.ts';
import { isConstant } from './keys.ts';
import { isSameMotion } from './motion.ts';
import { alignPrimitive } from './primitive-alignment.ts';
import { worldMatrices } from './sampling.ts';
import type { Clip, Mesh, Node, Primitive, Scene, Skin, Track } from './scene.ts';
import { withoutShuffledColors } from './shuffled-colors.ts';
import { joinSplitNodes } from './split-nodes.ts';

// An import and export that touches nothing changes a scene all over: axes of joints, numbers of vertices, keys. Here a scene
// gets back what nobody meant to change, so that what is still different was edited.

export interface WithoutTraces {
  /** The scene. It has the arrays of the original wherever it says the same. */
  readonly scene: Scene;
  /** How many joints had other axes. */
  readonly turnedJoints: number;
}

/** Takes back what an editor did to the scene that `original` was, part by part; parts go by name. */
export function withoutEditorTraces(given: Scene, original: Scene): WithoutTraces {
  const size = Math.max(1, radiusOf(original) / PERSON);
  const { scene, turned } = restoreJointAxes(withoutAddedNodes(joinSplitNodes(given), original), original, size);
  const partners = pairByName(original.nodes, scene.nodes);
  const { skins, renumbered } = restoreSkins(scene, original, partners, size);
  const unheld = unheldJoints(original, size);
  const nodes = restoreNodes(scene, original, partners, unheld);
  const meshes = restoreMeshes(scene, original, partners, renumbered);
  const clips = restoreClips({ ...scene, nodes }, original, partners, unheld, size);
  return {
    scene: { ...scene, nodes, skins, meshes, clips },
    turnedJoints: turned,
  };
}

/** Metres that a person measures from the middle: tolerances of lengths are for models of that size. */
const PERSON = 2;

function radiusOf({ meshes }: Scene): number {
  let radius = 0;
  for (const { primitives } of meshes) {
    for (const { positions } of primitives) for (const value of positions) radius = Math.max(radius, Math.abs(value));
  }
  return Number.isFinite(radius) ? radius : 0;
}

/** By node of the original, its index in the scene. */
type Partners = readonly (number | undefined)[];

/**
 * The joints that do not rest where they are bound. Editors know one place of a bone only, that where it is bound: rest comes
 * back as whatever pose the skeleton was left in.
 */
function unheldJoints(original: Scene, size: number): ReadonlySet<number> {
  const unheld = new Set<number>();
  const worlds = worldMatrices(original);
  for (const { joints, inverseBindMatrices } of original.skins) {
    for (const [j, joint] of joints.entries()) {
      const world = worlds.subarray(16 * joint, 16 * joint + 16);
      const moved = multiply(world, inverseBindMatrices.subarray(16 * j, 16 * j + 16));
      const isHeld = identity().every((x, k) => Math.abs(x - moved[k]!) <= SAME_BIND * (k >= 12 ? size : 1));
      if (!isHeld) unheld.add(joint);
    }
  }
  return unheld;
}

/** Skinned meshes hang from the skeleton after an editor; where they hang and stand counts for nothing. */
function restoreNodes(scene: Scene, original: Scene, partners: Partners, unheld: ReadonlySet<number>): Node[] {
  const nodes = [...scene.nodes];
  for (const [i, before] of original.nodes.entries()) {
    const partner = partners[i];
    if (partner === undefined) continue;
    const isSkinned = before.skin !== undefined && nodes[partner]!.skin !== undefined;
    if (!isSkinned && !unheld.has(i)) continue;
    const { parent: own, translation: _t, rotation: _r, scale: _s, ...rest } = nodes[partner]!;
    const parent = !isSkinned ? own : before.parent === undefined ? undefined : partners[before.parent];
    const { translation, rotation, scale } = before;
    nodes[partner] = {
      ...rest,
      ...(parent !== undefined && { parent }),
      ...(translation !== undefined && { translation }),
      ...(rotation !== undefined && { rotation }),
      ...(scale !== undefined && { scale }),
    };
  }
  return nodes;
}

/** By skin of the scene, the new number of each joint. */
type Renumbered = ReadonlyMap<number, readonly number[]>;

/** Skins with the joints of the original first, in its order; others only where vertices hang on them. */
function restoreSkins(
  scene: Scene,
  original: Scene,
  partners: Partners,
  size: number,
): { skins: Skin[]; renumbered: Renumbered } {
  const skins = [...scene.skins];
  const renumbered = new Map<number, readonly number[]>();
  for (const [i, { skin: old }] of original.nodes.entries()) {
    const own = scene.nodes[partners[i] ?? -1]?.skin;
    if (old === undefined || own === undefined || renumbered.has(own)) continue;
    const before = original.skins[old]!;
    const joints = before.joints.map((joint) => partners[joint]);
    if (joints.includes(undefined)) continue;
    const now = scene.skins[own]!;
    const known = joints as number[];
    const used = usedJoints(scene, own);
    const added = now.joints.filter((node, j) => used.has(j) && !known.includes(node));
    const order = [...known, ...added];
    renumbered.set(
      own,
      now.joints.map((node) => order.indexOf(node)),
    );
    skins[own] = { ...now, joints: order, inverseBindMatrices: bindMatrices(before, now, order, size) };
  }
  return { skins, renumbered };
}

/** The joints of a skin that vertices hang on. */
function usedJoints(scene: Scene, skin: number): ReadonlySet<number> {
  const used = new Set<number>();
  for (const node of scene.nodes) {
    if (node.skin !== skin || node.mesh === undefined) continue;
    for (const { joints, weights } of scene.meshes[node.mesh]!.primitives) {
      for (const [s, set] of joints.entries())
        for (const [i, joint] of set.entries()) if (weights[s]![i] !== 0) used.add(joint);
    }
  }
  return used;
}

/** How far inverse bind matrices may be off where nobody moved a joint: of axes, and metres. */
const SAME_BIND = 1e-3;

/** The matrices of the original, where they are the same but for rounding. */
function bindMatrices(before: Skin, now: Skin, order: readonly number[], size: number): Float32Array {
  const matrices = new Float32Array(16 * order.length);
  for (const [j, node] of order.entries()) {
    const own = now.joints.indexOf(node);
    const old = j < before.joints.length ? before.inverseBindMatrices.subarray(16 * j, 16 * j + 16) : undefined;
    const matrix = own < 0 ? old! : now.inverseBindMatrices.subarray(16 * own, 16 * own + 16);
    const isSame = old?.every((x, k) => Math.abs(x - matrix[k]!) <= SAME_BIND * (k >= 12 ? size : 1));
    matrices.set(isSame ? old! : matrix, 16 * j);
  }
  return matrices;
}

function restoreMeshes(scene: Scene, original: Scene, partners: Partners, renumbered: Renumbered): Mesh[] {
  const meshes = [...scene.meshes];
  for (const [i, { mesh: old, skin: oldSkin }] of original.nodes.entries()) {
    const node = scene.nodes[partners[i] ?? -1];
    if (old === undefined || node?.mesh === undefined || meshes[node.mesh] !== scene.meshes[node.mesh]) continue;
    const joints = node.skin === undefined ? undefined : renumbered.get(node.skin);
    const isSkinned = node.skin !== undefined;
    const mesh = scene.meshes[node.mesh]!;
    const own = joints === undefined ? mesh.primitives : mesh.primitives.map((each) => withJoints(each, joints));
    const before = original.meshes[old]!.primitives;
    const isAlike = isSkinned === (oldSkin !== undefined) && (joints !== undefined || !isSkinned);
    if (!isAlike || own.length !== before.length) meshes[node.mesh] = { ...mesh, primitives: [...own] };
    else {
      const aligned = own.map((each, p) => alignPrimitive(before[p]!, each) ?? each);
      meshes[node.mesh] = { ...mesh, primitives: [...withoutShuffledColors(before, aligned)] };
    }
  }
  return meshes;
}

function withJoints(primitive: Primitive, renumbered: readonly number[]): Primitive {
  return {
    ...primitive,
    joints: primitive.joints.map((set) => Uint16Array.from(set, (joint) => Math.max(0, renumbered[joint] ?? 0))),
  };
}

/** What a track may be off from rest, and count as none: metres, radians, components. */
const RESTS = { translation: 1e-3, rotation: 2e-3, scale: 2e-3, weights: 2e-3 } as const;

function restoreClips(
  scene: Scene,
  original: Scene,
  partners: Partners,
  unheld: ReadonlySet<number>,
  size: number,
): Clip[] {
  const left = new Set([...unheld].map((node) => partners[node]));

  const pairs = pairByName(original.clips, scene.clips);
  const clips = [...scene.clips];
  for (const [i, before] of original.clips.entries()) {
    if (pairs[i] === undefined) continue;
    const now = scene.clips[pairs[i]]!;
    const tracks = restoreTracks(scene, now, original, before, partners, size);
    const known = new Set(before.tracks.map(({ node, path }) => `${path} ${partners[node]}`));
    const isLeft = (track: Track) =>
      left.has(track.node) && !known.has(`${track.path} ${track.node}`) && isConstant(track);
    clips[pairs[i]] = { ...now, tracks: tracks.filter((track) => !isLeft(track)) };
  }
  return clips;
}

function restoreTracks(
  scene: Scene,
  now: Clip,
  original: Scene,
  before: Clip,
  partners: Partners,
  size: number,
): Track[] {
  const rests = (from: Track | undefined, to: Track | undefined) => {
    const { path } = (from ?? to)!;
    return compareTracks(original, from, scene, to) <= RESTS[path] * (path === 'translation' ? size : 1);
  };
  const key = ({ node, path }: Track) => `${path} ${node}`;
  const others = new Map(now.tracks.map((track) => [key(track), track]));
  const tracks: Track[] = [];
  for (const track of before.tracks) {
    const node = partners[track.node];
    if (node === undefined) continue;
    const mine = { ...track, node };
    const other = others.get(key(mine));
    others.delete(key(mine));
    if (other === undefined ? rests(track, undefined) : isSameMotion(other, track, size)) tracks.push(mine);
    else if (other !== undefined) tracks.push(other);
  }
  for (const track of others.values()) if (!rests(undefined, track)) tracks.push(track);
  return tracks;
}
