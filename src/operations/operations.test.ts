import { describe, expect, test } from 'vitest';
import { Codec, type Reader, rest, type Writer } from '../binary/index.ts';
import type { AnyFormat, Archive } from '../formats/format.ts';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { formatOf } from '../formats/registry.ts';
import { check } from './check.ts';
import { diff } from './diff.ts';
import { explainByte, inspect, parsePath, rows, toJson } from './inspect.ts';
import { open, read } from './open.ts';
import { firstDifference, verify } from './verify.ts';

const clip = clips['morph, version 8']!;

describe('open', () => {
  test.each([
    ['a PNG picture is ours', '\x89PNG\r\n\x1a\n', undefined],
    ['a ZIP archive', 'PK\x03\x04....', 'this is a ZIP archive'],
    ['a text', 'hello there', 'this is a text file'],
    ['zeros', '\0\0\0\0\0\0', 'this is zeros throughout'],
    ['anything else', '\x01\x02\x03\x04', 'no known format begins with 01 02 03 04'],
    ['nothing', '', '0 bytes'],
  ])('names what it is: %s', (_, text, reason) => {
    const file = open(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      'file',
    );
    expect(file.issues[0]?.reason).toBe(reason);
  });

  test('a format can be forced', () => {
    const rfa = open(clip, 'x.rfa').format!;
    const file = open(Uint8Array.of(1, 2, 3, 4), 'x', { format: rfa });
    expect(file).toMatchObject({ format: rfa, issues: [] });
    expect(read(file)).toMatchObject({ value: undefined, issues: [{ severity: 'error', file: 'x' }] });
  });
});

describe('verify', () => {
  test('the same bytes', () => {
    expect(verify(open(clip, 'a.rfa'))).toMatchObject({
      outcome: 'same',
      format: 'rfa',
      size: clip.length,
      issues: [],
    });
  });

  test('tells the first byte that differs, and what it is', () => {
    const file = { ...open(clip, 'a.rfa'), format: forgetful(open(clip, 'a.rfa').format!) };
    const { outcome, difference, issues } = verify(file);
    expect(outcome).toBe('different');
    expect(difference).toEqual({ offset: 5, path: 'data[5]', was: clip[5], is: 0xff, written: clip.length });
    expect(issues).toMatchObject([
      { code: 'not-exact', offset: 5, file: 'a.rfa', reason: 'data[5]: 0x00 was written as 0xff' },
    ]);
  });

  test('lengths count', () => {
    expect(firstDifference(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBeUndefined();
    expect(firstDifference(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(2);
    expect(firstDifference(Uint8Array.of(1, 9), Uint8Array.of(1, 2, 3))).toBe(1);
  });
});

/** A format that writes the sixth byte wrong. */
function forgetful(format: AnyFormat): AnyFormat {
  const codec = new (class extends Codec<Uint8Array> {
    readonly kind = 'bytes';
    readonly minSize = 0;
    read(r: Reader): Uint8Array {
      return rest.read(r);
    }
    write(w: Writer, value: Uint8Array): void {
      rest.write(w, value.with(5, 0xff));
    }
  })();
  return { ...format, codec };
}

test('check tells bytes that nothing explains, with how many and where', () => {
  const format = open(clip, 'a.rfa').format!;
  const head = new (class extends Codec<number> {
    readonly kind = 'head';
    readonly minSize = 4;
    read(r: Reader): number {
      return r.take(4);
    }
    write(): void {}
  })();
  const file = { ...open(clip, 'a.rfa'), format: { ...format, codec: head, check: () => [] } };
  expect(check(file)).toEqual([
    {
      severity: 'info',
      code: 'unexplained',
      reason: `${clip.length - 4} bytes in one place`,
      path: [],
      offset: 4,
      file: 'a.rfa',
    },
  ]);
});

describe('inspect', () => {
  const inspected = inspect(open(clip, 'a.rfa'));

  test('every byte of the file has a path', () => {
    for (let offset = 0; offset < clip.length; offset++) expect(explainByte(inspected, offset)?.path).toBeTruthy();
    expect(explainByte(inspected, clip.length)).toBeUndefined();
    expect(explainByte(inspected, 0x72)).toMatchObject({
      path: 'tracks[0].rotationKeys[1].rotation[1]',
      start: 0x72,
      row: { name: 'rotation', start: 0x70 },
      around: [{ name: 'tracks' }, { name: 0 }, { name: 'rotationKeys', start: 0x5c }],
    });
  });

  test('paths lead to structures, tables, rows and columns', () => {
    const first = (path: string) => [...rows(inspected, parsePath(path)!)][0];
    expect(first('endTime')).toMatchObject({ text: '480', unit: '1/4800 s', start: 0x14, size: 4 });
    expect(first('tracks[0].rotationKeys')).toMatchObject({ kind: 'RotationKey[2]' });
    expect(first('tracks[0].rotationKeys[1].time')).toMatchObject({ text: '480', start: 0x6c, end: 0x70 });
    expect(first('tracks[0].rotationKeys[9]')).toBeUndefined();
    expect(first('nothing')).toBeUndefined();
    expect(parsePath('a..b')).toBeUndefined();
    expect(parsePath('a[3].b')).toEqual(['a', 3, 'b']);
  });

  test('depth and pages hide parts and say how many', () => {
    const shallow = [...rows(inspected, [], { depth: 0 })];
    expect(shallow.every(({ depth }) => depth === 0)).toBe(true);
    expect(shallow.find(({ name }) => name === 'tracks')?.hidden).toBe(1);
    const [table, ...items] = [...rows(inspected, parsePath('tracks[0].rotationKeys')!, { rows: { from: 1, to: 2 } })];
    expect(table?.hidden).toBe(1);
    expect(items.map(({ name, start }) => [name, start])).toEqual([[1, 0x6c]]);
  });

  test('JSON has numbers for bulk data, and text for what is no number', () => {
    expect(toJson({ a: Float32Array.of(1, NaN), b: [Infinity], c: 'x', d: undefined })).toEqual({
      a: [1, 'NaN'],
      b: ['Infinity'],
      c: 'x',
      d: undefined,
    });
  });
});

describe('diff', () => {
  const withCodecOf = (value: unknown) => {
    const format = open(clip, 'a.rfa').format!;
    const codec = new (class extends Codec<unknown> {
      readonly kind = 'fixed';
      readonly minSize = 0;
      read(): unknown {
        return value;
      }
      write(): void {}
    })();
    return { format, codec };
  };
  const changes = (a: unknown, b: unknown) => {
    const { format, codec } = withCodecOf(a);
    const other = withCodecOf(b);
    // Both files are of one format, whose codec gives the value at hand.
    const shared: AnyFormat = {
      ...format,
      codec: { read: (r: Reader) => (r.bytes[0] === 0 ? codec.read() : other.codec.read()) } as never,
    };
    const file = (bytes: Uint8Array) => ({ name: 'x', bytes, wrappers: [], format: shared, issues: [] });
    return diff(file(Uint8Array.of(0)), file(Uint8Array.of(1))).changes;
  };

  test('matches items by name where all have one', () => {
    const before = {
      bones: [
        { name: 'hip', x: 1 },
        { name: 'knee', x: 2 },
      ],
    };
    const after = {
      bones: [
        { name: 'knee', x: 2 },
        { name: 'hip', x: 5 },
        { name: 'foot', x: 0 },
      ],
    };
    expect(changes(before, after)).toEqual([
      { path: 'bones[0].x', before: '1', after: '5' },
      { path: 'bones[2]', after: '"foot"' },
    ]);
  });

  test('matches the members of archives by name, and looks into them', () => {
    const vpp = formatOf('vpp')! as Archive<unknown>;
    const packfile = (files: Readonly<Record<string, Uint8Array>>) =>
      vpp.codec.encode(vpp.pack(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))).value);
    const edited = clip.slice();
    edited[12] = clip[12]! ^ 1;
    const a = packfile({ 'gone.tbl': clip, 'walk.rfa': clip, 'notes.xyz': Uint8Array.of(1, 2, 3) });
    const b = packfile({ 'notes.xyz': Uint8Array.of(1, 9, 3), 'walk.rfa': edited, 'new.tbl': clip });
    const inClip = diff(open(clip, 'walk.rfa'), open(edited, 'walk.rfa')).changes;
    expect(inClip).toHaveLength(1);
    expect(diff(open(a, 'a.vpp'), open(b, 'b.vpp')).changes).toEqual([
      { path: 'gone.tbl', before: `${clip.length} bytes` },
      { ...inClip[0], path: `walk.rfa: ${inClip[0]!.path}` },
      { path: 'notes.xyz: bytes[1]', before: '2', after: '9' },
      { path: 'new.tbl', after: `${clip.length} bytes` },
    ]);
  });

  test('counts what differs in bulk data', () => {
    expect(changes({ t: Int32Array.of(1, 2, 3) }, { t: Int32Array.of(1, 5, 6) })).toEqual([
      { path: 't[1]', before: '2', after: '5', count: { changed: 2, of: 3 } },
    ]);
    expect(changes({ t: Float32Array.of(NaN, -0) }, { t: Float32Array.of(NaN, -0) })).toEqual([]);
    expect(changes({ t: Int8Array.of(1) }, { t: Int8Array.of(1, 2) })).toEqual([
      { path: 't', before: '1 values', after: '2 values' },
    ]);
  });
});
