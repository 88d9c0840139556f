import type { Image } from '../../images/image.ts';
import { AS_STORED, encodeSurface, fullLevelCount, type Surface } from '../../images/surface.ts';
import { surfaceFormats } from '../../images/surface-formats.ts';

// What new textures are stored in, where nobody says: as the games do it (specification, sections 17.1, 18.1 and 19).

/** Formats that new textures can be stored in. Wii U hardware has no BC7. */
export type NewTextureFormat = 'R8G8B8A8' | 'BC1' | 'BC3' | 'BC4' | 'BC5' | 'BC7';

/** What the pixels of a texture are: colours, the directions of surfaces, or numbers such as roughness. */
export type TextureUse = 'color' | 'normal' | 'data';

export interface NewTextureOptions {
  /** `color` by default. */
  readonly use?: TextureUse;
  /**
   * By default `BC5` for normals; `BC4` for data of one channel; else `BC1` where the pixels are opaque, and `BC3` where
   * they are not.
   */
  readonly format?: NewTextureFormat;
  /** Whether pixels are on the sRGB curve; colours are by default. Nothing to `BC4` and `BC5`, which have no such form. */
  readonly isSrgb?: boolean;
  /** All down to one pixel by default. */
  readonly levelCount?: number;
  /** Whether every six layers are the faces of a cube: +x -x +y -y +z -z. */
  readonly isCube?: boolean;
  /**
   * What games see as r g b a: 0 to 3 the stored r g b a, 4 zero, 5 one. By default as stored, but `r g 0 1` of BC5, and
   * `r r r 1` of BC4.
   */
  readonly channels?: readonly number[];
}

const CHANNELS: Partial<Record<NewTextureFormat, readonly number[]>> = { BC4: [0, 0, 0, 5], BC5: [0, 1, 4, 5] };

/** What suits pictures, by what they are for and whether they have alpha. */
export function suitableTextureFormat(pictures: readonly Image[], use: TextureUse = 'color'): NewTextureFormat {
  if (use === 'normal') return 'BC5';
  if (pictures.some(({ rgba }) => !isOpaque(rgba))) return 'BC3';
  return use === 'data' && pictures.every(({ rgba }) => isGrey(rgba)) ? 'BC4' : 'BC1';
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
}

function isGrey(rgba: Uint8Array): boolean {
  for (let i = 0; i < rgba.length; i += 4) {
    if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) return false;
  }
  return true;
}

/** Pixels of one picture, or one for each layer, all of one size; or what is stored in blocks already. */
export type TexturePixels = Image | readonly Image[] | Surface;

/** Pixels as blocks of all levels. What a surface is stored in stays. */
export function newSurface(pixels: TexturePixels, options: NewTextureOptions): Surface {
  if ('layers' in pixels) return { ...pixels, channels: options.channels ?? pixels.channels };
  const pictures = 'rgba' in pixels ? [pixels] : pixels;
  const { use = 'color', format: name = suitableTextureFormat(pictures, use) } = options;
  const { width = 1, height = 1 } = pictures[0] ?? {};
  const hasCurve = name !== 'BC4' && name !== 'BC5' && (options.isSrgb ?? use === 'color');
  return encodeSurface(pictures, {
    format: surfaceFormats.get(name)!,
    type: hasCurve ? 'srgb' : 'unorm',
    levelCount: Math.min(options.levelCount ?? Number.POSITIVE_INFINITY, fullLevelCount(width, height)),
    isCube: options.isCube ?? false,
    channels: options.channels ?? CHANNELS[name] ?? AS_STORED,
  });
}
