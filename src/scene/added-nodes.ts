import type { Node, Scene } from './scene.ts';

/** Components of a matrix that are off by less are those of the identity. */
const STANDS_STILL = 1e-5;

/**
 * The scene without the empty nodes that stand between others and change nothing, where the original does not have them:
 * editors put skeletons into an object of their own. The scene given is returned where there are none.
 */
export function withoutAddedNodes(scene: Scene, original: Scene): Scene {
  const known = new Set(original.nodes.map(({ name }) => name));
  const used = new Set([
    ...scene.skins.flatMap(({ joints }) => joints),
    ...scene.clips.flatMap(({ tracks }) => tracks.map(({ node }) => node)),
  ]);
  const parents = new Set(scene.nodes.map(({ parent }) => parent));
  const isAdded = ([i, node]: [number, Node]) =>
    !known.has(node.name) && node.mesh === undefined && !used.has(i) && parents.has(i) && isNeutral(node);
  const added = new Set([...scene.nodes.entries()].filter(isAdded).map(([i]) => i));
  return added.size === 0 ? scene : withoutNodes(scene, added);
}

function isNeutral({ translation, rotation, scale }: Node): boolean {
  const [x, y, z] = rotation ?? [0, 0, 0];
  const parts = [...(translation ?? []), x, y, z, ...(scale ?? []).map((factor) => factor - 1)];
  return parts.every((part) => Math.abs(part) <= STANDS_STILL);
}

/** Their children hang from where they did. */
function withoutNodes(scene: Scene, dropped: ReadonlySet<number>): Scene {
  let count = 0;
  const numbers = scene.nodes.map((_, i) => (dropped.has(i) ? -1 : count++));
  const parentOf = (node: number | undefined): number | undefined => {
    const parent = node === undefined ? undefined : scene.nodes[node]!.parent;
    return parent !== undefined && dropped.has(parent) ? parentOf(parent) : parent;
  };
  const nodes = scene.nodes.flatMap((node, i): Node[] => {
    if (dropped.has(i)) return [];
    const { parent: _, ...rest } = node;
    const parent = parentOf(i);
    return [parent === undefined ? rest : { ...rest, parent: numbers[parent]! }];
  });
  const skins = scene.skins.map(({ skeleton, ...skin }) => {
    const joints = skin.joints.map((joint) => numbers[joint]!);
    const top = skeleton === undefined || dropped.has(skeleton) ? undefined : numbers[skeleton]!;
    return { ...skin, joints, ...(top !== undefined && { skeleton: top }) };
  });
  const clips = scene.clips.map((clip) => ({
    ...clip,
    tracks: clip.tracks.map((track) => ({ ...track, node: numbers[track.node]! })),
  }));
  return { ...scene, nodes, skins, clips };
}
