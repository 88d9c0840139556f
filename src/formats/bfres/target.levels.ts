import { pairByName } from '../../scene/comparison.ts';
import type { Mesh, Primitive, Scene } from '../../scene/scene.ts';

// Levels of detail of a shape have their vertices in common. After an edit of one of them they are put together again.

/** The scene with the vertices of levels in common arrays wherever those of `before` were, if they still fit each other. */
export function withSharedVertices(scene: Scene, before: Scene): Scene {
  const levels = new Map<Float32Array, number[]>();
  for (const [i, partner] of pairByName(before.meshes, scene.meshes).entries()) {
    const [old] = before.meshes[i]!.primitives;
    if (partner === undefined || old === undefined || scene.meshes[partner]!.primitives.length !== 1) continue;
    levels.set(old.positions, [...(levels.get(old.positions) ?? []), partner]);
  }
  const meshes = [...scene.meshes];
  for (const partners of levels.values()) if (partners.length > 1) shareVertices(meshes, partners);
  return { ...scene, meshes };
}

/** Has levels of detail that had their vertices in the same arrays have them there again: each those that it draws. */
function shareVertices(meshes: Mesh[], levels: readonly number[]): void {
  const primitives = levels.map((mesh) => meshes[mesh]!.primitives[0]!);
  const [first] = primitives as [Primitive];
  const all = primitives.map(arraysOf);
  const isAlike = all.every(
    (arrays) => arrays.length === all[0]!.length && arrays.every((array, i) => array.length === all[0]![i]!.length),
  );
  if (!isAlike || all.every((arrays) => arrays.every((array, i) => array === all[0]![i]))) return;
  const count = first.positions.length / 3;
  const shared = all[0]!.map((array) => array.slice());
  const drawn = new Set(first.indices);
  for (const [level, { indices }] of primitives.entries()) {
    for (const v of indices) {
      if (drawn.has(v)) continue;
      drawn.add(v);
      for (const [i, array] of all[level]!.entries()) {
        const width = array.length / count;
        shared[i]!.set(array.subarray(width * v, width * (v + 1)), width * v);
      }
    }
  }
  const replacements = all.map((arrays) => new Map(arrays.map((array, i) => [array, shared[i]!])));
  for (const [level, mesh] of levels.entries()) {
    meshes[mesh] = { ...meshes[mesh]!, primitives: [withArrays(primitives[level]!, replacements[level]!)] };
  }
}

type Values = Float32Array | Uint8Array | Uint16Array;

const arraysOf = ({ positions, normals, tangents, uvs, colors, joints, weights, targets }: Primitive): Values[] => [
  positions,
  ...(normals === undefined ? [] : [normals]),
  ...(tangents === undefined ? [] : [tangents]),
  ...uvs,
  ...colors,
  ...joints,
  ...weights,
  ...targets.map((target) => target.positions),
];

function withArrays(primitive: Primitive, arrays: ReadonlyMap<Values, Values>): Primitive {
  const of = <A extends Values>(array: A): A => arrays.get(array) as A;
  const { positions, normals, tangents, uvs, colors, joints, weights, targets } = primitive;
  return {
    ...primitive,
    positions: of(positions),
    ...(normals === undefined ? {} : { normals: of(normals) }),
    ...(tangents === undefined ? {} : { tangents: of(tangents) }),
    uvs: uvs.map(of),
    colors: colors.map(of),
    joints: joints.map(of),
    weights: weights.map(of),
    targets: targets.map((target) => ({ positions: of(target.positions) })),
  };
}
