import { type BlockShape, decodeBlocks } from '../blocks.ts';
import { type BlockMode, blockMode } from './block-mode.ts';
import { decodeEndpoints, isHighDynamicRange } from './endpoints.ts';
import { BlockBits, RANGES, type Range, readSequence, sequenceSize } from './integer-sequence.ts';
import { partitionPattern } from './partition.ts';
import { colorTable, weightTable } from './unquantize.ts';

// ASTC, two-dimensional, low dynamic range. Khronos Data Format Specification, "ASTC Compressed Texture Image Formats".

/** What a block that cannot be decoded looks like, as the standard asks: opaque magenta. */
const ERROR_COLOR = 0xffff00ff;

const block = new BlockBits();
const reversed = new BlockBits();
const low = new Uint8Array(64);
const high = new Uint8Array(64);
const weights = new Uint8Array(64);
const colors = new Uint8Array(18);
const ends = new Uint8Array(32);

/** Decodes ASTC blocks of a footprint such as 8 x 5. `srgb` rounds as sRGB formats do. */
export function decodeAstc(
  bytes: Uint8Array,
  width: number,
  height: number,
  footprint: { readonly width: number; readonly height: number },
  srgb: boolean,
): Uint8Array {
  const shape: BlockShape = { width: footprint.width, height: footprint.height, bytes: 16 };
  return decodeBlocks(bytes, width, height, shape, (from, at, pixels, to, stride) => {
    for (let i = 0; i < 16; i++) block.bytes[i] = from[at + i]!;
    if (!decodeBlock(shape, srgb, pixels, to, stride)) fill(shape, pixels, to, stride, ERROR_COLOR);
  });
}

function fill({ width, height }: BlockShape, pixels: Uint32Array, to: number, stride: number, color: number): void {
  for (let y = 0; y < height; y++) pixels.fill(color, to + y * stride, to + y * stride + width);
}

/** False where the block is reserved or needs high dynamic range. */
function decodeBlock(shape: BlockShape, srgb: boolean, pixels: Uint32Array, to: number, stride: number): boolean {
  const modeBits = block.at(0, 11);
  if ((modeBits & 0x1ff) === 0x1fc) return decodeVoidExtent(shape, pixels, to, stride);
  const mode = blockMode(modeBits);
  if (mode === undefined || mode.width > shape.width || mode.height > shape.height) return false;
  const weightCount = mode.width * mode.height * (mode.dualPlane ? 2 : 1);
  const weightBits = sequenceSize(weightCount, mode.range);
  if (weightCount > 64 || weightBits < 24 || weightBits > 96) return false;
  const partitions = block.at(11, 2) + 1;
  if (partitions === 4 && mode.dualPlane) return false;
  const colorEnd = readColors(mode, partitions, 128 - weightBits);
  if (colorEnd === undefined) return false;
  const pattern =
    partitions > 1 ? partitionPattern(block.at(13, 10), partitions, shape.width, shape.height) : undefined;
  readWeights(mode.range, weightCount, weightBits);
  const plane = mode.dualPlane ? block.at(colorEnd, 2) : -1;
  writePixels(shape, mode, pattern, plane, srgb, pixels, to, stride);
  return true;
}

function decodeVoidExtent(shape: BlockShape, pixels: Uint32Array, to: number, stride: number): boolean {
  const isHighDynamicRange = block.at(9, 1) === 1;
  const hasReservedBits = block.at(10, 2) === 3;
  if (isHighDynamicRange || !hasReservedBits || !hasPlausibleExtent()) return false;
  const [r, g, b, a] = [64, 80, 96, 112].map((at) => block.at(at, 16) >> 8);
  fill(shape, pixels, to, stride, (r! | (g! << 8) | (b! << 16) | (a! << 24)) >>> 0);
  return true;
}

/** Extents are either unknown, all ones, or go from less to more. */
function hasPlausibleExtent(): boolean {
  const [left, right, top, bottom] = [12, 25, 38, 51].map((at) => block.at(at, 13)) as [number, number, number, number];
  return (left & right & top & bottom) === 0x1fff || (left < right && top < bottom);
}

/** Reads the end points; gives the bit where the colours end, which is where the plane selector stands. */
function readColors(mode: BlockMode, partitions: number, weightStart: number): number | undefined {
  const colorModes: number[] = [];
  let end = weightStart;
  if (partitions === 1) colorModes.push(block.at(13, 4));
  else end = readColorModes(partitions, weightStart, colorModes);
  if (mode.dualPlane) end -= 2;
  const start = partitions === 1 ? 17 : 29;
  const count = colorModes.reduce((sum, colorMode) => sum + ((colorMode >> 2) + 1) * 2, 0);
  if (count > 18 || colorModes.some(isHighDynamicRange)) return undefined;
  const range = RANGES.findLast((candidate) => sequenceSize(count, candidate) <= end - start);
  if (range === undefined || range.levels < 6) return undefined;
  block.pos = start;
  high.fill(0);
  readSequence(block, end, count, range, low, high);
  const table = colorTable(range);
  for (let i = 0; i < count; i++) colors[i] = table[(high[i]! << range.bits) | low[i]!]!;
  let at = 0;
  for (const [i, colorMode] of colorModes.entries()) {
    decodeEndpoints(colorMode, colors, at, ends, i * 8);
    at += ((colorMode >> 2) + 1) * 2;
  }
  return end;
}

/** Reads one mode a partition; gives the bit where the colours have to end. */
function readColorModes(partitions: number, weightStart: number, colorModes: number[]): number {
  const first = block.at(23, 6);
  if ((first & 3) === 0) {
    for (let i = 0; i < partitions; i++) colorModes.push(first >> 2);
    return weightStart;
  }
  const extraBits = partitions * 3 - 4;
  const all = first | (block.at(weightStart - extraBits, extraBits) << 6);
  const base = (first & 3) - 1;
  for (let i = 0; i < partitions; i++) {
    const step = (all >> (2 + i)) & 1;
    colorModes.push(((base + step) << 2) | ((all >> (2 + partitions + i * 2)) & 3));
  }
  return weightStart - extraBits;
}

/** Weights stand at the end of the block, bits from the last to the first. */
function readWeights(range: Range, count: number, size: number): void {
  for (let i = 0; i < 16; i++) reversed.bytes[i] = reverseByte(block.bytes[15 - i]!);
  reversed.pos = 0;
  high.fill(0);
  readSequence(reversed, size, count, range, low, high);
  const table = weightTable(range);
  for (let i = 0; i < count; i++) weights[i] = table[(high[i]! << range.bits) | low[i]!]!;
}

function reverseByte(byte: number): number {
  let value = ((byte >> 4) | (byte << 4)) & 0xff;
  value = ((value >> 2) & 0x33) | ((value << 2) & 0xcc);
  return ((value >> 1) & 0x55) | ((value << 1) & 0xaa);
}

function writePixels(
  shape: BlockShape,
  mode: BlockMode,
  pattern: Uint8Array | undefined,
  plane: number,
  srgb: boolean,
  pixels: Uint32Array,
  to: number,
  stride: number,
): void {
  const planes = mode.dualPlane ? 2 : 1;
  const stepX = Math.floor((1024 + (shape.width >> 1)) / (shape.width - 1));
  const stepY = Math.floor((1024 + (shape.height >> 1)) / (shape.height - 1));
  for (let y = 0; y < shape.height; y++) {
    const gridY = (stepY * y * (mode.height - 1) + 32) >> 6;
    for (let x = 0; x < shape.width; x++) {
      const gridX = (stepX * x * (mode.width - 1) + 32) >> 6;
      const end = (pattern === undefined ? 0 : pattern[y * shape.width + x]!) * 8;
      const weight = weightAt(mode, planes, 0, gridX, gridY);
      const other = planes === 2 ? weightAt(mode, planes, 1, gridX, gridY) : weight;
      let color = 0;
      for (let channel = 0; channel < 4; channel++) {
        const mixed = mix(ends[end + channel]!, ends[end + 4 + channel]!, channel === plane ? other : weight, srgb);
        color |= mixed << (channel * 8);
      }
      pixels[to + y * stride + x] = color;
    }
  }
}

/** Interpolates the grid at a position in 16ths of its cells. */
function weightAt({ width }: BlockMode, planes: number, plane: number, gridX: number, gridY: number): number {
  const column = gridX >> 4;
  const fx = gridX & 15;
  const fy = gridY & 15;
  const both = (fx * fy + 8) >> 4;
  const at = (column + (gridY >> 4) * width) * planes + plane;
  const below = at + width * planes;
  const sum =
    weights[at]! * (16 - fx - fy + both) +
    (fx > 0 ? weights[at + planes]! * (fx - both) : 0) +
    (fy > 0 ? weights[below]! * (fy - both) : 0) +
    (both > 0 ? weights[below + planes]! * both : 0);
  return (sum + 8) >> 4;
}

function mix(first: number, second: number, weight: number, srgb: boolean): number {
  const from = (first << 8) | (srgb ? 0x80 : first);
  const until = (second << 8) | (srgb ? 0x80 : second);
  return (from * (64 - weight) + until * weight + 32) >> 14;
}
