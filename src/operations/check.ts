import { formatIssue, type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { type OpenedFile, read } from './open.ts';

/** Everything to know about one file: what reading met, what the format's rules say, what nothing explains. */
export function check(file: OpenedFile): Issue[] {
  const { format, name, bytes } = file;
  const { value, issues, trace } = read(file, { trace: true });
  if (format === undefined || value === undefined) return [...issues];
  const gaps = trace!.gaps(bytes.length);
  return [...issues, ...inFile(format.check(value), name), ...inFile(describeGaps(gaps), name)];
}

function describeGaps(gaps: readonly { start: number; end: number }[]): Issue[] {
  if (gaps.length === 0) return [];
  const size = gaps.reduce((sum, { start, end }) => sum + end - start, 0);
  const places = gaps.length === 1 ? 'one place' : `${gaps.length} places, the first here`;
  return [issue(operationIssues.unexplained, `${size} bytes in ${places}`, [], gaps[0]!.start)];
}

/** `box.v3m: bones[3] at 0x004c: …`, without the file where there is none. */
export function describeIssue(issue: Issue): string {
  return issue.file === undefined ? formatIssue(issue) : `${issue.file}: ${formatIssue(issue)}`;
}
