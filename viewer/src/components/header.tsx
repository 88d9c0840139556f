import { closeAll } from '../state/opening.ts';
import { setTheme } from '../state/recents.ts';
import { store, type Theme, useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { pickAnd } from './picking.ts';

const themes: Readonly<Record<Theme, { readonly next: Theme; readonly icon: IconName; readonly label: string }>> = {
  system: { next: 'light', icon: 'system', label: 'Colours: as the system' },
  light: { next: 'dark', icon: 'light', label: 'Colours: light' },
  dark: { next: 'system', icon: 'dark', label: 'Colours: dark' },
};

export function Header() {
  const opened = useShared((state) => state.opened);
  const model = useShared((state) => state.model);
  const theme = useShared((state) => state.theme);
  const canTake = useShared((state) => state.file !== undefined);
  const { next, icon, label } = themes[theme];
  return (
    <header class="header">
      <button type="button" class="brand" onClick={closeAll} title="Back to the start">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="strata" d="M5 24h22M8 19h16M11 14h10" />
          <path class="find" d="M16 4l4.500 3.500L16 11l-4.500-3.500z" />
        </svg>
        <span>exhume</span>
      </button>
      {opened !== undefined && (
        <p class="crumbs">
          <span class="crumb">{opened.name}</span>
          {model !== undefined && <span class="crumb strong">{model}</span>}
        </p>
      )}
      <div class="header-actions">
        <Button label="Open files" icon="open" keys="O" onClick={() => pickAnd('files')} />
        <Button label="Open folder" icon="archive" onClick={() => pickAnd('folder')} />
        {canTake && (
          <Button label="Export" icon="take" keys="E" kind="primary" onClick={() => store.set({ dialog: 'take' })} />
        )}
        <Button label={label} icon={icon} iconOnly onClick={() => setTheme(next)} />
        <Button label="Help" icon="help" keys="?" iconOnly onClick={() => store.set({ dialog: 'help' })} />
      </div>
    </header>
  );
}
