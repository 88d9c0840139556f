import { type Issue, type IssueKind, issue, type Path } from '../../issue.ts';

/** Counts what happens again and again, so that it becomes one issue: where first, and how often. */
export class Tally {
  private readonly entries = new Map<string, { kind: IssueKind; what: string; path: Path; count: number }>();

  /** `what` completes "3 ×": `cameras`. */
  add(kind: IssueKind, what: string, path: Path, count = 1): void {
    if (count === 0) return;
    const key = `${kind.code} ${what}`;
    const entry = this.entries.get(key);
    if (entry === undefined) this.entries.set(key, { kind, what, path, count });
    else entry.count += count;
  }

  get issues(): Issue[] {
    return [...this.entries.values()].map(({ kind, what, path, count }) => issue(kind, `${count} × ${what}`, path));
  }
}
