import type { Command } from '@commander-js/extra-typings';
import type { Io } from './io.ts';

// Everything that knows the completion library. It writes with console.log, which is caught here.

/** The script that makes a shell ask `exhume complete`. */
export async function completionScript(shell: string): Promise<string> {
  const { default: root } = await import('@bomb.sh/tab');
  return logged(() => root.setup('exhume', 'exhume', shell));
}

/** Answers a shell that asks what could come next: `complete -- words`. */
export async function complete(program: Command, argv: readonly string[], io: Io): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  const { formats, isArchive } = await import('../formats/registry.ts');
  const { outputFormats } = await import('../operations/convert.ts');
  const ids = formats.map(({ id }) => id);
  const targets = [...new Set(outputFormats().map(({ id }) => id))];
  for (const command of program.commands) {
    command.description(command.summary());
    for (const option of command.options) {
      if (option.long === '--format') option.choices(ids);
      if (option.long === '--to')
        option.choices(command.name() === 'pack' ? formats.filter(isArchive).map(({ id }) => id) : targets);
    }
  }
  tab(program as unknown as Parameters<typeof tab>[0]);
  io.stdout.write(await logged(() => program.parseAsync(argv, { from: 'user' })));
}

async function logged(run: () => unknown): Promise<string> {
  const { log } = console;
  const lines: string[] = [];
  console.log = (...words: unknown[]) => void lines.push(`${words.join(' ')}\n`);
  try {
    await run();
  } finally {
    console.log = log;
  }
  return lines.join('');
}
