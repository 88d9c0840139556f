import { Damaged, textUntilZero } from '../../binary/index.ts';
import { type Issue, issue, issueKinds, type Path } from '../../issue.ts';
import { bonesOf, MESH_VERSION, type MeshFile, type Section, SPHERE_SIZE, spheresOf, submeshesOf } from './v3d.ts';
import { checkLod } from './v3d-lod.check.ts';

export const fileIssues = issueKinds('v3d', {
  version: {
    severity: 'error',
    rule: 'M01',
    means: 'The version is not the one of compiled meshes.',
    remedy: 'It may be an uncompiled source mesh: compile it, or set the version to 0x40000.',
  },
  'no-end': {
    severity: 'error',
    rule: 'M01',
    means: 'The file ends without an END section.',
    remedy: 'The file may be cut off; all that it has is usable. Add 8 zero bytes.',
  },
  'header-count': {
    severity: 'warning',
    rule: 'M02',
    means: 'A count in the header differs from the sections that follow.',
    remedy: 'Set it to the number that the sections have.',
  },
  'lod-count': {
    severity: 'error',
    rule: 'M03',
    means: 'A submesh has no level of detail, or more than 3.',
    remedy: 'Write the mesh with 1 to 3 levels of detail.',
  },
  'submesh-version': {
    severity: 'warning',
    rule: 'M03',
    means: 'The version of a submesh is not 7.',
    remedy: 'Set it to 7, or find out which tool wrote it.',
  },
  'section-size': {
    severity: 'warning',
    rule: 'M06',
    means: 'The size of a section is not what its content takes.',
    remedy: 'Harmless: sizes are not used. An early converter wrote 40 for collision spheres, whose size is 44.',
  },
  'bone-parent': {
    severity: 'error',
    rule: 'M07',
    means: 'The parent of a bone does not exist, or the bone descends from itself.',
    remedy: 'Set the parent to another bone, or to -1 for a root.',
  },
  'bone-limit': {
    severity: 'warning',
    rule: 'M07',
    means: 'The skeleton has more than the 50 bones that the game has room for.',
    remedy: 'Remove bones that move nothing.',
  },
  'sphere-bone': {
    severity: 'error',
    rule: 'M09',
    means: 'A collision sphere hangs on a bone that does not exist.',
    remedy: 'Set the bone to an existing one, or to -1 for model space.',
  },
  'sphere-radius': {
    severity: 'warning',
    rule: 'M09',
    means: 'The radius of a collision sphere is not above 0.',
    remedy: 'Give it a radius, or remove the sphere.',
  },
  'name-not-ended': {
    severity: 'warning',
    rule: 'M13',
    means: 'A text fills its field and leaves no room for the zero at its end.',
    remedy: 'Shorten the text.',
  },
  'lod-distances': {
    severity: 'warning',
    rule: 'M13',
    means: 'The distances of the levels of detail do not ascend.',
    remedy: 'Sort the levels: the finest first, at distance 0.',
  },
  'bone-names': {
    severity: 'warning',
    rule: 'M13',
    means: 'Two bones have the same name.',
    remedy: 'Rename one: the game and other tools find bones by name.',
  },
  'name-garbage': {
    severity: 'info',
    rule: 'M14',
    means: 'Bytes that are no text stand behind the end of a text in its field.',
    remedy: 'Nothing to do: a tool left them behind. They are kept and written back.',
  },
});

const issues = fileIssues;

/** The most bones the game has room for (specification, section 3.6). */
export const MAX_BONES = 50;
const MAX_LODS = 3;
const SUBMESH_VERSION = 7;

/** Yields what breaks the rules of section 14 of the specification. */
export function* check(file: MeshFile): Iterable<Issue> {
  yield* checkHeader(file);
  for (const [i, section] of file.sections.entries()) yield* checkSection(section, ['sections', i], file);
  const { length } = bonesOf(file);
  if (length > MAX_BONES) yield issue(issues['bone-limit'], `${length} bones, the game has room for ${MAX_BONES}`);
}

function* checkHeader(file: MeshFile): Iterable<Issue> {
  if (file.version !== MESH_VERSION) {
    yield issue(issues.version, `0x${(file.version >>> 0).toString(16)} where compiled meshes have 0x40000`, [
      'version',
    ]);
  }
  const last = file.sections.at(-1)?.kind;
  if (last !== 'end' && last !== 'damaged') yield issue(issues['no-end'], 'the last section is not END', ['sections']);
  const submeshes = submeshesOf(file);
  const counts = {
    submeshCount: submeshes.length,
    materialCount: submeshes.reduce((sum, { materials }) => sum + materials.length, 0),
    sphereCount: spheresOf(file).length,
    vertexCount: 0,
    faceCount: 0,
    normalCount: 0,
    lodCount: 0,
    dumbCount: 0,
  };
  if (last === 'damaged') return;
  for (const [name, count] of Object.entries(counts)) {
    const stored = file[name as keyof typeof counts];
    if (stored !== count) yield issue(issues['header-count'], `${stored}, the sections say ${count}`, [name]);
  }
}

function* checkSection(section: Section, path: Path, file: MeshFile): Iterable<Issue> {
  if (section.kind === 'submesh') {
    yield* checkSize(section.size, 0, path);
    yield* checkSubmesh(section.submesh, [...path, 'submesh'], bonesOf(file).length);
  } else if (section.kind === 'sphere') {
    const { name, bone, radius } = section.sphere;
    yield* checkSize(section.size, SPHERE_SIZE, path);
    yield* checkName(name, 24, [...path, 'sphere', 'name']);
    const { length } = bonesOf(file);
    if (bone < -1 || bone >= length) {
      yield issue(issues['sphere-bone'], `bone ${bone} where there are ${length}`, [...path, 'sphere', 'bone']);
    }
    if (!(radius > 0)) yield issue(issues['sphere-radius'], `${radius} is not above 0`, [...path, 'sphere', 'radius']);
  } else if (section.kind === 'bones') {
    yield* checkSize(section.size, 4 + 56 * section.bones.length, path);
    yield* checkBones(section.bones, [...path, 'bones', 'bones']);
  } else if (section.kind === 'end') {
    yield* checkSize(section.size, 0, path);
  }
}

function* checkSize(size: number, expected: number, path: Path): Iterable<Issue> {
  if (size !== expected)
    yield issue(issues['section-size'], `${size}, the content takes ${expected}`, [...path, 'size']);
}

function* checkSubmesh(
  submesh: ReturnType<typeof submeshesOf>[number],
  path: Path,
  boneCount: number,
): Iterable<Issue> {
  yield* checkName(submesh.name, 24, [...path, 'name']);
  yield* checkName(submesh.parentName, 24, [...path, 'parentName']);
  if (submesh.version !== SUBMESH_VERSION) {
    yield issue(issues['submesh-version'], `${submesh.version} where all have 7`, [...path, 'version']);
  }
  const { length } = submesh.lods;
  if (length < 1 || length > MAX_LODS) {
    yield issue(issues['lod-count'], `${length} levels, the game takes 1 to ${MAX_LODS}`, [...path, 'lods']);
  }
  const { lodDistances } = submesh;
  const late = lodDistances.findIndex((distance, i) => i > 0 && !(distance >= lodDistances[i - 1]!));
  if (late > 0) {
    const reason = `${lodDistances[late]} m follows ${lodDistances[late - 1]} m`;
    yield issue(issues['lod-distances'], reason, [...path, 'lodDistances', late]);
  }
  for (const [i, material] of submesh.materials.entries()) {
    yield* checkName(material.diffuseMap, 32, [...path, 'materials', i, 'diffuseMap']);
    yield* checkName(material.reflectionMap, 32, [...path, 'materials', i, 'reflectionMap']);
  }
  for (const [i, trailer] of submesh.trailers.entries()) {
    yield* checkName(trailer.name, 24, [...path, 'trailers', i, 'name']);
  }
  for (const [i, lod] of submesh.lods.entries()) {
    const lodPath = [...path, 'lods', i];
    yield* checkLod(lod, lodPath, submesh.materials.length, boneCount);
    if (lod.data instanceof Damaged) continue;
    for (const [p, { name }] of lod.data.propPoints.entries()) {
      yield* checkName(name, 68, [...lodPath, 'data', 'propPoints', p, 'name']);
    }
  }
}

function* checkBones(bones: ReturnType<typeof bonesOf>, path: Path): Iterable<Issue> {
  const names = new Map<string, number>();
  for (const [i, { name, parent }] of bones.entries()) {
    yield* checkName(name, 24, [...path, i, 'name']);
    const key = textUntilZero(name).toLowerCase();
    const first = names.get(key);
    if (first !== undefined) yield issue(issues['bone-names'], `'${key}' is also bone ${first}`, [...path, i, 'name']);
    else names.set(key, i);
    if (parent < -1 || parent >= bones.length) {
      yield issue(issues['bone-parent'], `parent ${parent} of ${bones.length} bones`, [...path, i, 'parent']);
    }
  }
  for (const i of inCycles(bones.map(({ parent }) => parent))) {
    yield issue(issues['bone-parent'], `bone ${i} descends from itself, its parent is ${bones[i]!.parent}`, [
      ...path,
      i,
      'parent',
    ]);
  }
}

/** Indices of the bones whose ancestors lead back to them. */
export function inCycles(parents: readonly number[]): number[] {
  const rounds = new Uint32Array(parents.length);
  const cyclic: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at >= 0 && at < parents.length && rounds[at] === 0) {
      rounds[at] = start + 1;
      at = parents[at]!;
    }
    if (rounds[at] !== start + 1) continue;
    for (let member = at; ; ) {
      cyclic.push(member);
      member = parents[member]!;
      if (member === at) break;
    }
  }
  return cyclic.sort((a, b) => a - b);
}

function* checkName(text: string, size: number, path: Path): Iterable<Issue> {
  if (text.includes('\0')) {
    yield issue(
      issues['name-garbage'],
      `${text.length - text.indexOf('\0')} bytes behind '${textUntilZero(text)}'`,
      path,
    );
  } else if (text.length >= size) {
    yield issue(issues['name-not-ended'], `${size} characters in a field of ${size} bytes`, path);
  }
}
