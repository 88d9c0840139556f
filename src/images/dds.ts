import {
  absent,
  Codec,
  fixedText,
  given,
  type Infer,
  list,
  magic,
  type Reader,
  rest,
  struct,
  trailing,
  u8,
  u32,
  type Writer,
} from '../binary/index.ts';
import { type ChannelType, surfaceFormats } from './surface-formats.ts';

// DDS: textures as Direct3D has them, with their smaller levels and the faces of cube maps. Microsoft, "Programming Guide
// for DDS".

/** Bits of a pixel format's flags. */
export const ALPHA_PIXELS = 0x1;
export const ALPHA_ONLY = 0x2;
export const FOUR_CC = 0x4;
export const RGB = 0x40;
export const LUMINANCE = 0x20000;

export const CUBE_MAP = 0x200;
const CUBE_FACES = 0xfc00;
export const VOLUME = 0x200000;
const DX10_CUBE_MAP = 0x4;

export const pixelFormat = struct('PixelFormat', {
  size: u32.is('32'),
  flags: u32.is('1 has alpha, 2 alpha only, 4 by fourCC, 0x40 r g b, 0x20000 luminance'),
  fourCC: fixedText(4),
  bitCount: u32,
  redMask: u32,
  greenMask: u32,
  blueMask: u32,
  alphaMask: u32,
});
export type PixelFormat = Infer<typeof pixelFormat>;

/** Direct3D's formats that are known here, by number: what they are called there and here. */
export const DXGI_FORMATS: Readonly<Record<number, DxgiFormat>> = {
  2: dxgi('R32G32B32A32_FLOAT', 'R32G32B32A32', 'float'),
  6: dxgi('R32G32B32_FLOAT', 'R32G32B32', 'float'),
  10: dxgi('R16G16B16A16_FLOAT', 'R16G16B16A16', 'float'),
  11: dxgi('R16G16B16A16_UNORM', 'R16G16B16A16', 'unorm'),
  16: dxgi('R32G32_FLOAT', 'R32G32', 'float'),
  24: dxgi('R10G10B10A2_UNORM', 'R10G10B10A2', 'unorm'),
  26: dxgi('R11G11B10_FLOAT', 'R11G11B10', 'float'),
  28: dxgi('R8G8B8A8_UNORM', 'R8G8B8A8', 'unorm'),
  29: dxgi('R8G8B8A8_UNORM_SRGB', 'R8G8B8A8', 'srgb'),
  31: dxgi('R8G8B8A8_SNORM', 'R8G8B8A8', 'snorm'),
  34: dxgi('R16G16_FLOAT', 'R16G16', 'float'),
  35: dxgi('R16G16_UNORM', 'R16G16', 'unorm'),
  41: dxgi('R32_FLOAT', 'R32', 'float'),
  49: dxgi('R8G8_UNORM', 'R8G8', 'unorm'),
  51: dxgi('R8G8_SNORM', 'R8G8', 'snorm'),
  54: dxgi('R16_FLOAT', 'R16', 'float'),
  56: dxgi('R16_UNORM', 'R16', 'unorm'),
  61: dxgi('R8_UNORM', 'R8', 'unorm'),
  63: dxgi('R8_SNORM', 'R8', 'snorm'),
  71: dxgi('BC1_UNORM', 'BC1', 'unorm'),
  72: dxgi('BC1_UNORM_SRGB', 'BC1', 'srgb'),
  74: dxgi('BC2_UNORM', 'BC2', 'unorm'),
  75: dxgi('BC2_UNORM_SRGB', 'BC2', 'srgb'),
  77: dxgi('BC3_UNORM', 'BC3', 'unorm'),
  78: dxgi('BC3_UNORM_SRGB', 'BC3', 'srgb'),
  80: dxgi('BC4_UNORM', 'BC4', 'unorm'),
  81: dxgi('BC4_SNORM', 'BC4', 'snorm'),
  83: dxgi('BC5_UNORM', 'BC5', 'unorm'),
  84: dxgi('BC5_SNORM', 'BC5', 'snorm'),
  87: dxgi('B8G8R8A8_UNORM', 'B8G8R8A8', 'unorm'),
  91: dxgi('B8G8R8A8_UNORM_SRGB', 'B8G8R8A8', 'srgb'),
  95: dxgi('BC6H_UF16', 'BC6H', 'float'),
  96: dxgi('BC6H_SF16', 'BC6H signed', 'float'),
  98: dxgi('BC7_UNORM', 'BC7', 'unorm'),
  99: dxgi('BC7_UNORM_SRGB', 'BC7', 'srgb'),
};

interface DxgiFormat {
  readonly name: string;
  /** Key of {@link surfaceFormats}. */
  readonly surface: string;
  readonly type: ChannelType;
}

function dxgi(name: string, surface: string, type: ChannelType): DxgiFormat {
  return { name, surface, type };
}

const dx10 = struct('Dx10Header', {
  format: u32
    .is('DXGI format')
    .named(Object.fromEntries(Object.entries(DXGI_FORMATS).map(([code, { name }]) => [code, name]))),
  dimension: u32.named({ 2: '1D', 3: '2D', 4: '3D' }),
  miscFlags: u32.is('4: cube map'),
  arraySize: u32,
  miscFlags2: u32,
});

export const ddsHeader = struct('DdsHeader', {
  signature: magic('DDS '),
  size: u32.is('124'),
  flags: u32,
  height: u32.in('pixels'),
  width: u32.in('pixels'),
  pitchOrLinearSize: u32.in('bytes'),
  depth: u32,
  mipCount: u32.is('0 means 1'),
  reserved: u32.x(11),
  pixelFormat,
  caps: u32,
  caps2: u32.is('0x200 cube map, 0xfc00 its faces, 0x200000 volume'),
  caps3: u32,
  caps4: u32,
  reserved2: u32,
  dx10: given((h: { pixelFormat: PixelFormat }) => (h.pixelFormat.fourCC === 'DX10' ? dx10 : absent)),
});
export type DdsHeader = Infer<typeof ddsHeader>;

/** One picture of a texture: a level of a face. */
export interface DdsSurface {
  /** Which face of a cube map or element of an array; 0 for others. */
  readonly face: number;
  /** 0 is the largest. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
  /** Slices of a volume, behind each other; 1 for others. */
  readonly depth: number;
  readonly byteLength: number;
}

/** Bytes of a row, or of a row of blocks, by what the header says about pixels; undefined for formats not known here. */
export type PixelLayout = { readonly blockBytes: number } | { readonly bitCount: number };

const BLOCK_BYTES: Readonly<Record<string, number>> = {
  DXT1: 8,
  DXT2: 16,
  DXT3: 16,
  DXT4: 16,
  DXT5: 16,
  ATI1: 8,
  BC4U: 8,
  BC4S: 8,
  ATI2: 16,
  BC5U: 16,
  BC5S: 16,
};

export function pixelLayout({ pixelFormat, dx10 }: DdsHeader): PixelLayout | undefined {
  if (dx10 !== undefined) return dxgiLayout(dx10.format);
  if (pixelFormat.flags & FOUR_CC) {
    const blockBytes = BLOCK_BYTES[pixelFormat.fourCC];
    return blockBytes === undefined ? undefined : { blockBytes };
  }
  const { bitCount } = pixelFormat;
  return [8, 16, 24, 32].includes(bitCount) ? { bitCount } : undefined;
}

function dxgiLayout(format: number): PixelLayout | undefined {
  if ((format >= 70 && format <= 72) || (format >= 79 && format <= 81)) return { blockBytes: 8 };
  if ((format >= 73 && format <= 78) || (format >= 82 && format <= 84)) return { blockBytes: 16 };
  if (format >= 94 && format <= 99) return { blockBytes: 16 };
  const known = surfaceFormats.get(DXGI_FORMATS[format]?.surface ?? '');
  return known && { bitCount: known.shape.bytes * 8 };
}

/** More than any texture has: 2^15 pixels halved to one. */
const MAX_LEVELS = 16;
const MAX_FACES = 4096;

/** The pictures in the order of the file: all levels of a face, then the next face. At most `most` of them. */
export function surfacesOf(header: DdsHeader, most = Number.POSITIVE_INFINITY): DdsSurface[] {
  const layout = pixelLayout(header);
  if (layout === undefined || header.width === 0 || header.height === 0) return [];
  const surfaces: DdsSurface[] = [];
  const levels = Math.min(Math.max(header.mipCount, 1), MAX_LEVELS);
  const slices = header.caps2 & VOLUME ? Math.max(1, header.depth) : 1;
  for (let face = 0; face < faceCount(header); face++) {
    for (let level = 0; level < levels; level++) {
      if (surfaces.length >= most) return surfaces;
      const [width, height, depth] = [header.width, header.height, slices].map((size) =>
        Math.max(1, Math.floor(size / 2 ** level)),
      ) as [number, number, number];
      surfaces.push({ face, level, width, height, depth, byteLength: depth * sizeOf(layout, width, height) });
    }
  }
  return surfaces;
}

function faceCount({ caps2, dx10 }: DdsHeader): number {
  if (dx10 !== undefined) {
    return Math.min(MAX_FACES, Math.max(1, dx10.arraySize) * (dx10.miscFlags & DX10_CUBE_MAP ? 6 : 1));
  }
  if (!(caps2 & CUBE_MAP)) return 1;
  let faces = 0;
  for (let bit = 0x400; bit & CUBE_FACES; bit <<= 1) if (caps2 & bit) faces++;
  return faces;
}

function sizeOf(layout: PixelLayout, width: number, height: number): number {
  if ('blockBytes' in layout) return Math.ceil(width / 4) * Math.ceil(height / 4) * layout.blockBytes;
  return Math.ceil((width * layout.bitCount) / 8) * height;
}

/** As many of the header's pictures as the bytes hold. */
class Surfaces extends Codec<Uint8Array[]> {
  readonly kind = 'surfaces';
  readonly minSize = 0;
  private readonly surfaces: readonly DdsSurface[];

  constructor(surfaces: readonly DdsSurface[]) {
    super();
    this.surfaces = surfaces;
  }

  read(r: Reader): Uint8Array[] {
    const values: Uint8Array[] = [];
    for (const { byteLength } of this.surfaces) {
      if (byteLength > r.left) break;
      values.push(r.field(values.length, list(u8).times(byteLength)));
    }
    return values;
  }

  write(w: Writer, values: readonly Uint8Array[]): void {
    for (const value of values) rest.write(w, value);
  }
}

export const dds = struct('Dds', {
  header: ddsHeader,
  surfaces: given((file: { header: DdsHeader }) => new Surfaces(surfacesOf(file.header))),
  unknownData: given((file: { header: DdsHeader }) => (pixelLayout(file.header) === undefined ? rest : absent)),
  trailing,
});
export type Dds = Infer<typeof dds>;
