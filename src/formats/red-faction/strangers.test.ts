import { expect, test } from 'vitest';
import { fromHex } from '../../test-support/hex.ts';
import { formats, identify } from '../registry.ts';
import { redFaction } from './index.ts';
import { strangers } from './strangers.ts';

const titles = (bytes: Uint8Array) => strangers.filter(({ matches }) => matches(bytes)).map(({ title }) => title);
const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

const plainArchive = fromHex(`
  0c 00 00 00  01 00 00 00  de ad be ef              # directory at 12, compressed, data
  02 00 00 00                                        # 2 entries
  01 00 00 00  61  ${'00'.repeat(24)}                # a
  02 00 00 00  62 63  ${'00'.repeat(24)}             # bc
`);

test('files of others with the same extensions are called what they are', () => {
  expect(titles(ascii('Refractor2 FlatArchive 1.1  \0\0'))).toEqual([
    'a Battlefield 1942 archive, not a Red Faction clip',
  ]);
  expect(titles(plainArchive)).toEqual(['a Battlefield 1942 archive (without text header), not a Red Faction clip']);
  expect(titles(fromHex('d0 cf 11 e0 a1 b1 1a e1'))[0]).toContain('OLE compound file');
  expect(titles(ascii('VSFX\0'))[0]).toContain('effect');
  expect(titles(fromHex('12 87 12 87 00 00 00 00'))[0]).toContain('PlayStation 2');
  expect(titles(uncompiled())[0]).toContain('uncompiled');
});

/** Header of a character mesh of the exporter: version 0x10000. */
function uncompiled(): Uint8Array {
  const bytes = new Uint8Array(40);
  bytes.set(fromHex('4d 43 46 52  00 00 01 00'));
  return bytes;
}

test('a plain archive needs every entry to make sense', () => {
  for (let length = 0; length < plainArchive.length; length++)
    expect(titles(plainArchive.subarray(0, length))).toEqual([]);
  expect(titles(new Uint8Array(64))).toEqual([]);
});

test('no stranger is taken for a format, and no file of a format for a stranger', () => {
  for (const bytes of [plainArchive, uncompiled(), ascii('VSFX\0')]) expect(identify(bytes)).toBeUndefined();
  expect(redFaction.strangers).toBe(strangers);
  expect(formats).toEqual(expect.arrayContaining([...redFaction.formats]));
});
