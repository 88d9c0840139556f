import { fromHex } from '../../test-support/hex.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'body and weapon': fromHex(`
    02 00 00 00                                   # 2 records
    02 00 00 00  03 00 00 00  20 00 00 00         # body: 2 joints, 3 frames, 32 bytes
      03 00  18 00  04                            # 3 frames, stream of 24 bytes, angles of 8 bits
      00 00  ff bf  00 00                         # frame 0: position 0 -65 0
      00 03 10  e6 80 26                          # angles 0 3 16, 230 128 38
                                                  # frame 1, bit by bit:
                                                  #   0 0000001 | 0 0001000 | 1 1111111110111111    +1 +8 -65 (long)
                                                  #   0 | 1 000 | 1 001 0                           0 -1 +1
                                                  #   1 111 01000000 | 1 110 100000 | 0             64 (raw) -64 0
                                                  # frame 2: 24 zero bits for the position (0 0000000 three times), 6 for the angles
      01 08 ff df a2 5e 81 d0  00 00 00 00
      00 00 00                                    # padding to a multiple of 4
    01 00 00 00  03 00 00 00  20 00 00 00         # weapon: 1 joint, 3 frames, 32 bytes (specification, example B)
      03 00  1b 00  04
      fe a9  fd 42  fb 79  07 1e 4a               # -343 -702 -1159, 7 30 74
      80 6a a5 40 12 6f 75 f9 10 14 58 05 c4 0a 13 bf 8f a8
  `),
  'full precision, stale bits in the last byte': fromHex(`
    01 00 00 00
    01 00 00 00  02 00 00 00  18 00 00 00         # 1 joint, 2 frames, 24 bytes
      02 00  11 00  00                            # stream of 17 bytes, angles of 12 bits
      00 01  ff ff  7f ff                         # frame 0: position 1 -1 32767
      001 fff 800                                 # angles 1 4095 2048
                                                  # frame 1, from the middle of a byte:
      40 3f 00                                    #   0 1000000 | 0 0111111 | 0 0000000             -64 +63 0
      d878201                                     #   1 101 10000 | 1 111 000001000000 | 0          -32 +64 (raw) 0
                                                  #   and two stale bits 01
      00 00                                       # padding
  `),
  'no records': fromHex('00 00 00 00'),
};
