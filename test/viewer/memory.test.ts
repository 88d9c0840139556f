import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViewer, type ViewerBrowser, type WatchedPage } from './viewer-browser.ts';

// What was looked at is gone when something else is: on the page, in the worker, on the graphics card.

/** Models of several families, each under a name of its own, so that one never joins another. */
const files = ['red-faction/pip.v3c', 'red-faction/props.vpp', 'xray/gamedata/meshes/props/lantern_crate.ogf'];

let viewer: ViewerBrowser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  viewer = await openViewer();
  watched = await viewer.open({ viewport: { width: 480, height: 360 } });
  page = watched.page;
  await page.getByLabel(/Remember files/).uncheck();
});

afterAll(() => viewer?.close());

test('200 files, one after another, leave nothing behind', { timeout: 900_000 }, async () => {
  const session = await page.context().newCDPSession(page);
  const worker = await workerSession(session, () => openFiles(3));
  await openFiles(30);
  const before = await held(session, worker);
  await openFiles(201);
  const after = await held(session, worker);
  // Every model has some thirty arrays of numbers: 200 that stayed would be thousands.
  expect(after.arrays - before.arrays, 'arrays of numbers on the page').toBeLessThanOrEqual(10);
  expect([after.pictures, after.geometries, after.textures]).toEqual([
    before.pictures,
    before.geometries,
    before.textures,
  ]);
  expect((after.page - before.page) / 2 ** 20, 'MB more on the page').toBeLessThan(2);
  expect((after.worker - before.worker) / 2 ** 20, 'MB more in the worker').toBeLessThan(2);
  expect(watched.faults).toEqual([]);
});

/** Pastes files, each when the one before is drawn. */
async function openFiles(count: number): Promise<void> {
  const contents = files.map((name) => readFileSync(join('samples', name)).toString('base64'));
  await page.evaluate(
    async ({ contents, names, count }) => {
      const isThere = (name: string) =>
        document.title.startsWith(name) &&
        Number(document.querySelector<HTMLElement>('.stage canvas')?.dataset.geometries) > 0 &&
        document.querySelector('.outline-row .field') !== null;
      for (let i = 0; i < count; i++) {
        const name = names[i % names.length]!;
        const bytes = Uint8Array.from(atob(contents[i % names.length]!), (character) => character.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], name));
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
        while (!isThere(name)) await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    { contents, names: files.map((name) => name.slice(name.lastIndexOf('/') + 1)), count },
  );
}

/** What is alive after everything that can be freed was. */
async function held(session: CDPSession, worker: WorkerSession) {
  await session.send('HeapProfiler.collectGarbage');
  await worker.send('HeapProfiler.collectGarbage');
  const { geometries, textures } = await page
    .locator('.stage canvas')
    .first()
    .evaluate(({ dataset }: HTMLElement) => ({ geometries: dataset.geometries, textures: dataset.textures }));
  return {
    arrays: await instances(session, 'Float32Array'),
    pictures: await instances(session, 'ImageBitmap'),
    geometries,
    textures,
    page: (await session.send('Runtime.getHeapUsage')).usedSize,
    worker: (await worker.send('Runtime.getHeapUsage')).usedSize as number,
  };
}

async function instances(session: CDPSession, name: string): Promise<number> {
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId! });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObject', { objectId: objects.objectId! });
  return result.value as number;
}

interface WorkerSession {
  send(method: string): Promise<Record<string, unknown>>;
}

/** Speaks with the worker that `start` makes the page start, through the page's session. */
async function workerSession(session: CDPSession, start: () => Promise<void>): Promise<WorkerSession> {
  const attached = new Promise<string>((resolve) =>
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId);
    }),
  );
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  await start();
  const sessionId = await attached;
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: Record<string, unknown> };
    waiting.get(id)?.(result);
  });
  let last = 0;
  return {
    async send(method) {
      const id = ++last;
      const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
      return answered;
    },
  };
}
