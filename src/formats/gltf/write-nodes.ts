import { compose, decompose, multiply } from '../../math/index.ts';
import { childrenOf, lodsOf } from '../../scene/hierarchy.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Extras, Node, Scene } from '../../scene/scene.ts';

// glTF has rules that our scenes do not: scenes list root nodes only, meshes with a skin are roots without a transform,
// all joints of a skin have a common ancestor. What has to move for that leaves a note in `extras.exhume`, by which the
// reader puts it back.

interface NodeJson {
  name?: string;
  children?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  mesh?: number;
  skin?: number;
  weights?: number[];
  extras?: Extras;
}

interface SceneJson {
  name?: string;
  nodes?: number[];
  extras?: Extras;
}

export interface NodesJson {
  nodes: NodeJson[];
  scenes: SceneJson[];
  /** Of each node of the scene, the one that carries its mesh: a skinned one with children is split in two. */
  meshNodes: number[];
}

export function writeNodes(scene: Scene): NodesJson {
  const lods = lodsOf(scene.nodes);
  const children = childrenOf(scene.nodes);
  const parents = scene.nodes.map(({ parent }) => parent);
  const nodes = scene.nodes.map((node): NodeJson => toJson(node));
  const meshNodes = [...nodes.keys()];
  let worlds: Float64Array | undefined;
  for (const [i, node] of scene.nodes.entries()) {
    const note: Extras = node.lod === undefined ? {} : { lod: node.lod };
    const { parent } = node;
    const isMovedLod = parent !== undefined && lods[parent] !== lods[i];
    if (node.skin !== undefined && isPlaced(node)) {
      if (children[i]!.length > 0) {
        meshNodes[i] = splitMesh(nodes, i);
        parents.push(undefined);
        lods.push(lods[i]!);
      } else {
        Object.assign(note, transformOf(node));
        clearTransform(nodes[i]!);
        if (parent !== undefined) Object.assign(note, detach(scene, parents, i, parent));
      }
    }
    if (isMovedLod && parents[i] !== undefined) {
      Object.assign(note, transformOf(node), detach(scene, parents, i, parent));
      worlds ??= worldMatrices(scene);
      moveToRoot(nodes[i]!, node, [...worlds.subarray(16 * parent, 16 * parent + 16)]);
    }
    if (Object.keys(note).length > 0) nodes[i]!.extras = { ...nodes[i]!.extras, exhume: note };
  }
  joinSkeletons(scene, nodes, parents, lods);
  for (const [i, parent] of parents.entries()) {
    if (parent === undefined) continue;
    const json = nodes[parent]!;
    json.children = [...(json.children ?? []), i];
  }
  return { nodes, scenes: toScenes(scene, nodes, parents, lods), meshNodes };
}

/** Rounding can leave a unit quaternion a component just outside of what glTF allows. */
const withinUnit = (component: number) => Math.min(1, Math.max(-1, component));

function toJson({ name, translation, rotation, scale, mesh, skin, weights, extras }: Node): NodeJson {
  return {
    ...(name === '' ? {} : { name }),
    ...(translation === undefined ? {} : { translation }),
    ...(rotation === undefined ? {} : { rotation: rotation.map(withinUnit) }),
    ...(scale === undefined ? {} : { scale }),
    ...(mesh === undefined ? {} : { mesh }),
    ...(skin === undefined ? {} : { skin }),
    ...(weights === undefined ? {} : { weights }),
    ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
  };
}

/** Whether a node has a parent or a transform, which for a mesh with a skin count for nothing. */
function isPlaced({ parent, translation, rotation, scale }: Node): boolean {
  return parent !== undefined || translation !== undefined || rotation !== undefined || scale !== undefined;
}

function transformOf({ translation, rotation, scale }: Node): Extras {
  return {
    ...(translation === undefined ? {} : { translation }),
    ...(rotation === undefined ? {} : { rotation }),
    ...(scale === undefined ? {} : { scale }),
  };
}

function clearTransform(node: NodeJson): void {
  delete node.translation;
  delete node.rotation;
  delete node.scale;
}

/** Makes a node a root. The note names its parent, and by number where names are not unique. */
function detach(scene: Scene, parents: (number | undefined)[], node: number, parent: number): Extras {
  parents[node] = undefined;
  return { parent: scene.nodes[parent]!.name, parentIndex: parent };
}

/** Gives a root the place that it had below its parent. */
function moveToRoot(json: NodeJson, node: Node, parentWorld: readonly number[]): void {
  const world = decompose(multiply(parentWorld, compose(node.translation, node.rotation, node.scale)));
  Object.assign(json, world, { rotation: world.rotation.map(withinUnit) });
}

/** Moves the mesh of a node to a root of its own. */
function splitMesh(nodes: NodeJson[], i: number): number {
  const { mesh, skin, weights, name } = nodes[i]!;
  const split: NodeJson = { extras: { exhume: { meshOf: name ?? '', meshOfIndex: i } } };
  Object.assign(split, name === undefined ? {} : { name: `${name} mesh` }, { mesh, skin });
  if (weights !== undefined) split.weights = weights;
  delete nodes[i]!.mesh;
  delete nodes[i]!.skin;
  delete nodes[i]!.weights;
  return nodes.push(split) - 1;
}

/** Puts a node above the roots of skeletons that have several. */
function joinSkeletons(scene: Scene, nodes: NodeJson[], parents: (number | undefined)[], lods: number[]): void {
  const rootsOf = scene.skins.map(({ joints }) => new Set(joints.map((joint) => rootOf(parents, joint))));
  if (rootsOf.every((roots) => roots.size <= 1)) return;
  const roots = new Set(rootsOf.flatMap((set) => [...set]));
  const joint = nodes.push({ name: `${scene.name} skeleton`, extras: { exhume: { added: true } } }) - 1;
  for (const root of roots) parents[root] = joint;
  parents.push(undefined);
  lods.push(0);
}

function rootOf(parents: readonly (number | undefined)[], node: number): number {
  let at = node;
  for (let parent = parents[at]; parent !== undefined; parent = parents[at]) at = parent;
  return at;
}

/** The default scene shows LOD 0; each coarser level has a scene, with the skeletons that its skins need. */
function toScenes(
  scene: Scene,
  nodes: readonly NodeJson[],
  parents: readonly (number | undefined)[],
  lods: readonly number[],
): SceneJson[] {
  const roots = [...nodes.keys()].filter((i) => parents[i] === undefined);
  const levels = [...new Set(roots.map((i) => lods[i]!))].filter((lod) => lod > 0).sort((a, b) => a - b);
  const rootsOfLevel = (lod: number) => {
    const own = roots.filter((i) => lods[i] === lod);
    const skins = new Set<number>();
    for (const [i, { skin }] of nodes.entries()) {
      if (skin !== undefined && lods[i] === lod) skins.add(skin);
    }
    const skeletons = [...skins].flatMap((skin) => scene.skins[skin]!.joints.map((joint) => rootOf(parents, joint)));
    return [...new Set([...own, ...skeletons])];
  };
  const list = (lod: number) => (rootsOfLevel(lod).length === 0 ? {} : { nodes: rootsOfLevel(lod) });
  const { name, extras } = scene;
  const main: SceneJson = {
    ...(name === '' ? {} : { name }),
    ...list(0),
    ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
  };
  return [main, ...levels.map((lod) => ({ name: `LOD ${lod}`, ...list(lod) }))];
}
