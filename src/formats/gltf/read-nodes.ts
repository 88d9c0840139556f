import { compose, decompose, invert, type Matrix4, multiply } from '../../math/index.ts';
import { hierarchy, nodesInCycles } from '../../scene/hierarchy.ts';
import type { Node, Quaternion, Vector3 } from '../../scene/scene.ts';
import type { Json } from './json.ts';

export interface NodesOf {
  nodes: Node[];
  /** Of each node of the document, the one of the scene that it became. */
  nodeOf: number[];
}

/** The nodes, with what the writer had to move put back where it was. */
export function readNodes(document: Json, meshCount: number, skinCount: number): NodesOf {
  const list = document.list('nodes');
  const all = list.map((json) => readNode(json, meshCount, skinCount));
  for (const [i, json] of list.entries()) {
    for (const child of json.indices('children', list.length)) {
      if (all[child]!.parent !== undefined) json.get('children').fail(`node ${child} has another parent already`);
      all[child]!.parent = i;
    }
  }
  const lost = nodesInCycles(all);
  if (lost.length > 0) list[lost[0]!]!.fail('the node is its own ancestor');
  setLods(document, list, all);
  const isKept = putBack(list, all);
  return withoutDropped(list, all, isKept);
}

function readNode(json: Json, meshCount: number, skinCount: number): Node {
  const node: Node = { name: json.text('name') };
  const matrix = json.numbers('matrix', 16);
  if (matrix === undefined) readTransform(json, node);
  else Object.assign(node, decompose(matrix));
  const mesh = json.index('mesh', meshCount);
  const skin = json.index('skin', skinCount);
  if (mesh !== undefined) node.mesh = mesh;
  if (skin !== undefined && mesh !== undefined) node.skin = skin;
  const weights = json.list('weights').map(({ value }) => value);
  if (weights.length > 0) node.weights = json.numbers('weights', weights.length)!;
  if (json.extras !== undefined) node.extras = json.extras;
  return node;
}

function readTransform(json: Json, node: Pick<Node, 'translation' | 'rotation' | 'scale'>): void {
  const translation = json.numbers('translation', 3);
  const rotation = json.numbers('rotation', 4);
  const scale = json.numbers('scale', 3);
  if (translation !== undefined) node.translation = translation as Vector3;
  if (rotation !== undefined) node.rotation = rotation as Quaternion;
  if (scale !== undefined) node.scale = scale as Vector3;
}

/** A level of detail stands with the node, or is the scene that lists it: `LOD 1`. */
function setLods(document: Json, list: readonly Json[], nodes: readonly Node[]): void {
  const scenes = document.list('scenes');
  const main = document.index('scene', scenes.length) ?? 0;
  const inMain = new Set(scenes[main]?.indices('nodes', nodes.length));
  // Skeletons are listed by the scenes of all levels that they move.
  const joints = new Set(document.list('skins').flatMap((skin) => skin.indices('joints', nodes.length)));
  for (const scene of scenes) {
    const lod = scene.text('name').match(/^LOD (\d{1,3})$/)?.[1];
    if (lod === undefined) continue;
    for (const root of scene.indices('nodes', nodes.length)) {
      if (!inMain.has(root) && !joints.has(root)) nodes[root]!.lod ??= Number(lod);
    }
  }
  for (const [i, json] of list.entries()) {
    const { ours } = json;
    if (ours === undefined) continue;
    if (ours.get('lod').exists) nodes[i]!.lod = ours.count('lod');
    // Ours without a note of a level had none of its own.
    else delete nodes[i]!.lod;
  }
}

/** Follows the notes of the writer. Returns which nodes stay. */
function putBack(list: readonly Json[], nodes: readonly Node[]): boolean[] {
  const isKept = list.map(({ ours }) => ours?.get('added').value !== true);
  for (const node of nodes) if (node.parent !== undefined && !isKept[node.parent]) delete node.parent;
  const find = finder(nodes);
  const reattached: number[] = [];
  for (const [i, { ours }] of list.entries()) {
    if (ours === undefined) continue;
    if (giveBackMesh(nodes, i, find(ours, 'meshOf'))) {
      isKept[i] = false;
      continue;
    }
    const parent = find(ours, 'parent');
    if (parent !== undefined && nodes[i]!.parent === undefined) {
      nodes[i]!.parent = parent;
      reattached.push(i);
    }
    if (nodes[i]!.skin !== undefined) readTransform(ours, nodes[i]!);
  }
  const lost = new Set(reattached.length > 0 ? nodesInCycles(nodes) : []);
  for (const i of reattached) if (lost.has(i)) delete nodes[i]!.parent;
  const moved = reattached.filter((i) => !lost.has(i) && nodes[i]!.skin === undefined);
  if (moved.length > 0) restorePlaces(nodes, new Map(moved.map((i) => [i, list[i]!.ours!])));
  return isKept;
}

/** Puts the mesh of a node that was split in two back. */
function giveBackMesh(nodes: readonly Node[], from: number, to: number | undefined): boolean {
  if (to === undefined || to === from || nodes[to]!.mesh !== undefined) return false;
  const { mesh, skin, weights } = nodes[from]!;
  Object.assign(nodes[to]!, mesh === undefined ? {} : { mesh }, skin === undefined ? {} : { skin });
  if (weights !== undefined) nodes[to]!.weights = weights;
  return true;
}

type Find = (note: Json, name: 'parent' | 'meshOf') => number | undefined;

/** Finds the node that a note names: the one of the number, where it still has the name, else the first of the name. */
function finder(nodes: readonly Node[]): Find {
  const byName = new Map<string, number>();
  for (const [i, { name }] of nodes.entries()) if (!byName.has(name)) byName.set(name, i);
  return (note, name) => {
    if (!note.get(name).exists) return undefined;
    const wanted = note.text(name);
    const index = note.number(`${name}Index`, -1);
    return nodes[index]?.name === wanted ? index : byName.get(wanted);
  };
}

/**
 * Nodes that stood below a parent get their place below it: the one of the note where it says what is to be seen, else
 * the one that puts them where they are.
 */
function restorePlaces(nodes: readonly Node[], notes: ReadonlyMap<number, Json>): void {
  const worlds: Matrix4[] = [];
  for (const i of hierarchy(nodes)) {
    const node = nodes[i]!;
    const note = notes.get(i);
    const above = node.parent === undefined ? undefined : worlds[node.parent]!;
    const visible = compose(node.translation, node.rotation, node.scale);
    if (note === undefined || above === undefined) {
      worlds[i] = above === undefined ? visible : multiply(above, visible);
      continue;
    }
    const noted: Pick<Node, 'translation' | 'rotation' | 'scale'> = {};
    readTransform(note, noted);
    // As the writer did it: what shear the place below the parent had went lost in the parts that are seen.
    const parts = decompose(multiply(above, compose(noted.translation, noted.rotation, noted.scale)));
    const restored = compose(parts.translation, parts.rotation, parts.scale);
    worlds[i] = visible;
    const inverse = invert(above);
    const isMoved = restored.some((x, k) => Math.abs(x - visible[k]!) > PLACE_TOLERANCE * (1 + Math.abs(x)));
    if (isMoved && inverse === undefined) continue;
    delete node.translation;
    delete node.rotation;
    delete node.scale;
    Object.assign(node, isMoved ? decompose(multiply(inverse!, visible)) : noted);
  }
}

/** What a place may be off and still be the one of the note: an editor stores transforms in single precision. */
const PLACE_TOLERANCE = 1e-5;

function withoutDropped(list: readonly Json[], all: readonly Node[], isKept: readonly boolean[]): NodesOf {
  const nodes: Node[] = [];
  const find = finder(all);
  const nodeOf = all.map((node, i) => (isKept[i] ? nodes.push(node) - 1 : -1));
  for (const [i, { ours }] of list.entries()) {
    if (isKept[i] || ours === undefined) continue;
    const whole = find(ours, 'meshOf');
    if (whole !== undefined) nodeOf[i] = nodeOf[whole]!;
  }
  for (const node of nodes) {
    if (node.parent === undefined) continue;
    const parent = nodeOf[node.parent]!;
    if (parent < 0) delete node.parent;
    else node.parent = parent;
  }
  return { nodes, nodeOf };
}
