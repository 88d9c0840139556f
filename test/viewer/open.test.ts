import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memorySource } from '../../src/containers/source.ts';
import { dictionary, withDictionary } from '../../src/containers/zstd.fixtures.ts';
import type { Archive } from '../../src/formats/format.ts';
import { formatOf } from '../../src/formats/registry.ts';
import { pack } from '../../src/operations/pack.ts';
import { drop, fact, kept, modelDrawn, openPip, pick } from './steps.ts';
import { openViewer, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// How files come in, and what of them is listed.

const samples = 'samples/red-faction';
const lonely = ['pip.v3c', 'pip.tga'].map((name) => join(samples, name));

let viewer: ViewerBrowser;
let watched: WatchedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhume-viewer-'));
  viewer = await openViewer();
  watched = await viewer.open({ viewport: { width: 1000, height: 640 } });
  page = watched.page;
});

afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(watched.faults).toEqual([]);
});

/** A file of this name in the folder of the tests. */
function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

describe('open', () => {
  test('files from the picker, a folder from the picker, a folder that is dropped', async () => {
    await pick(page, lonely);
    await modelDrawn(page, 'pip');
    expect(await page.locator('.crumb').allInnerTexts()).toEqual(['pip.v3c and 1 more', 'pip']);
    await pick(page, samples, 'Open folder');
    await page.getByText('Models 2').waitFor();
    expect(await page.locator('.crumb').first().innerText()).toBe('red-faction');
    await page.getByRole('button', { name: 'exhume' }).click();
    await drop(page, [samples]);
    await page.getByText('Models 2').waitFor();
    expect(await page.locator('.found-line .base').allInnerTexts()).toContain('pip_walk.rfa');
  });

  test('files that are pasted', async () => {
    await page.getByRole('button', { name: 'exhume' }).click();
    await page.evaluate(
      (text) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], 'pasted.v3c'));
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
      },
      readFileSync(join(samples, 'pip.v3c')).toString('base64'),
    );
    await modelDrawn(page, 'pasted');
  });

  test('an archive in an archive, whose members are in the list like any file', async () => {
    const props = new Uint8Array(readFileSync(join(samples, 'props.vpp')));
    const format = formatOf('vpp') as Archive<unknown>;
    const { bytes } = pack(memorySource('outer', new Map([['props.vpp', props]])), { format });
    await pick(page, fileOf('outer.vpp', bytes!));
    await modelDrawn(page, 'lantern_crate');
    const member = page.getByTitle('outer.vpp/props.vpp/lantern_crate.v3m');
    expect(await member.locator('.base').first().innerText()).toBe('lantern_crate.v3m');
    expect(await member.locator('.folder').last().innerText()).toBe('outer.vpp/props.vpp');
  });

  test('what was opened before is kept in the browser, until people do not want that', async () => {
    await pick(page, lonely);
    await modelDrawn(page, 'pip');
    await kept(page, 'pip.v3c and 1 more');
    const recent = page.locator('.recent', { hasText: 'pip.v3c and 1 more' });
    await page.reload();
    await recent.click();
    await modelDrawn(page, 'pip');
    await page.getByRole('button', { name: 'exhume' }).click();
    await page.getByLabel(/Remember files/).uncheck();
    await page.locator('.recent').first().waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => page.getByLabel(/Remember files/).isChecked()).toBe(false);
    expect(await page.locator('.recent').count()).toBe(0);
  });

  test('a broken file shows what could be read of it, and why no more', async () => {
    await pick(page, fileOf('broken.rfa', readFileSync(join(samples, 'pip_wave.rfa')).subarray(0, 700)));
    await page.locator('.no-model-error').waitFor();
    await page.getByRole('tab', { name: 'Issues 1' }).click();
    const issue = page.locator('.issue.error');
    const [head, reason, remedy] = await issue.locator('> span').allInnerTexts();
    expect(head).toMatch(/^error The file ends inside a bone track/);
    expect(reason).toMatch(/\d/);
    expect(remedy).not.toBe('');
    await issue.click();
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('unexplained');
    expect(await fact(page, 'Value').innerText()).toBe('548 bytes that nothing explains');
    await page.locator('.outline').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('boneOffsets');
  });

  test('a model without anything to draw says why', async () => {
    await pick(page, fileOf('broken.v3c', readFileSync(join(samples, 'pip.v3c')).subarray(0, 300)));
    await page.locator('.stage-note, .no-model-error').first().waitFor();
    expect(await page.locator('.stage-note, .no-model-error').first().innerText()).toMatch(
      /^There is nothing to draw: /,
    );
  });

  test('a file that needs a dictionary asks for it, and opens when it is dropped', async () => {
    await pick(page, fileOf('bones.json.zs', withDictionary));
    await page.getByText('needs the dictionary with id 7').first().waitFor();
    await page.getByRole('button', { name: 'Give the dictionary' }).waitFor();
    await drop(page, [fileOf('pack.zsdic', dictionary)]);
    await page.getByText('Opened again, with the dictionary').waitFor();
    await page.getByText('Unpacked from Zstandard compression').waitFor();
    await expect.poll(() => page.locator('.hex-text').first().innerText()).toMatch(/^\{"name":"bone_5/);
    expect(await page.locator('.crumb').first().innerText()).toBe('bones.json.zs');
  });
});

describe('choose', () => {
  test('models come with their parts and why; searching leaves what matches', async () => {
    await openPip(page);
    const parts = await page
      .locator('.found-line.part')
      .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).title));
    expect(parts.some((title) => title.startsWith('pip_wave.rfa') && title.includes('entity.tbl'))).toBe(true);
    await page.locator('body').press('/');
    await page.keyboard.type('lantern');
    await expect.poll(() => page.locator('.found .found-line').count()).toBe(2);
    await page.getByTitle('lantern_crate, Red Faction').click();
    await modelDrawn(page, 'lantern_crate');
    await page.locator('#list-search').fill('no such thing');
    await page.getByText('Nothing of this name').waitFor();
  });

  test('models with something amiss are marked', async () => {
    await pick(page, join(samples, 'pip.v3c'));
    await modelDrawn(page, 'pip');
    const mark = page.locator('.found-line', { hasText: 'pip' }).first().getByRole('img', { name: 'has warnings' });
    expect(await mark.getAttribute('title')).toContain('pip.tga');
    await page.getByRole('tab', { name: 'Issues 1' }).waitFor();
  });
});

describe('learn', () => {
  test('every sample opens, and the page of its formats is one click away', async () => {
    await page.getByRole('button', { name: 'exhume' }).click();
    const open = page.locator('.card-open:not([disabled])');
    await expect.poll(() => open.count()).toBe(4);
    for (let i = 0; i < 4; i++) {
      const title = await open.nth(i).locator('strong').innerText();
      const picture = open.nth(i).locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await open.nth(i).click();
      await page.waitForFunction(() =>
        Number(document.querySelector<HTMLElement>('.stage canvas')?.dataset.geometries),
      );
      expect(await page.locator('.crumb').first().innerText()).toBe(`Sample: ${title}`);
      const address = new URL((await page.getByTitle('About this format').getAttribute('href'))!, viewer.url);
      const text = await (await page.request.get(address.href)).text();
      expect(text).toContain('<table>');
      expect(text, title).toContain(`id="${address.hash.slice(1)}"`);
      await page.getByRole('button', { name: 'exhume' }).click();
    }
    expect(await page.locator('.card').getByRole('link').count()).toBe(4);
  });
});
