import { expect, test } from 'vitest';
import { integer, random } from '../test-support/sample.ts';
import { type ChannelType, mapChannels, surfaceFormats } from './surface-formats.ts';

const decodePixel = (name: string, type: ChannelType, ...bytes: number[]) => [
  ...surfaceFormats.get(name)!.decode(Uint8Array.from(bytes), 1, 1, type),
];

test('pixels of each layout', () => {
  expect(decodePixel('R8', 'unorm', 7)).toEqual([7, 0, 0, 255]);
  expect(decodePixel('R4G4', 'unorm', 0x5f)).toEqual([255, 85, 0, 255]);
  expect(decodePixel('R5G6B5', 'unorm', 0x1f, 0xf8)).toEqual([255, 0, 255, 255]);
  expect(decodePixel('R5G5B5A1', 'unorm', 0xe0, 0x83)).toEqual([0, 255, 0, 255]);
  expect(decodePixel('A1B5G5R5', 'unorm', 0xc1, 0xf7)).toEqual([247, 255, 0, 255]);
  expect(decodePixel('B8G8R8A8', 'srgb', 1, 2, 3, 4)).toEqual([3, 2, 1, 4]);
  expect(decodePixel('R10G10B10A2', 'unorm', 0xff, 0x03, 0x00, 0xc0)).toEqual([255, 0, 0, 255]);
  expect(decodePixel('R16G16', 'unorm', 0xff, 0xff, 0, 0x80)).toEqual([255, 128, 0, 255]);
  expect(decodePixel('R8G8', 'snorm', 0x81, 0x7f)).toEqual([0, 255, 0, 255]);
  expect(decodePixel('R8', 'snorm', 0x80)).toEqual([0, 0, 0, 255]);
  // 1.0 and 0.5 as half floats; 0.5 is 188 on the sRGB curve.
  expect(decodePixel('R16G16', 'float', 0x00, 0x3c, 0x00, 0x38)).toEqual([255, 188, 0, 255]);
  expect(decodePixel('R32', 'float', 0, 0, 0, 0x3f)).toEqual([188, 0, 0, 255]);
  // r = 1.0, g = 0.5, b = 1.0: 11 and 10 bits without sign.
  const packed = (0x3c0 | (0x380 << 11) | (0x1e0 << 22)) >>> 0;
  expect(decodePixel('R11G11B10', 'float', packed, packed >> 8, packed >> 16, packed >> 24)).toEqual([
    255, 188, 255, 255,
  ]);
});

test('what is decoded is encoded to the same bytes', () => {
  const next = random(9);
  for (const format of surfaceFormats.values()) {
    if (format.shape.width > 1) continue;
    const isFine = format.name.match(/\d+/g)!.every((width) => Number(width) <= 8);
    if (!isFine) continue;
    const bytes = Uint8Array.from({ length: format.shape.bytes * 64 }, () => integer(next, 0, 255));
    const rgba = format.decode(bytes, 8, 8, 'unorm');
    expect(format.encode!({ width: 8, height: 8, rgba }, 'unorm'), format.name).toEqual(bytes);
  }
});

test('pixels missing at the end are transparent black or opaque black, never an error', () => {
  for (const format of surfaceFormats.values()) {
    expect(format.decode(new Uint8Array(0), 13, 7, 'unorm').length).toBe(13 * 7 * 4);
  }
});

test('channels are mapped', () => {
  const rgba = Uint8Array.of(1, 2, 3, 4);
  expect(mapChannels(rgba, [0, 1, 2, 3])).toBe(rgba);
  expect([...mapChannels(rgba, [0, 0, 0, 5])]).toEqual([1, 1, 1, 255]);
  expect([...mapChannels(rgba, [3, 1, 4, 2])]).toEqual([4, 2, 0, 3]);
});
