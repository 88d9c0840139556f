import { describe, expect, test } from 'vitest';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { compress, decompress } from './lzs.ts';

describe.skipIf(corpus('ff7') === undefined)('real streams', () => {
  test.each(['ENEMY000.LZS', 'ENEMY020.LZS', 'reference_lzs.compressed'])('%s comes out byte for byte', (name) => {
    const bytes = corpusFile('ff7', `lzs/${name}`);
    expect(compress(decompress(bytes))).toEqual(bytes);
  });

  test('the content is what another tool finds', () => {
    expect(decompress(corpusFile('ff7', 'lzs/reference_lzs.compressed'))).toEqual(
      corpusFile('ff7', 'lzs/reference_lzs.decompressed'),
    );
    expect(decompress(corpusFile('ff7', 'lzs/ENEMY000.LZS'))).toEqual(corpusFile('ff7', 'psx-battle/ENEMY000_u.LZS'));
  });
});
