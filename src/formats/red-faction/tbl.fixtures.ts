import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the specification and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'one class': fromHex(`
    23 45 6e 74 69 74 79 20 43 6c 61 73 73 65 73 0d 0a   # #Entity Classes
    24 4e 61 6d 65 3a 20 22 61 80 22 0a                  # $Name: "a€"
    24 56 33 44 20 46 69 6c 65 6e 61 6d 65 3a            # $V3D Filename:
    20 22 61 2e 76 63 6d 22 0d 0a                        # "a.vcm"
    23 45 6e 64                                          # #End
  `),
  nothing: new Uint8Array(),
};
