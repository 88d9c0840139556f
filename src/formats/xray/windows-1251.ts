// The code page of X-Ray's texts (specification, section 2). Byte 0x98 has no character in it and becomes U+0098, so that
// any bytes survive.

let characters: readonly string[] | undefined;
let bytesOf: ReadonlyMap<string, number> | undefined;

function table(): readonly string[] {
  characters ??= [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return characters;
}

/** What a text of a codec (one character a byte) says. */
export function decodeText(text: string): string {
  let decoded = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    decoded += code < 0x80 ? text[i] : (table()[code] ?? text[i]);
  }
  return decoded;
}

/** The text a codec writes for this one; undefined where a character is not in the code page. */
export function encodeText(text: string): string | undefined {
  bytesOf ??= new Map(table().map((character, byte) => [character, byte]));
  let encoded = '';
  for (const character of text) {
    const byte = bytesOf.get(character);
    if (byte === undefined) return undefined;
    encoded += String.fromCharCode(byte);
  }
  return encoded;
}
