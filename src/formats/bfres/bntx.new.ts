import type { Surface } from '../../images/surface.ts';
import { baseBlockHeight } from '../../images/tiling/block-linear.ts';
import { channelsFrom, withSurface } from './bntx.surface.ts';
import type { Bntx, Texture } from './bntx.ts';
import { type NewTextureOptions, newSurface, type TexturePixels } from './texture-choice.ts';
import { formatNumber } from './texture-format.ts';

// Switch textures and archives of them, made of pixels: specification, section 17.

const VIEW_2D = 1;
const VIEW_CUBE = 3;
const VIEW_2D_ARRAY = 5;
const VIEW_CUBE_ARRAY = 8;
const ALIGNMENT = 0x200;
const GPU_ACCESS = 0x20;
const LAYOUT_2 = 0x10007;

/**
 * A texture of pixels, in the format that suits them if none is asked for, with all its mip levels, block-linear. What is
 * stored in blocks already is taken as it is. Throws a `RangeError` where the layers differ in size or there are none, and
 * for surfaces in a format that the Switch does not have.
 */
export function newTexture(name: string, pixels: TexturePixels, options: NewTextureOptions = {}): Texture {
  const surface = newSurface(pixels, options);
  const format = formatNumber(surface.format.name, surface.type);
  if (format === undefined) throw new RangeError(`Switch textures are not stored as ${surface.format.name}`);
  const { width, height, channels } = surface;
  const rows = Math.ceil(height / surface.format.shape.height);
  const empty = {
    flags: 1,
    dimension: 2,
    tileMode: 0,
    swizzle: 0,
    levelCount: 0,
    sampleCount: 1,
    unknown1A: 0,
    format,
    gpuAccess: GPU_ACCESS,
    width,
    height,
    depth: 1,
    arrayLength: 0,
    layout: Math.log2(baseBlockHeight(rows)),
    layout2: LAYOUT_2,
    dataSize: 0,
    alignment: ALIGNMENT,
    channels: channelsFrom(channels),
    viewDimension: viewDimension(surface),
    name,
    data: { bytes: new Uint8Array(0), levels: new Uint32Array(0) },
    descriptorSlot: 0,
  } as Texture;
  return withSurface(empty, surface);
}

function viewDimension({ layers, isCube }: Surface): number {
  if (isCube) return layers.length > 6 ? VIEW_CUBE_ARRAY : VIEW_CUBE;
  return layers.length > 1 ? VIEW_2D_ARRAY : VIEW_2D;
}

/** What files of Nintendo's name the archive that is embedded in them. */
const EMBEDDED_NAME = 'textures';

/** An archive of these textures, sorted by name as Nintendo's converter has them. */
export function newBntx(textures: readonly Texture[], name = EMBEDDED_NAME): Bntx {
  return {
    signature: 'BNTX\0\0\0\0',
    version: 0x40000,
    byteOrder: 0xfeff,
    alignmentShift: 12,
    targetAddressSize: 0x40,
    name,
    target: 'NX  ',
    textureCount: textures.length,
    textures: textures.toSorted(byName),
  } as Bntx;
}

/** The order of Nintendo's archives. */
export const byName = (one: Texture | undefined, other: Texture | undefined): number => {
  const [a, b] = [one?.name ?? '', other?.name ?? ''];
  return a < b ? -1 : a > b ? 1 : 0;
};
