import { fromHex } from '../../test-support/hex.ts';

/** Small files, laid out by hand from the specification and not by the codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two bones': fromHex(`
    00 00 00 00  20 01 00 00                               # bone 0
      02 00 00 00  05 00 00 00                             # name
        72 6f 6f 74 00
      04 00 00 00  0f 00 00 00                             # material
        64 65 66 61 75 6c 74 5f 6f 62 6a 65 63 74 00
      05 00 00 00  70 00 00 00                             # shape
        02 00 00 00                                        # shape type, flags
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00    # box axes
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00
        00 00 80 3f
        00 00 00 00 00 00 00 00 00 00 00 00                # box centre
        cd cc cc 3d cd cc 4c 3e cd cc cc 3d                # box half size
        00 00 00 00 00 00 00 00 00 00 00 00 cd cc 4c 3e    # sphere
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    # cylinder
        00 00 80 3f 00 00 00 00 cd cc cc 3e cd cc cc 3d
      08 00 00 00  04 00 00 00                             # flags
        00 00 00 00
      06 00 00 00  3c 00 00 00                             # joint
        02 00 00 00                                        # joint
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # x: limits, spring, damping
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # y: limits, spring, damping
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # z: limits, spring, damping
        00 00 80 3f 00 00 80 3f                            # spring, damping
      10 00 00 00  04 00 00 00                             # friction
        00 00 00 00
      09 00 00 00  08 00 00 00                             # breaking
        00 00 00 00 00 00 00 00
      07 00 00 00  10 00 00 00                             # mass
        00 00 20 41
        00 00 00 00 00 00 00 00 00 00 00 00
    01 00 00 00  1f 01 00 00                               # bone 1
      02 00 00 00  04 00 00 00                             # name
        74 69 70 00
      04 00 00 00  0f 00 00 00                             # material
        64 65 66 61 75 6c 74 5f 6f 62 6a 65 63 74 00
      05 00 00 00  70 00 00 00                             # shape
        02 00 00 00                                        # shape type, flags
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00    # box axes
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00
        00 00 80 3f
        00 00 00 00 00 00 00 00 00 00 00 00                # box centre
        cd cc cc 3d cd cc 4c 3e cd cc cc 3d                # box half size
        00 00 00 00 00 00 00 00 00 00 00 00 cd cc 4c 3e    # sphere
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    # cylinder
        00 00 80 3f 00 00 00 00 cd cc cc 3e cd cc cc 3d
      08 00 00 00  04 00 00 00                             # flags
        00 00 00 00
      06 00 00 00  3c 00 00 00                             # joint
        02 00 00 00                                        # joint
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # x: limits, spring, damping
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # y: limits, spring, damping
        00 00 00 bf 00 00 00 3f 00 00 80 3f 00 00 80 3f    # z: limits, spring, damping
        00 00 80 3f 00 00 80 3f                            # spring, damping
      10 00 00 00  04 00 00 00                             # friction
        00 00 00 00
      09 00 00 00  08 00 00 00                             # breaking
        00 00 00 00 00 00 00 00
      07 00 00 00  10 00 00 00                             # mass
        00 00 20 41
        00 00 00 00 00 00 00 00 00 00 00 00
    23 09 00 00  19 00 00 00                               # partitions
      01 00 00 00
      64 65 66 61 75 6c 74 00 02 00 00 00 72 6f 6f 74
      00 74 69 70 00
  `),
};
