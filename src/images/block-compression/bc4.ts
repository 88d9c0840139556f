import type { Image } from '../image.ts';
import { type BlockShape, encodeBlocks } from './blocks.ts';

// BC4 and BC5: one or two channels in blocks of 4 x 4 pixels, 8 bytes a channel. Khronos Data Format Specification, "RGTC
// Compressed Texture Image Formats".

export const BC4_SHAPE: BlockShape = { width: 4, height: 4, bytes: 8 };
export const BC5_SHAPE: BlockShape = { width: 4, height: 4, bytes: 16 };

const palette = new Uint8Array(8);

/**
 * Writes one channel of a block into r g b a bytes. `to` is the byte of the first pixel's channel, `stride` the bytes
 * from row to row. Signed values -1..1 become 0..255.
 */
export function decodeChannel(
  bytes: Uint8Array,
  at: number,
  rgba: Uint8Array,
  to: number,
  stride: number,
  signed: boolean,
): void {
  if (signed) fillSignedPalette(bytes[at]!, bytes[at + 1]!);
  else fillPalette(bytes[at]!, bytes[at + 1]!);
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3;
    let indices = bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16);
    for (let pixel = 0; pixel < 8; pixel++, indices >>= 3) {
      rgba[to + (half * 2 + (pixel >> 2)) * stride + (pixel & 3) * 4] = palette[indices & 7]!;
    }
  }
}

function fillPalette(first: number, second: number): void {
  palette[0] = first;
  palette[1] = second;
  const steps = first > second ? 7 : 5;
  for (let i = 1; i < steps; i++) palette[i + 1] = Math.floor(((steps - i) * first + i * second) / steps + 0.5);
  if (steps === 5) {
    palette[6] = 0;
    palette[7] = 255;
  }
}

function fillSignedPalette(firstByte: number, secondByte: number): void {
  const first = Math.max(-127, (firstByte << 24) >> 24);
  const second = Math.max(-127, (secondByte << 24) >> 24);
  const toByte = (value: number) => Math.floor((value / 127 + 1) * 127.5 + 0.5);
  palette[0] = toByte(first);
  palette[1] = toByte(second);
  const steps = (firstByte << 24) >> 24 > (secondByte << 24) >> 24 ? 7 : 5;
  for (let i = 1; i < steps; i++) palette[i + 1] = toByte(((steps - i) * first + i * second) / steps);
  if (steps === 5) {
    palette[6] = 0;
    palette[7] = 255;
  }
}

/** Decodes BC4: the value in red, green and blue 0, alpha 255. */
export function decodeBc4(bytes: Uint8Array, width: number, height: number, signed = false): Uint8Array {
  return decodeChannels(bytes, width, height, 1, signed);
}

/** Decodes BC5: red and green, blue 0, alpha 255. */
export function decodeBc5(bytes: Uint8Array, width: number, height: number, signed = false): Uint8Array {
  return decodeChannels(bytes, width, height, 2, signed);
}

function decodeChannels(
  bytes: Uint8Array,
  width: number,
  height: number,
  channels: number,
  signed: boolean,
): Uint8Array {
  const columns = Math.ceil(width / 4);
  const rows = Math.ceil(height / 4);
  const stride = columns * 16;
  const covered = new Uint8Array(stride * rows * 4);
  new Uint32Array(covered.buffer).fill(0xff000000);
  const count = Math.min(columns * rows, Math.floor(bytes.length / (8 * channels)));
  for (let block = 0; block < count; block++) {
    const column = block % columns;
    const to = ((block - column) / columns) * 4 * stride + column * 16;
    for (let channel = 0; channel < channels; channel++) {
      decodeChannel(bytes, (block * channels + channel) * 8, covered, to + channel, stride, signed);
    }
  }
  if (stride === width * 4) return covered.subarray(0, width * height * 4);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) rgba.set(covered.subarray(y * stride, y * stride + width * 4), y * width * 4);
  return rgba;
}

/** Encodes the red of an image as BC4. */
export function encodeBc4(image: Image, signed = false): Uint8Array {
  return encodeBlocks(image, 8, (block, bytes, to) => encodeChannel(block, 0, bytes, to, signed));
}

/** Encodes red and green of an image as BC5. */
export function encodeBc5(image: Image, signed = false): Uint8Array {
  return encodeBlocks(image, 16, (block, bytes, to) => {
    encodeChannel(block, 0, bytes, to, signed);
    encodeChannel(block, 1, bytes, to + 8, signed);
  });
}

/**
 * Encodes one channel of a block of 16 r g b a pixels: tries eight steps between the extremes and, where the block
 * touches black or white, six steps between the others, and takes what comes closer.
 */
export function encodeChannel(
  block: Uint8Array,
  channel: number,
  bytes: Uint8Array,
  to: number,
  signed: boolean,
): void {
  let [low, high, innerLow, innerHigh] = [255, 0, 255, 0];
  for (let i = channel; i < 64; i += 4) {
    const value = block[i]!;
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (value > 0 && value < 255) {
      innerLow = Math.min(innerLow, value);
      innerHigh = Math.max(innerHigh, value);
    }
  }
  const toStored = (value: number) => (signed ? Math.round((value / 255) * 254 - 127) & 0xff : value);
  const eightSteps = chooseIndices(block, channel, toStored(high), toStored(low), signed);
  const touchesEnd = innerLow <= innerHigh && (low === 0 || high === 255);
  const sixSteps = touchesEnd
    ? chooseIndices(block, channel, toStored(innerLow), toStored(innerHigh), signed)
    : { ...eightSteps, error: Number.POSITIVE_INFINITY };
  const { first, second, indices } = sixSteps.error < eightSteps.error ? sixSteps : eightSteps;
  bytes[to] = first;
  bytes[to + 1] = second;
  for (let half = 0; half < 2; half++) {
    let packed = 0;
    for (let i = 0; i < 8; i++) packed |= indices[half * 8 + i]! << (i * 3);
    bytes[to + 2 + half * 3] = packed;
    bytes[to + 3 + half * 3] = packed >> 8;
    bytes[to + 4 + half * 3] = packed >> 16;
  }
}

interface ChannelChoice {
  readonly first: number;
  readonly second: number;
  readonly indices: Uint8Array;
  /** Sum of squared differences. */
  readonly error: number;
}

function chooseIndices(
  block: Uint8Array,
  channel: number,
  first: number,
  second: number,
  signed: boolean,
): ChannelChoice {
  if (signed) fillSignedPalette(first, second);
  else fillPalette(first, second);
  const indices = new Uint8Array(16);
  let error = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 8; i++) {
      const difference = palette[i]! - block[pixel * 4 + channel]!;
      if (difference * difference < best) {
        best = difference * difference;
        indices[pixel] = i;
      }
    }
    error += best;
  }
  return { first, second, indices, error };
}

/** Blue of a normal map that stores only red and green: the z that makes x y z a unit vector. */
export function reconstructBlue(rgba: Uint8Array): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const x = rgba[i]! / 127.5 - 1;
    const y = rgba[i + 1]! / 127.5 - 1;
    rgba[i + 2] = Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5);
  }
}
