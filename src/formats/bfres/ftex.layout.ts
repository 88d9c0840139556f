import type { BlockShape } from '../../images/block-compression/blocks.ts';
import { levelLength, type Surface } from '../../images/surface.ts';
import { type Gx2Layout, gx2Tiles, MACRO_TILES, MICRO_TILES, toGx2 } from '../../images/tiling/gx2.ts';

import type { WiiuTexture } from './wiiu-texture.ts';

// How the levels of Wii U textures lie: specification, section 18. How large levels become and when tiling gets simpler is
// what AMD's drivers for this generation do (Mesa, `radeon_surface.c`), and what all official textures at hand follow.

/** One mip level and its place. */
export interface FtexLevelLayout {
  /** From the start of the base level's data, or of that of the other levels. */
  readonly offset: number;
  readonly size: number;
  readonly layout: Gx2Layout;
}

/** What the header of a texture says about where its pixels are. */
export interface FtexLayout {
  readonly tileMode: number;
  readonly swizzle: number;
  readonly alignment: number;
  readonly pitch: number;
  readonly dataSize: number;
  readonly levelDataSize: number;
  readonly levelOffsets: Uint32Array<ArrayBuffer>;
  readonly levels: readonly FtexLevelLayout[];
}

const nextPowerOfTwo = (value: number): number => 2 ** Math.ceil(Math.log2(value));
const padded = (length: number, step: number): number => Math.ceil(length / step) * step;

/** Elements from row to row of a level behind the first, by its width in pixels. */
export function levelPitch(width: number, shape: BlockShape, tileMode: number): number {
  return padded(Math.ceil(nextPowerOfTwo(width) / shape.width), gx2Tiles(tileMode, shape.bytes).width);
}

const MICRO_ALIGNMENT = 0x100;
const MACRO_ALIGNMENT = 0x800;
/** The pipe and bank that a texture begins with, in the swizzle field. */
const SWIZZLE_BITS = 0x700;
/** What the upper half of the swizzle field is where no level is simpler tiled than the first. */
const NO_MICRO_LEVEL = 13;

/**
 * The layout of a new texture. `swizzle` (0 to 0x700) is the pipe and bank it begins with: games spread the textures of a
 * material over them. Level 1 begins the data of the smaller levels; from the first level in micro tiles on, unless that is
 * level 1, offsets are higher by the swizzle.
 */
export function ftexLayout(
  width: number,
  height: number,
  shape: BlockShape,
  levelCount: number,
  swizzle = 0,
): FtexLayout {
  const tileMode = isLarge(width, height, shape, 'either') ? MACRO_TILES : MICRO_TILES;
  const isMacro = tileMode === MACRO_TILES;
  let firstMicro = 0;
  if (isMacro) {
    const levels = Array.from({ length: levelCount }, (_, level) => level);
    const found = levels.findIndex(
      (level) => level > 0 && !isLarge(levelLength(width, level), levelLength(height, level), shape, 'both'),
    );
    firstMicro = found < 0 ? NO_MICRO_LEVEL : found;
  }
  const field = (firstMicro << 16) | (swizzle & SWIZZLE_BITS);
  const levels: FtexLevelLayout[] = [];
  let end = 0;
  for (let level = 0; level < levelCount; level++) {
    const mode = isMacro && (level === 0 || level < firstMicro) ? MACRO_TILES : MICRO_TILES;
    const [levelWidth, levelHeight] = [levelLength(width, level), levelLength(height, level)];
    const tiles = gx2Tiles(mode, shape.bytes);
    const rows = Math.ceil(levelHeight / shape.height);
    const columns = Math.ceil(levelWidth / shape.width);
    const pitch = level === 0 ? padded(columns, tiles.width) : levelPitch(levelWidth, shape, mode);
    const storedRows = level === 0 ? rows : Math.ceil(nextPowerOfTwo(levelHeight) / shape.height);
    const size = pitch * padded(storedRows, tiles.height) * shape.bytes;
    if (level > 1 && level === firstMicro) end += swizzle & SWIZZLE_BITS;
    const layout = { columns, rows, elementBytes: shape.bytes, tileMode: mode, pitch, swizzle: field };
    levels.push({ offset: level === 0 ? 0 : end, size, layout });
    if (level > 0) end += size;
  }
  const base = levels[0]!;
  return {
    tileMode,
    swizzle: field,
    alignment: isMacro ? Math.max(MACRO_ALIGNMENT, 512 * shape.bytes) : MICRO_ALIGNMENT,
    pitch: base.layout.pitch,
    dataSize: base.size,
    levelDataSize: end,
    levelOffsets: Uint32Array.from({ length: 13 }, (_, i) =>
      i + 1 >= levelCount ? 0 : i === 0 ? base.size : levels[i + 1]!.offset,
    ),
    levels,
  };
}

/** Whether a level is as large as a macro tile, in one direction or both, once its sides are powers of two. */
function isLarge(width: number, height: number, shape: BlockShape, sides: 'either' | 'both'): boolean {
  const tile = gx2Tiles(MACRO_TILES, shape.bytes);
  const isWide = nextPowerOfTwo(Math.ceil(width / shape.width)) >= tile.width;
  const isHigh = nextPowerOfTwo(Math.ceil(height / shape.height)) >= tile.height;
  return sides === 'either' ? isWide || isHigh : isWide && isHigh;
}

/** A texture cannot be halved more often; the header has offsets of 13 levels. */
export const MOST_LEVELS = 14;

/** The texture with the levels of a surface, which is of its format: everything that tells where pixels lie follows. */
export function withFtexSurface(texture: WiiuTexture, surface: Surface): WiiuTexture {
  const anew: WiiuTexture = { ...texture, ...tiledFtex(surface, texture.swizzle & SWIZZLE_BITS) };
  delete anew.levelOffset;
  return anew;
}

/** What tells where pixels lie, and the pixels. Throws a `RangeError` for several layers, whose tiling is not known. */
export function tiledFtex({ width, height, format, layers }: Surface, swizzle: number) {
  const [all = [], ...others] = layers;
  if (others.length > 0) throw new RangeError(`${layers.length} layers: Wii U textures are written with one`);
  const stored = all.slice(0, MOST_LEVELS);
  const { levels, ...layout } = ftexLayout(width, height, format.shape, stored.length, swizzle);
  const data = new Uint8Array(layout.dataSize);
  const levelData = new Uint8Array(layout.levelDataSize);
  for (const [level, { offset, layout }] of levels.entries()) {
    toGx2(stored[level]!, layout, level === 0 ? data : levelData.subarray(offset));
  }
  return {
    width,
    height,
    levelCount: stored.length,
    viewLevelCount: stored.length,
    ...layout,
    data,
    levelData: levels.length > 1 ? levelData : undefined,
  };
}
