import { families, formats, wrappers } from '../formats/registry.ts';
import { codecIssues, type Issue, type IssueKind } from '../issue.ts';

/** Every declared kind of issue that codecs, wrappers, formats and families report. */
export const issueCatalogue: readonly IssueKind[] = [
  ...Object.values(codecIssues),
  ...wrappers.flatMap((wrapper) => wrapper.issues),
  ...formats.flatMap((format) => format.issues),
  ...families.flatMap((family) => family.issues),
];

const codes = new Set(issueCatalogue.map(({ code }) => code));

/** Issues whose code nobody has declared. */
export function undeclared(issues: Iterable<Issue>): Issue[] {
  return [...issues].filter(({ code }) => !codes.has(code));
}
