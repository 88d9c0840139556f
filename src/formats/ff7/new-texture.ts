import type { Texture } from './ff7-tex.ts';

export interface NewTexture {
  readonly width: number;
  readonly height: number;
  /** b g r a of at most 256 colours, palette after palette. */
  readonly palette: Uint8Array<ArrayBuffer>;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** 1 where missing; the palettes have the same size. */
  readonly paletteCount?: number;
  /** Of palette and image in the video memory of the PlayStation. */
  readonly positions?: readonly [number, number, number, number];
}

/** A texture with a palette, its other words as in the textures of the game. The first colour is a key if it is clear. */
export function newTexture({
  width,
  height,
  palette,
  pixels,
  paletteCount = 1,
  positions = [0, 0, 0, 0],
}: NewTexture): Texture {
  const colors = palette.length / 4 / paletteCount;
  return {
    version: 1,
    unknown04: 0,
    colorKeyFlag: palette[3] === 0 ? 1 : 0,
    unknown0c: 1,
    unknown10: 28,
    minBitsPerColor: 4,
    maxBitsPerColor: 8,
    minAlphaBits: 4,
    maxAlphaBits: 8,
    minBitsPerPixel: 8,
    maxBitsPerPixel: 32,
    unknown2c: 0,
    numPalettes: paletteCount,
    colorsPerPalette: colors,
    bitDepth: colors <= 16 ? 4 : 8,
    width,
    height,
    pitch: 0,
    unknown48: 0,
    paletteFlag: 1,
    bitsPerIndex: 8,
    indexedTo8BitFlag: 0,
    paletteSize: colors * paletteCount,
    colorsPerPalette2: colors,
    pointer60: 0,
    bitsPerPixel: 8,
    bytesPerPixel: 1,
    colorBits: new Uint32Array(4),
    colorMasks: new Uint32Array(4),
    colorShifts: new Uint32Array(4),
    unknown9c: new Uint32Array(4),
    colorMaxima: new Uint32Array(4),
    colorKeyArrayFlag: 0,
    pointerC0: 0,
    referenceAlpha: 255,
    blendMode: 4,
    unknownCc: 0,
    paletteIndex: 0,
    pointerD4: 0,
    pointerD8: 0,
    palettePosition: Uint32Array.from(positions.slice(0, 2)),
    imagePosition: Uint32Array.from(positions.slice(2)),
    palette,
    pixels,
  };
}
