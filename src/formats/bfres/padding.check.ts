import { type Issue, issue } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { partsOf } from './parts.ts';

/** Fields that hold nothing. */
const EMPTY = /^(padding|reserved|userPointer|bound(Skeleton|Model))|Room$/;

function isUsed(content: unknown): boolean {
  if (typeof content === 'number') return content !== 0;
  return ArrayBuffer.isView(content) && (content as Uint8Array).some((value) => value !== 0);
}

/** Tells of padding and of room for the engine that is not zero as it is in all other files. */
export function* checkPadding(value: object): Iterable<Issue> {
  const counts = new Map<string, number>();
  let first: (string | number)[] | undefined;
  for (const { part, path } of partsOf(value)) {
    if (Array.isArray(part)) continue;
    for (const [field, content] of Object.entries(part)) {
      if (!EMPTY.test(field) || !isUsed(content)) continue;
      counts.set(field, (counts.get(field) ?? 0) + 1);
      first ??= [...path, field];
    }
  }
  if (first === undefined) return;
  const reason = Array.from(counts, ([field, count]) => `${field} of ${count}`).join(', ');
  yield issue(issues['padding-used'], reason, first);
}
