import { animation } from '../src/formats/red-faction/rfa.ts';
import { type Benchmark, fastest } from './benchmark.ts';
import { largeClip } from './large-clip.ts';

// A clip of 5 MB, against the least that reading and writing it can take: copying its bytes, and separating its columns
// into typed arrays by hand.

const MEGABYTES = 5;

export const benchmarks: readonly Benchmark[] = [
  {
    name: `a Red Faction clip of ${MEGABYTES} MB`,
    async run() {
      const clip = largeClip(MEGABYTES * 1e6);
      const bytes = animation.encode(clip);
      const copy = await fastest(() => bytes.slice());
      const byHand = await fastest(() => separateColumns(bytes));
      const read = await fastest(() => animation.decode(bytes));
      const write = await fastest(() => animation.encode(clip));
      const inspect = await fastest(() => animation.inspect(bytes));
      const against = 'times separating by hand; goal 2';
      return [
        { name: 'copy the bytes', milliseconds: copy },
        { name: 'separate columns by hand', milliseconds: byHand, ratio: byHand / copy, against: 'times copying' },
        { name: 'read', milliseconds: read, ratio: read / byHand, against },
        { name: 'write', milliseconds: write, ratio: write / byHand, against },
        { name: 'read with a trace', milliseconds: inspect, ratio: inspect / byHand, against },
      ];
    },
  },
];

/** All bytes as 16-bit records of eight columns, each in an array of its own: the shape of a rotation key. */
function separateColumns(bytes: Uint8Array): Int16Array[] {
  const count = bytes.length >> 4;
  const view = new Int16Array(bytes.buffer, bytes.byteOffset, count * 8);
  return Array.from({ length: 8 }, (_, column) => {
    const values = new Int16Array(count);
    for (let i = 0, at = column; i < count; i++, at += 8) values[i] = view[at]!;
    return values;
  });
}
