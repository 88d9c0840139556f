import { useEffect } from 'preact/hooks';
import { useShared } from '../state/state.ts';
import { BytesPane } from './bytes-pane.tsx';
import { useDrops } from './drops.ts';
import { Header } from './header.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { useKeys } from './keys.ts';
import { ListPane } from './list-pane.tsx';
import { MessageBar } from './message-bar.tsx';
import { Opening } from './opening.tsx';
import { PaneSwitch } from './pane-switch.tsx';
import { StagePane } from './stage-pane.tsx';
import { StartPage } from './start-page.tsx';
import { TakeDialog } from './take-dialog.tsx';

/** What is looked at, for those who do not see where it stands. */
function Title() {
  const title = useShared((state) => state.model ?? state.opened?.name);
  return <h1 class="visually-hidden">{title}</h1>;
}

export function App() {
  const phase = useShared((state) => state.phase);
  const pane = useShared((state) => state.pane);
  const isDropping = useShared((state) => state.isDropping);
  useDrops();
  useKeys();
  useEffect(() => {
    document.documentElement.dataset.phase = phase;
  }, [phase]);
  return (
    <div class={`app ${phase}`} data-pane={pane}>
      <Header />
      {phase === 'start' && <StartPage />}
      {phase === 'opening' && <Opening />}
      {phase === 'open' && (
        <main class="desk">
          <Title />
          <ListPane />
          <StagePane />
          <BytesPane />
        </main>
      )}
      {phase === 'open' && <PaneSwitch />}
      {isDropping && <div class="drop-veil">Drop to open</div>}
      <HelpDialog />
      <TakeDialog />
      <MessageBar />
    </div>
  );
}
