import { Command, Help } from '@commander-js/extra-typings';
import { version } from '../version.ts';
import { COMMON, type Context } from './command.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { convert } from './commands/convert.ts';
import { diff } from './commands/diff.ts';
import { extract } from './commands/extract.ts';
import { formats } from './commands/formats.ts';
import { inspect } from './commands/inspect.ts';
import { ls } from './commands/ls.ts';
import { pack } from './commands/pack.ts';
import { verify } from './commands/verify.ts';
import { view } from './commands/view.ts';
import { type FamilySetting, familySettings } from './family-settings.ts';

const HELP = `
Files are named as files, folders, globs, archives, members of archives (box.vpp/door.v3m) or - for standard input.

Examples:
  exhume ls game/                    what is there: models, and files with their formats
  exhume convert game/ -o out        every model as .glb, with all its animations
  exhume inspect door.v3m            what every byte means
  exhume convert door.glb --to v3m   back into the game's format

Exit codes: 0 fine, 1 something is wrong with a file, 2 used wrongly, 70 a fault of exhume.`;

/** The grammar of the command line. The families' own settings are loaded only where the command needs them. */
export async function createProgram(argv: readonly string[], context: Context): Promise<Command> {
  const needsSettings = argv.some((word) => ['convert', 'complete', 'completion'].includes(word));
  return buildProgram(context, needsSettings ? await familySettings() : []);
}

/** All commands. */
export function buildProgram(context: Context, settings: readonly FamilySetting[]): Command {
  const { stdout, stderr, env } = context.io;
  const program: Command = new Command('exhume')
    .description('Reads, explains, checks and converts game models and animations, and writes them back byte for byte.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`exhume: ${oneLine(text)}\n`),
      getOutHelpWidth: () => Math.min(stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(stderr.columns ?? 100, 100),
      getOutHasColors: () => stdout.isTerminal && !env.NO_COLOR,
      getErrHasColors: () => stderr.isTerminal && !env.NO_COLOR,
    })
    .configureHelp({ groupItems: commonLast })
    .exitOverride();
  const groups: readonly (readonly [string, readonly Command<any, any, any>[]])[] = [
    [
      'Looking:',
      [ls(context), view(context), inspect(context), check(context), diff(context), verify(context), formats(context)],
    ],
    ['Converting:', [convert(context, settings), extract(context), pack(context)]],
    ['Setting up:', [completion(context)]],
  ];
  for (const [heading, commands] of groups) {
    for (const command of commands) program.addCommand(command.copyInheritedSettings(program).helpGroup(heading));
  }
  return program;
}

/** What belongs to one command comes before what all have. */
function commonLast<T extends object>(unsorted: T[], visible: T[], groupOf: (item: T) => string): Map<string, T[]> {
  const groups = Help.prototype.groupItems.call(new Help(), unsorted as never, visible as never, groupOf as never);
  const common = groups.get(COMMON);
  groups.delete(COMMON);
  return new Map([...groups, ...(common === undefined ? [] : [[COMMON, common] as const])]) as unknown as Map<
    string,
    T[]
  >;
}

/** `error: unknown option '--jsn'\n(Did you mean --json?)` as one line. */
function oneLine(text: string): string {
  return text
    .trim()
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}
