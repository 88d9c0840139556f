import { type Issue, issue, issueKinds } from '../../issue.ts';
import { check as checkBank } from './ff7-bank.check.ts';
import type { Pack } from './ff7-pack.ts';

export const issues = issueKinds('ff7-pack', {
  'unknown-section': {
    severity: 'warning',
    means: 'A section behind the animations that is neither a picture nor a weapon. It is kept as bytes.',
    remedy: 'Nothing needs to be done. Converting the model leaves the section out.',
  },
  'tim-size': {
    severity: 'warning',
    means: 'A picture states another size than its pixels take.',
    remedy: 'Nothing needs to be done: the size follows from width and height.',
  },
  parent: {
    severity: 'error',
    means: 'A bone whose parent is itself, comes after it or does not exist.',
    remedy: 'The skeleton is damaged. Take the pack from another copy.',
  },
});

/** Yields what looks like damage. */
export function* check({ model, animations, rest }: Pack): Iterable<Issue> {
  for (const [i, { parent }] of model.entries.entries()) {
    if (i > 0 && parent >= i) yield issue(issues.parent, `parent ${parent} of entry ${i}`, ['model', 'entries', i]);
  }
  for (const [i, part] of rest.entries()) {
    if (!('image' in part)) continue;
    for (const name of ['palettes', 'image'] as const) {
      const { size, width, height } = part[name];
      const expected = 12 + 2 * width * height;
      if (size !== expected)
        yield issue(issues['tim-size'], `${size} bytes, ${expected} follow`, ['rest', i, name, 'size']);
    }
  }
  yield* checkBank({ records: animations });
}
