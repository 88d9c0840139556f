import { decoder, openSource } from '../decoder/client.ts';
import type { NamedFile, ServedFile, SourceSpec } from '../decoder/protocol.ts';
import { chooseModel, explainFile, forgetPictures } from './choosing.ts';
import { attempt, say } from './messages.ts';
import { remember } from './recents.ts';
import { nothingOpen, type SampleFamily, store } from './state.ts';

// From files to what is in them.

/** Opens files that were dropped, picked or pasted. */
export function openFiles(name: string, files: readonly NamedFile[]): Promise<void> {
  if (files.length === 0) return attempt(async () => say('There are no files in it'));
  const title = name === '' ? nameFor(files) : name;
  return attempt(async () => {
    // Browsers give the files of a folder in any order.
    const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    await openSpec({ kind: 'files', name: title, files: sorted });
    await remember(title, files);
  });
}

export function openSample({ family, files }: SampleFamily, title: string): Promise<void> {
  const served = files.map(({ name, size }) => ({ name, size, url: address(`samples/${family}/${name}`) }));
  return attempt(() => openSpec({ kind: 'served', name: `Sample: ${title}`, files: served }));
}

/** Opens what `exhume view` was asked to show. */
export function openServed(): Promise<void> {
  return attempt(async () => {
    const response = await fetch('files.json');
    if (!response.ok) throw new Error('There are no files here: start `exhume view` with a path');
    const { name, files } = (await response.json()) as { name: string; files: { name: string; size: number }[] };
    const served: ServedFile[] = files.map((file, i) => ({ ...file, url: address(`files/${i}`) }));
    await openSpec({ kind: 'served', name, files: served });
  });
}

export async function listSamples(): Promise<void> {
  const response = await fetch('samples/samples.json');
  if (response.ok) store.set({ samples: (await response.json()) as SampleFamily[] });
}

/** More files than these are no dictionaries: not worth a look. */
const MOST_DICTIONARIES = 8;

/** Takes what compressed files need to be unpacked, and opens again what is open. Gives whether it was that. */
export async function takeDictionaries(files: readonly NamedFile[]): Promise<boolean> {
  const { source } = store.get();
  if (source === undefined || files.length > MOST_DICTIONARIES) return false;
  const areDictionaries = await decoder().learnDictionaries({ kind: 'files', name: 'dictionaries', files });
  if (!areDictionaries) return false;
  await openSpec(source);
  say('Opened again, with the dictionary');
  return true;
}

/** Adds the clips of files to the model that is open. Gives whether there were any. */
export async function joinFiles(files: readonly NamedFile[], isCertain: boolean): Promise<boolean> {
  const { model, scene } = store.get();
  if (model === undefined || scene === undefined) return false;
  const spec: SourceSpec = { kind: 'files', name: 'added', files };
  const joined = await decoder().join(model, spec, isCertain);
  if (joined.scene === undefined) {
    if (isCertain) {
      store.set({ report: joined.report });
      say('None of its clips moves a bone of this model', true);
    }
    return false;
  }
  const clip = joined.scene.clips.length - joined.report.filter(({ matched }) => matched.length > 0).length;
  store.set({ scene: joined.scene, report: joined.report, clip: Math.max(0, clip), time: 0, isPlaying: true });
  return true;
}

/** Back to the start page. */
export function closeAll(): void {
  forgetPictures();
  store.set(nothingOpen);
  void decoder().close();
  document.title = 'exhume';
}

async function openSpec(spec: SourceSpec): Promise<void> {
  forgetPictures();
  store.set({ ...nothingOpen, phase: 'opening', openingName: spec.name });
  try {
    const opened = await openSource(spec, (progress) => store.set({ progress }));
    store.set({ phase: 'open', opened, source: spec });
    void learnIssueKinds();
    document.title = `${spec.name} – exhume`;
    const [model] = opened.models;
    const file = opened.files.find(({ format }) => format !== undefined) ?? opened.files[0];
    if (model !== undefined) await chooseModel(model.name);
    else if (file !== undefined) await explainFile(file.name);
  } catch (error) {
    store.set(nothingOpen);
    throw error;
  }
}

async function learnIssueKinds(): Promise<void> {
  if (store.get().issueKinds.size > 0) return;
  const kinds = await decoder().issueKinds();
  store.set({ issueKinds: new Map(kinds.map((kind) => [kind.code, kind])) });
}

/** `miner.v3c`, `meshes`, `miner.v3c and 3 more` */
function nameFor(files: readonly NamedFile[]): string {
  const folders = new Set(files.map(({ name }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')));
  const [folder] = folders;
  if (folders.size === 1 && folder !== '') return folder!;
  return files.length === 1 ? files[0]!.name : `${files[0]!.name} and ${files.length - 1} more`;
}

function address(path: string): string {
  return new URL(path.split('/').map(encodeURIComponent).join('/'), document.baseURI).href;
}
