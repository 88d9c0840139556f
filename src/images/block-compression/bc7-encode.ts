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

function encodeBlock(block: Uint8Array, bytes: Uint8Array, to: number): void {
  let isOpaque = true;
  for (let i = 3; i < 64; i += 4) if (block[i] !== 255) isOpaque = false;
  const whole = fitEnds(block, EVERY_PIXEL, RGBA, { bits: 7, parity: 'each' }, 4);
  if (isOpaque) {
    const halves = whole.error === 0 ? undefined : fitHalves(block, whole.error);
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
  const candidates = Array.from({ length: 64 }, (_, partition) => ({ partition, spread: spreadOf(block, partition) }))
    .sort((a, b) => a.spread - b.spread)
    .slice(0, 4);
  let best: Halves | undefined;
  let error = limit;
  for (const { partition } of candidates) {
    const second = subsetMask(partition);
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

/** The pixels of the second subset, one bit each. */
function subsetMask(partition: number): number {
  let mask = 0;
  for (let pixel = 0; pixel < 16; pixel++) mask |= ((PARTITIONS_2[partition]! >>> (pixel * 2)) & 1) << pixel;
  return mask;
}

/** What the axes of both subsets leave unexplained: how promising a partition is. */
function spreadOf(block: Uint8Array, partition: number): number {
  const second = subsetMask(partition);
  return residual(block, EVERY_PIXEL & ~second) + residual(block, second);
}

function residual(block: Uint8Array, mask: number): number {
  const axis = principalAxis(block, mask, RGB);
  let sum = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    let length = 0;
    let along = 0;
    for (const channel of RGB) {
      const value = block[pixel * 4 + channel]! - axis.mean[channel]!;
      length += value * value;
      along += value * axis.direction[channel]!;
    }
    sum += length - along * along;
  }
  return sum;
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
  const covariance = new Float64Array(16);
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    for (const i of channels) {
      const value = block[pixel * 4 + i]! - mean[i]!;
      for (const j of channels) covariance[i * 4 + j]! += value * (block[pixel * 4 + j]! - mean[j]!);
    }
  }
  let direction = [0, 1, 2, 3].map((i) => (channels.includes(i) ? Math.sqrt(covariance[i * 5]!) : 0));
  for (let step = 0; step < 6; step++) {
    const next = [0, 1, 2, 3].map((i) => direction.reduce((sum, d, j) => sum + d * covariance[i * 4 + j]!, 0));
    const length = Math.hypot(...next);
    if (length < 1e-9) return { mean, direction: [0, 0, 0, 0] };
    direction = next.map((value) => value / length);
  }
  return { mean, direction };
}

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
  const pairs: readonly (readonly [number, number])[] =
    precision.parity === 'none'
      ? [[0, 0]]
      : precision.parity === 'shared'
        ? [
            [0, 0],
            [1, 1],
          ]
        : [
            [0, 0],
            [0, 1],
            [1, 0],
            [1, 1],
          ];
  let best: Fit | undefined;
  for (const parity of pairs) {
    const stored = new Uint8Array(8);
    const ends = new Uint8Array(8).fill(255);
    for (const channel of channels) {
      for (const [end, target] of [first, second].entries()) {
        const [bits, value] = store(target[channel]!, precision, parity[end]!);
        stored[end * 4 + channel] = bits;
        ends[end * 4 + channel] = value;
      }
    }
    const candidate = withIndices(block, mask, channels, indexBits, ends, stored, parity);
    if (best === undefined || candidate.error < best.error) best = candidate;
  }
  return best!;
}

/** The stored bits nearest to a value, and what they decode to. */
function store(value: number, { bits, parity }: Precision, low: number): [stored: number, decoded: number] {
  const width = parity === 'none' ? bits : bits + 1;
  const most = 2 ** bits - 1;
  const clamped = Math.max(0, Math.min(255, value));
  const exact = (clamped / 255) * (2 ** width - 1);
  const stored = Math.max(0, Math.min(most, Math.round(parity === 'none' ? exact : (exact - low) / 2)));
  const wide = (parity === 'none' ? stored : (stored << 1) | low) << (8 - width);
  return [stored, wide | (wide >> width)];
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
  const weights = WEIGHTS[indexBits]!;
  const indices = new Uint8Array(16);
  let error = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (((mask >> pixel) & 1) === 0) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 0; index < weights.length; index++) {
      const weight = weights[index]!;
      let distance = 0;
      for (const channel of channels) {
        const mixed = (ends[channel]! * (64 - weight) + ends[4 + channel]! * weight + 32) >> 6;
        const difference = mixed - block[pixel * 4 + channel]!;
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        indices[pixel] = index;
      }
    }
    error += least;
  }
  return { ends, stored, parity, indices, error };
}

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
  const mask = subsetMask(partition);
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
