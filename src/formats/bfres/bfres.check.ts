import type { Issue } from '../../issue.ts';
import { type Bfres, rebuild } from './bfres.ts';
import { checkLayout } from './layout.check.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: Bfres): Iterable<Issue> {
  yield* checkLayout(file, rebuild);
}
