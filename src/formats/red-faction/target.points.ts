import { textUntilZero } from '../../binary/index.ts';
import type { Issue } from '../../issue.ts';
import type { Node, Scene } from '../../scene/scene.ts';
import { fieldName } from './target.names.ts';
import { type BoneList, originalName, placeIn } from './target.skeleton.ts';
import { nodeTypes } from './v3d.scene.ts';
import type { Sphere } from './v3d.ts';
import type { PropPoint } from './v3d-lod.ts';

// Prop points and collision spheres from nodes (specification, sections 6.9, 7.2 and 12.5).

/** Names by which the game finds prop points (specification, section 7.2). */
const PROP_POINT_NAMES =
  /^(eye|mouth|helmet|hand_left|hand_right|corpse_carry|\$prop_flag|(primary_weapon|thruster|corona|muzzle|primary|secondary|collision)_\d+)$/i;
const SPHERE_NAMES = /^csphere_\d+$/i;

/** A point of the scene, in the frame of a bone or of the model. */
interface Place {
  /** Name of the node, which need not be that of the point: names of nodes are unique. */
  readonly node: string;
  readonly name: string;
  readonly bone: number;
  readonly translation: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  /** Mean scale of the node. */
  readonly size: number;
}

/** By the extras; editors may drop them, then by the name: one that the original has, or that the game looks for. */
function isOfType(node: Node, type: string, names: RegExp, known: ReadonlySet<string>): boolean {
  const stored = node.extras?.['rf_type'];
  if (stored !== undefined) return stored === type;
  const name = node.name.replace(/\.\d{3}$/, '');
  return node.mesh === undefined && (names.test(name) || known.has(node.name.toLowerCase()));
}

function placesOf({ scene, skeleton }: Posed, before: Posed | undefined, type: string, names: RegExp): Place[] {
  const originals = before?.scene.nodes.filter(({ extras }) => extras?.['rf_type'] === type);
  const known = new Set(originals?.map(({ name }) => name.toLowerCase()));
  const boneOf = new Map(skeleton?.nodes.map((node, bone) => [node, bone]));
  return scene.nodes.flatMap((node, i) => {
    if (boneOf.has(i) || !isOfType(node, type, names, known)) return [];
    let parent = node.parent;
    while (parent !== undefined && !boneOf.has(parent)) parent = scene.nodes[parent]!.parent;
    const { translation, rotation, scale } = placeIn(scene, i, parent);
    return [
      {
        node: node.name,
        name: originalName(scene, i),
        bone: parent === undefined ? -1 : boneOf.get(parent)!,
        translation,
        rotation,
        size: (Math.abs(scale[0]!) + Math.abs(scale[1]!) + Math.abs(scale[2]!)) / 3,
      },
    ];
  });
}

/** How far a point may be from the original and still be the same, in metres and per component of the rotation. */
const TOLERANCE = 1e-4;

const near = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).every((value, i) => Math.abs(value - b[i]!) <= TOLERANCE);
const nearRotation = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  near(a, b) ||
  near(
    a,
    Array.from(b, (value) => -value),
  );

/** Edits to a list: how many were changed, added and removed. */
export interface ListChanges {
  changed: number;
  added: number;
  removed: number;
}

/**
 * The items of a list as the scene has them. Those that it says nothing new of are the originals; `before` are the
 * places that the originals gave, in their order.
 */
function reconciled<T>(
  originals: readonly T[],
  before: readonly Place[],
  now: readonly Place[],
  isSame: (a: Place, b: Place) => boolean,
  make: (place: Place, original: T | undefined) => T,
): { items: T[]; changes: ListChanges } {
  const left = new Set(before.keys());
  const changes = { changed: 0, added: 0, removed: 0 };
  const rows = now.map((place, i) => {
    const origin =
      [...left].find((k) => before[k]!.node === place.node) ??
      [...left].find((k) => before[k]!.name.toLowerCase() === place.name.toLowerCase());
    if (origin === undefined) {
      changes.added++;
      return { order: before.length + i, item: make(place, undefined) };
    }
    left.delete(origin);
    if (isSame(before[origin]!, place)) return { order: origin, item: originals[origin]! };
    changes.changed++;
    return {
      order: origin,
      item: make(
        before[origin]!.node === place.node ? { ...place, name: before[origin]!.name } : place,
        originals[origin],
      ),
    };
  });
  changes.removed = left.size;
  return { items: rows.sort((a, b) => a.order - b.order).map(({ item }) => item), changes };
}

/** A scene and its skeleton. */
interface Posed {
  readonly scene: Scene;
  readonly skeleton: BoneList | undefined;
}

export function toPropPoints(now: Posed, before: Posed | undefined, originals: readonly PropPoint[], issues: Issue[]) {
  const places = (posed: Posed) => placesOf(posed, before, nodeTypes.propPoint, PROP_POINT_NAMES);
  return reconciled(
    originals,
    before === undefined ? [] : places(before),
    places(now),
    (a, b) => a.bone === b.bone && near(a.translation, b.translation) && nearRotation(a.rotation, b.rotation),
    ({ name, bone, translation: [tx, ty, tz], rotation: [x, y, z, w] }, original): PropPoint => ({
      name:
        original !== undefined && textUntilZero(original.name) === name ? original.name : fieldName(name, 68, issues),
      orientation: Float32Array.of(-x, y, z, w),
      position: Float32Array.of(-tx, ty, tz),
      parentBone: bone,
    }),
  );
}

export function toSpheres(now: Posed, before: Posed | undefined, originals: readonly Sphere[], issues: Issue[]) {
  const places = (posed: Posed) => placesOf(posed, before, nodeTypes.sphere, SPHERE_NAMES);
  return reconciled(
    originals,
    before === undefined ? [] : places(before),
    places(now),
    (a, b) => a.bone === b.bone && near(a.translation, b.translation) && Math.abs(a.size - b.size) <= TOLERANCE,
    ({ name, bone, translation: [tx, ty, tz], size }, original): Sphere => ({
      name:
        original !== undefined && textUntilZero(original.name) === name ? original.name : fieldName(name, 24, issues),
      bone,
      center: Float32Array.of(-tx, ty, tz),
      radius: size,
    }),
  );
}
