import { memorySource } from '../src/containers/source.ts';
import { yaz0 } from '../src/containers/yaz0.ts';
import { loadZstd } from '../src/containers/zstd.ts';
import { bfres, withoutLayout } from '../src/formats/bfres/bfres.ts';
import { models } from '../src/formats/bfres/models.ts';
import { writeGlb } from '../src/formats/gltf/index.ts';
import { surfaceFormats } from '../src/images/surface-formats.ts';
import { blockLinearSize, fromBlockLinear, toBlockLinear } from '../src/images/tiling/block-linear.ts';
import { fromGx2, toGx2 } from '../src/images/tiling/gx2.ts';
import { corpus, corpusFile } from '../src/test-support/corpus.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { type Benchmark, fastest, type Row } from './benchmark.ts';

// What people wait for: a large model, its textures, and the compression around it. All textures are 1024 x 1024.

const SIDE = 1024;
const PIXELS = SIDE * SIDE;

export const benchmarks: readonly Benchmark[] = [
  ...(corpus('bfres') === undefined ? [] : [largeFile(), compression()]),
  { name: 'BFRES textures: block compression', run: blockCompression },
  { name: 'BFRES textures: tiling', run: tiling },
];

/** Official, version 10. */
async function squid(): Promise<Uint8Array> {
  await loadZstd();
  const path = 'switch-v10-splatoon3/Player_Squid.bfres.zs';
  return [...leaves(path, corpusFile('bfres', path))][0]!.bytes;
}

function largeFile(): Benchmark {
  return {
    name: 'a BFRES file with 47 clips',
    async run() {
      const bytes = await squid();
      const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
      const copy = await fastest(() => bytes.slice());
      const read = await fastest(() => bfres.decode(bytes));
      const file = bfres.decode(bytes);
      const written = await fastest(() => bfres.encode(file));
      const anew = await fastest(() => bfres.encode(withoutLayout(file)));
      const glb = await fastest(async () => {
        const [model] = models(memorySource('bench', new Map([['squid.bfres', bytes]])));
        return writeGlb((await model!.toScene({})).value);
      });
      return [
        { name: `copy ${size}`, milliseconds: copy },
        { name: 'read', milliseconds: read, ratio: read / copy, against: 'times copying; goal 20 ms' },
        { name: 'write, unchanged', milliseconds: written, ratio: written / copy, against: 'times copying' },
        { name: 'write, laid out anew', milliseconds: anew, ratio: anew / copy, against: 'times copying' },
        { name: 'to .glb with its textures', milliseconds: glb, ratio: glb / copy, against: 'times copying' },
      ];
    },
  };
}

function compression(): Benchmark {
  return {
    name: 'Yaz0, both ways',
    async run() {
      const packed = corpusFile('bfres', 'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs');
      const content = yaz0.unwrap(packed, 2 ** 30);
      const copy = await fastest(() => content.slice());
      const rate = (milliseconds: number) => `times copying; ${(content.length / milliseconds / 1000).toFixed(0)} MB/s`;
      const unpacking = await fastest(() => yaz0.unwrap(packed, 2 ** 30));
      const packing = await fastest(() => yaz0.wrap(content));
      const share = (100 * yaz0.wrap(content).length) / packed.length;
      return [
        { name: `copy ${(content.length / 1e6).toFixed(1)} MB`, milliseconds: copy },
        { name: 'decompress', milliseconds: unpacking, ratio: unpacking / copy, against: rate(unpacking) },
        {
          name: `compress, to ${share.toFixed(0)} % of the game's size`,
          milliseconds: packing,
          ratio: packing / copy,
          against: rate(packing),
        },
      ];
    },
  };
}

/** Soft colours with some noise, half of it transparent. */
function painting(): Uint8Array {
  const rgba = new Uint8Array(4 * PIXELS);
  for (let i = 0, state = 1; i < PIXELS; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [x, y, noise] = [i % SIDE, i >> 10, state >>> 29];
    rgba.set([(x >> 2) + noise, (y >> 2) + noise, 255 - (x >> 3), y & 256 ? 255 : x >> 2], 4 * i);
  }
  return rgba;
}

/** Millions of pixels a second that decoding is to reach; formats without a goal are there to compare. */
const DECODING: Readonly<Record<string, number>> = { BC1: 400, BC3: 0, BC4: 0, BC5: 0, BC7: 140 };

async function blockCompression(): Promise<Row[]> {
  const image = { width: SIDE, height: SIDE, rgba: painting() };
  // Encoders take their time: they get a part, and their times are for the whole.
  const part = { width: SIDE, height: 32, rgba: image.rgba.subarray(0, 4 * SIDE * 32) };
  const copy = await fastest(() => image.rgba.slice());
  const rows: Row[] = [{ name: 'copy 1 Mpx', milliseconds: copy }];
  for (const [name, goal] of Object.entries(DECODING)) {
    const format = surfaceFormats.get(name)!;
    const blocks = format.encode!(image, 'unorm');
    const decoding = await fastest(() => format.decode(blocks, SIDE, SIDE, 'unorm'));
    const encoding = (await fastest(() => format.encode!(part, 'unorm'))) * (PIXELS / (part.width * part.height));
    const rate = (milliseconds: number) => `times copying; ${(PIXELS / milliseconds / 1000).toFixed(2)} Mpx/s`;
    const goalText = goal === 0 ? '' : `, goal ${goal}`;
    rows.push(
      {
        name: `decode ${name}`,
        milliseconds: decoding,
        ratio: decoding / copy,
        against: `${rate(decoding)}${goalText}`,
      },
      { name: `encode ${name}`, milliseconds: encoding, ratio: encoding / copy, against: rate(encoding) },
    );
  }
  return rows;
}

async function tiling(): Promise<Row[]> {
  const linear = painting();
  const copy = await fastest(() => linear.slice());
  const rows: Row[] = [{ name: 'copy 4.2 MB', milliseconds: copy }];
  const add = (name: string, milliseconds: number) => {
    const rate = (linear.length / milliseconds / 1e6).toFixed(2);
    rows.push({ name, milliseconds, ratio: milliseconds / copy, against: `times copying; ${rate} GB/s` });
  };
  for (const elementBytes of [4, 8, 16]) {
    const grid = { columns: 512, rows: linear.length / 512 / elementBytes, elementBytes };
    const tiled = toBlockLinear(linear, grid, 16);
    add(`Switch, ${elementBytes} bytes: to rows`, await fastest(() => fromBlockLinear(tiled, grid, 16)));
    add(`Switch, ${elementBytes} bytes: to tiles`, await fastest(() => toBlockLinear(linear, grid, 16)));
    const layout = { ...grid, tileMode: 4, pitch: 512, swizzle: 0 };
    const macro = new Uint8Array(blockLinearSize(grid, 16));
    toGx2(linear, layout, macro);
    add(`Wii U, ${elementBytes} bytes: to rows`, await fastest(() => fromGx2(macro, layout)));
    add(`Wii U, ${elementBytes} bytes: to tiles`, await fastest(() => toGx2(linear, layout, macro)));
  }
  return rows;
}
