import type { Image } from '../image.ts';
import { encodeBlocks } from './blocks.ts';
import { ANCHORS_2, PARTITIONS_2, WEIGHTS } from './bptc-tables.ts';

// A BC7 encoder that takes three of the eight modes: 6 for blocks of one gradient, with alpha or without, 5 for alpha
// that goes its own way, 1 for opaque blocks of two gradients. Each is fitted along the principal axis of its pixels and
// refined once by least squares; the mode that comes closest is written.

/** Encodes r g b a as BC7. */
export function encodeBc7(image: Image): Uint8Array {
  return encodeBlocks(image, 16, encodeBlock);
}

/** Pixels of one subset, fitted. */
interface Fit {
  /** End points as they decode: r g b a of the first, r g b a of the second. */
  readonly ends: Uint8Array;
  /** The stored bits of the end points, in the same order, without shared low bits. */
  readonly stored: Uint8Array;
  /** Low bits of the two end points. */
  readonly parity: readonly [number, number];
  readonly indices: Uint8Array;
  readonly error: number;
}

type Channels = readonly number[];
const RGB: Channels = [0, 1, 2];
const RGBA: Channels = [0, 1, 2, 3];
const ALPHA: Channels = [3];
const EVERY_PIXEL = 0xffff;

/** How end points are stored: so many bits a channel, with low bits of their own, common ones or none. */
interface Precision {
  readonly bits: number;
  readonly parity: 'none' | 'each' | 'shared';
}

/** A squared error of all pixels that nobody sees: one step of one channel each. */
const GOOD = 16;

function encodeBlock(block: Uint8Array, bytes: Uint8Array, to: number): void {
  let isOpaque = true;
  for (let i = 3; i < 64; i += 4) if (block[i] !== 255) isOpaque = false;
  const whole = fitEnds(block, EVERY_PIXEL, RGBA, { bits: 7, parity: 'each' }, 4);
  if (isOpaque) {
    const halves = whole.error <= GOOD ? undefined : fitHalves(block, whole.error);
    if (halves === undefined) writeMode6(whole, bytes, to);
    else writeMode1(halves, bytes, to);
    return;
  }
  const color = fitEnds(block, EVERY_PIXEL, RGB, { bits: 7, parity: 'none' }, 2);
  const alpha = fitEnds(block, EVERY_PIXEL, ALPHA, { bits: 8, parity: 'none' }, 2);
  if (color.error + alpha.error < whole.error) writeMode5(color, alpha, bytes, to);
  else writeMode6(whole, bytes, to);
}

interface Halves {
  readonly partition: number;
  readonly fits: readonly [Fit, Fit];
}

/** The best of the most promising partitions into two subsets, if it beats `limit`. */
function fitHalves(block: Uint8Array, limit: number): Halves | undefined {
  let best: Halves | undefined;
  let error = limit;
  for (const partition of promisingPartitions(block)) {
    const second = SUBSETS[partition]!;
    const precision: Precision = { bits: 6, parity: 'shared' };
    const fits = [
      fitEnds(block, EVERY_PIXEL & ~second, RGB, precision, 3),
      fitEnds(block, second, RGB, precision, 3),
    ] as const;
    if (fits[0].error + fits[1].error < error) {
      error = fits[0].error + fits[1].error;
      best = { partition, fits };
    }
  }
  return best;
}

/** The pixels of the second subset of each partition, one bit each. */
const SUBSETS = Array.from(PARTITIONS_2, (partition) => {
  let mask = 0;
  for (let pixel = 0; pixel < 16; pixel++) mask |= ((partition >>> (pixel * 2)) & 1) << pixel;
  return mask;
});

/** How many partitions are tried in full. */
const CANDIDATES = 4;
/** Of a set of pixels: their number, the sums of r g b, and of rr rg rb gg gb bb. */
const MOMENTS = 10;
const pixelMoments = new Float64Array(16 * MOMENTS);
const allMoments = new Float64Array(MOMENTS);
const [firstMoments, secondMoments] = [new Float64Array(MOMENTS), new Float64Array(MOMENTS)];

/** The partitions whose two axes leave the least unexplained. */
function promisingPartitions(block: Uint8Array): readonly number[] {
  allMoments.fill(0);
  for (let pixel = 0; pixel < 16; pixel++) {
    const [r, g, b] = [block[pixel * 4]!, block[pixel * 4 + 1]!, block[pixel * 4 + 2]!];
    pixelMoments.set([1, r, g, b, r * r, r * g, r * b, g * g, g * b, b * b], pixel * MOMENTS);
    for (let i = 0; i < MOMENTS; i++) allMoments[i]! += pixelMoments[pixel * MOMENTS + i]!;
  }
  const best: number[] = [];
  const spreads: number[] = [];
  for (const [partition, second] of SUBSETS.entries()) {
    secondMoments.fill(0);
    for (let pixel = 0; pixel < 16; pixel++) {
      if (((second >> pixel) & 1) === 0) continue;
      for (let i = 0; i < MOMENTS; i++) secondMoments[i]! += pixelMoments[pixel * MOMENTS + i]!;
    }
    for (let i = 0; i < MOMENTS; i++) firstMoments[i] = allMoments[i]! - secondMoments[i]!;
    const spread = residual(firstMoments) + residual(secondMoments);
    let place = best.length;
    while (place > 0 && spreads[place - 1]! > spread) place--;
    if (place >= CANDIDATES) continue;
    best.splice(place, 0, partition);
    spreads.splice(place, 0, spread);
    best.length = spreads.length = Math.min(best.length, CANDIDATES);
  }
  return best;
}

/** The sum of squared distances of pixels from their principal axis, which power iteration finds. */
function residual(moments: Float64Array): number {
  const [n, r, g, b] = [moments[0]!, moments[1]!, moments[2]!, moments[3]!];
  const rr = moments[4]! - (r * r) / n;
  const rg = moments[5]! - (r * g) / n;
  const rb = moments[6]! - (r * b) / n;
  const gg = moments[7]! - (g * g) / n;
  const gb = moments[8]! - (g * b) / n;
  const bb = moments[9]! - (b * b) / n;
  let [x, y, z] = [Math.sqrt(Math.max(0, rr)), Math.sqrt(Math.max(0, gg)), Math.sqrt(Math.max(0, bb))];
  let largest = 0;
  for (let step = 0; step < 4; step++) {
    const [nextX, nextY, nextZ] = [rr * x + rg * y + rb * z, rg * x + gg * y + gb * z, rb * x + gb * y + bb * z];
    const length = Math.sqrt(nextX * nextX + nextY * nextY + nextZ * nextZ);
    if (length < 1e-9) break;
    [x, y, z] = [nextX / length, nextY / length, nextZ / length];
    largest = x * (rr * x + 2 * (rg * y + rb * z)) + y * (gg * y + 2 * gb * z) + z * bb * z;
  }
  return Math.max(0, rr + gg + bb - largest);
}

interface Axis {
  readonly mean: readonly number[];
  /** Unit length, or zero where all pixels are alike. */
  readonly direction: readonly number[];
}

/** By power iteration on the covariance of the pixels. */
function principalAxis(block: Uint8Array, mask: number, channels: Channels): Axis {
  const mean = [0, 0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    count++;
    for (const channel of channels) mean[channel]! += block[pixel * 4 + channel]!;
  }
  for (const channel of channels) mean[channel]! /= count;
  covariance.fill(0);
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    for (const i of channels) {
      const value = block[pixel * 4 + i]! - mean[i]!;
      for (const j of channels) covariance[i * 4 + j]! += value * (block[pixel * 4 + j]! - mean[j]!);
    }
  }
  const direction = [0, 0, 0, 0];
  for (const i of channels) direction[i] = Math.sqrt(covariance[i * 5]!);
  for (let step = 0; step < 6; step++) {
    let square = 0;
    for (const i of channels) {
      let sum = 0;
      for (const j of channels) sum += direction[j]! * covariance[i * 4 + j]!;
      turned[i] = sum;
      square += sum * sum;
    }
    const length = Math.sqrt(square);
    if (length < 1e-9) return { mean, direction: [0, 0, 0, 0] };
    for (const i of channels) direction[i] = turned[i]! / length;
  }
  return { mean, direction };
}

const covariance = new Float64Array(16);
const turned = new Float64Array(4);

function fitEnds(block: Uint8Array, mask: number, channels: Channels, precision: Precision, indexBits: number): Fit {
  const { mean, direction } = principalAxis(block, mask, channels);
  let least = 0;
  let most = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    let along = 0;
    for (const channel of channels) along += (block[pixel * 4 + channel]! - mean[channel]!) * direction[channel]!;
    least = Math.min(least, along);
    most = Math.max(most, along);
  }
  const at = (along: number) => mean.map((value, i) => value + along * direction[i]!);
  const first = quantized(block, mask, channels, precision, indexBits, at(least), at(most));
  const refined = leastSquares(block, mask, channels, indexBits, first.indices);
  if (refined === undefined) return first;
  const second = quantized(block, mask, channels, precision, indexBits, refined[0], refined[1]);
  return second.error < first.error ? second : first;
}

/** The end points that suit given indices best; undefined where all indices are alike. */
function leastSquares(
  block: Uint8Array,
  mask: number,
  channels: Channels,
  indexBits: number,
  indices: Uint8Array,
): [number[], number[]] | undefined {
  const weights = WEIGHTS[indexBits]!;
  let [aa, ab, bb] = [0, 0, 0];
  const ax = [0, 0, 0, 0];
  const bx = [0, 0, 0, 0];
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    const b = weights[indices[pixel]!]! / 64;
    const a = 1 - b;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    for (const channel of channels) {
      ax[channel]! += a * block[pixel * 4 + channel]!;
      bx[channel]! += b * block[pixel * 4 + channel]!;
    }
  }
  const determinant = aa * bb - ab * ab;
  if (Math.abs(determinant) < 1e-6) return undefined;
  const first = ax.map((value, i) => (value * bb - bx[i]! * ab) / determinant);
  const second = bx.map((value, i) => (value * aa - ax[i]! * ab) / determinant);
  return [first, second];
}

/** The low bits that two end points can have. */
const LOW_BITS: Readonly<Record<Precision['parity'], readonly (readonly [number, number])[]>> = {
  none: [[0, 0]],
  shared: [
    [0, 0],
    [1, 1],
  ],
  each: [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
};

/** Stores two end points with a precision, tries all low bits and gives every pixel its nearest step. */
function quantized(
  block: Uint8Array,
  mask: number,
  channels: Channels,
  precision: Precision,
  indexBits: number,
  first: readonly number[],
  second: readonly number[],
): Fit {
  let best: Fit | undefined;
  for (const parity of LOW_BITS[precision.parity]) {
    const stored = new Uint8Array(8);
    const ends = new Uint8Array(8).fill(255);
    for (const channel of channels) {
      for (let end = 0; end < 2; end++) {
        const value = (end === 0 ? first : second)[channel]!;
        const bits = nearestStored(value, precision, parity[end]!);
        stored[end * 4 + channel] = bits;
        ends[end * 4 + channel] = decodedEnd(bits, precision, parity[end]!);
      }
    }
    const candidate = withIndices(block, mask, channels, indexBits, ends, stored, parity);
    if (best === undefined || candidate.error < best.error) best = candidate;
  }
  return best!;
}

/** The stored bits nearest to a value from 0 to 255. */
function nearestStored(value: number, { bits, parity }: Precision, low: number): number {
  const most = (1 << bits) - 1;
  const widest = parity === 'none' ? most : 2 * most + 1;
  const exact = (Math.max(0, Math.min(255, value)) / 255) * widest;
  return Math.max(0, Math.min(most, Math.round(parity === 'none' ? exact : (exact - low) / 2)));
}

function decodedEnd(stored: number, { bits, parity }: Precision, low: number): number {
  const width = parity === 'none' ? bits : bits + 1;
  const wide = (parity === 'none' ? stored : (stored << 1) | low) << (8 - width);
  return wide | (wide >> width);
}

function withIndices(
  block: Uint8Array,
  mask: number,
  channels: Channels,
  indexBits: number,
  ends: Uint8Array,
  stored: Uint8Array,
  parity: readonly [number, number],
): Fit {
  const steps = 2 ** indexBits;
  const [from, to] = [channels[0]!, channels.at(-1)! + 1];
  for (const [index, weight] of WEIGHTS[indexBits]!.entries()) {
    for (let c = from; c < to; c++)
      palette[4 * index + c] = (ends[c]! * (64 - weight) + ends[4 + c]! * weight + 32) >> 6;
  }
  let square = 0;
  for (let c = from; c < to; c++) square += (ends[4 + c]! - ends[c]!) ** 2;
  const scale = square === 0 ? 0 : (steps - 1) / square;
  const indices = new Uint8Array(16);
  let error = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    let along = 0;
    for (let c = from; c < to; c++) along += (block[4 * pixel + c]! - ends[c]!) * (ends[4 + c]! - ends[c]!);
    // Steps lie evenly on a line but for rounding: the nearest is one of three.
    const middle = Math.max(0, Math.min(steps - 1, Math.round(along * scale)));
    const last = Math.min(steps - 1, middle + 1);
    let least = Number.MAX_SAFE_INTEGER;
    for (let index = Math.max(0, middle - 1); index <= last; index++) {
      let distance = 0;
      for (let c = from; c < to; c++) {
        const difference = palette[4 * index + c]! - block[4 * pixel + c]!;
        distance += difference * difference;
      }
      if (distance >= least) continue;
      least = distance;
      indices[pixel] = index;
    }
    error += least;
  }
  return { ends, stored, parity, indices, error };
}

/** r g b a of every step between two end points. */
const palette = new Int32Array(16 * 4);

/** Writes bits from the lowest of the first byte on. */
class BlockWriter {
  private readonly bytes: Uint8Array;
  private pos: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.pos = at * 8;
  }

  put(value: number, count: number): void {
    for (let i = 0; i < count; i++, this.pos++) this.bytes[this.pos >> 3]! |= ((value >> i) & 1) << (this.pos & 7);
  }

  /** Indices of which those of `anchors` lose their top bit. */
  putIndices(indices: Uint8Array, bits: number, anchors: readonly number[]): void {
    for (let pixel = 0; pixel < 16; pixel++) this.put(indices[pixel]!, anchors.includes(pixel) ? bits - 1 : bits);
  }
}

/** The same fit with its end points exchanged where the anchor's top bit, which is not stored, would be set. */
function anchored(fitted: Fit, anchor: number, indexBits: number): Fit {
  if (fitted.indices[anchor]! >> (indexBits - 1) === 0) return fitted;
  const { stored, ends, parity, indices } = fitted;
  const swap = (values: Uint8Array) => Uint8Array.of(...values.subarray(4), ...values.subarray(0, 4));
  const last = 2 ** indexBits - 1;
  return {
    ...fitted,
    stored: swap(stored),
    ends: swap(ends),
    parity: [parity[1], parity[0]],
    indices: indices.map((index) => last - index),
  };
}

function writeMode6(whole: Fit, bytes: Uint8Array, to: number): void {
  const { stored, parity, indices } = anchored(whole, 0, 4);
  const w = new BlockWriter(bytes, to);
  w.put(1 << 6, 7);
  for (const channel of RGBA) {
    w.put(stored[channel]!, 7);
    w.put(stored[4 + channel]!, 7);
  }
  w.put(parity[0], 1);
  w.put(parity[1], 1);
  w.putIndices(indices, 4, [0]);
}

function writeMode5(colorFit: Fit, alphaFit: Fit, bytes: Uint8Array, to: number): void {
  const color = anchored(colorFit, 0, 2);
  const alpha = anchored(alphaFit, 0, 2);
  const w = new BlockWriter(bytes, to);
  w.put(1 << 5, 6);
  w.put(0, 2);
  for (const channel of RGB) {
    w.put(color.stored[channel]!, 7);
    w.put(color.stored[4 + channel]!, 7);
  }
  w.put(alpha.stored[3]!, 8);
  w.put(alpha.stored[7]!, 8);
  w.putIndices(color.indices, 2, [0]);
  w.putIndices(alpha.indices, 2, [0]);
}

function writeMode1({ partition, fits }: Halves, bytes: Uint8Array, to: number): void {
  const anchor = ANCHORS_2[partition]!;
  const first = anchored(fits[0], 0, 3);
  const second = anchored(fits[1], anchor, 3);
  const mask = SUBSETS[partition]!;
  const w = new BlockWriter(bytes, to);
  w.put(1 << 1, 2);
  w.put(partition, 6);
  for (const channel of RGB) {
    for (const { stored } of [first, second]) {
      w.put(stored[channel]!, 6);
      w.put(stored[4 + channel]!, 6);
    }
  }
  w.put(first.parity[0], 1);
  w.put(second.parity[0], 1);
  const indices = first.indices.map((index, pixel) => (((mask >> pixel) & 1) === 1 ? second.indices[pixel]! : index));
  w.putIndices(indices, 3, [0, anchor]);
}
