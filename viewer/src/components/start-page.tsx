import { openFiles, openSample } from '../state/opening.ts';
import { forgetRecents, setRemembers } from '../state/recents.ts';
import { useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import { families } from './families.ts';
import { Icon } from './icon.tsx';
import { pickAnd } from './picking.ts';
import { sizeText } from './text.ts';

export function StartPage() {
  return (
    <main class="start-page">
      <section class="hero">
        <h1>
          Game models,
          <br />
          <em>down to the last byte.</em>
        </h1>
        <p class="promise">
          Drop a file, a folder or an archive: see its models move, know what every byte means, take them to Blender.
          Nothing leaves your machine.
        </p>
        <div class="drop-target">
          <Icon name="take" />
          <p>Drop files anywhere, or</p>
          <div class="drop-actions">
            <Button label="Choose files" kind="primary" icon="file" onClick={() => pickAnd('files')} />
            <Button label="Choose a folder" icon="open" onClick={() => pickAnd('folder')} />
          </div>
        </div>
      </section>
      <Samples />
      <Recents />
    </main>
  );
}

/** Models that come along, and what is known of their formats. */
function Samples() {
  const samples = useShared((state) => state.samples);
  return (
    <section class="shelf" aria-labelledby="samples-title">
      <h2 id="samples-title">Start with a sample</h2>
      <ul class="cards">
        {families.map(({ id, title, text, page, picture }) => {
          const sample = samples.find(({ family }) => family === id);
          return (
            <li key={id} class="card">
              <button
                type="button"
                class="card-open"
                disabled={sample === undefined}
                onClick={() => sample && openSample(sample, title)}
              >
                <span class="card-picture">
                  {picture === undefined ? (
                    <Icon name="model" />
                  ) : (
                    <img src={picture} alt="" width="240" height="180" loading="lazy" />
                  )}
                </span>
                <strong>{title}</strong>
                <span class="quiet">{sample === undefined ? 'no sample in this build' : text}</span>
              </button>
              <a href={page} target="_blank" rel="noopener">
                About its formats
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What was opened before. */
function Recents() {
  const recents = useShared((state) => state.recents);
  const remembers = useShared((state) => state.remembers);
  return (
    <section class="shelf recents" aria-labelledby="recents-title">
      <h2 id="recents-title">Opened before</h2>
      {recents.length > 0 && (
        <ul>
          {recents.map(({ name, files, size }) => (
            <li key={name}>
              <button type="button" class="recent" onClick={() => openFiles(name, files)}>
                <Icon name={files.length > 1 ? 'open' : 'file'} />
                <span>{name}</span>
                <span class="quiet">{sizeText(size)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet recents-choice">
        <label>
          <input
            type="checkbox"
            checked={remembers}
            onChange={(event) => void setRemembers(event.currentTarget.checked)}
          />
          Remember files in this browser, and nowhere else
        </label>
        {recents.length > 0 && <Button label="Forget them" onClick={() => void forgetRecents()} />}
      </p>
    </section>
  );
}
