import { type ChannelType, type SurfaceFormat, surfaceFormats } from '../../images/surface-formats.ts';

// The numbers by which Switch textures name their formats: specification, section 17.1.

/** How the texels of a texture are stored. */
export interface TextureFormat {
  readonly surface: SurfaceFormat;
  readonly type: ChannelType;
}

const TYPES: Readonly<Record<number, ChannelType>> = {
  1: 'unorm',
  2: 'snorm',
  3: 'uint',
  4: 'sint',
  5: 'float',
  6: 'srgb',
  10: 'float',
};

const CHANNELS: Readonly<Record<number, string>> = {
  1: 'R4G4',
  2: 'R8',
  3: 'R4G4B4A4',
  5: 'R5G5B5A1',
  7: 'R5G6B5',
  9: 'R8G8',
  10: 'R16',
  11: 'R8G8B8A8',
  12: 'B8G8R8A8',
  14: 'R10G10B10A2',
  15: 'R11G11B10',
  18: 'R16G16',
  20: 'R32',
  21: 'R16G16B16A16',
  23: 'R32G32',
  24: 'R32G32B32',
  25: 'R32G32B32A32',
  26: 'BC1',
  27: 'BC2',
  28: 'BC3',
  29: 'BC4',
  30: 'BC5',
  31: 'BC6H',
  32: 'BC7',
  45: 'ASTC 4x4',
  46: 'ASTC 5x4',
  47: 'ASTC 5x5',
  48: 'ASTC 6x5',
  49: 'ASTC 6x6',
  50: 'ASTC 8x5',
  51: 'ASTC 8x6',
  52: 'ASTC 8x8',
  53: 'ASTC 10x5',
  54: 'ASTC 10x6',
  55: 'ASTC 10x8',
  56: 'ASTC 10x10',
  57: 'ASTC 12x10',
  58: 'ASTC 12x12',
};

/** What the number of a format stands for; undefined where nobody knows. */
export function textureFormat(format: number): TextureFormat | undefined {
  const type = TYPES[format & 0xff];
  const channels = CHANNELS[format >> 8];
  if (type === undefined || channels === undefined) return undefined;
  const name = channels === 'BC6H' && (format & 0xff) === 5 ? 'BC6H signed' : channels;
  const surface = surfaceFormats.get(name);
  return surface && { surface, type };
}

/** The inverse of {@link textureFormat}, by the name of the surface format; undefined where there is no number for it. */
export function formatNumber(name: string, type: ChannelType): number | undefined {
  const isSigned = name === 'BC6H signed';
  const channels = Object.keys(CHANNELS).find((code) => CHANNELS[Number(code)] === (isSigned ? 'BC6H' : name));
  if (channels === undefined) return undefined;
  const code = name === 'BC6H' ? UNSIGNED_FLOAT : Object.keys(TYPES).find((each) => TYPES[Number(each)] === type);
  return (Number(channels) << 8) | Number(code);
}
const UNSIGNED_FLOAT = 10;
