import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'an enemy': fromHex(`
    00 00  81 00  2c 01  f4 01  c8 00             # death 1 with secondary idle, radius 300, distances 500 and 200
    00 00 00 00 00 00 00 00
    01 00 00 00 00 00 08 0d 00 00 03 17 12 00 00 00   # attachment points: torso 1, hands 8 and 13, head 3, feet 23 and 18
    00 00
    ${'f0 00 00 00 '.repeat(8)}                   # entries: none, at the end of the block
    ${'00 00 00 00 '.repeat(8)}
    00 00 00 00
    ${'e8 00 00 00 '.repeat(31)} ec 00 00 00      # 32 scripts, all but one the same
    00 ee 00 00                                   # play record 0, return to idle
    01 f4 05 ee
  `),
  'a battle stage': fromHex('00 00 00 00 01 00 00 00'),
};
