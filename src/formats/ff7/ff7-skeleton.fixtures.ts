import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a player of two bones': fromHex(`
    02 00 00 00  01 00 00 00  01 00 00 00         # a player
    02 00 00 00                                   # 2 bones
    00 00 00 00  00 00 00 00                      # no pieces
    02 00 00 00                                   # 2 textures
    34 00 00 00  36 00 00 00                      # 52 body records, weapon animations from section 54 on
    10 00 00 00  2a 00 00 00                      # 16 weapons, 42 weapon records
    00 00 00 00  78 56 34 12                      # stale pointer
    ff ff ff ff  00 00 1c c2  01 00 00 00         # child of the root, length -39, drawn
    00 00 00 00  00 00 20 c3  00 00 00 00         # child of bone 0, length -160, not drawn
  `),
  'a battle stage': fromHex(`
    01 00 00 00  01 00 00 00  01 00 00 00
    00 00 00 00                                   # no bones
    00 00 00 00  03 00 00 00  04 00 00 00         # 3 pieces, 4 textures
    00 00 00 00  02 00 00 00  00 00 00 00  00 00 00 00
    00 00 00 00  00 00 00 00
  `),
};
