import { absent, given, type Infer, list, oneOf, struct, trailing, u8, u32 } from '../../binary/index.ts';

// A texture: `rtac` in battle.lgp, `aabc.tex` in char.lgp (specification, section 6).

interface Head {
  paletteFlag: number;
  paletteSize: number;
  width: number;
  height: number;
  bytesPerPixel: number;
  colorKeyArrayFlag: number;
  numPalettes: number;
}

const POINTER = 'left over from memory';

export const texture = struct('Texture', {
  version: oneOf(u32, 1),
  unknown04: u32.is('0'),
  colorKeyFlag: u32.is('1: pixel value 0 is transparent'),
  unknown0c: u32,
  unknown10: u32,
  minBitsPerColor: u32,
  maxBitsPerColor: u32,
  minAlphaBits: u32,
  maxAlphaBits: u32,
  minBitsPerPixel: u32,
  maxBitsPerPixel: u32,
  unknown2c: u32.is('0'),
  numPalettes: u32,
  colorsPerPalette: u32,
  bitDepth: u32.is('4 or 8; pixels take a byte all the same'),
  width: u32.in('pixels'),
  height: u32.in('pixels'),
  pitch: u32.is('ignored'),
  unknown48: u32.is('0'),
  paletteFlag: u32.is('1: there is a palette'),
  bitsPerIndex: u32,
  indexedTo8BitFlag: u32,
  paletteSize: u32.is('colours of all palettes'),
  colorsPerPalette2: u32.is('a copy, or 0'),
  pointer60: u32.is(POINTER),
  bitsPerPixel: u32,
  bytesPerPixel: u32.is('decides how many bytes are read'),
  colorBits: u32.x(4).is('r g b a'),
  colorMasks: u32.x(4).is('r g b a'),
  colorShifts: u32.x(4).is('r g b a'),
  unknown9c: u32.x(4).is('8 - colorBits'),
  colorMaxima: u32.x(4).is('r g b a'),
  colorKeyArrayFlag: u32.is('1: a byte for every palette follows the pixels'),
  pointerC0: u32.is(POINTER),
  referenceAlpha: u32.is('stands for the alpha 0xfe of a palette'),
  blendMode: u32,
  unknownCc: u32.is('0'),
  paletteIndex: u32.is('0'),
  pointerD4: u32.is(POINTER),
  pointerD8: u32.is(POINTER),
  palettePosition: u32.x(2).is('in the video memory of the PlayStation'),
  imagePosition: u32.x(2).is('in the video memory of the PlayStation'),
  palette: given(({ paletteFlag, paletteSize }: Head) =>
    paletteFlag === 0
      ? absent
      : list(u8)
          .is('b g r a')
          .times(4 * paletteSize),
  ),
  pixels: given(({ width, height, bytesPerPixel }: Head) =>
    list(u8)
      .is('row by row from the top')
      .times(width * height * bytesPerPixel),
  ),
  colorKeys: given(({ colorKeyArrayFlag, numPalettes }: Head) =>
    colorKeyArrayFlag === 0 ? absent : list(u8).is('colorKeyFlag of each palette').times(numPalettes),
  ),
  trailing,
});
export type Texture = Infer<typeof texture>;
