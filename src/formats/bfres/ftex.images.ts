import type { Image } from '../../images/image.ts';
import { type ChannelType, mapChannels, type SurfaceFormat, surfaceFormats } from '../../images/surface-formats.ts';
import { fromGx2, isKnownTileMode } from '../../images/tiling/gx2.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

// Pixels of Wii U textures (specification, section 18).

const TYPES: Readonly<Record<number, ChannelType>> = {
  0: 'unorm',
  1: 'uint',
  2: 'snorm',
  3: 'sint',
  4: 'srgb',
  8: 'float',
};

const LAYOUTS: Readonly<Record<number, string>> = {
  1: 'R8',
  2: 'R4G4',
  5: 'R16',
  6: 'R16',
  7: 'R8G8',
  8: 'R5G6B5',
  10: 'R5G5B5A1',
  11: 'R4G4B4A4',
  13: 'R32',
  14: 'R32',
  15: 'R16G16',
  16: 'R16G16',
  22: 'R11G11B10',
  25: 'R10G10B10A2',
  26: 'R8G8B8A8',
  29: 'R32G32',
  30: 'R32G32',
  31: 'R16G16B16A16',
  32: 'R16G16B16A16',
  34: 'R32G32B32A32',
  35: 'R32G32B32A32',
  49: 'BC1',
  50: 'BC2',
  51: 'BC3',
  52: 'BC4',
  53: 'BC5',
};

/** How the texels of a texture are stored; undefined for codes that nobody knows. */
export function ftexFormat(code: number): { surface: SurfaceFormat; type: ChannelType } | undefined {
  const surface = surfaceFormats.get(LAYOUTS[code & 0xff] ?? '');
  const type = TYPES[code >>> 8];
  return surface === undefined || type === undefined ? undefined : { surface, type };
}

/** The elements of the base level, row by row; undefined where the tile mode is not known or there are no bytes. */
export function ftexElements(texture: WiiuTexture, { shape }: SurfaceFormat): Uint8Array | undefined {
  const { data, width, height, tileMode, pitch, swizzle } = texture;
  if (data === undefined || !isKnownTileMode(tileMode)) return undefined;
  const columns = Math.ceil(width / shape.width);
  const rows = Math.ceil(height / shape.height);
  if (columns * rows * shape.bytes > 2 * data.length + 4096) return undefined; // claims more than it has
  return fromGx2(data, { columns, rows, elementBytes: shape.bytes, tileMode, pitch, swizzle });
}

/** The base level, with the channels in their places; undefined where it can't be read. */
export function decodeFtex(texture: WiiuTexture): Image | undefined {
  const format = ftexFormat(texture.format);
  const elements = format && ftexElements(texture, format.surface);
  if (format === undefined || elements === undefined) return undefined;
  const { width, height, channels } = texture;
  const rgba = format.surface.decode(elements, width, height, format.type);
  return { width, height, rgba: mapChannels(rgba, [...channels]) };
}
