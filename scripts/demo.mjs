// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

// `npm run demo`: builds exhume and converts the samples to .glb, on a machine that has nothing but Node and git.

const root = fileURLToPath(new URL('..', import.meta.url));
const samples = join(root, 'samples');
const out = join(root, 'out');

setUp({ browser: false });
build();

const families = existsSync(samples) ? readdirSync(samples).filter(isFamily).sort() : [];
if (families.length === 0) {
  console.log('There are no samples yet, so there is nothing to convert. exhume is built: node dist/cli/bin.js --help');
} else {
  let isFine = true;
  for (const family of families) {
    const folder = join(out, family);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    console.log(`\nsamples/${family}\n`);
    isFine = run('dist/cli/bin.js', ['convert', `samples/${family}`, '-o', `out/${family}`]) && isFine;
  }
  console.log(`
The .glb files are in out/: open one in Blender (File, Import, glTF 2.0) or in any program that shows glTF.

To look at them in the browser: node dist/cli/bin.js view out
The same with your own files:   node dist/cli/bin.js convert FOLDER -o out
What is in a file:              node dist/cli/bin.js inspect FILE
All commands:                   node dist/cli/bin.js --help`);
  process.exitCode = isFine ? 0 : 1;
}

/** Compiles the library and the command line; only what changed, where it was compiled before. */
function build() {
  console.error('building');
  // In dist, so that both go together: without the compiled files the cache would be wrong.
  const info = join(root, 'dist/.tsbuildinfo');
  const flags = ['-p', 'tsconfig.build.json', '--incremental', '--tsBuildInfoFile', info];
  if (!run('node_modules/typescript/bin/tsc', flags)) {
    console.error('exhume could not be built: see above');
    process.exit(1);
  }
}

/** @param {string} name */
function isFamily(name) {
  return name !== 'author' && statSync(join(samples, name)).isDirectory();
}

/**
 * @param {string} script
 * @param {string[]} args
 */
function run(script, args) {
  return spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}
