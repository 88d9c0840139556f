import type { Verification } from '../../operations/verify.ts';
import { type Context, collect, command, positive, runCommand } from '../command.ts';
import type { Session } from '../session.ts';
import { aligned, bytesText, counted } from '../text.ts';

interface Totals {
  files: number;
  same: number;
  different: number;
  unreadable: number;
  /** Bytes of the files that were read. */
  bytes: number;
}

/** `exhume verify` */
export const verify = (context: Context) =>
  command({
    name: 'verify',
    summary: 'read files, write them and compare the bytes',
    description:
      'Reads every file, writes what was read and compares. Prints totals by format, and the first byte that differs of files that are not the same.',
    examples: [
      ['verify game/', 'a folder and everything in its archives'],
      ['verify guard.v3c --json', 'one file, for programs'],
    ],
  })
    .argument('<inputs...>', 'files, folders, globs, archives, - for standard input')
    .option('--format <id>', 'take files for this format')
    .option('--jobs <n>', 'how many files to work on at the same time', positive)
    .option('--fail-fast', 'stop at the first error')
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((paths, options) =>
      runCommand(context, options, async (session) => {
        const { openWorkspace, fileTasks, perform } = await import('../workspace.ts');
        const workspace = await openWorkspace(session, { paths, ...options });
        const totals = new Map<string, Totals>();
        const files: Verification[] = [];
        const tasks = fileTasks(workspace, 'verify');
        const isPassing = ({ outcome }: Verification, { input }: { input: number }) =>
          outcome === 'unknown' && workspace.inputs[input]!.isWhole;
        const counting = (result: Verification, task: { input: number }) =>
          isPassing(result, task) ? [] : result.issues;
        for await (const { task, result } of perform(session, workspace, tasks, { ...options, counting })) {
          files.push(result);
          add(totals, result);
          if (!session.json && !isPassing(result, task)) printProblem(session, result);
        }
        if (session.json)
          return session.printJson({ files, totals: Object.fromEntries(totals), issues: workspace.issues });
        printTotals(session, totals, files);
      }),
    );

function add(totals: Map<string, Totals>, { format, wrappers, outcome, size }: Verification): void {
  if (outcome === 'unknown') return;
  const key = format ?? wrappers.at(-1) ?? 'empty';
  const entry = totals.get(key) ?? { files: 0, same: 0, different: 0, unreadable: 0, bytes: 0 };
  entry.files++;
  entry[outcome]++;
  entry.bytes += size;
  totals.set(key, entry);
}

function printProblem(session: Session, { file, outcome, issues }: Verification): void {
  if (outcome === 'same') return;
  const errors = issues.filter(({ severity }) => severity === 'error');
  for (const issue of errors) session.print(`${outcome}  ${session.issueText({ ...issue, file })}`);
}

function printTotals(session: Session, totals: ReadonlyMap<string, Totals>, files: readonly Verification[]): void {
  const row = (name: string, { files, same, different, unreadable, bytes }: Totals) => [
    name,
    `${files}`,
    `${same}`,
    `${different}`,
    `${unreadable}`,
    bytesText(bytes),
  ];
  const sum: Totals = { files: 0, same: 0, different: 0, unreadable: 0, bytes: 0 };
  for (const entry of totals.values()) for (const key of Object.keys(sum) as (keyof Totals)[]) sum[key] += entry[key];
  const sorted = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    ['format', 'files', 'same', 'different', 'unreadable', 'bytes'],
    ...sorted.map(([name, entry]) => row(name, entry)),
    ...(sorted.length > 1 ? [row('all', sum)] : []),
  ];
  if (sorted.length > 0) for (const line of aligned(lines, [1, 2, 3, 4, 5])) session.print(line);
  const unknown = files.filter(({ outcome }) => outcome === 'unknown').length;
  if (unknown > 0) session.print(`${counted(unknown, 'file is', 'files are')} of no known format`);
}
