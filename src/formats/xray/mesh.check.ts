import { chunkValue } from '../../binary/index.ts';
import { type Issue, issue, issueKinds, type Path } from '../../issue.ts';
import { MESH_VERSION, type Mesh, WEIGHT_MAP } from './mesh.ts';
import { type AnyVertexMap, meshMaps, meshVertices } from './mesh-parts.ts';
import { issues as shared } from './xray.issues.ts';

// Rules of the meshes of `.object` files (specification, sections 7 and 23).

export const issues = issueKinds('object', {
  'degenerate-face': {
    severity: 'warning',
    rule: '23.2 degenerate-face',
    means: 'Faces have the same vertex at two corners. They are not drawn, but written back.',
    remedy: 'Remove the faces in a modelling program.',
  },
  'unknown-surface': {
    severity: 'warning',
    rule: '7.6',
    means: 'A mesh names a surface that the object does not have.',
    remedy: 'Add the surface, or give its faces another one.',
  },
  'empty-surface': {
    severity: 'warning',
    rule: '23.2 empty-sface',
    means: 'A mesh lists a surface without faces, which the SDK refuses.',
    remedy: 'Remove the surface from the list of the mesh.',
  },
  'face-surfaces': {
    severity: 'warning',
    rule: '7.6',
    means: 'Faces belong to no surface, or to several.',
    remedy: 'Give every face exactly one surface.',
  },
  'wrong-length': {
    severity: 'warning',
    rule: '7.1',
    means: 'A list with one entry per face or corner has another length.',
    remedy: 'The list is not used. Save the object again with the tool that made it.',
  },
  'wrong-map-vertex': {
    severity: 'warning',
    rule: '7.4',
    means: 'An entry of a vertex map belongs to another vertex than the corner that uses it.',
    remedy: 'The corner counts. The SDK rebuilds the maps when it saves the object.',
  },
  'unknown-weight-map': {
    severity: 'warning',
    rule: '9',
    means: 'A weight map has the name of no bone. Its weights are left out; the SDK refuses the object.',
    remedy: 'Rename the map to the weight map name of its bone.',
  },
  'no-weight': {
    severity: 'warning',
    rule: '9',
    means:
      'Corners have no weight although the object has bones. They follow the root; the SDK refuses to compile them.',
    remedy: 'Assign the vertices to a bone.',
  },
  'no-uv': {
    severity: 'warning',
    rule: '7.5',
    means: 'Corners have no texture coordinates. They get 0, 0.',
    remedy: 'Unwrap the mesh.',
  },
});

/** What the object around a mesh has. */
export interface MeshSurroundings {
  /** Names in lower case. */
  readonly surfaces: ReadonlySet<string>;
  /** Names of the weight maps and bones in lower case; undefined where the object has no bones. */
  readonly weightMaps: ReadonlySet<string> | undefined;
}

export function* checkMesh(mesh: Mesh, around: MeshSurroundings, path: Path): Iterable<Issue> {
  const vertices = meshVertices(mesh);
  const faces = chunkValue(mesh, 'faces');
  const version = chunkValue(mesh, 'version');
  if (version !== undefined && version !== MESH_VERSION) {
    yield issue(shared['wrong-version'], `version ${version} instead of ${MESH_VERSION}`, [...path, 'version']);
  }
  for (const [name, value] of Object.entries({
    version,
    name: chunkValue(mesh, 'name'),
    bounds: chunkValue(mesh, 'bounds'),
    flags: chunkValue(mesh, 'flags'),
    vertices,
    faces,
    references: chunkValue(mesh, 'references'),
    surfaces: chunkValue(mesh, 'surfaces'),
    'vertex maps': meshMaps(mesh)[0],
  })) {
    if (value === undefined) yield issue(shared['missing-chunk'], `no ${name}`, path);
  }
  if (vertices === undefined || faces === undefined) return;
  yield* checkBounds(mesh, vertices, path);
  yield* checkFaces(faces.corners, vertices.length / 3, chunkValue(mesh, 'references')?.length ?? 0, path);
  yield* checkSurfaces(mesh, faces.length, around.surfaces, path);
  yield* checkLengths(mesh, faces.length, path);
  yield* checkReferences(mesh, faces.corners, around, path);
}

/** Metres that a stored bounding box may be off. */
const BOUNDS_TOLERANCE = 1e-4;

function* checkBounds(mesh: Mesh, positions: Float32Array, path: Path): Iterable<Issue> {
  const bounds = chunkValue(mesh, 'bounds');
  if (bounds === undefined || positions.length === 0) return;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, positions[i]!);
    max[i % 3] = Math.max(max[i % 3]!, positions[i]!);
  }
  const off = Math.max(
    ...min.map((value, i) => Math.abs(value - bounds.min[i]!)),
    ...max.map((value, i) => Math.abs(value - bounds.max[i]!)),
  );
  if (!(off <= BOUNDS_TOLERANCE)) {
    yield issue(shared['wrong-bounds'], `the box is ${off.toPrecision(3)} m off`, [...path, 'bounds']);
  }
}

function* checkFaces(corners: Int32Array, vertices: number, references: number, path: Path): Iterable<Issue> {
  let degenerate = 0;
  for (let i = 0; i < corners.length; i += 2) {
    const [vertex, reference] = [corners[i]!, corners[i + 1]!];
    if (vertex < 0 || vertex >= vertices || reference < 0 || reference >= references) {
      const reason = `vertex ${vertex} of ${vertices}, reference ${reference} of ${references}`;
      yield issue(shared['index-out-of-range'], reason, [...path, 'faces', Math.floor(i / 6), 'corners']);
      return;
    }
  }
  for (let i = 0; i < corners.length; i += 6) {
    const [a, b, c] = [corners[i], corners[i + 2], corners[i + 4]];
    if (a === b || b === c || c === a) degenerate++;
  }
  if (degenerate > 0) yield issue(issues['degenerate-face'], `${degenerate} faces`, [...path, 'faces']);
}

function* checkSurfaces(mesh: Mesh, faceCount: number, known: ReadonlySet<string>, path: Path): Iterable<Issue> {
  const uses = new Uint32Array(faceCount);
  for (const [s, { surface, faces }] of (chunkValue(mesh, 'surfaces') ?? []).entries()) {
    const where = [...path, 'surfaces', s];
    if (!known.has(surface.toLowerCase())) yield issue(issues['unknown-surface'], `no surface '${surface}'`, where);
    if (faces.length === 0) yield issue(issues['empty-surface'], `'${surface}' has no faces`, where);
    const outside = faces.find((face) => face < 0 || face >= faceCount);
    if (outside !== undefined) yield issue(shared['index-out-of-range'], `face ${outside} of ${faceCount}`, where);
    for (const face of faces) if (face >= 0 && face < faceCount) uses[face]!++;
  }
  const odd = uses.filter((count) => count !== 1).length;
  if (odd > 0) yield issue(issues['face-surfaces'], `${odd} of ${faceCount} faces`, [...path, 'surfaces']);
}

function* checkLengths(mesh: Mesh, faceCount: number, path: Path): Iterable<Issue> {
  for (const [name, expected] of [
    ['smoothing', faceCount],
    ['normals', faceCount * 9],
  ] as const) {
    const length = chunkValue(mesh, name)?.length ?? expected;
    if (length !== expected) {
      yield issue(issues['wrong-length'], `${length} numbers for ${faceCount} faces`, [...path, name]);
    }
  }
}

function* checkReferences(
  mesh: Mesh,
  corners: Int32Array,
  { weightMaps }: MeshSurroundings,
  path: Path,
): Iterable<Issue> {
  const maps: readonly AnyVertexMap[] = meshMaps(mesh);
  const references = chunkValue(mesh, 'references');
  if (references === undefined) return;
  const starts = new Int32Array(references.length + 1);
  for (let i = 0; i < references.length; i++) starts[i + 1] = starts[i]! + references.counts[i]! * 2;
  let [wrongVertex, noUv, noWeight] = [0, 0, 0];
  for (let i = 0; i < corners.length; i += 2) {
    const [vertex, reference] = [corners[i]!, corners[i + 1]!];
    if (reference < 0 || reference >= references.length) continue;
    let [hasUv, hasWeight] = [false, false];
    for (let at = starts[reference]!; at < starts[reference + 1]!; at += 2) {
      const map = maps[references.values[at]!];
      const entry = references.values[at + 1]!;
      if (map === undefined || entry < 0 || entry >= map.entryCount) {
        const reason = `entry ${entry} of map ${references.values[at]} of ${maps.length}`;
        yield issue(shared['index-out-of-range'], reason, [...path, 'references', reference]);
        return;
      }
      if (map.type === WEIGHT_MAP) hasWeight = true;
      else hasUv = true;
      if (map.vertices !== undefined && map.vertices[entry] !== vertex) wrongVertex++;
    }
    if (!hasUv) noUv++;
    if (!hasWeight) noWeight++;
  }
  const total = corners.length / 2;
  if (wrongVertex > 0) yield issue(issues['wrong-map-vertex'], `${wrongVertex} references`, [...path, 'vertexMaps']);
  if (noUv > 0) yield issue(issues['no-uv'], `${noUv} of ${total} corners`, [...path, 'references']);
  if (weightMaps === undefined) return;
  if (noWeight > 0) yield issue(issues['no-weight'], `${noWeight} of ${total} corners`, [...path, 'references']);
  for (const [m, { name, type }] of maps.entries()) {
    if (type === WEIGHT_MAP && !weightMaps.has(name.toLowerCase())) {
      yield issue(issues['unknown-weight-map'], `'${name}' belongs to no bone`, [...path, 'vertexMaps', m]);
    }
  }
}
