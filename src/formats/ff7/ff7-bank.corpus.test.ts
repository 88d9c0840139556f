import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { encodeFrames, type Frames } from './bank-stream.ts';
import { bank, isAnimation } from './ff7-bank.ts';

const models = ['aa', 'aq', 'ar', 'at', 'au', 'aw', 'rt'];

interface Expected {
  records: {
    joints: number;
    frames: number;
    key: number;
    stream: number;
    usedBits: number;
    tailValue: number;
    framesSha256: string;
    empty?: string;
  }[];
}

describe.skipIf(corpus('ff7') === undefined)('the banks of seven models', () => {
  test.each(models)('%sda has the frames that three other decoders find', (model) => {
    const { records } = bank.decode(corpusFile('ff7', `rebuilt-pc/${model}/${model}da`));
    const text = new TextDecoder().decode(corpusFile('ff7', `oracles/${model}da.json`));
    const expected = JSON.parse(text) as Expected;
    expect(records.length).toBe(expected.records.length);
    for (const [i, { jointCount, frameCount, block }] of records.entries()) {
      const truth = expected.records[i]!;
      if (!isAnimation(block)) {
        expect(truth.frames).toBe(0);
        expect(block).toEqual(Uint8Array.from(Buffer.from(truth.empty!, 'hex')));
        continue;
      }
      expect({ jointCount, frameCount, key: block.key }).toEqual({
        jointCount: truth.joints,
        frameCount: truth.frames,
        key: truth.key,
      });
      expect(block.frames.length).toBe(frameCount);
      expect(block.tail?.[0] ?? 0).toBe(truth.tailValue);
      expect(encodeFrames(block.frames, block.key).usedBits).toBe(truth.usedBits);
      expect(hashOf(block.frames, block.key), `record ${i}`).toBe(truth.framesSha256);
    }
  });

  test.each(models)('%sda is encoded from its integers alone, but for the stale bits', (model) => {
    const { records } = bank.decode(corpusFile('ff7', `rebuilt-pc/${model}/${model}da`));
    for (const { block } of records) if (isAnimation(block)) expect(block.original).toBeUndefined();
  });

  test.each(models)('%sda is written as it was read, and every truncation of it is found', (model) => {
    const bytes = corpusFile('ff7', `rebuilt-pc/${model}/${model}da`);
    expect(bank.encode(bank.decode(bytes))).toEqual(bytes);
    const step = bytes.length > 8000 ? 7 : 1;
    for (let length = 0; length < bytes.length; length += step) {
      const { value, issues } = bank.inspect(bytes.subarray(0, length));
      expect(
        issues.some(({ severity }) => severity === 'error'),
        `cut to ${length}`,
      ).toBe(true);
      if (length % 97 === 0 && value !== undefined) expect(bank.encode(value)).toEqual(bytes.subarray(0, length));
    }
  });
});

/** Over all frames: x y z as 32-bit integers, then the angles in 12-bit units as 16-bit ones. */
function hashOf({ length, positions, rotations }: Frames, key: number): string {
  const hash = createHash('sha256');
  const width = rotations.length / length;
  for (let f = 0; f < length; f++) {
    hash.update(new Uint8Array(Int32Array.from(positions.subarray(3 * f, 3 * f + 3)).buffer));
    hash.update(new Uint8Array(rotations.slice(width * f, width * (f + 1)).map((q) => q << key).buffer));
  }
  return hash.digest('hex');
}
