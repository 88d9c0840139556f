import type { Benchmark, Row } from '../bench/benchmark.ts';

// `npm run bench [-- NAME]`: runs every benchmark, or those with NAME in their file or name, and prints a table.

const [wanted = ''] = process.argv.slice(2);
const modules = import.meta.glob<{ benchmarks: readonly Benchmark[] }>('../bench/*.bench.ts');

for (const [path, load] of Object.entries(modules)) {
  const { benchmarks } = await load();
  for (const { name, run } of benchmarks) {
    if (!`${path} ${name}`.includes(wanted)) continue;
    console.log(`\n${name}`);
    for (const line of table(await run())) console.log(`  ${line}`);
  }
}

function table(rows: readonly Row[]): string[] {
  const cells = rows.map(({ name, milliseconds, ratio, against = '' }) => [
    name,
    `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`,
    ratio === undefined ? '' : ratio.toFixed(2),
    against,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map(([name, time, ratio, against]) =>
    [name!.padEnd(widths[0]!), time!.padStart(widths[1]!), ratio!.padStart(widths[2]!), against].join('  ').trimEnd(),
  );
}
