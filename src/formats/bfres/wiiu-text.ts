import { Codec, i32, type PointerOptions, type Reader, u32, type Writer } from '../../binary/index.ts';
import { decodeUtf8, encodeUtf8, latin1 } from './text.ts';

// Strings of Wii U files (specification, section 16.2): a u32 length, UTF-8 bytes, a zero, and zeros up to a multiple of
// 4. Offsets lead to the characters.

export const wiiuString: Codec<string> = new (class extends Codec<string> {
  readonly kind = 'string';
  readonly minSize = 8;

  read(r: Reader): string {
    const length = u32.read(r);
    const at = r.take(length + 1);
    const bytes = r.bytes.subarray(at, at + length);
    if (r.bytes[at + length] !== 0) r.fail('bad-value', 'text without a zero byte at its end', at + length);
    const text = decodeUtf8(bytes);
    if (text === undefined) r.warn('bfres/text-not-utf8', `'${latin1(bytes)}' is no UTF-8`, at);
    return text ?? latin1(bytes);
  }

  write(w: Writer, value: string): void {
    const bytes = encodeUtf8(value);
    u32.write(w, bytes.length);
    const at = w.take(bytes.length + 1);
    w.bytes.set(bytes, at);
  }
})();

/** The group that `w.place` knows strings by. */
export const WIIU_STRINGS = 'string pool';

/** An offset to a string, from the place of the offset; undefined for none. */
class WiiuText extends Codec<string | undefined> {
  readonly kind = 'i32 -> string';
  readonly minSize = 4;
  private readonly options: PointerOptions = { from: 'itself', skip: LENGTH_SIZE, relocated: 'never' };

  read(r: Reader): string | undefined {
    const at = r.pos;
    const offset = i32.read(r);
    if (offset === 0) return undefined;
    const target = at + offset - LENGTH_SIZE;
    if (target < 0 || target >= r.bytes.length) r.fail('bad-offset', `there is no string at ${target}`, at);
    return r.at(target, wiiuString);
  }

  write(w: Writer, value: string | undefined): void {
    if (value === undefined) i32.write(w, 0);
    else w.defer(i32, wiiuString, value, WIIU_STRINGS, this.options);
  }
}
const LENGTH_SIZE = 4;

export const wiiuText: Codec<string | undefined> = new WiiuText();

/** The order of strings in the pools of Nintendo's converter: by bytes, the empty one last. */
export function compareWiiuPoolOrder(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const x = encodeUtf8(a);
  const y = encodeUtf8(b);
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
  return x.length - y.length;
}
