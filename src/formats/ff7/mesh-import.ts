import {
  conjugate,
  multiply,
  type Numbers,
  rotate,
  scaled,
  subtract,
  transformPoint,
  type Vector3,
} from '../../math/index.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Mesh, Primitive, Scene } from '../../scene/scene.ts';
import type { PGroup } from './p-build.ts';
import { pieceOf, positionOf, type Rig, rotationOf, scaleOf } from './rig.ts';

// Meshes of a scene as the groups of P files, one file a bone (specification, section 13). Skinned meshes fall apart into
// rigid pieces: every triangle goes to the bone that holds most of it.

/** What the material of a primitive says to the game. */
export interface PLook {
  readonly texture: number | undefined;
  readonly isDoubleSided: boolean;
  readonly blendMode: number | undefined;
  /** Linear r g b a that vertex colours are multiplied by. */
  readonly factor: readonly [number, number, number, number];
}

export interface ImportedMeshes {
  /** Groups by bone, or by what `pieceOf` makes of it. */
  readonly parts: ReadonlyMap<number, readonly PGroup[]>;
  /** Groups by number of the weapon. */
  readonly weapons: ReadonlyMap<number, readonly PGroup[]>;
  /** Vertices that several bones moved, and now one. */
  readonly mixedVertices: number;
  /** Triangles that no bone of the model carries. */
  readonly strayTriangles: number;
  readonly morphTargets: number;
}

/** A piece of a battle stage has the place of a bone, but hangs from no bone. */
type Place = { kind: 'bone' | 'weapon' | 'piece'; index: number };

/**
 * The meshes of a scene. `pieceOf` numbers the files that the meshes of a bone go to, by the bone and the name of the node;
 * one file a bone where it is missing.
 */
export function importMeshes(
  scene: Scene,
  rig: Rig,
  lookOf: (material: number | undefined) => PLook,
  pieceOf = (bone: number, _node: string): number => bone,
): ImportedMeshes {
  return new MeshImport(scene, rig, lookOf, pieceOf).run();
}

class MeshImport {
  private readonly scene: Scene;
  private readonly rig: Rig;
  private readonly lookOf: (material: number | undefined) => PLook;
  private readonly pieceOf: (bone: number, node: string) => number;
  private readonly worlds: Float64Array;
  private readonly boneOf: ReadonlyMap<number, number>;
  private readonly drafts = { bone: new Map<number, GroupDraft[]>(), weapon: new Map<number, GroupDraft[]>() };
  private mixedVertices = 0;
  private strayTriangles = 0;
  private morphTargets = 0;

  constructor(
    scene: Scene,
    rig: Rig,
    lookOf: (material: number | undefined) => PLook,
    pieceOf: (bone: number, node: string) => number,
  ) {
    this.scene = scene;
    this.rig = rig;
    this.lookOf = lookOf;
    this.pieceOf = pieceOf;
    this.worlds = worldMatrices(scene);
    this.boneOf = new Map(rig.bones.flatMap(({ node, isHelper }, i) => (isHelper ? [] : [[node, i] as const])));
  }

  run(): ImportedMeshes {
    for (const [node, { mesh, skin }] of this.scene.nodes.entries()) {
      if (mesh === undefined || (this.scene.nodes[node]!.lod ?? 0) > 0) continue;
      const found = this.scene.meshes[mesh]!;
      this.morphTargets += found.targetNames?.length ?? found.primitives[0]?.targets.length ?? 0;
      if (skin !== undefined && found.primitives.some(({ joints }) => joints.length > 0))
        this.addSkinned(found, node, skin);
      else this.addRigid(found, node);
    }
    const finish = (drafts: ReadonlyMap<number, GroupDraft[]>) =>
      new Map([...drafts].map(([index, groups]) => [index, sortGroups(groups).map((draft) => draft.finish())]));
    return {
      parts: finish(this.drafts.bone),
      weapons: finish(this.drafts.weapon),
      mixedVertices: this.mixedVertices,
      strayTriangles: this.strayTriangles,
      morphTargets: this.morphTargets,
    };
  }

  private addRigid({ primitives }: Mesh, node: number): void {
    const place = this.placeOf(node);
    if (place === undefined) {
      this.strayTriangles += primitives.reduce((sum, { indices }) => sum + indices.length / 3, 0);
      return;
    }
    const toBone = this.fromNode(node, this.carrierOf(place, node), place);
    for (const primitive of primitives) {
      const draft = this.draftFor(place, node, this.lookOf(primitive.material), primitive);
      draft.addAll(primitive, toBone);
    }
  }

  /** The node whose frame the vertices of a file are in. */
  private carrierOf({ kind, index }: Place, node: number): number {
    if (kind === 'piece') return this.scene.nodes[node]!.parent ?? node;
    return kind === 'bone' ? this.rig.bones[index]!.node : this.rig.weapon!;
  }

  /** The nearest bone, or weapon, that a node hangs from. */
  private placeOf(node: number): Place | undefined {
    const { nodes } = this.scene;
    const piece = this.rig.bones.length === 0 ? pieceOf(nodes[node]!.name) : undefined;
    if (piece !== undefined) return { kind: 'piece', index: piece };
    for (let at: number | undefined = node; at !== undefined; at = nodes[at]!.parent) {
      const bone = this.boneOf.get(at);
      if (bone !== undefined) return { kind: 'bone', index: bone };
      if (at === this.rig.weapon) return { kind: 'weapon', index: weaponNumber(nodes[node]!.name) };
    }
    return undefined;
  }

  private fromNode(node: number, joint: number, place: Place): Mapping {
    const { worlds, rig } = this;
    const frame = place.kind === 'bone' ? rig.bones[place.index]!.frame : ([0, 0, 0, 1] as const);
    const back = conjugate(frame);
    const factor = scaleOf(worlds, joint) * rig.unitsPerMetre;
    if (node === joint || this.isPlainChild(node, joint)) {
      return { point: (v) => rotate(back, scaled(v, factor)), direction: (v) => rotate(back, v) };
    }
    const world = worlds.subarray(16 * node, 16 * node + 16);
    const [turn, origin] = [conjugate(rotationOf(worlds, joint)), positionOf(worlds, joint)];
    const nodeTurn = rotationOf(worlds, node);
    return {
      point: (v) => rotate(back, scaled(rotate(turn, subtract(transformPoint(world, v), origin)), rig.unitsPerMetre)),
      direction: (v) => rotate(back, rotate(turn, rotate(nodeTurn, v))),
    };
  }

  /** Whether a node lies exactly where the node above it does. */
  private isPlainChild(node: number, joint: number): boolean {
    const { parent, translation, rotation, scale } = this.scene.nodes[node]!;
    const isNone = (values: readonly number[] | undefined, plain: number) => values?.every((x) => x === plain) ?? true;
    return parent === joint && isNone(translation, 0) && isNone(rotation?.slice(0, 3), 0) && isNone(scale, 1);
  }

  private addSkinned({ primitives }: Mesh, node: number, skinIndex: number): void {
    const skin = this.scene.skins[skinIndex]!;
    const mappings = skin.joints.map((joint, j) =>
      this.fromBind(joint, skin.inverseBindMatrices.subarray(16 * j, 16 * j + 16)),
    );
    for (const primitive of primitives) {
      const main = this.mainJoints(primitive);
      const look = this.lookOf(primitive.material);
      const byJoint = new Map<number, number[]>();
      for (let i = 0; i < primitive.indices.length; i += 3) {
        const corners = [0, 1, 2].map((k) => primitive.indices[i + k]!);
        const joint = mostCommon(corners.map((corner) => main[corner]!));
        const list = byJoint.get(joint);
        if (list === undefined) byJoint.set(joint, corners);
        else list.push(...corners);
      }
      for (const [joint, corners] of byJoint) {
        const mapping = mappings[joint];
        const place = mapping && this.placeOf(skin.joints[joint]!);
        if (place === undefined) this.strayTriangles += corners.length / 3;
        else this.draftFor(place, node, look, primitive).addSome(primitive, corners, mapping!);
      }
    }
  }

  /** From the space the mesh was bound in to a bone's own. */
  private fromBind(joint: number, inverseBind: Numbers): Mapping | undefined {
    const bone = this.boneOf.get(joint);
    if (bone === undefined) return undefined;
    const { worlds, rig } = this;
    const back = conjugate(rig.bones[bone]!.frame);
    const factor = scaleOf(worlds, joint) * rig.unitsPerMetre;
    const m = multiply([factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1], inverseBind);
    return {
      point: (v) => rotate(back, transformPoint(m, v)),
      direction: (v) => rotate(back, subtract(transformPoint(m, v), transformPoint(m, [0, 0, 0]))),
    };
  }

  private mainJoints({ joints, weights, positions }: Primitive): Uint16Array {
    const main = new Uint16Array(positions.length / 3);
    for (let v = 0; v < main.length; v++) {
      const sums = new Map<number, number>();
      for (const [set, ids] of joints.entries()) {
        for (let k = 4 * v; k < 4 * v + 4; k++) sums.set(ids[k]!, (sums.get(ids[k]!) ?? 0) + (weights[set]?.[k] ?? 0));
      }
      const [best] = [...sums].sort((a, b) => b[1] - a[1]);
      main[v] = best?.[0] ?? 0;
      const total = [...sums.values()].reduce((sum, weight) => sum + weight, 0);
      if (best !== undefined && best[1] < 0.999 * total) this.mixedVertices++;
    }
    return main;
  }

  private draftFor({ kind, index: at }: Place, node: number, look: PLook, primitive: Primitive): GroupDraft {
    const index = kind === 'bone' ? this.pieceOf(at, this.scene.nodes[node]!.name) : at;
    const all = this.drafts[kind === 'weapon' ? 'weapon' : 'bone'];
    const drafts = all.get(index) ?? [];
    all.set(index, drafts);
    let draft = drafts.find((candidate) => candidate.accepts(look, primitive));
    if (draft === undefined) {
      draft = new GroupDraft(look, primitive.normals !== undefined);
      drafts.push(draft);
    }
    return draft;
  }
}

interface Mapping {
  point(v: Numbers): Vector3;
  direction(v: Numbers): Vector3;
}

function weaponNumber(name: string): number {
  const number = /^weapon_(\d+)/.exec(name);
  return number === null ? 0 : Number(number[1]);
}

function mostCommon([a, b, c]: number[]): number {
  return b === c ? b! : a!;
}

/** Plain groups first, then by texture, as the game draws decals last. */
function sortGroups(groups: readonly GroupDraft[]): GroupDraft[] {
  return groups.toSorted((a, b) => (a.look.texture ?? -1) - (b.look.texture ?? -1));
}

/** A group that grows. */
class GroupDraft {
  readonly look: PLook;
  private readonly hasNormals: boolean;
  private readonly positions: number[] = [];
  private readonly colors: number[] = [];
  private readonly uvs: number[] = [];
  private readonly normals: number[] = [];
  private readonly corners: number[] = [];

  constructor(look: PLook, hasNormals: boolean) {
    this.look = look;
    this.hasNormals = hasNormals;
  }

  /** Whether triangles of a material can go on here: they look alike. */
  accepts({ texture, isDoubleSided, blendMode }: PLook, { normals }: Primitive): boolean {
    const { look } = this;
    return (
      look.texture === texture &&
      look.isDoubleSided === isDoubleSided &&
      look.blendMode === blendMode &&
      this.hasNormals === (normals !== undefined)
    );
  }

  /** All vertices of a primitive in their order, and its triangles. */
  addAll(primitive: Primitive, mapping: Mapping): void {
    const first = this.positions.length / 3;
    for (let v = 0; v < primitive.positions.length / 3; v++) this.addVertex(primitive, v, mapping);
    const { indices } = primitive;
    for (let i = 0; i < indices.length; i += 3) {
      this.corners.push(first + indices[i]!, first + indices[i + 2]!, first + indices[i + 1]!);
    }
  }

  /** Some triangles of a primitive, with the vertices they need. */
  addSome(primitive: Primitive, corners: readonly number[], mapping: Mapping): void {
    const known = new Map<number, number>();
    const vertices = [...new Set(corners)].sort((a, b) => a - b);
    for (const vertex of vertices) {
      known.set(vertex, this.positions.length / 3);
      this.addVertex(primitive, vertex, mapping);
    }
    for (let i = 0; i < corners.length; i += 3) {
      this.corners.push(known.get(corners[i]!)!, known.get(corners[i + 2]!)!, known.get(corners[i + 1]!)!);
    }
  }

  private addVertex({ positions, normals, colors, uvs }: Primitive, v: number, mapping: Mapping): void {
    this.positions.push(...mapping.point(positions.subarray(3 * v, 3 * v + 3)));
    if (normals !== undefined) {
      const [x, y, z] = mapping.direction(normals.subarray(3 * v, 3 * v + 3));
      const length = Math.hypot(x, y, z) || 1;
      this.normals.push(x / length, y / length, z / length);
    }
    const set = colors[0];
    const unit = set instanceof Uint8Array ? 255 : 1;
    const channel = (c: number) => (set === undefined ? 1 : set[4 * v + c]! / unit) * this.look.factor[c]!;
    this.colors.push(display(channel(2)), display(channel(1)), display(channel(0)), byte(channel(3)));
    if (this.look.texture !== undefined) this.uvs.push(uvs[0]?.[2 * v] ?? 0, uvs[0]?.[2 * v + 1] ?? 0);
  }

  finish(): PGroup {
    const { look } = this;
    return {
      texture: look.texture,
      positions: Float32Array.from(this.positions),
      colors: Uint8Array.from(this.colors),
      ...(look.texture === undefined ? {} : { uvs: Float32Array.from(this.uvs) }),
      ...(this.hasNormals ? { normals: Float32Array.from(this.normals) } : {}),
      corners: this.corners,
      isDoubleSided: look.isDoubleSided,
      ...(look.blendMode === undefined ? {} : { blendMode: look.blendMode }),
    };
  }
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value * 255)));

/** Linear to 8-bit display values. */
function display(value: number): number {
  return byte(value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055);
}

/** Whether two parts show the same: as many groups of the same looks, every number within the tolerance. */
export function sameGroups(a: readonly PGroup[], b: readonly PGroup[], tolerance = 0.01): boolean {
  return a.length === b.length && a.every((group, g) => sameGroup(group, b[g]!, tolerance));
}

function sameGroup(a: PGroup, b: PGroup, tolerance: number): boolean {
  return (
    a.texture === b.texture &&
    a.blendMode === b.blendMode &&
    a.isDoubleSided === b.isDoubleSided &&
    sameShape(a, b, tolerance)
  );
}

/** The same triangles in the same order; editors renumber vertices, so corners are compared by what they say. */
function sameShape(a: PGroup, b: PGroup, tolerance: number): boolean {
  if (a.corners.length !== b.corners.length) return false;
  for (let i = 0; i < a.corners.length; i++) {
    const [va, vb] = [a.corners[i]!, b.corners[i]!];
    for (let c = 0; c < 3; c++) {
      if (!(Math.abs(a.positions[3 * va + c]! - b.positions[3 * vb + c]!) <= tolerance)) return false;
    }
    for (let c = 0; c < 4; c++) if (Math.abs(a.colors[4 * va + c]! - b.colors[4 * vb + c]!) > 1) return false;
    for (let c = 0; a.uvs !== undefined && c < 2; c++) {
      if (!(Math.abs(a.uvs[2 * va + c]! - b.uvs![2 * vb + c]!) <= 1e-4)) return false;
    }
  }
  return true;
}
