import { fromHex } from '../../test-support/hex.ts';

/** Small files, laid out by hand from the specification and not by the codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a texture': fromHex(`
    10 08 00 00  02 00 00 00                               # version
      12 00
    13 08 00 00  04 00 00 00                               # type
      01 00 00 00
    12 08 00 00  20 00 00 00                               # texture
      03 00 00 00 01 00 00 02 00 00 00 00 00 00 00 00      # DXT5, flags, colours, Kaiser, size
      00 00 00 00 0e 00 00 00 00 02 00 00 00 01 00 00
    14 08 00 00  04 00 00 00                               # kind
      00 00 00 00
    15 08 00 00  0d 00 00 00                               # detail
      64 65 74 61 69 6c 5c 64 00 00 00 00 41
    16 08 00 00  08 00 00 00                               # material
      02 00 00 00 00 00 00 3f
    17 08 00 00  12 00 00 00                               # bump
      cd cc 4c 3d 02 00 00 00 66 6c 61 67 5f 62 75 6d
      70 00
    18 08 00 00  01 00 00 00                               # normal map
      00
    19 08 00 00  01 00 00 00                               # fade delay
      00
  `),
  'an object': fromHex(`
    10 08 00 00  02 00 00 00                               # version
      12 00
    13 08 00 00  04 00 00 00                               # type
      00 00 00 00
    16 08 00 00  08 00 00 00                               # faces, vertices
      0c 00 00 00 08 00 00 00
  `),
  'a group': fromHex(`
    10 08 00 00  02 00 00 00                               # version
      01 00
    13 08 00 00  04 00 00 00                               # type
      03 00 00 00
    01 00 00 00  08 00 00 00                               # members
      02 00 00 00 61 00 62 00
  `),
};
