import { memorySource } from '../src/containers/source.ts';
import { encodeFrames } from '../src/formats/ff7/bank-stream.ts';
import { bank, isAnimation } from '../src/formats/ff7/ff7-bank.ts';
import { ff7 } from '../src/formats/ff7/index.ts';
import { lgp } from '../src/formats/ff7/lgp.ts';
import { pack } from '../src/formats/ff7/lgp-pack.ts';
import { compress, decompress } from '../src/formats/ff7/lzs.ts';
import { writeGlb } from '../src/formats/gltf/index.ts';
import { corpus, corpusFile, filesBelow } from '../src/test-support/corpus.ts';
import { random } from '../src/test-support/sample.ts';
import { type Benchmark, fastest, type Row } from './benchmark.ts';

// Cloud, as the game has him, where his files are at hand: reading his 80 animations took a tuned decoder of one pass 1.6
// ms. Streams and archives of our own making besides.

const isThere = corpus('ff7') !== undefined;

export const benchmarks: readonly Benchmark[] = [
  ...(isThere
    ? [
        { name: 'Final Fantasy VII: Cloud', run: cloud },
        { name: 'Final Fantasy VII: a real LZS stream', run: realStream },
      ]
    : []),
  { name: 'Final Fantasy VII: LZS of 427 KB made up', run: () => stream(madeUp(427_201)) },
  { name: 'Final Fantasy VII: an archive of 10,000 files', run: archive },
];

async function cloud(): Promise<Row[]> {
  const bytes = corpusFile('ff7', 'rebuilt-pc/rt/rtda');
  const file = bank.decode(bytes);
  const animations = file.records.flatMap(({ block }) => (isAnimation(block) ? [block] : []));
  const read = await fastest(() => bank.decode(bytes));
  const encode = await fastest(() => animations.map(({ frames, key }) => encodeFrames(frames, key)));
  const paths = filesBelow(corpus('ff7')!).filter((path) => path.startsWith('rebuilt-pc/rt/'));
  const source = memorySource('rt', new Map(paths.map((path) => [path, corpusFile('ff7', path)])));
  const options = Object.fromEntries(ff7.options.map((option) => [option.name, option.default]));
  const convert = await fastest(async () => {
    const [model] = [...ff7.models(source)];
    const { value } = await model!.toScene(options);
    await writeGlb(value);
  });
  return [
    { name: 'read rtda', milliseconds: read, ratio: read / 1.6, against: 'of 1.6 ms; goal 1' },
    { name: 'encode its animations', milliseconds: encode },
    { name: 'all files to .glb', milliseconds: convert, ratio: convert / 60, against: 'of 60 ms; goal 1' },
  ];
}

function realStream(): Promise<Row[]> {
  return stream(corpusFile('ff7', 'lzs/reference_lzs.decompressed'));
}

async function stream(plain: Uint8Array): Promise<Row[]> {
  const packed = compress(plain);
  const back = await fastest(() => decompress(packed));
  const there = await fastest(() => compress(plain));
  return [
    { name: `decompress to ${(plain.length / 1000).toFixed(0)} KB`, milliseconds: back },
    { name: 'compress as the game did', milliseconds: there, ratio: there / 100, against: 'of 100 ms; goal 1' },
  ];
}

/** Bytes that repeat about as much as models do. */
function madeUp(size: number): Uint8Array {
  const next = random(7);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; ) {
    const length = 1 + Math.floor(next() * 12);
    const from = i - 1 - Math.floor(next() * 3000);
    for (let k = 0; k < length && i < size; k++, i++) {
      bytes[i] = from + k >= 0 && next() < 0.9 ? bytes[from + k]! : Math.floor(next() * 256);
    }
  }
  return bytes;
}

async function archive(): Promise<Row[]> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const members = Array.from({ length: 10_000 }, (_, i) => ({
    name: `${letters[i % 26]}${letters[Math.floor(i / 26) % 26]}${i}.p`,
    bytes: new Uint8Array(1000).fill(i),
  }));
  const bytes = lgp.encode(pack(members).value);
  const file = lgp.decode(bytes);
  return [
    { name: 'read', milliseconds: await fastest(() => lgp.decode(bytes)) },
    { name: 'pack anew', milliseconds: await fastest(() => pack(members)) },
    { name: 'write', milliseconds: await fastest(() => lgp.encode(file)) },
  ];
}
