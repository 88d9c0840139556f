import { memorySource } from '../src/containers/source.ts';
import { pack, unpack } from '../src/formats/xray/lzhuf.ts';
import { models } from '../src/formats/xray/model.ts';
import { omfFile } from '../src/formats/xray/omf.ts';
import { corpus, corpusFile, filesBelow } from '../src/test-support/corpus.ts';
import { samplesOf } from '../src/test-support/samples.ts';
import { type Benchmark, fastest } from './benchmark.ts';

// What people wait for: a character, its motions, and compressed chunks.

export const benchmarks: readonly Benchmark[] = [
  ...(corpus('xray') === undefined ? [] : [character(), motions()]),
  {
    name: 'LZHUF, both ways',
    async run() {
      const content = samplesOf('xray').get('rawdata/objects/pip.object')!;
      const packed = pack(content)!;
      const copy = await fastest(() => content.slice());
      const packing = await fastest(() => pack(content));
      const unpacking = await fastest(() => unpack(packed));
      const rate = (milliseconds: number) => `times copying; ${(content.length / milliseconds / 1000).toFixed(1)} MB/s`;
      return [
        { name: `copy ${(content.length / 1e3).toFixed(0)} KB`, milliseconds: copy },
        { name: 'pack', milliseconds: packing, ratio: packing / copy, against: rate(packing) },
        { name: 'unpack', milliseconds: unpacking, ratio: unpacking / copy, against: rate(unpacking) },
      ];
    },
  },
];

function character(): Benchmark {
  return {
    name: 'a skeletal .ogf as a scene',
    async run() {
      const path = 'ogf/stalker_hero_1.ogf';
      const bytes = corpusFile('xray', path);
      const [model] = models(memorySource('bench', new Map([['hero.ogf', bytes]])));
      const copy = await fastest(() => bytes.slice());
      const scene = await fastest(() => model!.toScene({}));
      const name = `${(bytes.length / 1e6).toFixed(2)} MB to a scene`;
      return [
        { name: 'copy the bytes', milliseconds: copy },
        { name, milliseconds: scene, ratio: scene / 10, against: 'times the goal of 10 ms' },
      ];
    },
  };
}

function motions(): Benchmark {
  return {
    name: 'all real .omf files',
    async run() {
      const paths = filesBelow(corpus('xray')!).filter((path) => path.endsWith('.omf'));
      const files = paths.map((path) => corpusFile('xray', path));
      const copy = await fastest(() => files.map((bytes) => bytes.slice()));
      const read = await fastest(() => files.map((bytes) => omfFile.decode(bytes)));
      return [
        { name: `copy ${files.length} files`, milliseconds: copy },
        { name: 'read', milliseconds: read, ratio: read / copy, against: 'times copying' },
      ];
    },
  };
}
