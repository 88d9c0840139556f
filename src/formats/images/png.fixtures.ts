import { fromHex } from '../../test-support/hex.ts';

const signature = '89 50 4e 47 0d 0a 1a 0a';
const end = '00 00 00 00  49 45 4e 44  ae 42 60 82';

/** Small files, written by hand from the specification of the W3C; pixels are stored, not compressed. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'red and green': fromHex(`
    ${signature}
    00 00 00 0d  49 48 44 52                           # IHDR
    00 00 00 02  00 00 00 01  08 02 00 00 00           # 2 x 1, 8 bits, rgb
    7b 40 e8 dd
    00 00 00 12  49 44 41 54                           # IDAT
    78 01  01 07 00 f8 ff                              # zlib: one stored block of 7 bytes
    00  ff 00 00  00 ff 00                             # no filter, red, green
    07 ff 01 ff  c5 0e e2 6a
    ${end}
  `),
  'palette of two bits': fromHex(`
    ${signature}
    00 00 00 0d  49 48 44 52
    00 00 00 03  00 00 00 02  02 03 00 00 00           # 3 x 2, 2 bits, palette
    e0 1a 8e 89
    00 00 00 09  50 4c 54 45                           # PLTE: red, green, blue
    ff 00 00  00 ff 00  00 00 ff
    2d 4a cd 8a
    00 00 00 02  74 52 4e 53                           # tRNS: green is half transparent
    ff 80  08 0f b3 6a
    00 00 00 0a  74 45 58 74                           # tEXt
    43 6f 6d 6d 65 6e 74 00 68 69                      # Comment: hi
    a2 a2 58 66
    00 00 00 0f  49 44 41 54
    78 01  01 04 00 fb ff
    00 18  00 90                                       # 0 1 2, 2 1 0
    00 dc 00 a9  bb e9 79 8b
    ${end}
  `),
};
