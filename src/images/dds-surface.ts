import { ALPHA_PIXELS, type Dds, DXGI_FORMATS, FOUR_CC, type PixelFormat, RGB, surfacesOf } from './dds.ts';
import { AS_STORED, type Surface } from './surface.ts';
import { type ChannelType, surfaceFormats } from './surface-formats.ts';

// Textures as DDS files, with all levels and layers as they are, and back.

function dxgiFormat(name: string, type: ChannelType): number | undefined {
  const found = Object.entries(DXGI_FORMATS).find(([, format]) => format.surface === name && format.type === type);
  return found && Number(found[0]);
}

/** Whether a texture can be stored as it is. */
export const fitsDds = ({ format, type }: Surface): boolean => dxgiFormat(format.name, type) !== undefined;

const HAS_SIZE_AND_FORMAT = 0x1007;
const HAS_PITCH = 0x8;
const HAS_LEVELS = 0x20000;
const HAS_LINEAR_SIZE = 0x80000;
const IS_TEXTURE = 0x1000;
const IS_COMPLEX = 0x8;
const IS_MIPMAP = 0x400000;
const CUBE_WITH_ALL_FACES = 0xfe00;
const TWO_DIMENSIONS = 3;
const DX10_CUBE = 0x4;

/** What older headers call formats. They do not tell the sRGB curve, and know nothing of arrays. */
const BY_FOUR_CC: Readonly<Record<string, readonly [name: string, type: ChannelType]>> = {
  DXT1: ['BC1', 'unorm'],
  DXT3: ['BC2', 'unorm'],
  DXT5: ['BC3', 'unorm'],
  ATI1: ['BC4', 'unorm'],
  BC4U: ['BC4', 'unorm'],
  BC4S: ['BC4', 'snorm'],
  ATI2: ['BC5', 'unorm'],
  BC5U: ['BC5', 'unorm'],
  BC5S: ['BC5', 'snorm'],
};

const NO_MASKS = { redMask: 0, greenMask: 0, blueMask: 0, alphaMask: 0 };
const RGBA_MASKS = { redMask: 0xff, greenMask: 0xff00, blueMask: 0xff0000, alphaMask: 0xff000000 };

/** How the older header names the pixels of a texture; undefined where it cannot. */
function olderFormat({ format, type, layers, isCube }: Surface): PixelFormat | undefined {
  if (layers.length > 1 && !(isCube && layers.length === 6)) return undefined;
  const plain = type === 'srgb' ? 'unorm' : type;
  if (format.name === 'R8G8B8A8' && plain === 'unorm') {
    return { size: 32, flags: RGB | ALPHA_PIXELS, fourCC: '', bitCount: 32, ...RGBA_MASKS };
  }
  const fourCC = Object.keys(BY_FOUR_CC).find((code) => {
    const [name, ofType] = BY_FOUR_CC[code]!;
    return name === format.name && ofType === plain;
  });
  return fourCC === undefined ? undefined : { size: 32, flags: FOUR_CC, fourCC, bitCount: 0, ...NO_MASKS };
}

/**
 * A file with all levels and layers as they are: with the older header where that can name them, which more programs read;
 * it does not tell whether values are on the sRGB curve. What is shown as which channel neither header says. Throws a
 * `RangeError` where {@link fitsDds} denies it.
 */
export function ddsOfSurface(surface: Surface): Dds {
  const { format, type, width, height, layers, isCube } = surface;
  const code = dxgiFormat(format.name, type);
  if (code === undefined) throw new RangeError(`DDS files do not hold ${format.name} of ${type}`);
  const isCompressed = format.shape.width > 1;
  const levelCount = layers[0]?.length ?? 0;
  const isComplex = levelCount > 1 || layers.length > 1;
  const older = olderFormat(surface);
  return {
    header: {
      signature: 'DDS ',
      size: 124,
      flags: HAS_SIZE_AND_FORMAT | (isCompressed ? HAS_LINEAR_SIZE : HAS_PITCH) | (levelCount > 1 ? HAS_LEVELS : 0),
      height,
      width,
      pitchOrLinearSize: isCompressed ? layers[0]![0]!.length : width * format.shape.bytes,
      depth: 0,
      mipCount: levelCount,
      reserved: new Uint32Array(11),
      pixelFormat: older ?? { size: 32, flags: FOUR_CC, fourCC: 'DX10', bitCount: 0, ...NO_MASKS },
      caps: IS_TEXTURE | (isComplex ? IS_COMPLEX : 0) | (levelCount > 1 ? IS_MIPMAP : 0),
      caps2: isCube ? CUBE_WITH_ALL_FACES : 0,
      caps3: 0,
      caps4: 0,
      reserved2: 0,
      dx10:
        older === undefined
          ? {
              format: code,
              dimension: TWO_DIMENSIONS,
              miscFlags: isCube ? DX10_CUBE : 0,
              arraySize: isCube ? layers.length / 6 : layers.length,
              miscFlags2: 0,
            }
          : undefined,
    },
    surfaces: layers.flat(),
  };
}

/** The texture in a file as it is stored; undefined for volumes, formats of other names, and where bytes are missing. */
export function surfaceOfDds({ header, surfaces }: Dds): Surface | undefined {
  const { dx10, pixelFormat, width, height } = header;
  const dxgi = dx10 && DXGI_FORMATS[dx10.format];
  const [name, type] = dxgi !== undefined ? [dxgi.surface, dxgi.type] : olderName(pixelFormat);
  const format = surfaceFormats.get(name ?? '');
  const all = surfacesOf(header);
  if (format === undefined || type === undefined || all.length === 0 || all.length !== surfaces.length)
    return undefined;
  if (all.some(({ depth }) => depth > 1)) return undefined;
  const layers: Uint8Array[][] = [];
  for (const [i, { face, level }] of all.entries()) {
    layers[face] ??= [];
    layers[face]![level] = surfaces[i]!;
  }
  const isCube = width === height && layers.length % 6 === 0 && (dx10 ? (dx10.miscFlags & DX10_CUBE) !== 0 : true);
  return { format, type, width, height, layers, isCube, channels: AS_STORED };
}

function olderName({ flags, fourCC, bitCount, ...masks }: PixelFormat): readonly [name?: string, type?: ChannelType] {
  if (flags & FOUR_CC) return BY_FOUR_CC[fourCC] ?? [];
  const isRgba =
    bitCount === 32 &&
    (Object.keys(RGBA_MASKS) as (keyof typeof RGBA_MASKS)[]).every((mask) => masks[mask] === RGBA_MASKS[mask]);
  return isRgba ? ['R8G8B8A8', 'unorm'] : [];
}
