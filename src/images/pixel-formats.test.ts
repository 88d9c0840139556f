import { expect, test } from 'vitest';
import { sameValue } from '../binary/index.ts';
import { decode16, encode16, pixelFormats16 } from './pixel-formats.ts';

const decode = (format: keyof typeof pixelFormats16, pixel: number) => [
  ...decode16(pixelFormats16[format], Uint16Array.of(pixel)),
];

test('channels are where the format says, rounded to 8 bits', () => {
  expect(decode('rgb565', 0b10000_100000_00001)).toEqual([132, 130, 8, 255]);
  expect(decode('argb4444', 0x1234)).toEqual([0x22, 0x33, 0x44, 0x11]);
  expect(decode('argb1555', 0xfc00)).toEqual([255, 0, 0, 255]);
  expect(decode('argb1555', 0x7c00)).toEqual([255, 0, 0, 0]);
  expect(decode('trgb1555', 0xfc00)).toEqual([255, 0, 0, 0]);
  expect(decode('trgb1555', 0x001f)).toEqual([0, 0, 255, 255]);
  expect(decode('xrgb1555', 0x8000)).toEqual([0, 0, 0, 255]);
});

test('decoding and encoding gives every pixel back', () => {
  const pixels = Uint16Array.from({ length: 65_536 }, (_, i) => i);
  for (const [name, format] of Object.entries(pixelFormats16)) {
    const again = encode16(format, decode16(format, pixels));
    const expected = name === 'xrgb1555' ? pixels.map((pixel) => pixel & 0x7fff) : pixels;
    expect(sameValue(again, expected), name).toBe(true);
  }
});

test('alpha of one bit is set from 128 up', () => {
  const rgba = Uint8Array.of(0, 0, 0, 127, 0, 0, 0, 128);
  expect([...encode16(pixelFormats16.argb1555, rgba)]).toEqual([0, 0x8000]);
  expect([...encode16(pixelFormats16.trgb1555, rgba)]).toEqual([0x8000, 0]);
});
