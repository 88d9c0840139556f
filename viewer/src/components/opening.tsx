import { useShared } from '../state/state.ts';

/** While files are being looked at. */
export function Opening() {
  const progress = useShared((state) => state.progress);
  const name = useShared((state) => state.openingName);
  return (
    <main class="opening-page">
      <div class="opening-bar" />
      <p role="status">
        Looking into {name}
        {progress > 0 && <span class="quiet"> · {progress} files so far</span>}
      </p>
    </main>
  );
}
