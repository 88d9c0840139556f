import { useEffect } from 'preact/hooks';
import { attempt } from '../state/messages.ts';
import { joinFiles, openFiles, takeDictionaries } from '../state/opening.ts';
import { store } from '../state/state.ts';
import { filesOf } from './picking.ts';

/**
 * Takes what is dropped or pasted anywhere on the page. Clips join the model that is open, dictionaries open what is
 * compressed with them; all else is opened.
 */
export function useDrops(): void {
  useEffect(() => {
    let depth = 0;
    const over = (by: number) => {
      depth = Math.max(0, depth + by);
      if (store.get().isDropping !== depth > 0) store.set({ isDropping: depth > 0 });
    };
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const listeners: Partial<{ [K in keyof WindowEventMap]: (event: WindowEventMap[K]) => void }> = {
      dragenter: (event) => hasFiles(event) && over(1),
      dragleave: (event) => hasFiles(event) && over(-1),
      dragover: (event) => hasFiles(event) && event.preventDefault(),
      drop(event) {
        event.preventDefault();
        over(-depth);
        if (event.dataTransfer !== null) void take(event.dataTransfer);
      },
      paste(event) {
        if (event.clipboardData !== null && event.clipboardData.files.length > 0) void take(event.clipboardData);
      },
    };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of all) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of all) window.removeEventListener(name, listener);
    };
  }, []);
}

function take(data: DataTransfer): Promise<void> {
  return attempt(async () => {
    const files = await filesOf(data);
    if (await takeDictionaries(files)) return;
    if (!(await joinFiles(files, false))) await openFiles('', files);
  });
}
