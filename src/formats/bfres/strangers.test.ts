import { expect, test } from 'vitest';
import { open } from '../../operations/open.ts';
import { fixtures as switchFixtures } from './bfres-switch.fixtures.ts';
import { fixtures as wiiuFixtures } from './bfres-wiiu.fixtures.ts';
import { strangers } from './strangers.ts';

const bytesOf = (text: string) => Uint8Array.from(text.padEnd(0x30, '\0'), (character) => character.charCodeAt(0));

test.each([
  ['\x7ffresSUB', 'a section of a BFRES file'],
  ['\x7ffmdlSUB', 'a part of a BFRES model'],
  ['_SubTEX', 'a texture of a BNTX file'],
])('exports of tools that begin with %s are called what they are', (signature, what) => {
  const { format, issues } = open(bytesOf(signature), 'walk.bfska');
  expect(format).toBeUndefined();
  expect(issues.map(({ reason }) => reason).join()).toContain(`${what} that a tool exported`);
});

test('files of games are no exports', () => {
  for (const bytes of [...Object.values(switchFixtures), ...Object.values(wiiuFixtures)]) {
    expect(strangers.filter(({ matches }) => matches(bytes))).toEqual([]);
  }
});
