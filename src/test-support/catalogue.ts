import { families, formats, wrappers } from '../formats/registry.ts';
import type { Issue, IssueKind } from '../issue.ts';
import { catalogue } from '../operations/catalogue.ts';

/** What wrappers, formats and families declare, as often as they declare it. */
export const declaredIssues: readonly IssueKind[] = [
  ...wrappers.flatMap((wrapper) => wrapper.issues),
  ...formats.flatMap((format) => format.issues),
  ...families.flatMap((family) => family.issues),
];

const codes = new Set(catalogue().map(({ code }) => code));

/** Issues whose code nobody has declared. */
export function undeclared(issues: Iterable<Issue>): Issue[] {
  return [...issues].filter(({ code }) => !codes.has(code));
}
