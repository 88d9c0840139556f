import { expect, test } from 'vitest';
import { fromHex } from '../test-support/hex.ts';
import { chunks, cstring, Damaged, formatIssue, list, u16, u32 } from './index.ts';

const mesh = chunks('Mesh', { name: [0x1001, cstring], flags: [0x1002, u16] });
const object = chunks('Object', {
  version: [0x0900, u16],
  meshes: [0x0910, chunks('Meshes', { first: [0, mesh], second: [1, mesh] })],
  loose: [0x0911, list(u32).prefixed(u32)],
});

const bytes = fromHex(`
  00 09 00 00  02 00 00 00  10 00                         # version
  77 77 00 00  03 00 00 00  01 02 03                      # a chunk that nobody knows
  10 09 00 00  1b 00 00 00                                # meshes
    00 00 00 00  13 00 00 00                              #   first
      02 10 00 00  02 00 00 00  01 00                     #     flags
      01 10 00 00  01 00 00 00  00                        #     name
`);

test('order and unknown chunks are kept', () => {
  const value = object.decode(bytes);
  expect(value).toEqual([
    { name: 'version', value: 16 },
    { name: 'unknown', id: 0x7777, value: Uint8Array.of(1, 2, 3) },
    {
      name: 'meshes',
      value: [
        {
          name: 'first',
          value: [
            { name: 'flags', value: 1 },
            { name: 'name', value: '' },
          ],
        },
      ],
    },
  ]);
  expect(object.encode(value)).toEqual(bytes);
});

test('names narrow values', () => {
  for (const chunk of object.decode(bytes)) if (chunk.name === 'version') expect(chunk.value.toFixed()).toBe('16');
});

test('a chunk that cannot be read is kept as bytes, and the rest is read', () => {
  const damaged = fromHex('00 09 00 00  03 00 00 00  10 00 aa  77 77 00 00  01 00 00 00  05');
  const { value, issues, trace } = object.inspect(damaged);
  expect(value).toEqual([
    {
      name: 'damaged',
      id: 0x0900,
      value: new Damaged(Uint8Array.of(0x10, 0, 0xaa), '1 bytes are not explained by u16'),
    },
    { name: 'unknown', id: 0x7777, value: Uint8Array.of(5) },
  ]);
  expect(issues.map(formatIssue)).toEqual(['version at 0x000a: 1 bytes are not explained by u16']);
  expect(trace.gaps(damaged.length)).toEqual([]);
  expect(object.encode(value!)).toEqual(damaged);
});

test('a chunk cannot be larger than the file', () => {
  expect(() => object.decode(fromHex('77 77 00 00  ff ff ff 7f  00'))).toThrow(
    '0x7777 at 0x0008: 2147483647 bytes needed, 1 left',
  );
});
