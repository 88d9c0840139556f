import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';

// Which tests run in Chromium besides Node. Nobody has to keep a list: those of the core that neither themselves nor through
// anything of ours that they import need Node.

const core = 'src/{issue,binary,math,scene,images,containers,formats,operations}';

/** Test files of the core that can run in a browser, relative to `root`, sorted. */
export function browserTests(root: string): string[] {
  return globSync([`${core}/**/*.test.ts`, `${core}.test.ts`], { cwd: root })
    .filter((file) => !needsNode(join(root, file)))
    .sort();
}

function needsNode(file: string): boolean {
  const reached = new Set([file]);
  for (const current of reached) {
    const text = readFileSync(current, 'utf8');
    if (/ 'node:|import\.meta\.dirname|\bprocess\.|\bBuffer\./.test(text)) return true;
    for (const [, name] of text.matchAll(/(?:from|import\(?) *'(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(current), name!);
      if (existsSync(imported)) reached.add(imported);
    }
  }
  return false;
}
