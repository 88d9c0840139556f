import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { formatPages } from './build/format-pages.ts';
import { policy } from './build/policy.ts';
import { bundledSamples } from './build/samples.ts';
import { serviceWorker } from './build/service-worker.ts';

const root = resolve(import.meta.dirname, '..');

const alias = [
  { find: /^exhume$/, replacement: `${root}/src/index.ts` },
  { find: /^exhume\/(.*)$/, replacement: `${root}/src/$1/index.ts` },
];

// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses: the app can lie in any folder of any host.
  base: './',
  resolve: { alias },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    policy(),
    bundledSamples(`${root}/samples`),
    formatPages(`${root}/docs/formats`, `${import.meta.dirname}/src/style`),
    serviceWorker(),
  ],
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  build: {
    outDir: `${root}/dist/viewer`,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
