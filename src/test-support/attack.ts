import v8 from 'node:v8';
import vm from 'node:vm';
import { CodecError } from '../binary/index.ts';
import type { Wrapper } from '../containers/wrapper.ts';
import type { AnyFormat } from '../formats/format.ts';
import { undeclared } from './catalogue.ts';
import { isArchive } from './leaves.ts';

// The third promise, put to the test: any bytes give a value or a `CodecError`, in bounded time and memory.

/** Milliseconds that reading may take, whatever the bytes. */
const MAX_TIME = 1000;

/** Bytes that reading may take. */
const maxMemory = (size: number) => 64 * 2 ** 20 + 16 * size;

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

/** What reading a file took, as far as can be seen. */
export interface Effort {
  readonly milliseconds: number;
  readonly memory: number;
  readonly size: number;
}

/** The most that any of many files took. */
export class Worst {
  milliseconds = 0;
  memory = 0;

  add(effort: Effort): void {
    this.milliseconds = Math.max(this.milliseconds, effort.milliseconds);
    this.memory = Math.max(this.memory, effort.memory);
  }

  toString(): string {
    return `at most ${this.milliseconds.toFixed(0)} ms and ${(this.memory / 2 ** 20).toFixed(1)} MB each`;
  }
}

/** Reads bytes, and does not mind a `CodecError`. */
export type Attempt = (bytes: Uint8Array) => void;

/** Reads a file of a format and does with it what never may fail: its rules, its members, its pictures. */
export function reading(format: AnyFormat): Attempt {
  return (bytes) => {
    const value = decoded(format, bytes);
    if (value === undefined) return;
    const issues = [...format.check(value), ...(format.toImages?.(value).issues ?? [])];
    const [stranger] = undeclared(issues);
    if (stranger !== undefined) throw new Error(`an issue that nobody declared: ${stranger.code}`);
    if (isArchive(format)) for (const _ of format.members(value));
  };
}

/**
 * Where in a format bytes lead: the places of its structure at which reading ended or met something odd. A stand-in for
 * the coverage of branches, which needs no instrumented code.
 */
export function reached(format: AnyFormat, bytes: Uint8Array): string {
  const { issues } = format.codec.inspect(bytes);
  return issues
    .map(({ code, path }) => `${code} ${path.filter((step) => typeof step === 'string').join('.')}`)
    .join(' | ');
}

/** Takes a wrapper off. */
export function unwrapping(wrapper: Wrapper): Attempt {
  return (bytes) => {
    try {
      wrapper.unwrap(bytes, maxMemory(bytes.length) / 2);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
    }
  };
}

/**
 * Lets bytes do what harm they can.
 * @throws {Error} where a promise is broken: an exception, an undeclared issue, too much time or memory
 */
export function attack(attempt: Attempt, bytes: Uint8Array): Effort {
  const first = measured(attempt, bytes);
  if (isWithin(first)) return first;
  // Other programs may have been in the way, or garbage counted that was not of this file: the best of three counts.
  const more = [1, 2].map(() => {
    collectGarbage();
    return measured(attempt, bytes);
  });
  const fair = more.find(isWithin);
  if (fair !== undefined) return fair;
  const { milliseconds, memory, size } = more[0]!;
  throw new Error(`reading ${size} bytes took ${milliseconds.toFixed(0)} ms and ${(memory / 2 ** 20).toFixed(1)} MB`);
}

const isWithin = ({ milliseconds, memory, size }: Effort) => milliseconds <= MAX_TIME && memory <= maxMemory(size);

function measured(attempt: Attempt, bytes: Uint8Array): Effort {
  const memoryBefore = memoryInUse();
  const start = performance.now();
  const { user, system } = process.cpuUsage();
  withoutStacks(attempt, bytes);
  let milliseconds = performance.now() - start;
  if (milliseconds > MAX_TIME) {
    // What the machine did for others meanwhile is not the fault of the bytes.
    const spent = process.cpuUsage({ user, system });
    milliseconds = Math.min(milliseconds, (spent.user + spent.system) / 1000);
  }
  return { milliseconds, memory: memoryInUse() - memoryBefore, size: bytes.length };
}

/** Most damaged files end in an error: to note where in the code it arose would take longer than reading does. */
function withoutStacks(attempt: Attempt, bytes: Uint8Array): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    attempt(bytes);
  } catch {
    Error.stackTraceLimit = stackTraceLimit;
    attempt(bytes); // fails again, and tells where
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function decoded(format: AnyFormat, bytes: Uint8Array): unknown {
  try {
    return format.codec.decode(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function memoryInUse(): number {
  const { used_heap_size: heap, external_memory: external } = v8.getHeapStatistics();
  return heap + external;
}
