import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { Animation } from './rfa.ts';

export const issues = issueKinds('rfa', {
  'ends-before-start': {
    severity: 'error',
    rule: 'A08',
    means: 'The clip ends before it starts.',
    remedy: 'Set `endTime` behind `startTime`.',
  },
  'keys-out-of-order': {
    severity: 'error',
    rule: 'A06',
    means: 'The times of the keys of a track do not increase.',
    remedy: 'Sort the keys, and drop all but one of those at the same time.',
  },
});

/** Yields what the game would stumble over (section 14 of the specification). */
export function* check({ startTime, endTime, bones }: Animation): Iterable<Issue> {
  if (startTime > endTime) {
    yield issue(issues['ends-before-start'], `ends at ${endTime}, starts at ${startTime}`, ['endTime']);
  }
  for (const [b, bone] of bones.entries()) {
    for (const track of ['rotKeys', 'posKeys'] as const) {
      const { time } = bone[track];
      const late = time.findIndex((t, i) => i > 0 && t <= time[i - 1]!);
      if (late > 0) {
        const reason = `key at ${time[late]} follows one at ${time[late - 1]}`;
        yield issue(issues['keys-out-of-order'], reason, ['bones', b, track, late, 'time']);
      }
    }
  }
}
