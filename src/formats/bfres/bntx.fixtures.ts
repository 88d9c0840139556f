import { fromHex } from '../../test-support/hex.ts';

const zeros = (count: number): string => '00 '.repeat(count);

/** One tiny texture, assembled by hand from section 17 of the specification. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a texture of 4 x 4 pixels': fromHex(`
    42 4e 54 58 00 00 00 00                           # signature
    00 00 04 00  ff fe  0c 40                         # version 4.0, byte order, aligned to 4096, 64-bit addresses
    be 01 00 00                                       # file name: the characters 'a'
    00 00  a0 01                                      # not relocated, first block
    00 20 00 00  68 20 00 00                          # relocation table, file size
    4e 58 20 20  01 00 00 00                          # NX, 1 texture
    98 01 00 00 00 00 00 00                           # -> texture pointers
    f0 0f 00 00 00 00 00 00                           # -> data block
    c0 01 00 00 00 00 00 00                           # -> dictionary
    58 00 00 00 00 00 00 00                           # -> memory pool
    ${zeros(16)}
    ${zeros(0x140)}                                   # memory pool
    e8 01 00 00 00 00 00 00                           # -> texture
    5f 53 54 52  48 00 00 00  48 00 00 00 00 00 00 00 # _STR, to the first BRTI
    02 00 00 00                                       # 2 strings and the empty one
    00 00 00 00  01 00 74 00  01 00 61 00             # '', 't', 'a'
    5f 44 49 43  01 00 00 00                          # _DIC, 1 name
    ff ff ff ff  01 00  00 00  b4 01 00 00 00 00 00 00
    02 00 00 00  00 00  01 00  b8 01 00 00 00 00 00 00 # 't' differs from '' in bit 2
    42 52 54 49  08 0e 00 00  08 0e 00 00 00 00 00 00 # BRTI, to the data block
    01 02  00 00  00 00                               # flags, 2D, block linear, no swizzle
    01 00  01 00  00 00                               # 1 level, 1 sample
    01 0b 00 00                                       # R8G8B8A8 unorm
    20 00 00 00                                       # GPU access
    04 00 00 00  04 00 00 00  01 00 00 00  01 00 00 00 # 4 x 4 x 1, 1 layer
    00 00 00 00  07 00 01 00                          # block height 1
    ${zeros(20)}
    00 02 00 00  00 02 00 00                          # 512 bytes, aligned to 512
    02 03 04 05                                       # r g b a
    01 00 00 00                                       # shown as 2D
    b8 01 00 00 00 00 00 00                           # 't'
    20 00 00 00 00 00 00 00                           # container
    88 04 00 00 00 00 00 00                           # -> levels
    ${zeros(8)}                                       # no user data
    88 02 00 00 00 00 00 00  88 03 00 00 00 00 00 00  # rooms
    ${zeros(16)}
    ${zeros(0x200)}                                   # the rooms
    00 10 00 00 00 00 00 00                           # level 0
    ${zeros(0xff0 - 0x490)}
    42 52 54 44  00 00 00 00  10 10 00 00 00 00 00 00 # BRTD, to the relocation table
    11 12 13 14 21 22 23 24 31 32 33 34 41 42 43 44   # row 0
    51 52 53 54 61 62 63 64 71 72 73 74 81 82 83 84   # row 1
    ${zeros(0x20)}
    91 92 93 94 a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4   # row 2
    d1 d2 d3 d4 e1 e2 e3 e4 f1 f2 f3 f4 01 02 03 04   # row 3
    ${zeros(0x200 - 0x60)}
    ${zeros(0x2000 - 0x1200)}
    5f 52 4c 54  00 20 00 00  02 00 00 00  00 00 00 00 # _RLT
    ${zeros(8)}  00 00 00 00  90 04 00 00  00 00 00 00  04 00 00 00 # structures
    ${zeros(8)}  f0 0f 00 00  10 10 00 00  04 00 00 00  01 00 00 00 # data
    28 00 00 00  02 00  01 2d                         # 0x28 and 0x198
    38 00 00 00  02 00  02 44                         # 0x38, 0x40 and 0x268, 0x270
    d0 01 00 00  02 00  01 01                         # names in the dictionary
    48 02 00 00  01 00  03 00                         # name, container, levels
    30 00 00 00  02 00  01 8a                         # data block and level 0
  `),
};
