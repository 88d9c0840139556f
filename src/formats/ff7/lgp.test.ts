import { describe, expect, test } from 'vitest';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { check } from './lgp.check.ts';
import { fixtures } from './lgp.fixtures.ts';
import { type Lgp, lgp, namesOf } from './lgp.ts';
import { bucketOf, lookupOf } from './lgp-lookup.ts';
import { pack, rebuildLookup } from './lgp-pack.ts';

const two = () => lgp.decode(fixtures['two files']!);
const folders = () => lgp.decode(fixtures['one name in two folders']!);

const membersOf = (file: Lgp) =>
  namesOf(file).map((name, i) => ({ name, bytes: file.records[file.entries[i]!.record!]!.bytes }));

test('files are told apart by folder where names are equal', () => {
  expect(membersOf(folders())).toEqual([
    { name: 'fx/alpha/one.a00', bytes: Uint8Array.of(0xaa) },
    { name: 'fx/beta/one.a00', bytes: Uint8Array.of(0xbb, 0xbb) },
  ]);
  expect(namesOf(two())).toEqual(['aaaa.hrc', 'rtda']);
});

test.each([
  ['one.a00', 434],
  ['two.p00', 593],
  ['zed.t00', 755],
  ['AAAA', 1],
  ['a', 0],
  ['a.b', 0],
  ['9_', 281],
  ['.x', undefined],
  ['ä', undefined],
])('%s is in bucket %s', (name, bucket) => {
  expect(bucketOf(name)).toBe(bucket);
});

test('the lookup table follows from the names', () => {
  const { lookup, entries } = two();
  expect(lookupOf(entries.map(({ name }) => name))).toEqual(lookup);
});

describe('packing', () => {
  test('what did not change comes back byte for byte', () => {
    for (const file of [two(), folders()]) {
      const { value, issues } = pack(membersOf(file), file);
      expect(issues).toEqual([]);
      expect(lgp.encode(value)).toEqual(lgp.encode(file));
    }
  });

  test('a changed file keeps its place', () => {
    const file = two();
    const { value } = pack([{ name: 'rtda', bytes: Uint8Array.of(1, 2) }, membersOf(file)[0]!], file);
    const written = lgp.decode(lgp.encode(value));
    expect(membersOf(written)).toEqual([membersOf(file)[0], { name: 'rtda', bytes: Uint8Array.of(1, 2) }]);
    expect(written.records.map(({ name }) => name)).toEqual(['rtda', 'aaaa.hrc']);
    expect([...check(written)]).toEqual([]);
  });

  test('a new file goes to the end of its bucket, its data behind all other', () => {
    const file = two();
    const { value } = pack(
      [...membersOf(file), { name: 'rtaa', bytes: Uint8Array.of(9) }, { name: 'b.hrc', bytes: new Uint8Array() }],
      file,
    );
    expect(namesOf(value)).toEqual(['aaaa.hrc', 'b.hrc', 'rtda', 'rtaa']);
    expect(value.records.map(({ name }) => name)).toEqual(['rtda', 'aaaa.hrc', 'b.hrc', 'rtaa']);
    expect(value.entries.map(({ type }) => type)).toEqual([0x0b, 0x0b, 0x0e, 0x0e]);
    expect([...check(lgp.decode(lgp.encode(value)))]).toEqual([]);
  });

  test('without the other file of its name a file loses its folder and its group', () => {
    const file = folders();
    const { value, issues } = pack([membersOf(file)[1]!], file);
    expect(namesOf(value)).toEqual(['one.a00']);
    expect(value.entries[0]!.conflictGroup).toBe(0);
    expect(value.conflicts).toEqual([]);
    expect(issues).toMatchObject([{ code: 'lgp/folder-dropped' }]);
  });

  test('an archive made anew is the one the game would have', () => {
    for (const file of [two(), folders()]) {
      const { value } = pack(membersOf(file));
      expect([...check(value)]).toEqual([]);
      expect(membersOf(lgp.decode(lgp.encode(value)))).toEqual(membersOf(file));
      expect(value.entries.map(({ type }) => type)).toEqual(file.entries.map(({ type }) => type));
    }
  });

  test('names that the game could not find are refused', () => {
    const members = ['äa', 'a'.repeat(20), 'fine'].map((name) => ({ name, bytes: new Uint8Array() }));
    const { value, issues } = pack(members);
    expect(namesOf(value)).toEqual(['fine']);
    expect(issues.map(({ code, path }) => [code, path[0]])).toEqual([
      ['lgp/name-refused', 'äa'],
      ['lgp/name-refused', 'a'.repeat(20)],
    ]);
  });
});

test('a wrong or missing lookup is found, and rebuilt', () => {
  const file = two();
  expect(rebuildLookup(file)).toEqual({ value: file, issues: [] });
  file.lookup!.first[530] = 1;
  expect([...check(file)]).toMatchObject([{ code: 'lgp/hidden', path: ['lookup', 530] }]);
  const { value, issues } = rebuildLookup(file);
  expect(issues).toMatchObject([{ code: 'lgp/lookup-rebuilt', reason: '2 files in 2 buckets' }]);
  expect(lgp.encode(value)).toEqual(fixtures['two files']);
  delete file.lookup;
  delete file.conflicts;
  const bytes = lgp.encode(file);
  expect([...check(lgp.decode(bytes))]).toMatchObject([{ code: 'lgp/no-lookup' }]);
  expect(membersOf(lgp.decode(bytes))).toEqual(membersOf(two()));
  expect(lgp.encode(rebuildLookup(lgp.decode(bytes)).value)).toEqual(fixtures['two files']);
});

test('files of one bucket that stand apart are brought together, and folders follow', () => {
  const file = folders();
  file.entries.splice(1, 0, { name: 'aa', type: 0x0e, conflictGroup: 0, record: 0 });
  file.conflicts![0]!.members[1]!.tocIndex = 2;
  const { value } = rebuildLookup(file);
  expect(namesOf(value)).toEqual(['aa', 'fx/alpha/one.a00', 'fx/beta/one.a00']);
  expect([...check(value)].map(({ code }) => code)).toEqual(['lgp/record-name']);
});

test('files that share a record, gaps and overlaps are kept', () => {
  const file = two();
  file.entries[1]!.record = 0;
  file.records[0]!.gap = Uint8Array.of(1, 2, 3);
  file.records[1]!.overlap = 2;
  file.records[0]!.bytes = Uint8Array.of(0, 0, 0x61, 0x61); // its last bytes begin the name of the next
  const bytes = lgp.encode(file);
  const again = lgp.decode(bytes);
  expect(again.records[1]).toMatchObject({ name: 'aaaa.hrc', overlap: 2 });
  expect(lgp.encode(again)).toEqual(bytes);
  expect([...check(again)].map(({ code }) => code)).toEqual(['lgp/gap', 'lgp/overlap']);
});

test('a file beyond the end is reported, the others are read', () => {
  const bytes = fixtures['two files']!;
  const { value, issues } = lgp.inspect(bytes.subarray(0, bytes.length - 16));
  expect(issues).toMatchObject([{ code: 'lgp/no-record', path: ['toc', 0, 'offset'], offset: 0x24 }]);
  expect(value!.entries.map(({ record }) => record)).toEqual([undefined, 0]);
  expect(lgp.encode(value!)).toEqual(bytes.subarray(0, bytes.length - 16));
});

describe.skipIf(corpus('ff7') === undefined)('real archives', () => {
  test.each(['battle-mini', 'char-mini', 'conflict-mini', 'reference'])('%s.lgp comes back byte for byte', (name) => {
    const bytes = corpusFile('ff7', `archives/${name}.lgp`);
    const file = lgp.decode(bytes);
    expect(lgp.encode(file)).toEqual(bytes);
    expect(lgp.encode(pack(membersOf(file), file).value)).toEqual(bytes);
    const codes = [...check(file)].map(({ code }) => code);
    expect(codes.filter((code) => code !== 'lgp/record-name-case')).toEqual(
      name === 'reference' ? ['lgp/no-lookup', 'lgp/gap', 'lgp/trailer'] : [],
    );
  });
});
