import { store, type Theme } from './state.ts';

/** Keeps the page in the light that was asked for: by its user, or else by the system. */
export function followTheme(): void {
  let shown: Theme | undefined;
  const apply = () => {
    const { theme } = store.get();
    if (theme === shown) return;
    shown = theme;
    document.documentElement.dataset.theme = theme;
  };
  apply();
  store.subscribe(apply);
}
