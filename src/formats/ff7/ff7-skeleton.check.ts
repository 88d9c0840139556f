import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { Skeleton } from './ff7-skeleton.ts';

export const issues = issueKinds('ff7-skeleton', {
  parent: {
    severity: 'error',
    rule: 'AA-PARENT',
    means: 'A bone whose parent is itself, comes after it or does not exist.',
    remedy: 'Order the bones so that parents come before their children.',
  },
  'length-not-finite': {
    severity: 'error',
    rule: 'AA-LEN',
    means: 'The length of a bone is no number.',
    remedy: 'Give the bone the length of the same bone in another copy of the file.',
  },
  'unusual-length': {
    severity: 'warning',
    rule: 'AA-LEN',
    means: 'A bone of positive length, or of more than 10000 units: the game has none.',
    remedy: 'Lengths are negative: the children of a bone lie on its -Z axis.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check({ bones }: Skeleton): Iterable<Issue> {
  for (let i = 0; i < bones.length; i++) {
    const parent = bones.parent[i]!;
    const length = bones.boneLength[i]!;
    if (parent < -1 || parent >= i) {
      yield issue(issues.parent, `parent ${parent} of bone ${i}`, ['bones', i, 'parent']);
    }
    if (!Number.isFinite(length)) {
      yield issue(issues['length-not-finite'], `length ${length} of bone ${i}`, ['bones', i, 'boneLength']);
    } else if (length > 0 || length < -10_000) {
      yield issue(issues['unusual-length'], `length ${length} of bone ${i}`, ['bones', i, 'boneLength']);
    }
  }
}
