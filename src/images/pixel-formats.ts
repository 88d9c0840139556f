/** Where a colour channel lies in a 16-bit pixel. */
interface Channel {
  readonly bits: number;
  readonly shift: number;
}

/** How colours are packed into 16 bits. Without alpha pixels are opaque. */
export interface PixelFormat16 {
  readonly red: Channel;
  readonly green: Channel;
  readonly blue: Channel;
  readonly alpha?: Channel;
  /** Whether alpha bits say how transparent a pixel is, not how opaque. */
  readonly isAlphaInverted?: boolean;
}

const channel = (bits: number, shift: number): Channel => ({ bits, shift });

const rgb555 = { red: channel(5, 10), green: channel(5, 5), blue: channel(5, 0) };

/** By the names of the channels from the highest bit down. */
export const pixelFormats16 = {
  rgb565: { red: channel(5, 11), green: channel(6, 5), blue: channel(5, 0) },
  argb4444: { red: channel(4, 8), green: channel(4, 4), blue: channel(4, 0), alpha: channel(4, 12) },
  argb1555: { ...rgb555, alpha: channel(1, 15) },
  /** As `argb1555`, but the highest bit marks transparent pixels. */
  trgb1555: { ...rgb555, alpha: channel(1, 15), isAlphaInverted: true },
  /** The highest bit means nothing. */
  xrgb1555: rgb555,
} as const satisfies Record<string, PixelFormat16>;

const tables = new Map<PixelFormat16, Uint8Array>();

/** r g b a bytes of 16-bit pixels, each channel rounded to the nearest of 256 levels. */
export function decode16(format: PixelFormat16, pixels: Uint16Array): Uint8Array {
  const table = tableOf(format);
  const rgba = new Uint8Array(pixels.length * 4);
  for (let i = 0, to = 0; i < pixels.length; i++) {
    for (let from = pixels[i]! * 4, end = from + 4; from < end; from++) rgba[to++] = table[from]!;
  }
  return rgba;
}

/** The inverse of {@link decode16}: of each channel the highest bits, so that decoded pixels come back as they were. */
export function encode16(format: PixelFormat16, rgba: Uint8Array): Uint16Array<ArrayBuffer> {
  const { red, green, blue, alpha, isAlphaInverted = false } = format;
  const pixels = new Uint16Array(rgba.length >> 2);
  const flip = isAlphaInverted ? 0xff : 0;
  for (let i = 0, from = 0; i < pixels.length; i++, from += 4) {
    let pixel = top(rgba[from]!, red) | top(rgba[from + 1]!, green) | top(rgba[from + 2]!, blue);
    if (alpha !== undefined) pixel |= top(rgba[from + 3]! ^ flip, alpha);
    pixels[i] = pixel;
  }
  return pixels;
}

const top = (value: number, { bits, shift }: Channel) => (value >> (8 - bits)) << shift;

/** Four bytes for each of the 65,536 pixels there can be. */
function tableOf(format: PixelFormat16): Uint8Array {
  const known = tables.get(format);
  if (known !== undefined) return known;
  const table = new Uint8Array(4 * 65_536);
  const { red, green, blue, alpha, isAlphaInverted = false } = format;
  for (let pixel = 0; pixel < 65_536; pixel++) {
    table[4 * pixel] = level(pixel, red);
    table[4 * pixel + 1] = level(pixel, green);
    table[4 * pixel + 2] = level(pixel, blue);
    const opacity = alpha === undefined ? 255 : level(pixel, alpha);
    table[4 * pixel + 3] = isAlphaInverted ? 255 - opacity : opacity;
  }
  tables.set(format, table);
  return table;
}

function level(pixel: number, { bits, shift }: Channel): number {
  const max = 2 ** bits - 1;
  return Math.round((((pixel >> shift) & max) * 255) / max);
}
