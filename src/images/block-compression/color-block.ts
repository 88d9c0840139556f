import { blue, green, red } from './rgb565.ts';

// Finding the two end points of a colour block: along the principal axis of its pixels, then once refined by least squares.

/** Channel sums and products of the pixels that count. */
interface Statistics {
  readonly count: number;
  readonly mean: readonly [number, number, number];
  /** rr rg rb gg gb bb */
  readonly covariance: readonly [number, number, number, number, number, number];
}

const INDEX_WEIGHTS = [1, 0, 2 / 3, 1 / 3];

/**
 * Writes the 8 bytes of a colour block for 16 r g b a pixels, in four-colour mode. With `withHoles`, pixels of less than
 * half alpha become transparent, in three-colour mode.
 */
export function encodeColors(block: Uint8Array, bytes: Uint8Array, to: number, withHoles: boolean): void {
  const counts = (pixel: number) => !withHoles || block[pixel * 4 + 3]! >= 128;
  const hasHoles = [...Array(16).keys()].some((pixel) => !counts(pixel));
  const statistics = statisticsOf(block, counts);
  let [first, second] = endsAlong(block, statistics, counts);
  if (hasHoles) {
    writeWithHoles(block, bytes, to, Math.min(first, second), Math.max(first, second), counts);
    return;
  }
  let best = assign(block, first, second);
  const [finerFirst, finerSecond] = refine(block, best.indices) ?? [first, second];
  const finer = assign(block, finerFirst, finerSecond);
  if (finer.error < best.error) [first, second, best] = [finerFirst, finerSecond, finer];
  writeBlock(bytes, to, first, second, best.indices);
}

function writeBlock(bytes: Uint8Array, to: number, first: number, second: number, indices: Uint8Array): void {
  // The larger end point comes first in four-colour mode: swapping them swaps indices 0 and 1, and 2 and 3.
  const swap = first < second;
  const [high, low] = swap ? [second, first] : [first, second];
  bytes[to] = high & 0xff;
  bytes[to + 1] = high >> 8;
  bytes[to + 2] = low & 0xff;
  bytes[to + 3] = low >> 8;
  for (let y = 0; y < 4; y++) {
    let row = 0;
    for (let x = 0; x < 4; x++) row |= (high === low ? 0 : indices[y * 4 + x]! ^ (swap ? 1 : 0)) << (x * 2);
    bytes[to + 4 + y] = row;
  }
}

/** Three colours and a hole: the smaller end point comes first. */
function writeWithHoles(
  block: Uint8Array,
  bytes: Uint8Array,
  to: number,
  first: number,
  second: number,
  counts: (pixel: number) => boolean,
): void {
  const palette = [first, second].map(channelsOf);
  palette.push(palette[0]!.map((value, channel) => (value + palette[1]![channel]!) >> 1));
  bytes[to] = first & 0xff;
  bytes[to + 1] = first >> 8;
  bytes[to + 2] = second & 0xff;
  bytes[to + 3] = second >> 8;
  bytes.fill(0, to + 4, to + 8);
  for (let pixel = 0; pixel < 16; pixel++) {
    const index = counts(pixel) ? nearest(block, pixel, palette).index : 3;
    bytes[to + 4 + (pixel >> 2)]! |= index << ((pixel & 3) * 2);
  }
}

function statisticsOf(block: Uint8Array, counts: (pixel: number) => boolean): Statistics {
  const mean: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    if (!counts(pixel)) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) mean[channel]! += block[pixel * 4 + channel]!;
  }
  for (let channel = 0; channel < 3; channel++) mean[channel]! /= Math.max(1, count);
  const covariance: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (let pixel = 0; pixel < 16; pixel++) {
    if (!counts(pixel)) continue;
    const [r, g, b] = [0, 1, 2].map((channel) => block[pixel * 4 + channel]! - mean[channel]!) as [
      number,
      number,
      number,
    ];
    covariance[0] += r * r;
    covariance[1] += r * g;
    covariance[2] += r * b;
    covariance[3] += g * g;
    covariance[4] += g * b;
    covariance[5] += b * b;
  }
  return { count, mean, covariance };
}

/** The end points where the pixels reach farthest along the principal axis. */
function endsAlong(
  block: Uint8Array,
  { count, mean, covariance }: Statistics,
  counts: (pixel: number) => boolean,
): [number, number] {
  if (count === 0) return [0, 0];
  let axis = widest(covariance);
  for (let step = 0; step < 4; step++) {
    const [x, y, z] = axis;
    const next: [number, number, number] = [
      covariance[0] * x + covariance[1] * y + covariance[2] * z,
      covariance[1] * x + covariance[3] * y + covariance[4] * z,
      covariance[2] * x + covariance[4] * y + covariance[5] * z,
    ];
    const length = Math.hypot(...next);
    if (length < 1e-6) break;
    axis = [next[0] / length, next[1] / length, next[2] / length];
  }
  let [low, high] = [0, 0];
  for (let pixel = 0; pixel < 16; pixel++) {
    if (!counts(pixel)) continue;
    let along = 0;
    for (let channel = 0; channel < 3; channel++)
      along += (block[pixel * 4 + channel]! - mean[channel]!) * axis[channel]!;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  const squared = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
  const at = (along: number) => pack565(mean.map((value, channel) => value + (along * axis[channel]!) / squared));
  return [at(high), at(low)];
}

/** To begin with: how the other channels go with the one that varies most. */
function widest([rr, rg, rb, gg, gb, bb]: Statistics['covariance']): [number, number, number] {
  if (rr === 0 && gg === 0 && bb === 0) return [1, 1, 1];
  if (rr >= gg && rr >= bb) return [rr, rg, rb];
  return gg >= bb ? [rg, gg, gb] : [rb, gb, bb];
}

/** End points that fit the chosen indices best; undefined where all pixels have the same. */
function refine(block: Uint8Array, indices: Uint8Array): [number, number] | undefined {
  let [aa, ab, bb] = [0, 0, 0];
  const [ax, bx] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let pixel = 0; pixel < 16; pixel++) {
    const a = INDEX_WEIGHTS[indices[pixel]!]!;
    const b = 1 - a;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    for (let channel = 0; channel < 3; channel++) {
      ax![channel]! += a * block[pixel * 4 + channel]!;
      bx![channel]! += b * block[pixel * 4 + channel]!;
    }
  }
  const determinant = aa * bb - ab * ab;
  if (Math.abs(determinant) < 1e-6) return undefined;
  return [
    pack565(ax!.map((value, channel) => (value * bb - bx![channel]! * ab) / determinant)),
    pack565(bx!.map((value, channel) => (value * aa - ax![channel]! * ab) / determinant)),
  ];
}

/** The nearest of the four colours for every pixel. */
function assign(block: Uint8Array, first: number, second: number): { indices: Uint8Array; error: number } {
  const palette = [first, second].map(channelsOf);
  for (const [near, far] of [
    [0, 1],
    [1, 0],
  ] as const) {
    palette.push(palette[near]!.map((value, channel) => Math.floor((2 * value + palette[far]![channel]!) / 3)));
  }
  const indices = new Uint8Array(16);
  let error = 0;
  for (let pixel = 0; pixel < 16; pixel++) {
    const found = nearest(block, pixel, palette);
    indices[pixel] = found.index;
    error += found.error;
  }
  return { indices, error };
}

function nearest(block: Uint8Array, pixel: number, palette: readonly (readonly number[])[]) {
  let [index, error] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < palette.length; i++) {
    let distance = 0;
    for (let channel = 0; channel < 3; channel++) {
      distance += (block[pixel * 4 + channel]! - palette[i]![channel]!) ** 2;
    }
    if (distance < error) [index, error] = [i, distance];
  }
  return { index, error };
}

const channelsOf = (color: number): number[] => [red(color), green(color), blue(color)];

function pack565(rgb: readonly number[]): number {
  const [r, g, b] = [31, 63, 31].map((top, channel) =>
    Math.round((Math.min(255, Math.max(0, rgb[channel]!)) * top) / 255),
  ) as [number, number, number];
  return (r << 11) | (g << 5) | b;
}
