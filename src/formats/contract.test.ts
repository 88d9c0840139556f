import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CodecError, codecIssues, dump, sameValue } from '../binary/index.ts';
import { integer, random } from '../test-support/sample.ts';
import type { Format } from './format.ts';
import { families, formats, identify } from './registry.ts';

// What every format owes the product, on every fixture it brings.

type Fixtures = Readonly<Record<string, Uint8Array>>;
const modules = import.meta.glob<{ fixtures: Fixtures }>('./*/*.fixtures.ts', { eager: true });
const fixtures = new Map(
  Object.entries(modules).map(([path, { fixtures }]) => [
    path.match(/([^/]+)\.fixtures\.ts$/)![1]!,
    { path, fixtures },
  ]),
);

const knownCodes = new Set(
  [
    ...Object.values(codecIssues),
    ...formats.flatMap((format) => format.issues),
    ...families.flatMap((family) => family.issues),
  ].map(({ code }) => code),
);

test('ids and extensions are well-formed', () => {
  expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
  for (const { id, extensions } of formats) {
    expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
    for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/);
  }
});

describe.each(formats)('$id', (format) => {
  describe.each(Object.entries(fixtures.get(format.id)!.fixtures))('%s', (name, bytes) => {
    test('is recognized', () => {
      expect(identify(bytes, `file${format.extensions[0]}`)).toBe(format);
    });

    test('is written as it was read', () => {
      expect(format.codec.encode(format.codec.decode(bytes))).toEqual(bytes);
    });

    test('has no byte that nothing explains, and no issue', () => {
      const { trace, issues, value } = format.codec.inspect(bytes);
      expect(trace.gaps(bytes.length)).toEqual([]);
      expect([...issues, ...format.check(value)]).toEqual([]);
    });

    test('looks as it did', async () => {
      const text = dump(bytes, format.codec.inspect(bytes).trace);
      const folder = dirname(fixtures.get(format.id)!.path);
      const file = `${format.id} ${name}`.replaceAll(/\W+/g, '-');
      await expect(text).toMatchFileSnapshot(`${folder}/golden/${file}.txt`);
    });

    test('cut short, it is treated honestly', () => {
      for (let length = 0; length < bytes.length; length++) expectHonesty(format, bytes.subarray(0, length));
    });

    test('damaged, it is treated honestly', () => {
      const next = random(1);
      for (let i = 0; i < 3000; i++) {
        const damaged = bytes.slice();
        for (let n = integer(next, 1, 3); n > 0; n--) {
          damaged[integer(next, 0, bytes.length - 1)] = integer(next, 0, 255);
        }
        expectHonesty(format, damaged);
      }
    });
  });
});

/**
 * Whatever the bytes: an error that tells where, an issue, a gap, or the same bytes again. No other exception passes, and
 * no issue that is not explained.
 */
function expectHonesty({ codec, check }: Format<any>, bytes: Uint8Array): void {
  const { value, issues, trace } = codec.inspect(bytes);
  if (value === undefined) {
    expect(issues.at(-1)).toBeInstanceOf(CodecError);
    return;
  }
  const unknown = [...issues, ...check(value)].filter(({ code }) => !knownCodes.has(code));
  expect(unknown).toEqual([]);
  const written = codec.encode(value);
  if (issues.length > 0 || trace.gaps(bytes.length).length > 0) return;
  if (!sameValue(written, bytes)) expect(written).toEqual(bytes); // quick, and shows the difference where there is one
}
