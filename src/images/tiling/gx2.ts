import type { ElementGrid } from './block-linear.ts';
import { wordsOf } from './words.ts';

// Tiling of GX2 graphics (Wii U): BFRES specification, section 18.2. An element is a pixel or a compressed block. Elements
// lie in micro tiles of 8 x 8; macro tiling spreads those over 2 pipes and 4 banks.

export interface Gx2Layout extends ElementGrid {
  /** 0 and 1: rows; 2: micro tiles; 4: macro tiles. */
  readonly tileMode: number;
  /** Elements from row to row: a multiple of 8 for micro, of 32 for macro tiles. */
  readonly pitch: number;
  /** As the texture header says it. */
  readonly swizzle: number;
}

/** Whether we know how a tile mode orders elements. */
export function isKnownTileMode(tileMode: number): boolean {
  return tileMode === 0 || tileMode === 1 || tileMode === 2 || tileMode === 4;
}

/** Which bits of x (0 to 2) and y (3 to 5) give the place in a micro tile, lowest first, by bytes of an element. */
const MICRO_TILE_BITS: Readonly<Record<number, readonly number[]>> = {
  1: [0, 1, 2, 4, 3, 5],
  2: [0, 1, 2, 3, 4, 5],
  4: [0, 1, 3, 2, 4, 5],
  8: [0, 3, 1, 2, 4, 5],
  16: [3, 0, 1, 2, 4, 5],
};

/** Puts the elements of a mip level row by row. Bytes that are missing stay zero. */
export function fromGx2(tiled: Uint8Array, layout: Gx2Layout): Uint8Array {
  const { columns, rows, elementBytes } = layout;
  const linear = new Uint8Array(columns * rows * elementBytes);
  const addressOf = addressing(layout);
  const words = elementBytes >= 4 ? wordsOf(tiled.subarray(0, tiled.length & ~3)) : undefined;
  if (words !== undefined) {
    const rowWords = wordsOf(linear)!;
    const size = elementBytes / 4;
    let place = 0;
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++, place += size) {
        const from = addressOf(x, y) / 4;
        if (from + size > words.length) continue;
        for (let i = 0; i < size; i++) rowWords[place + i] = words[from + i]!;
      }
    }
    return linear;
  }
  let to = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, to += elementBytes) {
      const from = addressOf(x, y);
      if (from + elementBytes > tiled.length) continue;
      for (let i = 0; i < elementBytes; i++) linear[to + i] = tiled[from + i]!;
    }
  }
  return linear;
}

/** The inverse of {@link fromGx2}: writes the elements over `tiled`, whose padding stays. */
export function toGx2(linear: Uint8Array, layout: Gx2Layout, tiled: Uint8Array): void {
  const { columns, rows, elementBytes } = layout;
  const addressOf = addressing(layout);
  let from = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, from += elementBytes) {
      const to = addressOf(x, y);
      for (let i = 0; i < elementBytes; i++) tiled[to + i] = linear[from + i]!;
    }
  }
}

/** Where an element lies. Throws a `RangeError` for a tile mode that {@link isKnownTileMode} denies. */
export function addressing({ tileMode, pitch, swizzle, elementBytes }: Gx2Layout): (x: number, y: number) => number {
  if (tileMode === 0 || tileMode === 1) return (x, y) => (y * pitch + x) * elementBytes;
  const inTile = microTile(elementBytes);
  if (tileMode === 2) {
    return (x, y) => inTile[((y & 7) << 3) | (x & 7)]! + ((x >> 3) + (y >> 3) * (pitch >> 3)) * 64 * elementBytes;
  }
  if (tileMode !== 4) throw new RangeError(`tile mode ${tileMode} is not known`);
  const swizzleBits = ((swizzle >> 8) & 1) + 2 * ((swizzle >> 9) & 3);
  return (x, y) => {
    const pipe = ((y >> 3) ^ (x >> 3)) & 1;
    const bank = (((y >> 5) ^ (x >> 3)) & 1) | ((((y >> 4) ^ (x >> 4)) & 1) << 1);
    const place = (pipe + 2 * bank) ^ swizzleBits;
    const macroTile = ((x >> 5) + (pitch >> 5) * (y >> 4)) * 512 * elementBytes;
    const offset = inTile[((y & 7) << 3) | (x & 7)]! + (macroTile >> 3);
    return ((offset & ~255) << 3) | ((place >> 1) << 9) | ((place & 1) << 8) | (offset & 255);
  };
}

/** Byte offset in a micro tile by y * 8 + x. */
function microTile(elementBytes: number): Uint16Array {
  const bits = MICRO_TILE_BITS[elementBytes];
  if (bits === undefined) throw new RangeError(`no micro tiles of ${elementBytes}-byte elements`);
  return Uint16Array.from({ length: 64 }, (_, xy) => {
    const index = bits.reduce((sum, bit, i) => sum | (((xy >> bit) & 1) << i), 0);
    return index * elementBytes;
  });
}

/** The sizes of tiles in elements: rows and columns of levels are padded to multiples. Micro tiles are 8 x 8. */
export interface Gx2Tiles {
  readonly width: number;
  readonly height: number;
}

/** Macro tiles are 32 x 16; rows of small elements are padded to 256 bytes of a tile. */
export function gx2Tiles(tileMode: number, elementBytes: number): Gx2Tiles {
  if (tileMode === MACRO_TILES) return { width: Math.max(32, 128 / elementBytes), height: 16 };
  return { width: Math.max(8, 32 / elementBytes), height: 8 };
}

/** Tile modes of new textures. */
export const MICRO_TILES = 2;
export const MACRO_TILES = 4;
