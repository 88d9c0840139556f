import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
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
        viewport: { width: 1200, height: 720 },
        deviceScaleFactor: 1,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(Number(process.env.T ?? 30000));
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

/** Milliseconds of processor time that no task of the page takes on a quiet machine. A shared one gets twice as many. */
export const LONGEST_TASK = 50;

/** CPU time of the longest task of the page while something happens, in milliseconds: how long it can not answer. */
export async function longestTask(viewer: ViewerBrowser, page: Page, action: () => Promise<void>): Promise<number> {
  // CPU time, not time on the clock: other work on the machine, and a graphics card that is made of software, do not count.
  await viewer.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await action();
  const { traceEvents } = JSON.parse((await viewer.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const mains = new Set(
    traceEvents.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('no task was traced');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
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
