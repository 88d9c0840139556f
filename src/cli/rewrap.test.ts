import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { yaz0 } from '../containers/yaz0.ts';
import { dictionary } from '../containers/zstd.fixtures.ts';
import { addZstdDictionary, loadZstd, zstd } from '../containers/zstd.ts';
import { fixtures as bntxFixtures } from '../formats/bfres/bntx.fixtures.ts';
import { sarc } from '../formats/bfres/sarc.format.ts';
import { encodePng } from '../images/png.ts';
import { CommandLine } from '../test-support/command-line.ts';
import { corpus, corpusFile } from '../test-support/corpus.ts';

// What is edited goes back into the archives and compressions that it came in.

beforeAll(() => loadZstd());
let cli: CommandLine;
beforeEach(() => {
  cli = new CommandLine();
});
afterEach(() => cli.remove());

const picture = (shade: number) =>
  encodePng({ width: 8, height: 8, rgba: Uint8Array.from({ length: 256 }, (_, i) => ((i & 3) === 3 ? 255 : shade)) });
const packed = sarc.codec.encode(
  sarc.pack([
    { name: 't.bntx', bytes: bntxFixtures['a texture of 4 x 4 pixels']! },
    { name: 'beside.bin', bytes: new TextEncoder().encode('beside') },
  ]).value,
);
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(cli.path(name)));

describe('an archive as --base', () => {
  beforeEach(() => {
    cli.put('A.szs', yaz0.wrap(packed));
    cli.put('t.png', picture(200));
  });

  test('is what -o gets, where that has its extension', async () => {
    const { code, err } = await cli.run('convert t.png --to bntx --base A.szs -o B.szs');
    expect([code, err]).toEqual([0, expect.stringContaining('1 file written')]);
    expect((await cli.run('ls B.szs --files --json')).out).toContain('B.szs/beside.bin');
    const shown = await cli.run('convert B.szs/t.bntx --to png -o shown.png');
    expect(shown.code).toBe(0);
    expect(read('shown.png')).toEqual(picture(200));
  });

  test('is replaced by the result only with --force, and never half', async () => {
    const refused = await cli.run('convert t.png --to bntx --base A.szs -o A.szs');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('--force replaces it')]);
    expect(read('A.szs')).toEqual(yaz0.wrap(packed));
    const { code } = await cli.run('convert t.png --to bntx --base A.szs -o A.szs --force');
    expect(code).toBe(0);
    await cli.run('convert A.szs/t.bntx --to png -o shown.png');
    expect(read('shown.png')).toEqual(picture(200));
    expect(readdirSync(cli.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('stays where it is where -o is the file itself', async () => {
    await cli.run('convert t.png --to bntx --base A.szs -o new.bntx');
    expect(Buffer.from(read('new.bntx').subarray(0, 4)).toString()).toBe('BNTX');
  });
});

test.skipIf(corpus('bfres') === undefined)('a dictionary that is missing is named, and how to give it', async () => {
  cli.put('Player.pack.zs', corpusFile('bfres', 'containers/Player.pack.zs'));
  cli.put('t.png', picture(9));
  const made = await cli.run('convert t.png --to bntx --base Player.pack.zs -o New.pack.zs');
  expect(made.out).toContain('needs the dictionary with id 3: --zstd-dict FILE gives it');
  expect(made.code).toBe(1);
  expect(readdirSync(cli.folder).sort()).toEqual(['Player.pack.zs', 't.png']);
});

test('an archive that was compressed with a dictionary is again, by it', async () => {
  addZstdDictionary(dictionary);
  // A frame that names the dictionary (RFC 8878): one raw block in a single segment.
  const original = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 1, 9, 0, 0, 0);
  cli.put('A.pack.zs', zstd.wrap(packed, original));
  cli.put('t.png', picture(77));
  cli.put('d.dict', dictionary);
  const { code } = await cli.run('convert t.png --to bntx --base A.pack.zs -o B.pack.zs --zstd-dict d.dict');
  expect(code).toBe(0);
  expect([...read('B.pack.zs').subarray(4, 7)]).toEqual([...read('A.pack.zs').subarray(4, 7)]);
  await cli.run('convert B.pack.zs/t.bntx --to png -o shown.png --zstd-dict d.dict');
  expect(read('shown.png')).toEqual(picture(77));
});

test.skipIf(corpus('bfres') === undefined)('a model goes through .glb and back into its archive', async () => {
  const name = 'SuperSpinDriver.szs';
  cli.put(name, corpusFile('bfres', `switch-v8-smo/${name}`));
  expect((await cli.run(`convert ${name} -o model.glb`)).code).toBe(0);
  const { code } = await cli.run(`convert model.glb --to bfres --base ${name} -o new/${name}`);
  expect(code).toBe(0);
  expect(Buffer.compare(read(`new/${name}`), read(name))).toBe(0);
});
