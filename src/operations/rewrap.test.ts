import { beforeAll, describe, expect, test } from 'vitest';
import { nameHash, sarc as sarcCodec } from '../containers/sarc.ts';
import { memorySource } from '../containers/source.ts';
import { yaz0 } from '../containers/yaz0.ts';
import { loadZstd, zstd } from '../containers/zstd.ts';
import { fixtures as bntxFixtures } from '../formats/bfres/bntx.fixtures.ts';
import { bntx } from '../formats/bfres/bntx.format.ts';
import { sarc } from '../formats/bfres/sarc.format.ts';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { formatOf, isArchive } from '../formats/registry.ts';
import { corpus, corpusFile } from '../test-support/corpus.ts';
import { integer, random } from '../test-support/sample.ts';
import { convert, convertGltf, convertPictures } from './convert.ts';
import { expand } from './expand.ts';
import { open } from './open.ts';
import { rewrap } from './rewrap.ts';

beforeAll(() => loadZstd());

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const archive = bntxFixtures['a texture of 4 x 4 pixels']!;

const packed = (files: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  sarc.codec.encode(sarc.pack(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))).value);

/** A file with its archives open, by entry. */
function contents(name: string, bytes: Uint8Array): Record<string, Uint8Array> {
  const source = expand(memorySource('test', new Map([[name, bytes]])));
  return Object.fromEntries(Array.from(source.entries(), (entry) => [entry.name, source.open(entry.name)!]));
}

describe('a file in archives in archives', () => {
  const inner = packed({ 'tex/t.bntx': archive, 'readme.txt': text('read me') });
  const outer = () => zstd.wrap(packed({ 'model.szs': yaz0.wrap(inner), 'b.bin': text('beside') }));
  const entry = 'Pack.sarc.zs/model.szs/tex/t.bntx';
  const source = () => memorySource('base', new Map([['Pack.sarc.zs', outer()]]));

  test('is replaced, and everything else stays as it was', () => {
    const edited = text('edited');
    const { outputs, issues } = rewrap([{ name: 't.bntx', bytes: edited }], source(), 'New.zs');
    expect(issues).toEqual([]);
    expect(outputs.map(({ name }) => name)).toEqual(['Pack.sarc.zs']);
    const [before, after] = [contents('Pack.sarc.zs', outer()), contents('Pack.sarc.zs', outputs[0]!.bytes)];
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    expect(after[entry]).toEqual(edited);
    for (const name of ['Pack.sarc.zs/b.bin', 'Pack.sarc.zs/model.szs/readme.txt']) {
      expect(after[name], name).toEqual(before[name]);
    }
    const wrappers = open(outputs[0]!.bytes, 'x').wrappers.map(({ wrapper }) => wrapper.id);
    expect(wrappers).toEqual(['zstd']);
  });

  test('comes back with the archives to the byte where nothing was edited', () => {
    const { outputs } = rewrap([{ name: 't.bntx', bytes: archive.slice() }], source(), 'Pack.sarc.zs');
    expect(outputs).toEqual([{ name: 'Pack.sarc.zs', bytes: outer() }]);
  });

  test('is given by itself where no archive is asked for', () => {
    for (const name of [undefined, 't.bntx', 'New.szs']) {
      const { outputs } = rewrap([{ name: 't.bntx', bytes: text('edited') }], source(), name);
      expect(outputs).toEqual([{ name: 't.bntx', bytes: text('edited') }]);
    }
  });

  test('is told from one of the same name by its entry', () => {
    const twice = packed({ 'a/t.bntx': archive, 'b/t.bntx': archive });
    const base = memorySource('base', new Map([['two.sarc', twice]]));
    const alone = rewrap([{ name: 't.bntx', bytes: text('edited') }], base, 'two.sarc');
    expect(alone.outputs).toEqual([{ name: 't.bntx', bytes: text('edited') }]);
    const { outputs } = rewrap(
      [{ name: 't.bntx', bytes: text('edited'), replaces: 'two.sarc/b/t.bntx' }],
      base,
      'two.sarc',
    );
    const after = contents('two.sarc', outputs[0]!.bytes);
    expect([after['two.sarc/a/t.bntx'], after['two.sarc/b/t.bntx']]).toEqual([archive, text('edited')]);
  });
});

test('a compressed file without an archive is compressed again, whatever is asked for', () => {
  const base = memorySource('base', new Map([['t.szs', yaz0.wrap(archive)]]));
  const [whole] = rewrap([{ name: 't.szs', bytes: text('edited') }], base, 'new.szs').outputs;
  const [alone] = rewrap([{ name: 't.szs', bytes: text('edited') }], base).outputs;
  expect(yaz0.unwrap(whole!.bytes, 100)).toEqual(text('edited'));
  expect(alone!.bytes).toEqual(whole!.bytes);
});

test('archives of other games take their members back', () => {
  const vpp = formatOf('vpp')!;
  if (!isArchive(vpp)) throw new Error('vpp is an archive');
  const clip = clips['morph, version 8']!;
  const members = [
    { name: 'a.rfa', bytes: clip },
    { name: 'b.txt', bytes: text('b') },
  ];
  const base = memorySource('base', new Map([['box.vpp', vpp.codec.encode(vpp.pack(members).value)]]));
  const { outputs } = rewrap([{ name: 'A.rfa', bytes: text('edited') }], base, 'out.vpp');
  const after = contents('box.vpp', outputs[0]!.bytes);
  expect(after['box.vpp/a.rfa']).toEqual(text('edited'));
  expect(after['box.vpp/b.txt']).toEqual(text('b'));
});

test('files of an archive that have no names keep their hashes', () => {
  const value = sarc.codec.decode(packed({ 'a.bntx': archive, 'b.bin': text('b') }));
  value.nodes.attributes.fill(0);
  const bytes = sarcCodec.encode(value);
  const hash = nameHash(text('b.bin'), value.hashMultiplier);
  const entry = `x.sarc/0x${hash.toString(16).padStart(8, '0')}`;
  const base = memorySource('base', new Map([['x.sarc', bytes]]));
  for (const edited of [text('c'), new Uint8Array(5000).fill(7)]) {
    const { outputs } = rewrap([{ name: 'b', bytes: edited, replaces: entry }], base, 'x.sarc');
    const again = sarcCodec.decode(outputs[0]!.bytes);
    expect([...again.nodes.nameHash].sort()).toEqual([...value.nodes.nameHash].sort());
    expect([...again.nodes.attributes]).toEqual([0, 0]);
    expect(contents('x.sarc', outputs[0]!.bytes)[entry]).toEqual(edited);
  }
});

test('any nesting comes back with one file replaced', () => {
  const next = random(5);
  for (let i = 0; i < 60; i++) {
    let bytes: Uint8Array = text(`original ${i}`);
    let entry = 'leaf.bin';
    for (let depth = integer(next, 1, 3); depth > 0; depth--) {
      bytes = packed({ [entry.split('/')[0]!]: bytes, 'beside.bin': text(`${depth}`) });
      if (integer(next, 0, 1) === 1) bytes = yaz0.wrap(bytes);
      if (integer(next, 0, 1) === 1) bytes = zstd.wrap(bytes);
      entry = `box${depth}.sarc/${entry}`;
    }
    const name = entry.split('/')[0]!;
    const edited = Uint8Array.from({ length: integer(next, 0, 400) }, () => integer(next, 0, 255));
    const base = memorySource('base', new Map([[name, bytes]]));
    const { outputs } = rewrap([{ name: 'leaf.bin', bytes: edited }], base, 'x.sarc');
    const [before, after] = [contents(name, bytes), contents(name, outputs[0]!.bytes)];
    expect(after[entry]).toEqual(edited);
    for (const key of Object.keys(before).filter((each) => each.endsWith('beside.bin'))) {
      expect(after[key]).toEqual(before[key]);
    }
  }
});

describe.skipIf(corpus('bfres') === undefined)('real archives', () => {
  const NPC = 'Npc_SubwayConductor_Octa.Nin_NX_NVN.szs';
  const npc = () => memorySource('base', new Map([[NPC, corpusFile('bfres', `switch-v8-splatoon2/${NPC}`)]]));

  test('a model that nobody edited comes back in its archive, to the byte', async () => {
    for await (const { name, outputs } of convert(npc(), { to: 'glb' })) {
      const glb = memorySource('edited', new Map([['edited.glb', outputs[0]!.bytes]]));
      const again = await convertGltf(outputs[0]!.bytes, 'edited.glb', glb, {
        to: 'bfres',
        base: npc(),
        outputName: NPC,
      });
      expect(
        again.outputs.map((output) => output.name),
        name,
      ).toEqual([NPC]);
      expect(Buffer.compare(again.outputs[0]!.bytes, npc().open(NPC)!)).toBe(0);
    }
  });

  test('a picture goes into the texture archive in the model file in the archive, and the model stays', async () => {
    const image = { width: 64, height: 32, rgba: new Uint8Array(64 * 32 * 4).fill(255) };
    const { encodePng } = await import('../images/png.ts');
    const picture = open(encodePng(image), 'M_Hat_Alb.png');
    const made = await convertPictures(picture, { to: 'bntx', base: npc(), outputName: 'new.szs' });
    expect(made.issues.map(({ code }) => code)).toEqual(['bntx/other-size']);
    const [before, after] = [contents(NPC, npc().open(NPC)!), contents(NPC, made.outputs[0]!.bytes)];
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    const entry = Object.keys(after).find((name) => name.endsWith('.bntx'))!;
    const textures = bntx.codec.decode(after[entry]!).textures;
    expect(textures.find((texture) => texture!.name === 'M_Hat_Alb')).toMatchObject({ width: 64, height: 32 });
    expect(textures).toHaveLength(bntx.codec.decode(before[entry]!).textures.length);
  });
});
