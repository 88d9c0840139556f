import { clipDuration } from 'exhume/scene';
import { useEffect } from 'preact/hooks';
import { chooseClip, currentClip, goTo, stepFrames, togglePlaying } from '../state/playing.ts';
import { type State, store } from '../state/state.ts';
import { currentStage } from './current-stage.ts';
import { pickAnd } from './picking.ts';

/** What a key does anywhere on the page, unless somebody is typing or in a list that has its own use for it. */
const actions: Readonly<Record<string, (state: State) => void>> = {
  ' ': () => togglePlaying(),
  ArrowLeft: () => stepFrames(-1),
  ArrowRight: () => stepFrames(1),
  Home: () => goTo(0),
  End: (state) => goTo(clipDuration(currentClip(state) ?? { name: '', tracks: [] })),
  '[': (state) => stepClip(state, -1),
  ']': (state) => stepClip(state, 1),
  f: () => currentStage()?.fit(),
  1: () => currentStage()?.look('front'),
  2: () => currentStage()?.look('side'),
  3: () => currentStage()?.look('top'),
  4: () => currentStage()?.look('iso'),
  b: ({ showing }) => store.set({ showing: { ...showing, skeleton: !showing.skeleton } }),
  n: ({ showing }) => store.set({ showing: { ...showing, skeleton: true, boneNames: !showing.boneNames } }),
  w: ({ showing }) => setLook(showing, { wireframe: !showing.look.wireframe }),
  t: ({ showing }) => setLook(showing, { textures: !showing.look.textures }),
  l: ({ showing }) => setLook(showing, { shading: showing.look.shading === 'lit' ? 'unlit' : 'lit' }),
  g: ({ showing }) => store.set({ showing: { ...showing, grid: !showing.grid } }),
  e: () => store.set({ dialog: 'take' }),
  o: () => void pickAnd('files'),
  '?': () => store.set({ dialog: 'help' }),
  '/': () => document.querySelector<HTMLInputElement>('#list-search')?.focus(),
};

/** The keys, for the help. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['O', 'open files'],
  ['/', 'search models and files'],
  ['Space', 'play and pause'],
  ['← →', 'step by a frame'],
  ['Home End', 'first and last frame'],
  ['[ ]', 'clip before and after'],
  ['1 2 3 4', 'from the front, the side, the top, at an angle'],
  ['F', 'bring the model into sight'],
  ['B N', 'bones, names of bones'],
  ['L T W G', 'light, textures, wireframe, grid'],
  ['E', 'export'],
  ['?', 'this help'],
  ['↑ ↓ ← →', 'in lists and bytes: move, open and close; on the stage: turn'],
];

export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const state = store.get();
      const action = actions[event.key] ?? actions[event.key.toLowerCase()];
      if (action === undefined || state.dialog !== undefined) return;
      if (state.phase !== 'open' && !['o', '?'].includes(event.key)) return;
      event.preventDefault();
      action(state);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select')) return true;
  // Space presses the button that has the focus.
  return key === ' ' && target.matches('button, summary, a, input');
}

function stepClip({ clip, scene }: State, by: number): void {
  const count = scene?.clips.length ?? 0;
  if (count > 0) chooseClip(((clip ?? -by) + by + count) % count);
}

function setLook(showing: State['showing'], change: Partial<State['showing']['look']>): void {
  store.set({ showing: { ...showing, look: { ...showing.look, ...change } } });
}
