import { expect, test } from 'vitest';
import { fixtures } from './sarc.fixtures.ts';
import { sarc } from './sarc.format.ts';

const bytes = fixtures['two files, little-endian']!;
const text = (value: string) => new TextEncoder().encode(value);

test('members have their names and bytes', () => {
  expect([...sarc.members(sarc.codec.decode(bytes))]).toEqual([
    { name: 'a', bytes: text('hi') },
    { name: 'b', bytes: Uint8Array.of(1, 2, 3, 4) },
  ]);
});

test('the same members in an archive give the same bytes, a shorter one stays in its place', () => {
  const base = sarc.codec.decode(bytes);
  const members = [...sarc.members(base)];
  expect(sarc.codec.encode(sarc.pack(members, base).value)).toEqual(bytes);
  const shorter = sarc.pack([{ name: 'a', bytes: text('x') }, members[1]!], base).value;
  expect([...sarc.members(shorter)]).toEqual([{ name: 'a', bytes: text('x') }, members[1]]);
  expect(shorter.nodes.start).toEqual(base.nodes.start);
});

test('a new archive is sorted by hash and aligned by extension', () => {
  const archive = sarc.pack([
    { name: 'model.bfres', bytes: text('model') },
    { name: 'a.txt', bytes: text('text') },
  ]).value;
  expect([...sarc.check(archive)]).toEqual([]);
  expect(archive.dataStart).toBe(0x2000);
  const members = [...sarc.members(sarc.codec.decode(sarc.codec.encode(archive)))];
  expect(members.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]).sort()).toEqual([
    ['a.txt', 'text'],
    ['model.bfres', 'model'],
  ]);
});

test('finds mistakes', () => {
  const archive = sarc.codec.decode(bytes);
  archive.fileSize = 1;
  archive.nodes.nameHash[0] = 0x70;
  archive.nodes.end[1] = 0x100;
  expect([...sarc.check(archive)].map(({ code }) => code)).toEqual([
    'sarc/file-size',
    'sarc/wrong-hash',
    'sarc/outside-data',
    'sarc/unsorted',
  ]);
});
