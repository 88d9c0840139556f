// Bounded integer sequences: numbers of a range that is 2^n, 3 * 2^n or 5 * 2^n large, packed without waste.
// Khronos Data Format Specification, "Integer Sequence Encoding".

/** A range of integers, as bits and one trit or quint on top. */
export interface Range {
  readonly levels: number;
  readonly base: 'bits' | 'trits' | 'quints';
  readonly bits: number;
}

const range = (levels: number, base: Range['base'], bits: number): Range => ({ levels, base, bits });

/** All ranges, smallest first. */
export const RANGES: readonly Range[] = [
  range(2, 'bits', 1),
  range(3, 'trits', 0),
  range(4, 'bits', 2),
  range(5, 'quints', 0),
  range(6, 'trits', 1),
  range(8, 'bits', 3),
  range(10, 'quints', 1),
  range(12, 'trits', 2),
  range(16, 'bits', 4),
  range(20, 'quints', 2),
  range(24, 'trits', 3),
  range(32, 'bits', 5),
  range(40, 'quints', 3),
  range(48, 'trits', 4),
  range(64, 'bits', 6),
  range(80, 'quints', 4),
  range(96, 'trits', 5),
  range(128, 'bits', 7),
  range(160, 'quints', 5),
  range(192, 'trits', 6),
  range(256, 'bits', 8),
];

/** Bits that `count` numbers of a range take. */
export function sequenceSize(count: number, { base, bits }: Range): number {
  if (base === 'trits') return count * bits + Math.ceil((count * 8) / 5);
  return count * bits + (base === 'quints' ? Math.ceil((count * 7) / 3) : 0);
}

/** The bits of a block, lowest bit of the first byte first. Reads zeros where the sequence is cut short. */
export class BlockBits {
  readonly bytes = new Uint8Array(16);
  pos = 0;

  take(count: number): number {
    let value = 0;
    for (let done = 0; done < count; ) {
      const room = 8 - (this.pos & 7);
      const size = Math.min(room, count - done);
      const part = ((this.bytes[this.pos >> 3] ?? 0) >> (this.pos & 7)) & ((1 << size) - 1);
      value |= part << done;
      done += size;
      this.pos += size;
    }
    return value;
  }

  at(pos: number, count: number): number {
    this.pos = pos;
    return this.take(count);
  }
}

/** The five trits that each 8-bit number packs: five bytes a number. */
const TRITS = unpackTrits();
/** The three quints that each 7-bit number packs: three bytes a number. */
const QUINTS = unpackQuints();

/** Where the bits of the packed trits follow each number: how many after each of five. */
const TRIT_BITS = [2, 2, 1, 2, 1] as const;
const QUINT_BITS = [3, 2, 2] as const;

/** Reads `count` numbers: their bits into `low`, their trit or quint into `high`. Stops at bit `end`. */
export function readSequence(
  source: BlockBits,
  end: number,
  count: number,
  { base, bits }: Range,
  low: Uint8Array,
  high: Uint8Array,
): void {
  const take = (size: number) => {
    const there = Math.max(0, Math.min(size, end - source.pos));
    const value = source.take(there);
    source.pos += size - there;
    return value;
  };
  if (base === 'bits') {
    for (let i = 0; i < count; i++) low[i] = take(bits);
    return;
  }
  const layout = base === 'trits' ? TRIT_BITS : QUINT_BITS;
  const table = base === 'trits' ? TRITS : QUINTS;
  for (let first = 0; first < count; first += layout.length) {
    let packed = 0;
    let shift = 0;
    for (let i = 0; i < layout.length && first + i < count; i++) {
      low[first + i] = take(bits);
      packed |= take(layout[i]!) << shift;
      shift += layout[i]!;
    }
    for (let i = 0; i < layout.length && first + i < count; i++) high[first + i] = table[packed * layout.length + i]!;
  }
}

function unpackTrits(): Uint8Array {
  const table = new Uint8Array(256 * 5);
  for (let packed = 0; packed < 256; packed++) {
    const bit = (i: number) => (packed >> i) & 1;
    let rest = packed & 31;
    let t3 = (packed >> 5) & 3;
    let t4 = bit(7);
    if (((packed >> 2) & 7) === 7) {
      rest = ((packed >> 5) << 2) | (packed & 3);
      t3 = 2;
      t4 = 2;
    } else if (t3 === 3) {
      t3 = bit(7);
      t4 = 2;
    }
    table.set([...lowTrits(rest), t3, t4], packed * 5);
  }
  return table;
}

function lowTrits(rest: number): [number, number, number] {
  const bit = (i: number) => (rest >> i) & 1;
  if ((rest & 3) === 3) return [(bit(3) << 1) | (bit(2) & ~bit(3)), bit(4), 2];
  if (((rest >> 2) & 3) === 3) return [rest & 3, 2, 2];
  return [(bit(1) << 1) | (bit(0) & ~bit(1)), (rest >> 2) & 3, bit(4)];
}

function unpackQuints(): Uint8Array {
  const table = new Uint8Array(128 * 3);
  for (let packed = 0; packed < 128; packed++) {
    const bit = (i: number) => (packed >> i) & 1;
    const hasHigh = ((packed >> 1) & 3) === 3;
    if (hasHigh && packed >> 5 === 0) {
      table.set([4, 4, (bit(0) << 2) | ((bit(4) & ~bit(0)) << 1) | (bit(3) & ~bit(0))], packed * 3);
      continue;
    }
    const q2 = hasHigh ? 4 : packed >> 5;
    const rest = hasHigh ? (((packed >> 3) & 3) << 3) | ((~(packed >> 5) & 3) << 1) | bit(0) : packed & 31;
    const [q0, q1] = (rest & 7) === 5 ? [rest >> 3, 4] : [rest & 7, rest >> 3];
    table.set([q0, q1, q2], packed * 3);
  }
  return table;
}
