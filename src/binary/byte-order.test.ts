import { expect, test } from 'vitest';
import { bigEndian, struct, u16 } from './index.ts';

test('a big-endian part stands among little-endian ones', () => {
  const codec = struct('Mixed', { before: u16, part: bigEndian(u16), after: u16 });
  const bytes = Uint8Array.of(1, 0, 0, 2, 3, 0);
  expect(codec.decode(bytes)).toEqual({ before: 1, part: 2, after: 3 });
  expect(codec.encode({ before: 1, part: 2, after: 3 })).toEqual(bytes);
});
