import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { serveViewer, type ViewedFile, type ViewerServer } from '../../src/cli/viewer-server.ts';

// The built viewer in a browser, with an eye on everything that should not happen.

export interface ViewerBrowser {
  readonly url: string;
  readonly browser: Browser;
  /** A page with the viewer, and nothing of earlier pages in it. */
  open(options?: BrowserContextOptions & { readonly hash?: string }): Promise<WatchedPage>;
  close(): Promise<void>;
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, requests to other hosts, violations of the policy. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Builds the viewer, once for each state of its sources, and serves it with these files. */
export async function openViewer(files: readonly ViewedFile[] = []): Promise<ViewerBrowser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium here: `npm run setup` installs one or tells how');
  const app = await builtViewer();
  const server: ViewerServer = await serveViewer(app, 'served', files);
  const browser = await chromium.launch({ executablePath, headless: true, args: [...chromiumFlags] });
  const url = server.url.replace(/#.*/, '');
  return {
    url,
    browser,
    async open({ hash = '', ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        ...options,
      });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(`${error.stack ?? error}`));
      context.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) faults.push(request.url());
      });
      await page.goto(`${url}${hash}`);
      return { page, faults, close: () => context.close() };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Picks files the way people do, through the browser's own dialog. */
export async function pick(page: Page, paths: string | readonly string[], button = 'Open files'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await (await chooser).setFiles(paths as string | string[]);
}

/** Drops files or folders onto the page, as the system does it. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  }
  await session.detach();
}

/** Waits until a model is on the stage. */
export async function modelDrawn(page: Page, name: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
    return canvas?.dataset.model === wanted && Number(canvas.dataset.pictures) > 0;
  }, name);
}

/** The bytes of what is saved by an action. */
export async function saved(page: Page, action: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
  const [download] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent('download'),
    action(),
  ] as never);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
}

async function builtViewer(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['viewer', 'src', 'samples', 'docs/formats']) {
    for (const file of filesIn(folder)) hash.update(file).update(readFileSync(file));
  }
  for (const file of ['package-lock.json', import.meta.filename]) hash.update(readFileSync(file));
  const cache = 'out/cache/viewer';
  const folder = resolve(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Under a name of its own first: another test may build at the same time, and half a build is none.
  const made = `${folder}-${process.pid}`;
  // The test runner calls this a test; what is tested is what people get.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({ root: 'viewer', mode: 'production', logLevel: 'error', build: { outDir: made, emptyOutDir: true } });
  process.env.NODE_ENV = environment;
  for (const old of readdirSync(cache)) {
    if (/^[0-9a-f]{16}$/.test(old)) rmSync(join(cache, old), { recursive: true, force: true });
  }
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$|[\\/]golden$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|test-support|golden/.test(path))
    .sort();
}
