import { beforeAll, describe, expect, test } from 'vitest';
import { CodecError, dump, sameValue } from '../binary/index.ts';
import { catalogue } from '../operations/catalogue.ts';
import { declaredIssues, undeclared } from '../test-support/catalogue.ts';
import { fixturesOf, formatFixtures } from '../test-support/fixtures.ts';
import { isArchive } from '../test-support/leaves.ts';
import { integer, random } from '../test-support/sample.ts';
import type { AnyFormat } from './format.ts';
import { families, formats, identify, wrappers } from './registry.ts';

// What every format and wrapper owes the product, on every fixture it brings.

test('ids and extensions are well-formed', () => {
  for (const named of [[...formats, ...wrappers], families]) {
    const ids = named.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
  }
  for (const { extensions } of [...formats, ...wrappers]) {
    for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/);
  }
});

test('every issue is explained, under one code in one way', () => {
  const explained = new Map(catalogue().map((kind) => [kind.code, kind]));
  for (const kind of declaredIssues) expect(explained.get(kind.code)).toEqual(kind);
  for (const { code, means, remedy } of explained.values()) {
    expect(code).toMatch(/^([a-z0-9-]+\/)?[a-z0-9-]+$/);
    expect(means, code).toMatch(/^([A-Z`]|glTF).*\.$/);
    expect(remedy, code).toMatch(/^([A-Z`]|glTF).*\.$/);
  }
});

/** Like a Buffer of Node: slices share its memory. */
class Sharing extends Uint8Array<ArrayBuffer> {
  override slice(from?: number, to?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(from, to);
  }
}

describe.each(formats)('$id', (format) => {
  const fixtures = Object.entries(fixturesOf(format.id));

  test('has fixtures', () => {
    expect(fixtures.length, `files in ${format.id}.fixtures.ts`).toBeGreaterThan(0);
  });

  describe.each(fixtures)('%s', (name, bytes) => {
    test('is recognized', () => {
      expect(identify(bytes, `file${format.extensions[0]}`)).toBe(format);
    });

    test('is written as it was read', () => {
      expect(format.codec.encode(format.codec.decode(bytes))).toEqual(bytes);
      expect(format.codec.encode(format.codec.decode(Sharing.from(bytes)))).toEqual(bytes);
    });

    test('has no byte that nothing explains, and no issue', () => {
      const { trace, issues, value } = format.codec.inspect(bytes);
      expect(trace.gaps(bytes.length)).toEqual([]);
      expect([...issues, ...format.check(value)]).toEqual([]);
    });

    test('looks as it did', async () => {
      const text = dump(bytes, format.codec.inspect(bytes).trace);
      const { folder } = formatFixtures.get(format.id)!;
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

    if (isArchive(format)) {
      test('gives its files, and is packed from them again', () => {
        const file = format.codec.decode(bytes);
        const members = [...format.members(file)];
        expect(format.codec.encode(format.pack(members, file).value)).toEqual(bytes);
        const anew = format.codec.decode(format.codec.encode(format.pack(members).value));
        expect([...format.members(anew)]).toEqual(members);
      });
    }

    const { toImages, fromImages } = format;
    if (toImages !== undefined) {
      test('gives pictures of the size they claim', () => {
        const { value: images } = toImages(format.codec.decode(bytes));
        for (const { width, height, rgba } of images) expect(rgba.length).toBe(width * height * 4);
      });
    }
    if (toImages !== undefined && fromImages !== undefined) {
      test('is the same bytes when its pictures come back unchanged', () => {
        const file = format.codec.decode(bytes);
        expect(format.codec.encode(fromImages(toImages(file).value, file).value)).toEqual(bytes);
      });
    }
  });
});

describe.each(wrappers)('$id', (wrapper) => {
  const fixtures = Object.entries(fixturesOf(wrapper.id));

  beforeAll(() => wrapper.ready?.());

  test('has fixtures', () => {
    expect(fixtures.length, `files in ${wrapper.id}.fixtures.ts`).toBeGreaterThan(0);
  });

  test.each(fixtures)('%s: what is wrapped comes out again', (_, wrapped) => {
    const bytes = wrapper.unwrap(wrapped, 2 ** 20);
    expect(wrapper.unwrap(wrapper.wrap(bytes), bytes.length)).toEqual(bytes);
    expect(wrapper.unwrap(wrapper.wrap(bytes, wrapped), bytes.length)).toEqual(bytes);
  });

  test.each(fixtures)('%s: no more comes out than is allowed', (_, wrapped) => {
    const { length } = wrapper.unwrap(wrapped, 2 ** 20);
    if (length > 0) expect(() => wrapper.unwrap(wrapped, length - 1)).toThrow(CodecError);
  });
});

/**
 * Whatever the bytes: an error that tells where, an issue, a gap, or the same bytes again. No other exception passes, and
 * no issue that is not explained.
 */
function expectHonesty({ codec, check }: AnyFormat, bytes: Uint8Array): void {
  const { value, issues, trace } = codec.inspect(bytes);
  if (value === undefined) {
    expect(issues.at(-1)).toBeInstanceOf(CodecError);
    return;
  }
  expect(undeclared([...issues, ...check(value)])).toEqual([]);
  const written = codec.encode(value);
  if (issues.length > 0 || trace.gaps(bytes.length).length > 0) return;
  if (!sameValue(written, bytes)) expect(written).toEqual(bytes); // quick, and shows the difference where there is one
}
