import { expect, expectTypeOf, test } from 'vitest';
import { fromHex } from '../test-support/hex.ts';
import {
  countOf,
  filled,
  type Infer,
  i32,
  later,
  list,
  pointer,
  sameValue,
  struct,
  u8,
  u16,
  u32,
  usually,
  Writer,
} from './index.ts';

// What memory images of consoles ask for: pointers ahead of what tells their layout, pointers into lists, offsets that
// count from themselves or from a section, fields that follow from others, places that only the format can tell.

const bone = struct('Bone', { id: u8, parent: u8 });
const skeleton = struct('Skeleton', {
  bones: pointer(u16, list(bone)),
  root: pointer(u16, bone),
  weights: later('weights', u16, (fields: { wide: number }, count) => list(fields.wide === 1 ? u16 : u8).times(count)),
  mirror: later('u8[]', u16, (fields: { bones: unknown[] }) => list(u8).times(fields.bones.length), { optional: true }),
  wide: u8,
  boneCount: countOf('bones', u8),
  weightCount: countOf('weights', u8),
  size: filled(u8),
  padding: usually(u8, () => 0),
  reach: usually(u8, (fields: { bones: unknown[] }) => fields.bones.length),
});
type Skeleton = Infer<typeof skeleton>;

const bytes = fromHex(`
  0e 00  10 00  12 00  00 00     # bones, root (the second bone), weights, no mirror
  01  02  01  14  00  02         # wide, 2 bones, 1 weight, size, padding, reach
  01 00  02 00                   # bones
  34 12                          # weight
`);

function write(value: Skeleton): Writer {
  const w = new Writer();
  skeleton.write(w, value);
  w.placeOf(value, 'bones');
  w.placeOf(value, 'weights', 2);
  w.placeOf(value, 'mirror');
  w.fillMarks('size', u8, w.pos);
  return w;
}

test('layouts that follow from fields behind the pointer, and pointers into lists', () => {
  const value = skeleton.decode(bytes);
  expect(value).toEqual({
    bones: [
      { id: 1, parent: 0 },
      { id: 2, parent: 0 },
    ],
    root: { id: 2, parent: 0 },
    weights: Uint16Array.of(0x1234),
    wide: 1,
  });
  expect(value.root).toBe(value.bones[1]);
  expect(write(value).finish()).toEqual(bytes);
  expectTypeOf(value.mirror).toExtend<Uint8Array | undefined>();
  expectTypeOf(value.reach).toEqualTypeOf<number | undefined>();
});

test('what follows from other fields is no data, unless it does not follow', () => {
  const odd = bytes.slice();
  odd[12] = 7;
  odd[13] = 9;
  const value = skeleton.decode(odd);
  expect([value.padding, value.reach]).toEqual([7, 9]);
  expect(write(value).finish()).toEqual(odd);

  const grown = skeleton.decode(bytes);
  grown.bones.push({ id: 3, parent: 1 });
  expect(write(grown).finish()[13]).toBe(3);
});

test('every byte is explained', () => {
  const { trace } = skeleton.inspect(bytes);
  expect(trace.gaps(bytes.length)).toEqual([]);
});

test('null where there has to be something', () => {
  const broken = bytes.slice();
  broken[0] = 0;
  expect(() => skeleton.decode(broken)).toThrow('at 0x0000: null where there has to be a Bone[2]');
});

const relative = struct('Relative', {
  padding: usually(u32, () => 0),
  value: pointer(i32, u16, { from: 'itself' }),
  first: pointer(u32, u16, { from: 'numbers', relocated: 'never' }),
});

test('offsets that count from themselves, and from a section', () => {
  const w = new Writer();
  const value = { value: 5, first: 6 };
  relative.write(w, value);
  w.origins.set('numbers', w.pos);
  w.placeOf(value, 'first');
  w.placeOf(value, 'value');
  expect(w.finish()).toEqual(fromHex('00 00 00 00  0a 00 00 00  00 00 00 00  06 00  05 00'));
  expect(w.pointers).toEqual([4]);
});

const empties = struct('Empties', {
  bones: pointer(u16, list(bone), { whenEmpty: 'placed', relocated: 'always' }),
  others: pointer(u16, list(bone), { relocated: 'always' }),
  boneCount: countOf('bones', u8),
  otherCount: countOf('others', u8),
});

test('empty lists have an offset where the file gives them one', () => {
  for (const [pointsAtEmpty, offset] of [
    [true, 8],
    [false, 0],
  ] as const) {
    const w = new Writer();
    w.pointsAtEmpty = pointsAtEmpty;
    const value = { bones: [], others: [] };
    empties.write(w, value);
    w.placeOf(value, 'bones', 8);
    expect(w.bytes[0]).toBe(offset);
    expect(w.pointers).toEqual([0, 2]);
  }
});

test('values are the same by what they say', () => {
  expect(sameValue({ a: [1, NaN], b: undefined }, { a: [1, NaN] })).toBe(true);
  expect(sameValue({ a: 0 }, { a: -0 })).toBe(false);
  expect(sameValue({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(sameValue(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(sameValue(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(sameValue(Uint8Array.of(1), Int8Array.of(1))).toBe(false);
});
