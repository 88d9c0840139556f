import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memorySource } from '../../src/containers/source.ts';
import { yaz0 } from '../../src/containers/yaz0.ts';
import type { Archive } from '../../src/formats/format.ts';
import { readGltf } from '../../src/formats/gltf/index.ts';
import { formatOf } from '../../src/formats/registry.ts';
import { decodePng } from '../../src/images/png.ts';
import { pack } from '../../src/operations/pack.ts';
import { corpus } from '../../src/test-support/corpus.ts';
import { chooseFile, fact, openPath, openPip, pick, saved, selectedLine, stageCanvas } from './steps.ts';
import { LONGEST_TASK, longestTask, openViewer, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// Scene, values and bytes are three faces of one file; and what can be taken away of it.

const samples = 'samples/red-faction';
const mesh = new Uint8Array(readFileSync(join(samples, 'pip.v3c')));

let viewer: ViewerBrowser;
let watched: WatchedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhume-viewer-'));
  viewer = await openViewer();
  watched = await viewer.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = watched.page;
});

afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(watched.faults).toEqual([]);
});

function fileOf(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const lineOf = (name: string) => page.locator('.outline-row', { has: page.locator(`.field:text-is("${name}")`) });

describe('explain', () => {
  beforeAll(() => openPip(page));

  test('a byte has a path, a value, a type, a unit and a note, each to be copied', async () => {
    await page.locator('.hex').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('signature');
    expect(await fact(page, 'Type').innerText()).toBe('magic');
    expect(await fact(page, 'Bytes').innerText()).toBe('0x000000 – 0x000003');
    expect(await fact(page, 'Note').innerText()).toContain('0x5246434d: character');
    for (const [name, text] of [
      ['path', 'signature'],
      ['value', '1380336461'],
    ]) {
      await page.getByRole('button', { name: `Copy ${name}` }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    await openPath(page, ['sections', '[0]', 'submesh', 'radius']);
    expect(await fact(page, 'Path').innerText()).toBe('sections[0].submesh.radius');
    expect(await fact(page, 'Value').innerText()).toBe('1.283302 m');
  });

  test('a bone of the scene shows the bytes it was made from, and its bytes show the bone', async () => {
    const stage = (await stageCanvas(page).boundingBox())!;
    await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.4);
    await expect.poll(() => fact(page, 'Path').innerText()).toMatch(/^sections\[1\]\.bones\.bones\[\d+\]$/);
    const [, boneName] = /"([^"]+)"/.exec(await selectedLine(page).innerText())!;
    const at = Number.parseInt((await fact(page, 'Bytes').innerText()).slice(2), 16);
    expect(new TextDecoder('latin1').decode(mesh.subarray(at, at + 24)).replace(/\0.*$/s, '')).toBe(boneName);
    // Another bone's name, chosen in the bytes, is what the timeline then has the keys of.
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    await page.locator('body').press('Home');
    await openPath(page, ['sections', '[1]', 'bones', 'bones', '[3]']);
    await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toContain('key of rotation');
    expect(await lineOf('[3]').getAttribute('aria-selected')).toBe('true');
  });

  test('a bone that is chosen while another file is shown brings its own file', async () => {
    await chooseFile(page, 'pip_walk.rfa');
    const stage = (await stageCanvas(page).boundingBox())!;
    await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.4);
    await expect.poll(() => fact(page, 'Path').innerText()).toMatch(/^sections\[1\]\.bones\.bones\[\d+\]$/);
    expect(await page.locator('.file-choice select').inputValue()).toBe('pip.v3c');
  });

  test('the tree goes by keys; what is selected is marked in the bytes', async () => {
    await openPip(page);
    await page.locator('.outline').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('version');
    expect((await page.locator('.hex-bytes .selected').allInnerTexts()).join('').trim()).toBe('00 00 04 00');
    await page.keyboard.press('End');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('trailing');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('sections');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('sections[0]');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => selectedLine(page).getAttribute('aria-expanded')).toBe('false');
  });

  test('an archive of 100 MB scrolls without a stop, with only the lines in sight on the page', {
    retry: 2,
  }, async () => {
    const member = new Uint8Array(360_000).fill(0x5a);
    const members = new Map(Array.from({ length: 300 }, (_, i) => [`part_${`${i}`.padStart(4, '0')}.bin`, member]));
    const { bytes } = pack(memorySource('large', members), { format: formatOf('vpp') as Archive<unknown> });
    expect(bytes!.length).toBeGreaterThan(100 * 2 ** 20);
    await pick(page, fileOf('large.vpp', bytes!));
    await page.getByText('Files 301').waitFor();
    await lineOf('files').waitFor();
    const longest = await longestTask(viewer, page, async () => {
      await openPath(page, ['files']);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('End');
      await expect.poll(() => fact(page, 'Path').innerText()).not.toBe('files');
      for (const list of ['.outline', '.found', '.hex']) {
        await page.locator(list).hover();
        for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -900);
      }
      await page.locator('.hex').focus();
      await page.keyboard.press('Control+End');
      await expect.poll(async () => (await page.locator('.hex-offset').last().innerText()) > '6000000').toBe(true);
    });
    expect(longest, 'ms').toBeLessThan(2 * LONGEST_TASK);
    expect(await page.locator('.hex-line').count()).toBeLessThan(80);
    expect(await page.locator('.outline-row').count()).toBeLessThan(80);
    expect(await page.locator('.found-line').count()).toBeLessThan(80);
    await page.locator('.hex').hover();
    const offset = async () => Number.parseInt(await page.locator('.hex-offset').first().innerText(), 16);
    const before = await offset();
    await page.mouse.wheel(0, -200);
    await expect.poll(offset).not.toBe(before);
    expect(before - (await offset()), 'the wheel moves by lines, however long the file is').toBeLessThan(600);
  });

  test.runIf(corpus('xray') !== undefined)('what a compressed part unpacks to has bytes of its own', async () => {
    await pick(page, join(corpus('xray')!, 'object/blender_tests/test_fmt_old.object'));
    await page.getByText('S.T.A.L.K.E.R. SDK object').first().waitFor();
    await openPath(page, ['object', 'version', 'id']);
    expect(await fact(page, 'Path').innerText()).toBe('object.version.id');
    expect(await fact(page, 'Change').innerText()).toContain('not in place');
    await page.getByText('What object unpacks to').waitFor();
    expect((await page.locator('.hex-bytes .selected').allInnerTexts()).join('').trim()).toBe('00 09 00 00');
    await page.locator('.hex').focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => fact(page, 'Path').innerText()).toMatch(/^object\.(?!version)/);
    await page.getByRole('button', { name: 'Back to the file' }).click();
    await expect.poll(() => fact(page, 'Path').innerText()).toBe('object');
    await page.getByText('What object unpacks to').waitFor({ state: 'detached' });
  });
});

describe('take away', () => {
  beforeAll(() => openPip(page));

  test('the model with the clips that were chosen', async () => {
    await page.locator('body').press('e');
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByRole('dialog').getByLabel('pip_walk').check();
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Save .glb' }).click());
    const { value } = await readGltf(bytes, name);
    expect(name).toBe('pip.glb');
    expect(value.clips.map((clip) => clip.name)).toEqual(['pip_walk']);
    expect(value.skins[0]!.joints).toHaveLength(18);
    expect(value.sources.map((source) => source.name)).toContain('pip.v3c');
  });

  test('a picture of the model, with nothing behind it if wanted', async () => {
    const pixels = async () => {
      const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save picture' }).click());
      const image = decodePng(bytes) as unknown as { width: number; height: number; rgba: Uint8Array };
      const middle = 4 * (Math.floor(image.height / 2) * image.width + Math.floor(image.width / 2));
      return { size: [image.width, image.height], corner: image.rgba[3], middle: image.rgba[middle + 3] };
    };
    const size = await stageCanvas(page).evaluate(({ width, height }: HTMLCanvasElement) => [width, height]);
    expect(await pixels()).toEqual({ size, corner: 255, middle: 255 });
    await page.getByLabel('Transparent background').check();
    expect(await pixels()).toEqual({ size, corner: 0, middle: 255 });
    await page.keyboard.press('Escape');
  });

  test('a value with all below it as JSON', async () => {
    await openPath(page, ['sections', '[1]', 'bones', 'bones', '[0]']);
    const json = await saved(page, () => page.getByRole('button', { name: 'Save as JSON' }).click());
    expect(json.name).toBe('pip.v3c.sections[1].bones.bones[0].json');
    const { name, parent, rotation } = JSON.parse(new TextDecoder().decode(json.bytes));
    expect(String.fromCharCode(...name).replace(/\0.*/s, '') || name).toBe('hips');
    expect([parent, rotation.length]).toEqual([-1, 4]);
  });

  test('a texture as PNG, and a member of an archive as it is', async () => {
    await chooseFile(page, 'pip.tga');
    await page.locator('.pictures img').waitFor();
    const png = await saved(page, () => page.getByRole('button', { name: 'Save as PNG' }).click());
    expect(png.name).toBe('pip.png');
    expect(decodePng(png.bytes)).toMatchObject({ width: 128, height: 128 });
    await chooseFile(page, 'lantern_crate.v3m');
    await page.getByRole('button', { name: /Export/ }).click();
    const member = await saved(page, () => page.getByRole('button', { name: 'Save the file as it is' }).click());
    expect(member.name).toBe('lantern_crate.v3m');
    const archive = readFileSync(join(samples, 'props.vpp'));
    expect(archive.includes(Buffer.from(member.bytes))).toBe(true);
    await page.keyboard.press('Escape');
  });

  test('the file with one value changed, and no other byte', async () => {
    await openPip(page);
    await openPath(page, ['version']);
    await page.getByLabel('New value of version').fill('262145');
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Save patched copy' }).click());
    expect(name).toBe('pip.v3c');
    const changed = [...bytes.keys()].filter((i) => bytes[i] !== mesh[i]);
    expect([bytes.length, changed, bytes[4]]).toEqual([mesh.length, [4], 1]);
    await page.getByText('Saved a copy of pip.v3c: 1 byte differs').waitFor();
    await page.getByLabel('New value of version').fill('nonsense');
    await page.getByRole('button', { name: 'Save patched copy' }).click();
    await page.getByText("'nonsense' is no number").waitFor();
    await openPath(page, ['sections', '[0]', 'submesh', 'offset']);
    await page.getByLabel(/New value of/).fill('0 0.5 0');
    const vector = await saved(page, () => page.getByRole('button', { name: 'Save patched copy' }).click());
    expect([...vector.bytes.keys()].filter((i) => vector.bytes[i] !== mesh[i])).toEqual([0x73]);
  });

  test('of a compressed file the bytes inside are shown, and a patched copy is compressed again', async () => {
    await pick(page, fileOf('pip.v3c.szs', yaz0.wrap(mesh)));
    await page.getByText('Unpacked from Yaz0 compression. A patched copy is packed again.').waitFor();
    await openPath(page, ['submeshCount']);
    await page.getByLabel('New value of submeshCount').fill('3');
    const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Save patched copy' }).click());
    const inner = yaz0.unwrap(bytes, 2 ** 24);
    expect(name).toBe('pip.v3c.szs');
    expect([...inner.keys()].filter((i) => inner[i] !== mesh[i])).toEqual([8]);
    await page.getByText('1 byte differs inside, packed again as Yaz0 compression').waitFor();
  });
});
