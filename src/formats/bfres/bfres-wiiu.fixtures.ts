import { fromHex } from '../../test-support/hex.ts';

// Assembled by hand from the specification, not by our writer. Animations of shapes, which no public file has, are in
// here as described there, unverified on real files.

/** Small files. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'clips, version 4.5': fromHex(`
    46 52 45 53                                       # signature
    04 05 00 03                                       # version 4.5.0.3
    fe ff 00 10                                       # byte order, header size
    00 00 02 44                                       # file size
    00 00 00 04                                       # alignment
    00 00 02 14                                       # 'clip'
    00 00 00 58                                       # string pool size
    00 00 01 d0                                       # -> _POOL
    00 00 00 00
    00 00 00 00
    00 00 00 44                                       # -> skadic
    00 00 00 00
    00 00 00 00
    00 00 00 00
    00 00 00 00
    00 00 00 58                                       # -> visdic
    00 00 00 00
    00 00 00 00
    00 00 00 00
    00 00 00 00
    00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00# counts
    00 00 00 00
    00 00 00 28                                       # dictionary, size
    00 00 00 01
    ff ff ff ff
    00 01 00 00                                       # left, right
    00 00 00 00                                       # root
    00 00 00 00
    00 00 00 1e
    00 00 00 01                                       # left, right
    00 00 01 a8                                       # 'walk'
    00 00 00 2c                                       # -> ska
    00 00 00 28                                       # dictionary, size
    00 00 00 01
    ff ff ff ff
    00 01 00 00                                       # left, right
    00 00 00 00                                       # root
    00 00 00 00
    00 00 00 26
    00 00 00 01                                       # left, right
    00 00 01 68                                       # 'blink'
    00 00 00 bc                                       # -> vis
    46 53 4b 41                                       # FSKA
    00 00 01 74                                       # 'walk'
    00 00 01 7c                                       # ''
    00 00 10 04                                       # Euler angles, loop
    00 00 00 0a                                       # 10 frames
    00 02 00 00                                       # 2 bones, no user data
    00 00 00 01                                       # 1 curve
    00 00 00 44                                       # baked size
    00 00 00 14                                       # -> bones
    00 00 00 00                                       # no bound skeleton
    00 00 00 08                                       # -> bind
    00 00 00 00                                       # no user data
    ff ff ff ff                                       # not bound
    00 00 08 18                                       # base values of scale and rotation, curve of rotation z
    00 00 00 fc                                       # 'Arm'
    03 06 01 07                                       # begin, 1 curve
    00 00 00 00
    00 00 00 3c                                       # -> curves
    00 00 00 1c                                       # -> base
    08 00 00 00                                       # nothing
    00 00 01 04                                       # 'Root'
    00 00 00 00
    01 00 00 00
    00 00 00 00                                       # none
    00 00 00 00                                       # none
    3f 80 00 00 3f 80 00 00 3f 80 00 00               # scale
    00 00 00 00 00 00 00 00 3f 00 00 00 3f 80 00 00   # rotation
    00 05 00 02                                       # s16 frames, s16 keys, cubic; 2 keys
    00 00 00 28                                       # rotation z
    00 00 00 00 41 20 00 00                           # from 0 to 10
    3f 00 00 00 3e 80 00 00 3f 80 00 00               # scale, offset, delta
    00 00 00 08                                       # -> f0
    00 00 00 08                                       # -> k0
    00 00 01 40                                       # frames 0 and 10
    00 00 00 02 00 00 00 00 00 02 00 00 00 00 00 00   # a b c d of each key
    46 56 49 53                                       # FVIS
    00 00 00 a4                                       # 'blink'
    00 00 00 c4                                       # ''
    00 00 00 00                                       # flags, no user data
    00 00 00 08                                       # 8 frames
    00 02 00 01                                       # 2 bones, 1 curve
    00 00 00 18                                       # baked size
    00 00 00 00                                       # no bound model
    00 00 00 14                                       # -> vbind
    00 00 00 14                                       # -> vnames
    00 00 00 18                                       # -> vcurves
    00 00 00 38                                       # -> vbase
    00 00 00 00                                       # no user data
    ff ff ff ff
    00 00 00 4c                                       # 'Eye_L'
    00 00 00 54                                       # 'Eye_R'
    00 62 00 03                                       # u8 frames, bool; 3 keys
    00 00 00 01                                       # of Eye_R
    00 00 00 00 41 00 00 00                           # from 0 to 8
    00 00 00 01 00 00 00 00 00 00 00 00               # scale, offset, delta
    00 00 00 0c                                       # -> f1
    00 00 00 0c                                       # -> k1
    00 00 00 01                                       # Eye_L is visible
    00 03 08                                          # frames
    00
    00 00 00 05 00 00 00 00 00 00 00 00               # a bit a key, room for a word each
    00 00 00 03 41 72 6d 00                           # 'Arm'
    00 00 00 05 45 79 65 5f 4c 00 00 00               # 'Eye_L'
    00 00 00 05 45 79 65 5f 52 00 00 00               # 'Eye_R'
    00 00 00 04 52 6f 6f 74 00 00 00 00               # 'Root'
    00 00 00 05 62 6c 69 6e 6b 00 00 00               # 'blink'
    00 00 00 04 63 6c 69 70 00 00 00 00               # 'clip'
    00 00 00 04 77 61 6c 6b 00 00 00 00               # 'walk'
    00 00 00 00 00 00 00 00                           # ''  `),
  'a texture, version 4.5': fromHex(`
    46 52 45 53                                       # signature
    04 05 00 03                                       # version 4.5.0.3
    fe ff 00 10                                       # byte order, size of the head
    00 00 01 a8                                       # file size
    00 00 01 00                                       # alignment
    00 00 01 4c                                       # 'tex'
    00 00 00 18                                       # string pool size
    00 00 01 38                                       # -> string pool
    00 00 00 00                                       # no models
    00 00 00 48                                       # -> textures
    00 00 00 00                                       # no skeletal animations
    00 00 00 00                                       # no parameter animations
    00 00 00 00                                       # no colour animations
    00 00 00 00                                       # no texture animations
    00 00 00 00                                       # no pattern animations
    00 00 00 00                                       # no bone visibility
    00 00 00 00                                       # no material visibility
    00 00 00 00                                       # no shape animations
    00 00 00 00                                       # no scene animations
    00 00 00 00                                       # no embedded files
    00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # how many of each
    00 00 00 00                                       # user pointer
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 16 00 00 00 01 00 00 00 cc 00 00 00 04   # bit, left, right, 'dot', -> it
    46 54 45 58                                       # FTEX
    00 00 00 01                                       # 2D
    00 00 00 04 00 00 00 04 00 00 00 01               # 4 x 4, depth 1
    00 00 00 02                                       # 2 levels
    00 00 04 31                                       # BC1, sRGB
    00 00 00 00 00 00 00 01                           # no antialiasing, use as texture
    00 00 00 20 00 00 00 00                           # data size, handle
    00 00 00 08 00 00 00 00                           # mip data size, handle
    00 00 00 01                                       # tile mode: rows
    00 00 00 00                                       # swizzle
    00 00 00 20                                       # alignment
    00 00 00 04                                       # pitch
    00 00 00 20 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # mip offsets
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00                                       #
    00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 01   # view: levels 0 to 1, slice 0
    00 01 02 03                                       # channels
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # registers
    00 00 00 00                                       # handle
    01 00 00 00                                       # array length
    00 00 00 1c 00 00 00 28                           # 'dot', path ''
    00 00 00 3c                                       # -> data
    00 00 00 58                                       # -> mip data
    00 00 00 00 00 00 00 00                           # no user data
    00 00 00 03                                       # 'dot'
    64 6f 74 00                                       # its text
    00 00 00 03                                       # 'tex'
    74 65 78 00                                       # its text
    00 00 00 00                                       # ''
    00 00 00 00                                       # its text
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # padding
    00 f8 1f 00 00 00 ff ff                           # red above, mixed below
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # rest of the row
    00 f8 00 f8 00 00 00 00                           # all red
  `),
  'a model, version 4.5': fromHex(`
    46 52 45 53                                       # signature
    04 05 00 03                                       # version 4.5.0.3
    fe ff 00 10                                       # byte order, size of the head
    00 00 08 00                                       # file size
    00 00 01 00                                       # alignment
    00 00 05 4c                                       # 'box'
    00 00 00 c8                                       # string pool size
    00 00 05 14                                       # -> string pool
    00 00 00 54                                       # -> models
    00 00 00 00                                       # no textures
    00 00 00 00                                       # no skeletal animations
    00 00 00 00                                       # no parameter animations
    00 00 00 00                                       # no colour animations
    00 00 00 00                                       # no texture animations
    00 00 00 00                                       # no pattern animations
    00 00 00 00                                       # no bone visibility
    00 00 00 00                                       # no material visibility
    00 00 00 00                                       # no shape animations
    00 00 00 00                                       # no scene animations
    00 00 00 50                                       # -> embedded files
    00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 # how many of each
    00 00 00 00                                       # user pointer
    00 00 06 94 00 00 00 04                           # -> data, size
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 16 00 00 00 01 00 00 04 cc 00 00 00 2c   # bit, left, right, 'box', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 3e 00 00 00 01 00 00 04 fc ff ff ff ac   # bit, left, right, 'note.txt', -> it
    46 4d 44 4c                                       # FMDL
    00 00 04 98 00 00 05 28                           # 'box', path ''
    00 00 00 44                                       # -> skeleton
    00 00 00 20                                       # -> vertex buffers
    00 00 00 c8                                       # -> shapes
    00 00 00 ec                                       # -> materials
    00 00 02 20                                       # -> user data
    00 01 00 01 00 01 00 01                           # 1 vertex buffer, shape, material, user datum
    00 00 00 03                                       # processed vertices
    00 00 00 00                                       # user pointer
    46 56 54 58                                       # FVTX
    02 01 00 00                                       # 2 attributes, 1 buffer, index 0
    00 00 00 03                                       # 3 vertices
    00 00 00 00                                       # no skin
    00 00 01 94                                       # -> attributes
    00 00 01 c0                                       # -> dictionary
    00 00 01 a4                                       # -> buffers
    00 00 00 00                                       # user pointer
    46 53 4b 4c                                       # FSKL
    00 00 11 00                                       # Euler angles, Maya scaling
    00 01 00 00 00 00 00 00                           # 1 bone, no matrices
    00 00 00 54                                       # -> bone dictionary
    00 00 00 10                                       # -> bones
    00 00 00 4c                                       # -> no matrix to bone, here
    00 00 00 48                                       # -> no inverse matrices, here
    00 00 00 00                                       # user pointer
    00 00 04 04                                       # 'Root'
    00 00 ff ff ff ff ff ff                           # index 0, no parent, no matrices
    ff ff 00 00                                       # no billboard, no user data
    00 00 00 01                                       # flags
    3f 80 00 00 3f 80 00 00 3f 80 00 00               # scale
    00 00 00 00 00 00 00 00 00 00 00 00 3f 80 00 00   # rotation
    00 00 00 00 00 00 00 00 00 00 00 00               # translation
    00 00 00 00                                       # no user data
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 03 a4 ff ff ff 9c   # bit, left, right, 'Root', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 03 a8 00 00 00 2c   # bit, left, right, 'face', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 16 00 00 00 01 00 00 03 e0 00 00 01 48   # bit, left, right, 'red', -> it
    46 53 48 50                                       # FSHP
    00 00 03 74                                       # 'face'
    00 00 00 02                                       # flags
    00 00 00 00 00 00 00 00                           # index, material, bone, vertex buffer
    00 00 00 01 00 00                                 # no skin bones, skin 0, 1 mesh, no key shapes
    00 00                                             # no bounding nodes
    00 00 00 68                                       # -> radii
    ff ff fe e4                                       # -> vertex buffer
    00 00 00 14                                       # -> meshes
    00 00 00 2c                                       # -> no skin bones, here
    00 00 00 00                                       # no key shapes
    00 00 00 24                                       # -> boxes
    00 00 00 00                                       # user pointer
    00 00 00 04 00 00 00 04                           # triangles of u16
    00 00 00 03 00 01 00 00                           # 3 indices, 1 sub-mesh
    00 00 00 40                                       # -> sub-meshes
    00 00 00 44                                       # -> index buffer
    00 00 00 00                                       # first vertex
    3f 00 00 00 3f 00 00 00 00 00 00 00 3f 00 00 00 3f 00 00 00 00 00 00 00 # box of the sub-mesh
    3f 00 00 00 3f 00 00 00 00 00 00 00 3f 00 00 00 3f 00 00 00 00 00 00 00 # box of the mesh
    3f 40 00 00                                       # radius
    00 00 00 00 00 00 00 03                           # sub-mesh: from byte 0, 3 indices
    00 00 00 00 00 00 00 06 00 00 00 00 00 00 00 01 00 00 00 00 # index buffer: size 6, stride 0, 1 buffer
    00 00 03 6c                                       # -> indices
    00 00 02 b8 00 00 00 00 00 00 08 0f               # '_p0', buffer 0, at 0, half4
    00 00 02 b4 00 00 00 08 00 00 00 07               # '_u0', buffer 0, at 8, unorm16 x 2
    00 00 00 00 00 00 00 24 00 00 00 00 00 0c 00 01 00 00 00 00 # buffer: size 36, stride 12, 1 buffer
    00 00 03 7c                                       # -> vertices
    00 00 00 38 00 00 00 02                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 15 00 00 00 02 00 00 02 68 ff ff ff ac   # bit, left, right, '_p0', -> it
    00 00 00 0a 00 01 00 02 00 00 02 60 ff ff ff a8   # bit, left, right, '_u0', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 02 8c 00 00 00 04   # bit, left, right, 'note', -> it
    00 00 02 84 00 01 02 00                           # 'note', 1 string
    00 00 02 98                                       # 'red'
    46 4d 41 54                                       # FMAT
    00 00 02 90                                       # 'red'
    00 00 00 01                                       # visible
    00 00 00 02                                       # index 0, 2 render infos
    01 01 00 01 00 00                                 # 1 sampler, 1 texture, 1 parameter, 0 volatile
    00 10 00 00 00 00                                 # parameter data size, raw size, user data
    00 00 01 58                                       # -> render infos
    00 00 00 48                                       # -> render state
    00 00 00 bc                                       # -> shader assign
    00 00 00 70                                       # -> textures
    00 00 00 74                                       # -> samplers
    00 00 01 7c                                       # -> sampler dictionary
    00 00 00 84                                       # -> parameters
    00 00 01 9c                                       # -> parameter dictionary
    00 00 00 90                                       # -> parameter data
    00 00 00 00                                       # no user data
    00 00 00 98                                       # -> volatile flags
    00 00 00 00                                       # user pointer
    00 01 00 00 00 00 02 1c 00 00 00 07 00 00 00 00   # 1 s32, 'mode', room for two
    00 01 02 00 00 00 01 f8 00 00 02 44               # 1 string, 'kind'
    00 00 00 01                                       # opaque
    00 00 00 02                                       # culls back faces
    00 00 00 36                                       # tests, writes, lequal
    00 00 00 07                                       # alpha test off
    3f 00 00 00                                       # reference
    00 cc 00 10 00 00 00 00 20 01 00 01               # colour, blend target, blend
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # blend colour
    00 00 02 04 00 00 00 00                           # 'skin', elsewhere
    00 00 00 12 00 00 00 34 80 00 00 00               # registers
    00 00 00 00 00 00 01 64 00 00 00 00               # handle, '_a0', index 0
    0f 10 00 00                                       # float4, 16 bytes, at 0
    ff ff ff ff 00 00 00 00                           # uniform, callback
    00 00 00 00 00 00 01 ec                           # depends on itself, 'tint'
    3f 80 00 00 00 00 00 00 00 00 00 00 3f 80 00 00   # tint
    00                                                # nothing is volatile
    00 00 00                                          # padding
    00 00 01 84 00 00 01 68                           # archive 'lib', model 'flat'
    00 00 00 00 01 01 00 01                           # revision, 1 attribute, 1 sampler, 1 option
    00 00 00 0c 00 00 00 30 00 00 00 54               # -> attributes, samplers, options
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 15 00 00 00 01 00 00 01 00 00 00 00 fc   # bit, left, right, '_p0', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 15 00 00 00 01 00 00 00 d0 00 00 00 cc   # bit, left, right, '_a0', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 00 d4 00 00 00 90   # bit, left, right, 'fast', -> it
    00 00 00 38 00 00 00 02                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 02 00 00 00 d8 ff ff fe b4   # bit, left, right, 'mode', -> it
    00 00 00 18 00 02 00 01 00 00 00 b4 ff ff fe b4   # bit, left, right, 'kind', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 15 00 00 00 01 00 00 00 48 ff ff fe d0   # bit, left, right, '_a0', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 00 c0 ff ff fe c0   # bit, left, right, 'tint', -> it
    00 00 00 01                                       # '1'
    31 00 00 00                                       # its text
    00 00 00 04                                       # 'Root'
    52 6f 6f 74 00 00 00 00                           # its text
    00 00 00 03                                       # '_a0'
    5f 61 30 00                                       # its text
    00 00 00 03                                       # '_p0'
    5f 70 30 00                                       # its text
    00 00 00 03                                       # '_u0'
    5f 75 30 00                                       # its text
    00 00 00 03                                       # 'box'
    62 6f 78 00                                       # its text
    00 00 00 04                                       # 'face'
    66 61 63 65 00 00 00 00                           # its text
    00 00 00 04                                       # 'fast'
    66 61 73 74 00 00 00 00                           # its text
    00 00 00 04                                       # 'flat'
    66 6c 61 74 00 00 00 00                           # its text
    00 00 00 04                                       # 'kind'
    6b 69 6e 64 00 00 00 00                           # its text
    00 00 00 03                                       # 'lib'
    6c 69 62 00                                       # its text
    00 00 00 04                                       # 'mode'
    6d 6f 64 65 00 00 00 00                           # its text
    00 00 00 04                                       # 'note'
    6e 6f 74 65 00 00 00 00                           # its text
    00 00 00 08                                       # 'note.txt'
    6e 6f 74 65 2e 74 78 74 00 00 00 00               # its text
    00 00 00 03                                       # 'red'
    72 65 64 00                                       # its text
    00 00 00 04                                       # 'skin'
    73 6b 69 6e 00 00 00 00                           # its text
    00 00 00 05                                       # 'solid'
    73 6f 6c 69 64 00 00 00                           # its text
    00 00 00 04                                       # 'tint'
    74 69 6e 74 00 00 00 00                           # its text
    00 00 00 00                                       # ''
    00 00 00 00                                       # its text
    00 00 00 00 00 00 00 00                           # padding
    00 00 00 01 00 02                                 # indices
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # padding
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00                     #
    00 00 00 00 00 00 3c 00 00 00 00 00               # x y z w, u v
    3c 00 00 00 00 00 3c 00 ff ff 00 00               # x y z w, u v
    00 00 3c 00 00 00 3c 00 00 00 ff ff               # x y z w, u v
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # padding
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00               #
    6e 6f 74 65                                       # 'note'
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # padding
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 #
    00 00 00 00 00 00 00 00 00 00 00 00               #
  `),
  'other animations, version 3.4': fromHex(`
    46 52 45 53                                       # signature
    03 04 00 04                                       # version 3.4.0.4
    fe ff 00 10                                       # byte order, size of the head
    00 00 04 24                                       # file size
    00 00 00 04                                       # alignment
    00 00 03 7c                                       # 'anims'
    00 00 00 a8                                       # string pool size
    00 00 03 60                                       # -> string pool
    00 00 00 00                                       # no models
    00 00 00 00                                       # no textures
    00 00 00 00                                       # no skeletal animations
    00 00 00 00                                       # no parameter animations
    00 00 00 00                                       # no colour animations
    00 00 00 38                                       # -> texture animations
    00 00 00 5c                                       # -> pattern animations
    00 00 00 00                                       # no bone visibility
    00 00 00 7c                                       # -> material visibility
    00 00 00 a0                                       # -> shape animations
    00 00 00 00                                       # no scene animations
    00 00 00 00                                       # no embedded files
    00 00 00 00 00 00 00 00 00 00 00 01 00 01 00 00 00 01 00 01 00 00 00 00 # how many of each
    00 00 00 00                                       # user pointer
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 03 5c 00 00 00 7c   # bit, left, right, 'roll', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 26 00 00 00 01 00 00 02 f4 00 00 01 0c   # bit, left, right, 'blink', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 01 00 00 02 ec 00 00 01 c4   # bit, left, right, 'hide', -> it
    00 00 00 28 00 00 00 01                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 26 00 00 00 01 00 00 02 fc 00 00 02 10   # bit, left, right, 'smile', -> it
    46 53 48 55                                       # FSHU
    00 00 02 d8 00 00 03 0c                           # 'roll', path ''
    00 00 00 04 00 00 00 0a                           # loop, 10 frames
    00 01 00 00                                       # 1 material, no user data
    00 00 00 01 00 00 00 01 00 00 00 00               # 1 parameter, 1 curve, baked size
    00 00 00 00 00 00 00 0c 00 00 00 0c 00 00 00 00   # bound model, -> bind indices, -> materials, no user data
    ff ff                                             # not bound
    00 00                                             # padding
    00 01 00 01 00 01 00 00                           # 1 parameter, 1 curve, 1 constant
    00 00 00 00 00 00 00 00 00 00 02 8c               # first curve, first parameter, 'red'
    00 00 00 0c 00 00 00 20 00 00 00 14               # -> parameters, curves, constants
    00 00 00 01 00 00 00 00 00 01 ff ff 00 00 02 9c   # curves from 0: 1 float, 0 int; constants from 0: 1; 'srt'
    00 00 00 04 3f 80 00 00                           # constant: scale x = 1
    00 02 00 02 00 00 00 10                           # curve, 2 keys, target
    00 00 00 00 41 20 00 00                           # start, end
    3f 80 00 00 00 00 00 00 3f 80 00 00               # scale, offset, delta
    00 00 00 08 00 00 00 08                           # -> frames, keys
    00 0a                                             # frames
    00 00                                             # padding
    00 00 00 00 3f 80 00 00 00 00 00 00 00 00 00 00   # a b c d
    3f 80 00 00 00 00 00 00 00 00 00 00 00 00 00 00   # a b c d
    46 54 58 50                                       # FTXP
    00 00 01 e0 00 00 02 54                           # 'blink', path ''
    00 00 00 00 00 00 00 04                           # once, no user data, 4 frames
    00 02 00 01 00 00 00 02 00 00 00 01 00 00 00 00   # 2 textures, 1 material, 2 patterns, 1 curve, baked size
    00 00 00 00 00 00 00 10 00 00 00 10 00 00 00 78 00 00 00 00 # bound model, -> bind indices, materials, textures, no user data
    ff ff                                             # not bound
    00 00                                             # padding
    00 02 00 01 00 00 00 00 00 00 00 00 00 00 01 a8   # 2 patterns, 1 curve, first ones, 'eye'
    00 00 00 1c 00 00 00 28 00 00 00 48               # -> patterns, curves, base values
    00 00 01 b8 00 00 00 00                           # 'open', elsewhere
    00 00 01 d0 00 00 00 00                           # 'shut', elsewhere
    00 ff 00 00 00 00 01 50                           # curve 0, '_a0'
    ff ff 00 00 00 00 01 50                           # constant, '_n0'
    00 4a 00 02 00 00 00 00                           # curve, 2 keys, target
    00 00 00 00 40 80 00 00                           # start, end
    00 00 00 00 00 00 00 00 00 00 00 01               # scale, offset, delta
    00 00 00 0c 00 00 00 0c                           # -> frames, keys
    00 00 00 01                                       # base values
    00 04                                             # frames
    00 00                                             # padding
    00 01                                             # keys
    00 00                                             # padding
    00 00 00 38 00 00 00 02                           # dictionary: size, entries
    ff ff ff ff 00 01 00 00 00 00 00 00 00 00 00 00   # root
    00 00 00 1e 00 00 00 02 00 00 01 48 ff ff ff 8c   # bit, left, right, 'open', -> it
    00 00 00 1c 00 01 00 02 00 00 01 58 ff ff ff 84   # bit, left, right, 'shut', -> it
    46 56 49 53                                       # FVIS
    00 00 01 20 00 00 01 74                           # 'hide', path ''
    01 00 00 00 00 00 00 08                           # of materials, no user data, 8 frames
    00 02 00 01 00 00 00 00                           # 2 targets, 1 curve, baked size
    00 00 00 00 00 00 00 14 00 00 00 14 00 00 00 18 00 00 00 38 00 00 00 00 # bound model, -> bind indices, names, curves, base bits, no user data
    ff ff ff ff                                       # not bound
    00 00 01 04 00 00 00 d4                           # 'red', 'eye'
    00 62 00 02 00 00 00 00                           # curve, 2 keys, target
    00 00 00 00 41 00 00 00                           # start, end
    00 00 00 01 00 00 00 00 ff ff ff ff               # scale, offset, delta
    00 00 00 0c 00 00 00 0c                           # -> frames, keys
    00 00 00 02                                       # the second is visible
    00 08                                             # frames
    00 00                                             # padding
    00 00 00 01 00 00 00 00                           # bits, a word a key
    46 53 48 41                                       # FSHA
    00 00 00 e4 00 00 01 00                           # 'smile', path ''
    00 04 00 00 00 00 00 04                           # loop, no user data, 4 frames
    00 01 00 02 00 00 00 00                           # 1 shape, 2 key shapes, no curves
    00 00 00 00 00 00 00 00 00 00 00 0c 00 00 00 0c 00 00 00 00 # baked size, bound model, -> bind indices, shapes, no user data
    ff ff                                             # not bound
    00 00                                             # padding
    00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 64   # no curves, 2 key shapes, first ones, 'face'
    00 00 00 0c 00 00 00 00 00 00 00 14               # -> key shapes, no curves, base
    ff ff 00 00 00 00 00 30                           # no curve, 'base'
    ff ff 00 00 00 00 00 a0                           # no curve, 'wide'
    3f 00 00 00                                       # weight of the second
    00 00 00 03                                       # '_a0'
    5f 61 30 00                                       # its text
    00 00 00 03                                       # '_n0'
    5f 6e 30 00                                       # its text
    00 00 00 05                                       # 'anims'
    61 6e 69 6d 73 00 00 00                           # its text
    00 00 00 04                                       # 'base'
    62 61 73 65 00 00 00 00                           # its text
    00 00 00 05                                       # 'blink'
    62 6c 69 6e 6b 00 00 00                           # its text
    00 00 00 03                                       # 'eye'
    65 79 65 00                                       # its text
    00 00 00 04                                       # 'face'
    66 61 63 65 00 00 00 00                           # its text
    00 00 00 04                                       # 'hide'
    68 69 64 65 00 00 00 00                           # its text
    00 00 00 04                                       # 'open'
    6f 70 65 6e 00 00 00 00                           # its text
    00 00 00 03                                       # 'red'
    72 65 64 00                                       # its text
    00 00 00 04                                       # 'roll'
    72 6f 6c 6c 00 00 00 00                           # its text
    00 00 00 04                                       # 'shut'
    73 68 75 74 00 00 00 00                           # its text
    00 00 00 05                                       # 'smile'
    73 6d 69 6c 65 00 00 00                           # its text
    00 00 00 03                                       # 'srt'
    73 72 74 00                                       # its text
    00 00 00 04                                       # 'wide'
    77 69 64 65 00 00 00 00                           # its text
    00 00 00 00                                       # ''
    00 00 00 00                                       # its text
  `),
};
