import { beforeAll, expect, test } from 'vitest';
import { CodecError } from '../issue.ts';
import { corpus, corpusFile } from '../test-support/corpus.ts';
import { integer, random } from '../test-support/sample.ts';
import { fixtures } from './mcpk.fixtures.ts';
import { mcpk } from './mcpk.ts';
import { loadZstd } from './zstd.ts';

beforeAll(() => loadZstd());

const LIMIT = 2 ** 24;
const plain = fixtures['one raw block']!;
const official = fixtures['geometry of the mesh codec behind the frame']!;
const u32 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

test('the frame opens, whatever is behind it', () => {
  expect(mcpk.unwrap(plain, LIMIT)).toEqual(new TextEncoder().encode('abc'));
  expect(mcpk.unwrap(official, LIMIT)).toEqual(new TextEncoder().encode('ab'));
});

test('what is behind the frame comes back', () => {
  const wrapped = mcpk.wrap(new TextEncoder().encode('abcdef'), official);
  expect([...wrapped.subarray(-4)]).toEqual([0xde, 0xad, 0xbe, 0xef]);
  expect(mcpk.unwrap(wrapped, LIMIT)).toEqual(new TextEncoder().encode('abcdef'));
});

test('the head says how much comes out at the most, as the original does where that is enough', () => {
  expect(u32(mcpk.wrap(new Uint8Array(0x1001)), 8)).toBe((2 << 5) | 12);
  expect(u32(mcpk.wrap(new Uint8Array(0x1000), official), 8)).toBe(0x3c);
  expect(u32(mcpk.wrap(new Uint8Array(0x1001), official), 8)).toBe((2 << 5) | 12);
});

test('other versions and packages that are cut off are said to be bad', () => {
  const newer = plain.slice();
  newer[4] = 2;
  expect(() => mcpk.unwrap(newer, LIMIT)).toThrow('version 0x102, version 0x101 expected');
  expect(() => mcpk.unwrap(plain.subarray(0, 11), LIMIT)).toThrow('11 bytes');
});

test('damaged packages give bytes or a CodecError', () => {
  const next = random(9);
  for (let i = 0; i < 2000; i++) {
    const damaged = [plain, official][i % 2]!.slice();
    for (let n = integer(next, 1, 3); n > 0; n--) damaged[integer(next, 0, damaged.length - 1)] = integer(next, 0, 255);
    try {
      expect(mcpk.unwrap(damaged, LIMIT).length).toBeLessThanOrEqual(LIMIT);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
  }
});

test.skipIf(corpus('bfres') === undefined)('real packages hold what stands beside them', () => {
  const whole = corpusFile('bfres', 'switch-v10-totk/Animal_Bass.Bass.bfres');
  const head = mcpk.unwrap(corpusFile('bfres', 'switch-v10-totk/Animal_Bass.Bass.bfres.mc'), LIMIT);
  expect(head.length).toBe(12768);
  expect(head).toEqual(whole.subarray(0, head.length));
  const made = mcpk.unwrap(corpusFile('bfres', 'switch-v10-totk/toolbox_Animal_Bass.Bass.mc'), LIMIT);
  expect([made.length, made.subarray(0, 4)]).toEqual([38056, whole.subarray(0, 4)]);
});
