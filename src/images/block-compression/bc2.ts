import type { Image } from '../image.ts';
import { decodeColors } from './bc1.ts';
import { type BlockShape, decodeBlocks, encodeBlocks } from './blocks.ts';
import { encodeColors } from './color-block.ts';

// BC2 (DXT3): colours as in BC1, and 4 bits of alpha a pixel.

export const BC2_SHAPE: BlockShape = { width: 4, height: 4, bytes: 16 };

export function decodeBc2(bytes: Uint8Array, width: number, height: number): Uint8Array {
  return decodeBlocks(bytes, width, height, BC2_SHAPE, decodeBlock);
}

function decodeBlock(bytes: Uint8Array, at: number, pixels: Uint32Array, to: number, stride: number): void {
  decodeColors(bytes, at + 8, pixels, to, stride, true);
  for (let pixel = 0; pixel < 16; pixel++) {
    const alpha = ((bytes[at + (pixel >> 1)]! >> ((pixel & 1) * 4)) & 15) * 17;
    const place = to + (pixel >> 2) * stride + (pixel & 3);
    pixels[place] = (pixels[place]! & 0xffffff) | (alpha << 24);
  }
}

export function encodeBc2(image: Image): Uint8Array {
  return encodeBlocks(image, BC2_SHAPE.bytes, (block, bytes, to) => {
    for (let pair = 0; pair < 8; pair++) {
      const [low, high] = [block[pair * 8 + 3]!, block[pair * 8 + 7]!].map((alpha) => Math.round(alpha / 17));
      bytes[to + pair] = low! | (high! << 4);
    }
    encodeColors(block, bytes, to + 8, false);
  });
}
