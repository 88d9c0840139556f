import { fromHex } from '../test-support/hex.ts';

/** Small packages, written by hand from the BFRES specification, section 2.5, and RFC 8878. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'one raw block': fromHex(`
    4d 43 50 4b                                       # signature
    01 01 00 00                                       # version
    2c 00 00 00                                       # 1 << 12 bytes come out at the most
    a0 03 00 00 00                                    # a frame of 3 bytes
    19 00 00                                          # a raw block, the last
    61 62 63                                          # abc
  `),
  'geometry of the mesh codec behind the frame': fromHex(`
    4d 43 50 4b                                       # signature
    01 01 00 00                                       # version
    3c 00 00 00                                       # 1 << 12 bytes, and the bit of Nintendo's packages
    20 02                                             # a frame of 2 bytes
    11 00 00                                          # a raw block, the last
    61 62                                             # ab
    de ad be ef                                       # what only the game can decode
  `),
};
