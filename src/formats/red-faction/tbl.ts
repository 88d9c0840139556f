import { Codec, list, type Reader, rest, type Writer } from '../../binary/index.ts';

// TBL files are the text tables of Red Faction: which mesh plays which clip, among much else. Specification, section 11.
// The file image is the lines as they stand; what they say is read by `tbl.classes.ts`.

/** A table as text. */
export interface TextTable {
  /** With their line ends, so that any file comes back as it was. */
  lines: string[];
}

/** Characters of Windows code page 1252 where it differs from ISO 8859-1; bytes it leaves open stand for themselves. */
const CP1252_80_TO_9F = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map([...CP1252_80_TO_9F].map((character, i) => [character, 0x80 + i]));

const NEWLINE = 0x0a;

/** Text up to and with the end of the line, or of the file. */
class Line extends Codec<string> {
  readonly kind = 'line';
  readonly minSize = 1;

  read(r: Reader): string {
    const newline = r.bytes.indexOf(NEWLINE, r.pos);
    const end = newline < 0 || newline >= r.end ? r.end : newline + 1;
    const at = r.take(end - r.pos);
    let text = '';
    for (let i = at; i < end; i++) text += characterOf(r.bytes[i]!);
    return text;
  }

  write(w: Writer, text: string): void {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      const byte = byteOf(text[i]!);
      if (byte === undefined) w.fail('out-of-range', `'${text[i]}' is no character of Windows code page 1252`);
      bytes[i] = byte;
    }
    rest.write(w, bytes);
  }
}

const characterOf = (byte: number) =>
  byte >= 0x80 && byte < 0xa0 ? CP1252_80_TO_9F[byte - 0x80]! : String.fromCharCode(byte);

function byteOf(character: string): number | undefined {
  const code = character.charCodeAt(0);
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : BYTES.get(character);
}

class TextTableCodec extends Codec<TextTable> {
  readonly kind = 'Table';
  readonly minSize = 0;

  read(r: Reader): TextTable {
    return { lines: r.field('lines', list(new Line()).untilEnd()) };
  }

  write(w: Writer, { lines }: TextTable): void {
    w.field('lines', list(new Line()).times(lines.length), lines);
  }
}

export const textTable: Codec<TextTable> = new TextTableCodec();
