import { expect, test } from 'vitest';
import { bigEndian, littleEndian, Reader, struct, u16, Writer } from './index.ts';

test('a big-endian part stands among little-endian ones', () => {
  const codec = struct('Mixed', { before: u16, part: bigEndian(u16), after: u16 });
  const bytes = Uint8Array.of(1, 0, 0, 2, 3, 0);
  expect(codec.decode(bytes)).toEqual({ before: 1, part: 2, after: 3 });
  expect(codec.encode({ before: 1, part: 2, after: 3 })).toEqual(bytes);
});

test('a little-endian part stands among big-endian ones', () => {
  const codec = struct('Mixed', { before: u16, part: littleEndian(u16), after: u16 });
  const bytes = Uint8Array.of(0, 1, 2, 0, 0, 3);
  expect(codec.read(new Reader(bytes, { littleEndian: false }))).toEqual({ before: 1, part: 2, after: 3 });
  const w = new Writer({ littleEndian: false });
  codec.write(w, { before: 1, part: 2, after: 3 });
  expect(w.finish()).toEqual(bytes);
});
