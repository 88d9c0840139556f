import { expect, test } from 'vitest';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { CommandLine } from '../test-support/command-line.ts';
import { runAll } from './pool.ts';
import { Workspace } from './tasks.ts';

const clip = clips['morph, version 8']!;

test('a task that fails does not keep the others from being done, in order', async () => {
  const cli = new CommandLine();
  for (const name of ['a', 'b', 'c']) cli.put(`${name}.rfa`, clip);
  const workspace = await Workspace.open({ cwd: cli.folder, paths: ['.'] });
  const { source } = workspace.inputs[0]!;
  const failing = {
    ...source,
    openFile: (name: string) => {
      if (name === 'b.rfa') throw new TypeError('x is undefined');
      return source.openFile(name);
    },
  };
  Object.assign(workspace.inputs[0]!, { source: failing });
  const tasks = ['a', 'b', 'c'].map((name) => ({ do: 'verify' as const, input: 0, entry: `${name}.rfa` }));
  const outcomes: unknown[] = [];
  for await (const outcome of runAll(workspace, tasks, { nameOf: () => 'b.rfa' })) outcomes.push(outcome);
  expect(outcomes).toMatchObject([
    { result: { outcome: 'same', file: 'a.rfa' } },
    { issues: [{ code: 'unexpected', file: 'b.rfa', reason: 'TypeError: x is undefined' }] },
    { result: { outcome: 'same', file: 'c.rfa' } },
  ]);
  cli.remove();
});
