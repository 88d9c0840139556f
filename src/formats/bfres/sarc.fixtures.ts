import { fromHex } from '../../test-support/hex.ts';

/** Small archives, written by hand from section 2.3 of the BFRES specification. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two files, little-endian': fromHex(`
    53 41 52 43  14 00  ff fe  68 00 00 00  60 00 00 00  00 01 00 00     # SARC, size 0x68, data at 0x60
    53 46 41 54  0c 00  02 00  65 00 00 00                               # SFAT, 2 nodes, multiplier 0x65
    61 00 00 00  00 00 00 01  00 00 00 00  02 00 00 00                   # 'a': hash 0x61, name at 0
    62 00 00 00  01 00 00 01  04 00 00 00  08 00 00 00                   # 'b': hash 0x62, name at 4
    53 46 4e 54  08 00 00 00                                             # SFNT
    61 00 00 00  62 00 00 00                                             # names
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00                      # padding before the data
    68 69  00 00                                                         # a, padding
    01 02 03 04                                                          # b
  `),
  'nothing, big-endian': fromHex(`
    53 41 52 43  00 14  fe ff  00 00 00 28  00 00 00 28  01 00 00 00
    53 46 41 54  00 0c  00 00  00 00 00 65
    53 46 4e 54  00 08 00 00
  `),
};
