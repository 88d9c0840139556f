import { spawnSync } from 'node:child_process';
import { type Benchmark, fastest } from './benchmark.ts';

// What a user waits before anything happens.

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'start-up',
    async run() {
      run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
      const bare = await fastest(() => run('--eval', '0'));
      const help = await fastest(() => run('dist/cli/bin.js', '--help'));
      const version = await fastest(() => run('dist/cli/bin.js', '--version'));
      const row = (name: string, milliseconds: number) => ({
        name,
        milliseconds,
        ratio: milliseconds - bare,
        against: 'ms more than bare Node; goal 120',
      });
      return [{ name: 'bare Node', milliseconds: bare }, row('exhume --help', help), row('exhume --version', version)];
    },
  },
];

function run(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}
