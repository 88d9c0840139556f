import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'true colour, bottom up': fromHex(`
    00 00 02  00 00 00 00 00                         # no id, no map, true colour
    00 00 00 00  02 00 02 00  18 00                  # 2 by 2 pixels of 24 bits, bottom up
    ff 00 00  00 ff 00                               # below: blue, green
    00 00 ff  ff ff ff                               # above: red, white
  `),
  'run-length, with footer': fromHex(`
    02 00 0a  00 00 00 00 00                         # id of 2 bytes, run-length
    00 00 00 00  02 00 02 00  20 28                  # 32 bits, 8 of them alpha, top down
    68 69
    82  01 02 03 04                                  # three times 3 2 1 4, across rows
    00  05 06 07 08
    aa bb                                            # an area
    16 00 00 00  00 00 00 00
    54 52 55 45 56 49 53 49 4f 4e 2d 58 46 49 4c 45 2e 00
  `),
  'colour-mapped': fromHex(`
    00 01 01  02 00  02 00  18                       # map of 2 colours of 24 bits from 2 on
    00 00 00 00  03 00 01 00  08 20                  # 3 by 1 pixels
    00 00 ff  00 ff 00                               # red, green
    02 03 09                                         # red, green, none
  `),
  grey: fromHex(`
    00 00 03  00 00 00 00 00
    00 00 00 00  02 00 01 00  08 30                  # 2 by 1, top down, right to left
    40 80
  `),
  '16 bits': fromHex(`
    00 00 02  00 00 00 00 00
    00 00 00 00  02 00 01 00  10 21                  # one bit of alpha
    00 fc  1f 00                                     # red, blue and transparent
  `),
};
