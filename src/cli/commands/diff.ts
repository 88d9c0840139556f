import type { Change } from '../../operations/diff.ts';
import { type Context, collect, command, positive, runCommand } from '../command.ts';
import type { Session } from '../session.ts';
import { counted } from '../text.ts';

/** `exhume diff` */
export const diff = (context: Context) =>
  command({
    name: 'diff',
    summary: 'compare two files of one format, value by value',
    description:
      'Compares what two files say. Lists of named things are matched by name. Exit code 1 where they differ.',
    examples: [
      ['diff guard.v3c edited/guard.v3c', 'what an edit changed'],
      ['diff a.vpp/door.v3m b.vpp/door.v3m', 'members of archives'],
    ],
  })
    .argument('<before>', 'a file or an archive member')
    .argument('<after>', 'a file or an archive member')
    .option('--format <id>', 'take both files for this format')
    .option('--limit <n>', 'show only so many differences', positive)
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((before, after, options) =>
      runCommand(context, options, async (session) => {
        const { openSingle } = await import('../single.ts');
        const a = await openSingle(session, before, options);
        const b = await openSingle(session, after, options);
        if (a === undefined || b === undefined) return;
        const operations = await import('../../operations/diff.ts');
        const { changes, identical, issues } = operations.diff(a, b);
        session.count(issues);
        if (changes.length > 0 || !identical) session.setFailed();
        if (session.json) return session.printJson({ before: a.name, after: b.name, identical, changes, issues });
        for (const issue of issues) {
          if (issue.severity === 'error') session.complain(`exhume: ${session.issueText(issue)}`);
        }
        for (const change of changes.slice(0, options.limit)) printChange(session, change);
        const hidden = changes.length - Math.min(changes.length, options.limit ?? changes.length);
        if (hidden > 0) session.print(`... ${counted(hidden, 'more difference')}`);
        session.note(verdict(changes, identical, issues.length > 0));
      }),
    );

function printChange(session: Session, { path, before, after, count }: Change): void {
  const { red, green, dim } = session.color;
  const many = count === undefined ? '' : dim(`  (the first of ${count.changed} that differ, of ${count.of})`);
  if (before === undefined) session.print(`${path}: ${green(`+ ${after}`)}`);
  else if (after === undefined) session.print(`${path}: ${red(`- ${before}`)}`);
  else session.print(`${path}: ${red(before)} -> ${green(after)}${many}`);
}

function verdict(changes: readonly Change[], identical: boolean, hasIssues: boolean): string {
  if (identical) return 'the bytes are the same';
  if (changes.length > 0) return counted(changes.length, 'difference');
  return hasIssues
    ? 'the bytes differ'
    : 'the bytes differ, the values do not: only layout or derived numbers are different';
}
