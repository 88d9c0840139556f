import type { Clip } from 'exhume';
import { clipDuration } from 'exhume/scene';
import { attempt } from '../state/messages.ts';
import { joinFiles } from '../state/opening.ts';
import { chooseClip } from '../state/playing.ts';
import { store, useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { pickFiles } from './picking.ts';
import { useVirtual } from './virtual.ts';

/** The clips of the model, by name and length. */
export function ClipList() {
  const scene = useShared((state) => state.scene);
  return scene === undefined ? null : <Clips clips={scene.clips} />;
}

function Clips({ clips }: { readonly clips: readonly Clip[] }) {
  const current = useShared((state) => state.clip);
  const query = useShared((state) => state.clipQuery)
    .trim()
    .toLowerCase();
  const found = clips.flatMap((clip, index) => (clip.name.toLowerCase().includes(query) ? [{ clip, index }] : []));
  const { scroller, spacer, lineHeight, top, visible } = useVirtual(found.length, 2);
  const first = Math.floor(top);
  return (
    <section class={`clips${clips.length === 0 ? ' none' : ''}`} aria-label="Clips">
      <div class="clips-head">
        <h2>
          Clips <span class="quiet">{clips.length}</span>
        </h2>
        {clips.length > 0 && (
          <Button label="At rest" pressed={current === undefined} onClick={() => chooseClip(undefined)} />
        )}
        <Button label="Add clips from files" icon="add" iconOnly onClick={addClips} />
      </div>
      {clips.length > 8 && (
        <div class="search">
          <Icon name="search" />
          <input
            type="search"
            placeholder="Search clips"
            aria-label="Search clips"
            onInput={(event) => store.set({ clipQuery: event.currentTarget.value })}
          />
        </div>
      )}
      <Report />
      {clips.length === 0 && <p class="quiet empty">None yet. Drop an animation file onto the model.</p>}
      <div class="virtual" ref={scroller} tabIndex={-1}>
        <div ref={spacer}>
          <ul class="virtual-lines" style={{ transform: `translateY(${-(top - first) * lineHeight}px)` }}>
            {found.slice(first, first + visible + 2).map(({ clip, index }) => (
              <li key={index} style={{ height: `${lineHeight}px` }}>
                <button
                  type="button"
                  class="found-line"
                  aria-current={index === current}
                  title={clip.name}
                  onClick={() => chooseClip(index)}
                >
                  <Icon name="clips" />
                  <span class="name">{clip.name}</span>
                  <span class="quiet size">{clipDuration(clip).toFixed(2)} s</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** How the clips that were added fit. */
function Report() {
  const report = useShared((state) => state.report);
  if (report === undefined || report.length === 0) return null;
  return (
    <div class="report">
      {report.map(({ clip, matched, missing, by }) => (
        <p key={clip}>
          <strong>{clip}</strong> moves {matched.length} of {matched.length + missing.length} bones, by {by}
          {missing.length > 0 && (
            <span class="quiet">
              {' '}
              · not here: {missing.slice(0, 5).join(', ')}
              {missing.length > 5 && ` and ${missing.length - 5} more`}
            </span>
          )}
        </p>
      ))}
      <Button label="Dismiss" icon="close" iconOnly onClick={() => store.set({ report: undefined })} />
    </div>
  );
}

function addClips(): void {
  void attempt(async () => {
    const files = await pickFiles('files');
    if (files.length > 0) await joinFiles(files, true);
  });
}
