/** Reads bit fields, most significant bit first. Past the end it reads zeros; `overrun` tells. */
export class BitReader {
  readonly bytes: Uint8Array;
  /** Offset of the next bit. */
  pos = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get overrun(): boolean {
    return this.pos > this.bytes.length * 8;
  }

  /** The next `width` bits (0 to 32) as a number from 0. */
  unsigned(width: number): number {
    const { bytes, pos } = this;
    const at = pos >>> 3;
    const skipped = pos & 7;
    if (width === 0 || skipped + width > 32 || at + 4 > bytes.length) return this.assemble(width);
    this.pos = pos + width;
    const word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    return (word << skipped) >>> (32 - width);
  }

  /** The next `width` bits in two's complement. */
  signed(width: number): number {
    const value = this.unsigned(width);
    return (value << (32 - width)) >> (32 - width);
  }

  /** The same byte by byte: for what crosses a 32-bit word or the end. */
  private assemble(width: number): number {
    let value = 0;
    for (let left = width; left > 0; ) {
      const room = 8 - (this.pos & 7);
      const take = Math.min(room, left);
      const byte = this.bytes[this.pos >>> 3] ?? 0;
      value = value * 2 ** take + ((byte >> (room - take)) & (2 ** take - 1));
      this.pos += take;
      left -= take;
    }
    return value;
  }
}

/** The inverse of {@link BitReader}. Negative numbers are written in two's complement. */
export class BitWriter {
  private bytes = new Uint8Array(256);
  /** Offset of the next bit. */
  pos = 0;

  put(width: number, value: number): void {
    const rest = value < 0 ? value + 2 ** width : value;
    if (!(rest >= 0 && rest < 2 ** width)) throw new RangeError(`${value} does not fit ${width} bits`);
    this.reserve(this.pos + width);
    const { bytes } = this;
    let { pos } = this;
    for (let left = width; left > 0; ) {
      const room = 8 - (pos & 7);
      const take = Math.min(room, left);
      bytes[pos >>> 3]! |= ((rest >>> (left - take)) & ((1 << take) - 1)) << (room - take);
      pos += take;
      left -= take;
    }
    this.pos = pos;
  }

  /** The bytes so far; the unused bits of the last are zero. */
  finish(): Uint8Array {
    return this.bytes.slice(0, (this.pos + 7) >>> 3);
  }

  private reserve(bits: number): void {
    if (bits <= this.bytes.length * 8) return;
    const grown = new Uint8Array(this.bytes.length * 2);
    grown.set(this.bytes);
    this.bytes = grown;
  }
}
