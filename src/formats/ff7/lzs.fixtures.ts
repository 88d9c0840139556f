import { fromHex } from '../../test-support/hex.ts';

/** Small streams; all but the last from the table of specification, section 9.1. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'forty letters': fromHex('08 00 00 00  01 41 ee ff 00 0f 04 00'),
  'forty zeros, from the window before the start': fromHex('07 00 00 00  00 dc ff ff ff 11 01'),
  'a repetition': fromHex('09 00 00 00  27 61 62 63 ee ff f4 f0 58'),
  'literals that another tool did not pair': fromHex('08 00 00 00  7f 41 41 41 41 41 41 41'),
};
