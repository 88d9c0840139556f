import { fromHex } from '../test-support/hex.ts';

/** Small streams, written by hand from section 2.2 of the BFRES specification. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'literals and references': fromHex(`
  59 61 7a 30  00 00 00 1c  00 00 20 00  00 00 00 00
  e0                      # three literals, then references
  61 62 63
  10 02                   # 3 bytes from 3 back
  00 05 04                # 0x16 bytes from 6 back
`),
  nothing: fromHex('59 61 7a 30  00 00 00 00  00 00 00 00  00 00 00 00'),
};
