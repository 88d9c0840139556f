import { fromHex } from '../../test-support/hex.ts';

const words = (...values: number[]) =>
  values
    .map((value) => [0, 8, 16, 24].map((shift) => ((value >>> shift) & 0xff).toString(16).padStart(2, '0')).join(' '))
    .join('  ');

const head = (
  colorKey: number,
  palettes: number,
  colors: number,
  sizes: string,
  bits: string,
  masks: string,
  keys: number,
) => `
  ${words(1, 0, colorKey, 1, 28)}
  ${words(4, 8, 4, 8, 8, 32, 0)}                  # limits of bits
  ${words(palettes, colors, 4)}                   # palettes, colours of each, bit depth
  ${sizes} ${words(0, 0)}
  ${bits}
  ${masks}
  ${words(keys, 0, 255, 4, 0, 0, 0, 0)}           # colour key array, pointer, reference alpha, blend mode, …
  ${words(320, 480, 768, 256)}                    # places in video memory
`;

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two palettes of two colours': fromHex(`
    ${head(1, 2, 2, words(2, 2), words(1, 8, 0, 4, 2, 0x00abcdef, 8, 1), words(...new Array(20).fill(0)), 1)}
    00 00 00 00  10 20 30 ff                      # b g r a: transparent, then a colour
    ff 00 00 ff  41 20 10 fe
    00 01  01 00                                  # pixels
    01 00                                         # the first palette has a colour key, the second none
  `),
  'sixteen bits a pixel': fromHex(`
    ${head(0, 0, 0, words(1, 2), words(0, 0, 0, 0, 0, 0, 16, 2), words(5, 5, 5, 1, 0x7c00, 0x3e0, 0x1f, 0x8000, 10, 5, 0, 15, 3, 3, 3, 7, 31, 31, 31, 1), 0)}
    00 7c  1f 00                                  # red, blue
  `),
};
