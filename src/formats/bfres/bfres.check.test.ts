import { describe, expect, test } from 'vitest';
import { check } from './bfres.check.ts';
import { type Bfres, bfres } from './bfres.ts';
import { fixtures } from './bfres-switch.fixtures.ts';

const clip = fixtures['a clip, version 8']!;

/** Codes of what is told of a file that was damaged or changed. */
function codesOf(change: (file: Bfres) => void): string[] {
  const file = bfres.decode(clip);
  file.source = undefined;
  change(file);
  return [...check(file)].map(({ code }) => code);
}

function codesOfBytes(change: (bytes: Uint8Array, view: DataView) => void): string[] {
  const bytes = clip.slice();
  change(bytes, new DataView(bytes.buffer));
  return [...check(bfres.decode(bytes))].map(({ code }) => code);
}

test('a file of Nintendo gives nothing to tell', () => {
  expect(codesOfBytes(() => {})).toEqual([]);
});

describe('curves', () => {
  test('keys out of order', () => {
    expect(
      codesOf((file) => {
        file.skeletalAnims[0]!.boneAnims[0]!.curves[0]!.frames = Uint8Array.of(0, 10, 10);
      }),
    ).toEqual(['bfres/bad-curve']);
  });

  test('an end that is not that of the last key', () => {
    expect(
      codesOf((file) => {
        file.skeletalAnims[0]!.boneAnims[0]!.curves[0]!.endFrame = 19;
      }),
    ).toEqual(['bfres/curve-ends']);
  });

  test('values that are no numbers', () => {
    expect(
      codesOf((file) => {
        file.skeletalAnims[0]!.boneAnims[0]!.curves[1]!.scale = Number.NaN;
      }),
    ).toEqual(['bfres/bad-curve']);
  });
});

describe('the relocation table', () => {
  const relocations = new DataView(clip.buffer, clip.byteOffset).getUint32(0x18, true);
  const firstEntry = relocations + 16 + 5 * 24;

  test('a pointer that it lacks', () => {
    const codes = codesOfBytes((bytes) => {
      bytes[firstEntry + 6] = bytes[firstEntry + 6]! - 1;
    });
    expect(codes).toContain('bfres/missing-relocation');
    expect(codes).toContain('bfres/layout-kept');
  });

  test('a place that is no pointer', () => {
    const codes = codesOfBytes((_, view) => view.setUint32(firstEntry, 0x08, true));
    expect(codes).toContain('bfres/extra-relocation');
  });
});

test('a dictionary that does not follow from the names', () => {
  const at = new DataView(clip.buffer, clip.byteOffset).getUint32(0x40, true);
  expect(
    codesOfBytes((bytes) => {
      bytes[at + 8 + 16] = bytes[at + 8 + 16]! + 1;
    }),
  ).toContain('bfres/dictionary-differs');
});
