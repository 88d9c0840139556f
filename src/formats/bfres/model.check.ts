import { type Issue, issue, type Path } from '../../issue.ts';
import { decodeAttribute, fits } from './attribute-format.ts';
import { issues } from './bfres.issues.ts';
import type { MeshView, ModelView, ShapeView, SkeletonView } from './view.ts';

// Rules for models that hold on both consoles (specification, section 22). Each rule tells of a part once.

export function* checkModel(model: ModelView, path: Path): Iterable<Issue> {
  yield* checkSkeleton(model.skeleton, [...path, 'skeleton']);
  for (const [s, shape] of model.shapes.entries()) yield* checkShape(model, shape, [...path, 'shapes', s]);
}

const IDENTITIES = [
  [1 << 24, 'scale'],
  [1 << 26, 'rotation'],
  [1 << 27, 'translation'],
] as const;

function* checkSkeleton({ bones, matrixToBone }: SkeletonView, path: Path): Iterable<Issue> {
  for (const [b, bone] of bones.entries()) {
    if (bone.parent >= b || bone.parent < -1) {
      yield issue(issues['bad-parent'], `the parent of bone ${b} is ${bone.parent}`, [...path, 'bones', b, 'parent']);
    }
    const wrong = IDENTITIES.filter(([bit, part]) => (bone.flags & bit) !== 0 && !isIdentity(bone[part], part));
    for (const [, part] of wrong) {
      const values = Array.from(bone[part]).map((value) => Number(value.toPrecision(6)));
      const reason = `bone '${bone.name ?? b}' claims a ${part === 'scale' ? 'uniform scale' : `zero ${part}`}, has ${values.join(' ')}`;
      yield issue(issues['identity-bits'], reason, [...path, 'bones', b, 'flags']);
    }
  }
  for (let k = 0; k < matrixToBone.length; k++) {
    if (matrixToBone[k]! < bones.length) continue;
    const reason = `place ${k} of the palette is bone ${matrixToBone[k]}, there are ${bones.length}`;
    yield issue(issues['bad-palette'], reason, [...path, 'matrixToBone', k]);
  }
}

function isIdentity(values: ArrayLike<number>, part: 'scale' | 'rotation' | 'translation'): boolean {
  if (part === 'scale') return values[0] === values[1] && values[1] === values[2];
  return values[0] === 0 && values[1] === 0 && values[2] === 0;
}

function* checkShape(model: ModelView, shape: ShapeView, path: Path): Iterable<Issue> {
  const { bones } = model.skeleton;
  if (shape.materialIndex >= model.materials.length) {
    const reason = `material ${shape.materialIndex} of ${model.materials.length}`;
    yield issue(issues['bad-index'], reason, [...path, 'materialIndex']);
  }
  if (shape.boneIndex >= bones.length) {
    yield issue(issues['bad-index'], `bone ${shape.boneIndex} of ${bones.length}`, [...path, 'boneIndex']);
  }
  for (const [name, { format, data }] of shape.attributes) {
    if (format === undefined) yield issue(issues['bad-attribute'], `${name} is in an unknown format`, path);
    else if (!fits(data, format)) {
      const reason = `${name} of ${data.count} vertices does not fit ${data.bytes.length} bytes in rows of ${data.stride}`;
      yield issue(issues['bad-attribute'], reason, path);
    }
  }
  for (const [m, mesh] of shape.meshes.entries()) yield* checkIndices(mesh, shape.vertexCount, [...path, 'meshes', m]);
  yield* checkSkinning(model.skeleton, shape, path);
  yield* checkNormals(shape, path);
}

function* checkIndices({ indices, firstVertex }: MeshView, vertexCount: number, path: Path): Iterable<Issue> {
  const at = indices.findIndex((index) => index + firstVertex >= vertexCount);
  if (at < 0) return;
  const reason = `index ${at} is ${indices[at]! + firstVertex}, there are ${vertexCount} vertices`;
  yield issue(issues['bad-index'], reason, [...path, 'indices', at]);
}

/** Values of an attribute, if it can be read. */
function valuesOf({ attributes }: ShapeView, name: string): Float32Array | undefined {
  const { format, data } = attributes.get(name) ?? {};
  return format !== undefined && fits(data!, format) ? decodeAttribute(data!, format, 4) : undefined;
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
