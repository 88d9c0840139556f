import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Serves and emits the sample models of every family, with a list of them. */
export function bundledSamples(folder: string): Plugin {
  return {
    name: 'bundled-samples',
    generateBundle() {
      const samples = samplesIn(folder);
      for (const { family, files } of samples) {
        for (const { name } of files) {
          const source = readFileSync(join(folder, family, name));
          this.emitFile({ type: 'asset', fileName: `samples/${family}/${name}`, source });
        }
      }
      this.emitFile({ type: 'asset', fileName: 'samples/samples.json', source: JSON.stringify(samples) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').replace(/^\/samples\//, '').replace(/\?.*$/, ''));
        if (!request.url?.startsWith('/samples/')) return next();
        if (path === 'samples.json') return response.end(JSON.stringify(samplesIn(folder)));
        const known = samplesIn(folder).some(({ family, files }) =>
          files.some((file) => path === `${family}/${file.name}`),
        );
        if (!known) return next();
        response.end(readFileSync(join(folder, path)));
      });
    },
  };
}

interface SampleFamily {
  readonly family: string;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

function samplesIn(folder: string): readonly SampleFamily[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'author')
    .map(({ name }) => ({ family: name, files: filesIn(join(folder, name)) }))
    .filter(({ files }) => files.length > 0);
}

function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: path.slice(folder.length + 1).replaceAll('\\', '/'), size: readFileSync(path).length };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
