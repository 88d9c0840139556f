import type { Image } from './image.ts';
import { halve } from './resize.ts';
import { type ChannelType, mapChannels, type SurfaceFormat } from './surface-formats.ts';

/** A texture as graphics processors take it, no tiling: blocks or pixels of all levels and layers, row by row. */
export interface Surface {
  readonly format: SurfaceFormat;
  readonly type: ChannelType;
  /** Pixels of the finest level. */
  readonly width: number;
  readonly height: number;
  /** By layer, then by level from the finest on. Cubes have six layers each: +x -x +y -y +z -z. */
  readonly layers: readonly (readonly Uint8Array[])[];
  readonly isCube: boolean;
  /** What is shown as r g b a: 0 to 3 the stored r g b a, 4 zero, 5 one. */
  readonly channels: readonly number[];
}

/** r g b a shown as they are stored. */
export const AS_STORED: readonly number[] = [0, 1, 2, 3];

/** How often a picture can be halved until one pixel is left, itself counted. */
export const fullLevelCount = (width: number, height: number): number =>
  Math.floor(Math.log2(Math.max(width, height, 1))) + 1;

/** Pixels of a level along one side. */
export const levelLength = (length: number, level: number): number => Math.max(1, Math.floor(length / 2 ** level));

export interface SurfaceSettings {
  readonly format: SurfaceFormat;
  readonly type: ChannelType;
  readonly levelCount: number;
  readonly isCube?: boolean;
  readonly channels?: readonly number[];
}

/**
 * Pictures as layers of a texture, each level the mean of two by two pixels of the one before. All are taken for as large
 * as the first. Throws a `RangeError` where the format has no encoder or there is no picture.
 */
export function encodeSurface(
  pictures: readonly Image[],
  { format, type, levelCount, isCube = false, channels = AS_STORED }: SurfaceSettings,
): Surface {
  const [first] = pictures;
  const { encode } = format;
  if (encode === undefined) throw new RangeError(`there is no encoder for ${format.name}`);
  if (first === undefined) throw new RangeError('a texture has at least one layer');
  const odd = pictures.find(({ width, height }) => width !== first.width || height !== first.height);
  if (odd !== undefined) {
    throw new RangeError(`layers of ${first.width} x ${first.height} and ${odd.width} x ${odd.height} pixels`);
  }
  const stored = storedFrom(channels);
  const layers = pictures.map((picture) => {
    const levels: Uint8Array[] = [];
    let image: Image = { ...picture, rgba: mapChannels(picture.rgba, stored) };
    for (let level = 0; level < levelCount; level++) {
      if (level > 0) image = halve(image, levelLength(first.width, level), levelLength(first.height, level));
      levels.push(encode(image, type));
    }
    return levels;
  });
  return { format, type, width: first.width, height: first.height, layers, isCube, channels };
}

/** Pixels of a level of a layer; undefined where the texture has none. */
export function decodeSurface(surface: Surface, layer = 0, level = 0): Image | undefined {
  const { format, type, channels } = surface;
  const elements = surface.layers[layer]?.[level];
  if (elements === undefined) return undefined;
  const width = levelLength(surface.width, level);
  const height = levelLength(surface.height, level);
  return { width, height, rgba: mapChannels(format.decode(elements, width, height, type), channels) };
}

/**
 * Where the stored r g b a come from in a picture whose channels are mapped, as {@link mapChannels} takes it. What is not
 * shown is stored as zero, alpha as one.
 */
export function storedFrom(channels: readonly number[]): number[] {
  return [0, 1, 2, 3].map((stored) => {
    const shown = channels.indexOf(stored);
    return shown >= 0 ? shown : stored === 3 ? 5 : 4;
  });
}
