import { Codec, type Reader, rest, type Writer } from '../../binary/index.ts';

/** Text to bytes and back, one character a byte (ISO 8859-1), so that any bytes survive. */
export const latin1 = {
  encode: (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0)),
  decode(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
    return text;
  },
};

export function writeText(w: Writer, text: string): void {
  const odd = [...text].find((c) => c.charCodeAt(0) > 0xff);
  if (odd !== undefined) w.fail('out-of-range', `'${odd}' has no byte that stands for it`);
  rest.write(w, latin1.encode(text));
}

/** A line with its end, which is none of the text. */
class Line extends Codec<string> {
  readonly kind = 'line';
  readonly minSize = 0;

  read(r: Reader): string {
    const end = r.bytes.indexOf(10, r.pos);
    const next = end < 0 || end >= r.end ? r.end : end + 1;
    const at = r.take(next - r.pos);
    return latin1.decode(r.bytes.subarray(at, next)).replace(/\r?\n$/, '');
  }

  write(w: Writer, value: string): void {
    writeText(w, `${value}\n`);
  }
}

const line = new Line();

/** Reads the lines that count; blank ones and comments between them get a name of their own. */
export class LineReader {
  private readonly r: Reader;

  constructor(r: Reader) {
    this.r = r;
  }

  /** Whether there is another line that counts. Passes by those before that don't. */
  hasNext(): boolean {
    const { r } = this;
    while (r.left > 0) {
      const text = peek(r).trim();
      if (text !== '' && !text.startsWith('#')) return true;
      r.field(text === '' ? 'blank' : 'comment', line);
    }
    return false;
  }

  next(name: string | number): string {
    if (!this.hasNext()) this.r.fail('truncated', `the text ends before its ${name}`);
    return this.r.field(name, line);
  }
}

function peek(r: Reader): string {
  const end = r.bytes.indexOf(10, r.pos);
  return latin1.decode(r.bytes.subarray(r.pos, end < 0 ? r.end : Math.min(end, r.end)));
}
