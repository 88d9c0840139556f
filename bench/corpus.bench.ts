import { families } from '../src/formats/registry.ts';
import { corpus, corpusFile, filesBelow } from '../src/test-support/corpus.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { type Benchmark, fastest, type Row } from './benchmark.ts';

// All real files of a family: how fast they are read and written, against copying their bytes.

export const benchmarks: readonly Benchmark[] = families
  .filter(({ id }) => corpus(id) !== undefined)
  .map(({ id, title }) => ({ name: `all real files of ${title}`, run: () => measure(id) }));

async function measure(family: string): Promise<Row[]> {
  const files = filesBelow(corpus(family)!)
    .filter((path) => !path.includes('faults/'))
    .flatMap((path) => [...leaves(path, corpusFile(family, path))])
    .flatMap(({ format, bytes }) => {
      const value = format?.codec.inspect(bytes).value;
      return value === undefined ? [] : [{ bytes, value, codec: format!.codec }];
    });
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const copy = await fastest(() => files.map(({ bytes }) => bytes.slice()));
  const read = await fastest(() => files.map(({ codec, bytes }) => codec.decode(bytes)));
  const write = await fastest(() => files.map(({ codec, value }) => codec.encode(value)));
  const inspect = await fastest(() => files.map(({ codec, bytes }) => codec.inspect(bytes)));
  const rate = (milliseconds: number) =>
    `times copying; ${Math.round((files.length / milliseconds) * 1000)} files/s, ${((megabytes / milliseconds) * 1000).toFixed(0)} MB/s`;
  return [
    { name: `copy ${files.length} files, ${megabytes.toFixed(1)} MB`, milliseconds: copy },
    { name: 'read', milliseconds: read, ratio: read / copy, against: rate(read) },
    { name: 'write', milliseconds: write, ratio: write / copy, against: rate(write) },
    { name: 'read with a trace', milliseconds: inspect, ratio: inspect / copy, against: rate(inspect) },
  ];
}
