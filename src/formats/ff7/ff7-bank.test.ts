import { describe, expect, test } from 'vitest';
import { Damaged, explain } from '../../binary/index.ts';
import { integer, random } from '../../test-support/sample.ts';
import { bodyCountOf } from './bank-records.ts';
import { decodeFrames, encodeFrames } from './bank-stream.ts';
import { check } from './ff7-bank.check.ts';
import { fixtures } from './ff7-bank.fixtures.ts';
import { type Animation, type Bank, bank, isAnimation } from './ff7-bank.ts';

const pair = fixtures['body and weapon']!;
const precise = fixtures['full precision, stale bits in the last byte']!;

const animationOf = (file: Bank, index: number) => file.records[index]!.block as Animation;

test('frames are sums of differences, angles modulo a full turn', () => {
  const { frames, key } = animationOf(bank.decode(pair), 0);
  expect(key).toBe(4);
  expect([...frames.positions]).toEqual([0, -65, 0, 1, -57, -65, 1, -57, -65]);
  expect([...frames.rotations.subarray(0, 12)]).toEqual([0, 3, 16, 230, 128, 38, 0, 2, 17, 38, 64, 38]);
});

test('every special code (specification, example B)', () => {
  const { frames } = animationOf(bank.decode(pair), 1);
  expect([...frames.positions]).toEqual([-343, -702, -1159, -130, -756, -1086, 195, -572, -442]);
  expect([...frames.rotations]).toEqual([7, 30, 74, 1, 237, 58, 224, 236, 226]);
});

test('stale bits behind the last frame are kept', () => {
  const { frames, tail } = animationOf(bank.decode(precise), 0);
  expect([...frames.positions]).toEqual([1, -1, 32767, -63, 62, 32767]);
  expect([...frames.rotations]).toEqual([1, 4095, 2048, 4065, 63, 2048]);
  expect(tail).toEqual(Uint8Array.of(1));
});

test('the weapon part is the one-joint records at the end, or what the skeleton says', () => {
  const file = bank.decode(pair);
  expect(bodyCountOf(file)).toBe(1);
  expect(bodyCountOf(file, { bodyAnimCount: 2, weaponAnimCount: 0 })).toBe(2);
  expect(bodyCountOf(bank.decode(precise))).toBe(1);
});

test('a byte of the stream is explained', () => {
  const { trace } = bank.inspect(pair);
  expect(explain(trace, 0x08)).toBe('records[0].frameCount');
  expect(explain(trace, 0x14)).toBe('records[0].block.key');
  expect(explain(trace, 0x20)).toBe('records[0].block.stream');
});

describe('codes of angles', () => {
  /** Bits of the change `d` at `key`, as the table of specification, section 2.6, writes them. */
  const bitsOf = (d: number, key: number): string => {
    const mask = 2 ** (12 - key) - 1;
    const rotations = Uint16Array.of(0, 0, 0, d & mask, 0, 0);
    const { stream, usedBits } = encodeFrames({ length: 2, positions: new Int16Array(6), rotations }, key);
    const bits = [...stream].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return bits.slice(48 + 3 * (12 - key) + 24, usedBits - 2);
  };

  test.each([
    [0, '0'],
    [-1, '1000'],
    [1, '10010'],
    [-2, '10011'],
    [2, '101000'],
    [-3, '101011'],
    [4, '1011000'],
    [-8, '1011100'],
    [15, '11000111'],
    [-16, '11001000'],
    [31, '110101111'],
    [-32, '110110000'],
    [63, '1110011111'],
    [64, '1111000001000000'],
    [-64, '1110100000'],
    [-65, '1111111110111111'],
    [1000, '1111001111101000'],
  ])('%d is %s', (d, bits) => {
    expect(bitsOf(d, 0)).toBe(bits);
  });

  test.each([
    [64, '111101000000'],
    [-65, '111110111111'],
    [200, '1110101000'],
  ])('%d at 8 bits an angle is %s', (d, bits) => {
    expect(bitsOf(d, 4)).toBe(bits);
  });
});

test('any frames survive being encoded and decoded, at any precision', () => {
  const next = random(5);
  for (let i = 0; i < 400; i++) {
    const key = integer(next, 0, 11);
    const [length, joints] = [integer(next, 1, 6), integer(next, 1, 5)];
    const step = integer(next, 0, 1) === 0 ? 3 : 40_000;
    let position = 0;
    const positions = Int16Array.from({ length: 3 * length }, () => (position += integer(next, -step, step)));
    const rotations = Uint16Array.from({ length: 3 * joints * length }, () => integer(next, 0, 2 ** (12 - key) - 1));
    const frames = { length, positions, rotations };
    const { stream, usedBits } = encodeFrames(frames, key);
    expect(decodeFrames(stream, length, joints, key)).toEqual({ frames, usedBits, isShortest: true });
  }
});

test('codes that are longer than needed are kept until the frames change', () => {
  // Frame 1: 0 0000000 three times, then 1 111 000000000001 (a change of 1 in 12 bits) and two zeros.
  const bytes = Uint8Array.of(
    ...[1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 24, 0, 0, 0, 2, 0, 16, 0, 0],
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0x0f, 0x00, 0x10, 0, 0, 0],
  );
  const file = bank.decode(bytes);
  const animation = animationOf(file, 0);
  expect([...animation.frames.rotations]).toEqual([0, 0, 0, 1, 0, 0]);
  expect(animation.original).toHaveLength(16);
  expect(bank.encode(file)).toEqual(bytes);
  animation.frames.rotations[3] = 2;
  const written = animationOf(bank.decode(bank.encode(file)), 0);
  expect([...written.frames.rotations]).toEqual([0, 0, 0, 2, 0, 0]);
  expect(written.original).toBeUndefined();
});

test('a record that cannot be read costs only itself', () => {
  const bytes = pair.slice();
  bytes[0x14] = 12;
  const { value, issues } = bank.inspect(bytes);
  expect(issues).toMatchObject([
    { severity: 'error', code: 'ff7-bank/key', offset: 0x14, path: ['records', 0, 'block'] },
  ]);
  expect(value!.records[0]!.block).toBeInstanceOf(Damaged);
  expect(animationOf(value!, 1).frames.length).toBe(3);
  expect(bank.encode(value!)).toEqual(bytes);
});

test('a block without the second frame count is recognized by its size', () => {
  // As record 14 of the frog's bank: u16 of the stream's size comes first, and is the block's size less 5.
  const bytes = Uint8Array.of(
    ...[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0],
    ...[11, 0, 0, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 0x56, 0x78, 0x80, 0, 0],
  );
  const file = bank.decode(bytes);
  expect(animationOf(file, 0)).toMatchObject({ key: 0, frames: { length: 1 } });
  expect(animationOf(file, 0)).not.toHaveProperty('frameCount2');
  expect([...animationOf(file, 0).frames.rotations]).toEqual([0x123, 0x456, 0x788]);
  expect(bank.encode(file)).toEqual(bytes);
});

test('empty slots are told, and kept', () => {
  const bytes = Uint8Array.of(1, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0x30, 0x1a, 0, 0);
  const file = bank.decode(bytes);
  expect(file.records[0]!.block).toEqual(Uint8Array.of(0x30, 0x1a, 0, 0));
  expect([...check(file)]).toMatchObject([{ severity: 'info', code: 'ff7-bank/empty-slots' }]);
  expect(bank.encode(file)).toEqual(bytes);
});

test('deviations are found', () => {
  const codes = (edit: (file: Bank) => void) => {
    const file = bank.decode(pair);
    edit(file);
    return [...check(file)].map(({ code }) => code);
  };
  expect(codes(() => {})).toEqual([]);
  expect(codes((file) => (animationOf(file, 0).frameCount2 = 2))).toEqual(['ff7-bank/frame-counts-differ']);
  expect(codes((file) => (file.records[0]!.frameCount = 2))).toContain('ff7-bank/pair-differs');
  expect(codes((file) => (file.records[0]!.frameCount = 4))).toContain('ff7-bank/few-frames');
  expect(codes((file) => (animationOf(file, 0).padding = new Uint8Array(5)))).toEqual([
    'ff7-bank/unaligned',
    'ff7-bank/padding',
  ]);
  expect(codes((file) => (animationOf(file, 0).tail = new Uint8Array(3)))).toContain('ff7-bank/stream-bytes-left');
});

test('every truncation is found, and gives back its bytes', () => {
  for (let length = 0; length < pair.length; length++) {
    const cut = pair.subarray(0, length);
    const { value, issues } = bank.inspect(cut);
    expect(
      issues.map(({ severity }) => severity),
      `cut to ${length}`,
    ).toContain('error');
    if (value !== undefined) expect(bank.encode(value)).toEqual(cut);
  }
  expect(isAnimation(bank.inspect(pair.subarray(0, 50)).value!.records[0]!.block)).toBe(true);
});
