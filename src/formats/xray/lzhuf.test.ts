import { expect, test } from 'vitest';
import { fromHex } from '../../test-support/hex.ts';
import { integer, random } from '../../test-support/sample.ts';
import { pack, unpack } from './lzhuf.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

// The test vectors of the specification, section 4.5.
const vectors: readonly (readonly [content: string, stream: string])[] = [
  ['A', '01000000 E680'],
  ['AB', '02000000 E6F380'],
  ['aaaaaaaaaa', '0A000000 F6C90000'],
  ['hello hello hello', '11000000 FA7C7F187FB95028'],
];

test.each(vectors)("'%s' becomes the stream of the original tools and back", (content, stream) => {
  expect(pack(ascii(content))).toEqual(fromHex(stream));
  expect(unpack(fromHex(stream))).toEqual(ascii(content));
});

test('nothing becomes four zeros, which are not taken for a stream', () => {
  expect(pack(new Uint8Array())).toEqual(new Uint8Array(4));
  expect(unpack(new Uint8Array(4))).toBeUndefined();
});

test('5000 bytes that repeat with a drift become the 1077 bytes of the specification', async () => {
  const content = Uint8Array.from({ length: 5000 }, (_, i) => 7 * i + (i >> 3));
  const stream = pack(content)!;
  expect(stream).toHaveLength(1077);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', stream as Uint8Array<ArrayBuffer>));
  expect(digest).toEqual(fromHex('9f31e3bfada744c45b1f41ec74a7537205ba6efc71d474cc8d88954b9d2202cf'));
  expect(unpack(stream)).toEqual(content);
});

test('any bytes survive, also where the tree is halved several times', () => {
  const next = random(5);
  for (const [length, variety] of [
    [3000, 255],
    [60_000, 3],
    [120_000, 20],
  ] as const) {
    const content = Uint8Array.from({ length }, () => integer(next, 0, variety));
    expect(unpack(pack(content)!)).toEqual(content);
  }
});

test('bytes of another kind are no stream', () => {
  const stream = fromHex('11000000 FA7C7F187FB95028');
  expect(unpack(stream.subarray(0, 8))).toBeUndefined();
  expect(unpack(Uint8Array.of(...stream, 0, 0))).toBeUndefined();
  expect(unpack(fromHex('ffffffff FA7C7F187FB95028'))).toBeUndefined();
  expect(unpack(fromHex('04010000 00000000 00000000'))).toBeUndefined();
});

test('a stream of a few bytes does not claim memory for what its size says', () => {
  expect(unpack(fromHex('00000003 E680 0000'))).toBeUndefined();
});
