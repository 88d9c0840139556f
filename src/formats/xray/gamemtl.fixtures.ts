import { fromHex } from '../../test-support/hex.ts';

/** Small files, laid out by hand from the specification and not by the codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two materials and their pair': fromHex(`
    00 10 00 00  02 00 00 00                               # version
      01 00
    01 10 00 00  08 00 00 00                               # next ids
      03 00 00 00 01 00 00 00
    02 10 00 00  1a 01 00 00                               # materials
      00 00 00 00  75 00 00 00                             # material 0
        00 10 00 00  0c 00 00 00                           # id, name
          01 00 00 00 64 65 66 61 75 6c 74 00
        05 10 00 00  01 00 00 00                           # description
          00
        01 10 00 00  04 00 00 00                           # flags
          04 00 00 00
        02 10 00 00  14 00 00 00                           # physics
          66 66 66 3f cd cc cc 3d 00 00 7a 44 00 00 00 00
          cd cc cc 3d
        03 10 00 00  10 00 00 00                           # factors
          00 00 00 3f 00 00 80 3f 00 00 80 3f 00 00 80 3f
        04 10 00 00  04 00 00 00                           # flotation
          00 00 80 3f
        06 10 00 00  04 00 00 00                           # injurious speed
          00 00 00 00
      01 00 00 00  95 00 00 00                             # material 1
        00 10 00 00  14 00 00 00                           # id, name
          02 00 00 00 6d 61 74 65 72 69 61 6c 73 5c 77 61
          74 65 72 00
        05 10 00 00  01 00 00 00                           # description
          00
        01 10 00 00  04 00 00 00                           # flags
          00 02 00 80
        02 10 00 00  14 00 00 00                           # physics
          66 66 66 3f cd cc cc 3d 00 00 7a 44 00 00 00 00
          cd cc cc 3d
        03 10 00 00  10 00 00 00                           # factors
          00 00 00 3f 00 00 80 3f 00 00 80 3f 00 00 80 3f
        08 10 00 00  04 00 00 00                           # multiplayer shoot factor
          00 00 00 3f
        04 10 00 00  04 00 00 00                           # flotation
          00 00 00 3f
        06 10 00 00  04 00 00 00                           # injurious speed
          00 00 00 00
        07 10 00 00  04 00 00 00                           # density
          cd cc cc 3d
    03 10 00 00  57 00 00 00                               # pairs
      00 00 00 00  4f 00 00 00                             # pair 0
        00 10 00 00  14 00 00 00                           # materials, id, parent, own properties
          01 00 00 00 02 00 00 00 00 00 00 00
          ff ff ff ff ff ff ff ff
        02 10 00 00  01 00 00 00                           # breaking sounds
          00
        03 10 00 00  0e 00 00 00                           # step sounds
          73 74 65 70 5c 61 2c 73 74 65 70 5c 62 00
        05 10 00 00  0c 00 00 00                           # collide sounds, particles, marks
          00 68 69 74 5c 77 61 74 65 72 00 00
  `),
};
