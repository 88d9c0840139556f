import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Primitive, Scene } from '../../src/scene/scene.ts';

// Coarser levels of detail, as a converter of a game makes them: fewer of the same vertices.

/** How far surfaces may move, as a part of the size of the mesh. */
const TOLERANCE = 0.05;
/** What a difference of a whole normal or a whole texture counts against one of the whole mesh. */
const NORMAL_WEIGHT = 0.3;
const TEXTURE_WEIGHT = 0.3;

/** The scene with a level of detail of about this part of the triangles beside each mesh, called `<mesh> LOD1`. */
export async function withCoarserLevel(scene: Scene, part: number): Promise<Scene> {
  await MeshoptSimplifier.ready;
  const coarser = scene.meshes.map((mesh) => ({
    ...mesh,
    name: `${mesh.name} LOD1`,
    primitives: mesh.primitives.map((primitive) => simplified(primitive, part)),
  }));
  const nodes = scene.nodes.flatMap((node) =>
    node.mesh === undefined
      ? []
      : [{ ...node, name: `${node.name} LOD1`, mesh: scene.meshes.length + node.mesh, lod: 1 }],
  );
  return { ...scene, meshes: [...scene.meshes, ...coarser], nodes: [...scene.nodes, ...nodes] };
}

function simplified(primitive: Primitive, part: number): Primitive {
  const { positions, normals = positions, uvs } = primitive;
  const count = positions.length / 3;
  const attributes = new Float32Array(5 * count);
  for (let v = 0; v < count; v++) {
    attributes.set(normals.subarray(3 * v, 3 * v + 3), 5 * v);
    attributes.set(uvs[0]!.subarray(2 * v, 2 * v + 2), 5 * v + 3);
  }
  const weights = [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT, TEXTURE_WEIGHT, TEXTURE_WEIGHT];
  const wanted = 3 * Math.round((primitive.indices.length / 3) * part);
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    Uint32Array.from(primitive.indices),
    positions,
    3,
    attributes,
    5,
    weights,
    null,
    wanted,
    TOLERANCE,
  );
  return withVerticesOf(primitive, indices);
}

/** The primitive with these triangles, and the vertices that they use. */
function withVerticesOf(primitive: Primitive, indices: Uint32Array): Primitive {
  const count = primitive.positions.length / 3;
  const used = [...new Set(indices)].sort((a, b) => a - b);
  const places = new Map(used.map((vertex, place) => [vertex, place]));
  const of = <A extends Float32Array | Uint8Array | Uint16Array>(values: A): A => {
    const width = values.length / count;
    const rows = new (values.constructor as new (length: number) => A)(width * used.length);
    for (const [place, v] of used.entries()) rows.set(values.subarray(width * v, width * (v + 1)), width * place);
    return rows;
  };
  return {
    ...primitive,
    indices: Uint16Array.from(indices, (index) => places.get(index)!),
    positions: of(primitive.positions),
    ...(primitive.normals === undefined ? {} : { normals: of(primitive.normals) }),
    uvs: primitive.uvs.map(of),
    joints: primitive.joints.map(of),
    weights: primitive.weights.map(of),
    targets: primitive.targets.map(({ positions }) => ({ positions: of(positions) })),
  };
}
