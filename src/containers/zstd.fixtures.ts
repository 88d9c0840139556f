import { fromHex } from '../test-support/hex.ts';

/** Small frames, written by hand from RFC 8878. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'one raw block': fromHex('28 b5 2f fd  a0  03 00 00 00  19 00 00  61 62 63'),
  'one raw block, without content size': fromHex('28 b5 2f fd  00  00  19 00 00  61 62 63'),
  'a repeated byte': fromHex('28 b5 2f fd  20  05  2b 00 00  61'),
};

/** A line of JSON about a bone, made with the zstd command and a dictionary with id 7. */
export const withDictionary = fromHex(`
  28 b5 2f fd 25 07 4e 85 01 00 e0 35 32 69 6f 6e 22 3a 5b 30 2c 31 5d 2c 22 73 63 61 6c 65 22 3a
  5b 31 2c 31 31 7d 0a 06 fc 1c 08 2e 00 86 bf 3f fd f4 16 10 ff 3b 18 57 2b 06 aa 63 bf 27
`);

/** A dictionary with id 7, trained with the zstd command. */
export const dictionary = Uint8Array.from(
  atob(
    'N6Qw7AcAAAAaEOBLHf/////r/9/dlnJLKXeDP0JJREREREgDBQAAAACrOgAAAAQAAACAKRgEAEwoBDQ/CQAAMAAQAAAAAAAAAAAAAAAwANx8BwAAAAAAJPCoewAAAAAAAAAAAAAAAAAAAAEAAAAEAAAACAAAACwidmlzaWJsZSI6MX0KeyJuYW1lIjoiYm9uZV8zMSIsInBhcmVudCI6MTUsInJvdGF0InZpc2libGUiOjB9CnsibmFtZSI6ImJvbmVfMTI5IiwicGFyZW50Ijo2NCwicm90YXQidmlzaWJsZSI6MX0KeyJuYW1lIjoiYm9uZV8xMTMiLCJwYXJlbg==',
  ),
  (character) => character.charCodeAt(0),
);
