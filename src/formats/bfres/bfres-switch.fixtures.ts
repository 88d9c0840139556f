import { fromHex } from '../../test-support/hex.ts';

// Assembled by hand from the specification, not by our writer. What no public file shows (version 9, shape and scene
// animations, key shapes, quaternion skeletons, baked curves) is in here as described there, unverified on real files.

/** Small files of every version and with every structure. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a clip, version 8': fromHex(`
    46 52 45 53 20 20 20 20                           # signature
    00 00 08 00                                       # version 8.0.0
    ff fe                                             # byte order
    03 00                                             # aligned to 8
    72 02 00 00                                       # file name
    00 00                                             # not relocated
    d0 00                                             # first block
    88 02 00 00                                       # relocation table
    48 03 00 00                                       # file size
    70 02 00 00 00 00 00 00                           # 'clip'
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    d0 00 00 00 00 00 00 00                           # -> ska
    50 01 00 00 00 00 00 00                           # -> skadic
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # no memory pool
    00 00 00 00 00 00 00 00                           # no buffers
    00 00 00 00 00 00 00 00                           # no embedded files
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00                           # user pointer
    6c 02 00 00 00 00 00 00                           # string table
    2e 00 00 00                                       # string pool size
    00 00 01 00 00 00 00 00 00 00 00 00 00 00         # models, 1 skeletal animation, ...
    00 00 00 00 00 00
    46 53 4b 41                                       # FSKA
    88 01 00 00                                       # distance to the next block
    88 01 00 00 00 00 00 00                           # again
    7e 02 00 00 00 00 00 00                           # 'walk'
    6c 02 00 00 00 00 00 00                           # path ''
    00 00 00 00 00 00 00 00                           # bound skeleton
    78 01 00 00 00 00 00 00                           # -> bind
    80 01 00 00 00 00 00 00                           # -> bones
    a8 01 00 00 00 00 00 00                           # no user data, which is here
    00 00 00 00 00 00 00 00                           # none
    04 10 00 00                                       # Euler angles, loop
    14 00 00 00                                       # 20 frames
    02 00 00 00                                       # 2 curves
    e0 00 00 00                                       # baked size
    01 00 00 00                                       # 1 bone, no user data
    00 00 00 00
    22 00 00 00                                       # spare buffer record
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   #
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    6c 02 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    7e 02 00 00 00 00 00 00                           # 'walk'
    ff ff                                             # not bound
    00 00 00 00 00 00                                 # padding
    78 02 00 00 00 00 00 00                           # 'Arm'
    d0 01 00 00 00 00 00 00                           # -> curves
    a8 01 00 00 00 00 00 00                           # -> base
    78 08 00 00                                       # base values of all groups, curves of scale x and rotation z
    03 06 02 07                                       # begin, curves
    00 00 00 00
    00 00 00 00
    00 00 80 3f 00 00 80 3f 00 00 80 3f               # scale
    00 00 00 00 00 00 00 00 00 00 00 3f 00 00 80 3f   # rotation
    00 00 00 00 00 00 00 40 00 00 00 00               # translation
    30 02 00 00 00 00 00 00                           # -> f0
    38 02 00 00 00 00 00 00                           # -> k0
    0a 00 03 00                                       # flags, keys
    04 00 00 00                                       # target
    00 00 00 00 00 00 a0 41                           # frames
    00 00 00 3f 00 00 80 3f 00 00 80 3f               # scale, offset, delta
    00 00 00 00
    48 02 00 00 00 00 00 00                           # -> f1
    50 02 00 00 00 00 00 00                           # -> k1
    15 00 02 00                                       # flags, keys
    28 00 00 00                                       # target
    00 00 00 00 00 00 84 41                           # frames
    00 00 80 3e 00 00 00 3e 00 00 00 3f               # scale, offset, delta
    00 00 00 00
    00 0a 14                                          # frames
    00 00 00 00 00                                    # padding
    00 04 00 fe 02 00 00 00 02 00 00 00               # a b c d of each key
    00 00 00 00                                       # padding
    00 00 10 02                                       # frames 0 and 16.5
    00 00 00 00                                       # padding
    00 00 02 00 02 00 00 00                           # value and difference of each key
    5f 53 54 52                                       # string pool
    00 00 00 00
    30 00 00 00 00 00 00 00                           # distance to the relocation table
    03 00 00 00                                       # strings
    00 00 00                                          # ''
    00
    04 00 63 6c 69 70 00                              # 'clip'
    00
    03 00 41 72 6d 00                                 # 'Arm'
    04 00 77 61 6c 6b 00                              # 'walk'
    00
    00 00                                             # padding
    5f 52 4c 54                                       # relocation table
    88 02 00 00                                       # its own offset
    05 00 00 00 00 00 00 00                           # sections
    00 00 00 00 00 00 00 00                           # section 0
    00 00 00 00 86 02 00 00 00 00 00 00 07 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 1
    86 02 00 00 00 00 00 00 07 00 00 00 00 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 2
    86 02 00 00 00 00 00 00 07 00 00 00 00 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 3
    86 02 00 00 00 00 00 00 07 00 00 00 00 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 4
    86 02 00 00 00 00 00 00 07 00 00 00 00 00 00 00   # position, size, first entry, entries
    20 00 00 00 04 00 01 05                           # at 0x20: 4 of 1 pointers, gap 5
    30 00 00 00 02 00 03 27                           # at 0x30: 2 of 3 pointers, gap 39
    60 00 00 00 02 00 01 01                           # at 0x60: 2 of 1 pointers, gap 1
    e0 00 00 00 02 00 02 1c                           # at 0xe0: 2 of 2 pointers, gap 28
    f8 00 00 00 01 00 04 00                           # at 0xf8: 1 of 4 pointers, gap 0
    60 01 00 00 02 00 01 01                           # at 0x160: 2 of 1 pointers, gap 1
    00 02 00 00 01 00 02 00                           # at 0x200: 1 of 2 pointers, gap 0  `),
};
