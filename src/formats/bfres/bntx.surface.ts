import { fullLevelCount, levelLength, type Surface } from '../../images/surface.ts';
import {
  baseBlockHeight,
  blockLinearSize,
  type ElementGrid,
  fromBlockLinear,
  levelBlockHeight,
  toBlockLinear,
} from '../../images/tiling/block-linear.ts';
import type { Texture } from './bntx.ts';
import { type TextureFormat, textureFormat } from './texture-format.ts';

// How the levels and layers of Switch textures lie: specification, sections 17.2 and 17.3.

const LINEAR = 1;
const LINEAR_ALIGN = 32;
/** The bits of `layout` that say how high blocks are. */
const BLOCK_HEIGHT = 7;

/** One mip level in the data of a texture. */
export interface LevelLayout {
  readonly width: number;
  readonly height: number;
  readonly grid: ElementGrid;
  readonly blockHeight: number;
  /** From the start of its layer. */
  readonly offset: number;
  readonly size: number;
}

/** Where the levels of a layer lie, by size and format. */
export function levelsOf(texture: Texture, { surface }: TextureFormat): LevelLayout[] {
  const { shape } = surface;
  const base = 1 << (texture.layout & BLOCK_HEIGHT);
  let offset = 0;
  return Array.from({ length: Math.min(texture.levelCount, MOST_LEVELS) }, (_, level) => {
    const width = levelLength(texture.width, level);
    const height = levelLength(texture.height, level);
    const grid = {
      columns: Math.ceil(width / shape.width),
      rows: Math.ceil(height / shape.height),
      elementBytes: shape.bytes,
    };
    const blockHeight = levelBlockHeight(base, grid.rows);
    const size = texture.tileMode === LINEAR ? pitchOf(grid) * grid.rows : blockLinearSize(grid, blockHeight);
    offset += size;
    return { width, height, grid, blockHeight, offset: offset - size, size };
  });
}
/** A texture cannot be halved more often. */
const MOST_LEVELS = 32;

const pitchOf = ({ columns, elementBytes }: ElementGrid): number =>
  Math.ceil((columns * elementBytes) / LINEAR_ALIGN) * LINEAR_ALIGN;

/** Bytes from one layer to the next; of a single layer, bytes of its levels. */
export function layerSize(texture: Texture, levels: readonly LevelLayout[]): number {
  const sum = levels.reduce((total, { size }) => total + size, 0);
  if (texture.tileMode === LINEAR || texture.arrayLength <= 1) return sum;
  const align = 512 * (1 << (texture.layout & BLOCK_HEIGHT));
  return Math.ceil(sum / align) * align;
}

/** A texture that claims far more pixels than it has bytes is not worth the memory. */
export function fitsItsData(texture: Texture, level: LevelLayout): boolean {
  return level.size <= texture.data.bytes.length * 2 + 4096;
}

/** How many layers a texture has bytes of. */
export function layerCount(texture: Texture, stride: number): number {
  const stored = Math.max(1, Math.ceil(texture.data.bytes.length / Math.max(1, stride)));
  return Math.max(1, Math.min(texture.arrayLength, stored));
}

/** The elements of a level row by row. */
export function elementsOf(texture: Texture, level: LevelLayout, layerStart: number): Uint8Array {
  const start = layerStart + level.offset;
  const tiled = texture.data.bytes.subarray(start, start + level.size);
  return texture.tileMode === LINEAR
    ? fromRows(tiled, level.grid)
    : fromBlockLinear(tiled, level.grid, level.blockHeight);
}

function fromRows(bytes: Uint8Array, grid: ElementGrid): Uint8Array {
  const rowBytes = grid.columns * grid.elementBytes;
  const pitch = pitchOf(grid);
  const rows = new Uint8Array(rowBytes * grid.rows);
  for (let y = 0; y < grid.rows; y++) rows.set(bytes.subarray(y * pitch, y * pitch + rowBytes), y * rowBytes);
  return rows;
}

function toRows(rows: Uint8Array, grid: ElementGrid): Uint8Array {
  const rowBytes = grid.columns * grid.elementBytes;
  const pitch = pitchOf(grid);
  const bytes = new Uint8Array(pitch * grid.rows);
  for (let y = 0; y < grid.rows; y++) bytes.set(rows.subarray(y * rowBytes, (y + 1) * rowBytes), y * pitch);
  return bytes;
}

/** For r g b a: which of the stored r g b a (0 to 3), 4 for zero, 5 for one. */
export function channelMap({ channels }: Pick<Texture, 'channels'>): number[] {
  return Array.from(channels, (channel) => (channel < 2 ? channel + 4 : Math.min(channel - 2, 3)));
}

/** The inverse of {@link channelMap}. */
export const channelsFrom = (map: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(map, (channel) => (channel < 4 ? channel + 2 : channel - 4));

const CUBE = 3;
const CUBES = 8;

/** A texture without its tiling; undefined where its format is not known, or it lacks most of its bytes. */
export function surfaceOf(texture: Texture): Surface | undefined {
  const known = textureFormat(texture.format);
  if (known === undefined) return undefined;
  const { width, height, viewDimension } = texture;
  // Some tools count a level more than there can be.
  const levels = levelsOf(texture, known).slice(0, fullLevelCount(width, height));
  if (levels[0] === undefined || !fitsItsData(texture, levels[0])) return undefined;
  const stride = layerSize(texture, levelsOf(texture, known));
  const layers = Array.from({ length: layerCount(texture, stride) }, (_, layer) =>
    levels.map((level) => elementsOf(texture, level, layer * stride)),
  );
  const isCube = (viewDimension === CUBE || viewDimension === CUBES) && layers.length % 6 === 0;
  return { format: known.surface, type: known.type, width, height, layers, isCube, channels: channelMap(texture) };
}

/**
 * The texture with the levels and layers of a surface, which are of its format: sizes, block height and offsets follow
 * from them. The block height stays where the size does.
 */
export function withSurface(texture: Texture, surface: Surface): Texture {
  const { width, height, layers } = surface;
  const { shape } = surface.format;
  const isSameSize = width === texture.width && height === texture.height;
  const blockHeight = Math.log2(baseBlockHeight(Math.ceil(height / shape.height)));
  const resized: Texture = {
    ...texture,
    width,
    height,
    levelCount: layers[0]?.length ?? 0,
    arrayLength: layers.length,
    layout: isSameSize ? texture.layout : (texture.layout & ~BLOCK_HEIGHT) | blockHeight,
  };
  const levels = levelsOf(resized, { surface: surface.format, type: surface.type });
  const stride = layerSize(resized, levels);
  const bytes = new Uint8Array(stride * layers.length);
  for (const [layer, elements] of layers.entries()) {
    for (const [level, { grid, blockHeight, offset }] of levels.entries()) {
      const rows = elements[level]!;
      const tiled = texture.tileMode === LINEAR ? toRows(rows, grid) : toBlockLinear(rows, grid, blockHeight);
      bytes.set(tiled, layer * stride + offset);
    }
  }
  const offsets = Uint32Array.from(levels, ({ offset }) => offset);
  return { ...resized, dataSize: bytes.length, data: { bytes, levels: offsets } };
}
