import { render } from 'preact';
import { App } from './components/app.tsx';
import { listSamples, openServed } from './state/opening.ts';
import { startClock } from './state/playing.ts';
import { loadKept } from './state/recents.ts';
import { followTheme } from './state/theme.ts';

followTheme();
startClock();
render(<App />, document.getElementById('app')!);
void loadKept();
// `exhume view` opens the page with this address; anywhere else there are no files to ask for.
if (location.hash === '#files') void openServed();
void listSamples();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the app works just as well, only not offline.
  navigator.serviceWorker.register('service-worker.js').catch(() => {});
}
