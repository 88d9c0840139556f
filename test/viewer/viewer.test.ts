import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readGltf } from '../../src/formats/gltf/index.ts';
import { decodePng } from '../../src/images/png.ts';
import { corpus } from '../../src/test-support/corpus.ts';
import { expectPicture } from '../browser/compare-pictures.ts';
import { drop, modelDrawn, openViewer, pick, saved, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// What people do with the viewer, done as they do it: with a mouse, keys and files.

const samples = 'samples/red-faction';
const mesh = new Uint8Array(readFileSync(join(samples, 'pip.v3c')));
const lonely = ['pip.v3c', 'pip.tga'].map((name) => join(samples, name));

let viewer: ViewerBrowser;
let watched: WatchedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhume-viewer-'));
  viewer = await openViewer();
}, 120_000);

afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freshPage(): Promise<void> {
  await watched?.close();
  watched = await viewer.open();
  page = watched.page;
}

async function openPip(): Promise<void> {
  await page.getByRole('button', { name: /^Red Faction/ }).click();
  await modelDrawn(page, 'pip');
}

const frame = () => page.getByRole('slider', { name: 'Frame' });
const frameNow = async () => Number(await frame().getAttribute('aria-valuenow'));
const selectedLine = () => page.locator('.outline-row[aria-selected=true]');
const fact = (name: string) => page.locator('.fact', { hasText: name }).locator('dd');

describe('open', () => {
  beforeEach(freshPage);

  test('files from the picker, a folder from the picker, a folder that is dropped', async () => {
    await pick(page, lonely);
    await modelDrawn(page, 'pip');
    expect(await page.locator('.crumb').allInnerTexts()).toEqual(['pip.v3c and 1 more', 'pip']);
    await pick(page, samples, 'Open folder');
    await page.getByText('Models 2').waitFor();
    expect(await page.locator('.crumb').first().innerText()).toBe('red-faction');
    await drop(page, [samples]);
    await page.getByText('Opening').waitFor({ state: 'detached' });
    await page.getByText('Models 2').waitFor();
    expect(watched.faults).toEqual([]);
  });

  test('an archive, whose members are in the list like any file', async () => {
    await pick(page, join(samples, 'props.vpp'));
    await modelDrawn(page, 'lantern_crate');
    expect(await page.getByTitle('props.vpp/lantern_crate.v3m').locator('.base').allInnerTexts()).toContain(
      'lantern_crate.v3m',
    );
  });

  test('what was opened before is kept in the browser, until people do not want that', async () => {
    await pick(page, lonely);
    await modelDrawn(page, 'pip');
    await page.waitForFunction(async () => (await indexedDB.databases()).length > 0);
    await page.reload();
    await page.locator('.recent').click();
    await modelDrawn(page, 'pip');
    await page.getByRole('button', { name: 'exhume' }).click();
    await page.getByLabel(/Remember files/).uncheck();
    await page.locator('.recent').waitFor({ state: 'detached' });
    await page.reload();
    expect(await page.getByLabel(/Remember files/).isChecked()).toBe(false);
    expect(await page.locator('.recent').count()).toBe(0);
  });

  test('a broken file shows what could be read of it, and why no more', async () => {
    const broken = join(folder, 'broken.rfa');
    writeFileSync(broken, readFileSync(join(samples, 'pip_wave.rfa')).subarray(0, 700));
    await pick(page, broken);
    await page.getByText('truncated').or(page.locator('.no-model-error')).first().waitFor();
    await page.getByRole('tab', { name: /Issues/ }).click();
    expect(await page.locator('.issue.error').count()).toBeGreaterThan(0);
    await page.locator('.issue.error').first().click();
    await expect.poll(() => fact('Path').innerText()).toBe('unexplained');
    expect(await fact('Value').innerText()).toBe('548 bytes that nothing explains');
    await page.locator('.outline').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => fact('Path').innerText()).toBe('boneOffsets');
    expect(watched.faults).toEqual([]);
  });
});

describe('choose', () => {
  test('models come with their parts and why; searching leaves what matches', async () => {
    await freshPage();
    await openPip();
    const parts = await page
      .locator('.found-line.part')
      .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).title));
    expect(parts.some((title) => title.startsWith('pip_wave.rfa') && title.includes('entity.tbl'))).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('lantern');
    await expect.poll(() => page.locator('.found-line').count()).toBeLessThan(8);
    await page.getByTitle('lantern_crate, Red Faction').click();
    await modelDrawn(page, 'lantern_crate');
    await page.locator('#list-search').fill('no such thing');
    await page.getByText('Nothing of this name').waitFor();
  });
});

describe('see', () => {
  beforeAll(async () => {
    await freshPage();
    await openPip();
  });
  const canvas = () => page.locator('.stage canvas').first();
  const picture = async () => Buffer.from(await canvas().screenshot());

  test('the character looks as it did', async () => {
    await page.getByRole('button', { name: 'At rest' }).click();
    await page.keyboard.press('4');
    await page.waitForTimeout(200);
    const url = await canvas().evaluate((element: HTMLCanvasElement) => element.toDataURL('image/png'));
    expectPicture('viewer-pip', new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')));
  });

  test('each way to look is another picture, and the way back is the first', async () => {
    await page.keyboard.press('Home');
    const first = await picture();
    for (const key of ['w', 'l', 't', 'b', 'g']) {
      await page.keyboard.press(key);
      await expect.poll(async () => (await picture()).equals(first), { message: key }).toBe(false);
      await page.keyboard.press(key);
      await expect.poll(async () => (await picture()).equals(first), { message: `${key} again` }).toBe(true);
    }
    for (const key of ['1', '2', '3']) {
      await page.keyboard.press(key);
      await expect.poll(async () => (await picture()).equals(first), { message: key }).toBe(false);
    }
    await page.keyboard.press('4');
    await expect.poll(async () => (await picture()).equals(first)).toBe(true);
  });

  test('nothing is drawn while nothing changes', async () => {
    const count = () => canvas().evaluate((element: HTMLCanvasElement) => element.dataset.pictures);
    await page.keyboard.press('f');
    // A busy machine draws late; a stage that never rests would never pass this.
    await expect
      .poll(
        async () => {
          const before = await count();
          await page.waitForTimeout(500);
          return (await count()) === before;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  });

  test('backgrounds, bounding boxes and both sides are a click away', async () => {
    await page.getByRole('button', { name: 'Look' }).click();
    const first = await picture();
    await page.getByLabel('Bounding box').check();
    await expect.poll(async () => (await picture()).equals(first)).toBe(false);
    await page.getByLabel('black').check({ force: true });
    await page.getByLabel('normals').check({ force: true });
    await page.getByLabel('Both sides').check();
    expect(watched.faults).toEqual([]);
  });
});

describe('play', () => {
  beforeAll(async () => {
    await freshPage();
    await openPip();
  });

  test('keys step by frames, go to the ends, play and pause', async () => {
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    await page.keyboard.press('Home');
    await page.locator('body').press('Home');
    expect(await frameNow()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await frameNow()).toBe(1);
    await page.keyboard.press('End');
    expect(await frameNow()).toBe(Number(await frame().getAttribute('aria-valuemax')));
    await page.locator('.stage canvas').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(frameNow).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    const still = await frameNow();
    await page.waitForTimeout(150);
    expect(await frameNow()).toBe(still);
  });

  test('once stops at the end, there and back returns', async () => {
    await page.getByRole('button', { name: /^pip_walk \d/ }).click();
    await page.getByRole('button', { name: 'Repeat: loop' }).click();
    await page.getByLabel('Speed').selectOption('4');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await frameNow()).toBe(Number(await frame().getAttribute('aria-valuemax')));
    await page.getByRole('button', { name: 'Repeat: once' }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForTimeout(700);
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  });

  test('the timeline is scrubbed with the mouse, and shows other keys for another bone', async () => {
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    const box = (await frame().boundingBox())!;
    await page.mouse.move(box.x + box.width / 4, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const most = Number(await frame().getAttribute('aria-valuemax'));
    expect(Math.abs((await frameNow()) - most / 2)).toBeLessThanOrEqual(1);
    const before = await frame().screenshot();
    const stage = (await page.locator('.stage canvas').first().boundingBox())!;
    await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.4);
    await expect.poll(async () => (await frame().screenshot()).equals(before)).toBe(false);
  });

  test('a clip that is dropped onto a model joins it, with a report', async () => {
    await pick(page, lonely);
    await page.getByText('None yet').waitFor();
    await drop(page, [join(samples, 'pip_walk.rfa')]);
    await page.getByRole('button', { name: /^pip_walk \d/ }).waitFor();
    expect(await page.locator('.report').innerText()).toMatch(/pip_walk moves \d+ of \d+ bones/);
    expect(await page.locator('.crumb.strong').innerText()).toBe('pip');
    expect(watched.faults).toEqual([]);
  });
});

describe('explain', () => {
  beforeEach(async () => {
    await freshPage();
    await openPip();
  });

  test('a byte leads to its value, and the value of a bone to the bone in the scene', async () => {
    await page.locator('.hex').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => fact('Path').innerText()).toBe('signature');
    await page.locator('.stage canvas').first().focus();
    const stage = (await page.locator('.stage canvas').first().boundingBox())!;
    await page.locator('body').press('n');
    await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.4);
    await expect.poll(() => fact('Path').innerText()).toMatch(/^sections\[\d+\]\.bones/);
    const bone = await selectedLine().innerText();
    const boneName = /"([^"]+)"/.exec(bone)![1]!;
    const [, offset] = /0x([0-9a-f]+)/.exec(await fact('Bytes').innerText())!;
    const at = Number.parseInt(offset!, 16);
    const stored = new TextDecoder('latin1').decode(mesh.subarray(at, at + 24)).replace(/\0.*$/s, '');
    expect(stored).toBe(boneName);
  });

  test('the tree goes by keys; what is selected is marked in the bytes', async () => {
    await page.locator('.outline').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => fact('Path').innerText()).toBe('version');
    expect(await page.locator('.hex-bytes .selected').allInnerTexts()).toHaveLength(2);
    await page.keyboard.press('End');
    await expect.poll(() => fact('Path').innerText()).toBe('trailing');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => fact('Path').innerText()).toBe('sections');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => fact('Path').innerText()).toBe('sections[0]');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => selectedLine().getAttribute('aria-expanded')).toBe('false');
  });

  test('a file of 100 MB scrolls to its last byte, with only the lines in sight on the page', async () => {
    const large = join(folder, 'large.bin');
    const bytes = new Uint8Array(100 * 2 ** 20);
    bytes.set([0xde, 0xad, 0xbe, 0xef], bytes.length - 4);
    writeFileSync(large, bytes);
    await pick(page, large);
    await page.locator('.hex').focus();
    await page.keyboard.press('Control+End');
    await page.getByText('de ad be ef').waitFor();
    expect(await page.locator('.hex-line').count()).toBeLessThan(80);
    await page.locator('.hex').hover();
    const before = await page.locator('.hex-offset').first().innerText();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => page.locator('.hex-offset').first().innerText()).not.toBe(before);
    const moved =
      Number.parseInt(before, 16) - Number.parseInt(await page.locator('.hex-offset').first().innerText(), 16);
    expect(moved, 'the wheel moves by lines, however long the file is').toBeLessThan(600);
    expect(watched.faults).toEqual([]);
  });
});

describe('take away', () => {
  beforeEach(async () => {
    await freshPage();
    await openPip();
  });

  test('the model with the clips that were chosen', async () => {
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByRole('dialog').getByLabel('pip_walk').check();
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Save .glb' }).click());
    const { value } = await readGltf(bytes, name);
    expect(name).toBe('pip.glb');
    expect(value.clips.map((clip) => clip.name)).toEqual(['pip_walk']);
    expect(value.skins[0]!.joints).toHaveLength(18);
  });

  test('what is seen, with nothing behind it', async () => {
    await page.keyboard.press('e');
    await page.getByLabel('Transparent background').check();
    const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save picture' }).click());
    const { width, height, rgba } = decodePng(bytes) as unknown as { width: number; height: number; rgba: Uint8Array };
    expect(rgba[3], 'the corner').toBe(0);
    const middle = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
    expect(rgba[middle + 3], 'the model').toBe(255);
  });

  test('a texture as PNG, a member of an archive as it is, a value as JSON', async () => {
    await page.locator('.found-line', { hasText: 'pip.tga' }).last().click();
    await page.locator('.pictures img').waitFor();
    const png = await saved(page, () => page.getByRole('button', { name: 'Save as PNG' }).click());
    expect(png.name).toBe('pip.png');
    expect(decodePng(png.bytes)).toMatchObject({ width: 128, height: 128 });
    await page.locator('.outline').focus();
    await page.keyboard.press('Home');
    const json = await saved(page, () => page.getByRole('button', { name: 'Save as JSON' }).click());
    expect(JSON.parse(new TextDecoder().decode(json.bytes))).toBe(0);
    await page.locator('.found-line', { hasText: 'lantern_crate.v3m' }).last().click();
    await page.getByText('lantern_crate.v3m').first().waitFor();
    await page.getByRole('button', { name: /Export/ }).click();
    const member = await saved(page, () => page.getByRole('button', { name: 'Save the file as it is' }).click());
    expect(member.name).toBe('lantern_crate.v3m');
    expect([...member.bytes.subarray(0, 4)]).toEqual([0x44, 0x33, 0x46, 0x52]);
  });

  test('the file with one value changed, and no other byte', async () => {
    await page.locator('.outline').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('New value of version').fill('262145');
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Save patched copy' }).click());
    expect(name).toBe('pip.v3c');
    const changed = [...bytes.keys()].filter((i) => bytes[i] !== mesh[i]);
    expect([bytes.length, changed, bytes[4]]).toEqual([mesh.length, [4], 1]);
    await page.getByLabel('New value of version').fill('nonsense');
    await page.getByRole('button', { name: 'Save patched copy' }).click();
    await page.getByText("'nonsense' is no number").waitFor();
  });
});

describe('learn', () => {
  test('every sample opens, and the page of its formats is one click away', async () => {
    await freshPage();
    const cards = page.locator('.card');
    await page.locator('.card-open:not([disabled])').first().waitFor();
    const count = await page.locator('.card-open:not([disabled])').count();
    expect(count).toBeGreaterThan(0);
    for (let i = 0; i < count; i++) {
      await page.locator('.card-open:not([disabled])').nth(i).click();
      await page.waitForFunction(() => document.querySelector<HTMLElement>('.stage canvas')?.dataset.model);
      expect(Number(await page.locator('.stage canvas').first().getAttribute('data-geometries'))).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'exhume' }).click();
    }
    for (const link of await cards.getByRole('link').all()) {
      const address = new URL((await link.getAttribute('href'))!, viewer.url);
      const response = await page.request.get(address.href);
      expect(await response.text()).toContain('<table>');
    }
    expect(watched.faults).toEqual([]);
  });
});

describe.runIf(corpus('red-faction') !== undefined)('real files', () => {
  const real: readonly (readonly [string, string, 'Open files' | 'Open folder'])[] = [
    ['red-faction', 'dashfaction/meshes', 'Open folder'],
    ['ff7', 'field/cloud', 'Open folder'],
    ['ff7', 'rebuilt-pc/rt', 'Open folder'],
    ['xray', 'sets/crow', 'Open folder'],
    ['xray', 'sets/bolt', 'Open folder'],
    ['bfres', 'switch-v10-totk/Animal_Bass.Bass.bfres.zs', 'Open files'],
    ['bfres', 'switch-v8-smo/FlipPanel.szs', 'Open files'],
  ];
  test('of every family are drawn', { timeout: 90_000 }, async () => {
    await freshPage();
    for (const [family, path, button] of real) {
      const root = corpus(family);
      if (root === undefined) continue;
      await pick(page, join(root, path), button);
      await page.waitForFunction(
        () => Number(document.querySelector<HTMLElement>('.stage canvas')?.dataset.geometries) > 0,
      );
      expect(await page.locator('.stage-note').count(), path).toBe(0);
      await page.getByRole('button', { name: 'exhume' }).click();
    }
    expect(watched.faults).toEqual([]);
  });
});
