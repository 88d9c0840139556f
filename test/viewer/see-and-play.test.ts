import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { emptyScene, type Scene } from '../../src/scene/scene.ts';
import { bendingSquare } from '../../src/test-support/scenes.ts';
import { expectPicture } from '../browser/compare-pictures.ts';
import {
  drop,
  expectPictureToChange,
  frameNow,
  frameSlider,
  modelDrawn,
  openPip,
  pick,
  stageCanvas,
  stagePicture,
} from './steps.ts';
import { openViewer, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// How models look, and how they move.

const samples = 'samples/red-faction';
const lonely = ['pip.v3c', 'pip.tga'].map((name) => join(samples, name));

let viewer: ViewerBrowser;
let watched: WatchedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhume-viewer-'));
  viewer = await openViewer();
  watched = await viewer.open();
  page = watched.page;
  await openPip(page);
});

afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(watched.faults).toEqual([]);
});

const press = (key: string) => page.locator('body').press(key);

async function glbOf(scene: Scene, name: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, (await writeGlb(scene)).value);
  return path;
}

describe('see', () => {
  test('the character looks as it did', async () => {
    await page.getByRole('button', { name: 'At rest' }).click();
    await press('4');
    // Without a clip there is nothing to steer, and more room for the model.
    await page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas')!;
      return !document.querySelector('.transport') && canvas.height === canvas.parentElement!.clientHeight;
    });
    await page.waitForTimeout(200);
    expectPicture('viewer-pip', await stagePicture(page));
  });

  test('each key to look is another picture, and the way back is the first', async () => {
    const first = await stagePicture(page);
    for (const key of ['w', 'l', 't', 'g']) {
      await expectPictureToChange(page, first, () => press(key), { message: key });
      await expectPictureToChange(page, first, () => press(key), { message: `${key} again`, isSame: true });
    }
    for (const key of ['1', '2', '3']) await expectPictureToChange(page, first, () => press(key), { message: key });
    await expectPictureToChange(page, first, () => press('4'), { isSame: true });
  });

  test('each switch of the panel is another picture, and the way back is the first', async () => {
    await page.getByRole('button', { name: 'Look' }).click();
    const first = await stagePicture(page);
    for (const label of ['Textures', 'Wireframe', 'Bounding box', 'Grid']) {
      const toggle = page.locator('.look-panel').getByLabel(label, { exact: true });
      await expectPictureToChange(page, first, () => toggle.click(), { message: label });
      await expectPictureToChange(page, first, () => toggle.click(), { message: `${label} again`, isSame: true });
    }
    for (const label of ['unlit', 'normals', 'studio', 'black', 'white']) {
      await expectPictureToChange(page, first, () => page.getByLabel(label, { exact: true }).check({ force: true }), {
        message: label,
      });
      for (const usual of ['lit', 'theme']) await page.getByLabel(usual, { exact: true }).check({ force: true });
      await expectPictureToChange(page, first, async () => {}, { message: `after ${label}`, isSame: true });
    }
  });

  test('bones and their names are drawn over the model', async () => {
    const drawn = () =>
      page.locator('.stage .overlay').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) count++;
        return count;
      });
    expect(await drawn()).toBe(0);
    await page.getByLabel('Bones', { exact: true }).last().check();
    await expect.poll(drawn).toBeGreaterThan(500);
    const bones = await drawn();
    await page.getByLabel('Names of bones').check();
    await expect.poll(drawn).toBeGreaterThan(bones + 1000);
    await page.getByLabel('Bones', { exact: true }).last().uncheck();
    await expect.poll(drawn).toBe(0);
    await page.getByRole('button', { name: 'Look' }).click();
  });

  test('the camera turns, moves and comes nearer by mouse and by keys, and finds back', async () => {
    const first = await stagePicture(page);
    const box = (await stageCanvas(page).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (button: 'left' | 'right') => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 60, y + 20, { steps: 3 });
      await page.mouse.up({ button });
    };
    await expectPictureToChange(page, first, () => drag('left'), { message: 'turn' });
    await press('4');
    await expectPictureToChange(page, first, () => drag('right'), { message: 'move' });
    await press('4');
    await expectPictureToChange(page, first, () => page.mouse.wheel(0, -300), { message: 'nearer' });
    await expectPictureToChange(page, first, () => press('4'), { isSame: true });
    for (const key of ['ArrowLeft', 'ArrowUp', '+']) {
      await expectPictureToChange(page, first, () => stageCanvas(page).press(key), { message: key });
      await expectPictureToChange(page, first, () => press('4'), { isSame: true });
    }
  });

  test('nothing is drawn while nothing changes', async () => {
    const count = () => stageCanvas(page).evaluate((element: HTMLCanvasElement) => element.dataset.pictures);
    await press('f');
    // A busy machine draws late; a stage that never rests would never pass this.
    await expect
      .poll(
        async () => {
          const before = await count();
          await page.waitForTimeout(400);
          return (await count()) === before;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  });

  test('the grid has a scale, parts come and go, levels of detail change, vertex colours and backs show', async () => {
    expect(await page.locator('.scale').innerText()).toBe('grid 10 cm');
    const square = bendingSquare();
    const [primitive] = square.meshes[0]!.primitives;
    primitive!.colors = [Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 1 : 0.2))];
    square.meshes[0]!.primitives.push({ ...primitive!, positions: primitive!.positions.map((x) => x / 2 + 1) });
    const coarse = square.meshes[1]!.primitives[0]!;
    square.meshes[1]!.primitives[0] = { ...coarse, positions: coarse.positions.map((x) => x * 0.3) };
    for (const material of square.materials) material.doubleSided = false;
    await pick(page, await glbOf(square, 'square.glb'));
    await modelDrawn(page, 'bending square');
    await page.getByRole('button', { name: 'At rest' }).click();
    await press('g');
    await page.getByRole('button', { name: 'Look' }).click();
    await page.waitForTimeout(200);
    const first = await stagePicture(page);
    const panel = page.locator('.look-panel');
    for (const toggle of [panel.locator('fieldset', { hasText: 'Parts' }).getByRole('checkbox').first()]) {
      await expectPictureToChange(page, first, () => toggle.click(), { message: 'part' });
      await expectPictureToChange(page, first, () => toggle.click(), { isSame: true });
    }
    await expectPictureToChange(page, first, () => panel.getByLabel('Vertex colours').click(), { message: 'colours' });
    await expectPictureToChange(page, first, () => panel.getByLabel('Vertex colours').click(), { isSame: true });
    const levels = panel.locator('fieldset', { hasText: 'Level of detail' });
    await expectPictureToChange(page, first, () => levels.getByLabel('1').check({ force: true }), { message: 'level' });
    await expectPictureToChange(page, first, () => levels.getByLabel('0').check({ force: true }), { isSame: true });
    // From behind there is nothing to see, unless backs are drawn too.
    await stageCanvas(page).focus();
    for (let i = 0; i < 26; i++) await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(200);
    const behind = await stagePicture(page);
    await expectPictureToChange(page, behind, () => panel.getByLabel('Both sides').click(), { message: 'backs' });
    await panel.getByLabel('Both sides').click();
    await page.getByRole('button', { name: 'Look' }).click();
    await press('g');
  });

  test('that only four weights a vertex are drawn is said where there are more', async () => {
    const square = bendingSquare();
    const [primitive] = square.meshes[0]!.primitives;
    const eighth = Float32Array.from({ length: 16 }, () => 1 / 8);
    primitive!.joints = [primitive!.joints[0]!, primitive!.joints[0]!.map((joint) => 1 - joint)];
    primitive!.weights = [eighth, eighth];
    await pick(page, await glbOf(square, 'eight.glb'));
    await page.getByText('drawn with the 4 strongest of up to 8 weights a vertex').waitFor();
  });
});

describe('play', () => {
  beforeAll(() => openPip(page));

  test('clips have names and lengths, and are found by name', async () => {
    const clips = page.locator('.clips .found-line');
    expect(await clips.allInnerTexts()).toEqual([
      'pip_idle\n3.00 s',
      'pip_walk\n0.80 s',
      'pip_wave\n2.00 s',
      'pip_breathe\n2.00 s',
    ]);
  });

  test('keys step by frames, go to the ends, play and pause', async () => {
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    await press('Home');
    expect(await frameNow(page)).toBe(0);
    await press('ArrowRight');
    await press('ArrowRight');
    await press('ArrowLeft');
    expect(await frameNow(page)).toBe(1);
    expect(await page.locator('.clock').innerText()).toMatch(/^1\s*\/ \d+\s*0:00\.0[34] · (24|30) fps$/);
    await press('End');
    expect(await frameNow(page)).toBe(Number(await frameSlider(page).getAttribute('aria-valuemax')));
    await stageCanvas(page).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(() => frameNow(page)).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    const still = await frameNow(page);
    await page.waitForTimeout(150);
    expect(await frameNow(page)).toBe(still);
    await press(']');
    expect(await page.locator('.clips [aria-current=true]').innerText()).toContain('pip_breathe');
    await press('[');
    expect(await page.locator('.clips [aria-current=true]').innerText()).toContain('pip_wave');
  });

  /** The frames that are shown one after another, while it plays four times as fast. */
  async function framesShown(): Promise<number[]> {
    await press('Home');
    await page.getByLabel('Speed').selectOption('4');
    await stageCanvas(page).focus();
    await page.keyboard.press('Space');
    return page.evaluate(async () => {
      const slider = document.querySelector('.timeline')!;
      const frames: number[] = [];
      const end = performance.now() + 1500;
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const frame = Number(slider.getAttribute('aria-valuenow'));
        if (frame !== frames.at(-1)) frames.push(frame);
      }
      return frames;
    });
  }

  test('in a loop it begins again, once it stays at the end, there and back it returns the way it came', async () => {
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    const last = Number(await frameSlider(page).getAttribute('aria-valuemax'));
    const steps = (frames: readonly number[]) => frames.slice(1).map((frame, i) => frame - frames[i]!);
    const looped = steps(await framesShown());
    expect(looped.some((step) => step < -last / 2)).toBe(true);
    expect(looped.every((step) => step > 0 || step < -last / 2)).toBe(true);

    await page.getByRole('button', { name: 'Repeat: loop' }).click();
    const once = await framesShown();
    expect(steps(once).every((step) => step > 0)).toBe(true);
    expect(once.at(-1)).toBe(last);
    await page.getByRole('button', { name: 'Play' }).waitFor();

    await page.getByRole('button', { name: 'Repeat: once' }).click();
    const bounced = steps(await framesShown());
    expect(bounced.some((step) => step > 0) && bounced.some((step) => step < 0)).toBe(true);
    expect(Math.max(...bounced.map(Math.abs)), 'no jump').toBeLessThan(last / 2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Repeat: there and back' }).click();
  });

  test('the timeline is scrubbed with the mouse, and has the keys of the selected bone', async () => {
    await page.getByRole('button', { name: /^pip_wave \d/ }).click();
    const box = (await frameSlider(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 4, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const most = Number(await frameSlider(page).getAttribute('aria-valuemax'));
    expect(Math.abs((await frameNow(page)) - most / 2)).toBeLessThanOrEqual(1);
    await press('Home');
    expect(await frameSlider(page).getAttribute('aria-valuetext')).toBe('frame 0, 0:00.00');
    const before = await frameSlider(page).screenshot();
    const stage = (await stageCanvas(page).boundingBox())!;
    await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.4);
    await expect.poll(() => frameSlider(page).getAttribute('aria-valuetext')).toContain('key of rotation');
    expect((await frameSlider(page).screenshot()).equals(before)).toBe(false);
  });

  test('a clip that is dropped onto a model joins it by the rule of its game, with a report', async () => {
    await pick(page, lonely);
    await page.getByText('None yet').waitFor();
    await drop(page, [join(samples, 'pip_walk.rfa')]);
    await page.getByRole('button', { name: /^pip_walk \d/ }).waitFor();
    expect(await page.locator('.report').innerText()).toContain(
      'pip_walk moves 18 of 18 bones, by the rule of its game',
    );
    expect(await page.locator('.crumb.strong').innerText()).toBe('pip');
    await expect.poll(() => page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  });

  test('a clip of another format joins by the names of bones, and what is missing is named', async () => {
    const nod = emptyScene('nod');
    nod.nodes.push({ name: 'head' }, { name: 'tail' });
    const [times, values] = [Float32Array.of(0, 1), Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0)];
    for (const node of [0, 1]) {
      const track = { node, path: 'rotation' as const, interpolation: 'linear' as const, times, values };
      nod.clips[0] = { name: 'nod', tracks: [...(nod.clips[0]?.tracks ?? []), track] };
    }
    await pick(page, await glbOf(nod, 'nod.glb'), 'Add clips from files');
    await page.getByRole('button', { name: /^nod 1\.00/ }).waitFor();
    expect(await page.locator('.report').innerText()).toContain(
      'nod moves 1 of 2 bones, by the names of bones · not here: tail',
    );
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await page.locator('.report').waitFor({ state: 'detached' });
  });
});
