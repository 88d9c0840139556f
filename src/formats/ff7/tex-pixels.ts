import type { Image } from '../../images/image.ts';
import type { Texture } from './ff7-tex.ts';

// The colours of a texture (specification, section 6.2).

/** Stands for `referenceAlpha` in a palette. */
const REFERENCE_ALPHA = 0xfe;
/** The semi-transparency bit of the PlayStation, which 16-bit pixels keep inverted. */
const PSX_BIT = 0x8000;

export function paletteCount({ palette, colorsPerPalette }: Texture): number {
  return palette === undefined ? 1 : Math.max(1, Math.floor(palette.length / 4 / Math.max(1, colorsPerPalette)));
}

/** The picture in the colours of a palette. Pixels beyond the palette are transparent. */
export function pixelsOf(file: Texture, palette = 0): Image {
  const { width, height } = file;
  const rgba = new Uint8Array(4 * width * height);
  if (file.palette === undefined) direct(file, rgba);
  else indexed(file, file.palette, palette, rgba);
  return { width, height, rgba };
}

function indexed(file: Texture, bgra: Uint8Array, palette: number, rgba: Uint8Array): void {
  const first = 4 * palette * file.colorsPerPalette;
  const key = hasColorKey(file, palette);
  const colors = new Uint8Array(4 * 256);
  for (let i = 0; i < 256; i++) {
    const at = first + 4 * i;
    if (at + 4 > bgra.length || (key && i === 0)) continue;
    const alpha = bgra[at + 3]!;
    colors.set(
      [bgra[at + 2]!, bgra[at + 1]!, bgra[at]!, alpha === REFERENCE_ALPHA ? file.referenceAlpha : alpha],
      4 * i,
    );
  }
  const { pixels, bytesPerPixel } = file;
  const words = new Uint32Array(rgba.buffer);
  const lookup = new Uint32Array(colors.buffer);
  for (let i = 0; i < words.length; i++) words[i] = lookup[pixels[i * bytesPerPixel]!]!;
}

function hasColorKey({ colorKeyFlag, colorKeys }: Texture, palette: number): boolean {
  return colorKeyFlag !== 0 && (colorKeys?.[palette] ?? 1) !== 0;
}

function direct(file: Texture, rgba: Uint8Array): void {
  const { pixels, bytesPerPixel, colorMasks, colorShifts, colorMaxima, colorBits } = file;
  const isPsx = bytesPerPixel === 2 && colorMasks[3] === PSX_BIT;
  const colorMask = (colorMasks[0]! | colorMasks[1]! | colorMasks[2]!) >>> 0;
  const key = hasColorKey(file, 0);
  const maxima = Array.from(colorMaxima, (max, c) => (max !== 0 ? max : 2 ** colorBits[c]! - 1));
  for (let i = 0; 4 * i < rgba.length; i++) {
    let value = 0;
    for (let b = bytesPerPixel - 1; b >= 0; b--) value = value * 256 + pixels[i * bytesPerPixel + b]!;
    for (let c = 0; c < 3; c++) {
      rgba[4 * i + c] = scaled((value & colorMasks[c]!) >>> colorShifts[c]!, maxima[c]!);
    }
    const isClear = (key && (value & colorMask) === 0) || (isPsx && value === 0);
    const stored =
      colorMasks[3] === 0 || isPsx ? 255 : scaled((value & colorMasks[3]!) >>> colorShifts[3]!, maxima[3]!);
    rgba[4 * i + 3] = isClear ? 0 : stored;
  }
}

const scaled = (value: number, max: number): number => (max === 0 ? 0 : Math.min(255, Math.floor((value * 255) / max)));
