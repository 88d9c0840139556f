import type { Issue } from '../issue.ts';

// How the command line words things.

/** `1.2 MB` */
export function bytesText(size: number): string {
  if (size < 1000) return `${size} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = size / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** `1 file`, `2 files` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `mesh` -> `meshes` */
export function plural(noun: string): string {
  return /(s|sh|ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `2.0 s` */
export function secondsText(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/** `a, b and 3 more` */
export function shortList(items: readonly string[], limit: number): string {
  if (items.length <= limit) return items.join(', ');
  return `${items.slice(0, limit).join(', ')} and ${items.length - limit} more`;
}

/** Lines of cells, each column as wide as its widest cell; `right` lists the columns of numbers. */
export function aligned(lines: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [i, cell] of line.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return lines.map((line) =>
    line
      .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** `2 errors, 1 warning`; empty without issues. */
export function severityCounts(issues: readonly Issue[]): string {
  return (['error', 'warning', 'info'] as const)
    .map((severity) => ({ severity, count: issues.filter((issue) => issue.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => (severity === 'info' ? counted(count, 'note') : counted(count, severity)))
    .join(', ');
}

/** How many issues there are of each code, most first. */
export function codeCounts(issues: readonly Issue[]): { code: string; severity: Issue['severity']; count: number }[] {
  const counts = new Map<string, { code: string; severity: Issue['severity']; count: number }>();
  for (const { code, severity } of issues) {
    const entry = counts.get(code) ?? { code, severity, count: 0 };
    entry.count++;
    counts.set(code, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
