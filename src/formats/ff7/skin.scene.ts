import { invert, transformDirection, transformPoint } from '../../math/index.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Mesh, Primitive, Scene } from '../../scene/scene.ts';

/**
 * Turns the rigid meshes of the bones into one skinned mesh, in place: the vertices as the model rests, each moved by its
 * bone alone. Weapons stay rigid (specification, section 12.2).
 */
export function asSkin(scene: Scene): void {
  const worlds = worldMatrices(scene);
  const joints = scene.nodes.flatMap(({ name }, i) => (name.startsWith('bone_') ? [i] : []));
  const rigid = joints.filter((node) => scene.nodes[node]!.mesh !== undefined);
  if (rigid.length === 0) return;
  const mesh: Mesh = { name: scene.name, primitives: [] };
  for (const node of rigid) {
    const world = Array.from(worlds.subarray(16 * node, 16 * node + 16));
    const { primitives } = scene.meshes[scene.nodes[node]!.mesh!]!;
    mesh.primitives.push(...primitives.map((primitive) => baked(primitive, world, joints.indexOf(node))));
    delete scene.nodes[node]!.mesh;
  }
  const inverseBindMatrices = new Float32Array(16 * joints.length);
  for (const [j, node] of joints.entries()) {
    inverseBindMatrices.set(invert(worlds.subarray(16 * node, 16 * node + 16))!, 16 * j);
  }
  scene.skins.push({ name: scene.name, joints, inverseBindMatrices });
  dropUnused(scene, mesh);
  scene.nodes.push({ name: `${scene.name}_body`, mesh: scene.meshes.length - 1, skin: scene.skins.length - 1 });
}

function baked(primitive: Primitive, world: readonly number[], joint: number): Primitive {
  const positions = new Float32Array(primitive.positions.length);
  const normals = primitive.normals && new Float32Array(primitive.normals.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(transformPoint(world, primitive.positions.subarray(i, i + 3)), i);
    if (normals === undefined) continue;
    const normal = transformDirection(world, primitive.normals!.subarray(i, i + 3));
    const length = Math.hypot(...normal) || 1;
    normals.set(
      normal.map((x) => x / length),
      i,
    );
  }
  const count = positions.length / 3;
  const joints = new Uint8Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    joints[4 * i] = joint;
    weights[4 * i] = 1;
  }
  return {
    ...primitive,
    positions,
    ...(normals === undefined ? {} : { normals }),
    joints: [joints],
    weights: [weights],
  };
}

/** Leaves only the meshes that nodes still show, and adds one. */
function dropUnused(scene: Scene, added: Mesh): void {
  const used = scene.nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : [mesh]));
  const kept = [...new Set(used)].sort((a, b) => a - b);
  for (const node of scene.nodes) if (node.mesh !== undefined) node.mesh = kept.indexOf(node.mesh);
  scene.meshes = [...kept.map((mesh) => scene.meshes[mesh]!), added];
}
