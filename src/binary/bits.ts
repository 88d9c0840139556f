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
    let value = 0;
    for (let left = width; left > 0; ) {
      const room = 8 - (this.pos & 7);
      const take = Math.min(room, left);
      const byte = this.bytes[this.pos >> 3] ?? 0;
      value = value * 2 ** take + ((byte >> (room - take)) & (2 ** take - 1));
      this.pos += take;
      left -= take;
    }
    return value;
  }

  /** The next `width` bits in two's complement. */
  signed(width: number): number {
    const value = this.unsigned(width);
    return width > 0 && value >= 2 ** (width - 1) ? value - 2 ** width : value;
  }
}

/** The inverse of {@link BitReader}. Negative numbers are written in two's complement. */
export class BitWriter {
  private readonly bytes: number[] = [];
  pos = 0;

  put(width: number, value: number): void {
    let rest = value < 0 ? value + 2 ** width : value;
    if (!(rest >= 0 && rest < 2 ** width)) throw new RangeError(`${value} does not fit ${width} bits`);
    for (let left = width; left > 0; ) {
      const room = 8 - (this.pos & 7);
      const take = Math.min(room, left);
      const high = Math.floor(rest / 2 ** (left - take));
      if (room === 8) this.bytes.push(0);
      this.bytes[this.pos >> 3]! |= high << (room - take);
      rest -= high * 2 ** (left - take);
      this.pos += take;
      left -= take;
    }
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}
