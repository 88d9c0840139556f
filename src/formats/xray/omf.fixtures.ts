import { fromHex } from '../../test-support/hex.ts';

/** Small files, laid out by hand from the specification and not by the codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'version 4 with a mark': fromHex(`
    0e 00 00 00  74 00 00 00                               # motions
      00 00 00 00  04 00 00 00                             # count
        01 00 00 00
      01 00 00 00  60 00 00 00                             # motion 1
        69 64 6c 65 00
        03 00 00 00                                        # 3 frames
        03                                                 # moves, fixed rotation
        5d 07 63 2e 45 bc ec 61                            # the rotation of section 25.5
        fd d0 ed 0c                                        # the track of section 25.4: CRC
        81 00 00 d6 00 00 7f 00 00                         # keys
        38 cf 9a 3a 00 00 00 00 00 00 00 00                # scale
        9a 99 19 3e 00 00 80 3f 00 00 00 00                # translation
        00                                                 # turns
        7e ef d2 c2                                        # CRC
        00 00 00 00 00 00 ff 7f 00 00 18 fc 00 00 ef 7f
        00 00 30 f8 00 00 c1 7f
        00 00 00 00 00 00 80 3f 00 00 00 00                # translation
    0f 00 00 00  55 00 00 00                               # definitions
      04 00 01 00                                          # version 4, 1 part
      64 65 66 61 75 6c 74 00 02 00
      72 6f 6f 74 00 00 00 00 00                           # root has track 0
      74 69 70 00 01 00 00 00                              # tip has track 1
      01 00 69 64 6c 65 00                                 # 1 motion
      00 00 00 00 ff ff 00 00                              # flags, all parts, motion 0
      00 00 80 3f 00 00 80 3f 00 00 00 40 00 00 00 40      # speed, power, accrue, falloff
      01 00 00 00 52 69 67 68 74 0d 0a
      01 00 00 00 00 00 00 00 cd cc cc 3d                  # 1 interval
  `),
  'version 3, 16-bit keys': fromHex(`
    0e 00 00 00  82 00 00 00                               # motions
      00 00 00 00  04 00 00 00                             # count
        01 00 00 00
      01 00 00 00  6e 00 00 00                             # motion 1
        69 64 6c 65 00
        03 00 00 00                                        # 3 frames
        03                                                 # moves, fixed rotation
        5d 07 63 2e 45 bc ec 61                            # the rotation of section 25.5
        fd d0 ed 0c                                        # the track of section 25.4: CRC
        81 00 00 d6 00 00 7f 00 00                         # keys
        38 cf 9a 3a 00 00 00 00 00 00 00 00                # scale
        9a 99 19 3e 00 00 80 3f 00 00 00 00                # translation
        07                                                 # moves in 16 bits
        5d 07 63 2e 45 bc ec 61
        96 6e 83 ad                                        # CRC
        01 80 00 00 00 00 00 00 00 00 00 00 ff 7f 00 00
        00 00
        00 01 80 38 00 00 00 00 00 00 00 00                # scale
        00 00 00 00 00 00 00 00 00 00 00 00                # translation
    0f 00 00 00  3e 00 00 00                               # definitions
      03 00 01 00                                          # version 3, 1 part
      64 65 66 61 75 6c 74 00 02 00
      72 6f 6f 74 00 00 00 00 00                           # root has track 0
      74 69 70 00 01 00 00 00                              # tip has track 1
      01 00 69 64 6c 65 00                                 # 1 motion
      00 00 00 00 ff ff 00 00                              # flags, all parts, motion 0
      00 00 80 3f 00 00 80 3f 00 00 00 40 00 00 00 40      # speed, power, accrue, falloff
  `),
  'version 2, names only': fromHex(`
    0e 00 00 00  74 00 00 00                               # motions
      00 00 00 00  04 00 00 00                             # count
        01 00 00 00
      01 00 00 00  60 00 00 00                             # motion 1
        69 64 6c 65 00
        03 00 00 00                                        # 3 frames
        03                                                 # moves, fixed rotation
        5d 07 63 2e 45 bc ec 61                            # the rotation of section 25.5
        fd d0 ed 0c                                        # the track of section 25.4: CRC
        81 00 00 d6 00 00 7f 00 00                         # keys
        38 cf 9a 3a 00 00 00 00 00 00 00 00                # scale
        9a 99 19 3e 00 00 80 3f 00 00 00 00                # translation
        00                                                 # turns
        7e ef d2 c2                                        # CRC
        00 00 00 00 00 00 ff 7f 00 00 18 fc 00 00 ef 7f
        00 00 30 f8 00 00 c1 7f
        00 00 00 00 00 00 80 3f 00 00 00 00                # translation
    0f 00 00 00  36 00 00 00                               # definitions
      02 00 01 00                                          # version 2, 1 part
      64 65 66 61 75 6c 74 00 02 00
      72 6f 6f 74 00                                       # root has track 0
      74 69 70 00                                          # tip has track 1
      01 00 69 64 6c 65 00                                 # 1 motion
      00 00 00 00 ff ff 00 00                              # flags, all parts, motion 0
      00 00 80 3f 00 00 80 3f 00 00 00 40 00 00 00 40      # speed, power, accrue, falloff
  `),
  'version 1, slots only': fromHex(`
    0e 00 00 00  74 00 00 00                               # motions
      00 00 00 00  04 00 00 00                             # count
        01 00 00 00
      01 00 00 00  60 00 00 00                             # motion 1
        69 64 6c 65 00
        03 00 00 00                                        # 3 frames
        03                                                 # moves, fixed rotation
        5d 07 63 2e 45 bc ec 61                            # the rotation of section 25.5
        fd d0 ed 0c                                        # the track of section 25.4: CRC
        81 00 00 d6 00 00 7f 00 00                         # keys
        38 cf 9a 3a 00 00 00 00 00 00 00 00                # scale
        9a 99 19 3e 00 00 80 3f 00 00 00 00                # translation
        00                                                 # turns
        7e ef d2 c2                                        # CRC
        00 00 00 00 00 00 ff 7f 00 00 18 fc 00 00 ef 7f
        00 00 30 f8 00 00 c1 7f
        00 00 00 00 00 00 80 3f 00 00 00 00                # translation
    0f 00 00 00  35 00 00 00                               # definitions
      01 00 01 00                                          # version 1, 1 part
      64 65 66 61 75 6c 74 00 02 00
      00 00 00 00                                          # root has track 0
      01 00 00 00                                          # tip has track 1
      01 00 69 64 6c 65 00                                 # 1 motion
      00 00 00 00 ff ff 00 00                              # flags, all parts, motion 0
      00 00 80 3f 00 00 80 3f 00 00 00 40 00 00 00 40      # speed, power, accrue, falloff
  `),
};
