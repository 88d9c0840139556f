// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setUp } from './setup.mjs';

// Runs a script of ours that is written in TypeScript: `node scripts/run.mjs [--browser] scripts/bench.ts …`. It is bundled
// first, which takes a moment and lets it run at the speed of the built library.

const args = process.argv.slice(2);
const needsBrowser = args[0] === '--browser';
const [script, ...rest] = needsBrowser ? args.slice(1) : args;
if (script === undefined) throw new Error('usage: run.mjs [--browser] SCRIPT …');

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
setUp({ browser: needsBrowser });

const { build } = await import('vite');
const name = script.replaceAll(/[^a-z0-9]+/gi, '-');
const outDir = join(root, 'out/cache', name);
mkdirSync(outDir, { recursive: true });
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { ssr: script, outDir, emptyOutDir: true, target: 'node20', minify: false, sourcemap: 'inline' },
});
process.argv.splice(1, process.argv.length, join(root, script), ...rest);
const entry = script.replace(/^.*\//, '').replace(/\.ts$/, '.js');
await import(pathToFileURL(join(outDir, entry)).href);
