import { expect, test } from 'vitest';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random } from '../../test-support/sample.ts';
import { members, pack } from './vpp.archive.ts';
import { check } from './vpp.check.ts';
import { fixtures } from './vpp.fixtures.ts';
import { packfile } from './vpp.ts';

const three = fixtures['three files']!;
const text = (bytes: Uint8Array) => String.fromCharCode(...bytes);

test('lists the files in their order', () => {
  const listed = [...members(packfile.decode(three))].map(({ name, bytes }) => [name, text(bytes)]);
  expect(listed).toEqual([
    ['a.txt', 'ABC'],
    ['empty', ''],
    ["b's (1)", 'D'],
  ]);
});

test('packing the members of an archive gives the archive', () => {
  const file = packfile.decode(three);
  const { value, issues } = pack([...members(file)]);
  expect(issues).toEqual([]);
  expect(packfile.encode(value)).toEqual(three);
});

test('odd bytes between files stay while the members do, and go when they change', () => {
  const odd = three.slice();
  odd[2048 + 192 + 7] = 9;
  odd[4096 + 100] = 8;
  odd[30] = 7;
  const file = packfile.decode(odd);
  expect([...check(file)]).toMatchObject([
    { code: 'vpp/odd-slack', path: ['headerSlack'], reason: '1 of 2032 bytes are not zero' },
    { code: 'vpp/odd-slack', path: ['directorySlack'] },
    { code: 'vpp/odd-slack', path: ['files', 0, 'slack'] },
  ]);
  expect(packfile.encode(pack([...members(file)], file).value)).toEqual(odd);
  const grown = pack([...members(file), { name: 'c', bytes: Uint8Array.of(1) }], file).value;
  expect(grown).toMatchObject({ directorySlack: undefined, totalSize: 10240 });
  expect([...check(packfile.decode(packfile.encode(grown)))].map(({ path }) => path)).toEqual([['headerSlack']]);
});

test('the last file may end without its padding', () => {
  const cut = three.subarray(0, 6145);
  const file = packfile.decode(cut);
  expect(packfile.encode(file)).toEqual(cut);
  expect([...check(file)]).toMatchObject([
    { code: 'vpp/total-size', reason: 'the header says 8192 bytes, the archive has 6145' },
  ]);
});

test('names are compared whatever their case, and unsafe ones are reported', () => {
  const bytes = Uint8Array.of(1);
  const { value } = pack(['a.txt', 'A.TXT', '../x', 'NUL'].map((name) => ({ name, bytes })));
  expect([...check(value)]).toMatchObject([
    { code: 'vpp/duplicate-name', reason: "'A.TXT' is the name of file 0 too" },
    { code: 'vpp/unsafe-name', path: ['entries', 2, 'name'] },
    { code: 'vpp/unsafe-name', path: ['entries', 3, 'name'] },
  ]);
});

test('a name without room is left out with an issue', () => {
  const { value, issues } = pack([{ name: 'x'.repeat(60), bytes: new Uint8Array() }]);
  expect(value.entries).toEqual([]);
  expect(issues).toMatchObject([{ code: 'vpp/name-does-not-fit' }]);
});

test('the version of later games is named', () => {
  const later = three.slice();
  later[4] = 2;
  expect(() => packfile.decode(later)).toThrow('version 2 (Red Faction II), only version 1 is read');
});

test('any files survive being packed and read', () => {
  const next = random(3);
  for (let i = 0; i < 40; i++) {
    const files = Array.from({ length: integer(next, 0, 6) }, (_, k) => ({
      name: `file ${k}.${integer(next, 0, 999)}`,
      bytes: Uint8Array.from({ length: integer(next, 0, 5000) }, () => integer(next, 0, 255)),
    }));
    const { value } = pack(files);
    const bytes = packfile.encode(value);
    expect([...members(packfile.decode(bytes))]).toEqual(files);
    expect([...check(packfile.decode(bytes))]).toEqual([]);
  }
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)(
  'real packfiles are read to the last byte, and packing their members gives them back',
  () => {
    const archives = filesBelow(folder!).filter((path) => path.endsWith('.vpp') && !path.includes('/faults/'));
    expect(archives.length).toBeGreaterThanOrEqual(3);
    for (const path of archives) {
      const bytes = corpusFile('red-faction', path);
      const { value, issues, trace } = packfile.inspect(bytes);
      expect(issues, path).toEqual([]);
      expect(trace.gaps(bytes.length), path).toEqual([]);
      const again = packfile.encode(pack([...members(value!)], value).value);
      expect(Buffer.compare(again, bytes), path).toBe(0);
    }
  },
);
