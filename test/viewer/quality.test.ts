import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelDrawn, openViewer, pick, type ViewerBrowser } from './viewer-browser.ts';

// What holds for the viewer whatever people do with it.

const samples = 'samples/red-faction';
let viewer: ViewerBrowser;

beforeAll(async () => {
  const path = join(samples, 'pip.v3c');
  viewer = await openViewer([{ name: 'pip.v3c', path, size: readFileSync(path).length }]);
}, 120_000);
afterAll(() => viewer?.close());

describe.each(['light', 'dark'] as const)('by %s', (colorScheme) => {
  test('nothing stands in the way of people who do not see, or use no mouse', async () => {
    const { page, faults, close } = await viewer.open({ colorScheme });
    const violations = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    expect(await violations(), 'start').toEqual([]);
    await page.getByRole('button', { name: /^Red Faction/ }).click();
    await modelDrawn(page, 'pip');
    await page.locator('.outline').focus();
    await page.keyboard.press('Home');
    await page.getByText('Patched').or(page.getByLabel('New value')).first().waitFor();
    expect(await violations(), 'model').toEqual([]);
    await page.getByRole('button', { name: 'Look' }).click();
    expect(await violations(), 'look').toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('body').press('e');
    await page.getByRole('heading', { name: 'Export' }).waitFor();
    expect(await violations(), 'take away').toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

test.each([
  [360, 640],
  [820, 1180],
  [3840, 2160],
])('at %i x %i nothing is cut off sideways', async (width, height) => {
  const { page, close } = await viewer.open({ viewport: { width, height } });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Red Faction/ }).click();
  await modelDrawn(page, 'pip');
  expect(await overflow()).toBeLessThanOrEqual(0);
  if (width < 700) {
    for (const name of ['Files', 'Bytes', 'Model']) {
      await page.getByRole('navigation').getByRole('button', { name }).click();
      expect(await overflow(), name).toBeLessThanOrEqual(0);
    }
  }
  await close();
});

test('the policy is in force: in the page, in the headers, and against an inline script', async () => {
  const { page, faults, close } = await viewer.open();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  const header = (await page.request.get(viewer.url)).headers()['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'");
  expect(header).toBe(`${policy}; frame-ancestors 'none'`);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.intruder = true';
    document.head.append(script);
    return 'intruder' in window;
  });
  expect(ran).toBe(false);
  expect(faults.join()).toContain('Content Security Policy');
  await close();
});

test('offline, a reload shows the page, its samples and the pages of the formats', async () => {
  const { page, close } = await viewer.open();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), { timeout: 20_000 })
    .toBe('activated');
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /^Red Faction/ }).click();
  await modelDrawn(page, 'pip');
  await page.goto(`${viewer.url}formats/red-faction.html`);
  expect(await page.locator('h1').innerText()).toBe('Red Faction');
  await close();
});

test('the first load takes at most 300 KB', async () => {
  const { page, close } = await viewer.open();
  const loaded = await page.evaluate(() =>
    [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)].filter(
      (name) => !name.includes('/samples/') && !name.endsWith('.png'),
    ),
  );
  let size = 0;
  for (const address of loaded) size += gzipSync(await (await page.request.get(address)).body()).length;
  expect(loaded.length).toBeGreaterThan(2);
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThan(300_000);
  await close();
});

test('files that are served are open when the page is', async () => {
  const { page, faults, close } = await viewer.open({ hash: '#files' });
  await modelDrawn(page, 'pip');
  expect(await page.locator('.crumb').first().innerText()).toBe('served');
  expect(faults).toEqual([]);
  await close();
});

test('200 files, one after another, leave nothing behind', { timeout: 120_000 }, async () => {
  const { page, faults, close } = await viewer.open({ viewport: { width: 640, height: 480 } });
  await page.evaluate(() => indexedDB.deleteDatabase('keyval-store'));
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.getByLabel(/Remember files/).uncheck();
  // Every fifth is a model, the others are clips: each kind leaves other things behind, where it does.
  const files = ['pip.v3c', 'pip_walk.rfa', 'pip_wave.rfa', 'pip_idle.rfa', 'pip_breathe.rfa'];
  const open = async (count: number) => {
    for (let i = 1; i <= count; i++) {
      const name = files[i % files.length]!;
      await pick(page, join(samples, name));
      if (name === 'pip.v3c') await modelDrawn(page, 'pip');
      else
        await page.waitForFunction(
          (wanted) => document.title.startsWith(wanted) && document.querySelector('.outline-row'),
          name,
        );
    }
  };
  await open(40);
  const after40 = await used();
  const held = await page
    .locator('.stage canvas')
    .first()
    .evaluate(({ dataset }: HTMLElement) => [dataset.geometries, dataset.textures]);
  await open(160);
  const after200 = await used();
  expect(
    await page
      .locator('.stage canvas')
      .first()
      .evaluate(({ dataset }: HTMLElement) => [dataset.geometries, dataset.textures]),
  ).toEqual(held);
  // Compiled code and caches move by a few MB; 32 models that stayed would be more than 10.
  expect((after200 - after40) / 2 ** 20, 'MB more').toBeLessThan(8);
  expect(faults).toEqual([]);
  await close();
});

test('the viewer imports only what is public, and nothing of Node', () => {
  const sources = readdirSync('viewer/src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(40);
  for (const file of sources) {
    const text = readFileSync(join('viewer/src', file), 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import\() *'([^']+)'/g)) {
      const isOwn = target!.startsWith('./') || /^\.\.\/(components|decoder|stage|state|style)\//.test(target!);
      const isPublic = /^exhume(\/(binary|scene|formats\/[\w-]+))?$/.test(target!);
      const isLibrary = /^(three|preact|comlink|idb-keyval)(\/|$)/.test(target!);
      expect(isOwn || isPublic || isLibrary, `${file}: ${target}`).toBe(true);
    }
  }
});
