import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Download, Locator, Page } from 'playwright';
import { expect } from 'vitest';

// What people do on the page, and what they see of it.

/** Picks files the way people do, through the browser's own dialog. */
export async function pick(page: Page, paths: string | readonly string[], button = 'Open files'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).first().click();
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

/** Opens the sample of Red Faction. */
export async function openPip(page: Page): Promise<void> {
  const home = page.getByRole('button', { name: 'exhume' });
  await home.click();
  await page.getByRole('button', { name: /^Red Faction/ }).click();
  await modelDrawn(page, 'pip');
  await page.locator('.outline-row').first().waitFor();
}

/** Waits until the browser has kept what was opened under a name. */
export async function kept(page: Page, name: string): Promise<void> {
  const keptNow = () =>
    page.evaluate(async () => {
      const result = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await result(indexedDB.open('keyval-store'));
      const store = database.transaction('keyval').objectStore('keyval');
      const recents = (await result(store.get('recents'))) as readonly { name: string }[] | undefined;
      database.close();
      return recents?.map((recent) => recent.name) ?? [];
    });
  await expect.poll(keptNow).toContain(name);
}

/** The bytes of what is saved by an action. */
export async function saved(page: Page, action: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
  const [download] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent('download'),
    action(),
  ] as never);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
}

/** What a line of the details says of the selected value. */
export const fact = (page: Page, name: string): Locator =>
  page
    .locator('.fact', { has: page.locator(`dt:text-is("${name}")`) })
    .locator('dd > span')
    .first();

export const selectedLine = (page: Page): Locator => page.locator('.outline-row[aria-selected=true]');

export const frameSlider = (page: Page): Locator => page.getByRole('slider', { name: 'Frame' });

export async function frameNow(page: Page): Promise<number> {
  return Number(await frameSlider(page).getAttribute('aria-valuenow'));
}

export const stageCanvas = (page: Page): Locator => page.locator('.stage canvas').first();

/** The picture on the stage as PNG, without what is drawn over it. */
export async function stagePicture(page: Page): Promise<Uint8Array> {
  const url = await stageCanvas(page).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/png'));
  return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}

/** Does something and waits until the stage shows something else, or the same again. */
export async function expectPictureToChange(
  page: Page,
  from: Uint8Array,
  action: () => Promise<unknown>,
  { isSame = false, message = '' } = {},
): Promise<void> {
  await action();
  const isEqual = async () => Buffer.from(await stagePicture(page)).equals(from);
  await expect.poll(isEqual, { message }).toBe(isSame);
}

/** Goes down the lines of the tree to the value of a path, opening what is around it. */
export async function openPath(page: Page, path: readonly string[]): Promise<void> {
  await page.locator('.outline').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => selectedLine(page).getAttribute('id')).toBe('line-0');
  for (const [depth, name] of path.entries()) {
    while (!(await isAt(page, depth, name))) await pressAndWait(page, 'ArrowDown');
    if (depth + 1 === path.length) return;
    if ((await selectedLine(page).getAttribute('aria-expanded')) === 'false') {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => selectedLine(page).getAttribute('aria-expanded')).toBe('true');
    }
    await pressAndWait(page, 'ArrowDown');
  }
}

async function isAt(page: Page, depth: number, name: string): Promise<boolean> {
  const line = selectedLine(page);
  const level = Number(await line.getAttribute('aria-level'));
  return level === depth + 1 && (await line.locator('.field').innerText()) === name;
}

async function pressAndWait(page: Page, key: string): Promise<void> {
  const before = await selectedLine(page).getAttribute('id');
  await page.keyboard.press(key);
  await expect
    .poll(() => selectedLine(page).getAttribute('id'), { message: `a line ${key} of ${before}` })
    .not.toBe(before);
}

/** Chooses a file from the list by its name. */
export async function chooseFile(page: Page, name: string): Promise<void> {
  await page.locator('#list-search').fill(name);
  await page.locator('.found .found-line', { hasText: name }).last().click();
  await expect.poll(() => page.locator('.file-choice select').inputValue()).toContain(name);
  await page.locator('#list-search').fill('');
}
