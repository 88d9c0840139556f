import { Codec, hex, type PointerOptions, type Reader, u16, u64, type Writer } from '../../binary/index.ts';

// Strings of Switch files (specification, sections 3.3 and 3.5): a u16 length, UTF-8 bytes and a zero, all in one pool.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 bytes to text; undefined where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  let text = '';
  for (const byte of bytes) {
    if (byte > 0x7f) {
      try {
        return decoder.decode(bytes);
      } catch {
        return undefined;
      }
    }
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Text to UTF-8 bytes. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

/** Every byte one character: for names that are no UTF-8. */
export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** An entry of the string pool. */
export const poolString: Codec<string> = new (class extends Codec<string> {
  readonly kind = 'string';
  readonly minSize = 3;

  read(r: Reader): string {
    const length = u16.read(r);
    const at = r.take(length + 1);
    const bytes = r.bytes.subarray(at, at + length);
    if (r.bytes[at + length] !== 0) r.fail('bad-value', 'text without a zero byte at its end', at + length);
    const text = decodeUtf8(bytes);
    if (text === undefined) r.warn('bfres/text-not-utf8', `'${latin1(bytes)}' is no UTF-8`, at);
    return text ?? latin1(bytes);
  }

  write(w: Writer, value: string): void {
    const bytes = encodeUtf8(value);
    if (bytes.length > 0xffff) w.fail('out-of-range', `text of ${bytes.length} bytes does not fit a string`);
    u16.write(w, bytes.length);
    const at = w.take(bytes.length + 1);
    w.bytes.set(bytes, at);
  }
})();

/** The group that `w.place` knows strings by. */
export const STRINGS = 'string pool';

/** A name that is no text but the hash of one, kept in another file: `#10a0975a2d4b6c34`. */
export const isExternalName = (name: string): boolean => /^#[0-9a-f]{16}$/.test(name);

/**
 * A pointer to a string of the pool; undefined where it is null. In files of Tears of the Kingdom it may be a 64-bit hash
 * instead: `#` and 16 hexadecimal digits.
 */
export class TextPointer extends Codec<string | undefined> {
  readonly kind = 'u64 -> string';
  readonly minSize = 8;
  private readonly options: PointerOptions = { group: STRINGS };

  read(r: Reader): string | undefined {
    const at = r.take(8);
    const low = r.view.getUint32(at, true);
    const high = r.view.getUint32(at + 4, true);
    if (high !== 0) return `#${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`;
    if (low === 0) return undefined;
    r.followed?.add(at);
    if (low >= r.bytes.length) r.fail('bad-offset', `there is no string at ${hex(low)}`, at);
    return r.at(low, poolString);
  }

  write(w: Writer, value: string | undefined): void {
    if (value === undefined) {
      u64.write(w, 0);
    } else if (isExternalName(value)) {
      const at = w.take(8);
      w.view.setUint32(at, Number.parseInt(value.slice(9), 16), true);
      w.view.setUint32(at + 4, Number.parseInt(value.slice(1, 9), 16), true);
    } else {
      w.defer(u64, poolString, value, STRINGS, this.options);
    }
  }
}

export const text = new TextPointer();

/**
 * The order of strings in the pools of Nintendo's converter: by their bits, from the last byte to the first, the least
 * significant bit of each first. A string that is the end of another comes before it.
 */
export function comparePoolOrder(a: string, b: string): number {
  const x = encodeUtf8(a);
  const y = encodeUtf8(b);
  for (let i = 1; i <= Math.min(x.length, y.length); i++) {
    const difference = x[x.length - i]! ^ y[y.length - i]!;
    if (difference !== 0) return (difference & -difference & x[x.length - i]!) !== 0 ? 1 : -1;
  }
  return x.length - y.length;
}
