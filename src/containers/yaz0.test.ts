import { expect, test } from 'vitest';
import { CodecError } from '../issue.ts';
import { fromHex } from '../test-support/hex.ts';
import { integer, random } from '../test-support/sample.ts';
import { fixtures } from './yaz0.fixtures.ts';
import { yaz0 } from './yaz0.ts';

const LIMIT = 2 ** 24;

const stream = fixtures['literals and references']!;
const text = new TextEncoder().encode('abcabcabcabcabcabcabcabcabca');

test('literals, short and long references', () => {
  expect(yaz0.unwrap(stream, LIMIT)).toEqual(text);
});

test('wrapping keeps the alignment of the original, and opens to the same bytes', () => {
  const wrapped = yaz0.wrap(text, stream);
  expect(wrapped.subarray(0, 16)).toEqual(stream.subarray(0, 16));
  expect(yaz0.unwrap(wrapped, LIMIT)).toEqual(text);
});

test('anything survives, and repetition is found', () => {
  const next = random(2);
  for (let i = 0; i < 300; i++) {
    const letters = integer(next, 1, 4);
    const bytes = Uint8Array.from({ length: integer(next, 0, 9000) }, () => integer(next, 0, letters));
    expect(firstDifference(yaz0.unwrap(yaz0.wrap(bytes), LIMIT), bytes)).toBe(-1);
  }
  expect(yaz0.wrap(new Uint8Array(100_000)).length).toBeLessThan(1200);
});

test('a header that claims too much is refused before anything is allocated', () => {
  const bomb = stream.slice();
  bomb.set([0xff, 0xff, 0xff, 0xff], 4);
  expect(() => yaz0.unwrap(bomb, 2 ** 40)).toThrow('4294967295 bytes claimed, at most 819 possible');
  expect(() => yaz0.unwrap(stream, 27)).toThrow('28 bytes claimed, at most 27 possible');
});

test('references before the start and data cut short are told where', () => {
  expect(() => yaz0.unwrap(fromHex('59617a30 00000010 00000000 00000000  00  10 00'), LIMIT)).toThrow(
    '1 bytes back, 0 are there',
  );
  expect(() => yaz0.unwrap(stream.subarray(0, 22), LIMIT)).toThrow('the data ends after 6 of 28 bytes');
});

test('damaged streams give bytes or a CodecError', () => {
  const next = random(3);
  for (let i = 0; i < 20_000; i++) {
    const damaged = stream.slice(0, integer(next, 16, stream.length));
    damaged[integer(next, 4, damaged.length - 1)] = integer(next, 0, 255);
    try {
      yaz0.unwrap(damaged, LIMIT);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
  }
});

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  return a.length === b.length ? a.findIndex((byte, i) => byte !== b[i]) : Math.min(a.length, b.length);
}
