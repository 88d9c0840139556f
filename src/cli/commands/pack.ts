import { type Context, collect, command, runCommand } from '../command.ts';
import { bytesText, counted } from '../text.ts';

/** `exhume pack` */
export const pack = (context: Context) =>
  command({
    name: 'pack',
    summary: 'put the files of a folder into an archive',
    description:
      'Makes an archive of the files in a folder. With --base, an original archive, its order, settings and compression are kept, and members that the folder lacks come from it.',
    examples: [
      ['pack edited/ --to vpp -o meshes.vpp', 'a new archive'],
      ['pack edited/ --base meshes.vpp -o new/meshes.vpp', 'the original with these files in it'],
    ],
  })
    .argument('<folder>', 'the folder whose files go in')
    .requiredOption('-o, --output <file>', 'the archive to write')
    .option('--to <format>', 'which kind of archive; with --base its own by default')
    .option('--base <archive>', 'original archive to start from')
    .option('--prune', 'leave out members of the base that the folder lacks')
    .option('--repair', 'rebuild the tables by which the game finds the members, where the archive has such')
    .option('--force', 'replace the archive if it is there already')
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((path, options) =>
      runCommand(context, options, async (session) => {
        const { folderFiles, archiveChoice } = await import('../packing.ts');
        const source = folderFiles(path, session.io.cwd);
        const choice = await archiveChoice(session, options);
        if (choice === undefined) return;
        const operations = await import('../../operations/pack.ts');
        const packed = operations.pack(source, {
          ...choice,
          prune: options.prune === true,
          repair: options.repair === true,
        });
        const { writeSafely } = await import('../output.ts');
        const { resolve } = await import('node:path');
        const problem =
          packed.bytes && writeSafely(resolve(session.io.cwd, options.output), packed.bytes, options.force === true);
        const issues = [...packed.issues, ...(problem === undefined ? [] : [{ ...problem, file: options.output }])];
        session.count(issues);
        const { members, fromSource, bytes } = packed;
        const size = problem === undefined ? bytes?.length : undefined;
        if (session.json) return session.printJson({ output: options.output, size, members, fromSource, issues });
        for (const issue of issues) {
          if (issue.severity === 'error') session.complain(`exhume: ${session.issueText(issue)}`);
          else session.note(`${session.severityText(issue.severity)}: ${session.issueText(issue)}`);
        }
        if (size === undefined) return;
        session.print(
          `${options.output}  ${bytesText(size)}, ${counted(members, 'member')}, ${fromSource} from ${path}`,
        );
      }),
    );
