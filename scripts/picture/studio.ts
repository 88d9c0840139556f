import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumFlags, findChromium } from '../chromium.mjs';
import type { LoadedModel, Moment, Pose, Shot } from './protocol.ts';

// Opens a page with three.js in a Chromium without a window. Nothing comes over a network: all that the page asks for is
// answered from memory.

/** A name that no network knows. */
const origin = 'http://studio.invalid';

const cache = 'out/cache/studio';

export interface Studio {
  /** Loads a model. `files` holds it and all that it refers to, by their relative addresses. */
  load(name: string, files: ReadonlyMap<string, Uint8Array>): Promise<LoadedModel>;
  /** A picture of the loaded model, as a PNG. */
  draw(shot: Shot): Promise<Uint8Array>;
  /** Where the joints and vertices of the loaded model are. */
  pose(moment: Moment): Promise<Pose>;
  close(): Promise<void>;
}

/** Opens a studio. It has to be closed. */
export async function openStudio(): Promise<Studio> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium here: `npm run setup` installs one or tells how');
  const script = await pageScript();
  const browser = await chromium.launch({ executablePath, headless: true, args: [...chromiumFlags] });
  try {
    return await studioIn(browser, script);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function studioIn(browser: Browser, script: string): Promise<Studio> {
  const page = await browser.newPage({ deviceScaleFactor: 1, viewport: { width: 800, height: 800 } });
  let served: ReadonlyMap<string, Uint8Array> = new Map();
  await answerFromMemory(page, script, () => served);
  await page.goto(`${origin}/`);
  return {
    async load(name, files) {
      served = files;
      return page.evaluate((url) => window.studio.load(url), `/files/${encodeURIComponent(name)}`);
    },
    async draw(shot) {
      const url = await page.evaluate((wanted) => window.studio.draw(wanted), shot);
      return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    },
    pose: (moment) => page.evaluate((wanted) => window.studio.pose(wanted), moment),
    close: () => browser.close(),
  };
}

async function answerFromMemory(
  page: Page,
  script: string,
  files: () => ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="/page.js"></script>';
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== origin) return route.abort();
    if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    if (url.pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    const file = files().get(decodeURIComponent(url.pathname.replace('/files/', '')));
    if (file === undefined) return route.fulfill({ status: 404, body: `no file ${url.pathname}` });
    return route.fulfill({ contentType: 'application/octet-stream', body: Buffer.from(file) });
  });
}

/** The page's script with three.js in it, bundled once for each state of its sources. */
async function pageScript(): Promise<string> {
  const folder = 'scripts/picture';
  const hash = createHash('sha256');
  const shared = ['camera-fit', 'ground', 'lighting'].map((name) => `viewer/src/stage/${name}.ts`);
  for (const file of [`${folder}/page.ts`, `${folder}/protocol.ts`, ...shared, 'package-lock.json'])
    hash.update(readFileSync(file));
  const name = `page-${hash.digest('hex').slice(0, 16)}`;
  const file = join(cache, `${name}.js`);
  if (!existsSync(file)) {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        outDir: cache,
        emptyOutDir: false,
        chunkSizeWarningLimit: 5000,
        lib: { entry: `${folder}/page.ts`, formats: ['iife'], name: 'page', fileName: () => `${name}.js` },
      },
    });
  }
  return readFileSync(file, 'utf8');
}
