import { fromHex } from '../../test-support/hex.ts';

const one = '00 00 80 3f';
const zero = '00 00 00 00';
const words = (...values: number[]) =>
  values
    .map((value) => [0, 8, 16, 24].map((shift) => ((value >>> shift) & 0xff).toString(16).padStart(2, '0')).join(' '))
    .join('  ');

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a plain triangle and a textured one': fromHex(`
    ${words(1, 1, 1)}                             # version, unknown, vertex type
    ${words(6, 1, 0, 3, 6, 6, 2, 0, 0, 2, 2, 1)}  # 6 vertices, 1 normal, 3 texture coordinates, 6 colours, 6 edges, 2 polygons, …
    ${words(1)}                                   # there is a normal index table
    ${words(0x00a1b2c3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}
    ${zero} ${zero} ${zero}  ${one} ${zero} ${zero}  ${zero} ${one} ${zero}
    ${zero} ${zero} ${zero}  ${one} ${zero} ${zero}  ${zero} ${one} ${zero}
    ${zero} ${zero} ${one}                        # the normal
    ${zero} ${zero}  ${one} ${zero}  ${zero} 00 00 00 40   # u v: the last beyond 1
    ${'10 20 30 ff '.repeat(3)} ${'ff ff ff ff '.repeat(3)}
    10 20 30 ff  ff ff ff ff                      # polygon colours
    00 00 01 00  01 00 02 00  02 00 00 00         # edges
    03 00 04 00  04 00 05 00  05 00 03 00
    00 00  00 00 01 00 02 00  00 00 00 00 00 00  00 00 01 00 02 00  00 00 a1 00
    00 00  00 00 01 00 02 00  00 00 00 00 00 00  00 00 01 00 02 00  00 00 a1 00
    ${words(1, 1, 0x38200, 0x20002, 0, 0, 0, 0, 0, 2, 0xffffffff, 0, 0, 2, 1, 2, 0, 4, 0, 0, 0, 0, 0, 255, 0)}
    ${words(1, 1, 0x3820e, 0x20002, 0, 0, 0, 0, 0, 1, 0xffffffff, 0, 0, 2, 1, 2, 0, 4, 0, 0, 0, 0, 0, 255, 0)}
    ${words(1, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)}    # group 0: polygon 0, vertices 0 to 2
    ${words(2, 1, 1, 3, 3, 3, 0, 0, 0, 0, 0, 0, 1, 0)}    # group 1: polygon 1, vertices 3 to 5, texture 0
    ${zero}  ${one} ${one} ${zero}  ${zero} ${zero} ${zero}   # bounding box, maximum first
    ${words(0, 0, 0, 0, 0, 0)}                    # normals of the vertices
  `),
  nothing: fromHex(`${words(1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)} ${words(...new Array(16).fill(0))}`),
};
