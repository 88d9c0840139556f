import { Damaged, textUntilZero } from '../../binary/index.ts';
import { type Issue, issue, type Path } from '../../issue.ts';
import { normalizeQuaternion } from '../../math/index.ts';
import { type Conversion, type Extras, emptyScene, type Node, type Primitive, type Scene } from '../../scene/scene.ts';
import { type GeometryLosses, noLosses, type Skeleton, toPrimitives } from './v3d.geometry.ts';
import { sceneIssues } from './v3d.issues.ts';
import { type FindTexture, finiteExtras, MaterialWriter } from './v3d.materials.ts';
import { soundParents, toSkeleton } from './v3d.skeleton.ts';
import {
  bonePathsOf,
  bonesOf,
  type MeshFile,
  type Submesh,
  spherePathsOf,
  spheresOf,
  submeshesOf,
  submeshPathsOf,
} from './v3d.ts';
import type { Lod, LodData, PropPoint } from './v3d-lod.ts';

// A mesh as a scene (specification, section 12). The nodes are: the bones, in their order, from index 0; then a node for
// every level of detail of every submesh; prop points; collision spheres.

/** The values of `extras.rf_type`. */
export const nodeTypes = {
  bone: 'bone',
  submesh: 'submesh',
  propPoint: 'prop_point',
  sphere: 'collision_sphere',
} as const;

export interface MeshContext {
  /** Name of the model. */
  readonly name: string;
  readonly findTexture?: FindTexture;
  /** Which levels of detail to take: all, or one by its number, or the last where a submesh has fewer. */
  readonly lod?: 'all' | number;
}

/** The scene of a mesh, without clips and sources. */
export function toScene(file: MeshFile, { name, findTexture, lod = 'all' }: MeshContext): Conversion<Scene> {
  const scene = emptyScene(name);
  const issues: Issue[] = [];
  const bones = bonesOf(file);
  const losses = noLosses();
  let skeleton: Skeleton | undefined;
  if (bones.length > 0) {
    const { nodes, skin } = toSkeleton(bones, 0, issues);
    const origins = bonePathsOf(file);
    scene.nodes.push(...nodes.map((node, i) => ({ ...node, origin: origins[i]! })));
    scene.skins.push(skin);
    skeleton = { boneCount: bones.length, root: Math.max(0, soundParents(bones).parents.indexOf(-1)) };
  }
  const materials = new MaterialWriter(scene, issues, findTexture);
  const submeshPaths = submeshPathsOf(file);
  for (const [s, submesh] of submeshesOf(file).entries()) {
    for (const [l, level] of submesh.lods.entries()) {
      if (lod !== 'all' && l !== Math.min(lod, submesh.lods.length - 1)) continue;
      if (level.data instanceof Damaged) {
        issues.push(issue(sceneIssues['damaged-level'], `level ${l} of submesh ${s}: ${level.data.reason}`));
        continue;
      }
      const origin = [...submeshPaths[s]!, 'lods', l];
      const single = lod !== 'all';
      addLevel({ scene, submesh, s, level, l, data: level.data, skeleton, materials, losses, single, origin });
    }
  }
  materials.finish();
  reportLosses(losses, issues);
  addPropPoints(file, scene, bones.length, issues);
  addSpheres(file, scene, bones.length, issues);
  uniqueNames(scene.nodes);
  return { value: scene, issues };
}

interface Level {
  readonly scene: Scene;
  readonly submesh: Submesh;
  readonly s: number;
  readonly level: Lod;
  readonly l: number;
  readonly data: LodData;
  readonly skeleton: Skeleton | undefined;
  readonly materials: MaterialWriter;
  readonly losses: GeometryLosses;
  /** Whether only one level of each submesh is taken, which is then shown whatever its number. */
  readonly single: boolean;
  readonly origin: Path;
}

function addLevel({ scene, submesh, s, level, l, data, skeleton, materials, losses, single, origin }: Level): void {
  const offset = offsetOf(submesh);
  const primitives = data.batches.flatMap((batch, b): Primitive[] => {
    const renderMode = level.infos[b]!.renderMode;
    const { textureIndex } = data.headers[b]!;
    return toPrimitives(batch, skeleton === undefined ? [0, 0, 0] : offset, skeleton, losses).map((part) => ({
      ...part.primitive,
      material: materials.materialOf(submesh, level, textureIndex, renderMode, part.doubleSided),
      extras: { rf_render_flags: renderMode, rf_batch: b },
    }));
  });
  const base = textUntilZero(submesh.name) || `submesh_${s}`;
  const name = l === 0 ? base : `${base}_lod${l}`;
  const node: Node = {
    name,
    ...(primitives.length === 0 ? {} : { mesh: scene.meshes.push({ name, primitives }) - 1 }),
    ...(primitives.length === 0 || skeleton === undefined ? {} : { skin: 0 }),
    ...(skeleton !== undefined || offset.every((x) => x === 0)
      ? {}
      : { translation: [-offset[0], offset[1], offset[2]] as [number, number, number] }),
    ...(l > 0 && !single ? { lod: l } : {}),
    origin,
    extras: submeshExtras(submesh, s, level, l),
  };
  scene.nodes.push(node);
}

/** A character's offset below this is noise (specification, section 7.1). */
const OFFSET_NOISE = 1e-6;

/** Where a submesh stands in the model, in the game's space. */
export function offsetOf({ offset }: Submesh): [number, number, number] {
  const [x, y, z] = [offset[0]!, offset[1]!, offset[2]!].map((d) =>
    Math.abs(d) > OFFSET_NOISE && Number.isFinite(d) ? d : 0,
  );
  return [x!, y!, z!];
}

function submeshExtras(submesh: Submesh, s: number, level: Lod, l: number): Extras {
  return {
    rf_type: nodeTypes.submesh,
    rf_submesh: s,
    rf_name: textUntilZero(submesh.name),
    rf_parent_name: textUntilZero(submesh.parentName),
    rf_lod: l,
    ...finiteExtras({ rf_lod_distance: submesh.lodDistances[l]! }),
    rf_lod_flags: level.flags,
  };
}

const counted = (losses: GeometryLosses): [keyof typeof sceneIssues, number, string][] => [
  ['dropped-triangles', losses.droppedTriangles, 'triangles left out'],
  ['replaced-normals', losses.replacedNormals, 'normals without length replaced'],
  ['replaced-numbers', losses.replacedNumbers, 'numbers that are not finite replaced'],
  ['bound-to-root', losses.unboundVertices, 'vertices without a bone hung on the first'],
  ['scaled-weights', losses.scaledWeights, 'vertices whose weights did not sum to 255'],
];

function reportLosses(losses: GeometryLosses, issues: Issue[]): void {
  for (const [kind, count, what] of counted(losses)) {
    if (count > 0) issues.push(issue(sceneIssues[kind], `${count} ${what}`));
  }
}

/** The prop points of a file: its levels all have the same. */
export function propPointsOf(file: MeshFile): readonly PropPoint[] {
  return propPointLists(file)[0] ?? [];
}

function propPointLists(file: MeshFile): PropPoint[][] {
  const levels = submeshesOf(file).flatMap(({ lods }) => lods);
  return levels.flatMap(({ data }) => (data instanceof Damaged ? [] : [data.propPoints]));
}

function addPropPoints(file: MeshFile, scene: Scene, boneCount: number, issues: Issue[]): void {
  const [points = [], ...others] = propPointLists(file);
  const names = (list: readonly PropPoint[]) => list.map(({ name }) => textUntilZero(name)).join('\0');
  const different = others.filter((list) => names(list) !== names(points)).length;
  if (different > 0)
    issues.push(issue(sceneIssues['prop-points-differ'], `${different} of ${others.length + 1} lists`));
  let misplaced = 0;
  for (const { name, orientation, position, parentBone } of points) {
    if (parentBone >= boneCount) misplaced++;
    const [x, y, z, w] = normalizeQuaternion(orientation);
    scene.nodes.push({
      name: textUntilZero(name) || 'prop_point',
      ...parentOf(parentBone, boneCount),
      translation: mirroredPoint(position),
      rotation: [-x, y, z, w],
      extras: {
        rf_type: nodeTypes.propPoint,
        rf_name: textUntilZero(name),
        rf_parent_bone: parentBone,
        ...(orientation.every(Number.isFinite) ? { rf_orientation: [...orientation] } : {}),
      },
    });
  }
  if (misplaced > 0) issues.push(issue(sceneIssues['hung-on-model'], `${misplaced} of ${points.length} prop points`));
}

function addSpheres(file: MeshFile, scene: Scene, boneCount: number, issues: Issue[]): void {
  const spheres = spheresOf(file);
  const misplaced = spheres.filter(({ bone }) => bone < -1 || bone >= boneCount).length;
  const origins = spherePathsOf(file);
  for (const [i, { name, bone, center, radius }] of spheres.entries()) {
    scene.nodes.push({
      name: textUntilZero(name) || 'collision_sphere',
      ...parentOf(bone, boneCount),
      translation: mirroredPoint(center),
      ...(radius > 0 && radius < Infinity ? { scale: [radius, radius, radius] as [number, number, number] } : {}),
      origin: origins[i]!,
      extras: {
        rf_type: nodeTypes.sphere,
        rf_name: textUntilZero(name),
        ...finiteExtras({ rf_radius: radius }),
        rf_parent_bone: bone,
      },
    });
  }
  if (misplaced > 0) issues.push(issue(sceneIssues['hung-on-model'], `${misplaced} of ${spheres.length} spheres`));
}

function parentOf(bone: number, boneCount: number): { parent?: number } {
  return bone >= 0 && bone < boneCount ? { parent: bone } : {};
}

function mirroredPoint(p: Float32Array): [number, number, number] {
  const [x, y, z] = [p[0]!, p[1]!, p[2]!].map((value) => (Number.isFinite(value) ? value : 0));
  return [x === 0 ? 0 : -x!, y!, z!];
}

/** Gives nodes of equal names a number, and those keep their name in the extras. */
function uniqueNames(nodes: readonly Node[]): void {
  const taken = new Set(nodes.map(({ name }) => name));
  const seen = new Set<string>();
  for (const node of nodes) {
    if (seen.has(node.name)) {
      const { name } = node;
      let number = 2;
      while (taken.has(`${name}_${number}`)) number++;
      node.name = `${name}_${number}`;
      taken.add(node.name);
      node.extras = { rf_name: name, ...node.extras };
    }
    seen.add(node.name);
  }
}
