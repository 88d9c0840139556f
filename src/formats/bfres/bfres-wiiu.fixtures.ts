import { fromHex } from '../../test-support/hex.ts';

// Assembled by hand from the specification, not by our writer.

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
};
