import { store } from './state.ts';

/** Long enough to be read. */
const SHOWN_FOR = 7000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells something for a while. */
export function say(text: string, isError = false): void {
  clearTimeout(timer);
  store.set({ message: { text, isError } });
  timer = setTimeout(() => store.set({ message: undefined }), SHOWN_FOR);
}

/** Does something, and tells where it fails. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}
