import { getFloat16, setFloat16 } from '@petamoriken/float16';
import { expect, test } from 'vitest';
import { random } from '../test-support/sample.ts';
import { halfToNumber, numberToHalf } from './half.ts';

const view = new DataView(new ArrayBuffer(2));

test('every half becomes the number that an independent decoder gives, and the same half again', () => {
  for (let bits = 0; bits < 65_536; bits++) {
    view.setUint16(0, bits);
    const number = halfToNumber(bits);
    expect(Object.is(number, getFloat16(view, 0))).toBe(true);
    if (!Number.isNaN(number)) expect(numberToHalf(number)).toBe(bits);
  }
});

test('numbers are rounded as an independent encoder rounds them', () => {
  const next = random(4);
  for (let i = 0; i < 50_000; i++) {
    const number = Math.fround((next() - 0.5) * 2 ** (next() * 40 - 24));
    setFloat16(view, 0, number);
    expect(numberToHalf(number), `${number}`).toBe(view.getUint16(0));
  }
  expect([65_504, 65_520, -1e9, Number.NaN].map(numberToHalf)).toEqual([0x7bff, 0x7c00, 0xfc00, 0x7e00]);
});
