import { type Issue, issue } from '../../issue.ts';
import type { Conversion, Scene } from '../../scene/scene.ts';
import type { DraftLosses } from './target.draft.ts';
import { targetIssues } from './target.issues.ts';
import { type ChangeLog, noDraftLosses, note, withPropPoints } from './target.level.ts';
import { withAxesOf } from './target.originals.ts';
import { type ListChanges, toPropPoints, toSpheres } from './target.points.ts';
import { type BoneList, toBones } from './target.skeleton.ts';
import { planSubmeshes, type SubmeshContext, writeSubmesh } from './target.submesh.ts';
import { propPointsOf, toScene } from './v3d.scene.ts';
import {
  type Bone,
  bonesOf,
  CHARACTER_MAGIC,
  MESH_VERSION,
  type MeshFile,
  type Section,
  SPHERE_SIZE,
  type Sphere,
  STATIC_MAGIC,
  type Submesh,
  spheresOf,
  submeshesOf,
} from './v3d.ts';

// A scene as a mesh file (specification, section 13). With an original, what the scene does not say otherwise is taken
// from it: the scene is compared with the one that the original makes.

/** A mesh, and how it differs from the original: what was edited, in words, and how often. */
export interface WrittenMesh {
  readonly file: MeshFile;
  readonly changes: ChangeLog;
}

/** The mesh of a scene; undefined, with an error, where the scene cannot be one. */
export function fromScene(given: Scene, kind: 'v3c' | 'v3m', original?: MeshFile): Conversion<WrittenMesh | undefined> {
  const issues: Issue[] = [];
  const scene = withAxesOf(original, given, issues);
  const isCharacter = kind === 'v3c' && (scene.skins.length > 0 || original !== undefined);
  const before = original === undefined ? undefined : toScene(original, { name: scene.name }).value;
  const originalSubmeshes = original === undefined ? [] : submeshesOf(original);
  const plans = planSubmeshes(scene, before);
  const shown = new Set(before?.nodes.map(({ extras }) => extras?.['rf_submesh']));
  if (plans.length === 0 && (original === undefined || shown.size > 1)) {
    return nothing(issue(targetIssues['no-mesh'], `${scene.nodes.length} nodes, none with a mesh`));
  }
  if (kind === 'v3c' && scene.skins.length === 0 && (original === undefined || bonesOf(original).length > 0)) {
    return nothing(issue(targetIssues['no-skin'], `${scene.meshes.length} meshes, no skin`));
  }
  if (kind === 'v3m' && scene.skins.length > 0) {
    issues.push(issue(targetIssues['skin-dropped'], `${scene.skins[0]!.joints.length} joints`));
  }
  const log: ChangeLog = new Map();
  const losses = noDraftLosses();
  const hasBones = isCharacter && scene.skins.length > 0;
  const skeleton = hasBones
    ? toBones(scene, original === undefined ? [] : bonesOf(original).map(({ name }) => name), issues)
    : undefined;
  const oldSkeleton = before !== undefined && before.skins.length > 0 ? toBones(before, [], []) : undefined;
  const context: SubmeshContext = {
    scene,
    isCharacter: hasBones,
    boneOfJoint: skeleton?.boneOfJoint ?? [],
    before: before && { scene: before, boneOfJoint: oldSkeleton?.boneOfJoint ?? [] },
    log,
    losses,
    issues,
  };
  const submeshes = plans.map((plan) =>
    writeSubmesh(plan, plan.origin === undefined ? undefined : originalSubmeshes[plan.origin], context),
  );
  countChanges(log, 'submeshes', {
    changed: 0,
    added: original === undefined ? 0 : plans.filter(({ origin }) => origin === undefined).length,
    removed: originalSubmeshes.filter((_, s) => shown.has(s) && !plans.some(({ origin }) => origin === s)).length,
  });
  const now = { scene, skeleton };
  const then = before && { scene: before, skeleton: oldSkeleton };
  const points = toPropPoints(now, then, original === undefined ? [] : propPointsOf(original), issues);
  const spheres = toSpheres(now, then, original === undefined ? [] : spheresOf(original), issues);
  if (original !== undefined) {
    countChanges(log, 'prop points', points.changes);
    countChanges(log, 'collision spheres', spheres.changes);
  }
  const bones = skeleton && reconcileBones(skeleton, oldSkeleton, original, log);
  const hasNewPoints = Object.values(points.changes).some((count) => count > 0);
  const parts: Parts = {
    submeshes: submeshes.map((submesh, i) =>
      original === undefined || hasNewPoints || plans[i]!.origin === undefined
        ? { ...submesh, lods: submesh.lods.map((lod) => withPropPoints(lod, points.items)) }
        : submesh,
    ),
    origins: plans.map(({ origin }) => origin),
    shown,
    spheres: spheres.items,
    bones,
  };
  reportLosses(losses, issues);
  return { value: { file: assemble(parts, kind, original), changes: log }, issues };
}

function nothing(problem: Issue): Conversion<undefined> {
  return { value: undefined, issues: [problem] };
}

function countChanges(log: ChangeLog, what: string, { changed, added, removed }: ListChanges): void {
  if (changed > 0) note(log, what, changed);
  if (added > 0) note(log, `new ${what}`, added);
  if (removed > 0) note(log, `removed ${what}`, removed);
}

/** How far a bone may be from the original and still be the same: metres, and per component of the rotation. */
const BONE_TOLERANCE = 1e-4;

/** The original's bones where the scene says the same. */
function reconcileBones(
  now: BoneList,
  before: BoneList | undefined,
  original: MeshFile | undefined,
  log: ChangeLog,
): Bone[] {
  const originals = original === undefined ? [] : bonesOf(original);
  if (before === undefined) return now.bones;
  const nameOf = (list: BoneList, bone: number) => (bone < 0 ? '' : list.bones[bone]!.name.toLowerCase());
  const left = new Set(originals.keys());
  const bones = now.bones.map((bone, i) => {
    const same = before.bones[i]?.name === bone.name ? i : undefined;
    const origin = same ?? [...left].find((k) => nameOf(before, k) === bone.name.toLowerCase());
    if (origin === undefined) {
      note(log, 'new bones');
      return bone;
    }
    left.delete(origin);
    const old = before.bones[origin]!;
    const isNear = (a: Float32Array, b: Float32Array, sign = 1) =>
      a.every((value, k) => Math.abs(value - sign * b[k]!) <= BONE_TOLERANCE);
    const isPlaced =
      isNear(bone.translation, old.translation) &&
      (isNear(bone.rotation, old.rotation) || isNear(bone.rotation, old.rotation, -1));
    const isHung = nameOf(now, bone.parent) === nameOf(before, old.parent);
    if (isPlaced && isHung && bone.parent === old.parent) return originals[origin]!;
    note(log, 'bones');
    const { rotation, translation } = isPlaced ? originals[origin]! : bone;
    return { ...originals[origin]!, rotation, translation, parent: bone.parent };
  });
  if (left.size > 0) note(log, 'removed bones', left.size);
  return bones;
}

function reportLosses(losses: DraftLosses, issues: Issue[]): void {
  const { flatNormals, noUvs, fifthWeights, notStored } = losses;
  if (flatNormals > 0) issues.push(issue(targetIssues['flat-normals'], `${flatNormals} primitives`));
  if (noUvs > 0) issues.push(issue(targetIssues['no-uvs'], `${noUvs} primitives`));
  if (fifthWeights > 0) issues.push(issue(targetIssues['fifth-weight'], `${fifthWeights} vertices`));
  if (notStored > 0) issues.push(issue(targetIssues['not-stored'], `${notStored} primitives`));
}

interface Parts {
  readonly submeshes: readonly Submesh[];
  /** The submesh of the original that each comes from. */
  readonly origins: readonly (number | undefined)[];
  /** The submeshes of the original that its scene has. One that could not be read is kept. */
  readonly shown: ReadonlySet<unknown>;
  readonly spheres: readonly Sphere[];
  readonly bones: Bone[] | undefined;
}

/** The sections in the order of the original, new ones behind those of their kind. */
function assemble(parts: Parts, kind: 'v3c' | 'v3m', original: MeshFile | undefined): MeshFile {
  const sections = original === undefined ? newSections(parts) : editedSections(parts, original);
  const count = (kind: Section['kind']) => sections.filter((section) => section.kind === kind).length;
  const materialCount = sections.reduce(
    (sum, section) => sum + (section.kind === 'submesh' ? section.submesh.materials.length : 0),
    0,
  );
  if (original === undefined) {
    return {
      signature: kind === 'v3c' ? CHARACTER_MAGIC : STATIC_MAGIC,
      version: MESH_VERSION,
      submeshCount: count('submesh'),
      vertexCount: 0,
      faceCount: 0,
      normalCount: 0,
      materialCount,
      lodCount: 0,
      dumbCount: 0,
      sphereCount: count('sphere'),
      sections,
    };
  }
  // Counts that were wrong stay as they were for as long as there are as many.
  const oldMaterials = submeshesOf(original).reduce((sum, { materials }) => sum + materials.length, 0);
  return {
    ...original,
    submeshCount: count('submesh') === submeshesOf(original).length ? original.submeshCount : count('submesh'),
    materialCount: materialCount === oldMaterials ? original.materialCount : materialCount,
    sphereCount: count('sphere') === spheresOf(original).length ? original.sphereCount : count('sphere'),
    sections,
  };
}

function newSections({ submeshes, spheres, bones }: Parts): Section[] {
  return [
    ...submeshes.map((submesh): Section => ({ kind: 'submesh', size: 0, submesh })),
    ...spheres.map((sphere): Section => ({ kind: 'sphere', size: SPHERE_SIZE, sphere, extra: undefined })),
    ...(bones === undefined ? [] : [{ kind: 'bones' as const, size: 4 + 56 * bones.length, bones }]),
    { kind: 'end', size: 0 },
  ];
}

function editedSections({ submeshes, origins, shown, spheres, bones }: Parts, original: MeshFile): Section[] {
  const byOrigin = new Map(origins.map((origin, i) => [origin, submeshes[i]!]));
  const added = {
    submesh: submeshes.filter((_, i) => origins[i] === undefined),
    sphere: [...spheres],
  };
  let s = 0;
  const kept = original.sections.flatMap((section): Section[] => {
    if (section.kind === 'submesh') {
      const index = s++;
      const submesh = byOrigin.get(index) ?? (shown.has(index) ? undefined : section.submesh);
      return submesh === undefined ? [] : [{ ...section, submesh }];
    }
    if (section.kind === 'sphere') {
      const sphere = added.sphere.shift();
      return sphere === undefined ? [] : [{ ...section, sphere }];
    }
    if (section.kind === 'bones' && bones !== undefined) {
      const size = bones.length === section.bones.length ? section.size : 4 + 56 * bones.length;
      return [{ ...section, size, bones }];
    }
    return [section];
  });
  const insert = (kind: 'submesh' | 'sphere', sections: Section[]) => {
    const last = Math.max(
      kept.findLastIndex((section) => section.kind === kind),
      kept.findLastIndex(({ kind }) => kind === 'submesh'),
    );
    kept.splice(last + 1, 0, ...sections);
  };
  insert(
    'submesh',
    added.submesh.map((submesh): Section => ({ kind: 'submesh', size: 0, submesh })),
  );
  insert(
    'sphere',
    added.sphere.map((sphere): Section => ({ kind: 'sphere', size: SPHERE_SIZE, sphere, extra: undefined })),
  );
  return kept;
}
