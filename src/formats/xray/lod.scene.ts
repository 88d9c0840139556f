import type { Scene } from '../../scene/scene.ts';
import type { ModelScene } from './object.scene.ts';

/**
 * Adds the meshes of the model that stands in at a distance, as level of detail 1, on the bones of the model. False, and
 * nothing added, where it has bones that the model lacks.
 */
export function addLod({ scene, skeleton }: ModelScene, lod: ModelScene): boolean {
  const joints = lod.skeleton?.nodes.map((node) => skeleton?.byName.get(lod.scene.nodes[node]!.name.toLowerCase()));
  if (joints?.some((joint) => joint === undefined)) return false;
  const first = { mesh: scene.meshes.length, material: scene.materials.length };
  addMaterials(scene, lod.scene);
  for (const mesh of lod.scene.meshes) {
    scene.meshes.push({
      ...mesh,
      primitives: mesh.primitives.map((primitive) => ({
        ...primitive,
        ...(primitive.material !== undefined && { material: primitive.material + first.material }),
        ...(joints && { joints: primitive.joints.map((set) => set.map((joint) => joints[joint]!)) }),
      })),
    });
  }
  for (const node of scene.nodes) if (node.mesh !== undefined) node.lod = 0;
  for (const { name, mesh, skin } of lod.scene.nodes) {
    if (mesh === undefined) continue;
    const place = skin !== undefined && skeleton ? { skin: skeleton.skin } : { parent: 0 };
    scene.nodes.push({ name: `${name} lod`, mesh: mesh + first.mesh, lod: 1, ...place });
  }
  return true;
}

/** Materials, textures and images of another scene behind the own ones; pictures of one name are stored once. */
function addMaterials(scene: Scene, other: Scene): void {
  const byName = new Map(scene.textures.map(({ name }, i) => [name, i]));
  const textures = other.textures.map((texture) => {
    const known = byName.get(texture.name);
    if (known !== undefined) return known;
    const image = scene.images.push(other.images[texture.image]!) - 1;
    return scene.textures.push({ ...texture, image }) - 1;
  });
  for (const material of other.materials) {
    const { baseColorTexture, normalTexture, emissiveTexture } = material;
    scene.materials.push({
      ...material,
      ...(baseColorTexture && { baseColorTexture: { texture: textures[baseColorTexture.texture]! } }),
      ...(normalTexture && { normalTexture: { texture: textures[normalTexture.texture]! } }),
      ...(emissiveTexture && { emissiveTexture: { texture: textures[emissiveTexture.texture]! } }),
    });
  }
}
