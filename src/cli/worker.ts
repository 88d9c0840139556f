import type { InputSpec } from './inputs.ts';
import { prepare } from './prepare.ts';
import { type Task, type TaskResult, Workspace } from './tasks.ts';

// What runs in each worker of the pool. The workspace of the run is opened once and kept.

let current: { readonly key: string; readonly workspace: Promise<Workspace> } | undefined;

export async function run({ spec, task }: { spec: InputSpec; task: Task }): Promise<TaskResult<Task>> {
  const key = JSON.stringify(spec);
  if (current?.key !== key) current = { key, workspace: prepare(spec).then(() => Workspace.open(spec)) };
  return (await current.workspace).run(task);
}
