import type { Image } from '../../images/image.ts';
import { halve } from '../../images/resize.ts';
import { encodeSurface, fullLevelCount, levelLength, type Surface, storedFrom } from '../../images/surface.ts';
import { type ChannelType, mapChannels, type SurfaceFormat, surfaceFormats } from '../../images/surface-formats.ts';
import { fromGx2, type Gx2Layout, isKnownTileMode, MACRO_TILES, MICRO_TILES, toGx2 } from '../../images/tiling/gx2.ts';
import { levelPitch, MOST_LEVELS, withFtexSurface } from './ftex.layout.ts';
import type { TextureFormat } from './texture-format.ts';
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
export function ftexFormat(code: number): TextureFormat | undefined {
  const surface = surfaceFormats.get(LAYOUTS[code & 0xff] ?? '');
  const type = TYPES[code >>> 8];
  return surface === undefined || type === undefined ? undefined : { surface, type };
}

/** The inverse of {@link ftexFormat}, by the name of the surface format; undefined where there is no number for it. */
export function ftexFormatNumber(name: string, type: ChannelType): number | undefined {
  const layouts = Object.keys(LAYOUTS).filter((code) => LAYOUTS[Number(code)] === name);
  const layout = type === 'float' ? layouts.at(-1) : layouts[0]; // where there are two, the second is of floats
  const kind = Object.keys(TYPES).find((code) => TYPES[Number(code)] === type);
  return layout === undefined || kind === undefined ? undefined : (Number(kind) << 8) | Number(layout);
}

/** One mip level. */
export interface FtexLevel {
  readonly width: number;
  readonly height: number;
  readonly layout: Gx2Layout;
  /** Its bytes, tiled, and those of the levels behind it. */
  readonly bytes: Uint8Array;
}

/**
 * A level of a texture (section 18.3); undefined where the file does not have it, and for tile modes that are not known.
 */
export function ftexLevel(texture: WiiuTexture, level: number, { shape }: SurfaceFormat): FtexLevel | undefined {
  const { tileMode, swizzle, levelOffsets, levelData } = texture;
  if (!isKnownTileMode(tileMode) || level >= Math.min(texture.levelCount, MOST_LEVELS)) return undefined;
  const start = level < 2 ? 0 : levelOffsets[level - 1]!;
  const bytes = level === 0 ? texture.data : levelData?.subarray(start);
  if (bytes === undefined) return undefined;
  const width = levelLength(texture.width, level);
  const height = levelLength(texture.height, level);
  const isMicro = tileMode === MACRO_TILES && level > 0 && level >= swizzle >>> 16;
  const mode = isMicro ? MICRO_TILES : tileMode;
  const layout: Gx2Layout = {
    columns: Math.ceil(width / shape.width),
    rows: Math.ceil(height / shape.height),
    elementBytes: shape.bytes,
    tileMode: mode,
    pitch: level === 0 ? texture.pitch : levelPitch(width, shape, mode),
    swizzle,
  };
  const size = layout.columns * layout.rows * shape.bytes;
  return size > 2 * bytes.length + 4096 ? undefined : { width, height, layout, bytes }; // claims more than it has
}

/** The elements of a level, row by row. */
export const ftexElements = ({ bytes, layout }: FtexLevel): Uint8Array => fromGx2(bytes, layout);

/** The levels that the file has, from the finest on: of `X.Tex1` the first, of `X.Tex2` the others. */
export function ftexLevels(texture: WiiuTexture, surface: SurfaceFormat): FtexLevel[] {
  const levels = Array.from({ length: Math.min(texture.levelCount, MOST_LEVELS) }, (_, level) =>
    ftexLevel(texture, level, surface),
  );
  return levels.filter((level) => level !== undefined);
}

/** The finest level that the file has, with the channels in their places; undefined where it can't be read. */
export function decodeFtex(texture: WiiuTexture): Image | undefined {
  const format = ftexFormat(texture.format);
  const level = format && ftexLevels(texture, format.surface)[0];
  if (format === undefined || level === undefined) return undefined;
  const { width, height } = level;
  const rgba = format.surface.decode(ftexElements(level), width, height, format.type);
  return { width, height, rgba: mapChannels(rgba, channelMap(texture)) };
}

/** A texture without its tiling, from the finest level that the file has on; undefined where it can't be read. */
export function ftexSurface(texture: WiiuTexture): Surface | undefined {
  const known = ftexFormat(texture.format);
  const levels = known && ftexLevels(texture, known.surface).slice(0, fullLevelCount(texture.width, texture.height));
  const [first] = levels ?? [];
  if (known === undefined || levels === undefined || first === undefined) return undefined;
  return {
    format: known.surface,
    type: known.type,
    width: first.width,
    height: first.height,
    layers: [levels.map(ftexElements)],
    isCube: false,
    channels: channelMap(texture),
  };
}

const channelMap = ({ channels }: WiiuTexture): number[] => [...channels];

/**
 * The texture with another picture in its own format, all levels that the file has made anew. In the size of the texture,
 * or of the finest level that the file has, they keep their places; in another everything follows from that. Undefined
 * where there is no encoder.
 */
export function replaceFtex(texture: WiiuTexture, picture: Image): WiiuTexture | undefined {
  const format = ftexFormat(texture.format);
  const { encode } = format?.surface ?? {};
  if (format === undefined || encode === undefined) return undefined;
  const [finest] = ftexLevels(texture, format.surface);
  if (!isSameSize(picture, texture) && !(finest !== undefined && isSameSize(picture, finest))) {
    return resized(texture, picture, format);
  }
  const data = texture.data?.slice();
  const levelData = texture.levelData?.slice();
  const replaced: WiiuTexture = { ...texture, data, levelData };
  let image: Image = { ...picture, rgba: mapChannels(picture.rgba, storedFrom(channelMap(texture))) };
  for (const { width, height, layout, bytes } of ftexLevels(replaced, format.surface)) {
    while (image.width > width || image.height > height) {
      image = halve(image, Math.max(width, image.width >> 1), Math.max(height, image.height >> 1));
    }
    toGx2(encode(image, format.type), layout, bytes);
  }
  return replaced;
}

type Size = Pick<Image, 'width' | 'height'>;
const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

function resized(texture: WiiuTexture, picture: Image, { surface, type }: TextureFormat): WiiuTexture {
  const most = Math.min(MOST_LEVELS, fullLevelCount(picture.width, picture.height));
  const levelCount = texture.levelCount > 1 ? most : 1;
  const settings = { format: surface, type, levelCount, channels: channelMap(texture) };
  const anew = withFtexSurface(texture, encodeSurface([picture], settings));
  return onlyOf(anew, { hasBase: texture.data !== undefined, hasLevels: texture.levelData !== undefined });
}

/** The texture as files have it that share its levels with another (section 18.4). */
export function onlyOf(
  texture: WiiuTexture,
  { hasBase, hasLevels }: { hasBase: boolean; hasLevels: boolean },
): WiiuTexture {
  return {
    ...texture,
    data: hasBase ? texture.data : undefined,
    levelData: hasLevels ? texture.levelData : undefined,
  };
}
