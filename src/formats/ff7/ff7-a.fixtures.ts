import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two frames of one bone': fromHex(`
    01 00 00 00  02 00 00 00  01 00 00 00         # version, 2 frames, 1 bone
    01 00 02  00                                  # y, then x, then z
    78 56 34 12  00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00
    00 00 00 00  00 00 b4 42  00 00 00 00         # root turned by 90 degrees around y
    00 00 00 00  00 00 20 41  00 00 00 00         # root 10 up
    00 00 b4 43  00 00 00 00  00 00 00 3f         # the bone: 360 0 0.5 degrees
    00 00 00 00  00 00 b4 42  00 00 00 00
    00 00 00 00  00 00 30 41  00 00 00 00
    00 00 80 3f  00 00 00 00  00 00 00 3f
  `),
  'a single root': fromHex(`
    01 00 00 00  01 00 00 00  00 00 00 00  01 00 02  00
    00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00
    00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00
  `),
};
