import { type BlockShape, decodeBlocks } from './blocks.ts';
import { ANCHORS_2, ANCHORS_3_SECOND, ANCHORS_3_THIRD, PARTITIONS_2, PARTITIONS_3, WEIGHTS } from './bptc-tables.ts';

// BC7: r g b a in blocks of 4 x 4 pixels and 16 bytes, each in one of eight modes.
// Khronos Data Format Specification, "BPTC Compressed Texture Image Formats".

export const BC7_SHAPE: BlockShape = { width: 4, height: 4, bytes: 16 };

/** How the bits of a block are shared out. */
interface Mode {
  readonly subsets: number;
  readonly partitionBits: number;
  readonly rotationBits: number;
  readonly selectionBits: number;
  readonly colorBits: number;
  readonly alphaBits: number;
  /** Low bits that end points share: none, one each, or one for both of a subset. */
  readonly parity: 'none' | 'each' | 'shared';
  readonly indexBits: number;
  /** Bits of the second index, of modes that index alpha apart. */
  readonly secondIndexBits: number;
}

const mode = (
  subsets: number,
  partitionBits: number,
  rotationBits: number,
  selectionBits: number,
  colorBits: number,
  alphaBits: number,
  parity: Mode['parity'],
  indexBits: number,
  secondIndexBits: number,
): Mode => ({
  subsets,
  partitionBits,
  rotationBits,
  selectionBits,
  colorBits,
  alphaBits,
  parity,
  indexBits,
  secondIndexBits,
});

const MODES: readonly Mode[] = [
  mode(3, 4, 0, 0, 4, 0, 'each', 3, 0),
  mode(2, 6, 0, 0, 6, 0, 'shared', 3, 0),
  mode(3, 6, 0, 0, 5, 0, 'none', 2, 0),
  mode(2, 6, 0, 0, 7, 0, 'each', 2, 0),
  mode(1, 0, 2, 1, 5, 6, 'none', 2, 3),
  mode(1, 0, 2, 0, 7, 8, 'none', 2, 2),
  mode(1, 0, 0, 0, 7, 7, 'each', 4, 0),
  mode(2, 6, 0, 0, 5, 5, 'each', 2, 0),
];

/** Decodes BC7 to r g b a bytes. A reserved block becomes transparent black. */
export function decodeBc7(bytes: Uint8Array, width: number, height: number): Uint8Array {
  return decodeBlocks(bytes, width, height, BC7_SHAPE, decodeBlock);
}

// The block being decoded: module state instead of an object per block.
const words = new Uint32Array(4);
let bit = 0;
/** End points: per subset r g b a of the first, then of the second. */
const ends = new Uint8Array(24);
const colorIndices = new Uint8Array(16);
const alphaIndices = new Uint8Array(16);

function take(count: number): number {
  if (count === 0) return 0;
  const word = bit >> 5;
  const shift = bit & 31;
  bit += count;
  let value = words[word]! >>> shift;
  if (shift + count > 32) value |= words[word + 1]! << (32 - shift);
  return value & ((1 << count) - 1);
}

function decodeBlock(bytes: Uint8Array, at: number, pixels: Uint32Array, to: number, stride: number): void {
  const number = 31 - Math.clz32(bytes[at]! & -bytes[at]!);
  if (number < 0) {
    for (let y = 0; y < 4; y++) pixels.fill(0, to + y * stride, to + y * stride + 4);
    return;
  }
  for (let i = 0; i < 4; i++) {
    const from = at + i * 4;
    words[i] = bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
  }
  bit = number + 1;
  const mode = MODES[number]!;
  const partition = take(mode.partitionBits);
  const rotation = take(mode.rotationBits);
  const selection = take(mode.selectionBits);
  readEnds(mode);
  const subsets = mode.subsets === 1 ? 0 : mode.subsets === 2 ? PARTITIONS_2[partition]! : PARTITIONS_3[partition]!;
  const second = mode.subsets === 1 ? 0 : mode.subsets === 2 ? ANCHORS_2[partition]! : ANCHORS_3_SECOND[partition]!;
  const third = mode.subsets === 3 ? ANCHORS_3_THIRD[partition]! : 0;
  readIndices(colorIndices, mode.indexBits, second, third);
  if (mode.secondIndexBits > 0) readIndices(alphaIndices, mode.secondIndexBits, 0, 0);
  writePixels(mode, subsets, rotation, selection === 1, pixels, to, stride);
}

function readEnds({ subsets, colorBits, alphaBits, parity }: Mode): void {
  const count = subsets * 2;
  for (let channel = 0; channel < 3; channel++) {
    for (let end = 0; end < count; end++) ends[end * 4 + channel] = take(colorBits);
  }
  for (let end = 0; end < count; end++) ends[end * 4 + 3] = alphaBits > 0 ? take(alphaBits) : 255;
  const extra = parity === 'none' ? 0 : 1;
  if (extra === 1) readParity(count, parity === 'shared', alphaBits > 0);
  for (let end = 0; end < count; end++) {
    for (let channel = 0; channel < 3; channel++) widen(end * 4 + channel, colorBits + extra);
    if (alphaBits > 0) widen(end * 4 + 3, alphaBits + extra);
  }
}

function readParity(count: number, shared: boolean, withAlpha: boolean): void {
  let low = 0;
  for (let end = 0; end < count; end++) {
    if (!shared || end % 2 === 0) low = take(1);
    const channels = withAlpha ? 4 : 3;
    for (let channel = 0; channel < channels; channel++) {
      ends[end * 4 + channel] = (ends[end * 4 + channel]! << 1) | low;
    }
  }
}

/** Repeats the high bits below the low ones, up to 8 bits. */
function widen(index: number, bits: number): void {
  const value = ends[index]! << (8 - bits);
  ends[index] = value | (value >> bits);
}

function readIndices(indices: Uint8Array, bits: number, second: number, third: number): void {
  indices[0] = take(bits - 1);
  for (let pixel = 1; pixel < 16; pixel++) {
    indices[pixel] = take(pixel === second || pixel === third ? bits - 1 : bits);
  }
}

function writePixels(
  { indexBits, secondIndexBits }: Mode,
  subsets: number,
  rotation: number,
  swapped: boolean,
  pixels: Uint32Array,
  to: number,
  stride: number,
): void {
  const hasSecond = secondIndexBits > 0;
  const colors = swapped ? alphaIndices : colorIndices;
  const alphas = hasSecond && !swapped ? alphaIndices : colorIndices;
  const colorWeights = WEIGHTS[swapped ? secondIndexBits : indexBits]!;
  const alphaWeights = WEIGHTS[hasSecond && !swapped ? secondIndexBits : indexBits]!;
  for (let pixel = 0; pixel < 16; pixel++) {
    const end = ((subsets >>> (pixel * 2)) & 3) * 8;
    const color = colorWeights[colors[pixel]!]!;
    const alpha = alphaWeights[alphas[pixel]!]!;
    const r = (ends[end]! * (64 - color) + ends[end + 4]! * color + 32) >> 6;
    const g = (ends[end + 1]! * (64 - color) + ends[end + 5]! * color + 32) >> 6;
    const b = (ends[end + 2]! * (64 - color) + ends[end + 6]! * color + 32) >> 6;
    const a = (ends[end + 3]! * (64 - alpha) + ends[end + 7]! * alpha + 32) >> 6;
    pixels[to + (pixel >> 2) * stride + (pixel & 3)] = rotate(r, g, b, a, rotation);
  }
}

/** One word, after the channel that `rotation` names changed places with alpha. */
function rotate(r: number, g: number, b: number, a: number, rotation: number): number {
  if (rotation === 0) return r | (g << 8) | (b << 16) | (a << 24);
  if (rotation === 1) return a | (g << 8) | (b << 16) | (r << 24);
  if (rotation === 2) return r | (a << 8) | (b << 16) | (g << 24);
  return r | (g << 8) | (a << 16) | (b << 24);
}
