import type { Image } from '../image.ts';
import { type BlockShape, decodeBlocks, encodeBlocks } from './blocks.ts';
import { encodeColors } from './color-block.ts';
import { blue, green, red } from './rgb565.ts';

// BC1 to BC3 (DXT1, DXT3, DXT5): colours between two end points of 5, 6 and 5 bits in blocks of 4 x 4 pixels. Khronos Data
// Format Specification, "S3TC Compressed Texture Image Formats".

export const BC1_SHAPE: BlockShape = { width: 4, height: 4, bytes: 8 };

const OPAQUE = 0xff000000;

const palette = new Uint32Array(4);

/** Decodes BC1. Blocks with transparent pixels have them black and without alpha. */
export function decodeBc1(bytes: Uint8Array, width: number, height: number): Uint8Array {
  return decodeBlocks(bytes, width, height, BC1_SHAPE, (from, at, pixels, to, stride) =>
    decodeColors(from, at, pixels, to, stride, false),
  );
}

/** Encodes to BC1; pixels of less than half alpha become transparent black. */
export function encodeBc1(image: Image): Uint8Array {
  return encodeBlocks(image, BC1_SHAPE.bytes, (block, bytes, to) => encodeColors(block, bytes, to, true));
}

/** Writes the colours of a block, opaque. `alwaysFour` are the blocks of BC2 and BC3, which know no transparent colour. */
export function decodeColors(
  bytes: Uint8Array,
  at: number,
  pixels: Uint32Array,
  to: number,
  stride: number,
  alwaysFour: boolean,
): void {
  const first = bytes[at]! | (bytes[at + 1]! << 8);
  const second = bytes[at + 2]! | (bytes[at + 3]! << 8);
  fillPalette(first, second, alwaysFour || first > second);
  for (let y = 0; y < 4; y++) {
    const indices = bytes[at + 4 + y]!;
    const row = to + y * stride;
    pixels[row] = palette[indices & 3]!;
    pixels[row + 1] = palette[(indices >> 2) & 3]!;
    pixels[row + 2] = palette[(indices >> 4) & 3]!;
    pixels[row + 3] = palette[indices >> 6]!;
  }
}

function fillPalette(first: number, second: number, four: boolean): void {
  const [r0, g0, b0] = [red(first), green(first), blue(first)];
  const [r1, g1, b1] = [red(second), green(second), blue(second)];
  palette[0] = word(r0, g0, b0);
  palette[1] = word(r1, g1, b1);
  if (four) {
    palette[2] = word(third(r0, r1), third(g0, g1), third(b0, b1));
    palette[3] = word(third(r1, r0), third(g1, g0), third(b1, b0));
  } else {
    palette[2] = word((r0 + r1) >> 1, (g0 + g1) >> 1, (b0 + b1) >> 1);
    palette[3] = 0;
  }
}

/** The colour a third of the way to another; division by 3 as multiplication, exact for the range. */
const third = (near: number, far: number): number => ((2 * near + far) * 21846) >> 16;
const word = (r: number, g: number, b: number): number => OPAQUE | (b << 16) | (g << 8) | r;
