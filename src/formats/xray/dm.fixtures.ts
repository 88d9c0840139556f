import { fromHex } from '../../test-support/hex.ts';

/** Small files, laid out by hand from the specification and not by the codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a triangle': fromHex(`
    64 65 74 61 69 6c 73 5c 73 65 74 00
    67 72 61 73 73 00
    01 00 00 00 00 00 00 3f 00 00 00 40                    # does not wave, scales
    03 00 00 00 03 00 00 00                                # vertices, indices
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 80 3f
    00 00 80 3f 00 00 00 00 00 00 00 00 00 00 80 3f
    00 00 80 3f
    00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 00
    00 00 00 00
    00 00 02 00 01 00
  `),
};
