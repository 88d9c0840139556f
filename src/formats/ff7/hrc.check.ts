import { type Issue, issue, issueKinds } from '../../issue.ts';
import { type Hrc, parentsOf, ROOT } from './hrc.ts';

export const issues = issueKinds('hrc', {
  head: {
    severity: 'error',
    rule: 'HRC-HEAD',
    means: 'One of the three lines that begin a skeleton is missing.',
    remedy: 'A skeleton begins with `:HEADER_BLOCK 2`, `:SKELETON` and its name, `:BONES` and their number.',
  },
  number: {
    severity: 'error',
    rule: 'HRC-NUM',
    means: 'A text stands where a number has to be.',
    remedy: 'Write the number as a plain decimal, with a point.',
  },
  'resource-count': {
    severity: 'warning',
    means: 'A bone announces another number of resources than it names.',
    remedy: 'Correct the number at the start of the line.',
  },
  'bone-count': {
    severity: 'error',
    rule: 'HRC-COUNT',
    means: 'The head announces another number of bones than follow.',
    remedy: 'Correct the number behind `:BONES`.',
  },
  parent: {
    severity: 'error',
    rule: 'HRC-PARENT',
    means: 'A bone hangs from a bone that does not come before it.',
    remedy: 'Correct the name of the parent, or move the parent up.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check(file: Hrc): Iterable<Issue> {
  const { boneCount, bones } = file;
  if (boneCount !== bones.length && !(boneCount === 0 && bones.length === 1)) {
    yield issue(issues['bone-count'], `${boneCount} bones announced, ${bones.length} follow`, ['boneCount']);
  }
  const parents = parentsOf(file);
  for (const [i, { name, parent }] of bones.entries()) {
    if (parents[i] !== -1 || parent === ROOT) continue;
    yield issue(issues.parent, `'${name}' hangs from '${parent}'`, ['bones', i, 'parent']);
  }
}
