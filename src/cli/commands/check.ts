import { Option } from '@commander-js/extra-typings';
import { type Context, collect, command, positive, runCommand } from '../command.ts';
import type { Session } from '../session.ts';
import type { Checked } from '../tasks.ts';
import { counted, severityCounts, shortList } from '../text.ts';
import { UsageError } from '../usage-error.ts';

const ORDER = ['error', 'warning', 'info'] as const;

/** `exhume check` */
export const check = (context: Context) =>
  command({
    name: 'check',
    summary: 'tell what a game would not accept, or what looks like a mistake',
    description:
      'Reads files and applies the rules of their formats. Errors give exit code 1, warnings and notes do not.',
    examples: [
      ['check guard.v3c', 'one file'],
      ['check game/ --severity warning', 'errors and warnings of a folder and its archives'],
      ['check Npc.szs --repair -o mended', 'tables, dictionaries and bounds made anew'],
      ['check --explain truncated', 'what a code means and what to try'],
    ],
  })
    .argument('[inputs...]', 'files, folders, globs, archives, - for standard input')
    .option('--explain <code>', 'tell what a code means')
    .addOption(
      new Option('--severity <least>', 'leave out what is less than this').choices(ORDER).default('info' as const),
    )
    .option('--format <id>', 'take files for this format')
    .option('--repair', 'write files with all set right that follows from the rest of them, such as tables and bounds')
    .option('-o, --output <folder>', 'folder for what --repair writes')
    .option('--force', 'replace files that are there already')
    .option('--jobs <n>', 'how many files to work on at the same time', positive)
    .option('--fail-fast', 'stop at the first error')
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((paths, options) =>
      runCommand(context, options, async (session) => {
        if (options.explain !== undefined) return explain(session, options.explain);
        if (paths.length === 0) throw new UsageError('check needs a file, a folder or an archive');
        const { output } = options;
        if ((options.repair === true) !== (output !== undefined)) throw new UsageError('--repair and -o go together');
        const least = ORDER.indexOf(options.severity);
        const { openWorkspace, fileTasks, perform } = await import('../workspace.ts');
        const workspace = await openWorkspace(session, { paths, ...options });
        if (output !== undefined) {
          const { repairAll } = await import('../repairing.ts');
          return repairAll(session, workspace, { output, force: options.force === true });
        }
        const files: Checked[] = [];
        const isPassing = ({ isForeign }: Checked, { input }: { input: number }) =>
          isForeign && workspace.inputs[input]!.isWhole;
        const counting = (result: Checked, task: { input: number }) => (isPassing(result, task) ? [] : result.issues);
        let foreign = 0;
        const tasks = fileTasks(workspace, 'check');
        for await (const { task, result } of perform(session, workspace, tasks, { ...options, counting })) {
          if (isPassing(result, task)) {
            foreign++;
            continue;
          }
          const issues = ORDER.slice(0, least + 1).flatMap((severity) =>
            result.issues.filter((issue) => issue.severity === severity),
          );
          files.push({ ...result, issues });
          if (!session.json) print(session, { ...result, issues });
        }
        if (session.json) return session.printJson({ files, issues: workspace.issues });
        const fine = files.filter(({ issues }) => issues.length === 0).length;
        if (files.length > 0) session.note(`${counted(files.length, 'file')} checked, ${fine} with nothing to tell`);
        if (foreign > 0) session.note(`${counted(foreign, 'file is', 'files are')} of no known format`);
        session.summarize();
      }),
    );

function print(session: Session, { file, format, issues }: Checked): void {
  if (issues.length === 0) return;
  const kind = format === undefined ? '' : ` ${session.color.dim(format)}`;
  session.print(`${session.color.bold(file)}${kind}  ${severityCounts(issues)}`);
  for (const issue of issues) {
    session.print(`  ${session.severityText(issue.severity)}  ${session.issueText(issue, { withFile: false })}`);
  }
}

async function explain(session: Session, code: string): Promise<void> {
  const { catalogue } = await import('../../operations/catalogue.ts');
  const kinds = catalogue();
  const kind = kinds.find((known) => known.code === code);
  if (kind === undefined) {
    const like = kinds.filter((known) => known.code.includes(code)).map((known) => known.code);
    throw new UsageError(
      `there is no code ${code}${like.length === 0 ? '; docs/issues.md lists all' : `, but there is ${shortList(like, 8)}`}`,
    );
  }
  if (session.json) return session.printJson(kind);
  session.print(`${session.color.bold(kind.code)} (${session.severityText(kind.severity)})`);
  session.print(`  ${kind.means}`);
  session.print(`  ${kind.remedy}`);
  if (kind.rule !== undefined) session.print(`  Rule ${kind.rule} of the format's specification.`);
}
