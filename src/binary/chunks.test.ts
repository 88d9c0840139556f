import { describe, expect, test } from 'vitest';
import { fromHex } from '../test-support/hex.ts';
import { chunks, cstring, Damaged, dump, explain, formatIssue, list, u16, u32 } from './index.ts';

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

test('a chunk id with several names goes by the first that explains all bytes', () => {
  const codec = chunks('Bone', { def: [2, list(cstring).times(3)], name: [2, cstring] });
  const twice = fromHex('02 00 00 00 06 00 00 00  61 00 62 00 63 00  02 00 00 00 02 00 00 00  61 00');
  const value = codec.decode(twice);
  expect(value).toEqual([
    { name: 'def', value: ['a', 'b', 'c'] },
    { name: 'name', value: 'a' },
  ]);
  expect(codec.encode(value)).toEqual(twice);
});

test('numbered chunks are the items of a list', () => {
  const codec = chunks('Items', { count: [0, u32] }, { others: { item: u16 } });
  const bytes = fromHex('00 00 00 00 04 00 00 00  02 00 00 00  07 00 00 00 02 00 00 00  05 00');
  const { value, trace } = codec.inspect(bytes);
  expect(value).toEqual([
    { name: 'count', value: 2 },
    { name: 'item', id: 7, value: 5 },
  ]);
  expect(explain(trace, 0x14)).toBe('[7]');
  expect(codec.encode(value!)).toEqual(bytes);
});

describe('a tolerant reader', () => {
  const tolerant = chunks('Text', { text: [1, cstring], note: [2, cstring, 'self-delimiting'] }, { tolerant: true });
  const cases = {
    'a size beyond the end': [
      '01 00 00 00 09 00 00 00  61 00',
      [{ name: 'text', value: 'a', size: { stored: 9, actual: 2 } }],
      'text at 0x0008: the chunk declares 9 bytes and has 2',
    ],
    'bytes behind a value': [
      '01 00 00 00 04 00 00 00  61 00 07 08',
      [{ name: 'text', value: 'a', trailing: Uint8Array.of(7, 8) }],
      'text at 0x000a: 2 bytes behind cstring',
    ],
    'bytes behind the last chunk': [
      '01 00 00 00 02 00 00 00  61 00  07',
      [
        { name: 'text', value: 'a' },
        { name: 'trailing', value: Uint8Array.of(7) },
      ],
      'at 0x000a: 1 bytes behind the last chunk',
    ],
    'a wrong size of a value that knows its end': [
      '02 00 00 00 05 00 00 00  61 00  01 00 00 00 02 00 00 00  62 00',
      [
        { name: 'note', value: 'a', size: { stored: 5, actual: 2 } },
        { name: 'text', value: 'b' },
      ],
      'note at 0x0008: the chunk declares 5 bytes and has 2',
    ],
  } as const;

  test.each(Object.entries(cases))('keeps %s', (_, [hexText, expected, issue]) => {
    const bytes = fromHex(hexText);
    const { value, issues, trace } = tolerant.inspect(bytes);
    expect(value).toEqual(expected);
    expect(issues.map(formatIssue)).toEqual([issue]);
    expect(trace.gaps(bytes.length)).toEqual([]);
    expect(tolerant.encode(value!)).toEqual(bytes);
  });

  test('writes the true size once the value has changed', () => {
    const bytes = fromHex('01 00 00 00 09 00 00 00  61 00');
    const [chunk] = tolerant.decode(bytes);
    expect(tolerant.encode([{ ...chunk!, value: 'ab' } as typeof chunk & object])).toEqual(
      fromHex('01 00 00 00 03 00 00 00  61 62 00'),
    );
  });
});

describe('compressed chunks', () => {
  // A compression for tests: the count of a byte and the byte; its first count is padded with a zero by old tools.
  const compression = {
    flag: 0x80000000,
    never: [9],
    unpack: (packed: Uint8Array) => (packed.length === 2 ? new Uint8Array(packed[0]!).fill(packed[1]!) : undefined),
    pack: (content: Uint8Array) =>
      content.every((byte) => byte === content[0]) ? Uint8Array.of(content.length, content[0] ?? 0) : undefined,
  };
  const codec = chunks('Packed', { numbers: [1, list(u16).untilEnd()] }, { compression, tolerant: true });
  const bytes = fromHex('01 00 00 80 02 00 00 00  04 07');

  test('are unpacked, and written with the bytes they had', () => {
    const { value, issues } = codec.inspect(bytes);
    expect(value).toEqual([{ name: 'numbers', value: Uint16Array.of(0x707, 0x707), packed: Uint8Array.of(4, 7) }]);
    expect(issues).toEqual([]);
    expect(codec.encode(value!)).toEqual(bytes);
  });

  test('show in dumps what they hold', () => {
    const lines = dump(bytes, codec.inspect(bytes).trace).split('\n');
    expect(lines[0]).toContain('1799 1799');
    expect(lines.some((line) => line.includes('unpacked: 4 bytes'))).toBe(true);
  });

  test('are packed anew when their value changes, and left alone where that is impossible', () => {
    const [chunk] = codec.decode(bytes);
    const change = (...values: number[]) =>
      codec.encode([{ ...chunk!, value: Uint16Array.of(...values) } as typeof chunk & object]);
    expect(change(0x808)).toEqual(fromHex('01 00 00 80 02 00 00 00  02 08'));
    expect(change(0x809)).toEqual(fromHex('01 00 00 00 02 00 00 00  09 08'));
  });

  test('may be no such thing', () => {
    const fake = fromHex('01 00 00 80 04 00 00 00  01 00 02 00');
    const { value, issues } = codec.inspect(fake);
    expect(value).toEqual([{ name: 'numbers', value: Uint16Array.of(1, 2), fakeFlag: true }]);
    expect(issues).toMatchObject([{ code: 'not-compressed', severity: 'warning' }]);
    expect(codec.encode(value!)).toEqual(fake);
  });
});
