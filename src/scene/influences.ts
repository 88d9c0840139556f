import type { Mesh, Primitive, Scene } from './scene.ts';

// How much joints move vertices, whatever slots their weights stand in.

/** What tells one joint from another: its number, or the name of its node. */
export type JointKey = string | number;

/** Names of the joints that the numbers of a mesh stand for; the numbers where no node skins it. */
export function jointNames(scene: Scene, mesh: Mesh): (joint: number) => JointKey {
  const skin = scene.nodes.find((node) => node.skin !== undefined && scene.meshes[node.mesh ?? -1] === mesh)?.skin;
  if (skin === undefined) return (joint) => joint;
  const { joints } = scene.skins[skin]!;
  return (joint) => scene.nodes[joints[joint]!]?.name ?? joint;
}

/** How much each joint moves a vertex. */
export function influencesOf<K extends JointKey>(
  primitive: Primitive,
  vertex: number,
  nameOf: (joint: number) => K,
): Map<K, number> {
  const influences = new Map<K, number>();
  addInfluences(influences, primitive, vertex, nameOf, 1);
  return influences;
}

/** Adds to the sums how much each joint moves a vertex, times `sign`. */
export function addInfluences<K extends JointKey>(
  sums: Map<K, number>,
  { joints, weights }: Primitive,
  vertex: number,
  nameOf: (joint: number) => K,
  sign: number,
): void {
  for (const [s, set] of weights.entries()) {
    const unit = set instanceof Uint8Array ? 1 / 255 : 1;
    for (let at = 4 * vertex; at < 4 * vertex + 4; at++) {
      if (set[at] === 0) continue;
      const name = nameOf(joints[s]![at]!);
      sums.set(name, (sums.get(name) ?? 0) + sign * set[at]! * unit);
    }
  }
}
