import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A value that changes, and those who want to know. */
export interface Store<S> {
  get(): S;
  /** Replaces some properties. */
  set(change: Partial<S>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of the state. The component draws anew when that part is another. */
export function useStore<S, T>(store: Store<S>, select: (state: S) => T): T {
  const [, redraw] = useState(0);
  const shown = useRef<T>(undefined as T);
  shown.current = select(store.get());
  const latest = useRef(select);
  latest.current = select;
  useLayoutEffect(() => {
    const compare = () => {
      if (!Object.is(latest.current(store.get()), shown.current)) redraw((count) => count + 1);
    };
    compare();
    return store.subscribe(compare);
  }, [store]);
  return shown.current;
}
