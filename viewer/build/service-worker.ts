import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What Vite copies beside what it builds. */
const publicFiles = ['icon.svg', 'app.webmanifest'];

const source = new URL('./service-worker.js', import.meta.url);

/** Emits the service worker with the list of all that it keeps for offline use, under a name for this very build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const hash = createHash('sha256');
      const files = Object.keys(bundle).sort();
      for (const name of files) {
        const output = bundle[name]!;
        hash.update(name).update(output.type === 'chunk' ? output.code : output.source);
      }
      const kept = JSON.stringify([
        './',
        ...publicFiles,
        ...files.filter((name) => name !== 'index.html' && !name.endsWith('.map')),
      ]);
      const code = readFileSync(source, 'utf8')
        .replace("'__VERSION__'", `'exhume-${hash.digest('hex').slice(0, 16)}'`)
        .replace("['__FILES__']", kept);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
    },
  };
}
