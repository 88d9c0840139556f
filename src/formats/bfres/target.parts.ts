import { type Issue, issue } from '../../issue.ts';
import { lodsOf } from '../../scene/hierarchy.ts';
import type { Primitive, Scene } from '../../scene/scene.ts';
import { freeName } from './skeleton.scene.ts';
import { targetIssues } from './target.issues.ts';
import type { SceneRig } from './target.rig.ts';

// The shapes that a scene is made of: one for each primitive, with its coarser levels.

export interface ShapePlan {
  readonly name: string;
  /** Index of the material in the scene; undefined for none. */
  readonly material: number | undefined;
  /** The finest first. */
  readonly levels: readonly LevelPlan[];
  /** Weights a vertex; 0 for what hangs from a bone whole. */
  readonly skinCount: number;
  /** Index of the bone that a shape without skin hangs from. */
  readonly bone: number;
  /** Node of the finest level. */
  readonly node: number;
  readonly targetNames: readonly string[];
}

export interface LevelPlan {
  readonly node: number;
  readonly primitive: Primitive;
}

/** More weights than a shape can have are not written: the heaviest are. */
const MOST_WEIGHTS = 8;

/** `names`: of the nodes, as the scene had them. */
export function shapePlans({ scene, boneOf }: SceneRig, names: readonly string[], issues: Issue[]): ShapePlan[] {
  const taken = new Set<string>();
  const plans: ShapePlan[] = [];
  const ownVertices = ownerOf(scene);
  for (const group of levelGroups(scene, names, issues)) {
    const { node } = group[0]!;
    const mesh = scene.meshes[scene.nodes[node]!.mesh!]!;
    const stem = mesh.name || names[node] || 'shape';
    for (const [p, primitive] of mesh.primitives.entries()) {
      if (primitive.indices.length === 0) continue;
      const levels = group.flatMap((level) => primitiveLike(scene, level, mesh.primitives, p)).map(ownVertices);
      const material = primitive.material === undefined ? undefined : scene.materials[primitive.material]?.name;
      const name = freeName(mesh.primitives.length === 1 ? stem : `${stem}__${material ?? p}`, taken);
      taken.add(name);
      const isSkinned = scene.nodes[node]!.skin !== undefined && primitive.joints.length > 0;
      plans.push({
        name,
        material: primitive.material,
        levels,
        skinCount: isSkinned ? Math.max(1, ...levels.map(influencesOf)) : 0,
        bone: boneOf[node]!,
        node,
        targetNames: primitive.targets.map((_, i) => mesh.targetNames?.[i] ?? `target${i}`),
      });
    }
  }
  return plans;
}

const LEVEL = /[\s_.-]*LOD[\s_]?(\d+)$/i;

/** `Body LOD1`, `body_lod2` -> what it is a coarser level of. */
const withoutLevel = (name: string): string => name.replace(LEVEL, '');

/** Nodes with meshes by what they draw, the finest level of each first. */
function levelGroups(scene: Scene, names: readonly string[], issues: Issue[]): { node: number; lod: number }[][] {
  const lods = lodsOf(scene.nodes);
  const meshNames = new Set(scene.meshes.map(({ name }) => name));
  // Editors forget of which level a mesh is, but not what it is called.
  const lodOf = (node: number, mesh: number) => {
    const { name } = scene.meshes[mesh]!;
    const called = meshNames.has(withoutLevel(name)) ? Number(LEVEL.exec(name)?.[1] ?? 0) : 0;
    return lods[node] === 0 ? called : lods[node]!;
  };
  const drawn = scene.nodes.flatMap(({ mesh }, node) => (mesh === undefined ? [] : [{ node, lod: lodOf(node, mesh) }]));
  const groups = drawn.filter(({ lod }) => lod === 0).map((base) => [base]);
  const nameOf = (node: number) => scene.meshes[scene.nodes[node]!.mesh!]!.name;
  const unmatched: string[] = [];
  for (const level of drawn.filter(({ lod }) => lod > 0).sort((a, b) => a.lod - b.lod)) {
    const open = groups.filter((group) => group.at(-1)!.lod < level.lod);
    const group =
      open.find(([base]) => withoutLevel(nameOf(level.node)) === nameOf(base!.node)) ??
      open.find(([base]) => withoutLevel(names[level.node]!) === names[base!.node]) ??
      (groups.length === 1 ? open[0] : undefined);
    if (group === undefined) unmatched.push(names[level.node]!);
    else group.push(level);
  }
  if (unmatched.length > 0) {
    issues.push(issue(targetIssues['level-left-out'], `${unmatched.length}, the first '${unmatched[0]}'`));
  }
  return groups;
}

/** The primitive of a level that stands for one of the finest: of the same material, or of the same place among them. */
function primitiveLike(
  scene: Scene,
  { node, lod }: { node: number; lod: number },
  finest: readonly Primitive[],
  p: number,
): LevelPlan[] {
  if (lod === 0) return [{ node, primitive: finest[p]! }];
  const { primitives } = scene.meshes[scene.nodes[node]!.mesh!]!;
  const { material, joints } = finest[p]!;
  const nth = finest.slice(0, p).filter((other) => other.material === material).length;
  const found = primitives.filter((other) => other.material === material)[nth];
  const primitive = found ?? (primitives.length === finest.length ? primitives[p] : undefined);
  if (primitive === undefined || primitive.indices.length === 0) return [];
  return primitive.joints.length > 0 === joints.length > 0 ? [{ node, primitive }] : [];
}

/** How many influences the vertex with the most of them has, of those that a byte can tell. */
function influencesOf({ primitive }: LevelPlan): number {
  let most = 0;
  for (let v = 0; v < primitive.positions.length / 3; v++) {
    const joints = new Set<number>();
    for (const [set, weights] of primitive.weights.entries()) {
      const unit = weights instanceof Uint8Array ? 1 : 255;
      for (let at = 4 * v; at < 4 * v + 4; at++) {
        if (Math.round(weights[at]! * unit) > 0) joints.add(primitive.joints[set]![at]!);
      }
    }
    most = Math.max(most, joints.size);
  }
  return Math.min(most, MOST_WEIGHTS);
}

/** Gives primitives that share their vertices with others those that they use, as shapes have their own. */
function ownerOf({ meshes }: Scene): (level: LevelPlan) => LevelPlan {
  const counts = new Map<Float32Array, number>();
  for (const { positions } of meshes.flatMap(({ primitives }) => primitives)) {
    counts.set(positions, (counts.get(positions) ?? 0) + 1);
  }
  return ({ node, primitive }) => ({
    node,
    primitive: counts.get(primitive.positions)! > 1 ? usedOnly(primitive) : primitive,
  });
}

/** The primitive without vertices that none of its triangles has. */
function usedOnly(primitive: Primitive): Primitive {
  const count = primitive.positions.length / 3;
  const places = new Int32Array(count).fill(-1);
  for (const index of primitive.indices) places[index] = 0;
  const kept = [...places.keys()].filter((v) => places[v] === 0);
  for (const [place, v] of kept.entries()) places[v] = place;
  const of = <A extends Float32Array | Uint8Array | Uint16Array>(values: A): A =>
    kept.length === count ? values : rowsOf(values, values.length / count, kept);
  const { normals, tangents } = primitive;
  const indices = kept.length > 0xffff ? new Uint32Array(primitive.indices) : new Uint16Array(primitive.indices.length);
  for (const [i, index] of primitive.indices.entries()) indices[i] = places[index]!;
  return {
    ...primitive,
    indices,
    positions: of(primitive.positions),
    ...(normals === undefined ? {} : { normals: of(normals) }),
    ...(tangents === undefined ? {} : { tangents: of(tangents) }),
    uvs: primitive.uvs.map(of),
    colors: primitive.colors.map(of),
    joints: primitive.joints.map(of),
    weights: primitive.weights.map(of),
    targets: primitive.targets.map((target) => ({ positions: of(target.positions) })),
  };
}

function rowsOf<A extends Float32Array | Uint8Array | Uint16Array>(
  values: A,
  width: number,
  rows: readonly number[],
): A {
  const kept = new (values.constructor as new (length: number) => A)(width * rows.length);
  for (const [place, row] of rows.entries()) kept.set(values.subarray(width * row, width * (row + 1)), width * place);
  return kept;
}
