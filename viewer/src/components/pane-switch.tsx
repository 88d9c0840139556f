import { type Pane, store, useShared } from '../state/state.ts';
import { Icon, type IconName } from './icon.tsx';

const panes: readonly (readonly [Pane, string, IconName])[] = [
  ['list', 'Files', 'open'],
  ['stage', 'Model', 'model'],
  ['bytes', 'Bytes', 'search'],
];

/** On narrow screens one part is in sight at a time. */
export function PaneSwitch() {
  const shown = useShared((state) => state.pane);
  return (
    <nav class="pane-switch" aria-label="Parts of the page">
      {panes.map(([pane, title, icon]) => (
        <button
          key={pane}
          type="button"
          aria-current={pane === shown ? 'page' : undefined}
          onClick={() => store.set({ pane })}
        >
          <Icon name={icon} />
          {title}
        </button>
      ))}
    </nav>
  );
}
