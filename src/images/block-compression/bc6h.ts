import type { BlockShape } from './blocks.ts';
import { ANCHORS_2, PARTITIONS_2, WEIGHTS } from './bptc-tables.ts';

// BC6H: r g b half floats in blocks of 4 x 4 pixels and 16 bytes, each in one of fourteen modes.
// Khronos Data Format Specification, "BPTC Compressed Texture Image Formats".

export const BC6H_SHAPE: BlockShape = { width: 4, height: 4, bytes: 16 };

/** One run of bits: of which channel and end point, from which bit on; `reversed` runs begin with their highest bit. */
interface Run {
  /** Index into the end points: 3 x end point + channel. */
  readonly target: number;
  readonly shift: number;
  readonly count: number;
  readonly reversed: boolean;
}

interface Mode {
  readonly subsets: 1 | 2;
  /** Bits of an end point. */
  readonly bits: number;
  /** Bits of the differences to the first end point, r g b; undefined where all are stored whole. */
  readonly deltaBits: readonly [number, number, number] | undefined;
  readonly runs: readonly Run[];
}

/** `r0:9-0` are ten bits of the red of end point 0; `b3:4` is one bit; `r0:10-15` comes highest bit first. */
function mode(subsets: 1 | 2, bits: number, deltaBits: Mode['deltaBits'], layout: string): Mode {
  const runs = layout.split(' ').map((text): Run => {
    const [, channel, end, first, last] = /^([rgb])(\d):(\d+)(?:-(\d+))?$/.exec(text)!;
    const high = Number(first);
    const low = Number(last ?? first);
    const target = Number(end) * 3 + 'rgb'.indexOf(channel!);
    return { target, shift: Math.min(high, low), count: Math.abs(high - low) + 1, reversed: high < low };
  });
  return { subsets, bits, deltaBits, runs };
}

/** By the first two bits or, where those are 2 or 3, the first five. */
const MODES: Readonly<Record<number, Mode>> = {
  0: mode(
    2,
    10,
    [5, 5, 5],
    'g2:4 b2:4 b3:4 r0:9-0 g0:9-0 b0:9-0 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  ),
  1: mode(
    2,
    7,
    [6, 6, 6],
    'g2:5 g3:4 g3:5 r0:6-0 b3:0 b3:1 b2:4 g0:6-0 b2:5 b3:2 g2:4 b0:6-0 b3:3 b3:5 b3:4 r1:5-0 g2:3-0 g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0',
  ),
  2: mode(
    2,
    11,
    [5, 4, 4],
    'r0:9-0 g0:9-0 b0:9-0 r1:4-0 r0:10 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:3-0 b0:10 b3:1 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  ),
  6: mode(
    2,
    11,
    [4, 5, 4],
    'r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 g3:4 g2:3-0 g1:4-0 g0:10 g3:3-0 b1:3-0 b0:10 b3:1 b2:3-0 r2:3-0 b3:0 b3:2 r3:3-0 g2:4 b3:3',
  ),
  10: mode(
    2,
    11,
    [4, 4, 5],
    'r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 b2:4 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:4-0 b0:10 b2:3-0 r2:3-0 b3:1 b3:2 r3:3-0 b3:4 b3:3',
  ),
  14: mode(
    2,
    9,
    [5, 5, 5],
    'r0:8-0 b2:4 g0:8-0 g2:4 b0:8-0 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  ),
  18: mode(
    2,
    8,
    [6, 5, 5],
    'r0:7-0 g3:4 b2:4 g0:7-0 b3:2 g2:4 b0:7-0 b3:3 b3:4 r1:5-0 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 b2:3-0 r2:5-0 r3:5-0',
  ),
  22: mode(
    2,
    8,
    [5, 6, 5],
    'r0:7-0 b3:0 b2:4 g0:7-0 g2:5 g2:4 b0:7-0 g3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:5-0 g3:3-0 b1:4-0 b3:1 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  ),
  26: mode(
    2,
    8,
    [5, 5, 6],
    'r0:7-0 b3:1 b2:4 g0:7-0 b2:5 g2:4 b0:7-0 b3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:5-0 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3',
  ),
  30: mode(
    2,
    6,
    undefined,
    'r0:5-0 g3:4 b3:0 b3:1 b2:4 g0:5-0 g2:5 b2:5 b3:2 g2:4 b0:5-0 g3:5 b3:3 b3:5 b3:4 r1:5-0 g2:3-0 g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0',
  ),
  3: mode(1, 10, undefined, 'r0:9-0 g0:9-0 b0:9-0 r1:9-0 g1:9-0 b1:9-0'),
  7: mode(1, 11, [9, 9, 9], 'r0:9-0 g0:9-0 b0:9-0 r1:8-0 r0:10 g1:8-0 g0:10 b1:8-0 b0:10'),
  11: mode(1, 12, [8, 8, 8], 'r0:9-0 g0:9-0 b0:9-0 r1:7-0 r0:10-11 g1:7-0 g0:10-11 b1:7-0 b0:10-11'),
  15: mode(1, 16, [4, 4, 4], 'r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10-15 g1:3-0 g0:10-15 b1:3-0 b0:10-15'),
};

/**
 * Decodes BC6H to half floats: r g b of each pixel, rows from top to bottom. A reserved block becomes black. `signed`
 * is the format with negative values.
 */
export function decodeBc6h(bytes: Uint8Array, width: number, height: number, signed: boolean): Uint16Array {
  const halves = new Uint16Array(width * height * 3);
  const columns = Math.ceil(width / 4);
  const block = new Uint16Array(48);
  const count = Math.min(columns * Math.ceil(height / 4), Math.floor(bytes.length / 16));
  for (let i = 0; i < count; i++) {
    decodeBlock(bytes, i * 16, signed, block);
    const left = (i % columns) * 4;
    const top = Math.floor(i / columns) * 4;
    const visible = Math.min(4, width - left) * 3;
    for (let y = 0; y < Math.min(4, height - top); y++) {
      halves.set(block.subarray(y * 12, y * 12 + visible), ((top + y) * width + left) * 3);
    }
  }
  return halves;
}

const ends = new Int32Array(12);

class Bits {
  bytes: Uint8Array = new Uint8Array();
  pos = 0;

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.pos++) {
      value |= ((this.bytes[this.pos >> 3]! >> (this.pos & 7)) & 1) << i;
    }
    return value;
  }
}

const bits = new Bits();

function decodeBlock(bytes: Uint8Array, at: number, signed: boolean, block: Uint16Array): void {
  bits.bytes = bytes;
  bits.pos = at * 8;
  let number = bits.take(2);
  if (number > 1) number |= bits.take(3) << 2;
  const mode = MODES[number];
  if (mode === undefined) {
    block.fill(0);
    return;
  }
  readEnds(mode, signed);
  const partition = mode.subsets === 2 ? bits.take(5) : 0;
  const subsets = mode.subsets === 2 ? PARTITIONS_2[partition]! : 0;
  const anchor = mode.subsets === 2 ? ANCHORS_2[partition]! : 0;
  const indexBits = mode.subsets === 2 ? 3 : 4;
  const weights = WEIGHTS[indexBits]!;
  for (let pixel = 0; pixel < 16; pixel++) {
    const weight = weights[bits.take(pixel === 0 || pixel === anchor ? indexBits - 1 : indexBits)]!;
    const first = ((subsets >>> (pixel * 2)) & 3) * 6;
    for (let channel = 0; channel < 3; channel++) {
      const value = (ends[first + channel]! * (64 - weight) + ends[first + 3 + channel]! * weight + 32) >> 6;
      block[pixel * 3 + channel] = signed ? toSignedHalf(value) : (value * 31) >> 6;
    }
  }
}

function readEnds({ subsets, bits: width, deltaBits, runs }: Mode, signed: boolean): void {
  ends.fill(0);
  for (const { target, shift, count, reversed } of runs) {
    if (reversed) for (let i = count - 1; i >= 0; i--) ends[target]! |= bits.take(1) << (shift + i);
    else ends[target]! |= bits.take(count) << shift;
  }
  for (let channel = 0; channel < 3; channel++) {
    if (signed) ends[channel] = signExtend(ends[channel]!, width);
    for (let end = 1; end < subsets * 2; end++) {
      const index = end * 3 + channel;
      if (deltaBits !== undefined) {
        const sum = ends[channel]! + signExtend(ends[index]!, deltaBits[channel]!);
        ends[index] = sum & ((1 << width) - 1);
      }
      if (signed) ends[index] = signExtend(ends[index]!, width);
    }
  }
  for (let i = 0; i < subsets * 6; i++)
    ends[i] = signed ? unquantizeSigned(ends[i]!, width) : unquantize(ends[i]!, width);
}

function signExtend(value: number, width: number): number {
  return (value << (32 - width)) >> (32 - width);
}

function unquantize(value: number, width: number): number {
  if (width >= 15 || value === 0) return value;
  return value === (1 << width) - 1 ? 0xffff : ((value << 16) + 0x8000) >> width;
}

function unquantizeSigned(value: number, width: number): number {
  if (width >= 16 || value === 0) return value;
  const size = Math.abs(value);
  const wide = size >= (1 << (width - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (width - 1);
  return value < 0 ? -wide : wide;
}

function toSignedHalf(value: number): number {
  return value < 0 ? 0x8000 | ((-value * 31) >> 5) : (value * 31) >> 5;
}
