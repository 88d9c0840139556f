import type { Path } from '../../issue.ts';
import { invert } from '../../math/index.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Extras, Node, Scene } from '../../scene/scene.ts';
import { finite, mirrored, rotationOf } from './space.ts';

/** A bone as both kinds of models have it. Texts in Unicode. */
export interface BindBone {
  readonly name: string;
  /** Empty for the root. */
  readonly parent: string;
  /** Metres, relative to the parent. */
  readonly offset: Float32Array;
  /** Radians about x, y and z, relative to the parent. */
  readonly rotation: Float32Array;
  /** Where the bone is in the model's file; missing where it was made up. */
  readonly origin?: Path;
  readonly extras: Extras;
}

/** A skeleton in a scene. */
export interface SceneSkeleton {
  /** Index of the skin. */
  readonly skin: number;
  /** Nodes of the bones, in their order. */
  readonly nodes: readonly number[];
  /** Bones by their names in lower case. */
  readonly byName: ReadonlyMap<string, number>;
}

/** Adds a node per bone below `root`, and the skin that they make. */
export function addSkeleton(scene: Scene, root: number, bones: readonly BindBone[]): SceneSkeleton {
  const byName = new Map<string, number>();
  for (const [i, { name }] of bones.entries()) if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), i);
  const parents = parentsOf(bones, byName);
  const first = scene.nodes.length;
  for (const [i, bone] of bones.entries()) {
    const parent = parents[i];
    const node: Node = {
      name: bone.name,
      parent: parent === undefined ? root : first + parent,
      translation: mirrored(finite(bone.offset)),
      rotation: rotationOf(finite(bone.rotation)),
      ...(bone.origin && { origin: bone.origin }),
      extras: { xray: bone.extras },
    };
    scene.nodes.push(node);
  }
  const nodes = bones.map((_, i) => first + i);
  const roots = parents.flatMap((parent, i) => (parent === undefined ? [first + i] : []));
  const skin = scene.skins.push({
    name: scene.name,
    joints: nodes,
    inverseBindMatrices: inverseBindMatrices(scene, nodes),
    ...(roots.length === 1 && { skeleton: roots[0]! }),
  });
  return { skin: skin - 1, nodes, byName };
}

function inverseBindMatrices(scene: Scene, joints: readonly number[]): Float32Array {
  const worlds = worldMatrices(scene);
  const matrices = new Float32Array(joints.length * 16);
  for (const [i, joint] of joints.entries()) {
    const inverse = invert(worlds.subarray(joint * 16, joint * 16 + 16));
    // Bones have no scale, so that only damaged ones have no inverse.
    matrices.set(inverse ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], i * 16);
  }
  return matrices;
}

/** Index of each bone's parent. Missing parents and those that lead in a circle count as none. */
function parentsOf(bones: readonly BindBone[], byName: ReadonlyMap<string, number>): (number | undefined)[] {
  const parents = bones.map(({ parent }) => (parent === '' ? undefined : byName.get(parent.toLowerCase())));
  for (const [i] of bones.entries()) {
    let at = parents[i];
    for (let steps = 0; at !== undefined && steps <= bones.length; steps++) {
      if (at === i) parents[i] = undefined;
      at = at === i ? undefined : parents[at];
    }
  }
  return parents;
}
