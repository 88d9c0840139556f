/**
 * Bytes as words of 32 bits, which are quicker to move; undefined where their number is no multiple of 4. Bytes that do not
 * begin at a multiple of 4 in their buffer are copied: only read from the words then.
 */
export function wordsOf(bytes: Uint8Array): Uint32Array | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
