import { CommanderError } from '@commander-js/extra-typings';
import type { Context } from './command.ts';
import { complete } from './completion.ts';
import type { Io } from './io.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes of `exhume`. */
export const exitCodes = {
  fine: 0,
  /** Something is wrong with a file. */
  problem: 1,
  /** The command was used wrongly. */
  usage: 2,
  /** A fault of exhume itself. */
  bug: 70,
} as const;

const REPORT = 'this is a fault of exhume: please report it with this line and, if you may, the file';

/** The command line: runs what `argv` (without node and script) says, and gives the exit code. It never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const context: Context = { io, exitCode: exitCodes.fine };
  try {
    const program = await createProgram(argv, context);
    if (argv[0] === 'complete') await complete(program, argv, io);
    else await program.parseAsync(argv, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    if (error instanceof UsageError) {
      io.stderr.write(`exhume: ${error.message}\n`);
      return exitCodes.usage;
    }
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return exitCodes.fine;
    const { name, message, stack } = error as Error;
    io.stderr.write(`exhume: ${name}: ${message.split('\n')[0]}; ${REPORT}\n`);
    if (argv.includes('--debug')) io.stderr.write(`${stack}\n`);
    return exitCodes.bug;
  }
}
