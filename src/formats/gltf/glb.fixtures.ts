import { fromHex } from '../../test-support/hex.ts';

const text = (json: string) => new TextEncoder().encode(json);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const triangle = [
  '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],',
  '"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":36}],',
  '"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"count":3,',
  '"componentType":5126,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]}    ',
].join('');

/** Small files, written by hand from the specification of glTF 2.0, section 4.4. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  triangle: joined(
    fromHex(`
      67 6c 54 46  02 00 00 00                         # magic, version 2
      84 01 00 00                                      # 388 bytes
      44 01 00 00  4a 53 4f 4e                         # 324 bytes of JSON
    `),
    text(triangle),
    fromHex(`
      24 00 00 00  42 49 4e 00                         # 36 bytes of data
      00 00 00 00  00 00 00 00  00 00 00 00            # x y z
      00 00 80 3f  00 00 00 00  00 00 00 00
      00 00 00 00  00 00 80 3f  00 00 00 00
    `),
  ),
  'a document alone': joined(
    fromHex(`
      67 6c 54 46  02 00 00 00
      30 00 00 00                                      # 48 bytes
      1c 00 00 00  4a 53 4f 4e                         # 28 bytes of JSON
    `),
    text('{"asset":{"version":"2.0"}}'.padEnd(28)),
  ),
};
