import { type Context, command, runCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** `exhume completion` */
export const completion = (context: Context) =>
  command({
    name: 'completion',
    summary: 'print a script that completes commands and options in a shell',
    description: 'Prints a script for a shell, which then completes commands, options and their values.',
    examples: [
      ['completion bash >> ~/.bashrc', 'for bash'],
      ['completion zsh > ~/.zsh/completions/_exhume', 'for zsh, a folder in fpath'],
      ['completion fish > ~/.config/fish/completions/exhume.fish', 'for fish'],
    ],
  })
    .argument('<shell>', SHELLS.join(', '))
    .action((shell, options) =>
      runCommand(context, options, async (session) => {
        if (!SHELLS.some((known) => known === shell)) {
          throw new UsageError(`there is no completion for ${shell}, only for ${SHELLS.join(', ')}`);
        }
        const { completionScript } = await import('../completion.ts');
        const script = await completionScript(shell);
        if (session.json) session.printJson({ shell, script });
        else session.io.stdout.write(script);
      }),
    );
