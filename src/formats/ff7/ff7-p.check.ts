import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { PolygonModel } from './ff7-p.ts';

export const issues = issueKinds('ff7-p', {
  'group-range': {
    severity: 'error',
    rule: 'P-INDEX',
    means: 'A group claims vertices, polygons or texture coordinates beyond the end of their arrays.',
    remedy: 'Export the mesh again: the group table is damaged or was written by a faulty tool.',
  },
  'vertex-index': {
    severity: 'error',
    rule: 'P-INDEX',
    means: 'A polygon uses a vertex that its group does not have.',
    remedy: 'Export the mesh again. Converting it leaves such polygons out.',
  },
  'normal-index': {
    severity: 'warning',
    rule: 'P-NORMAL',
    means: 'A polygon uses a normal that the file does not have.',
    remedy: 'Export the mesh again. Converting it leaves the normals out.',
  },
  'few-hundreds': {
    severity: 'warning',
    rule: 'P-HUND',
    means: 'Fewer render states than groups.',
    remedy: 'Export the mesh again: the game reads one for every group.',
  },
  'bounding-box': {
    severity: 'warning',
    rule: 'P-BOX',
    means: 'The bounding box is not the extent of the vertices.',
    remedy: 'The model may vanish at the border of the picture. Write it anew to have the box computed.',
  },
  'not-finite': {
    severity: 'error',
    rule: 'P-NAN',
    means: 'A coordinate of a vertex is no number.',
    remedy: 'Export the mesh again. Converting it takes 0 instead.',
  },
  'normal-table-behind': {
    severity: 'info',
    rule: 'P-SIZE',
    means: 'Kimera writes the normal index table, but the header says that there is none. It is kept.',
    remedy: 'Nothing needs to be done: the game does not need it.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check(file: PolygonModel): Iterable<Issue> {
  yield* checkGroups(file);
  yield* checkNormals(file);
  const { groups, hundreds, vertices } = file;
  if (hundreds.length < groups.length) {
    yield issue(issues['few-hundreds'], `${hundreds.length} render states, ${groups.length} groups`, ['hundreds']);
  }
  const bad = vertices.position.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    const vertex = Math.floor(bad / 3);
    yield issue(issues['not-finite'], `${vertices.position[bad]} in vertex ${vertex}`, [
      'vertices',
      vertex,
      'position',
    ]);
  }
  yield* checkBox(file);
  if (file.unannouncedTable !== undefined) {
    const reason = `${file.unannouncedTable.length} numbers behind a header that says there are none`;
    yield issue(issues['normal-table-behind'], reason, ['unannouncedTable']);
  }
}

function* checkGroups({ groups, vertices, polygons, texCoords }: PolygonModel): Iterable<Issue> {
  for (let g = 0; g < groups.length; g++) {
    const path = ['groups', g];
    const vertexCount = groups.vertexCount[g]!;
    const [firstPolygon, polygonCount] = [groups.polygonStart[g]!, groups.polygonCount[g]!];
    const ranges = [
      { what: 'vertices', start: groups.vertexStart[g]!, count: vertexCount, length: vertices.length },
      { what: 'polygons', start: firstPolygon, count: polygonCount, length: polygons.length },
      ...(groups.textured[g] === 0
        ? []
        : [
            {
              what: 'texture coordinates',
              start: groups.texCoordStart[g]!,
              count: vertexCount,
              length: texCoords.length,
            },
          ]),
    ];
    for (const { what, start, count, length } of ranges) {
      if (start + count > length) {
        yield issue(issues['group-range'], `${what} ${start} to ${start + count} of ${length}`, path);
      }
    }
    const end = Math.min(firstPolygon + polygonCount, polygons.length);
    for (let p = firstPolygon; p < end; p++) {
      const corner = polygons.vertices.subarray(3 * p, 3 * p + 3).findIndex((vertex) => vertex >= vertexCount);
      if (corner < 0) continue;
      const reason = `vertex ${polygons.vertices[3 * p + corner]} in a group of ${vertexCount}`;
      yield issue(issues['vertex-index'], reason, ['polygons', p, 'vertices', corner]);
      break;
    }
  }
}

function* checkNormals({ polygons, normals }: PolygonModel): Iterable<Issue> {
  if (normals.length === 0) return;
  const bad = polygons.normals.findIndex((normal) => normal >= normals.length);
  if (bad < 0) return;
  const reason = `normal ${polygons.normals[bad]} of ${normals.length}`;
  yield issue(issues['normal-index'], reason, ['polygons', Math.floor(bad / 3), 'normals', bad % 3]);
}

/** Relative to the size of the model. */
const BOX_TOLERANCE = 1e-3;

function* checkBox({ vertices, boundingBoxes }: PolygonModel): Iterable<Issue> {
  if (vertices.length === 0 || boundingBoxes.length === 0) return;
  const { min, max } = extentOf(vertices.position);
  const size = Math.max(...[0, 1, 2].map((axis) => max[axis]! - min[axis]!));
  for (let axis = 0; axis < 3; axis++) {
    const off = Math.max(
      Math.abs(boundingBoxes.min[axis]! - min[axis]!),
      Math.abs(boundingBoxes.max[axis]! - max[axis]!),
    );
    if (!(off > BOX_TOLERANCE * size)) continue;
    const box = `${boundingBoxes.min[axis]} to ${boundingBoxes.max[axis]}`;
    const reason = `${box} along ${'xyz'[axis]}, the vertices reach from ${min[axis]} to ${max[axis]}`;
    yield issue(issues['bounding-box'], reason, ['boundingBoxes', 0]);
    return;
  }
}

/** The smallest and largest coordinates of points, `x y z` after `x y z`. */
export function extentOf(positions: Float32Array): { min: Float32Array<ArrayBuffer>; max: Float32Array<ArrayBuffer> } {
  const min = Float32Array.of(Infinity, Infinity, Infinity);
  const max = Float32Array.of(-Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, positions[i]!);
    max[i % 3] = Math.max(max[i % 3]!, positions[i]!);
  }
  return { min, max };
}
