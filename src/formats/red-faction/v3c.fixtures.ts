import { fromHex } from '../../test-support/hex.ts';

const zeros = (count: number) => '00 '.repeat(count);

/** A small file, written by hand from sections 6 and 7 of the specification and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two bones': fromHex(`
    4d 43 46 52  00 00 04 00                           # character, version 0x40000
    01 00 00 00                                        # one submesh
    00 00 00 00  00 00 00 00  00 00 00 00
    01 00 00 00                                        # one material
    00 00 00 00  00 00 00 00
    01 00 00 00                                        # one sphere

    4d 42 55 53  00 00 00 00                           # SUBM
    6d 61 6e  ${zeros(21)}                             # 'man'
    4e 6f 6e 65  ${zeros(20)}                          # 'None'
    07 00 00 00                                        # version 7
    01 00 00 00  00 00 00 00                           # one level, from 0 m
    00 00 00 00  00 00 00 00  00 00 00 00              # offset
    00 00 80 3f                                        # radius 1
    00 00 00 00  00 00 00 00  00 00 00 00              # bounds 0 0 0
    00 00 80 3f  00 00 80 3f  00 00 00 00              #     to 1 1 0

    03 00 00 00                                        # level: morph maps, character
    03 00 00 00  01 00  10 01 00 00                    # 3 vertices, 1 batch, 272 bytes
      ${zeros(32)}                                     # batch header: scratch
      00 00 00 00                                      # texture 0
      ${zeros(20)}  ${zeros(8)}                        # scratch, padding to 64
      00 00 00 00  00 00 00 00  00 00 00 00            # positions
      00 00 00 00  00 00 80 3f  00 00 00 00
      00 00 80 3f  00 00 00 00  00 00 00 00
      00 00 00 00  00 00 00 00  00 00 00 00            # like the first
      00 00 00 00  00 00 00 00  00 00 80 bf            # normals 0 0 -1
      00 00 00 00  00 00 00 00  00 00 80 bf
      00 00 00 00  00 00 00 00  00 00 80 bf
      00 00 00 00  00 00 00 00  00 00 80 3f            # but this one 0 0 1
      00 00 00 00  00 00 80 3f                         # uvs
      00 00 00 00  00 00 00 00
      00 00 80 3f  00 00 80 3f
      00 00 00 00  00 00 80 3f
      00 00  01 00  02 00  00 00                       # triangle 0 1 2
      03 00  02 00  01 00  00 00                       # triangle 3 2 1
      00 00  00 00  00 00  03 00  ${zeros(8)}          # same positions: 3 vertices before the last
      ff 00 00 00  00 ff ff ff                         # links: all of bone 0
      80 7f 00 00  01 00 ff ff                         # 128 of bone 1, 127 of bone 0
      ff 00 00 00  01 ff ff ff                         # all of bone 1
      ff 00 00 00  00 ff ff ff
      00 00  ff ff  02 00  ${zeros(10)}                # morph map: 0, none, 2
    ff ff ff ff                                        # unknown
    04 00  02 00                                       # 4 vertices, 2 faces
    30 00  10 00  08 00  20 00  20 00                  # sizes
    41 8c 51 00                                        # render mode
    00 00 00 00                                        # no prop point
    01 00 00 00                                        # 1 texture:
    00  6d 61 6e 2e 74 67 61 00                        # material 0, 'man.tga'

    01 00 00 00                                        # 1 material
    6d 61 6e 2e 74 67 61  ${zeros(25)}                 # 'man.tga'
    00 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00
    ${zeros(32)}
    01 00 00 00
    01 00 00 00                                        # 1 trailer
    6d 61 6e  ${zeros(21)}  00 00 00 00

    48 50 53 43  2c 00 00 00                           # CSPH, 44 bytes
    63 73 70 68 65 72 65 5f 30  ${zeros(15)}           # 'csphere_0'
    01 00 00 00                                        # of bone 1
    00 00 00 00  00 00 00 3f  00 00 00 00              # 0 0.5 0
    00 00 40 3f                                        # radius 0.75

    45 4e 4f 42  74 00 00 00                           # BONE, 4 + 2 * 56 bytes
    02 00 00 00
    68 61 6e 64  ${zeros(20)}                          # 'hand', before its parent
    00 00 00 00  00 00 00 00  00 00 00 00  00 00 80 3f
    00 00 80 bf  00 00 00 00  00 00 00 00              # stands at 1 0 0
    01 00 00 00                                        # below bone 1
    72 6f 6f 74  ${zeros(20)}                          # 'root'
    00 00 00 00  00 00 00 00  00 00 00 00  00 00 80 3f
    00 00 00 00  00 00 00 00  00 00 00 00
    ff ff ff ff

    00 00 00 00  00 00 00 00                           # END
  `),
};
