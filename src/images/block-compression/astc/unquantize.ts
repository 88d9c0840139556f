import type { Range } from './integer-sequence.ts';

// Khronos Data Format Specification, "Endpoint Unquantization" and "Weight Unquantization".

/** For every range: what its numbers mean, indexed by high * 2^bits + low. */
const colorTables = new Map<Range, Uint8Array>();
const weightTables = new Map<Range, Uint8Array>();

/** Colour values of a range, 0 to 255; look up `high << bits | low`. */
export function colorTable(range: Range): Uint8Array {
  return remembered(colorTables, range, colorOf);
}

/** Weights of a range, 0 to 64; look up `high << bits | low`. */
export function weightTable(range: Range): Uint8Array {
  return remembered(weightTables, range, weightOf);
}

function remembered(
  tables: Map<Range, Uint8Array>,
  range: Range,
  read: (range: Range, high: number, low: number) => number,
): Uint8Array {
  let table = tables.get(range);
  if (table === undefined) {
    const size = 2 ** range.bits;
    table = new Uint8Array(range.levels);
    for (let i = 0; i < range.levels; i++) table[i] = read(range, Math.floor(i / size), i % size);
    tables.set(range, table);
  }
  return table;
}

/** How the bits above the lowest are spread, by base and number of bits: `b` is bit 1, `c` bit 2 and so on. */
const COLOR_SPREADS: Readonly<Record<string, readonly [spread: string, factor: number]>> = {
  trits1: ['000000000', 204],
  trits2: ['b000b0bb0', 93],
  trits3: ['cb000cbcb', 44],
  trits4: ['dcb000dcb', 22],
  trits5: ['edcb000ed', 11],
  trits6: ['fedcb000f', 5],
  quints1: ['000000000', 113],
  quints2: ['b0000bb00', 54],
  quints3: ['cb0000cbc', 26],
  quints4: ['dcb0000dc', 13],
  quints5: ['edcb0000e', 6],
};

const WEIGHT_SPREADS: typeof COLOR_SPREADS = {
  trits1: ['0000000', 50],
  trits2: ['b000b0b', 23],
  trits3: ['cb000cb', 11],
  quints1: ['0000000', 28],
  quints2: ['b0000b0', 13],
};

function colorOf({ base, bits }: Range, high: number, low: number): number {
  return base === 'bits' ? repeat(low, bits, 8) : spread(COLOR_SPREADS[base + bits]!, high, low, 9);
}

function weightOf({ base, bits }: Range, high: number, low: number): number {
  const value = sixBitWeight(base, bits, high, low);
  return value > 32 ? value + 1 : value;
}

function sixBitWeight(base: Range['base'], bits: number, high: number, low: number): number {
  if (base === 'bits') return repeat(low, bits, 6);
  if (bits === 0) return base === 'trits' ? [0, 32, 63][high]! : [0, 16, 32, 47, 63][high]!;
  return spread(WEIGHT_SPREADS[base + bits]!, high, low, 7);
}

function spread([pattern, factor]: readonly [string, number], high: number, low: number, width: number): number {
  const bit = (letter: string) => (letter === '0' ? 0 : (low >> (letter.charCodeAt(0) - 97)) & 1);
  const spreadBits = [...pattern].reduce((value, letter) => (value << 1) | bit(letter), 0);
  const mask = (low & 1) * (2 ** width - 1);
  const value = (high * factor + spreadBits) ^ mask;
  return (mask & (1 << (width - 2))) | (value >> 2);
}

/** Repeats a number of `from` bits until it fills `to`. */
function repeat(value: number, from: number, to: number): number {
  let filled = 0;
  for (let shift = to - from; shift > -from; shift -= from) filled |= shift >= 0 ? value << shift : value >> -shift;
  return filled;
}
