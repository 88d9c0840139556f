import { lodsOf } from 'exhume/scene';
import { decoder } from '../decoder/client.ts';
import { showFile } from './explaining.ts';
import { attempt } from './messages.ts';
import { initialShowing, type ShownPicture, store } from './state.ts';

// Which model or file is looked at.

/** Counts choices: what comes back from the worker for an earlier one is not shown any more. */
let choice = 0;

/** Shows a model, and explains the first of its files. */
export function chooseModel(name: string): Promise<void> {
  return attempt(async () => {
    const mine = ++choice;
    forgetPictures();
    store.set({ model: name, isLoading: true, pictures: [], report: undefined });
    const { scene, origin, issues } = await decoder().scene(name);
    if (mine !== choice) return;
    const lods = scene === undefined ? [] : drawnLods(scene);
    const { showing, opened } = store.get();
    store.set({
      scene,
      origin,
      sceneIssues: issues,
      isLoading: false,
      lods,
      showing: {
        ...showing,
        hidden: initialShowing.hidden,
        lod: lods[0] ?? 0,
        selected: undefined,
        // Of motions without a mesh the bones are all there is to see.
        skeleton: showing.skeleton || scene?.meshes.length === 0,
      },
      clip: scene !== undefined && scene.clips.length > 0 ? 0 : undefined,
      time: 0,
      direction: 1,
      isPlaying: scene !== undefined && scene.clips.length > 0 && !prefersStillness(),
    });
    const file = origin ?? opened?.models.find((model) => model.name === name)?.parts[0]?.file;
    if (file !== undefined) await showFile(file);
  });
}

/** Explains a file; one with pictures in it shows them. */
export function explainFile(name: string): Promise<void> {
  return attempt(async () => {
    const listed = store.get().opened?.files.find((file) => file.name === name);
    const isOfModel = store.get().opened?.models.find((model) => model.name === store.get().model)?.parts;
    if (listed?.isPicture && !isOfModel?.some(({ file, role }) => file === name && role !== 'texture')) {
      const mine = ++choice;
      const { files } = await decoder().pictures(name);
      const pictures = await Promise.all(files.map(shownPicture));
      if (mine === choice && pictures.length > 0) {
        forgetPictures();
        store.set({
          pictures,
          model: undefined,
          scene: undefined,
          clip: undefined,
          isPlaying: false,
          sceneIssues: [],
          lods: [],
        });
      }
    }
    await showFile(name);
  });
}

export function forgetPictures(): void {
  for (const { url } of store.get().pictures) URL.revokeObjectURL(url);
}

async function shownPicture({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }): Promise<ShownPicture> {
  const blob = new Blob([bytes], { type: 'image/png' });
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { name, url: URL.createObjectURL(blob), width, height };
}

function drawnLods(scene: NonNullable<ReturnType<typeof store.get>['scene']>): number[] {
  const lods = lodsOf(scene.nodes).filter((_, i) => scene.nodes[i]!.mesh !== undefined);
  return [...new Set(lods)].sort((a, b) => a - b);
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
