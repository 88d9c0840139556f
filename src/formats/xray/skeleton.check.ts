import { type Issue, issue, type Path } from '../../issue.ts';
import { checkNames } from './motion.check.ts';
import { issues } from './xray.issues.ts';

// Rules of skeletons and their partitions, in source and compiled models.

/** More than this the game refuses. */
export const MAX_BONES = 64;

interface BoneName {
  readonly name: string;
  readonly parent: string;
}

/** Yields what is wrong with the hierarchy of bones that name their parents. */
export function* checkHierarchy(bones: readonly BoneName[], path: Path): Iterable<Issue> {
  if (bones.length > MAX_BONES) {
    yield issue(issues['too-many-bones'], `${bones.length} bones, the game accepts ${MAX_BONES}`, path);
  }
  yield* checkNames(
    bones.map(({ name }) => name),
    'bone',
    path,
  );
  const parents = new Map(bones.map(({ name, parent }) => [name.toLowerCase(), parent.toLowerCase()]));
  const roots = bones.filter(({ parent }) => parent === '');
  if (roots.length > 1) {
    yield issue(issues['several-roots'], `${roots.map(({ name }) => `'${name}'`).join(', ')} have no parent`, path);
  }
  for (const [i, { name, parent }] of bones.entries()) {
    if (parent !== '' && !parents.has(parent.toLowerCase())) {
      yield issue(issues['missing-parent'], `'${name}' hangs on '${parent}', which is no bone`, [...path, i]);
    } else if (leadsInCircle(name.toLowerCase(), parents)) {
      yield issue(issues['no-root-bone'], `the parents of '${name}' lead back to it`, [...path, i]);
    }
  }
}

function leadsInCircle(name: string, parents: ReadonlyMap<string, string>): boolean {
  let at = parents.get(name);
  for (let steps = 0; at !== undefined && at !== '' && steps <= parents.size; steps++) {
    if (at === name) return true;
    at = parents.get(at);
  }
  return false;
}

interface PartitionNames {
  readonly name: string;
  readonly bones: readonly string[];
}

/** Yields which bones partitions miss or repeat. Without any partition all is well. */
export function* checkPartitions(
  partitions: readonly PartitionNames[],
  bones: readonly string[],
  path: Path,
): Iterable<Issue> {
  if (partitions.length === 0 || bones.length === 0) return;
  const counts = new Map(bones.map((bone) => [bone.toLowerCase(), 0]));
  const strangers: string[] = [];
  for (const name of partitions.flatMap((partition) => partition.bones)) {
    const count = counts.get(name.toLowerCase());
    if (count === undefined) strangers.push(name);
    else counts.set(name.toLowerCase(), count + 1);
  }
  const of = (wanted: (count: number) => boolean) => [...counts].filter(([, n]) => wanted(n)).map(([name]) => name);
  for (const [what, names] of [
    ['no bones', strangers],
    ['in no partition', of((count) => count === 0)],
    ['in several partitions', of((count) => count > 1)],
  ] as const) {
    if (names.length > 0) yield issue(issues['partition-bones'], `${what}: ${names.join(', ')}`, path);
  }
}
