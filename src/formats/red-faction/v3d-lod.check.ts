import { Damaged } from '../../binary/index.ts';
import { type Issue, type IssueKind, issue, issueKinds, type Path } from '../../issue.ts';
import type { Batch, BatchInfo, Links, Lod, LodData, Triangles } from './v3d-lod.ts';

export const lodIssues = issueKinds('v3d', {
  'triangle-index': {
    severity: 'error',
    rule: 'M05',
    means: 'A triangle uses a vertex that its batch does not have.',
    remedy: 'Conversion drops such triangles. Write the mesh again from its source.',
  },
  'texture-index': {
    severity: 'error',
    rule: 'M05',
    means: 'A batch uses a texture that its level of detail does not list.',
    remedy: 'Conversion gives the batch a plain material. Set the index to an entry of the list.',
  },
  'material-index': {
    severity: 'error',
    rule: 'M05',
    means: 'A texture of a level of detail belongs to a material that the submesh does not have.',
    remedy: 'Conversion gives its batches a plain material. Set the index to a material of the submesh.',
  },
  'missing-bone-weight': {
    severity: 'error',
    rule: 'M08',
    means: 'A vertex hangs on a bone that does not exist.',
    remedy: 'Conversion ignores the weight; a vertex without any other is bound to the root.',
  },
  'weight-sum': {
    severity: 'warning',
    rule: 'M08',
    means: 'The weights of a vertex are far from 255 in sum.',
    remedy:
      'Conversion scales them to 255. The original game does not, and moves the vertex too far or not far enough.',
  },
  'prop-bone': {
    severity: 'error',
    rule: 'M09',
    means: 'A prop point hangs on a bone that does not exist.',
    remedy: 'Set the bone to an existing one, or to -1 for model space.',
  },
  'no-normal': {
    severity: 'warning',
    rule: 'M10',
    means: 'Normals are not numbers.',
    remedy: 'Usual for vertices of triangles without area. Conversion computes them from the triangles around.',
  },
  'no-area': {
    severity: 'warning',
    rule: 'M10',
    means: 'Triangles have no area, or no plane.',
    remedy: 'Harmless: they cannot be seen. Removing them from the model saves work for the game.',
  },
  'not-finite': {
    severity: 'error',
    rule: 'M11',
    means: 'A position or texture coordinate is not a finite number.',
    remedy: 'Conversion puts 0 in its place. Write the mesh again from its source.',
  },
  'morph-map': {
    severity: 'error',
    rule: 'M12',
    means: 'A morph map leads to a vertex that the batch does not have.',
    remedy: 'Conversion skips the entry. Write the mesh again from its source.',
  },
  'texture-limit': {
    severity: 'warning',
    rule: 'M13',
    means: 'A level of detail has more than the 7 textures that the game has room for.',
    remedy: 'Merge textures.',
  },
  'no-same-positions': {
    severity: 'info',
    rule: 'M14',
    means: 'A batch that can morph has several vertices at one position and does not say so.',
    remedy: 'Nothing to do, unless the character has morph clips: the copies then stay where they are.',
  },
  padding: {
    severity: 'info',
    rule: 'M14',
    means: 'Bytes between the streams are not zero.',
    remedy: 'Nothing to do: a tool left them behind. They are kept and written back.',
  },
});

const issues = lodIssues;

const MAX_TEXTURES = 7;
/** How far the weights of a vertex may be from 255 in sum. */
const WEIGHT_TOLERANCE = 3;

/** Yields what breaks the rules of section 14 in one level of detail: one issue a rule and batch, with counts. */
export function* checkLod(lod: Lod, path: Path, materialCount: number, boneCount: number): Iterable<Issue> {
  const { textures, data } = lod;
  if (textures.length > MAX_TEXTURES) {
    yield issue(issues['texture-limit'], `${textures.length} textures`, [...path, 'textures']);
  }
  for (const [i, { materialIndex }] of textures.entries()) {
    if (materialIndex >= materialCount) {
      const reason = `material ${materialIndex} where there are ${materialCount}`;
      yield issue(issues['material-index'], reason, [...path, 'textures', i, 'materialIndex']);
    }
  }
  if (!(data instanceof Damaged)) yield* checkData(data, lod, [...path, 'data'], boneCount);
}

function* checkData(data: LodData, lod: Lod, path: Path, boneCount: number): Iterable<Issue> {
  for (const [i, { textureIndex }] of data.headers.entries()) {
    if (textureIndex < 0 || textureIndex >= lod.textures.length) {
      const reason = `texture ${textureIndex} where there are ${lod.textures.length}`;
      yield issue(issues['texture-index'], reason, [...path, 'headers', i, 'textureIndex']);
    }
  }
  for (const [i, batch] of data.batches.entries()) yield* checkBatch(batch, lod.infos[i]!, [...path, i], boneCount);
  for (const [i, { parentBone }] of data.propPoints.entries()) {
    if (parentBone < -1 || parentBone >= boneCount) {
      const reason = `bone ${parentBone} where there are ${boneCount}`;
      yield issue(issues['prop-bone'], reason, [...path, 'propPoints', i, 'parentBone']);
    }
  }
  if (data.headerSlack !== undefined || data.batchSlack !== undefined) {
    yield issue(issues.padding, 'bytes that are not zero between the parts', path);
  }
}

function* checkBatch(batch: Batch, { vertexCount }: BatchInfo, path: Path, boneCount: number): Iterable<Issue> {
  const { positions, normals, uvs, triangles, planes, links, morphMap, samePos, slack } = batch;
  const { indices } = triangles;
  const found = (kind: IssueKind, bad: readonly number[], what: (i: number) => string, field: string) =>
    bad.length === 0
      ? []
      : [
          issue(kind, `${what(bad[0]!)}${bad.length > 1 ? ` and ${bad.length - 1} more` : ''}`, [
            ...path,
            field,
            bad[0]!,
          ]),
        ];
  const row = (i: number) => Math.floor(i / 3);

  yield* found(
    issues['not-finite'],
    where(positions, (x) => !Number.isFinite(x)),
    (i) => `${positions[i]}`,
    'positions',
  );
  yield* found(
    issues['not-finite'],
    where(uvs, (x) => !Number.isFinite(x)),
    (i) => `${uvs[i]}`,
    'uvs',
  );
  const noNormals = [...new Set(where(normals, Number.isNaN).map(row))];
  yield* found(issues['no-normal'], noNormals, (i) => `vertex ${i}`, 'normals');
  const outside = where(indices, (index) => index >= vertexCount);
  yield* found(issues['triangle-index'], outside, (i) => `vertex ${indices[i]} of ${vertexCount}`, 'triangles');
  const flat = flatTriangles(positions, triangles, vertexCount);
  yield* found(issues['no-area'], flat, (i) => `triangle ${i} has no area`, 'triangles');
  if (planes !== undefined) {
    const without = where(planes.d, (d, i) => Number.isNaN(d) || Number.isNaN(planes.normal[3 * i]!));
    const flatSet = new Set(flat);
    const more = without.filter((i) => !flatSet.has(i));
    yield* found(issues['no-area'], more, (i) => `triangle ${i} has no plane`, 'planes');
  }
  if (links !== undefined && boneCount > 0) yield* checkLinks(links, boneCount, found);
  if (morphMap !== undefined) {
    const bad = where(morphMap, (vertex) => vertex < -1 || vertex >= vertexCount);
    yield* found(issues['morph-map'], bad, (i) => `vertex ${morphMap[i]} of ${vertexCount}`, 'morphMap');
  }
  // Only morph clips, which go by the map, ask where copies of a vertex are.
  if (morphMap !== undefined && samePos.every((back) => back === 0)) {
    const copies = countCopies(positions);
    if (copies > 0) {
      yield issue(issues['no-same-positions'], `${copies} of ${vertexCount} vertices repeat a position`, [
        ...path,
        'samePos',
      ]);
    }
  }
  const left = Object.keys(slack);
  if (left.length > 0) yield issue(issues.padding, `bytes that are not zero behind ${left.join(', ')}`, path);
}

type Found = (kind: IssueKind, bad: readonly number[], what: (i: number) => string, field: string) => Issue[];

function* checkLinks({ weights, bones }: Links, boneCount: number, found: Found): Iterable<Issue> {
  const missing = where(weights, (weight, i) => weight > 0 && bones[i]! >= boneCount);
  yield* found(issues['missing-bone-weight'], missing, (i) => `weight on bone ${bones[i]} of ${boneCount}`, 'links');
  const sums = Array.from({ length: weights.length / 4 }, (_, i) =>
    weights.subarray(4 * i, 4 * i + 4).reduce((sum, weight) => sum + weight, 0),
  );
  const far = where(sums, (sum) => Math.abs(sum - 255) > WEIGHT_TOLERANCE);
  yield* found(issues['weight-sum'], far, (i) => `weights of vertex ${i} are ${sums[i]} in sum`, 'links');
}

interface Numbers {
  readonly length: number;
  readonly [i: number]: number;
}

function where(values: Numbers, is: (value: number, i: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) if (is(values[i]!, i)) found.push(i);
  return found;
}

/** Triangles whose corners exist and lie on one line. */
function flatTriangles(positions: Float32Array, { length, indices }: Triangles, vertexCount: number): number[] {
  const flat: number[] = [];
  for (let t = 0; t < length; t++) {
    const [a, b, c] = [indices[3 * t]!, indices[3 * t + 1]!, indices[3 * t + 2]!];
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount) continue;
    if (doubleArea(positions, a, b, c) === 0) flat.push(t);
  }
  return flat;
}

/** Twice the area of a triangle. */
function doubleArea(p: Float32Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [0, 1, 2].map((k) => p[3 * b + k]! - p[3 * a + k]!) as [number, number, number];
  const [vx, vy, vz] = [0, 1, 2].map((k) => p[3 * c + k]! - p[3 * a + k]!) as [number, number, number];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** How many vertices stand where an earlier one does. */
function countCopies(positions: Float32Array): number {
  const seen = new Set<string>();
  const count = positions.length / 3;
  for (let i = 0; i < count; i++)
    seen.add(`${positions[3 * i]! + 0} ${positions[3 * i + 1]! + 0} ${positions[3 * i + 2]! + 0}`);
  return count - seen.size;
}
