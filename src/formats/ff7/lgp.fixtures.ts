import { fromHex } from '../../test-support/hex.ts';

/** A text in a field of `size` bytes, as hex. */
const text = (value: string, size: number) =>
  Array.from({ length: size }, (_, i) =>
    (i < value.length ? value.charCodeAt(i) : 0).toString(16).padStart(2, '0'),
  ).join('');

/** The lookup table: `{ bucket: 'first count' }`. */
const lookup = (buckets: Record<number, string>) =>
  Array.from({ length: 900 }, (_, bucket) => buckets[bucket] ?? '00 00 00 00').join(' ');

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two files': fromHex(`
    00 00 ${text('SQUARESOFT', 10)}  02 00 00 00
    ${text('aaaa.hrc', 20)}  74 0e 00 00  0b  00 00    # its data comes second
    ${text('rtda', 20)}  58 0e 00 00  0e  00 00        # at 16 + 2 * 27 + 3600 + 2
    ${lookup({ 1: '01 00 01 00', 530: '02 00 01 00' })}   # aa: 30 * 0 + 0 + 1, rt: 30 * 17 + 19 + 1
    00 00                                              # no equal names
    ${text('rtda', 20)}  04 00 00 00  00 00 00 00
    ${text('aaaa.hrc', 20)}  05 00 00 00  3a 48 45 41 44
    ${text('FINAL FANTASY7', 14)}
  `),
  'one name in two folders': fromHex(`
    00 00 ${text('SQUARESOFT', 10)}  02 00 00 00
    ${text('one.a00', 20)}  5e 0f 00 00  0e  01 00     # at 16 + 54 + 3600 + 2 + 262
    ${text('one.a00', 20)}  77 0f 00 00  0e  01 00
    ${lookup({ 434: '01 00 02 00' })}                  # on: 30 * 14 + 13 + 1
    01 00  02 00                                       # one group of two
    ${text('fx/alpha', 128)}  00 00
    ${text('fx/beta', 128)}  01 00
    ${text('one.a00', 20)}  01 00 00 00  aa
    ${text('one.a00', 20)}  02 00 00 00  bb bb
    ${text('FINAL FANTASY7', 14)}
  `),
};
