import { expect, test } from 'vitest';
import { CodecError } from '../../binary/index.ts';
import { fromHex } from '../../test-support/hex.ts';
import { integer, random } from '../../test-support/sample.ts';
import { compress, decompress, lzs } from './lzs.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

// The vectors of specification, section 9.1.
test.each([
  ['nothing', bytesOf(''), '00000000'],
  ['a letter', bytesOf('A'), '02000000 01 41'],
  ['forty letters', bytesOf('A'.repeat(40)), '08000000 01 41 EEFF 000F 0400'],
  ['forty zeros', new Uint8Array(40), '07000000 00 DCFF FFFF 1101'],
  ['a repetition', bytesOf(`${'abc'.repeat(8)}X`), '09000000 27 61 62 63 EEFF F4F0 58'],
  [
    'a title, twice',
    bytesOf('FINAL FANTASY VII FINAL FANTASY VII'),
    '17000000 FF 46494E414C204641 FF 4E54415359205649 03 49 20 EEFE',
  ],
])('%s is compressed as the game does it', (_, plain, hex) => {
  expect(compress(plain)).toEqual(fromHex(hex));
  expect(decompress(fromHex(hex))).toEqual(plain);
});

test('anything survives, and is found to be itself', () => {
  const next = random(3);
  for (let i = 0; i < 60; i++) {
    const letters = integer(next, 1, 256);
    const plain = Uint8Array.from({ length: integer(next, 0, 9000) }, () => integer(next, 0, letters - 1));
    expect(decompress(compress(plain))).toEqual(plain);
  }
});

test('any bytes give bytes or an error, in bounded size', () => {
  const next = random(4);
  for (let i = 0; i < 2000; i++) {
    const bytes = Uint8Array.from({ length: integer(next, 0, 60) }, () => integer(next, 0, 255));
    if (bytes.length >= 4) bytes.set([integer(next, 0, 60), 0, 0, 0]);
    try {
      expect(decompress(bytes).length).toBeLessThanOrEqual(9 * bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
  }
});

test('more than the limit is an error, as is a stream that is not there', () => {
  const bytes = compress(new Uint8Array(5000));
  expect(() => decompress(bytes, 4999)).toThrow('more than 4999 bytes come out');
  expect(decompress(bytes, 5000)).toHaveLength(5000);
  expect(() => decompress(bytes.subarray(0, 20))).toThrow('follow');
});

test('the stream of another tool is kept until its content changes', () => {
  const literals = fromHex('08000000 7f 41414141414141');
  expect(lzs.wrap(bytesOf('A'.repeat(7)), literals)).toBe(literals);
  expect(lzs.wrap(bytesOf('A'.repeat(6)), literals)).toEqual(compress(bytesOf('A'.repeat(6))));
});

test('it is recognized by its length word', () => {
  expect(lzs.sniff(fromHex('02000000 01 41'), 'x.lzs')).toBe('maybe');
  expect(lzs.sniff(fromHex('03000000 01 41'), 'x.lzs')).toBe('no');
});
