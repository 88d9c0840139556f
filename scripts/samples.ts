import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// `npm run samples`: makes the files below samples/<family>/ anew from what samples/author/ describes.

interface Samples {
  readonly family: string;
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
}

for (const { family, files } of Object.values(
  import.meta.glob<Samples>('../samples/author/*.samples.ts', { eager: true }),
)) {
  const made = await files();
  const folder = join('samples', family);
  rmSync(folder, { recursive: true, force: true });
  for (const [name, bytes] of made) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const size = [...made.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`${folder}: ${made.size} files, ${(size / 1024).toFixed(0)} KB`);
}
