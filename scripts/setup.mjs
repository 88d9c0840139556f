// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, isWithoutBrowser } from './chromium.mjs';

// Makes a machine that has Node and git ready: the dependencies of the lock file and, where asked, a Chromium. Every script
// that needs either calls this first. Plain JavaScript without dependencies, as there are none yet.

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a machine lacks, in words that tell its owner what to do. */
export class SetUpError extends Error {}

/**
 * Installs the dependencies unless exactly those of the lock file are there.
 * @throws {SetUpError} where npm cannot
 */
export function installDependencies() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new SetUpError(`exhume needs Node 20 or later; this is ${process.version}`);
  const missing = missingDependencies();
  if (missing.length === 0) return;
  console.error(`installing dependencies (${missing.length} missing or of another version)`);
  if (!run('npm', ['ci', '--no-audit', '--no-fund'])) {
    throw new SetUpError('npm ci failed: see its output above. It needs to reach an npm registry once.');
  }
}

/**
 * Finds a Chromium, or installs one.
 * @returns {string} its path
 * @throws {SetUpError} where it cannot
 */
export function installChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new SetUpError(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is no program that can be run:\n` +
        '  correct it, or unset it, and one is looked for or downloaded',
    );
  }
  console.error('no Chromium found: installing one for the tests in a browser');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const packages = ['chromium', 'fonts-dejavu-core'];
    if (run('apt-get', ['update']) && run('apt-get', ['install', '-y', '--no-install-recommends', ...packages])) {
      const installed = findChromium();
      if (installed !== undefined) return installed;
    }
  }
  const playwright = join(root, 'node_modules/playwright/cli.js');
  run(process.execPath, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  const downloaded = findChromium();
  if (downloaded !== undefined) return downloaded;
  throw new SetUpError(
    'There is no Chromium here and none could be installed. Do one of these, then try again:\n' +
      '  install Chromium or Chrome (Debian: apt-get install chromium)\n' +
      '  set CHROMIUM_PATH to the program\n' +
      '  set EXHUME_WITHOUT_BROWSER=1 to leave out everything that needs a browser',
  );
}

/** Packages of the lock file that are not installed, or in another version. */
function missingDependencies() {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installedList = join(root, 'node_modules/.package-lock.json');
  const installed = existsSync(installedList) ? lockedPackages(installedList) : {};
  return Object.entries(wanted)
    .filter(([path, { link, optional }]) => path.startsWith('node_modules/') && !link && !optional)
    .filter(([path, { version }]) => installed[path]?.version !== version || !existsSync(join(root, path)))
    .map(([path]) => path);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Runs a command, with its output shown as ours on standard error.
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * Runs the set-up of a script; where something is lacking says what, and ends the process.
 * @param {{ browser: boolean }} needs
 */
export function setUp({ browser }) {
  try {
    installDependencies();
    if (browser && !isWithoutBrowser()) installChromium();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp({ browser: true });
  console.error('ready');
}
