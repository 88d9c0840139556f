import type { Issue } from 'exhume';
import { decoder } from '../decoder/client.ts';
import { attempt, say } from './messages.ts';
import { store } from './state.ts';

// What people take away.

/** Hands a file to the browser to save. */
export function save(name: string, bytes: Uint8Array<ArrayBuffer> | Blob): void {
  const blob = bytes instanceof Blob ? bytes : new Blob([bytes], { type: 'application/octet-stream' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function takeGlb(clips: readonly string[]): Promise<void> {
  return attempt(async () => {
    const { model } = store.get();
    if (model === undefined) return;
    const { files, issues } = await decoder().glb(model, clips);
    for (const { name, bytes } of files) save(name, bytes);
    if (files.length === 0) throw new Error(issues.at(-1)?.reason ?? 'no model could be made');
    tellLosses(files[0]!.name, issues);
  });
}

export function takeJson(): Promise<void> {
  return attempt(async () => {
    const { selected, file } = store.get();
    if (selected === undefined || file === undefined) return;
    const json = await decoder().json(selected.ref);
    save(`${baseName(file.name)}.${selected.path.replaceAll(/[^\w.[\]-]+/g, '_')}.json`, new Blob([json]));
  });
}

export function takeMember(file: string): Promise<void> {
  return attempt(async () => {
    const { name, bytes } = await decoder().member(file);
    save(name, bytes);
  });
}

export function takePictures(file: string): Promise<void> {
  return attempt(async () => {
    const { files, issues } = await decoder().pictures(file);
    for (const { name, bytes } of files) save(baseName(name), bytes);
    if (files.length === 0) throw new Error(issues.at(-1)?.reason ?? 'there are no pictures in it');
  });
}

/** Saves a copy of the file with one value changed. */
export function takePatched(ref: string, text: string): Promise<void> {
  return attempt(async () => {
    const { name, bytes, changed } = await decoder().patched(ref, text);
    save(baseName(name), bytes);
    const { wrappers = [] } = store.get().file ?? {};
    const packed = wrappers.length === 0 ? '' : ` inside, packed again as ${wrappers.join(' in ')}`;
    say(`Saved a copy of ${baseName(name)}: ${changed === 1 ? '1 byte differs' : `${changed} bytes differ`}${packed}`);
  });
}

function tellLosses(name: string, issues: readonly Issue[]): void {
  const lost = issues.length;
  say(lost === 0 ? `Saved ${name}` : `Saved ${name}, with ${lost === 1 ? '1 note' : `${lost} notes`}`);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
