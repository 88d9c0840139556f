import { expect } from 'vitest';

// Loaded before every test file. Comparing typed arrays element by element through the test runner takes a second per
// megabyte, which real files have many of.

expect.addEqualityTesters([
  /** Quick where they are equal; else the runner's own comparison, which shows the difference. */
  function areSameElements(a: unknown, b: unknown): boolean | undefined {
    if (!isTypedArray(a) || !isTypedArray(b)) return undefined;
    if (a.constructor !== b.constructor || a.length !== b.length) return undefined;
    return a.every((element: number | bigint, i: number) => Object.is(element, b[i])) ? true : undefined;
  },
]);

interface TypedArray extends ArrayBufferView {
  readonly length: number;
  readonly [index: number]: number | bigint;
  every(test: (element: number | bigint, index: number) => boolean): boolean;
}

function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
