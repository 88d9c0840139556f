import { fromHex } from '../../test-support/hex.ts';

const zeros = (count: number) => '00 '.repeat(count);

/** Small files, written by hand from sections 6 and 7 of the specification and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a triangle': fromHex(`
    44 33 46 52  00 00 04 00                           # static, version 0x40000
    01 00 00 00                                        # one submesh
    00 00 00 00  00 00 00 00  00 00 00 00
    01 00 00 00                                        # one material
    00 00 00 00  00 00 00 00
    00 00 00 00                                        # no sphere

    4d 42 55 53  00 00 00 00                           # SUBM
    66 6c 61 67  ${zeros(20)}                          # 'flag'
    4e 6f 6e 65  ${zeros(20)}                          # 'None'
    07 00 00 00                                        # version 7
    01 00 00 00  00 00 00 00                           # one level, from 0 m
    00 00 80 3f  00 00 00 00  00 00 00 40              # offset 1 0 2
    00 00 80 3f                                        # radius 1
    00 00 00 00  00 00 00 00  00 00 00 00              # bounds 0 0 0
    00 00 80 3f  00 00 80 3f  00 00 00 00              #     to 1 1 0

    20 00 00 00                                        # level: planes
    03 00 00 00  01 00  74 01 00 00                    # 3 vertices, 1 batch, 372 bytes
      ${zeros(32)}                                     # batch header: scratch
      00 00 00 00                                      # texture 0
      ${zeros(20)}  ${zeros(8)}                        # scratch, padding to 64
      00 00 00 00  00 00 00 00  00 00 00 00            # positions
      00 00 00 00  00 00 80 3f  00 00 00 00
      00 00 80 3f  00 00 00 00  00 00 00 00
      ${zeros(12)}
      00 00 00 00  00 00 00 00  00 00 80 bf            # normals 0 0 -1
      00 00 00 00  00 00 00 00  00 00 80 bf
      00 00 00 00  00 00 00 00  00 00 80 bf
      ${zeros(12)}
      00 00 00 00  00 00 80 3f                         # uvs
      00 00 00 00  00 00 00 00
      00 00 80 3f  00 00 80 3f
      ${zeros(8)}
      00 00  01 00  02 00  20 00  ${zeros(8)}          # triangle 0 1 2, double-sided
      00 00 00 00  00 00 00 00  00 00 80 bf  00 00 00 00 # plane
      00 00  00 00  00 00  ${zeros(10)}                # same positions: none
      ${zeros(32)}                                     # links, all zero
      63 6f 72 6f 6e 61 5f 31  ${zeros(60)}            # prop point 'corona_1'
      00 00 00 00  00 00 00 00  00 00 00 00  00 00 80 3f
      00 00 80 3f  00 00 80 3f  00 00 00 40            # 1 1 2 in model space
      ff ff ff ff                                      # no bone
    ff ff ff ff                                        # unknown
    03 00  01 00                                       # 3 vertices, 1 face
    30 00  08 00  0a 00  20 00  20 00                  # sizes, rounded up
    41 8c 51 00                                        # render mode
    01 00 00 00                                        # 1 prop point
    01 00 00 00                                        # 1 texture:
    00  66 6c 61 67 2e 74 67 61 00                     # material 0, 'flag.tga'

    01 00 00 00                                        # 1 material
    66 6c 61 67 2e 74 67 61  ${zeros(24)}              # 'flag.tga'
    00 00 80 3f                                        # full bright
    00 00 00 00  00 00 00 00  00 00 00 00
    ${zeros(32)}
    11 00 00 00
    01 00 00 00                                        # 1 trailer
    66 6c 61 67  ${zeros(20)}  00 00 00 00

    00 00 00 00  00 00 00 00                           # END
  `),
  nothing: fromHex(`
    44 33 46 52  00 00 04 00                           # static, version 0x40000
    ${zeros(32)}                                       # no submesh, no material, no sphere
    00 00 00 00  00 00 00 00                           # END
  `),
};
