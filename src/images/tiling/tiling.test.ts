import { describe, expect, test } from 'vitest';
import { integer, random } from '../../test-support/sample.ts';
import { baseBlockHeight, blockLinearSize, fromBlockLinear, levelBlockHeight, toBlockLinear } from './block-linear.ts';
import { addressing, fromGx2, type Gx2Layout, isKnownTileMode, toGx2 } from './gx2.ts';

describe('block-linear tiling', () => {
  test('puts elements where the specification computes them', () => {
    const pixels = { columns: 128, rows: 64, elementBytes: 4 };
    const linear = new Uint8Array(128 * 64 * 4);
    linear[(37 * 128 + 70) * 4] = 1;
    expect(toBlockLinear(linear, pixels, 8).indexOf(1)).toBe(0x48b8);

    const blocks = { columns: 16, rows: 16, elementBytes: 8 };
    const compressed = new Uint8Array(16 * 16 * 8);
    compressed[(3 * 16 + 5) * 8] = 1;
    expect(toBlockLinear(compressed, blocks, 2).indexOf(1)).toBe(0x158);
  });

  test('lays out the mip levels of a real texture as its file does', () => {
    // 304 x 256 BC1, 9 levels: offsets and size from the specification, section 17.3.
    const base = baseBlockHeight(64);
    expect(base).toBe(8);
    const sizes = Array.from({ length: 9 }, (_, level) => {
      const grid = {
        columns: Math.ceil(Math.max(1, 304 >> level) / 4),
        rows: Math.ceil(Math.max(1, 256 >> level) / 4),
        elementBytes: 8,
      };
      return blockLinearSize(grid, levelBlockHeight(base, grid.rows));
    });
    const offsets = sizes.map((_, level) => 0x1000 + sizes.slice(0, level).reduce((a, b) => a + b, 0));
    expect(offsets).toEqual([0x1000, 0xb000, 0xd800, 0xe400, 0xe800, 0xea00, 0xec00, 0xee00, 0xf000]);
    expect(sizes.reduce((a, b) => a + b, 0)).toBe(0xe200);
  });

  test('is undone exactly, whatever the size', () => {
    const next = random(1);
    for (let i = 0; i < 200; i++) {
      const grid = {
        columns: integer(next, 1, 70),
        rows: integer(next, 1, 70),
        elementBytes: 2 ** integer(next, 0, 4),
      };
      const linear = randomBytes(grid.columns * grid.rows * grid.elementBytes, next);
      const blockHeight = 2 ** integer(next, 0, 4);
      const tiled = toBlockLinear(linear, grid, blockHeight);
      expect(firstDifference(fromBlockLinear(tiled, grid, blockHeight), linear)).toBe(-1);
    }
  });
});

describe('GX2 tiling', () => {
  test('puts elements where the specification computes them', () => {
    const layout = { columns: 32, rows: 32, elementBytes: 8, tileMode: 4, pitch: 32 };
    expect(addressing({ ...layout, swizzle: 0x10000 })(13, 21)).toBe(0x1f58);
    expect(addressing({ ...layout, swizzle: 0x10300 })(13, 21)).toBe(0x1c58);
  });

  test.each([0, 2, 4])('mode %i is undone exactly', (tileMode) => {
    const next = random(tileMode);
    for (let i = 0; i < 100; i++) {
      const columns = integer(next, 1, 70);
      const rows = integer(next, 1, 70);
      const layout: Gx2Layout = {
        columns,
        rows,
        elementBytes: 2 ** integer(next, 0, 4),
        tileMode,
        pitch: Math.ceil(columns / 32) * 32,
        swizzle: integer(next, 0, 7) << 8,
      };
      const linear = randomBytes(columns * rows * layout.elementBytes, next);
      const size = layout.pitch * Math.ceil(rows / 16) * 16 * layout.elementBytes;
      const tiled = new Uint8Array(Math.ceil(size / GX2_INTERLEAVE) * GX2_INTERLEAVE);
      toGx2(linear, layout, tiled);
      expect(firstDifference(fromGx2(tiled, layout), linear)).toBe(-1);
    }
  });

  test('unknown modes are told apart', () => {
    expect([0, 1, 2, 3, 4, 5, 15].filter(isKnownTileMode)).toEqual([0, 1, 2, 4]);
  });
});

/** Pipes and banks take turns every 256 bytes: levels come in multiples of all eight. */
const GX2_INTERLEAVE = 2048;

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  return a.length === b.length ? a.findIndex((byte, i) => byte !== b[i]) : Math.min(a.length, b.length);
}

function randomBytes(length: number, next: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => integer(next, 0, 255));
}
