/** Something worth measuring: a module below `bench/` named `*.bench.ts` exports `benchmarks`, a list of these. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly milliseconds: number;
  /** How many times `against`, or another number that says whether this is good. */
  readonly ratio?: number;
  /** What the ratio compares with, and the goal: `copying the bytes; goal 2`. */
  readonly against?: string;
}

/**
 * Milliseconds of the fastest of at least five runs, which go on for half a second: the one that nothing else on the
 * machine disturbed.
 */
export async function fastest(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  const end = performance.now() + 500;
  for (let n = 0; n < 5 || performance.now() < end; n++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
