import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from '../operations/issues.ts';
import type { Task, TaskResult, Workspace } from './tasks.ts';

/** Fewer tasks than this are done faster here than the workers start. */
const WORTH_WORKERS = 8;

export type Outcome<T extends Task> =
  | { readonly task: T; readonly result: TaskResult<T> }
  | { readonly task: T; readonly issues: readonly Issue[]; readonly error: unknown };

export interface PoolOptions {
  /** How many files are worked on at the same time. */
  readonly jobs?: number | undefined;
  /** What a task is about, for people. */
  readonly nameOf: (task: Task) => string;
}

/** Does all tasks, several at a time, and gives the results in order. A task that fails does not end the run. */
export async function* runAll<T extends Task>(
  workspace: Workspace,
  tasks: readonly T[],
  { jobs = availableParallelism(), nameOf }: PoolOptions,
): AsyncIterable<Outcome<T>> {
  const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
  const isWorth = jobs > 1 && tasks.length >= WORTH_WORKERS && workspace.spec.stdin === undefined && existsSync(worker);
  const attempt = async (task: T, perform: () => Promise<TaskResult<T>>): Promise<Outcome<T>> => {
    try {
      return { task, result: await perform() };
    } catch (error) {
      return { task, issues: [failure(error, nameOf(task))], error };
    }
  };
  if (!isWorth) {
    for (const task of tasks) yield await attempt(task, () => workspace.run(task));
    return;
  }
  const { Piscina } = await import('piscina');
  const threads = Math.min(jobs, tasks.length);
  const pool = new Piscina({
    filename: worker,
    name: 'run',
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_PER_WORKER },
  });
  try {
    const running: Promise<Outcome<T>>[] = [];
    let next = 0;
    for (let done = 0; done < tasks.length; done++) {
      while (next < tasks.length && next < done + threads * AHEAD) {
        const task = tasks[next++]!;
        running.push(attempt(task, () => pool.run({ spec: workspace.spec, task })));
      }
      yield await running[done]!;
      running[done] = undefined as never; // lets go of the bytes
    }
  } finally {
    await pool.destroy();
  }
}

/** Tasks given out per worker before their results are taken: enough to keep it busy, few enough to bound memory. */
const AHEAD = 4;
/** MB of JavaScript heap; a worker that needs more is ended, and its task with it. */
const MEMORY_PER_WORKER = 4096;

function failure(error: unknown, file: string): Issue {
  const { code, message, name } = error as NodeJS.ErrnoException;
  const kind = code === 'ERR_WORKER_OUT_OF_MEMORY' ? operationIssues['out-of-memory'] : operationIssues.unexpected;
  const reason = kind === operationIssues.unexpected ? `${name}: ${message}` : `more than ${MEMORY_PER_WORKER} MB`;
  return inFile([issue(kind, reason)], file)[0]!;
}
