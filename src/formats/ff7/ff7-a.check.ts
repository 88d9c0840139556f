import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { FieldAnimation } from './ff7-a.ts';

export const issues = issueKinds('ff7-a', {
  'rotation-order': {
    severity: 'warning',
    rule: 'A-ORDER',
    means: 'The rotations are to be applied in another order than in all known files.',
    remedy: 'The game ignores the order. The animation is converted in the usual one.',
  },
  'not-finite': {
    severity: 'error',
    means: 'An angle or a coordinate is no number.',
    remedy: 'Export the animation again. Converting it takes 0 instead.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check({ rotationOrder, frames }: FieldAnimation): Iterable<Issue> {
  if (rotationOrder.join() !== '1,0,2') {
    yield issue(issues['rotation-order'], `order ${rotationOrder.join(' ')}, 1 0 2 is usual`, ['rotationOrder']);
  }
  for (const column of ['rootRotation', 'rootTranslation', 'rotations'] as const) {
    const bad = frames[column].findIndex((value) => !Number.isFinite(value));
    if (bad < 0) continue;
    const frame = Math.floor(bad / (frames[column].length / frames.length));
    yield issue(issues['not-finite'], `${frames[column][bad]} in frame ${frame}`, ['frames', frame, column]);
  }
}
