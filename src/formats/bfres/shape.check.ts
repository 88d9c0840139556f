import { type Issue, issue, type Path } from '../../issue.ts';
import { fits } from './attribute-format.ts';
import { issues } from './bfres.issues.ts';
import { valuesOf } from './stored-vertices.ts';
import type { AttributeView, MeshView, ModelView, ShapeView, SkeletonView } from './view.ts';

// Rules for shapes that hold on both consoles (specification, sections 7 to 9 and 22). Each rule tells of a part once.

export function* checkShape(model: ModelView, shape: ShapeView, path: Path): Iterable<Issue> {
  yield* checkReferences(model, shape, path);
  for (const name of shape.lostAttributes) {
    yield issue(issues['bad-attribute'], `${name} is in a buffer that is not there`, path);
  }
  for (const [name, attribute] of shape.attributes) {
    const fault = faultOf(attribute);
    if (fault !== undefined) yield issue(issues['bad-attribute'], `${name} ${fault}`, path);
  }
  const positions = valuesOf(shape, '_p0', 3);
  for (const [m, mesh] of shape.meshes.entries()) {
    yield* checkIndices(mesh, shape.vertexCount, [...path, 'meshes', m]);
    yield* checkTriangles(mesh, positions, [...path, 'meshes', m]);
  }
  yield* checkSkinning(model.skeleton, shape, path);
  yield* checkNormals(shape, path);
}

function* checkReferences(model: ModelView, shape: ShapeView, path: Path): Iterable<Issue> {
  const references = [
    ['material', 'materialIndex', model.materials.length],
    ['bone', 'boneIndex', model.skeleton.bones.length],
    ['vertex buffer', 'vertexBufferIndex', model.vertexBufferCount],
  ] as const;
  for (const [what, field, count] of references) {
    if (shape[field] < count) continue;
    yield issue(issues['bad-index'], `${what} ${shape[field]} of ${count}`, [...path, field]);
  }
}

function faultOf({ format, data }: AttributeView): string | undefined {
  if (format === undefined) return 'is in an unknown format';
  const { bytes, stride, offset, count } = data;
  if (stride > 0 && offset + format.size > stride) return `ends at ${offset + format.size} in rows of ${stride} bytes`;
  return fits(data, format)
    ? undefined
    : `of ${count} vertices does not fit ${bytes.length} bytes in rows of ${stride}`;
}

function* checkIndices({ indices, firstVertex }: MeshView, vertexCount: number, path: Path): Iterable<Issue> {
  const at = indices.findIndex((index) => index + firstVertex >= vertexCount);
  if (at < 0) return;
  const reason = `index ${at} is ${indices[at]! + firstVertex}, there are ${vertexCount} vertices`;
  yield issue(issues['bad-index'], reason, [...path, 'indices', at]);
}

/** Triangles two corners of which are at one place. Strips are full of them on purpose. */
function* checkTriangles(
  { primitive, indices, firstVertex }: MeshView,
  positions: Float32Array | undefined,
  path: Path,
): Iterable<Issue> {
  if (primitive !== 'triangles') return;
  const isSame = (a: number, b: number): boolean => {
    if (a === b || positions === undefined) return a === b;
    const [p, q] = [3 * (a + firstVertex), 3 * (b + firstVertex)];
    for (let c = 0; c < 3; c++) if (positions[p + c] !== positions[q + c]) return false;
    return p < positions.length;
  };
  let count = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    if (isSame(a, b) || isSame(b, c) || isSame(a, c)) count++;
  }
  const total = Math.floor(indices.length / 3);
  if (count > 0) yield issue(issues['degenerate-triangles'], `${count} of ${total} triangles`, [...path, 'indices']);
  if (indices.length % 3 !== 0) {
    const reason = `${indices.length} indices make no whole triangles`;
    yield issue(issues['degenerate-triangles'], reason, [...path, 'indices']);
  }
}

function* checkSkinning({ matrixToBone }: SkeletonView, shape: ShapeView, path: Path): Iterable<Issue> {
  const { skinCount, vertexCount } = shape;
  const indices = skinCount > 0 ? valuesOf(shape, '_i0') : undefined;
  if (indices === undefined) return;
  const weights = valuesOf(shape, '_w0');
  const used = Math.min(4, skinCount);
  let unbalanced = 0;
  for (let v = 0; v < vertexCount; v++) {
    let sum = 0;
    for (let k = 0; k < used; k++) {
      const weight = weights === undefined ? Number(k === 0) : weights[4 * v + k]!;
      sum += weight;
      if (weight === 0 || indices[4 * v + k]! < matrixToBone.length) continue;
      const reason = `vertex ${v} follows place ${indices[4 * v + k]} of a palette of ${matrixToBone.length}`;
      yield issue(issues['bad-palette'], reason, path);
      return;
    }
    if (skinCount > 1 && skinCount <= 4 && Math.abs(sum - 1) > WEIGHT_TOLERANCE) unbalanced++;
  }
  if (unbalanced > 0) yield issue(issues['weights-sum'], `${unbalanced} of ${vertexCount} vertices`, path);
}
/** Half a step of weights in bytes. */
const WEIGHT_TOLERANCE = 0.5 / 255;

const SHORTEST = 0.95;
const LONGEST = 1.05;

function* checkNormals(shape: ShapeView, path: Path): Iterable<Issue> {
  const normals = valuesOf(shape, '_n0');
  let odd = 0;
  for (let at = 0; at < (normals?.length ?? 0); at += 4) {
    const length = Math.hypot(normals![at]!, normals![at + 1]!, normals![at + 2]!);
    if (!(length >= SHORTEST && length <= LONGEST)) odd++;
  }
  if (odd > 0) yield issue(issues['normals-length'], `${odd} of ${shape.vertexCount} normals`, path);
}
