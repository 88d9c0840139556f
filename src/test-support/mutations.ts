import { expect, test } from 'vitest';
import { type Attempt, attack, Worst } from './attack.ts';
import { mutate } from './mutate.ts';
import { type Random, random } from './sample.ts';
import { targets } from './targets.ts';

/** Mutated files per reader. */
const COUNT = Number(process.env.EXHUME_MUTATIONS ?? 100_000);

/** Declares the tests of every reader whose turn it is: the `shard`th of `shards`, which run side by side. */
export function testMutations(shard: number, shards: number): void {
  for (const [i, target] of targets.entries()) {
    if (i % shards !== shard) continue;
    test(`${target.id}: ${COUNT} mutated files are read or refused in bounds`, { timeout: 1_200_000 }, async () => {
      const seeds = [...target.seeds()].sort((a, b) => a.length - b.length);
      expect(seeds.length, 'files to mutate').toBeGreaterThan(0);
      const worst = await attackAll(target.attempt, seeds, random(i + 1));
      console.log(`${target.id}: ${COUNT} mutations of ${seeds.length} files, ${worst}`);
    });
  }
}

async function attackAll(attempt: Attempt, seeds: readonly Uint8Array[], next: Random): Promise<Worst> {
  const worst = new Worst();
  for (let n = 0; n < COUNT; n++) {
    const bytes = mutate(pick(seeds, next), pick(seeds, next), next);
    try {
      worst.add(attack(attempt, bytes));
    } catch (error) {
      throw new Error(`mutation ${n}, ${bytes.length} bytes: ${describe(bytes)}`, { cause: error });
    }
    // Lets the test runner have a word now and then.
    if (n % 1000 === 0) await new Promise(setImmediate);
  }
  return worst;
}

/** Small files more often than large ones: more of their bytes matter, and they take less time. */
function pick(seeds: readonly Uint8Array[], next: Random): Uint8Array {
  return seeds[Math.floor(next() ** 3 * seeds.length)]!;
}

/** Small inputs as they are, so that a failure becomes a fixture. */
function describe(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 512)).toString('hex');
  return bytes.length > 512 ? `${hex}…` : hex;
}
