import { fromHex } from '../../test-support/hex.ts';

/** A small file, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'one bone, one weapon': fromHex(`
    06 00 00 00                                   # 6 sections
    1c 00 00 00  8c 00 00 00  94 00 00 00  a8 00 00 00  b8 00 00 00  e0 00 00 00
    01 00 00 00                                   # 1 bone
    00 00  00 00  00 00 00 00                     # the root
    00 00  d9 ff  14 00 00 00                     # child of the root, length -39, mesh at 20
      20 00 00 00                                 # 4 vertices
      00 00 00 00 00 00 00 00  0a 00 00 00 00 00 00 00  00 00 0a 00 00 00 00 00  0a 00 0a 00 00 00 00 00
      01 00  00 00                                # a textured triangle
        00 00  08 00  10 00  80 00  00 00  00 78  03 00  00 01
      00 00  00 00                                # no textured quads
      00 00  00 00                                # no coloured triangles
      01 00  00 00                                # a coloured quad
        00 00  08 00  10 00  18 00
        ff 00 00 00  00 ff 00 00  00 00 ff 00  10 20 30 00
    00 00 00 00 01 00 00 00                       # settings
    01 00  0f 00  00                              # body: 2 joints, one frame of 15 bytes at full precision
      00 00  00 00  00 00  000 001 002  003 004 005
    01 00  09 00  04                              # weapon (specification, example A)
      fe 4e  ff e7  ff 50  00 fe 41  00 00
    10 00 00 00  08 00 00 00                      # picture: 4 bits a pixel
      10 00 00 00  00 00  e0 01  02 00  01 00  00 00  1f 00   # a palette, here of 2 colours
      10 00 00 00  40 01  00 00  01 00  02 00  10 10  01 01   # 4 x 2 pixels
    00 00 00 00                                   # weapon: no bones
    00 00  9c ff  0c 00 00 00                     # length -100
      00 00 00 00                                 # no vertices
      00 00  00 00  00 00  00 00  00 00  00 00  00 00  00 00
  `),
};
