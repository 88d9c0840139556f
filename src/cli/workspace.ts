import { formatOf, formats } from '../formats/registry.ts';
import type { Issue } from '../issue.ts';
import { askedEntries, type InputSpec, shownName } from './inputs.ts';
import { type Outcome, runAll } from './pool.ts';
import { prepare } from './prepare.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { type Task, type TaskResult, Workspace } from './tasks.ts';
import { UsageError } from './usage-error.ts';

interface Named {
  readonly paths: readonly string[];
  readonly related?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly zstdDict?: readonly string[] | undefined;
}

/** Finds what was named on the command line, and complains about what is not there. */
export async function openWorkspace(session: Session, { paths, related, format, zstdDict }: Named): Promise<Workspace> {
  if (format !== undefined && formatOf(format) === undefined) {
    throw new UsageError(`--format ${format} is none of ${formats.map(({ id }) => id).join(', ')}`);
  }
  const stdin = paths.includes('-') ? await session.io.readStdin() : undefined;
  const spec: InputSpec = {
    cwd: session.io.cwd,
    paths,
    ...(related === undefined ? {} : { related }),
    ...(format === undefined ? {} : { format }),
    ...(zstdDict === undefined ? {} : { dictionaries: zstdDict }),
    ...(stdin === undefined ? {} : { stdin }),
  };
  await prepare(spec);
  const workspace = await Workspace.open(spec);
  session.fail(workspace.issues);
  return workspace;
}

/** A task for each file that was asked for. */
export function fileTasks<D extends 'verify' | 'check'>(
  workspace: Workspace,
  what: D,
): { do: D; input: number; entry: string }[] {
  return workspace.inputs.flatMap((input, i) =>
    Array.from(askedEntries(input), ({ name }) => ({ do: what, input: i, entry: name })),
  );
}

interface RunOptions<T extends Task> {
  /** Which issues of a result count; all where missing. */
  readonly counting?: (result: TaskResult<T>, task: T) => readonly Issue[];
  readonly jobs?: number | undefined;
  /** Stop at the first error. */
  readonly failFast?: true | undefined;
}

/** Does tasks with progress on the terminal; counts the issues of the results. Faults of exhume are told at once. */
export async function* perform<T extends Task>(
  session: Session,
  workspace: Workspace,
  tasks: readonly T[],
  { jobs, failFast, counting = (result) => result.issues }: RunOptions<T>,
): AsyncIterable<{ readonly task: T; readonly result: TaskResult<T> }> {
  const progress = await startProgress(session, tasks.length);
  try {
    for await (const outcome of runAll(workspace, tasks, { jobs, nameOf: (task) => taskName(workspace, task) })) {
      progress.step();
      const issues = 'result' in outcome ? counting(outcome.result, outcome.task) : outcome.issues;
      session.count(issues);
      if ('result' in outcome) yield outcome;
      else tellFault(session, outcome);
      if (failFast && issues.some(({ severity }) => severity === 'error')) return;
    }
  } finally {
    progress.stop();
  }
}

function tellFault(session: Session, outcome: Outcome<Task>): void {
  if (!('error' in outcome)) return;
  for (const issue of outcome.issues) session.complain(`exhume: ${session.issueText(issue)}`);
  if (session.debug && outcome.error instanceof Error) session.complain(outcome.error.stack ?? '');
}

/** What a task is about, for people. */
function taskName(workspace: Workspace, task: Task): string {
  return 'entry' in task ? shownName(workspace.inputs[task.input]!, task.entry) : task.model;
}
