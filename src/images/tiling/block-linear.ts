import { wordsOf } from './words.ts';

// Block-linear tiling of NVIDIA Tegra graphics (Nintendo Switch): BFRES specification, sections 17.2 and 17.3.
// An element is a pixel or a compressed block. Elements lie in blocks of 64 bytes x 8 rows (GOBs); 1 to 16 of these stand
// on each other.

/** The size of one mip level in elements. */
export interface ElementGrid {
  /** Elements in a row. */
  readonly columns: number;
  readonly rows: number;
  /** Bytes of an element. */
  readonly elementBytes: number;
}

const GOB_WIDTH = 64;
const GOB_HEIGHT = 8;
const GOB_BYTES = GOB_WIDTH * GOB_HEIGHT;

/** How many GOBs stand on each other at the base level of a texture with so many rows. */
export function baseBlockHeight(rows: number): number {
  const measure = rows + (rows >> 1);
  if (measure >= 128) return 16;
  if (measure >= 64) return 8;
  if (measure >= 32) return 4;
  return measure >= 16 ? 2 : 1;
}

/** How many GOBs stand on each other at a mip level with so many rows: fewer on small levels. */
export function levelBlockHeight(base: number, rows: number): number {
  let height = base;
  while (height > 1 && rows <= 4 * height) height >>= 1;
  return height;
}

/** Bytes that a mip level takes, padding included. */
export function blockLinearSize({ columns, rows, elementBytes }: ElementGrid, blockHeight: number): number {
  const gobsPerRow = Math.ceil((columns * elementBytes) / GOB_WIDTH);
  const blockRows = Math.ceil(rows / (GOB_HEIGHT * blockHeight));
  return gobsPerRow * blockRows * blockHeight * GOB_BYTES;
}

/** Puts the elements of a mip level row by row. Bytes that are missing at the end stay zero. */
export function fromBlockLinear(tiled: Uint8Array, grid: ElementGrid, blockHeight: number): Uint8Array {
  const linear = new Uint8Array(grid.columns * grid.rows * grid.elementBytes);
  const isWhole = tiled.length >= blockLinearSize(grid, blockHeight);
  const words =
    isWhole && isWholeRuns(grid) ? wordsOf(tiled.subarray(0, blockLinearSize(grid, blockHeight))) : undefined;
  if (words !== undefined) {
    moveRuns(grid, blockHeight, words, wordsOf(linear)!, true);
    return linear;
  }
  forEachRun(grid, blockHeight, (inTiles, inRows, length) => {
    if (inTiles + length <= tiled.length) copy(tiled, inTiles, linear, inRows, length);
  });
  return linear;
}

/** The inverse of {@link fromBlockLinear}; padding is zero. */
export function toBlockLinear(linear: Uint8Array, grid: ElementGrid, blockHeight: number): Uint8Array {
  const tiled = new Uint8Array(blockLinearSize(grid, blockHeight));
  const words = isWholeRuns(grid) ? wordsOf(linear) : undefined;
  if (words !== undefined && words.length * 4 >= grid.columns * grid.rows * grid.elementBytes) {
    moveRuns(grid, blockHeight, wordsOf(tiled)!, words, false);
    return tiled;
  }
  forEachRun(grid, blockHeight, (inTiles, inRows, length) => copy(linear, inRows, tiled, inTiles, length));
  return tiled;
}

const RUN = 16;

/** Whether rows are made of whole runs, as nearly all of real textures are. */
const isWholeRuns = ({ columns, elementBytes }: ElementGrid): boolean => (columns * elementBytes) % RUN === 0;

/** Moves all runs, four words each, out of the tiles or into them. */
function moveRuns(
  { columns, rows, elementBytes }: ElementGrid,
  blockHeight: number,
  tiled: Uint32Array,
  linear: Uint32Array,
  toRows: boolean,
): void {
  const runs = (columns * elementBytes) / RUN;
  const blockWords = (GOB_BYTES * blockHeight) / 4;
  const blockRow = blockWords * Math.ceil(runs / 4);
  let row = 0;
  for (let y = 0; y < rows; y++) {
    const inBlock = y % (GOB_HEIGHT * blockHeight);
    const start =
      Math.floor(y / (GOB_HEIGHT * blockHeight)) * blockRow + (inBlock >> 3) * 128 + ((y & 7) >> 1) * 16 + (y & 1) * 4;
    for (let run = 0; run < runs; run++, row += 4) {
      const at = start + (run >> 2) * blockWords + ((run >> 1) & 1) * 64 + (run & 1) * 8;
      if (toRows) {
        linear[row] = tiled[at]!;
        linear[row + 1] = tiled[at + 1]!;
        linear[row + 2] = tiled[at + 2]!;
        linear[row + 3] = tiled[at + 3]!;
      } else {
        tiled[at] = linear[row]!;
        tiled[at + 1] = linear[row + 1]!;
        tiled[at + 2] = linear[row + 2]!;
        tiled[at + 3] = linear[row + 3]!;
      }
    }
  }
}

/** Copies up to 16 bytes, for which a call to `set` would cost more. */
function copy(from: Uint8Array, at: number, to: Uint8Array, toAt: number, length: number): void {
  for (let i = 0; i < length; i++) to[toAt + i] = from[at + i]!;
}

/** Runs of 16 bytes stay together: visits each with its place in the tiles and in the rows. */
function forEachRun(
  { columns, rows, elementBytes }: ElementGrid,
  blockHeight: number,
  visit: (inTiles: number, inRows: number, length: number) => void,
): void {
  const rowBytes = columns * elementBytes;
  const gobsPerRow = Math.ceil(rowBytes / GOB_WIDTH);
  const blockBytes = GOB_BYTES * blockHeight;
  for (let y = 0; y < rows; y++) {
    const inBlock = y % (GOB_HEIGHT * blockHeight);
    const row =
      Math.floor(y / (GOB_HEIGHT * blockHeight)) * blockBytes * gobsPerRow +
      (inBlock >> 3) * GOB_BYTES +
      ((y & 7) >> 1) * 64 +
      (y & 1) * 16;
    for (let x = 0; x < rowBytes; x += 16) {
      const inTiles = row + (x >> 6) * blockBytes + ((x >> 5) & 1) * 256 + ((x >> 4) & 1) * 32;
      visit(inTiles, y * rowBytes + x, Math.min(16, rowBytes - x));
    }
  }
}
