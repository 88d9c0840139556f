import { del, get, set } from 'idb-keyval';
import type { NamedFile } from '../decoder/protocol.ts';
import { type Recent, store, type Theme } from './state.ts';

// What the browser keeps for its user, and for nobody else.

const MOST = 6;
/** Larger things are not kept: the browser's room is for other pages too. */
const LARGEST = 64 * 2 ** 20;

/** Loads what was kept. Browsers that keep nothing are fine. */
export async function loadKept(): Promise<void> {
  try {
    const [recents, remembers, theme] = await Promise.all([
      get<Recent[]>('recents'),
      get<boolean>('remembers'),
      get<Theme>('theme'),
    ]);
    store.set({ recents: recents ?? [], remembers: remembers ?? true, theme: theme ?? 'system' });
  } catch {
    store.set({ remembers: false });
  }
}

export async function remember(name: string, files: readonly NamedFile[]): Promise<void> {
  const { remembers, recents } = store.get();
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (!remembers || size > LARGEST) return;
  // Blobs are copied: a file on disk may change or go away.
  const kept = await Promise.all(
    files.map(async ({ name, file }) => ({ name, file: new Blob([await file.arrayBuffer()]) })),
  );
  const others = recents.filter((recent) => recent.name !== name).slice(0, MOST - 1);
  await keep([{ name, files: kept, size }, ...others]);
}

export async function forgetRecents(): Promise<void> {
  await keep([]);
}

export async function setRemembers(remembers: boolean): Promise<void> {
  store.set({ remembers });
  await set('remembers', remembers);
  if (!remembers) await forgetRecents();
}

export function setTheme(theme: Theme): void {
  store.set({ theme });
  set('theme', theme).catch(() => {});
}

async function keep(recents: readonly Recent[]): Promise<void> {
  store.set({ recents });
  if (recents.length === 0) await del('recents');
  else await set('recents', recents);
}
