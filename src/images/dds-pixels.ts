import { decodeBc1, encodeBc1 } from './block-compression/bc1.ts';
import { decodeBc2, encodeBc2 } from './block-compression/bc2.ts';
import { decodeBc3, encodeBc3 } from './block-compression/bc3.ts';
import { decodeBc4, decodeBc5 } from './block-compression/bc4.ts';
import {
  ALPHA_ONLY,
  ALPHA_PIXELS,
  type Dds,
  type DdsHeader,
  DXGI_FORMATS,
  FOUR_CC,
  LUMINANCE,
  type PixelFormat,
  RGB,
  surfacesOf,
} from './dds.ts';
import type { Image } from './image.ts';
import { surfaceFormats } from './surface-formats.ts';

// The pixels of a DDS file, and DDS files of pixels.

type Decoder = (bytes: Uint8Array, width: number, height: number) => Uint8Array;

const byFourCC: Readonly<Record<string, Decoder>> = {
  DXT1: decodeBc1,
  DXT2: decodeBc2,
  DXT3: decodeBc2,
  DXT4: decodeBc3,
  DXT5: decodeBc3,
  ATI1: decodeBc4,
  BC4U: decodeBc4,
  BC4S: (bytes, width, height) => decodeBc4(bytes, width, height, true),
  ATI2: decodeBc5,
  BC5U: decodeBc5,
  BC5S: (bytes, width, height) => decodeBc5(bytes, width, height, true),
};

const bgraMasks = { redMask: 0xff0000, greenMask: 0xff00, blueMask: 0xff, alphaMask: 0xff000000 };

const byDxgi = (code: number): Decoder | undefined => {
  const { surface = '', type = 'unorm' } = DXGI_FORMATS[code] ?? {};
  const format = surfaceFormats.get(surface);
  return format && ((bytes, width, height) => format.decode(bytes, width, height, type));
};

/** Name of the pixel format for people: `DXT5`, `A8R8G8B8`, `DXGI 98`. */
export function formatName({ pixelFormat, dx10 }: DdsHeader): string {
  if (dx10 !== undefined) return `DXGI ${dx10.format}`;
  if (pixelFormat.flags & FOUR_CC) return pixelFormat.fourCC;
  if (pixelFormat.flags & ALPHA_ONLY) return `A${pixelFormat.bitCount}`;
  const masks = [
    ['A', pixelFormat.alphaMask],
    [pixelFormat.flags & LUMINANCE ? 'L' : 'R', pixelFormat.redMask],
    ['G', pixelFormat.greenMask],
    ['B', pixelFormat.blueMask],
  ] as const;
  const present = masks.filter(([, mask]) => mask !== 0);
  const order = present.toSorted(([, a], [, b]) => b - a);
  return order.map(([name, mask]) => `${name}${bitsOf(mask)}`).join('');
}

/** Decodes one picture: by its place in `file.surfaces`. Undefined where the format is not known or bytes are missing. */
export function decodeSurface(file: Dds, index: number): Image | undefined {
  const surface = surfacesOf(file.header, index + 1)[index];
  const bytes = file.surfaces[index];
  const decode = decoderOf(file.header);
  if (surface === undefined || bytes === undefined || decode === undefined) return undefined;
  const { width, height } = surface;
  return { width, height, rgba: decode(bytes, width, height) };
}

function decoderOf({ dx10, pixelFormat }: DdsHeader): Decoder | undefined {
  if (dx10 !== undefined) return byDxgi(dx10.format);
  if (pixelFormat.flags & FOUR_CC) return byFourCC[pixelFormat.fourCC];
  const { bitCount, flags } = pixelFormat;
  if (![8, 16, 24, 32].includes(bitCount)) return undefined;
  if (flags & ALPHA_ONLY) {
    return (bytes, width, height) => whiten(unmask(bytes, width, height, bitCount, { ...pixelFormat, redMask: 0 }));
  }
  if (flags & LUMINANCE) {
    const { redMask } = pixelFormat;
    const masks = { ...pixelFormat, greenMask: redMask, blueMask: redMask };
    return (bytes, width, height) => unmask(bytes, width, height, bitCount, masks);
  }
  return (bytes, width, height) => unmask(bytes, width, height, bitCount, pixelFormat);
}

type Masks = Pick<PixelFormat, 'redMask' | 'greenMask' | 'blueMask' | 'alphaMask'>;

/** Pixels of 8 to 32 bits by the masks of their channels; without a mask for alpha they are opaque. */
function unmask(bytes: Uint8Array, width: number, height: number, bitCount: number, masks: Masks): Uint8Array {
  const channels = [masks.redMask, masks.greenMask, masks.blueMask, masks.alphaMask].map((mask, channel) => ({
    mask,
    shift: shiftOf(mask),
    top: 2 ** bitsOf(mask) - 1,
    missing: channel === 3 ? 255 : 0,
  }));
  const rgba = new Uint8Array(width * height * 4);
  const size = bitCount / 8;
  for (let i = 0, at = 0; i < rgba.length; i += 4, at += size) {
    let value = 0;
    for (let b = 0; b < size; b++) value |= bytes[at + b]! << (b * 8);
    for (let channel = 0; channel < 4; channel++) {
      const { mask, shift, top, missing } = channels[channel]!;
      rgba[i + channel] =
        mask === 0 ? missing : top === 255 ? (value & mask) >>> shift : scale(value & mask, shift, top);
    }
  }
  return rgba;
}

const scale = (masked: number, shift: number, top: number): number => Math.round(((masked >>> shift) * 255) / top);

function whiten(rgba: Uint8Array): Uint8Array {
  for (let i = 0; i < rgba.length; i += 4) rgba.fill(255, i, i + 3);
  return rgba;
}

const shiftOf = (mask: number): number => (mask === 0 ? 0 : 31 - Math.clz32(mask & -mask));

function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) bits++;
  return bits;
}

/** What DDS files are written in. */
export type DdsFormat = 'DXT1' | 'DXT3' | 'DXT5' | 'A8R8G8B8';

/** What suits a picture: `DXT5` where it has alpha of more than on and off, else `DXT1`. */
export function suitableFormat({ rgba }: Image): DdsFormat {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i]! > 0 && rgba[i]! < 255) return 'DXT5';
  return 'DXT1';
}

const encoders: Readonly<Record<DdsFormat, (image: Image) => Uint8Array>> = {
  DXT1: encodeBc1,
  DXT3: encodeBc2,
  DXT5: encodeBc3,
  A8R8G8B8: ({ rgba }) => {
    const bgra = rgba.slice();
    for (let i = 0; i < bgra.length; i += 4) [bgra[i], bgra[i + 2]] = [rgba[i + 2]!, rgba[i]!];
    return bgra;
  },
};

/** A texture with all its levels: each the mean of 2 x 2 pixels of the one before. */
export function encodeDds(image: Image, format: DdsFormat = suitableFormat(image)): Dds {
  const surfaces: Uint8Array[] = [];
  for (let level: Image | undefined = image; level !== undefined; level = halved(level)) {
    surfaces.push(encoders[format](level));
  }
  const isPlain = format === 'A8R8G8B8';
  return {
    header: {
      signature: 'DDS ',
      size: 124,
      flags: isPlain ? 0x2100f : 0xa1007,
      height: image.height,
      width: image.width,
      pitchOrLinearSize: isPlain ? image.width * 4 : surfaces[0]!.length,
      depth: 0,
      mipCount: surfaces.length,
      reserved: new Uint32Array(11),
      pixelFormat: {
        size: 32,
        flags: isPlain ? RGB | ALPHA_PIXELS : FOUR_CC,
        fourCC: isPlain ? '' : format,
        bitCount: isPlain ? 32 : 0,
        ...(isPlain ? bgraMasks : { redMask: 0, greenMask: 0, blueMask: 0, alphaMask: 0 }),
      },
      caps: 0x401008,
      caps2: 0,
      caps3: 0,
      caps4: 0,
      reserved2: 0,
    },
    surfaces,
  };
}

/** The next smaller level; undefined below one pixel. */
function halved({ width, height, rgba }: Image): Image | undefined {
  if (width === 1 && height === 1) return undefined;
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half = new Uint8Array(w * h * 4);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [x0, y0] = [Math.min(2 * x, width - 1), Math.min(2 * y, height - 1)];
      const [x1, y1] = [Math.min(x0 + 1, width - 1), Math.min(y0 + 1, height - 1)];
      for (let c = 0; c < 4; c++) {
        const at = (px: number, py: number) => rgba[(py * width + px) * 4 + c]!;
        half[(y * w + x) * 4 + c] = Math.round((at(x0, y0) + at(x1, y0) + at(x0, y1) + at(x1, y1)) / 4);
      }
    }
  }
  return { width: w, height: h, rgba: half };
}
