import { useEffect, useRef, useState } from 'preact/hooks';

/** Lines or bytes that are fetched in pages when they come into sight. */
export interface Pages<T> {
  /** The page that an index lies on; undefined until it has come. */
  page(index: number): T | undefined;
}

/** How many pages are kept when they are out of sight. */
const KEPT = 64;

/**
 * Fetches the pages from `from` to `to`. What was fetched for an older `version` stays in sight until the new has come, so
 * that nothing flickers.
 */
export function usePages<T>(
  version: unknown,
  size: number,
  from: number,
  to: number,
  fetch: (from: number, to: number) => Promise<T>,
): Pages<T> {
  const [, redraw] = useState(0);
  const pages = useRef(new Map<number, { readonly version: unknown; readonly content: T }>());
  const asked = useRef(new Map<number, unknown>());
  useEffect(() => {
    for (let number = Math.floor(Math.max(0, from) / size); number * size < to; number++) {
      if (asked.current.get(number) === version) continue;
      asked.current.set(number, version);
      void fetch(number * size, (number + 1) * size).then((content) => {
        if (asked.current.get(number) !== version) return;
        pages.current.delete(number);
        pages.current.set(number, { version, content });
        for (const old of pages.current.keys()) {
          if (pages.current.size <= KEPT) break;
          pages.current.delete(old);
          asked.current.delete(old);
        }
        redraw((count) => count + 1);
      });
    }
  }, [version, size, from, to]);
  return { page: (index) => pages.current.get(Math.floor(index / size))?.content };
}
