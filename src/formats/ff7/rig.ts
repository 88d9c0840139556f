import {
  conjugate,
  cross,
  dot,
  lengthOf,
  multiplyQuaternions,
  type Numbers,
  normalizeQuaternion,
  quaternionFromMatrix,
  rotate,
  scaled,
  subtract,
  type Vector3,
} from '../../math/index.ts';
import { hierarchy } from '../../scene/hierarchy.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Quaternion, Scene } from '../../scene/scene.ts';

// How the nodes of a scene are bones of the game (specification, section 13). A bone of the game can only carry children at
// its end, on its own -Z axis. Any other skeleton is brought to that: every bone gets a frame, turned so that its children
// lie on -Z, and where the children of a joint lie in several places, helper bones lead there.

/** A bone as the game has it, and where it comes from. */
export interface RigBone {
  readonly name: string;
  /** The node whose motion it has. */
  readonly node: number;
  /** A bone before it; -1 for the root. */
  parent: number;
  /** Where its children begin, along its own z axis: negative as a rule, in units of the game. */
  length: number;
  /** From the bone's own frame to that of the node. */
  frame: Quaternion;
  /** A bone that only leads from a joint to one of its children. */
  readonly isHelper: boolean;
  hasFixedLength: boolean;
}

export interface Rig {
  /** The node that moves the whole model; undefined where several do. */
  readonly root: number | undefined;
  readonly bones: readonly RigBone[];
  /** The node of the weapon, which lies beside the root. */
  readonly weapon: number | undefined;
  readonly unitsPerMetre: number;
  /** Whether the nodes are called as we call them, so that bones keep their numbers. */
  readonly isOurs: boolean;
}

const NO_TURN: Quaternion = [0, 0, 0, 1];
/** Units of the game. Offsets of nodes that are equal for it. */
const SAME_PLACE = 0.01;

/** What tells nodes that are bones by the way they are called. */
export interface RigNames {
  /** The number of the bone that a node is. */
  boneOf(name: string): number | undefined;
}

export const battleNames: RigNames = {
  boneOf: (name) => (/^bone_\d{3}$/.test(name) ? Number(name.slice(5)) : undefined),
};

/** The number of a piece of a battle stage, which has no bones, by the name of its node. */
export function pieceOf(name: string): number | undefined {
  return /^piece_\d{2,}$/.test(name) ? Number(name.slice(6)) : undefined;
}

/** The bones of a scene. `lengths` are those of bones without children, where they are known. */
export function rigOf(scene: Scene, unitsPerMetre: number, names: RigNames, lengths: ArrayLike<number> = []): Rig {
  const { nodes } = scene;
  const weapon = nodes.findIndex(({ name }) => name === 'weapon');
  const numbered = ownBones(scene, names);
  if (numbered === undefined && nodes.some(({ name }) => pieceOf(name) !== undefined)) {
    return { root: undefined, bones: [], weapon: undefined, unitsPerMetre, isOurs: true };
  }
  const root = nodes.findIndex(({ name }) => name === 'root');
  const isOurs = numbered !== undefined && root >= 0;
  const joints = isOurs ? numbered : jointsOf(scene, weapon);
  const tops = joints.filter((joint) => parentAmong(scene, joint, joints) === undefined);
  const rootNode = isOurs ? root : tops.length === 1 ? tops[0] : undefined;
  const builder = new RigBuilder(scene, joints, rootNode, unitsPerMetre);
  const carriesMesh = (joint: number) => hasMesh(scene, joint, joints);
  for (const joint of joints) {
    // The top joint is the root itself: it is a bone only where there is something to draw.
    if (!isOurs && joint === rootNode && !carriesMesh(joint)) continue;
    builder.add(joint);
  }
  builder.settle(lengths);
  return {
    root: rootNode,
    bones: builder.bones,
    weapon: weapon < 0 ? undefined : weapon,
    unitsPerMetre,
    isOurs,
  };
}

/** Nodes by the number of their bone, where all numbers from 0 on are there. */
function ownBones({ nodes }: Scene, names: RigNames): number[] | undefined {
  const byNumber: number[] = [];
  for (const [node, { name }] of nodes.entries()) {
    const bone = names.boneOf(name);
    if (bone !== undefined && byNumber[bone] === undefined) byNumber[bone] = node;
  }
  const isComplete = byNumber.length > 0 && Array.from(byNumber, (node) => node !== undefined).every(Boolean);
  return isComplete ? byNumber : undefined;
}

/** Joints of skins, what carries meshes, and all between them; parents first. */
function jointsOf(scene: Scene, weapon: number): number[] {
  const { nodes, skins, clips } = scene;
  const skinned = new Set(skins.flatMap(({ joints }) => joints));
  const moved = new Set(clips.flatMap(({ tracks }) => tracks.map(({ node }) => node)));
  // What nothing moves by itself goes with the node above that something does.
  const carrierOf = (node: number): number => {
    const { parent } = nodes[node]!;
    return parent === undefined || skinned.has(node) || moved.has(node) ? node : carrierOf(parent);
  };
  const wanted = new Set<number>(skinned);
  for (const [node, { mesh, skin }] of nodes.entries()) {
    if (mesh !== undefined && skin === undefined && !isBelow(scene, node, weapon)) wanted.add(carrierOf(node));
  }
  for (const joint of [...wanted]) {
    // Nodes between two joints move with the upper one: they are bones as well.
    const between: number[] = [];
    for (let at = nodes[joint]!.parent; at !== undefined; at = nodes[at]!.parent) {
      if (wanted.has(at)) {
        for (const node of between) wanted.add(node);
        break;
      }
      between.push(at);
    }
  }
  return hierarchy(nodes).filter((node) => wanted.has(node));
}

function isBelow({ nodes }: Scene, node: number, ancestor: number): boolean {
  for (let at: number | undefined = node; at !== undefined; at = nodes[at]!.parent) if (at === ancestor) return true;
  return false;
}

function parentAmong({ nodes }: Scene, joint: number, joints: readonly number[]): number | undefined {
  for (let at = nodes[joint]!.parent; at !== undefined; at = nodes[at]!.parent) if (joints.includes(at)) return at;
  return undefined;
}

/** Whether a joint, or a node that goes with it, has something to draw. */
function hasMesh({ nodes, skins }: Scene, joint: number, joints: readonly number[]): boolean {
  if (skins.some((skin) => skin.joints.includes(joint))) return true;
  return nodes.some(({ mesh, skin }, node) => {
    if (mesh === undefined || skin !== undefined) return false;
    for (let at: number | undefined = node; at !== undefined; at = nodes[at]!.parent) {
      if (joints.includes(at)) return at === joint;
    }
    return false;
  });
}

/** Where children of a joint can begin: the end of one of its bones. */
interface Place {
  readonly bone: number;
  readonly offset: Vector3;
}

class RigBuilder {
  readonly bones: RigBone[] = [];
  private readonly scene: Scene;
  private readonly joints: readonly number[];
  private readonly root: number | undefined;
  private readonly units: number;
  private readonly worlds: Float64Array;
  private readonly placesOf = new Map<number | undefined, Place[]>();
  private readonly boneOf = new Map<number, number>();

  constructor(scene: Scene, joints: readonly number[], root: number | undefined, units: number) {
    this.scene = scene;
    this.joints = joints;
    this.root = root;
    this.units = units;
    this.worlds = worldMatrices(scene);
    this.placesOf.set(root, [{ bone: -1, offset: [0, 0, 0] }]);
  }

  add(joint: number): void {
    const parent = joint === this.root ? this.root : (parentAmong(this.scene, joint, this.joints) ?? this.root);
    const at = joint === this.root ? -1 : this.placeFor(parent, this.offsetOf(joint, parent));
    const bone = this.push(this.scene.nodes[joint]!.name, joint, at, false);
    this.boneOf.set(joint, bone);
    if (joint !== this.root) this.placesOf.set(joint, []);
  }

  /** Bones without children point the way they did. */
  settle(lengths: ArrayLike<number>): void {
    for (const [i, bone] of this.bones.entries()) {
      if (bone.hasFixedLength) continue;
      const stored = (this.scene.nodes[bone.node]!.extras?.ff7 as { length?: unknown } | undefined)?.length;
      bone.length = lengths[i] ?? (typeof stored === 'number' ? stored : 0);
    }
  }

  private push(name: string, node: number, parent: number, isHelper: boolean): number {
    return this.bones.push({ name, node, parent, length: 0, frame: NO_TURN, isHelper, hasFixedLength: false }) - 1;
  }

  /** The bone whose end is at `offset` from the origin of a joint: an old one, the joint's own, or a helper. */
  private placeFor(joint: number | undefined, offset: Vector3): number {
    const places = this.placesOf.get(joint) ?? [];
    this.placesOf.set(joint, places);
    const known = places.find((place) => lengthOf(subtract(place.offset, offset)) < SAME_PLACE);
    if (known !== undefined) return known.bone;
    const own = joint === undefined ? undefined : this.boneOf.get(joint);
    let bone = own !== undefined && !this.bones[own]!.hasFixedLength ? own : undefined;
    if (bone === undefined) {
      const node = joint ?? this.root ?? 0;
      const parent = own === undefined ? -1 : this.bones[own]!.parent;
      bone = this.push(`${this.scene.nodes[node]!.name} to`, node, parent, true);
    }
    Object.assign(this.bones[bone]!, towards(offset), { hasFixedLength: true });
    places.push({ bone, offset });
    return bone;
  }

  /** Where a joint is in the frame of its parent, in units of the game. */
  private offsetOf(joint: number, parent: number | undefined): Vector3 {
    const { nodes } = this.scene;
    if (parent === undefined) return upright(scaled(positionOf(this.worlds, joint), this.units));
    const factor = scaleOf(this.worlds, parent) * this.units;
    if (nodes[joint]!.parent === parent) return scaled(nodes[joint]!.translation ?? [0, 0, 0], factor);
    const between = subtract(positionOf(this.worlds, joint), positionOf(this.worlds, parent));
    return scaled(rotate(conjugate(rotationOf(this.worlds, parent)), between), this.units);
  }
}

/** Length and frame of a bone whose children begin at `offset`. */
function towards(offset: Vector3): { length: number; frame: Quaternion } {
  const length = lengthOf(offset);
  if (Math.hypot(offset[0], offset[1]) < SAME_PLACE) return { length: offset[2], frame: NO_TURN };
  const direction = scaled(offset, 1 / length);
  const axis = cross([0, 0, -1], direction);
  const frame = normalizeQuaternion([...axis, 1 + dot([0, 0, -1], direction)]);
  return { length: -length, frame };
}

/** From y up, facing +z, to y down, facing -z, and back. */
export const upright = ([x, y, z]: Vector3): Vector3 => [x, -y, -z];

/** The turn of {@link upright} taken off a rotation. */
export const uprightRotation = (q: Quaternion): Quaternion => multiplyQuaternions([-1, 0, 0, 0], q);

export function positionOf(worlds: Numbers, node: number): Vector3 {
  return [worlds[16 * node + 12]!, worlds[16 * node + 13]!, worlds[16 * node + 14]!];
}

/** The scale of a node's world matrix, which the game knows only as a whole. */
export function scaleOf(worlds: Numbers, node: number): number {
  const at = 16 * node;
  return Math.hypot(worlds[at]!, worlds[at + 1]!, worlds[at + 2]!) || 1;
}

export function rotationOf(worlds: Float64Array, node: number): Quaternion {
  const m = Array.from(worlds.subarray(16 * node, 16 * node + 16));
  for (const column of [0, 4, 8]) {
    const length = Math.hypot(m[column]!, m[column + 1]!, m[column + 2]!) || 1;
    for (let i = 0; i < 3; i++) m[column + i]! /= length;
  }
  return normalizeQuaternion(quaternionFromMatrix(m));
}
