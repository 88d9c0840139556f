import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue, issueKinds, type Path } from '../../issue.ts';
import { checkMesh, issues as meshIssues } from './mesh.check.ts';
import { checkMotion, checkNames } from './motion.check.ts';
import { textureExtension } from './names.ts';
import { OBJECT_VERSION, type ObjectChunks, type ObjectFile } from './object.ts';
import { objectBones, objectSurfaces } from './object-parts.ts';
import { checkHierarchy, checkPartitions } from './skeleton.check.ts';
import { issues as shared } from './xray.issues.ts';

export const issues = {
  ...meshIssues,
  ...issueKinds('object', {
    'several-uv-sets': {
      severity: 'warning',
      rule: '6.2',
      means: 'A surface asks for other than one set of texture coordinates.',
      remedy: 'The SDK uses one set and writes 1.',
    },
    'unknown-part': {
      severity: 'info',
      rule: '23.3',
      means: 'A motion belongs to a partition that the object does not have.',
      remedy: 'Set the part of the motion to one of the partitions, or to all.',
    },
    'no-faces': {
      severity: 'warning',
      rule: '7.1',
      means: 'The object has no mesh with faces, which the SDK refuses.',
      remedy: 'Take the object from another copy, or model it again.',
    },
  }),
};

/** Yields what the SDK or the game would stumble over (specification, section 23). */
export function* check(file: ObjectFile): Iterable<Issue> {
  const object = chunkValue(file, 'object');
  if (object === undefined) {
    yield issue(shared['missing-chunk'], 'the object could not be read');
    return;
  }
  const path = ['object'];
  yield* checkRequired(object, path);
  yield* checkSurfaces(object, path);
  const bones = objectBones(object);
  yield* checkHierarchy(bones, [...path, 'bones']);
  const partitions = chunkValue(object, 'partitions') ?? [];
  yield* checkPartitions(
    partitions,
    bones.map(({ name }) => name),
    [...path, 'partitions'],
  );
  const around = {
    surfaces: new Set(objectSurfaces(object).map(({ name }) => name.toLowerCase())),
    weightMaps:
      bones.length === 0
        ? undefined
        : new Set(bones.flatMap(({ name, weightMap }) => [name.toLowerCase(), weightMap.toLowerCase()])),
  };
  const meshes = chunkValues(chunkValue(object, 'meshes') ?? [], 'mesh');
  if (!meshes.some((mesh) => (chunkValue(mesh, 'faces')?.length ?? 0) > 0)) {
    yield issue(issues['no-faces'], `${meshes.length} meshes, none with faces`, [...path, 'meshes']);
  }
  for (const [m, mesh] of meshes.entries()) {
    yield* checkMesh(mesh, around, [...path, 'meshes', m]);
  }
  for (const [m, motion] of (chunkValue(object, 'motions') ?? []).entries()) {
    const where = [...path, 'motions', m];
    yield* checkMotion(motion, where);
    const { part, flags } = motion.settings;
    if (!((flags ?? 0) & 1) && part !== 0xffff && partitions.length > 0 && part >= partitions.length) {
      yield issue(issues['unknown-part'], `part ${part} of ${partitions.length}`, [...where, 'settings', 'part']);
    }
  }
}

function* checkRequired(object: ObjectChunks, path: Path): Iterable<Issue> {
  const version = chunkValue(object, 'version');
  if (version !== undefined && version !== OBJECT_VERSION) {
    yield issue(shared['wrong-version'], `version ${version} instead of ${OBJECT_VERSION}`, [...path, 'version']);
  }
  const names = new Set<string>(object.map(({ name }) => name));
  const needed = [['version'], ['flags', 'shortFlags'], ['meshes'], ['surfaces', 'surfaces1', 'surfaces0']];
  for (const alternatives of needed) {
    if (!alternatives.some((name) => names.has(name))) {
      yield issue(shared['missing-chunk'], `no ${alternatives[0]}`, path);
    }
  }
}

function* checkSurfaces(object: ObjectChunks, path: Path): Iterable<Issue> {
  const surfaces = objectSurfaces(object);
  const where = [...path, 'surfaces'];
  yield* checkNames(
    surfaces.map(({ name }) => name),
    'surface',
    where,
  );
  for (const [s, { texture, uvCount }] of surfaces.entries()) {
    if (textureExtension(texture) !== '') {
      yield issue(shared['texture-extension'], `'${texture}'`, [...where, s, 'texture']);
    }
    if (uvCount !== 1) yield issue(issues['several-uv-sets'], `${uvCount} sets`, [...where, s, 'uvCount']);
  }
}
