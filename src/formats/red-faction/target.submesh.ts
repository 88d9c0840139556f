import { Damaged } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Node, Scene } from '../../scene/scene.ts';
import type { DraftLosses, Placement } from './target.draft.ts';
import { targetIssues } from './target.issues.ts';
import {
  type ChangeLog,
  claimMaterials,
  MaterialList,
  note,
  planLevel,
  type Reference,
  withTextureNames,
  writeLevel,
} from './target.level.ts';
import { fieldName } from './target.names.ts';
import { nodeTypes, offsetOf } from './v3d.scene.ts';
import type { Submesh } from './v3d.ts';
import { type Lod, lodFlags } from './v3d-lod.ts';

// Mesh nodes of a scene to submeshes (specification, sections 6.3 and 13.2).

/** The most levels of detail of a submesh. */
const MAX_LEVELS = 3;
/** Distances of levels that do not tell theirs, in metres: the most usual ones. */
const LOD_DISTANCES = [0, 6, 9] as const;

/** A submesh to write: for each level the node that draws it. */
export interface SubmeshPlan {
  /** The submesh of the original that it comes from. */
  readonly origin: number | undefined;
  readonly name: string;
  /** Nodes by level. */
  readonly levels: ReadonlyMap<number, number>;
}

/** Groups the nodes with meshes: the levels of detail of one object make up a submesh. */
export function planSubmeshes(scene: Scene, before: Scene | undefined): SubmeshPlan[] {
  const origins = new Map(
    before?.nodes.flatMap((node) => {
      const submesh = node.extras?.['rf_submesh'];
      return typeof submesh === 'number' ? [[nodeKey(node), submesh] as const] : [];
    }),
  );
  const known = new Set(origins.values());
  const plans = new Map<string, { origin: number | undefined; name: string; levels: Map<number, number> }>();
  for (const [index, node] of scene.nodes.entries()) {
    const isEmptySubmesh = node.extras?.['rf_type'] === nodeTypes.submesh;
    if (node.mesh === undefined && !isEmptySubmesh) continue;
    const stored = node.extras?.['rf_submesh'];
    const origin = typeof stored === 'number' && known.has(stored) ? stored : origins.get(nodeKey(node));
    const { name, level } = levelOf(node);
    let key = origin === undefined ? name.toLowerCase() : `#${origin}`;
    if (plans.get(key)?.levels.has(level)) key = `${key} node ${index}`; // a copy of an object is one of its own
    const plan = plans.get(key) ?? { origin: key === `#${origin}` ? origin : undefined, name, levels: new Map() };
    plans.set(key, plan);
    plan.levels.set(level, index);
  }
  const rank = ({ origin }: SubmeshPlan) => origin ?? Number.MAX_SAFE_INTEGER;
  return [...plans.values()].sort((a, b) => rank(a) - rank(b));
}

/** Editors may drop extras: then the name tells where a node comes from. */
function nodeKey(node: Node): string {
  const { name, level } = levelOf(node);
  return `${name.toLowerCase()} ${level}`;
}

function levelOf(node: Node): { name: string; level: number } {
  const match = /^(.*?)_lod(\d)$/i.exec(node.name);
  const stored = node.extras?.['rf_lod'];
  const level = typeof stored === 'number' && Number.isInteger(stored) && stored >= 0 ? stored : undefined;
  return { name: match?.[1] || node.name, level: level ?? node.lod ?? Number(match?.[2] ?? 0) };
}

export interface SubmeshContext {
  readonly scene: Scene;
  readonly isCharacter: boolean;
  readonly boneOfJoint: readonly (readonly number[])[];
  /** The original as a scene, and the bones of its joints. */
  readonly before: { readonly scene: Scene; readonly boneOfJoint: readonly (readonly number[])[] } | undefined;
  readonly log: ChangeLog;
  readonly losses: DraftLosses;
  readonly issues: Issue[];
}

/** Writes a submesh; `original` where it comes from one. */
export function writeSubmesh(plan: SubmeshPlan, original: Submesh | undefined, context: SubmeshContext): Submesh {
  const { scene, before, log, issues } = context;
  const base = plan.levels.get(Math.min(...plan.levels.keys()))!;
  const origin =
    before === undefined ? undefined : nodeOf(before.scene, plan.origin, levelOf(scene.nodes[base]!).level);
  const offset = newOffset(context, base, origin, original, plan.name);
  const list = new MaterialList(original?.materials ?? [], log, issues);
  const planned = [...plan.levels]
    .sort(([a], [b]) => a - b)
    .map(([l, node]) => ({ l, node, plan: planLevel(levelSource(l, node, plan, original, context, offset)) }));
  for (const { plan } of planned) claimMaterials(plan, list);
  const levels = new Map<number, { level: Lod; distance: number }>();
  let moved = false;
  for (const { l, node, plan } of planned) {
    const written = writeLevel(plan, list, log, context.losses, issues);
    levels.set(l, { level: written.level, distance: distanceOf(scene.nodes[node]!, l, original, log) });
    if (l === 0) ({ moved } = written);
  }
  for (const [l, level] of (original?.lods ?? []).entries()) {
    if (levels.has(l)) continue;
    levels.set(l, { level, distance: original!.lodDistances[l]! });
    issues.push(issue(targetIssues['level-kept'], `level ${l} of '${plan.name}'`));
  }
  const ordered = [...levels].sort(([a], [b]) => a - b).map(([, level]) => level);
  if (ordered.length > MAX_LEVELS && ordered.length > (original?.lods.length ?? 0)) {
    issues.push(issue(targetIssues['too-many-levels'], `${ordered.length} levels of '${plan.name}'`));
    ordered.length = MAX_LEVELS;
  }
  const lods = ordered.map(({ level }) => withTextureNames(level, list));
  const name = fieldName(plan.name, 24, issues);
  const renamed =
    original !== undefined && origin !== undefined && levelOf(before!.scene.nodes[origin]!).name !== plan.name;
  if (renamed) note(log, 'names of submeshes');
  const parts = { lods, offset, lodDistances: distancesOf(ordered, original), materials: list.materials };
  const bounds = moved || original === undefined ? boundsOf(lods[0]!) : {};
  if (original !== undefined) return { ...original, ...parts, ...bounds, ...(renamed ? { name } : {}) };
  return {
    name,
    parentName: 'None',
    version: 7,
    ...parts,
    ...boundsOf(lods[0]!),
    trailers: [{ name, value: 0 }],
  };
}

/** The original's array where it says the same, whose bits then stay as they are. */
function distancesOf(
  levels: readonly { distance: number }[],
  original: Submesh | undefined,
): Float32Array<ArrayBuffer> {
  const distances = Float32Array.from(levels, ({ distance }) => distance);
  const same = original?.lodDistances;
  return (
    same?.length === distances.length && distances.every((d, i) => Object.is(d, same[i])) ? same : distances
  ) as Float32Array<ArrayBuffer>;
}

function distanceOf(node: Node, l: number, original: Submesh | undefined, log: ChangeLog): number {
  const before = original?.lodDistances[l];
  const stored = node.extras?.['rf_lod_distance'];
  if (typeof stored !== 'number') return before ?? LOD_DISTANCES[l] ?? 12 * l;
  if (before !== undefined && Math.fround(stored) === before) return before;
  if (before !== undefined) note(log, 'distances of levels');
  return stored;
}

/** The node of a level of a submesh in the scene of an original. */
function nodeOf(scene: Scene, s: number | undefined, l: number): number | undefined {
  const index = scene.nodes.findIndex(({ extras }) => extras?.['rf_submesh'] === s && extras?.['rf_lod'] === l);
  return s === undefined || index < 0 ? undefined : index;
}

/** How far an object may be from where the original has it, in metres. */
const OFFSET_TOLERANCE = 1e-5;

/** Where the submesh stands, in the game's space. Skinned vertices stand where they are. */
function newOffset(
  { scene, isCharacter, before, log }: SubmeshContext,
  node: number,
  origin: number | undefined,
  original: Submesh | undefined,
  name: string,
): Float32Array<ArrayBuffer> {
  if (isCharacter) return (original?.offset ?? new Float32Array(3)) as Float32Array<ArrayBuffer>;
  const place = translationOf(scene, node);
  const old = origin === undefined ? undefined : translationOf(before!.scene, origin);
  if (old?.every((value, i) => Math.abs(value - place[i]!) <= OFFSET_TOLERANCE)) {
    return original!.offset as Float32Array<ArrayBuffer>;
  }
  if (old !== undefined) note(log, `position of ${name}`);
  return Float32Array.of(-place[0]! || 0, place[1]!, place[2]!);
}

function translationOf(scene: Scene, node: number): number[] {
  return [...worldMatrices(scene).subarray(16 * node + 12, 16 * node + 15)];
}

function levelSource(
  l: number,
  index: number,
  plan: SubmeshPlan,
  original: Submesh | undefined,
  context: SubmeshContext,
  offset: Float32Array,
) {
  const { scene, before, isCharacter, boneOfJoint } = context;
  const node = scene.nodes[index]!;
  const level = original?.lods[l];
  const origin = before === undefined ? undefined : nodeOf(before.scene, plan.origin, l);
  const reference: Reference | undefined =
    level === undefined || origin === undefined || level.data instanceof Damaged
      ? undefined
      : {
          level,
          data: level.data,
          scene: before!.scene,
          primitives: primitivesOf(before!.scene, origin),
          placement: placementOf(before!.scene, origin, isCharacter, before!.boneOfJoint, offsetOf(original!)),
        };
  return {
    name: `'${plan.name}'${l === 0 ? '' : ` level ${l}`}`,
    scene,
    primitives: node.mesh === undefined ? [] : scene.meshes[node.mesh]!.primitives,
    placement: placementOf(scene, index, isCharacter, boneOfJoint, original === undefined ? [-0, 0, 0] : offset),
    reference,
    flags: level?.flags ?? (isCharacter ? lodFlags.morphMaps | lodFlags.character : lodFlags.planes),
  };
}

function primitivesOf(scene: Scene, node: number) {
  const { mesh } = scene.nodes[node]!;
  return mesh === undefined ? [] : scene.meshes[mesh]!.primitives;
}

/** Turns and scales of the node go into the vertices; its place is the offset. */
function placementOf(
  scene: Scene,
  index: number,
  isCharacter: boolean,
  boneOfJoint: readonly (readonly number[])[],
  offset: ArrayLike<number>,
): Placement {
  const node = scene.nodes[index]!;
  const world = [...worldMatrices(scene).subarray(16 * index, 16 * index + 16)];
  if (isCharacter) {
    const isSkinned = node.skin !== undefined;
    const matrix = isSkinned ? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] : world;
    // The scene has the offset of a character in its vertices: they are stored without it.
    const [x, y, z] = [0, 1, 2].map((i) => (Math.abs(offset[i]!) > OFFSET_TOLERANCE ? offset[i]! : 0));
    matrix[12]! += x!;
    matrix[13]! -= y!;
    matrix[14]! -= z!;
    return {
      matrix: isIdentity(matrix) ? undefined : matrix,
      boneOfJoint: (isSkinned && boneOfJoint[node.skin!]) || [],
    };
  }
  [world[12], world[13], world[14]] = [0, 0, 0];
  return { matrix: isIdentity(world) ? undefined : world, boneOfJoint: undefined };
}

function isIdentity(matrix: readonly number[]): boolean {
  return matrix.every((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) < 1e-6);
}

/** Radius and box of a level, relative to the offset (specification, section 6.3). */
function boundsOf({ data }: Lod): Pick<Submesh, 'radius' | 'boundsMin' | 'boundsMax'> {
  const boundsMin = new Float32Array(3);
  const boundsMax = new Float32Array(3);
  let squared = 0;
  let isFirst = true;
  for (const { positions } of data instanceof Damaged ? [] : data.batches) {
    for (let i = 0; i < positions.length; i += 3) {
      const p = positions.subarray(i, i + 3);
      squared = Math.max(squared, p[0]! ** 2 + p[1]! ** 2 + p[2]! ** 2);
      for (let k = 0; k < 3; k++) {
        boundsMin[k] = isFirst ? p[k]! : Math.min(boundsMin[k]!, p[k]!);
        boundsMax[k] = isFirst ? p[k]! : Math.max(boundsMax[k]!, p[k]!);
      }
      isFirst = false;
    }
  }
  return { radius: Math.fround(Math.sqrt(squared)), boundsMin, boundsMax };
}
