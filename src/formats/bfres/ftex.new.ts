import type { Surface } from '../../images/surface.ts';
import { ftexFormatNumber } from './ftex.images.ts';
import { tiledFtex } from './ftex.layout.ts';
import { type NewTextureOptions, newSurface, type TexturePixels } from './texture-choice.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

// Wii U textures made of pixels: specification, section 18.

const TWO_DIMENSIONS = 1;
const USE_AS_TEXTURE = 1;

export interface NewFtexOptions extends NewTextureOptions {
  /** Where in memory it begins, 0 to 0x700 in steps of 0x100: games give the textures of a material different ones. */
  readonly swizzle?: number;
}

/**
 * A texture of pixels, in the format that suits them if none is asked for, with all its mip levels, tiled. What is stored
 * in blocks already is taken as it is. Throws a `RangeError` for several layers, whose tiling is not known, and for formats
 * that the Wii U does not have.
 */
export function newFtex(name: string, pixels: TexturePixels, options: NewFtexOptions = {}): WiiuTexture {
  const surface = newSurface(pixels, options);
  const format = ftexFormatNumber(surface.format.name, surface.type);
  if (format === undefined) throw new RangeError(`Wii U textures are not stored as ${surface.format.name}`);
  return {
    signature: undefined,
    ...headerOf(surface, format),
    ...tiledFtex(surface, options.swizzle ?? 0),
    name,
    path: '',
    userData: undefined,
    userDataCount: 0,
  };
}

function headerOf({ channels }: Surface, format: number) {
  return {
    dimension: TWO_DIMENSIONS,
    depth: 1,
    format,
    antiAliasing: 0,
    use: USE_AS_TEXTURE,
    reserved28: 0,
    reserved30: 0,
    firstLevel: 0,
    firstSlice: 0,
    sliceCount: 1,
    channels: Uint8Array.from(channels),
    registers: new Uint32Array(5),
    handle: 0,
    arrayLength: 1,
    padding: new Uint8Array(3),
  };
}
