import { fromHex } from '../../test-support/hex.ts';

const zeros = (count: number) => '00'.repeat(count);

const head = (count: string, size: string) => `
  ce 0a 89 51  01 00 00 00                           # magic, version 1
  ${count}  ${size}                                  # files, bytes in all
  ${zeros(2032)}
`;

/** Small files, written by hand from the specification and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'three files': fromHex(`
    ${head('03 00 00 00', '00 20 00 00')}
    61 2e 74 78 74  ${zeros(55)}  03 00 00 00          # a.txt, 3 bytes
    65 6d 70 74 79  ${zeros(55)}  00 00 00 00          # empty, none
    62 27 73 20 28 31 29  ${zeros(53)}  01 00 00 00    # b's (1), 1 byte
    ${zeros(1856)}
    41 42 43  ${zeros(2045)}
    44  ${zeros(2047)}
  `),
  'no files': fromHex(head('00 00 00 00', '00 08 00 00')),
};
