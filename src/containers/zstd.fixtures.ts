import { fromHex } from '../test-support/hex.ts';

/** Small frames, written by hand from RFC 8878. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'one raw block': fromHex('28 b5 2f fd  a0  03 00 00 00  19 00 00  61 62 63'),
  'one raw block, without content size': fromHex('28 b5 2f fd  00  00  19 00 00  61 62 63'),
  'a repeated byte': fromHex('28 b5 2f fd  20  05  2b 00 00  61'),
};

/** A dictionary with id 7, trained with the zstd command. */
export const dictionary = Uint8Array.from(
  atob(
    'N6Qw7AcAAAAaEOBLHf/////r/9/dlnJLKXeDP0JJREREREgDBQAAAACrOgAAAAQAAACAKRgEAEwoBDQ/CQAAMAAQAAAAAAAAAAAAAAAwANx8BwAAAAAAJPCoewAAAAAAAAAAAAAAAAAAAAEAAAAEAAAACAAAACwidmlzaWJsZSI6MX0KeyJuYW1lIjoiYm9uZV8zMSIsInBhcmVudCI6MTUsInJvdGF0InZpc2libGUiOjB9CnsibmFtZSI6ImJvbmVfMTI5IiwicGFyZW50Ijo2NCwicm90YXQidmlzaWJsZSI6MX0KeyJuYW1lIjoiYm9uZV8xMTMiLCJwYXJlbg==',
  ),
  (character) => character.charCodeAt(0),
);
