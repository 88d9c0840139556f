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
  'everything but clips, version 10': fromHex(`
    46 52 45 53 20 20 20 20                           # signature
    00 00 0a 00                                       # version
    ff fe                                             # byte order
    03 00                                             # aligned to 8
    bc 0e 00 00                                       # file name
    00 00                                             # not relocated
    70 0e                                             # first block: the string pool, its low 16 bits
    e8 10 00 00                                       # relocation table
    e0 12 00 00                                       # file size
    ba 0e 00 00 00 00 00 00                           # 'box'
    f0 00 00 00 00 00 00 00                           # -> fmdl
    98 02 00 00 00 00 00 00                           # -> fmdldic
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # reserved
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00
    68 01 00 00 00 00 00 00                           # -> fbvs
    c0 02 00 00 00 00 00 00                           # -> fbvsdic
    c8 01 00 00 00 00 00 00                           # -> fsha
    e8 02 00 00 00 00 00 00                           # -> fshadic
    18 02 00 00 00 00 00 00                           # -> fscn
    10 03 00 00 00 00 00 00                           # -> fscndic
    c8 0f 00 00 00 00 00 00                           # memory pool
    78 02 00 00 00 00 00 00                           # -> bufinfo
    00 00 00 00 00 00 00 00                           # no embedded files
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # user pointer
    84 0e 00 00 00 00 00 00                           # string table
    f4 00 00 00                                       # string pool size
    01 00 00 00 00 00 00 00 00 00 01 00 01 00 01 00 00 00# 1 model, no skeletal and material animations, one of each other kind
    00 00                                             # external flags
    46 4d 44 4c                                       # FMDL
    00 00 00 00                                       # flags
    ba 0e 00 00 00 00 00 00                           # 'box'
    84 0e 00 00 00 00 00 00                           # ''
    f8 04 00 00 00 00 00 00                           # -> fskl
    38 03 00 00 00 00 00 00                           # -> fvtx
    98 04 00 00 00 00 00 00                           # -> fshp
    90 06 00 00 00 00 00 00                           # -> fshpdic
    90 03 00 00 00 00 00 00                           # -> fmat
    b8 06 00 00 00 00 00 00                           # -> fmatdic
    40 04 00 00 00 00 00 00                           # -> assigns
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # user pointer
    01 00 01 00 01 00 01 00 00 00                     # vertex buffers, shapes, materials, shader assigns, user data
    00 00 00 00 00 00
    46 42 56 53                                       # FBVS
    04 00 00 00                                       # flags
    54 0f 00 00 00 00 00 00                           # 'blink'
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 00 00                           # bound model
    a8 0b 00 00 00 00 00 00                           # -> vbind
    b8 0b 00 00 00 00 00 00                           # -> vcurves
    e8 0b 00 00 00 00 00 00                           # -> vbase
    b0 0b 00 00 00 00 00 00                           # -> vnames
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    08 00 00 00                                       # 8 frames
    18 00 00 00                                       # baked size
    01 00 01 00 00 00 00 00                           # 1 bone, 1 curve
    46 53 48 41                                       # FSHA
    00 00 00 00                                       # flags
    2c 0f 00 00 00 00 00 00                           # 'smile'
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 00 00                           # bound model
    18 0c 00 00 00 00 00 00                           # -> sbind
    20 0c 00 00 00 00 00 00                           # -> vsa
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    0a 00 00 00                                       # 10 frames
    48 00 00 00                                       # baked size
    00 00 01 00 02 00 01 00                           # user data, 1 shape, 2 key shapes, 1 curve
    46 53 43 4e                                       # FSCN
    00 00 00 00                                       # flags
    5c 0f 00 00 00 00 00 00                           # 'view'
    84 0e 00 00 00 00 00 00                           # ''
    c0 0c 00 00 00 00 00 00                           # -> cams
    a0 0d 00 00 00 00 00 00                           # -> camdic
    00 0d 00 00 00 00 00 00                           # -> lights
    c8 0d 00 00 00 00 00 00                           # -> lightdic
    58 0d 00 00 00 00 00 00                           # -> fogs
    f0 0d 00 00 00 00 00 00                           # -> fogdic
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 01 00 01 00 01 00                           # user data, 1 camera, 1 light, 1 fog
    24 00 00 00                                       # GPU usage
    60 00 00 00                                       # size
    68 0f 00 00 00 00 00 00                           # offset of the buffers
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    03 00 00 00 00 00 01 00                           # bit 3, left 0, right 1
    ba 0e 00 00 00 00 00 00                           # 'box'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    54 0f 00 00 00 00 00 00                           # 'blink'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    2c 0f 00 00 00 00 00 00                           # 'smile'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    5c 0f 00 00 00 00 00 00                           # 'view'
    46 56 54 58                                       # FVTX
    00 00 00 00                                       # flags
    38 08 00 00 00 00 00 00                           # -> attrs
    e8 08 00 00 00 00 00 00                           # -> attrdic
    c8 0f 00 00 00 00 00 00                           # memory pool
    78 08 00 00 00 00 00 00                           # -> room72
    e0 08 00 00 00 00 00 00                           # -> room8
    c0 08 00 00 00 00 00 00                           # -> sizes
    d0 08 00 00 00 00 00 00                           # -> strides
    00 00 00 00 00 00 00 00                           # user pointer
    08 00 00 00                                       # first buffer, from the buffers on
    04 01                                             # 4 attributes, 1 buffer
    00 00                                             # index
    03 00 00 00                                       # 3 vertices
    02 00 08 00                                       # 2 weights, GPU alignment
    46 4d 41 54                                       # FMAT
    01 00 00 00                                       # flags
    c6 0e 00 00 00 00 00 00                           # 'Mt'
    38 0a 00 00 00 00 00 00                           # -> info
    60 09 00 00 00 00 00 00                           # -> texroom
    30 0a 00 00 00 00 00 00                           # -> texnames
    88 09 00 00 00 00 00 00                           # -> samroom
    68 09 00 00 00 00 00 00                           # -> samplers
    b0 0a 00 00 00 00 00 00                           # -> samdic
    40 09 00 00 00 00 00 00                           # -> ridata
    50 09 00 00 00 00 00 00                           # -> ricounts
    58 09 00 00 00 00 00 00                           # -> rioffsets
    00 0a 00 00 00 00 00 00                           # -> pdata
    10 0a 00 00 00 00 00 00                           # -> pindices
    00 00 00 00 00 00 00 00                           # reserved
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    18 0a 00 00 00 00 00 00                           # -> volatile
    00 00 00 00 00 00 00 00                           # user pointer
    20 0a 00 00 00 00 00 00                           # -> samslots
    28 0a 00 00 00 00 00 00                           # -> texslots
    00 00                                             # index
    01 01                                             # samplers, textures
    00 00 00 00 10 00 00 00                           # user data, render info data size
    00 00 00 00
    f4 0e 00 00 00 00 00 00                           # 'shader'
    e2 0e 00 00 00 00 00 00                           # 'model'
    d8 0a 00 00 00 00 00 00                           # -> rit
    38 0b 00 00 00 00 00 00                           # -> ridic
    f8 0a 00 00 00 00 00 00                           # -> pt
    10 0b 00 00 00 00 00 00                           # -> paramdic
    e8 08 00 00 00 00 00 00                           # -> attribute names, shared
    b0 0a 00 00 00 00 00 00                           # -> sampler names, shared
    70 0b 00 00 00 00 00 00                           # -> optdic
    02 00 01 00 10 00 00 00                           # render infos, parameters, data size
    00 00 00 00 00 00 00 00
    46 53 48 50                                       # FSHP
    02 00 00 00                                       # flags
    b4 0e 00 00 00 00 00 00                           # 'Box'
    38 03 00 00 00 00 00 00                           # -> fvtx
    e0 06 00 00 00 00 00 00                           # -> meshes
    18 07 00 00 00 00 00 00                           # -> skinbones
    20 07 00 00 00 00 00 00                           # -> keyshapes
    50 07 00 00 00 00 00 00                           # -> keydic
    88 07 00 00 00 00 00 00                           # -> boxes
    b8 07 00 00 00 00 00 00                           # -> spheres
    00 00 00 00 00 00 00 00                           # user pointer
    00 00 00 00 00 00 00 00 02 00                     # index, material, bone, vertex buffer, 2 skin bones
    02 01 02 01                                       # 2 weights, 1 mesh, 2 key shapes, 1 target attribute
    00 00
    46 53 4b 4c                                       # FSKL
    00 01 00 00                                       # flags
    58 06 00 00 00 00 00 00                           # -> bonedic
    38 05 00 00 00 00 00 00                           # -> bones
    e8 05 00 00 00 00 00 00                           # -> m2b
    f0 05 00 00 00 00 00 00                           # -> inv
    00 00 00 00 00 00 00 00                           # reserved
    50 06 00 00 00 00 00 00                           # -> mirror
    02 00 02 00 00 00                                 # 2 bones, 2 smooth matrices
    00 00
    cc 0e 00 00 00 00 00 00                           # 'Root'
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # reserved
    00 00                                             # index
    ff ff 00 00 ff ff                                 # parent, smooth matrix, rigid matrix
    ff ff 00 00                                       # billboard, user data
    01 00 00 0f                                       # flags
    00 00 80 3f 00 00 80 3f 00 00 80 3f               # scale
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f   # rotation: a quaternion
    00 00 00 00 00 00 00 00 00 00 00 00               # translation
    a0 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # reserved
    01 00                                             # index
    00 00 01 00 ff ff                                 # parent, smooth matrix, rigid matrix
    ff ff 00 00                                       # billboard, user data
    01 00 00 07                                       # flags
    00 00 80 3f 00 00 80 3f 00 00 80 3f               # scale
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f   # rotation: a quaternion
    00 00 00 00 00 00 80 3f 00 00 00 00               # translation
    00 00 01 00                                       # palette
    00 00 00 00                                       # padding
    00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00# inverse of Root
    00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 80 bf 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00# inverse of Top
    00 00 01 00                                       # each its own mirror image
    00 00 00 00                                       # padding
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 02 00 01 00                           # bit 2, left 2, right 1
    cc 0e 00 00 00 00 00 00                           # 'Root'
    04 00 00 00 00 00 02 00                           # bit 4, left 0, right 2
    a0 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    03 00 00 00 00 00 01 00                           # bit 3, left 0, right 1
    b4 0e 00 00 00 00 00 00                           # 'Box'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 00 00 01 00                           # bit 2, left 0, right 1
    c6 0e 00 00 00 00 00 00                           # 'Mt'
    d8 07 00 00 00 00 00 00                           # -> subs
    c8 0f 00 00 00 00 00 00                           # memory pool
    e0 07 00 00 00 00 00 00                           # -> mroom
    28 08 00 00 00 00 00 00                           # -> isize
    00 00 00 00                                       # indices, from the buffers on
    03 00 00 00 01 00 00 00 03 00 00 00 00 00 00 00   # triangles, u16, 3 indices, first vertex 0
    01 00 00 00                                       # 1 sub-mesh
    00 00 01 00
    00 00 00 00                                       # padding
    01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# base shape: attribute 0
    02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# smile: attribute 1
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 02 00                           # bit 0, left 0, right 2
    46 0f 00 00 00 00 00 00                           # 'base'
    08 00 00 00 02 00 01 00                           # bit 8, left 2, right 1
    2c 0f 00 00 00 00 00 00                           # 'smile'
    00 00 00 3f 00 00 00 00 00 00 00 00               # center
    00 00 00 3f 00 00 80 3f 00 00 00 00               # half sizes
    00 00 00 3f 00 00 00 00 00 00 00 00               # center
    00 00 00 3f 00 00 80 3f 00 00 00 00               # half sizes
    00 00 00 3f 00 00 00 00 00 00 00 00 00 00 00 3f   # of Root
    00 00 00 3f 00 00 00 bf 00 00 00 00 00 00 40 3f   # of Top
    00 00 00 00 03 00 00 00                           # from 0, 3 indices
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    06 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # 6 bytes of indices
    88 0e 00 00 00 00 00 00                           # '_p0'
    05 18                                             # type, channels
    00 00 00 00                                       # offset
    00 00                                             # buffer
    14 0f 00 00 00 00 00 00                           # '_p1'
    05 18                                             # type, channels
    00 00 0c 00                                       # offset
    00 00                                             # buffer
    94 0e 00 00 00 00 00 00                           # '_i0'
    03 09                                             # type, channels
    00 00 18 00                                       # offset
    00 00                                             # buffer
    9a 0e 00 00 00 00 00 00                           # '_w0'
    01 09                                             # type, channels
    00 00 1a 00                                       # offset
    00 00                                             # buffer
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    54 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # size
    1c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # stride
    00 00 00 00 00 00 00 00                           # room
    00 00 00 00 04 00 00 00                           # dictionary
    ff ff ff ff 02 00 00 00                           # bit -1, left 2, right 0
    84 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 03 00                           # bit 4, left 0, right 3
    88 0e 00 00 00 00 00 00                           # '_p0'
    00 00 00 00 01 00 02 00                           # bit 0, left 1, right 2
    14 0f 00 00 00 00 00 00                           # '_p1'
    08 00 00 00 01 00 04 00                           # bit 8, left 1, right 4
    94 0e 00 00 00 00 00 00                           # '_i0'
    09 00 00 00 03 00 04 00                           # bit 9, left 3, right 4
    9a 0e 00 00 00 00 00 00                           # '_w0'
    3c 0f 00 00 00 00 00 00                           # 'opaque'
    07 00 00 00                                       # integer
    00 00 00 00                                       # padding
    01 00 01 00                                       # values of each
    00 00 00 00                                       # padding
    00 00 08 00                                       # offsets
    00 00 00 00                                       # padding
    00 00 00 00 00 00 00 00                           # room
    02 02 02 03 00 01                                 # clamp, compare, border, anisotropy
    2a 00                                             # linear
    00 00 00 00 00 00 50 41 00 00 00 00               # LOD
    00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    00 00 80 3f 00 00 00 3f 00 00 80 3e 00 00 80 3f   # color
    ff ff ff ff                                       # free
    00 00 00 00                                       # padding
    00
    00 00 00 00 00 00 00                              # padding
    ff ff ff ff ff ff ff ff                           # free
    ff ff ff ff ff ff ff ff                           # free
    ae 0e 00 00 00 00 00 00                           # 'Tex'
    40 04 00 00 00 00 00 00                           # -> assigns
    88 0a 00 00 00 00 00 00                           # -> av
    90 0a 00 00 00 00 00 00                           # -> ai
    98 0a 00 00 00 00 00 00                           # -> sv
    00 00 00 00 00 00 00 00                           # all samplers assigned
    a0 0a 00 00 00 00 00 00                           # -> bools
    a8 0a 00 00 00 00 00 00                           # -> ov
    00 00 00 00 00 00 00 00                           # all options assigned
    00 00 00 00
    01 01                                             # attributes, samplers
    01 00 02 00 00 00                                 # 1 bool, 2 options
    00 00 00 00
    88 0e 00 00 00 00 00 00                           # '_p0'
    00 00 ff ff ff                                    # name 0; inverse: 0, none, none, none
    00 00 00                                          # padding
    8e 0e 00 00 00 00 00 00                           # '_a0'
    01 00 00 00 00 00 00 00                           # lit
    a6 0e 00 00 00 00 00 00                           # 'high'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 01 00                           # bit 4, left 0, right 1
    8e 0e 00 00 00 00 00 00                           # '_a0'
    24 0f 00 00 00 00 00 00                           # 'mode'
    02 00 00 00 00 00 00 00                           # strings
    fe 0e 00 00 00 00 00 00                           # 'layer'
    00 00 00 00 00 00 00 00                           # integers
    00 00 00 00 00 00 00 00
    06 0f 00 00 00 00 00 00                           # 'color'
    00 00 0f 00                                       # offset, float4
    00 00 00 00
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    01 00 00 00 00 00 01 00                           # bit 1, left 0, right 1
    06 0f 00 00 00 00 00 00                           # 'color'
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 02 00 01 00                           # bit 0, left 2, right 1
    24 0f 00 00 00 00 00 00                           # 'mode'
    01 00 00 00 00 00 02 00                           # bit 1, left 0, right 2
    fe 0e 00 00 00 00 00 00                           # 'layer'
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 02 00 00 00                           # bit -1, left 2, right 0
    84 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 00 00 01 00                           # bit 2, left 0, right 1
    c0 0e 00 00 00 00 00 00                           # 'lit'
    00 00 00 00 01 00 02 00                           # bit 0, left 1, right 2
    1a 0f 00 00 00 00 00 00                           # 'quality'
    ff ff
    00 00 00 00 00 00                                 # padding
    a0 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 00 00 00 00                           # no frames
    f0 0b 00 00 00 00 00 00                           # -> vk
    70 00 09 00                                       # flags, keys
    00 00 00 00                                       # target
    00 00 00 00 00 00 00 41                           # frames
    01 00 00 00 00 00 00 00 01 00 00 00               # scale, offset, delta
    00 00 00 00
    00 00 00 00
    00 00 00 00                                       # padding
    c7 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# baked: a bit a frame
    00 00 00 00                                       # padding
    ff ff
    00 00 00 00 00 00                                 # padding
    b4 0e 00 00 00 00 00 00                           # 'Box'
    78 0c 00 00 00 00 00 00                           # -> scurves
    50 0c 00 00 00 00 00 00                           # -> sbase
    58 0c 00 00 00 00 00 00                           # -> ksa
    01 00 02 00                                       # 1 curve, 2 key shapes
    00 00 00 00 00 00 00 00
    00 00 00 00
    00 00 00 00                                       # weight of smile
    00 00 00 00                                       # padding
    46 0f 00 00 00 00 00 00                           # 'base'
    ff ff 00 00 00 00 00 00                           # no curve
    2c 0f 00 00 00 00 00 00                           # 'smile'
    00 ff 00 00 00 00 00 00                           # curve 0
    a8 0c 00 00 00 00 00 00                           # -> sf
    b0 0c 00 00 00 00 00 00                           # -> sk
    10 00 02 00                                       # flags, keys
    00 00 00 00                                       # target
    00 00 00 00 00 00 20 41                           # frames
    00 00 80 3f 00 00 00 00 00 00 80 3f               # scale, offset, delta
    00 00 00 00
    00 00 00 00 00 00 20 41
    00 00 00 00 00 00 80 3f 00 00 80 3f 00 00 00 00   # linear from 0 to 1
    46 43 41 4d                                       # FCAM
    00 05 00 00                                       # flags
    4e 0f 00 00 00 00 00 00                           # 'cam'
    00 00 00 00 00 00 00 00                           # no curves
    18 0e 00 00 00 00 00 00                           # -> cambase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    0a 00 00 00
    00 00 00 00
    00 00
    00 00 00 00 00 00
    46 4c 49 54                                       # FLIT
    00 06 00 00                                       # flags
    0e 0f 00 00 00 00 00 00                           # 'sun'
    00 00 00 00 00 00 00 00                           # no curves
    48 0e 00 00 00 00 00 00                           # -> lightbase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    d4 0e 00 00 00 00 00 00                           # 'directional'
    00 00 00 00 00 00 00 00                           # no distance function
    00 00 00 00 00 00 00 00                           # no angle function
    0a 00 00 00
    00 00 00 00
    00 00
    00 ff ff ff 00 00
    46 46 4f 47                                       # FFOG
    00 00 00 00                                       # flags
    34 0f 00 00 00 00 00 00                           # 'haze'
    00 00 00 00 00 00 00 00                           # no curves
    58 0e 00 00 00 00 00 00                           # -> fogbase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    ea 0e 00 00 00 00 00 00                           # 'linear'
    0a 00 00 00
    00 00 00 00
    00 00
    00 ff
    00 00 00 00
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    4e 0f 00 00 00 00 00 00                           # 'cam'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    01 00 00 00 00 00 01 00                           # bit 1, left 0, right 1
    0e 0f 00 00 00 00 00 00                           # 'sun'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    84 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    34 0f 00 00 00 00 00 00                           # 'haze'
    cd cc cc 3d 00 00 c8 42 00 00 c0 3f 00 00 80 3f   # near, far, aspect, field of view
    00 00 00 00 00 00 80 3f 00 00 a0 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# position, rotation, twist
    00 00 00 00                                       # padding
    01 00 00 00                                       # enabled
    00 00 00 00 00 00 20 41 00 00 00 00               # position
    00 00 80 3f 00 00 c8 42 00 00 00 3f 00 00 00 3f 00 00 00 3f# distance, color
    00 00 00 00                                       # padding
    5f 53 54 52                                       # string pool
    00 00 00 00
    78 02 00 00 00 00 00 00                           # distance to the relocation table
    1d 00 00 00                                       # strings
    00 00 00                                          # ''
    00
    03 00 5f 70 30 00                                 # '_p0'
    03 00 5f 61 30 00                                 # '_a0'
    03 00 5f 69 30 00                                 # '_i0'
    03 00 5f 77 30 00                                 # '_w0'
    03 00 54 6f 70 00                                 # 'Top'
    04 00 68 69 67 68 00                              # 'high'
    00
    03 00 54 65 78 00                                 # 'Tex'
    03 00 42 6f 78 00                                 # 'Box'
    03 00 62 6f 78 00                                 # 'box'
    03 00 6c 69 74 00                                 # 'lit'
    02 00 4d 74 00                                    # 'Mt'
    00
    04 00 52 6f 6f 74 00                              # 'Root'
    00
    0b 00 64 69 72 65 63 74 69 6f 6e 61 6c 00         # 'directional'
    05 00 6d 6f 64 65 6c 00                           # 'model'
    06 00 6c 69 6e 65 61 72 00                        # 'linear'
    00
    06 00 73 68 61 64 65 72 00                        # 'shader'
    00
    05 00 6c 61 79 65 72 00                           # 'layer'
    05 00 63 6f 6c 6f 72 00                           # 'color'
    03 00 73 75 6e 00                                 # 'sun'
    03 00 5f 70 31 00                                 # '_p1'
    07 00 71 75 61 6c 69 74 79 00                     # 'quality'
    04 00 6d 6f 64 65 00                              # 'mode'
    00
    05 00 73 6d 69 6c 65 00                           # 'smile'
    04 00 68 61 7a 65 00                              # 'haze'
    00
    06 00 6f 70 61 71 75 65 00                        # 'opaque'
    00
    04 00 62 61 73 65 00                              # 'base'
    00
    03 00 63 61 6d 00                                 # 'cam'
    05 00 62 6c 69 6e 6b 00                           # 'blink'
    04 00 76 69 65 77 00                              # 'view'
    00
    00 00 00 00                                       # padding
    00 00 01 00 02 00                                 # indices
    00 00                                             # padding
    00 00 00 00 00 00 80 bf 00 00 00 00               # position
    00 00 00 00 00 00 80 bf 00 00 00 00               # position smiling
    00 00
    ff 00                                             # palette, weights
    00 00 80 3f 00 00 00 00 00 00 00 00               # position
    00 00 80 3f 00 00 00 3f 00 00 00 00               # position smiling
    00 01
    80 7f                                             # palette, weights
    00 00 00 00 00 00 80 3f 00 00 00 00               # position
    00 00 00 00 00 00 c0 3f 00 00 00 00               # position smiling
    01 00
    ff 00                                             # palette, weights
    00 00 00 00                                       # padding
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # memory pool
    5f 52 4c 54                                       # relocation table
    e8 10 00 00                                       # its own offset
    05 00 00 00 00 00 00 00                           # sections
    00 00 00 00 00 00 00 00                           # section 0
    00 00 00 00 64 0f 00 00 00 00 00 00 2b 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 1
    68 0f 00 00 08 00 00 00 2b 00 00 00 01 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 2
    70 0f 00 00 58 00 00 00 2c 00 00 00 00 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 3
    c8 0f 00 00 20 01 00 00 2c 00 00 00 02 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 4
    64 0f 00 00 00 00 00 00 2e 00 00 00 00 00 00 00   # position, size, first entry, entries
    20 00 00 00 02 00 03 79                           # at 0x20: 2 of 3 pointers, gap 121
    58 00 00 00 01 00 0a 00                           # at 0x58: 1 of 10 pointers, gap 0
    b0 00 00 00 02 00 01 03                           # at 0xb0: 2 of 1 pointers, gap 3
    f8 00 00 00 01 00 0b 00                           # at 0xf8: 1 of 11 pointers, gap 0
    70 01 00 00 02 00 02 0a                           # at 0x170: 2 of 2 pointers, gap 10
    88 01 00 00 01 00 06 00                           # at 0x188: 1 of 6 pointers, gap 0
    e8 01 00 00 02 00 02 29                           # at 0x1e8: 2 of 2 pointers, gap 41
    20 02 00 00 02 00 08 48                           # at 0x220: 2 of 8 pointers, gap 72
    a8 02 00 00 02 00 01 01                           # at 0x2a8: 2 of 1 pointers, gap 1
    d0 02 00 00 02 00 01 01                           # at 0x2d0: 2 of 1 pointers, gap 1
    f8 02 00 00 02 00 01 01                           # at 0x2f8: 2 of 1 pointers, gap 1
    20 03 00 00 02 00 01 01                           # at 0x320: 2 of 1 pointers, gap 1
    58 03 00 00 02 00 04 31                           # at 0x358: 2 of 4 pointers, gap 49
    98 03 00 00 01 00 0c 00                           # at 0x398: 1 of 12 pointers, gap 0
    20 04 00 00 02 00 02 55                           # at 0x420: 2 of 2 pointers, gap 85
    40 04 00 00 01 00 09 00                           # at 0x440: 1 of 9 pointers, gap 0
    28 05 00 00 02 00 01 27                           # at 0x528: 2 of 1 pointers, gap 39
    38 05 00 00 02 00 03 08                           # at 0x538: 2 of 3 pointers, gap 8
    78 06 00 00 02 00 01 01                           # at 0x678: 2 of 1 pointers, gap 1
    a0 06 00 00 02 00 01 01                           # at 0x6a0: 2 of 1 pointers, gap 1
    c8 06 00 00 02 00 01 12                           # at 0x6c8: 2 of 1 pointers, gap 18
    f0 06 00 00 02 00 02 47                           # at 0x6f0: 2 of 2 pointers, gap 71
    70 07 00 00 02 00 01 01                           # at 0x770: 2 of 1 pointers, gap 1
    38 08 00 00 04 00 01 01                           # at 0x838: 4 of 1 pointers, gap 1
    f8 08 00 00 04 00 01 01                           # at 0x8f8: 4 of 1 pointers, gap 1
    30 0a 00 00 01 00 05 00                           # at 0xa30: 1 of 5 pointers, gap 0
    60 0a 00 00 02 00 02 0c                           # at 0xa60: 2 of 2 pointers, gap 12
    88 0a 00 00 03 00 01 01                           # at 0xa88: 3 of 1 pointers, gap 1
    c0 0a 00 00 02 00 01 04                           # at 0xac0: 2 of 1 pointers, gap 4
    00 0b 00 00 02 00 01 03                           # at 0xb00: 2 of 1 pointers, gap 3
    30 0b 00 00 02 00 01 02                           # at 0xb30: 2 of 1 pointers, gap 2
    58 0b 00 00 02 00 01 01                           # at 0xb58: 2 of 1 pointers, gap 1
    80 0b 00 00 05 00 01 01                           # at 0xb80: 5 of 1 pointers, gap 1
    20 0c 00 00 01 00 04 00                           # at 0xc20: 1 of 4 pointers, gap 0
    58 0c 00 00 02 00 01 01                           # at 0xc58: 2 of 1 pointers, gap 1
    78 0c 00 00 01 00 02 00                           # at 0xc78: 1 of 2 pointers, gap 0
    c8 0c 00 00 02 00 01 01                           # at 0xcc8: 2 of 1 pointers, gap 1
    08 0d 00 00 02 00 01 01                           # at 0xd08: 2 of 1 pointers, gap 1
    30 0d 00 00 02 00 01 05                           # at 0xd30: 2 of 1 pointers, gap 5
    70 0d 00 00 02 00 01 02                           # at 0xd70: 2 of 1 pointers, gap 2
    b0 0d 00 00 02 00 01 01                           # at 0xdb0: 2 of 1 pointers, gap 1
    d8 0d 00 00 02 00 01 01                           # at 0xdd8: 2 of 1 pointers, gap 1
    00 0e 00 00 02 00 01 01                           # at 0xe00: 2 of 1 pointers, gap 1
    80 02 00 00 01 00 01 00                           # at 0x280: 1 of 1 pointers, gap 0
    a8 00 00 00 02 00 01 54                           # at 0xa8: 2 of 1 pointers, gap 84
    e8 06 00 00 01 00 01 00                           # at 0x6e8: 1 of 1 pointers, gap 0
  `),
  'everything but clips, version 9': fromHex(`
    46 52 45 53 20 20 20 20                           # signature
    00 00 09 00                                       # version
    ff fe                                             # byte order
    03 00                                             # aligned to 8
    44 0e 00 00                                       # file name
    00 00                                             # not relocated
    00 0e                                             # first block: the string pool, its low 16 bits
    60 10 00 00                                       # relocation table
    58 12 00 00                                       # file size
    42 0e 00 00 00 00 00 00                           # 'box'
    f0 00 00 00 00 00 00 00                           # -> fmdl
    98 02 00 00 00 00 00 00                           # -> fmdldic
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # reserved
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # none
    00 00 00 00 00 00 00 00
    68 01 00 00 00 00 00 00                           # -> fbvs
    c0 02 00 00 00 00 00 00                           # -> fbvsdic
    c8 01 00 00 00 00 00 00                           # -> fsha
    e8 02 00 00 00 00 00 00                           # -> fshadic
    18 02 00 00 00 00 00 00                           # -> fscn
    10 03 00 00 00 00 00 00                           # -> fscndic
    40 0f 00 00 00 00 00 00                           # memory pool
    78 02 00 00 00 00 00 00                           # -> bufinfo
    00 00 00 00 00 00 00 00                           # no embedded files
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # user pointer
    14 0e 00 00 00 00 00 00                           # string table
    de 00 00 00                                       # string pool size
    01 00 00 00 00 00 00 00 00 00 01 00 01 00 01 00 00 00# 1 model, no skeletal and material animations, one of each other kind
    00 00                                             # external flags
    46 4d 44 4c                                       # FMDL
    00 00 00 00                                       # flags
    42 0e 00 00 00 00 00 00                           # 'box'
    14 0e 00 00 00 00 00 00                           # ''
    98 04 00 00 00 00 00 00                           # -> fskl
    38 03 00 00 00 00 00 00                           # -> fvtx
    38 04 00 00 00 00 00 00                           # -> fshp
    40 06 00 00 00 00 00 00                           # -> fshpdic
    90 03 00 00 00 00 00 00                           # -> fmat
    00 00 00 00 00 00 00 00                           # unknown
    68 06 00 00 00 00 00 00                           # -> fmatdic
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # user pointer
    01 00 01 00 01 00 00 00 00 00                     # vertex buffers, shapes, materials, unknown, user data
    00 00 00 00 00 00
    46 42 56 53                                       # FBVS
    04 00 00 00                                       # flags
    ce 0e 00 00 00 00 00 00                           # 'blink'
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 00 00                           # bound model
    38 0b 00 00 00 00 00 00                           # -> vbind
    48 0b 00 00 00 00 00 00                           # -> vcurves
    78 0b 00 00 00 00 00 00                           # -> vbase
    40 0b 00 00 00 00 00 00                           # -> vnames
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    08 00 00 00                                       # 8 frames
    18 00 00 00                                       # baked size
    01 00 01 00 00 00 00 00                           # 1 bone, 1 curve
    46 53 48 41                                       # FSHA
    00 00 00 00                                       # flags
    a6 0e 00 00 00 00 00 00                           # 'smile'
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 00 00                           # bound model
    a8 0b 00 00 00 00 00 00                           # -> sbind
    b0 0b 00 00 00 00 00 00                           # -> vsa
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    0a 00 00 00                                       # 10 frames
    48 00 00 00                                       # baked size
    00 00 01 00 02 00 01 00                           # user data, 1 shape, 2 key shapes, 1 curve
    46 53 43 4e                                       # FSCN
    00 00 00 00                                       # flags
    d6 0e 00 00 00 00 00 00                           # 'view'
    14 0e 00 00 00 00 00 00                           # ''
    50 0c 00 00 00 00 00 00                           # -> cams
    30 0d 00 00 00 00 00 00                           # -> camdic
    90 0c 00 00 00 00 00 00                           # -> lights
    58 0d 00 00 00 00 00 00                           # -> lightdic
    e8 0c 00 00 00 00 00 00                           # -> fogs
    80 0d 00 00 00 00 00 00                           # -> fogdic
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 01 00 01 00 01 00                           # user data, 1 camera, 1 light, 1 fog
    24 00 00 00                                       # GPU usage
    60 00 00 00                                       # size
    e0 0e 00 00 00 00 00 00                           # offset of the buffers
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    03 00 00 00 00 00 01 00                           # bit 3, left 0, right 1
    42 0e 00 00 00 00 00 00                           # 'box'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    ce 0e 00 00 00 00 00 00                           # 'blink'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    a6 0e 00 00 00 00 00 00                           # 'smile'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    d6 0e 00 00 00 00 00 00                           # 'view'
    46 56 54 58                                       # FVTX
    00 00 00 00                                       # flags
    d0 07 00 00 00 00 00 00                           # -> attrs
    80 08 00 00 00 00 00 00                           # -> attrdic
    40 0f 00 00 00 00 00 00                           # memory pool
    10 08 00 00 00 00 00 00                           # -> room72
    78 08 00 00 00 00 00 00                           # -> room8
    58 08 00 00 00 00 00 00                           # -> sizes
    68 08 00 00 00 00 00 00                           # -> strides
    00 00 00 00 00 00 00 00                           # user pointer
    08 00 00 00                                       # first buffer, from the buffers on
    04 01                                             # 4 attributes, 1 buffer
    00 00                                             # index
    03 00 00 00                                       # 3 vertices
    02 00 08 00                                       # 2 weights, GPU alignment
    46 4d 41 54                                       # FMAT
    01 00 00 00                                       # flags
    4e 0e 00 00 00 00 00 00                           # 'Mt'
    d8 08 00 00 00 00 00 00                           # -> ri
    c0 0a 00 00 00 00 00 00                           # -> ridic
    e8 09 00 00 00 00 00 00                           # -> sa
    f8 08 00 00 00 00 00 00                           # -> texroom
    e0 09 00 00 00 00 00 00                           # -> texnames
    20 09 00 00 00 00 00 00                           # -> samroom
    00 09 00 00 00 00 00 00                           # -> samplers
    e8 0a 00 00 00 00 00 00                           # -> samdic
    98 09 00 00 00 00 00 00                           # -> params
    10 0b 00 00 00 00 00 00                           # -> paramdic
    b8 09 00 00 00 00 00 00                           # -> pdata
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    c8 09 00 00 00 00 00 00                           # -> volatile
    00 00 00 00 00 00 00 00                           # user pointer
    d0 09 00 00 00 00 00 00                           # -> samslots
    d8 09 00 00 00 00 00 00                           # -> texslots
    00 00 01 00                                       # index, render infos
    01 01                                             # samplers, textures
    01 00 00 00 10 00 00 00 00 00                     # parameters, volatile, data size, raw size, user data
    46 53 48 50                                       # FSHP
    02 00 00 00                                       # flags
    3c 0e 00 00 00 00 00 00                           # 'Box'
    38 03 00 00 00 00 00 00                           # -> fvtx
    90 06 00 00 00 00 00 00                           # -> meshes
    c8 06 00 00 00 00 00 00                           # -> skinbones
    d0 06 00 00 00 00 00 00                           # -> keyshapes
    00 07 00 00 00 00 00 00                           # -> keydic
    38 07 00 00 00 00 00 00                           # -> boxes
    68 07 00 00 00 00 00 00                           # -> radii
    00 00 00 00 00 00 00 00                           # user pointer
    00 00 00 00 00 00 00 00 02 00                     # index, material, bone, vertex buffer, 2 skin bones
    02 01 02 01                                       # 2 weights, 1 mesh, 2 key shapes, 1 target attribute
    00 00
    46 53 4b 4c                                       # FSKL
    00 01 00 00                                       # flags
    08 06 00 00 00 00 00 00                           # -> bonedic
    d8 04 00 00 00 00 00 00                           # -> bones
    98 05 00 00 00 00 00 00                           # -> m2b
    a0 05 00 00 00 00 00 00                           # -> inv
    00 00 00 00 00 00 00 00                           # reserved
    00 06 00 00 00 00 00 00                           # -> mirror
    02 00 02 00 00 00                                 # 2 bones, 2 smooth matrices
    00 00
    54 0e 00 00 00 00 00 00                           # 'Root'
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # reserved
    00 00 00 00 00 00 00 00                           # reserved
    00 00                                             # index
    ff ff 00 00 ff ff                                 # parent, smooth matrix, rigid matrix
    ff ff 00 00                                       # billboard, user data
    01 00 00 0f                                       # flags
    00 00 80 3f 00 00 80 3f 00 00 80 3f               # scale
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f   # rotation: a quaternion
    00 00 00 00 00 00 00 00 00 00 00 00               # translation
    30 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00                           # reserved
    00 00 00 00 00 00 00 00                           # reserved
    01 00                                             # index
    00 00 01 00 ff ff                                 # parent, smooth matrix, rigid matrix
    ff ff 00 00                                       # billboard, user data
    01 00 00 07                                       # flags
    00 00 80 3f 00 00 80 3f 00 00 80 3f               # scale
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f   # rotation: a quaternion
    00 00 00 00 00 00 80 3f 00 00 00 00               # translation
    00 00 01 00                                       # palette
    00 00 00 00                                       # padding
    00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00# inverse of Root
    00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 80 bf 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00# inverse of Top
    00 00 01 00                                       # each its own mirror image
    00 00 00 00                                       # padding
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 02 00 01 00                           # bit 2, left 2, right 1
    54 0e 00 00 00 00 00 00                           # 'Root'
    04 00 00 00 00 00 02 00                           # bit 4, left 0, right 2
    30 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    03 00 00 00 00 00 01 00                           # bit 3, left 0, right 1
    3c 0e 00 00 00 00 00 00                           # 'Box'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 00 00 01 00                           # bit 2, left 0, right 1
    4e 0e 00 00 00 00 00 00                           # 'Mt'
    70 07 00 00 00 00 00 00                           # -> subs
    40 0f 00 00 00 00 00 00                           # memory pool
    78 07 00 00 00 00 00 00                           # -> mroom
    c0 07 00 00 00 00 00 00                           # -> isize
    00 00 00 00                                       # indices, from the buffers on
    03 00 00 00 01 00 00 00 03 00 00 00 00 00 00 00   # triangles, u16, 3 indices, first vertex 0
    01 00 00 00                                       # 1 sub-mesh
    00 00 01 00
    00 00 00 00                                       # padding
    01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# base shape: attribute 0
    02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# smile: attribute 1
    00 00 00 00 02 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 02 00                           # bit 0, left 0, right 2
    c0 0e 00 00 00 00 00 00                           # 'base'
    08 00 00 00 02 00 01 00                           # bit 8, left 2, right 1
    a6 0e 00 00 00 00 00 00                           # 'smile'
    00 00 00 3f 00 00 00 00 00 00 00 00               # center
    00 00 00 3f 00 00 80 3f 00 00 00 00               # half sizes
    00 00 00 3f 00 00 00 00 00 00 00 00               # center
    00 00 00 3f 00 00 80 3f 00 00 00 00               # half sizes
    bd 1b 8f 3f                                       # radius
    00 00 00 00                                       # padding
    00 00 00 00 03 00 00 00                           # from 0, 3 indices
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    06 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # 6 bytes of indices
    18 0e 00 00 00 00 00 00                           # '_p0'
    05 18                                             # type, channels
    00 00 00 00                                       # offset
    00 00                                             # buffer
    98 0e 00 00 00 00 00 00                           # '_p1'
    05 18                                             # type, channels
    00 00 0c 00                                       # offset
    00 00                                             # buffer
    24 0e 00 00 00 00 00 00                           # '_i0'
    03 09                                             # type, channels
    00 00 18 00                                       # offset
    00 00                                             # buffer
    2a 0e 00 00 00 00 00 00                           # '_w0'
    01 09                                             # type, channels
    00 00 1a 00                                       # offset
    00 00                                             # buffer
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    54 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # size
    1c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # stride
    00 00 00 00 00 00 00 00                           # room
    00 00 00 00 04 00 00 00                           # dictionary
    ff ff ff ff 02 00 00 00                           # bit -1, left 2, right 0
    14 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 03 00                           # bit 4, left 0, right 3
    18 0e 00 00 00 00 00 00                           # '_p0'
    00 00 00 00 01 00 02 00                           # bit 0, left 1, right 2
    98 0e 00 00 00 00 00 00                           # '_p1'
    08 00 00 00 01 00 04 00                           # bit 8, left 1, right 4
    24 0e 00 00 00 00 00 00                           # '_i0'
    09 00 00 00 03 00 04 00                           # bit 9, left 3, right 4
    2a 0e 00 00 00 00 00 00                           # '_w0'
    9e 0e 00 00 00 00 00 00                           # 'mode'
    f0 08 00 00 00 00 00 00                           # -> rival
    01 00                                             # 1 value
    02 00 00 00 00 00                                 # strings
    b6 0e 00 00 00 00 00 00                           # 'opaque'
    00 00 00 00 00 00 00 00                           # room
    02 02 02 03 00 01                                 # clamp, compare, border, anisotropy
    2a 00                                             # linear
    00 00 00 00 00 00 50 41 00 00 00 00               # LOD
    00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # room
    00 00 00 00 00 00 00 00
    86 0e 00 00 00 00 00 00                           # 'color'
    0f 10                                             # float4, 16 bytes
    00 00
    ff ff ff ff
    00 00 00 00
    00 00 00 00
    00 00 80 3f 00 00 00 3f 00 00 80 3e 00 00 80 3f   # color
    00
    00 00 00 00 00 00 00                              # padding
    ff ff ff ff ff ff ff ff                           # free
    ff ff ff ff ff ff ff ff                           # free
    36 0e 00 00 00 00 00 00                           # 'Tex'
    7c 0e 00 00 00 00 00 00                           # 'shader'
    6a 0e 00 00 00 00 00 00                           # 'model'
    30 0a 00 00 00 00 00 00                           # -> sav
    48 0a 00 00 00 00 00 00                           # -> sadic
    38 0a 00 00 00 00 00 00                           # -> ssv
    70 0a 00 00 00 00 00 00                           # -> ssdic
    40 0a 00 00 00 00 00 00                           # -> sov
    98 0a 00 00 00 00 00 00                           # -> sodic
    00 00 00 00                                       # revision
    01 01
    01 00                                             # attributes, samplers, options
    18 0e 00 00 00 00 00 00                           # '_p0'
    1e 0e 00 00 00 00 00 00                           # '_a0'
    94 0e 00 00 00 00 00 00                           # '1'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 01 00                           # bit 4, left 0, right 1
    18 0e 00 00 00 00 00 00                           # '_p0'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 01 00                           # bit 4, left 0, right 1
    1e 0e 00 00 00 00 00 00                           # '_a0'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    02 00 00 00 00 00 01 00                           # bit 2, left 0, right 1
    48 0e 00 00 00 00 00 00                           # 'lit'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    9e 0e 00 00 00 00 00 00                           # 'mode'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    04 00 00 00 00 00 01 00                           # bit 4, left 0, right 1
    1e 0e 00 00 00 00 00 00                           # '_a0'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    01 00 00 00 00 00 01 00                           # bit 1, left 0, right 1
    86 0e 00 00 00 00 00 00                           # 'color'
    ff ff
    00 00 00 00 00 00                                 # padding
    30 0e 00 00 00 00 00 00                           # 'Top'
    00 00 00 00 00 00 00 00                           # no frames
    80 0b 00 00 00 00 00 00                           # -> vk
    70 00 09 00                                       # flags, keys
    00 00 00 00                                       # target
    00 00 00 00 00 00 00 41                           # frames
    01 00 00 00 00 00 00 00 01 00 00 00               # scale, offset, delta
    00 00 00 00
    00 00 00 00
    00 00 00 00                                       # padding
    c7 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# baked: a bit a frame
    00 00 00 00                                       # padding
    ff ff
    00 00 00 00 00 00                                 # padding
    3c 0e 00 00 00 00 00 00                           # 'Box'
    08 0c 00 00 00 00 00 00                           # -> scurves
    e0 0b 00 00 00 00 00 00                           # -> sbase
    e8 0b 00 00 00 00 00 00                           # -> ksa
    01 00 02 00                                       # 1 curve, 2 key shapes
    00 00 00 00 00 00 00 00
    00 00 00 00
    00 00 00 00                                       # weight of smile
    00 00 00 00                                       # padding
    c0 0e 00 00 00 00 00 00                           # 'base'
    ff ff 00 00 00 00 00 00                           # no curve
    a6 0e 00 00 00 00 00 00                           # 'smile'
    00 ff 00 00 00 00 00 00                           # curve 0
    38 0c 00 00 00 00 00 00                           # -> sf
    40 0c 00 00 00 00 00 00                           # -> sk
    10 00 02 00                                       # flags, keys
    00 00 00 00                                       # target
    00 00 00 00 00 00 20 41                           # frames
    00 00 80 3f 00 00 00 00 00 00 80 3f               # scale, offset, delta
    00 00 00 00
    00 00 00 00 00 00 20 41
    00 00 00 00 00 00 80 3f 00 00 80 3f 00 00 00 00   # linear from 0 to 1
    46 43 41 4d                                       # FCAM
    00 05 00 00                                       # flags
    c8 0e 00 00 00 00 00 00                           # 'cam'
    00 00 00 00 00 00 00 00                           # no curves
    a8 0d 00 00 00 00 00 00                           # -> cambase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    0a 00 00 00
    00 00 00 00
    00 00
    00 00 00 00 00 00
    46 4c 49 54                                       # FLIT
    00 06 00 00                                       # flags
    8e 0e 00 00 00 00 00 00                           # 'sun'
    00 00 00 00 00 00 00 00                           # no curves
    d8 0d 00 00 00 00 00 00                           # -> lightbase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    5c 0e 00 00 00 00 00 00                           # 'directional'
    00 00 00 00 00 00 00 00                           # no distance function
    00 00 00 00 00 00 00 00                           # no angle function
    0a 00 00 00
    00 00 00 00
    00 00
    00 ff ff ff 00 00
    46 46 4f 47                                       # FFOG
    00 00 00 00                                       # flags
    ae 0e 00 00 00 00 00 00                           # 'haze'
    00 00 00 00 00 00 00 00                           # no curves
    e8 0d 00 00 00 00 00 00                           # -> fogbase
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 00 00 00 00 00
    72 0e 00 00 00 00 00 00                           # 'linear'
    0a 00 00 00
    00 00 00 00
    00 00
    00 ff
    00 00 00 00
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    c8 0e 00 00 00 00 00 00                           # 'cam'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    01 00 00 00 00 00 01 00                           # bit 1, left 0, right 1
    8e 0e 00 00 00 00 00 00                           # 'sun'
    00 00 00 00 01 00 00 00                           # dictionary
    ff ff ff ff 01 00 00 00                           # bit -1, left 1, right 0
    14 0e 00 00 00 00 00 00                           # ''
    00 00 00 00 00 00 01 00                           # bit 0, left 0, right 1
    ae 0e 00 00 00 00 00 00                           # 'haze'
    cd cc cc 3d 00 00 c8 42 00 00 c0 3f 00 00 80 3f   # near, far, aspect, field of view
    00 00 00 00 00 00 80 3f 00 00 a0 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00# position, rotation, twist
    00 00 00 00                                       # padding
    01 00 00 00                                       # enabled
    00 00 00 00 00 00 20 41 00 00 00 00               # position
    00 00 80 3f 00 00 c8 42 00 00 00 3f 00 00 00 3f 00 00 00 3f# distance, color
    00 00 00 00                                       # padding
    5f 53 54 52                                       # string pool
    00 00 00 00
    60 02 00 00 00 00 00 00                           # distance to the relocation table
    1b 00 00 00                                       # strings
    00 00 00                                          # ''
    00
    03 00 5f 70 30 00                                 # '_p0'
    03 00 5f 61 30 00                                 # '_a0'
    03 00 5f 69 30 00                                 # '_i0'
    03 00 5f 77 30 00                                 # '_w0'
    03 00 54 6f 70 00                                 # 'Top'
    03 00 54 65 78 00                                 # 'Tex'
    03 00 42 6f 78 00                                 # 'Box'
    03 00 62 6f 78 00                                 # 'box'
    03 00 6c 69 74 00                                 # 'lit'
    02 00 4d 74 00                                    # 'Mt'
    00
    04 00 52 6f 6f 74 00                              # 'Root'
    00
    0b 00 64 69 72 65 63 74 69 6f 6e 61 6c 00         # 'directional'
    05 00 6d 6f 64 65 6c 00                           # 'model'
    06 00 6c 69 6e 65 61 72 00                        # 'linear'
    00
    06 00 73 68 61 64 65 72 00                        # 'shader'
    00
    05 00 63 6f 6c 6f 72 00                           # 'color'
    03 00 73 75 6e 00                                 # 'sun'
    01 00 31 00                                       # '1'
    03 00 5f 70 31 00                                 # '_p1'
    04 00 6d 6f 64 65 00                              # 'mode'
    00
    05 00 73 6d 69 6c 65 00                           # 'smile'
    04 00 68 61 7a 65 00                              # 'haze'
    00
    06 00 6f 70 61 71 75 65 00                        # 'opaque'
    00
    04 00 62 61 73 65 00                              # 'base'
    00
    03 00 63 61 6d 00                                 # 'cam'
    05 00 62 6c 69 6e 6b 00                           # 'blink'
    04 00 76 69 65 77 00                              # 'view'
    00
    00 00                                             # padding
    00 00 01 00 02 00                                 # indices
    00 00                                             # padding
    00 00 00 00 00 00 80 bf 00 00 00 00               # position
    00 00 00 00 00 00 80 bf 00 00 00 00               # position smiling
    00 00
    ff 00                                             # palette, weights
    00 00 80 3f 00 00 00 00 00 00 00 00               # position
    00 00 80 3f 00 00 00 3f 00 00 00 00               # position smiling
    00 01
    80 7f                                             # palette, weights
    00 00 00 00 00 00 80 3f 00 00 00 00               # position
    00 00 00 00 00 00 c0 3f 00 00 00 00               # position smiling
    01 00
    ff 00                                             # palette, weights
    00 00 00 00                                       # padding
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # memory pool
    5f 52 4c 54                                       # relocation table
    60 10 00 00                                       # its own offset
    05 00 00 00 00 00 00 00                           # sections
    00 00 00 00 00 00 00 00                           # section 0
    00 00 00 00 de 0e 00 00 00 00 00 00 2b 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 1
    e0 0e 00 00 08 00 00 00 2b 00 00 00 01 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 2
    e8 0e 00 00 58 00 00 00 2c 00 00 00 00 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 3
    40 0f 00 00 20 01 00 00 2c 00 00 00 02 00 00 00   # position, size, first entry, entries
    00 00 00 00 00 00 00 00                           # section 4
    de 0e 00 00 00 00 00 00 2e 00 00 00 00 00 00 00   # position, size, first entry, entries
    20 00 00 00 02 00 03 20                           # at 0x20: 2 of 3 pointers, gap 32
    58 00 00 00 01 00 0a 00                           # at 0x58: 1 of 10 pointers, gap 0
    b0 00 00 00 02 00 01 03                           # at 0xb0: 2 of 1 pointers, gap 3
    f8 00 00 00 01 00 07 00                           # at 0xf8: 1 of 7 pointers, gap 0
    70 01 00 00 02 00 02 0a                           # at 0x170: 2 of 2 pointers, gap 10
    88 01 00 00 01 00 06 00                           # at 0x188: 1 of 6 pointers, gap 0
    e8 01 00 00 02 00 02 29                           # at 0x1e8: 2 of 2 pointers, gap 41
    20 02 00 00 02 00 08 3c                           # at 0x220: 2 of 8 pointers, gap 61
    a8 02 00 00 02 00 01 01                           # at 0x2a8: 2 of 1 pointers, gap 1
    d0 02 00 00 02 00 01 01                           # at 0x2d0: 2 of 1 pointers, gap 1
    f8 02 00 00 02 00 01 01                           # at 0x2f8: 2 of 1 pointers, gap 1
    20 03 00 00 02 00 01 01                           # at 0x320: 2 of 1 pointers, gap 1
    58 03 00 00 02 00 04 25                           # at 0x358: 2 of 4 pointers, gap 38
    98 03 00 00 01 00 0c 00                           # at 0x398: 1 of 12 pointers, gap 0
    00 04 00 00 02 00 02 01                           # at 0x400: 2 of 2 pointers, gap 1
    c8 04 00 00 02 00 01 29                           # at 0x4d0: 2 of 1 pointers, gap 41
    d8 04 00 00 02 00 03 09                           # at 0x4e0: 2 of 3 pointers, gap 9
    28 06 00 00 02 00 01 01                           # at 0x630: 2 of 1 pointers, gap 1
    50 06 00 00 02 00 01 01                           # at 0x658: 2 of 1 pointers, gap 1
    78 06 00 00 02 00 01 12                           # at 0x680: 2 of 1 pointers, gap 18
    88 06 00 00 02 00 02 01                           # at 0x690: 2 of 2 pointers, gap 1
    20 07 00 00 02 00 01 01                           # at 0x728: 2 of 1 pointers, gap 1
    d0 07 00 00 04 00 01 01                           # at 0x7d8: 4 of 1 pointers, gap 1
    90 08 00 00 04 00 01 01                           # at 0x898: 4 of 1 pointers, gap 1
    d0 08 00 00 02 00 03 29                           # at 0x8d8: 2 of 3 pointers, gap 41
    f0 08 00 00 02 00 01 15                           # at 0x8f8: 2 of 1 pointers, gap 21
    e0 09 00 00 01 00 09 00                           # at 0x9e8: 1 of 9 pointers, gap 0
    58 0a 00 00 02 00 01 01                           # at 0xa60: 2 of 1 pointers, gap 1
    80 0a 00 00 02 00 01 01                           # at 0xa88: 2 of 1 pointers, gap 1
    a8 0a 00 00 02 00 01 01                           # at 0xab0: 2 of 1 pointers, gap 1
    d0 0a 00 00 02 00 01 01                           # at 0xad8: 2 of 1 pointers, gap 1
    f8 0a 00 00 02 00 01 01                           # at 0xb00: 2 of 1 pointers, gap 1
    20 0b 00 00 04 00 01 01                           # at 0xb28: 4 of 1 pointers, gap 1
    b0 0b 00 00 01 00 04 00                           # at 0xbb8: 1 of 4 pointers, gap 0
    e8 0b 00 00 02 00 01 01                           # at 0xbf0: 2 of 1 pointers, gap 1
    08 0c 00 00 01 00 02 00                           # at 0xc10: 1 of 2 pointers, gap 0
    58 0c 00 00 02 00 01 01                           # at 0xc60: 2 of 1 pointers, gap 1
    98 0c 00 00 02 00 01 01                           # at 0xca0: 2 of 1 pointers, gap 1
    c0 0c 00 00 02 00 01 05                           # at 0xcc8: 2 of 1 pointers, gap 5
    00 0d 00 00 02 00 01 02                           # at 0xd08: 2 of 1 pointers, gap 2
    40 0d 00 00 02 00 01 01                           # at 0xd48: 2 of 1 pointers, gap 1
    68 0d 00 00 02 00 01 01                           # at 0xd70: 2 of 1 pointers, gap 1
    90 0d 00 00 02 00 01 01                           # at 0xd98: 2 of 1 pointers, gap 1
    80 02 00 00 01 00 01 00                           # at 0x280: 1 of 1 pointers, gap 0
    a8 00 00 00 02 00 01 54                           # at 0xa8: 2 of 1 pointers, gap 84
    98 06 00 00 01 00 01 00                           # at 0x6a0: 1 of 1 pointers, gap 0
  `),
};
