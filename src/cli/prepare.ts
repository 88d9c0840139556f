import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { addZstdDictionary } from '../containers/zstd.ts';
import { useZlib } from '../images/deflate.ts';
import { prepare as loadCompressions } from '../operations/prepare.ts';
import { systemReason } from './folder-source.ts';
import type { InputSpec } from './inputs.ts';
import { UsageError } from './usage-error.ts';

/** Puts Node's compression in place and loads what others need before files are read, dictionaries included. */
export async function prepare({ cwd, dictionaries = [] }: Pick<InputSpec, 'cwd' | 'dictionaries'>): Promise<void> {
  useZlib({
    compress: (bytes, level) => plain(deflateSync(bytes, { level })),
    decompress: (bytes, limit) => plain(inflateSync(bytes, { maxOutputLength: Math.min(limit, 2 ** 32 - 1) })),
  });
  await loadCompressions();
  for (const path of dictionaries) {
    if (addZstdDictionary(bytesOf(path, cwd)) === undefined) {
      throw new UsageError(`--zstd-dict ${path} is no Zstandard dictionary`);
    }
  }
}

function plain({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function bytesOf(path: string, cwd: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(resolve(cwd, path)));
  } catch (error) {
    throw new UsageError(`--zstd-dict ${path}: ${systemReason(error)}`);
  }
}
