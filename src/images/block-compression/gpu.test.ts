import { describe, expect, test } from 'vitest';
import { decodeOnGpu, hasGpu } from '../../test-support/gpu.ts';
import { integer, random } from '../../test-support/sample.ts';
import { decodeAstc } from './astc/astc.ts';
import { decodeBc4, decodeBc5 } from './bc4.ts';
import { decodeBc6h } from './bc6h.ts';
import { decodeBc7 } from './bc7.ts';

// Every decoder against the graphics card's, on random blocks: they reach every mode and partition.

const SIDE = 512;

function randomBlocks(size: number, seed: number): Uint8Array {
  const next = random(seed);
  return Uint8Array.from({ length: size }, () => integer(next, 0, 255));
}

/** Largest difference, in 255ths, between bytes and floats of one channel set. */
function largestDifference(
  bytes: Uint8Array,
  floats: Float32Array,
  channels: number,
  toByte = (v: number) => v * 255,
): number {
  let largest = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (i % 4 < channels) largest = Math.max(largest, Math.abs(bytes[i]! - toByte(floats[i]!)));
  }
  return largest;
}

describe.skipIf(!hasGpu)('compared with the graphics card', () => {
  test('BC7 is exact', () => {
    const blocks = randomBlocks(SIDE * SIDE, 7);
    // Random bytes seldom have seven zeros below the mode bit: make all modes equally frequent.
    for (let at = 0; at < blocks.length; at += 16) blocks[at] = 1 << ((at / 16) % 8);
    for (let at = 0; at < blocks.length; at += 16) blocks[at]! |= (blocks[at + 5]! << 1) * blocks[at]!;
    const gpu = decodeOnGpu('EXT_texture_compression_bptc', 'COMPRESSED_RGBA_BPTC_UNORM_EXT', blocks, SIDE, SIDE);
    expect(largestDifference(decodeBc7(blocks, SIDE, SIDE), gpu, 4)).toBeLessThan(0.01);
  });

  test.each([
    ['unsigned', false, 'COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT'],
    ['signed', true, 'COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT'],
  ] as const)('BC6H %s is exact', (_, signed, format) => {
    const blocks = randomBlocks(SIDE * SIDE, 6);
    const gpu = decodeOnGpu('EXT_texture_compression_bptc', format, blocks, SIDE, SIDE);
    const halves = decodeBc6h(blocks, SIDE, SIDE, signed);
    let different = 0;
    for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        if (halfToNumber(halves[pixel * 3 + channel]!) !== gpu[pixel * 4 + channel]!) different++;
      }
    }
    expect(different).toBe(0);
  });

  test('BC4 and BC5 differ by at most one', () => {
    const blocks = randomBlocks(SIDE * SIDE, 5);
    const rgtc = 'EXT_texture_compression_rgtc';
    const half = blocks.subarray(0, blocks.length / 2);
    const red = decodeOnGpu(rgtc, 'COMPRESSED_RED_RGTC1_EXT', half, SIDE, SIDE);
    expect(largestDifference(decodeBc4(half, SIDE, SIDE), red, 1)).toBeLessThanOrEqual(1);
    const redGreen = decodeOnGpu(rgtc, 'COMPRESSED_RED_GREEN_RGTC2_EXT', blocks, SIDE, SIDE);
    expect(largestDifference(decodeBc5(blocks, SIDE, SIDE), redGreen, 2)).toBeLessThanOrEqual(1);
    const signed = decodeOnGpu(rgtc, 'COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT', blocks, SIDE, SIDE);
    const toByte = (value: number) => (value + 1) * 127.5;
    expect(largestDifference(decodeBc5(blocks, SIDE, SIDE, true), signed, 2, toByte)).toBeLessThan(1.5);
  });

  test.each([
    [4, 4],
    [5, 4],
    [6, 6],
    [8, 5],
    [10, 10],
    [12, 12],
  ])('ASTC %i x %i differs by at most one', (width, height) => {
    const columns = 64;
    const blocks = validAstcBlocks(columns * columns, width, height);
    const format = `COMPRESSED_RGBA_ASTC_${width}x${height}_KHR`;
    const gpu = decodeOnGpu('WEBGL_compressed_texture_astc', format, blocks, columns * width, columns * height);
    const ours = decodeAstc(blocks, columns * width, columns * height, { width, height }, false);
    expect(largestDifference(ours, gpu, 4)).toBeLessThan(1.001);
  });
});

/** Random blocks that decode without error: decoders differ in what they make of the others. */
function validAstcBlocks(count: number, width: number, height: number): Uint8Array {
  const next = random(width * 16 + height);
  const blocks = new Uint8Array(count * 16);
  for (let filled = 0; filled < count; ) {
    const block = Uint8Array.from({ length: 16 }, () => integer(next, 0, 255));
    const pixels = new Uint32Array(decodeAstc(block, width, height, { width, height }, false).slice().buffer);
    if (pixels.includes(0xffff00ff)) continue;
    blocks.set(block, filled * 16);
    filled++;
  }
  return blocks;
}

function halfToNumber(half: number): number {
  const sign = half >> 15 === 1 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
