import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { modelDrawn, openPip, pick, stageCanvas } from './steps.ts';
import { tube } from './tube.ts';
import { LONGEST_TASK, longestTask, openViewer, type ViewerBrowser } from './viewer-browser.ts';

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
    const axe = new AxeBuilder({ page });
    // By another light nothing but the colours is another.
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const violations = async () =>
      (await axe.analyze()).violations.flatMap(({ id, nodes }) =>
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
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /Issues/ }).click();
    await page.getByRole('tabpanel', { name: 'Issues' }).waitFor();
    await page.locator('body').press('?');
    await page.getByRole('heading', { name: 'Help' }).waitFor();
    expect(await violations(), 'issues and help').toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

test.each([
  [360, 640],
  [768, 1024],
  [1440, 900],
  [3840, 2160],
])('at %i x %i nothing is cut off sideways', async (width, height) => {
  const { page, close } = await viewer.open({ viewport: { width, height } });
  // Whatever a box hides of itself: what is right of the window can not be reached.
  const overflow = () =>
    page.evaluate(() => {
      const controls = [...document.querySelectorAll('button, select, input, a, canvas')];
      const ends = controls
        .filter((control) => control.checkVisibility())
        .map((control) => control.getBoundingClientRect().right);
      return Math.max(document.documentElement.scrollWidth, ...ends) - innerWidth;
    });
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Red Faction/ }).click();
  await page.locator('.outline-row').first().waitFor({ state: 'attached' });
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
  expect(size).toBeGreaterThan(20_000);
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

// Processor time, and the least of three: what else the machine does can slow a task down, never speed it up.
test('a file of 10 MB opens, plays and is chosen in without the page standing still', { retry: 2 }, async () => {
  const { page, faults, close } = await viewer.open({ viewport: { width: 1200, height: 480 } });
  const folder = mkdtempSync(join(tmpdir(), 'exhume-viewer-'));
  const path = join(folder, 'tube.glb');
  const { value } = await writeGlb(tube(400, 350));
  expect(value.length).toBeGreaterThan(10 * 2 ** 20);
  writeFileSync(path, value);
  // What draws is loaded when it is first needed: that is the page's start, not the file's.
  await openPip(page);
  const longest = await longestTask(viewer, page, async () => {
    await pick(page, path);
    await modelDrawn(page, 'tube');
    await page.locator('.outline-row').first().waitFor();
    await stageCanvas(page).press('Space');
    await page.waitForTimeout(500);
    await stageCanvas(page).press('Space');
    const box = (await stageCanvas(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole('slider').getAttribute('aria-valuetext');
    await page.locator('.hex').focus();
    await page.keyboard.press('Control+End');
    await page.waitForTimeout(300);
  });
  expect(longest, 'ms').toBeLessThan(2 * LONGEST_TASK);
  expect(faults).toEqual([]);
  rmSync(folder, { recursive: true });
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
