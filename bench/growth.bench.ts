import { animation } from '../src/formats/red-faction/rfa.ts';
import { type Benchmark, fastest, type Row } from './benchmark.ts';
import { largeClip } from './large-clip.ts';

// How time grows with size: twice the bytes should take twice the time, an exponent of 1.

const sizes = [1, 3, 10, 30, 100];

export const benchmarks: readonly Benchmark[] = [
  {
    name: `growth from ${sizes[0]} to ${sizes.at(-1)} MB`,
    async run() {
      const rows: Row[] = [];
      const times = { copy: [] as number[], read: [] as number[], write: [] as number[] };
      for (const megabytes of sizes) {
        const clip = largeClip(megabytes * 1e6);
        const bytes = animation.encode(clip);
        const copy = await fastest(() => bytes.slice());
        const read = await fastest(() => animation.decode(bytes));
        const write = await fastest(() => animation.encode(clip));
        times.copy.push(copy);
        times.read.push(read);
        times.write.push(write);
        rows.push({ name: `read ${megabytes} MB`, milliseconds: read, ratio: read / copy, against: 'times copying' });
        rows.push({
          name: `write ${megabytes} MB`,
          milliseconds: write,
          ratio: write / copy,
          against: 'times copying',
        });
      }
      for (const [name, milliseconds] of Object.entries(times)) {
        const against =
          name === 'copy' ? 'exponent: what the memory of this machine does' : 'exponent; goal 1.05 or that of copying';
        rows.push({
          name: `${name}, all sizes`,
          milliseconds: milliseconds.reduce((a, b) => a + b),
          ratio: exponent(milliseconds),
          against,
        });
      }
      return rows;
    },
  },
];

/** Slope of the line through the logarithms. */
function exponent(milliseconds: readonly number[]): number {
  const [x, y] = [sizes.map(Math.log), milliseconds.map(Math.log)];
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = mean(x.map((value, i) => (value - meanX) * (y[i]! - meanY)));
  return covariance / mean(x.map((value) => (value - meanX) ** 2));
}
