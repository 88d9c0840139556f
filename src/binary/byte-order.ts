import { Codec } from './codec.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** A value whose numbers have the most significant byte first, whatever lies around it. */
export function bigEndian<T>(codec: Codec<T>): Codec<T> {
  return new InByteOrder(codec, false);
}

/** A value whose numbers have the least significant byte first, whatever lies around it. */
export function littleEndian<T>(codec: Codec<T>): Codec<T> {
  return new InByteOrder(codec, true);
}

class InByteOrder<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  private readonly codec: Codec<T>;
  private readonly littleEndian: boolean;

  constructor(codec: Codec<T>, littleEndian: boolean) {
    super();
    this.kind = codec.kind;
    this.minSize = codec.minSize;
    this.codec = codec;
    this.littleEndian = littleEndian;
    Object.assign(this, { doc: codec.doc, unit: codec.unit });
  }

  read(r: Reader): T {
    const { littleEndian } = r;
    r.littleEndian = this.littleEndian;
    const value = this.codec.read(r);
    r.littleEndian = littleEndian;
    return value;
  }

  write(w: Writer, value: T): void {
    const { littleEndian } = w;
    w.littleEndian = this.littleEndian;
    this.codec.write(w, value);
    w.littleEndian = littleEndian;
  }
}
