import { RANGES, type Range } from './integer-sequence.ts';

// Khronos Data Format Specification, "Block Mode".

/** How a block stores its weights. */
export interface BlockMode {
  readonly width: number;
  readonly height: number;
  readonly range: Range;
  readonly dualPlane: boolean;
}

const modes = new Map<number, BlockMode | undefined>();

/** The weight grid of a block by the 11 bits of its mode; undefined for the reserved ones. */
export function blockMode(bits: number): BlockMode | undefined {
  if (!modes.has(bits)) modes.set(bits, decodeMode(bits));
  return modes.get(bits);
}

function decodeMode(bits: number): BlockMode | undefined {
  const field = (at: number, width: number) => (bits >> at) & ((1 << width) - 1);
  const isWide = field(0, 2) === 0;
  if (isWide && field(2, 2) === 0) return undefined;
  const rangeBits = field(4, 1) | ((isWide ? field(2, 2) : field(0, 2)) << 1);
  const grid = isWide ? wideGrid(field) : grid4(field);
  if (grid === undefined) return undefined;
  const [width, height, plain] = grid;
  const index = rangeBits - 2 + (plain ? 0 : field(9, 1) * 6);
  const range = RANGES[index]!;
  return { width, height, range, dualPlane: !plain && field(10, 1) === 1 };
}

type Field = (at: number, width: number) => number;
/** `plain` grids use the bits of dual plane and high precision for their size. */
type Grid = readonly [width: number, height: number, plain: boolean];

function grid4(field: Field): Grid {
  const a = field(5, 2);
  const b = field(7, 2);
  switch (field(2, 2)) {
    case 0:
      return [b + 4, a + 2, false];
    case 1:
      return [b + 8, a + 2, false];
    case 2:
      return [a + 2, b + 8, false];
    default:
      return b < 2 ? [a + 2, b + 6, false] : [b, a + 2, false];
  }
}

function wideGrid(field: Field): Grid | undefined {
  const a = field(5, 2);
  switch (field(7, 2)) {
    case 0:
      return [12, a + 2, false];
    case 1:
      return [a + 2, 12, false];
    case 2:
      return [a + 6, field(9, 2) + 6, true];
    default:
      if (a === 0) return [6, 10, false];
      return a === 1 ? [10, 6, false] : undefined;
  }
}
