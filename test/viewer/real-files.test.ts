import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { folderSource, singleFileSource } from '../../src/cli/folder-source.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { expand } from '../../src/operations/expand.ts';
import { findModels, modelScene } from '../../src/operations/models.ts';
import { prepare } from '../../src/operations/prepare.ts';
import { corpus } from '../../src/test-support/corpus.ts';
import { differingShare } from '../browser/compare-pictures.ts';
import { pick, stageCanvas, stagePicture } from './steps.ts';
import { openViewer, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// The viewer draws our scenes; `npm run picture` draws what others read from our .glb. Both have to look the same.

const models: readonly (readonly [family: string, ...paths: string[]])[] = [
  ['red-faction', 'kava/meshes/Envirosuit_Elite.v3c', 'kava/meshes/gbrkvacrane1.v3m', 'kava/meshes/BoxT_debris.v3m'],
  ['ff7', 'rebuilt-pc/rt', 'rebuilt-pc/at', 'field/cloud'],
  [
    'bfres',
    'switch-v10-splatoon3/pigeon.zs',
    'switch-v10-splatoon3/Player_Squid.bfres.zs',
    'wiiu-v4.5-botw/Npc_Gerudo_Queen.bfres',
  ],
  ['xray', 'sets/crow', 'sets/bolt', 'ogf/stalker_hero_1.ogf'],
];

/** Edges fall on other pixels where numbers went through a file and back. */
const MOST = 0.01;

let viewer: ViewerBrowser;
let studio: Studio;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  if (models.every(([family]) => corpus(family) === undefined)) return;
  await prepare();
  viewer = await openViewer();
  studio = await openStudio();
  watched = await viewer.open({ viewport: { width: 1000, height: 560 } });
  page = watched.page;
});

afterAll(async () => {
  await viewer?.close();
  await studio?.close();
});

describe.each(models)('%s', (family, ...paths) => {
  test.runIf(corpus(family) !== undefined).each(paths)('%s looks as its .glb does', async (path) => {
    const file = join(corpus(family)!, path);
    expect(existsSync(file)).toBe(true);
    const isFolder = statSync(file).isDirectory();
    await pick(page, file, isFolder ? 'Open folder' : 'Open files');
    await page.waitForFunction(
      (name) =>
        document.title.startsWith(name) &&
        Number(document.querySelector<HTMLElement>('.stage canvas')?.dataset.geometries) > 0,
      basename(path),
    );
    const rest = page.getByRole('button', { name: 'At rest' });
    if ((await rest.count()) > 0) await rest.click();
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByLabel('studio', { exact: true }).check({ force: true });
    await page.locator('body').press('4');
    await page.waitForTimeout(150);
    const ours = await stagePicture(page);
    const size = await stageCanvas(page).evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
    const theirs = await asOthersSee(file, isFolder, size);
    mkdirSync('out/pictures', { recursive: true });
    writeFileSync(`out/pictures/${family}-${basename(path)}-viewer.png`, ours);
    writeFileSync(`out/pictures/${family}-${basename(path)}-glb.png`, theirs);
    expect(differingShare(ours, theirs), 'share of pixels; see out/pictures').toBeLessThan(MOST);
    expect(watched.faults).toEqual([]);
  });
});

/** The first model of a file or folder, through a .glb. */
async function asOthersSee(file: string, isFolder: boolean, size: { width: number; height: number }) {
  const { models } = findModels(expand(isFolder ? folderSource(file) : singleFileSource(file)));
  const { value: scene } = await modelScene(models[0]!);
  const { value: glb } = await writeGlb(scene!);
  await studio.load('model.glb', new Map([['model.glb', glb]]));
  return studio.draw({ ...size, view: 'iso' });
}
