import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Io } from './io.ts';
import { type CommonOptions, Session } from './session.ts';

/** What commands need to run, and where they leave their exit code. */
export interface Context {
  readonly io: Io;
  exitCode: number;
}

/** Heading of the options that all commands have. */
export const COMMON = 'Common options:';

interface CommandTexts {
  readonly name: string;
  readonly summary: string;
  /** More about it, for its help. */
  readonly description?: string;
  /** Command lines without `exhume`, and what each does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** A command with its help, its examples and the options that all commands have. */
export function command({ name, summary, description, examples }: CommandTexts) {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, does]) => `  exhume ${line.padEnd(width)}  ${does}`);
  return new Command(name)
    .summary(summary)
    .description(description ?? `${summary}.`)
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
    .optionsGroup(COMMON)
    .option('--json', 'print the answer as JSON')
    .option('--quiet', 'print nothing but data and errors')
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .option('--debug', 'on a fault of exhume, show where it happened')
    .helpOption('--help', 'show this help')
    .optionsGroup('Options:');
}

/** Runs the body of a command and keeps its exit code. */
export async function runCommand(
  context: Context,
  options: CommonOptions,
  body: (session: Session) => void | Promise<void>,
): Promise<void> {
  const session = new Session(context.io, options);
  await body(session);
  session.finish();
  context.exitCode = session.exitCode;
}

/** The value of an option that is a count. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It has to be a whole number from 1 up.');
  return value;
}

/** The value of an option that is an offset, decimal or `0x…`. */
export function offset(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0) {
    throw new InvalidArgumentError('It has to be an offset such as 114 or 0x72.');
  }
  return value;
}

/** The values of an option that can be repeated. */
export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}
