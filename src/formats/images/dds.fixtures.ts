import { fromHex } from '../../test-support/hex.ts';

const zeros = (count: number) => '00 '.repeat(count);

const head = (height: string, width: string, pitch: string, mips: string) => `
  44 44 53 20  7c 00 00 00                           # signature, size of the header
  07 10 0a 00                                        # flags
  ${height} 00 00 00  ${width} 00 00 00
  ${pitch} 00 00 00  00 00 00 00  ${mips} 00 00 00   # bytes, depth, levels
  ${zeros(44)}                                       # reserved
`;
const masks = 'ff 00 00 00  00 ff 00 00  00 00 ff 00  00 00 00 ff';

/** Small files, written by hand from Microsoft's description of the format. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'DXT1, two levels': fromHex(`
    ${head('04', '08', '10', '02')}
    20 00 00 00  04 00 00 00  44 58 54 31  00 00 00 00  ${zeros(16)}
    08 10 40 00  00 00 00 00  ${zeros(12)}           # caps
    00 f8 1f 00  e4 e4 e4 e4   1f 00 00 f8  e4 e4 e4 e4
    e0 07 00 00  00 00 00 00                         # the level of 4 x 2: green
  `),
  '2 x 1 pixels of 32 bits': fromHex(`
    ${head('01', '02', '08', '00')}
    20 00 00 00  41 00 00 00  00 00 00 00  20 00 00 00  ${masks}
    00 10 00 00  00 00 00 00  ${zeros(12)}
    01 02 03 04  ff 80 00 ff
  `),
};
