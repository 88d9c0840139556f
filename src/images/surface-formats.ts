import { halfToNumber, numberToHalf } from '../binary/index.ts';
import { decodeAstc } from './block-compression/astc/astc.ts';
import { decodeBc1, encodeBc1 } from './block-compression/bc1.ts';
import { decodeBc2, encodeBc2 } from './block-compression/bc2.ts';
import { decodeBc3, encodeBc3 } from './block-compression/bc3.ts';
import { decodeBc4, decodeBc5, encodeBc4, encodeBc5 } from './block-compression/bc4.ts';
import { decodeBc6h } from './block-compression/bc6h.ts';
import { decodeBc7 } from './block-compression/bc7.ts';
import { encodeBc7 } from './block-compression/bc7-encode.ts';
import type { BlockShape } from './block-compression/blocks.ts';
import type { Image } from './image.ts';

// How graphics processors store pixels, compressed and not, whatever file they come in. Rows lie one behind the other here;
// tiling is undone before.

/** What the bits of a channel stand for. `srgb` is `unorm` in the sRGB curve. */
export type ChannelType = 'unorm' | 'snorm' | 'uint' | 'sint' | 'float' | 'srgb';

export interface SurfaceFormat {
  /** As graphics programmers call it: `BC1`, `R8G8B8A8`. */
  readonly name: string;
  /** The smallest piece: a compressed block, or one pixel. */
  readonly shape: BlockShape;
  /**
   * Gives r g b a bytes. Channels that are not stored are 0, alpha 255. Signed values -1..1 become 0..255; floats are
   * cut to 0..1 and put on the sRGB curve.
   */
  decode(bytes: Uint8Array, width: number, height: number, type: ChannelType): Uint8Array;
  /** The inverse, as near as the format allows; missing where there is no encoder. */
  encode?(image: Image, type: ChannelType): Uint8Array;
}

const block = (bytes: number, width = 4, height = 4): BlockShape => ({ width, height, bytes });

function compressed(
  name: string,
  bytes: number,
  decode: SurfaceFormat['decode'],
  encode?: SurfaceFormat['encode'],
): SurfaceFormat {
  return { name, shape: block(bytes), decode, ...(encode && { encode }) };
}

function astc(width: number, height: number): SurfaceFormat {
  return {
    name: `ASTC ${width}x${height}`,
    shape: block(16, width, height),
    decode: (bytes, columns, rows, type) => decodeAstc(bytes, columns, rows, { width, height }, type === 'srgb'),
  };
}

/** Where a channel stands in a pixel: its lowest bit and its width. */
interface Field {
  readonly at: number;
  readonly width: number;
}

/** A pixel of channels in the order r g b a, lowest bits first, or in another `order`. */
function pixel(widths: readonly number[], order = 'rgba'): SurfaceFormat {
  const fields: (Field | undefined)[] = [undefined, undefined, undefined, undefined];
  let at = 0;
  for (const [i, width] of widths.entries()) {
    fields['rgba'.indexOf(order[i]!)] = { at, width };
    at += width;
  }
  const bytes = at / 8;
  const name = widths.map((width, i) => `${order[i]!.toUpperCase()}${width}`).join('');
  return {
    name,
    shape: block(bytes, 1, 1),
    decode: (pixels, width, height, type) => decodePixels(pixels, width * height, bytes, fields, type),
    encode: (image, type) => encodePixels(image, bytes, fields, type),
  };
}

/** All formats, by the names that {@link SurfaceFormat.name} gives. */
export const surfaceFormats: ReadonlyMap<string, SurfaceFormat> = new Map(
  [
    compressed('BC1', 8, decodeBc1, encodeBc1),
    compressed('BC2', 16, decodeBc2, encodeBc2),
    compressed('BC3', 16, decodeBc3, encodeBc3),
    compressed('BC4', 8, withSign(decodeBc4), (image, type) => encodeBc4(image, type === 'snorm')),
    compressed('BC5', 16, withSign(decodeBc5), (image, type) => encodeBc5(image, type === 'snorm')),
    compressed('BC6H', 16, decodeHdr(false)),
    compressed('BC6H signed', 16, decodeHdr(true)),
    compressed('BC7', 16, decodeBc7, encodeBc7),
    ...[
      [4, 4],
      [5, 4],
      [5, 5],
      [6, 5],
      [6, 6],
      [8, 5],
      [8, 6],
      [8, 8],
      [10, 5],
      [10, 6],
      [10, 8],
      [10, 10],
      [12, 10],
      [12, 12],
    ].map(([width, height]) => astc(width!, height!)),
    pixel([4, 4]),
    pixel([8]),
    pixel([4, 4, 4, 4]),
    pixel([5, 5, 5, 1]),
    pixel([1, 5, 5, 5], 'abgr'),
    pixel([5, 6, 5]),
    pixel([8, 8]),
    pixel([16]),
    pixel([8, 8, 8, 8]),
    pixel([8, 8, 8, 8], 'bgra'),
    pixel([10, 10, 10, 2]),
    pixel([2, 10, 10, 10], 'abgr'),
    pixel([11, 11, 10]),
    pixel([16, 16]),
    pixel([32]),
    pixel([16, 16, 16, 16]),
    pixel([32, 32]),
    pixel([32, 32, 32]),
    pixel([32, 32, 32, 32]),
  ].map((format) => [format.name, format]),
);

function withSign(
  decode: (bytes: Uint8Array, width: number, height: number, signed: boolean) => Uint8Array,
): SurfaceFormat['decode'] {
  return (bytes, width, height, type) => decode(bytes, width, height, type === 'snorm');
}

function decodeHdr(signed: boolean): SurfaceFormat['decode'] {
  return (bytes, width, height) => {
    const halves = decodeBc6h(bytes, width, height, signed);
    const rgba = new Uint8Array(width * height * 4).fill(255);
    for (let i = 0, to = 0; i < halves.length; i++, to++) {
      if (i % 3 === 0 && i > 0) to++;
      rgba[to] = linearToByte(halfToNumber(halves[i]!));
    }
    return rgba;
  };
}

function decodePixels(
  bytes: Uint8Array,
  count: number,
  pixelBytes: number,
  fields: readonly (Field | undefined)[],
  type: ChannelType,
): Uint8Array {
  const rgba = new Uint8Array(count * 4);
  const complete = Math.min(count, Math.floor(bytes.length / pixelBytes));
  for (const [channel, field] of fields.entries()) {
    if (field === undefined) {
      if (channel === 3) for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
      continue;
    }
    const { at, width } = field;
    const toByte = byteOf(type, width);
    for (let i = 0; i < complete; i++) rgba[i * 4 + channel] = toByte(readField(bytes, i * pixelBytes, at, width));
  }
  return rgba;
}

/** A field of up to 32 bits, which never crosses a multiple of 32. */
function readField(bytes: Uint8Array, pixelAt: number, at: number, width: number): number {
  let value = 0;
  for (let byte = at >> 3, last = (at + width - 1) >> 3, shift = -(at & 7); byte <= last; byte++, shift += 8) {
    const part = bytes[pixelAt + byte]!;
    value |= shift < 0 ? part >> -shift : part << shift;
  }
  return width === 32 ? value >>> 0 : value & (2 ** width - 1);
}

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** How the bits of a channel become a byte. */
function byteOf(type: ChannelType, width: number): (bits: number) => number {
  const most = 2 ** width - 1;
  switch (type) {
    case 'unorm':
    case 'srgb':
      return (bits) => Math.round((bits / most) * 255);
    case 'snorm':
      return (bits) => {
        const signed = bits > most / 2 ? bits - most - 1 : bits;
        return Math.round((Math.max(-1, signed / ((most - 1) / 2)) + 1) * 127.5);
      };
    case 'uint':
      return (bits) => Math.min(255, bits);
    case 'sint':
      return (bits) => Math.min(255, bits > most / 2 ? 0 : bits);
    case 'float':
      return (bits) => linearToByte(floatOf(bits, width));
  }
}

/** Floats of 32, 16, and the unsigned ones of 11 and 10 bits, whose exponent is that of half floats. */
function floatOf(bits: number, width: number): number {
  if (width === 32) {
    word[0] = bits;
    return float[0]!;
  }
  return halfToNumber(width === 16 ? bits : bits << (15 - width));
}

/** A linear value, cut to 0..1, on the sRGB curve. */
function linearToByte(value: number): number {
  if (!(value > 0)) return 0;
  if (value >= 1) return 255;
  return Math.round((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255);
}

function byteToLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encodePixels(
  { width, height, rgba }: Image,
  pixelBytes: number,
  fields: readonly (Field | undefined)[],
  type: ChannelType,
): Uint8Array {
  const bytes = new Uint8Array(width * height * pixelBytes);
  for (const [channel, field] of fields.entries()) {
    if (field === undefined) continue;
    const toBits = bitsOf(type, field.width);
    for (let i = 0; i < width * height; i++) {
      writeField(bytes, i * pixelBytes, field, toBits(rgba[i * 4 + channel]!));
    }
  }
  return bytes;
}

function writeField(bytes: Uint8Array, pixelAt: number, { at, width }: Field, value: number): void {
  for (let byte = at >> 3, last = (at + width - 1) >> 3, shift = -(at & 7); byte <= last; byte++, shift += 8) {
    bytes[pixelAt + byte]! |= shift < 0 ? value << -shift : value >>> shift;
  }
}

function bitsOf(type: ChannelType, width: number): (byte: number) => number {
  const most = 2 ** width - 1;
  switch (type) {
    case 'unorm':
    case 'srgb':
      return (byte) => Math.round((byte / 255) * most);
    case 'snorm':
      return (byte) => Math.round((byte / 127.5 - 1) * ((most - 1) / 2)) & most;
    case 'uint':
    case 'sint':
      return (byte) => Math.min(most, byte);
    case 'float':
      return (byte) => floatBits(byteToLinear(byte), width);
  }
}

function floatBits(value: number, width: number): number {
  float[0] = value;
  if (width === 32) return word[0]!;
  return width === 16 ? numberToHalf(value) : numberToHalf(value) >> (15 - width);
}

/** Rearranges channels: for r g b a, which of r g b a (0 to 3), or 4 for 0, or 5 for 255. */
export function mapChannels(rgba: Uint8Array, map: readonly number[]): Uint8Array {
  if (map.every((from, channel) => from === channel)) return rgba;
  const mapped = new Uint8Array(rgba.length);
  for (let channel = 0; channel < 4; channel++) {
    const from = map[channel]!;
    for (let i = channel; i < rgba.length; i += 4) {
      mapped[i] = from === 5 ? 255 : from === 4 ? 0 : rgba[i - channel + from]!;
    }
  }
  return mapped;
}
