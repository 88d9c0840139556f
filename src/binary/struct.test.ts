import { describe, expect, expectTypeOf, test } from 'vitest';
import { fromHex } from '../test-support/hex.ts';
import {
  absent,
  byteOrderMark,
  CodecError,
  countOf,
  cstring,
  f32,
  given,
  type Infer,
  i8,
  list,
  offsetOf,
  offsetsOf,
  struct,
  table,
  u8,
  u16,
  u32,
} from './index.ts';

const face = struct('Face', { count: countOf('corners', u8), corners: list(u8) });
const mesh = struct('Mesh', {
  version: u8,
  nameOffset: offsetOf('name', u16),
  faceCount: countOf('faces', u16),
  faceOffsets: offsetsOf('faces', u16),
  faces: list(face),
  name: cstring,
  scale: given((mesh: { version: number }) => (mesh.version >= 2 ? f32 : absent)),
});

const bytes = fromHex(`
  02           # version
  11 00        # name offset
  02 00        # 2 faces
  09 00  0d 00 # face offsets
  03 00 01 02  # face 0
  03 02 01 03  # face 1
  61 62 00     # name
  00 00 80 3f  # scale
`);

test('reads fields in order and leaves derived ones out', () => {
  expect(mesh.decode(bytes)).toEqual({
    version: 2,
    faces: [{ corners: Uint8Array.of(0, 1, 2) }, { corners: Uint8Array.of(2, 1, 3) }],
    name: 'ab',
    scale: 1,
  });
});

test('writes the same bytes', () => {
  expect(mesh.encode(mesh.decode(bytes))).toEqual(bytes);
});

test('computes counts and offsets of a value that was changed', () => {
  const value = mesh.decode(bytes);
  value.faces.push({ corners: Uint8Array.of(1) });
  expect(mesh.encode(value)).toEqual(
    fromHex('02 15 00 03 00  0b 00 0f 00 13 00  03 00 01 02  03 02 01 03  01 01  61 62 00  00 00 80 3f'),
  );
});

test('warns about offsets that do not fit and reads on', () => {
  const odd = bytes.slice();
  odd[1] = 0x12;
  const { value, issues } = mesh.inspect(odd);
  expect(value?.name).toBe('ab');
  expect(issues).toMatchObject([
    { severity: 'warning', code: 'bad-offset', offset: 0x11, reason: 'name begins here, its offset says 0x0012' },
  ]);
});

describe('errors tell where', () => {
  test('reading', () => {
    expect(() => mesh.decode(bytes.subarray(0, 15))).toThrow(
      'faces[1].corners at 0x000e: u8[3] needs at least 3 bytes, 1 left',
    );
  });

  test('writing', () => {
    const value = mesh.decode(bytes);
    value.version = 300;
    expect(() => mesh.encode(value)).toThrow('version at 0x0000: 300 does not fit u8');
    expect(() => list(u8).prefixed(i8).encode(new Uint8Array(200))).toThrow(CodecError);
  });

  test('a huge count fails before anything is allocated', () => {
    const many = struct('Many', { count: countOf('items', u32), items: table('Item', { a: f32, b: u16.x(3) }) });
    expect(() => many.decode(fromHex('ff ff ff ff'))).toThrow(
      'items at 0x0004: Item[4294967295] needs at least 42949672950 bytes, 0 left',
    );
  });
});

test('a description belongs to the copy it was given to', () => {
  const plain = list(u8);
  expect(plain.times(2).doc).toBe('');
  expect(plain.is('indices').times(2).doc).toBe('indices');
  expect(plain.in('frames').times(2)).toMatchObject({ doc: '', unit: 'frames' });
});

test('byte order belongs to the cursor', () => {
  const head = struct('Head', { mark: byteOrderMark, value: u16, list: list(u16).times(2) });
  const big = head.decode(fromHex('fe ff  12 34  00 01 00 02'));
  expect(big).toEqual({ mark: 'big', value: 0x1234, list: Uint16Array.of(1, 2) });
  expect(head.encode(big)).toEqual(fromHex('fe ff  12 34  00 01 00 02'));
  expect(head.encode({ ...big, mark: 'little' })).toEqual(fromHex('ff fe  34 12  01 00 02 00'));
});

test('types follow from declarations, and mistakes in them do not compile', () => {
  expectTypeOf<Infer<typeof mesh>>().toEqualTypeOf<{
    version: number;
    faces: { corners: Uint8Array<ArrayBuffer> }[];
    name: string;
    scale?: number | undefined;
  }>();
  // @ts-expect-error: no such field
  struct('Bad', { count: countOf('item', u8), items: list(u8) });
  // @ts-expect-error: a list without a count
  struct('Bad', { items: list(u8) });
  // @ts-expect-error: a count of something that is not a list
  struct('Bad', { count: countOf('value', u8), value: u8 });
  // @ts-expect-error: offsets of plain numbers
  struct('Bad', { count: countOf('items', u8), offsets: offsetsOf('items', u8), items: list(u8) });
  // @ts-expect-error: asks for a field that the struct does not have
  struct('Bad', { value: given((earlier: { version: number }) => (earlier.version > 1 ? u8 : u16)) });
});

test('a number behind a list that takes all bytes is missed by name', () => {
  const codec = struct('Tail', { count: countOf('items', u8), items: list(u8), last: u16 });
  expect(() => codec.decode(Uint8Array.of(2, 1, 2, 3))).toThrow('last at 0x0003: 2 bytes needed, 1 left');
  expect(codec.decode(Uint8Array.of(1, 9, 3, 0))).toEqual({ items: Uint8Array.of(9), last: 3 });
});
