// @ts-check
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

// Finding a browser of the Chromium kind. Plain JavaScript without dependencies: set-up runs it before any is installed.

/** Flags that make Chromium draw the same picture everywhere: in software, without a graphics card, a network or a sandbox. */
export const chromiumFlags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
];

/** Whether the user has asked for tests without a browser. */
export const isWithoutBrowser = () => (process.env.EXHUME_WITHOUT_BROWSER ?? '') !== '';

/**
 * Path of a Chromium: the one that `CHROMIUM_PATH` names, else one on the path, else Playwright's download, else one where
 * the system installs it. Undefined where there is none.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  return [...onPath(), ...downloadedByPlaywright(), ...installed()].find(isExecutable);
}

function onPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
}

function downloadedByPlaywright() {
  const cache = playwrightCache();
  if (!existsSync(cache)) return [];
  const inside = {
    linux: ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-linux/headless_shell'],
    darwin: ['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap((folder) => [
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
      `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
    ]),
    win32: ['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
  };
  const versions = readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .sort()
    .reverse();
  const paths = inside[/** @type {keyof typeof inside} */ (process.platform)] ?? inside.linux;
  return versions.flatMap((version) => paths.map((path) => join(cache, version, path)));
}

function playwrightCache() {
  const named = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '0') return named;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright');
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright');
}

function installed() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform !== 'win32') return ['/snap/bin/chromium', '/opt/google/chrome/chrome'];
  const folders = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA];
  const programs = [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ];
  return folders.flatMap((folder) => (folder === undefined ? [] : programs.map((program) => join(folder, program))));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
