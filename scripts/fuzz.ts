import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { attack, Worst } from '../src/test-support/attack.ts';
import { mutate } from '../src/test-support/mutate.ts';
import { random } from '../src/test-support/sample.ts';
import { type Target, targets } from '../src/test-support/targets.ts';

// `npm run fuzz -- [READER …] [--minutes N] [--seed N]`: damaged files for as long as asked, one reader after the other. A
// file that gets a reader somewhere new is kept and damaged further. Files that break a promise go to out/fuzz/.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const unknown = positionals.filter((id) => !targets.some((target) => target.id === id));
if (unknown.length > 0) {
  console.error(`no reader ${unknown.join(', ')}; there are: ${targets.map(({ id }) => id).join(' ')}`);
  process.exit(2);
}
const chosen = targets.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
console.log(`seed ${values.seed}, ${values.minutes} minutes for ${chosen.length} readers`);
const seconds = (Number(values.minutes) * 60) / chosen.length;
const failures = chosen.reduce((sum, target) => sum + fuzz(target), 0);
process.exitCode = failures === 0 ? 0 : 1;

function fuzz(target: Target): number {
  const next = random(Number(values.seed));
  const pool = [...target.seeds()];
  const seen = new Set<string>();
  const failed = new Set<string>();
  const worst = new Worst();
  const end = performance.now() + seconds * 1000;
  const pick = () => pool[Math.floor(next() * pool.length)]!;
  let count = 0;
  for (; performance.now() < end; count++) {
    const bytes = mutate(pick(), pick(), next);
    try {
      worst.add(attack(target.attempt, bytes));
    } catch (error) {
      report(target, bytes, error, failed);
    }
    const reached = target.reaches(bytes);
    if (seen.has(reached)) continue;
    seen.add(reached);
    if (bytes.length < 64 * 1024) pool.push(bytes);
  }
  const summary = `${count} files, ${seen.size} ways to end, ${worst}`;
  console.log(`${target.id}: ${summary}${failed.size > 0 ? `, ${failed.size} FAILURES in out/fuzz` : ''}`);
  return failed.size;
}

/** Writes a failing file, the first of each kind. */
function report({ id }: Target, bytes: Uint8Array, error: unknown, failed: Set<string>): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const kind = text.replaceAll(/\d+/g, '#').split('\n').slice(0, 3).join('\n');
  if (failed.has(kind)) return;
  failed.add(kind);
  const name = `out/fuzz/${id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  mkdirSync('out/fuzz', { recursive: true });
  writeFileSync(name, bytes);
  writeFileSync(`${name}.txt`, text);
  console.error(`${name}: ${text.split('\n')[0]}`);
}
