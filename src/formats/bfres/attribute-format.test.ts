import { getFloat16 } from '@petamoriken/float16';
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../test-support/hex.ts';
import {
  type AttributeFormat,
  decodeAttribute,
  encodeAttribute,
  switchFormat,
  wiiuFormat,
} from './attribute-format.ts';

const one = (bytes: Uint8Array, littleEndian = true) => ({
  bytes,
  stride: bytes.length,
  offset: 0,
  count: 1,
  littleEndian,
});

function decode(hex: string, format: AttributeFormat | undefined, width: number, littleEndian = true): number[] {
  return [...decodeAttribute(one(fromHex(hex), littleEndian), format!, width)];
}

describe('the worked examples of the specification, section 25.6', () => {
  test('a normal in 10 10 10 2 bits', () => {
    const [x, y, z, w] = decode('06 F8 17 42', switchFormat(2, 0x0e), 4);
    expect([x, y, z].map((value) => value!.toFixed(5))).toEqual(['0.01174', '0.99804', '0.06458']);
    expect(w).toBe(1);
    const negative = decode('88 78 FD 62', switchFormat(2, 0x0e), 3);
    expect(negative.map((value) => value.toFixed(5))).toEqual(['0.26614', '-0.31703', '-0.90998']);
  });

  test('texture coordinates in 16 bits, halves, indices, packed floats', () => {
    expect(decode('FF DB CA 95', switchFormat(1, 0x12), 2).map((value) => value.toFixed(5))).toEqual([
      '0.85937',
      '0.58512',
    ]);
    const half = decode('0C 2E 50 25 9E A5 00 3C', switchFormat(5, 0x15), 4);
    expect(half.map((value) => value.toFixed(5))).toEqual(['0.09448', '0.02075', '-0.02194', '1.00000']);
    expect(decode('05 03', switchFormat(3, 0x09), 2)).toEqual([5, 3]);
    expect(decode('C0 03 1C 70', switchFormat(5, 0x0f), 3)).toEqual([1, 0.5, 0.5]);
  });
});

test('the two bits of w are signed as well', () => {
  const w = ['00 00 00 00', '00 00 00 40', '00 00 00 80', '00 00 00 c0'].map(
    (hex) => decode(hex, switchFormat(2, 0x0e), 4)[3],
  );
  expect(w).toEqual([0, 1, -1, -1]);
});

test('the Wii U stores the same, the other way round', () => {
  expect(decode('3f 80 00 00  c0 00 00 00  00 00 00 00', wiiuFormat(0x811), 3, false)).toEqual([1, -2, 0]);
  expect(decode('ff ff 80 00', wiiuFormat(0x007), 2, false)[0]).toBe(1);
  expect(wiiuFormat(0x20b)).toEqual(switchFormat(2, 0x0e));
});

const codes = [
  0x0102, 0x0109, 0x010b, 0x0112, 0x0115, 0x0202, 0x0209, 0x020b, 0x020e, 0x0212, 0x0302, 0x030b, 0x0312, 0x0512,
  0x0515, 0x050f, 0x0518, 0x0101,
];

test.each(codes)('format %i: what is decoded is encoded to the same bits', (code) => {
  const format = switchFormat(code >> 8, code & 0xff)!;
  for (let seed = 1; seed < 400; seed++) {
    const bytes = Uint8Array.from({ length: format.size }, (_, i) => (seed * 7919 * (i + 3)) >> (i + 2));
    const values = decodeAttribute(one(bytes), format, 4);
    if (!values.every(Number.isFinite)) continue;
    const again = new Uint8Array(format.size);
    encodeAttribute(values, 4, one(again), format);
    const expected = decodeAttribute(one(again), format, 4);
    expect(expected).toEqual(values);
    // The lowest negative code means the same as the one above it, which is written.
    if (format.kind !== 'snorm') expect(again).toEqual(bytes);
  }
});

test('halves are those of the proposal for the language', () => {
  const format = switchFormat(5, 0x0a)!;
  const bytes = new Uint8Array(2);
  const view = new DataView(bytes.buffer);
  for (const value of [0, 1, -1, 65504, 1e-7, 0.1, 1 / 3, 5.96e-8, 70000, -2.5, 1.0009765625, 2049]) {
    encodeAttribute([value], 1, one(bytes), format);
    const expected = new DataView(new ArrayBuffer(2));
    expected.setUint16(0, view.getUint16(0, true), true);
    expect(decodeAttribute(one(bytes), format, 1)[0]).toBe(getFloat16(expected, 0, true));
    expect(Math.abs(getFloat16(expected, 0, true) - value)).toBeLessThanOrEqual(
      value > 65520 ? Infinity : Math.abs(value) * 2 ** -11 + 2 ** -25,
    );
  }
});
