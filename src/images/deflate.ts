import { Unzlib, zlibSync } from 'fflate';
import { CodecError } from '../issue.ts';

/** Compression as in zlib files (RFC 1950). */
export interface Zlib {
  /** `level` is 0 (store) to 9 (smallest). */
  compress(bytes: Uint8Array, level: number): Uint8Array;
  /** Throws any error on bytes that are not what they should be. At most `limit` bytes may come out. */
  decompress(bytes: Uint8Array, limit: number): Uint8Array;
}

/** Plain JavaScript: runs everywhere. */
export const portableZlib: Zlib = {
  compress: (bytes, level) => zlibSync(bytes, { level: level as 0 }),
  decompress(bytes, limit) {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const stream = new Unzlib((chunk) => {
      length += chunk.length;
      if (length > limit) throw new RangeError(`more than ${limit} bytes`);
      chunks.push(chunk);
    });
    // Little by little: one push is decompressed as a whole before the limit is looked at.
    for (let at = 0; at < bytes.length; at += PUSH_SIZE) {
      stream.push(bytes.subarray(at, at + PUSH_SIZE), at + PUSH_SIZE >= bytes.length);
    }
    const result = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      result.set(chunk, at);
      at += chunk.length;
    }
    return result;
  },
};

const PUSH_SIZE = 16_384;

let current = portableZlib;

/** Puts a faster implementation in place, such as the one of Node, for everything that compresses or decompresses. */
export function useZlib(implementation: Zlib): void {
  current = implementation;
}

export function compress(bytes: Uint8Array, level = 6): Uint8Array {
  return current.compress(bytes, level);
}

/**
 * @throws CodecError `bad-value` where the bytes are not zlib's, `too-large` where more than `limit` bytes would come out.
 */
export function decompress(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return current.decompress(bytes, limit);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLimit = error instanceof RangeError;
    throw new CodecError(isLimit ? 'too-large' : 'bad-value', `compressed data: ${error.message}`, 0, []);
  }
}
