import type { Issue } from '../../issue.ts';
import { checkLayout } from './layout.check.ts';
import { rebuildWiiu, type WiiuBfres } from './wiiu-bfres.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: WiiuBfres): Iterable<Issue> {
  yield* checkLayout(file, rebuildWiiu);
}
