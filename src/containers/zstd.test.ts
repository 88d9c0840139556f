import { beforeAll, expect, test } from 'vitest';
import { CodecError } from '../issue.ts';
import { fromHex } from '../test-support/hex.ts';
import { integer, random } from '../test-support/sample.ts';
import { dictionary, fixtures, withDictionary } from './zstd.fixtures.ts';
import { addZstdDictionary, loadZstd, zstd } from './zstd.ts';

beforeAll(() => loadZstd());

const LIMIT = 2 ** 24;
const text = new TextEncoder().encode(
  '{"name":"bone_5","parent":2,"rotation":[0,0,0,1],"scale":[1,1,1],"visible":1}\n',
);

const rawBlock = fixtures['one raw block']!;
const withoutSize = fixtures['one raw block, without content size']!;

test('a dictionary that is missing is named; once it is given, the frame opens', () => {
  expect(() => zstd.unwrap(withDictionary, LIMIT)).toThrow('needs the dictionary with id 7: --zstd-dict FILE gives it');
  expect(addZstdDictionary(dictionary)).toBe(7);
  expect(zstd.unwrap(withDictionary, LIMIT)).toEqual(text);
});

test('frames with and without content size open', () => {
  expect(zstd.unwrap(rawBlock, LIMIT)).toEqual(new TextEncoder().encode('abc'));
  expect(zstd.unwrap(withoutSize, LIMIT)).toEqual(new TextEncoder().encode('abc'));
});

test('what is wrapped opens to the same bytes, with the dictionary of the original', () => {
  addZstdDictionary(dictionary);
  expect(zstd.unwrap(zstd.wrap(text), LIMIT)).toEqual(text);
  const wrapped = zstd.wrap(text, withDictionary);
  expect([wrapped[4]! & 3, wrapped[5]]).toEqual([1, 7]);
  expect(zstd.unwrap(wrapped, LIMIT)).toEqual(text);
});

test('no more than the limit comes out', () => {
  expect(() => zstd.unwrap(zstd.wrap(new Uint8Array(5000)), 4999)).toThrow('5000 bytes claimed, 4999 allowed');
  expect(() => zstd.unwrap(fromHex('28 b5 2f fd  e0  ff ff ff ff ff ff ff ff  01 00 00'), LIMIT)).toThrow('allowed');
});

test('other bytes are no dictionary', () => {
  expect(addZstdDictionary(text)).toBeUndefined();
});

test('damaged frames give the bytes or a CodecError', () => {
  const next = random(5);
  const frames = [withDictionary, rawBlock, withoutSize, zstd.wrap(text)];
  for (let i = 0; i < 4000; i++) {
    const damaged = frames[i % frames.length]!.slice();
    for (let n = integer(next, 1, 3); n > 0; n--) damaged[integer(next, 4, damaged.length - 1)] = integer(next, 0, 255);
    const cut = damaged.subarray(0, i % 3 === 0 ? integer(next, 6, damaged.length) : damaged.length);
    try {
      expect(zstd.unwrap(cut, LIMIT).length).toBeLessThanOrEqual(LIMIT);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
  }
});
