import { type Issue, issue, type Path } from '../../issue.ts';
import { multiply } from '../../math/index.ts';
import { issues } from './bfres.issues.ts';
import { boneWorlds, isOrdered, storedInverse } from './pose.ts';
import type { BoneView, SkeletonView } from './view.ts';

// Rules for skeletons that hold on both consoles (specification, sections 6 and 22).

export function* checkSkeleton(skeleton: SkeletonView, path: Path): Iterable<Issue> {
  for (const [b, bone] of skeleton.bones.entries()) {
    if (bone.parent >= b || bone.parent < -1) {
      yield issue(issues['bad-parent'], `the parent of bone ${b} is ${bone.parent}`, [...path, 'bones', b, 'parent']);
    }
    yield* checkIdentities(bone, b, [...path, 'bones', b, 'flags']);
  }
  yield* checkPalette(skeleton, path);
  yield* checkInverses(skeleton, path);
}

const isUniform = ([x, y, z]: readonly number[]): boolean => x === y && y === z;
const hasVolumeOne = ([x, y, z]: readonly number[]): boolean => Math.abs(x! * y! * z! - 1) < 1e-4;
const isZero = ([x, y, z]: readonly number[]): boolean => x === 0 && y === 0 && z === 0;

/** What bits of a bone's flags claim about its transform (section 6.2). */
const IDENTITIES = [
  [1 << 24, 'scale', 'a uniform scale', isUniform],
  [1 << 25, 'scale', 'a scale of volume 1', hasVolumeOne],
  [1 << 26, 'rotation', 'zero rotation', isZero],
  [1 << 27, 'translation', 'zero translation', isZero],
] as const;

function* checkIdentities(bone: BoneView, b: number, path: Path): Iterable<Issue> {
  for (const [bit, part, claim, holds] of IDENTITIES) {
    const values = Array.from(bone[part]);
    if ((bone.flags & bit) === 0 || holds(values)) continue;
    const shown = values.map((value) => Number(value.toPrecision(6))).join(' ');
    yield issue(issues['identity-bits'], `bone '${bone.name ?? b}' claims ${claim}, has ${shown}`, path);
  }
}

/** Places of the palette are bones, and bones know their places (section 6.5). */
function* checkPalette({ bones, matrixToBone, smoothMatrixCount }: SkeletonView, path: Path): Iterable<Issue> {
  for (let k = 0; k < matrixToBone.length; k++) {
    if (matrixToBone[k]! < bones.length) continue;
    const reason = `place ${k} of the palette is bone ${matrixToBone[k]}, there are ${bones.length}`;
    yield issue(issues['bad-palette'], reason, [...path, 'matrixToBone', k]);
  }
  for (const [b, bone] of bones.entries()) {
    for (const field of ['smoothMatrix', 'rigidMatrix'] as const) {
      const place = bone[field];
      const isSmooth = place < smoothMatrixCount;
      if (place < 0 || (matrixToBone[place] === b && isSmooth === (field === 'smoothMatrix'))) continue;
      const found = matrixToBone[place];
      const what =
        found === undefined ? 'which is not there' : `which is ${isSmooth ? 'smooth' : 'rigid'}, of bone ${found}`;
      const reason = `${field} of bone '${bone.name ?? b}' is place ${place}, ${what}`;
      yield issue(issues['palette-differs'], reason, [...path, 'bones', b, field]);
    }
  }
}

/** What stored inverses may be off, in parts of the largest of the skeleton's distances. */
const INVERSE_ERROR = 1e-3;

/** Stored inverse matrices undo where their bones are at rest (section 6.3). */
export function* checkInverses(skeleton: SkeletonView, path: Path): Iterable<Issue> {
  const { bones, matrixToBone, smoothMatrixCount, inverseMatrices } = skeleton;
  if (!isOrdered(bones) || inverseMatrices.length < 12 * smoothMatrixCount) return;
  const worlds = boneWorlds(skeleton);
  let count = 0;
  let first = '';
  for (let k = 0; k < Math.min(smoothMatrixCount, matrixToBone.length); k++) {
    const world = worlds[matrixToBone[k]!];
    if (world === undefined) continue;
    const product = multiply(world, storedInverse(inverseMatrices, k));
    const size = Math.max(1, ...world.slice(12, 15).map(Math.abs));
    if (product.every((value, i) => Math.abs(value - Number(i % 5 === 0)) <= INVERSE_ERROR * size)) continue;
    if (count === 0) first = bones[matrixToBone[k]!]!.name ?? `${matrixToBone[k]}`;
    count++;
  }
  if (count === 0) return;
  const reason = `${count} of ${smoothMatrixCount} matrices, the first of bone '${first}'`;
  yield issue(issues['inverse-differs'], reason, [...path, 'inverseMatrices']);
}
