import type { Image } from '../image.ts';
import { decodeColors } from './bc1.ts';
import { decodeChannel } from './bc4.ts';
import { type BlockShape, decodeBlocks, encodeBlocks } from './blocks.ts';
import { encodeColors } from './color-block.ts';

// BC3 (DXT5): colours as in BC1, and alpha as the channel of BC4.

export const BC3_SHAPE: BlockShape = { width: 4, height: 4, bytes: 16 };

export function decodeBc3(bytes: Uint8Array, width: number, height: number): Uint8Array {
  return decodeBlocks(bytes, width, height, BC3_SHAPE, decodeBlock);
}

function decodeBlock(bytes: Uint8Array, at: number, pixels: Uint32Array, to: number, stride: number): void {
  decodeColors(bytes, at + 8, pixels, to, stride, true);
  const rgba = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  decodeChannel(bytes, at, rgba, to * 4 + 3, stride * 4, false);
}

export function encodeBc3(image: Image): Uint8Array {
  return encodeBlocks(image, BC3_SHAPE.bytes, (block, bytes, to) => {
    encodeChannel(block, 3, bytes, to);
    encodeColors(block, bytes, to + 8, false);
  });
}

/** Eight values from the smallest to the largest of a channel, evenly spaced. */
function encodeChannel(block: Uint8Array, channel: number, bytes: Uint8Array, to: number): void {
  let [low, high] = [255, 0];
  for (let pixel = 0; pixel < 16; pixel++) {
    low = Math.min(low, block[pixel * 4 + channel]!);
    high = Math.max(high, block[pixel * 4 + channel]!);
  }
  bytes[to] = high;
  bytes[to + 1] = low;
  for (let half = 0; half < 2; half++) {
    let bits = 0;
    for (let i = 0; i < 8 && high > low; i++) {
      const value = block[(half * 8 + i) * 4 + channel]!;
      const step = Math.round(((high - value) / (high - low)) * 7);
      bits |= (step === 0 ? 0 : step === 7 ? 1 : step + 1) << (i * 3);
    }
    for (let i = 0; i < 3; i++) bytes[to + 2 + half * 3 + i] = (bits >> (i * 8)) & 0xff;
  }
}
