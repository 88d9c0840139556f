import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the specification and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  '1555 of version 1, two frames with mip levels': fromHex(`
    2e 76 62 6d  01 00 00 00                         # magic, version 1
    02 00 00 00  01 00 00 00  00 00 00 00            # 2 by 1 pixels, 1555
    0f 00 00 00  02 00 00 00  01 00 00 00            # 15 frames a second, 2 frames, 1 more level
    00 7c  00 fc                                     # red, red and transparent
    10 3e                                            # the same halved
    1f 00  ff ff                                     # blue, white and transparent
    ff ff
  `),
  '1555 of version 2': fromHex(`
    2e 76 62 6d  02 00 00 00
    02 00 00 00  01 00 00 00  00 00 00 00
    00 00 00 00  01 00 00 00  00 00 00 00
    00 7c  00 fc                                     # red and transparent, red
  `),
  '4444': fromHex(`
    2e 76 62 6d  01 00 00 00
    01 00 00 00  02 00 00 00  01 00 00 00            # 1 by 2 pixels
    00 00 00 00  01 00 00 00  00 00 00 00
    34 12  cd ab
  `),
  '565': fromHex(`
    2e 76 62 6d  01 00 00 00
    01 00 00 00  01 00 00 00  02 00 00 00
    00 00 00 00  00 00 00 00  00 00 00 00            # 0 frames are 1
    e0 07                                            # green
  `),
};
