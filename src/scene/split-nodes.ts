import type { Node, Scene } from './scene.ts';

/** The suffix by which editors tell objects of one name apart. */
const NUMBERED = /^(.+)\.\d{3}$/;

/**
 * Undoes what Blender does to an animated skinned mesh: its node stays behind, empty but for its extras, and the mesh hangs at a
 * new node, `body.001` for `body`. The mesh gets the name and the extras back; the empty node gets the other name. Nodes
 * keep their places. The scene given is returned where there are no such nodes.
 */
export function joinSplitNodes(scene: Scene): Scene {
  const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
  const empty = new Map<string, number>();
  for (const [i, node] of scene.nodes.entries()) {
    if (node.mesh === undefined && !joints.has(i)) empty.set(node.name, i);
  }
  let nodes: Node[] | undefined;
  for (const [i, node] of scene.nodes.entries()) {
    const name = node.skin === undefined ? undefined : NUMBERED.exec(node.name)?.[1];
    const left = name === undefined ? undefined : empty.get(name);
    if (left === undefined || scene.nodes.some(({ parent }) => parent === left)) continue;
    empty.delete(name!);
    const { extras, ...rest } = scene.nodes[left]!;
    nodes ??= [...scene.nodes];
    nodes[i] = { ...node, name: name!, ...(extras !== undefined && { extras: { ...extras, ...node.extras } }) };
    nodes[left] = { ...rest, name: node.name };
  }
  return nodes === undefined ? scene : { ...scene, nodes };
}
