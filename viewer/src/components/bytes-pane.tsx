import { useState } from 'preact/hooks';
import { explainFile } from '../state/choosing.ts';
import { leaveLayer } from '../state/explaining.ts';
import { useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import { Detail } from './detail.tsx';
import { pageOf } from './families.ts';
import { HexView } from './hex-view.tsx';
import { IssueList, useIssues } from './issue-list.tsx';
import { OutlineView } from './outline-view.tsx';
import { counted, sizeText, worstOf } from './text.ts';

/** A file, value by value and byte by byte. */
export function BytesPane() {
  const file = useShared((state) => state.file);
  const issues = useIssues();
  const [tab, setTab] = useState<'structure' | 'issues'>('structure');
  return (
    <section class="pane bytes-pane" aria-label="Structure and bytes">
      {file === undefined ? (
        <p class="quiet empty">Choose a file to see what its bytes mean.</p>
      ) : (
        <>
          <FileHead />
          <div class="tabs" role="tablist">
            <Tab name="structure" label="Structure" shown={tab} onShow={setTab} />
            <Tab name="issues" label={`Issues ${issues.length}`} mark={worstOf(issues)} shown={tab} onShow={setTab} />
          </div>
          {tab === 'structure' ? (
            <div class="explain" role="tabpanel" aria-label="Structure">
              <OutlineView />
              <Detail />
              <LayerNote />
              <HexView />
            </div>
          ) : (
            <IssueList onGo={() => setTab('structure')} />
          )}
        </>
      )}
    </section>
  );
}

/** Says which bytes these are, where they are not the file's as it lies on the disk. */
function LayerNote() {
  const { wrappers } = useShared((state) => state.file)!;
  const { ref, path } = useShared((state) => state.layer);
  if (ref === '' && wrappers.length === 0) return null;
  return (
    <div class="layer-note">
      {ref === '' ? (
        <span>Unpacked from {wrappers.join(' in ')}. A patched copy is packed again.</span>
      ) : (
        <>
          <span>
            What <code>{path}</code> unpacks to
          </span>
          <Button label="Back to the file" icon="back" onClick={() => void leaveLayer()} />
        </>
      )}
    </div>
  );
}

interface TabProps {
  readonly name: 'structure' | 'issues';
  readonly label: string;
  readonly shown: string;
  readonly mark?: 'error' | 'warning' | undefined;
  readonly onShow: (name: 'structure' | 'issues') => void;
}

function Tab({ name, label, shown, mark, onShow }: TabProps) {
  return (
    <button type="button" role="tab" class={mark} aria-selected={shown === name} onClick={() => onShow(name)}>
      {label}
    </button>
  );
}

/** Which file it is, and the others of the model. */
function FileHead() {
  const file = useShared((state) => state.file)!;
  const opened = useShared((state) => state.opened);
  const model = useShared((state) => state.model);
  const listed = opened?.files.find(({ name }) => name === file.name);
  const parts = opened?.models.find(({ name }) => name === model)?.parts ?? [];
  const names = [...new Set([file.name, ...parts.map((part) => part.file)])];
  const page = pageOf(listed?.family);
  return (
    <div class="file-head">
      <label class="file-choice">
        <span class="visually-hidden">File</span>
        <select value={file.name} onChange={(event) => void explainFile(event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name.slice(name.lastIndexOf('/') + 1)}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">
        {page === undefined ? (
          file.title
        ) : (
          <a href={`${page}#${file.format}`} target="_blank" rel="noopener" title="About this format">
            {file.title}
          </a>
        )}
        {file.wrappers.map((wrapper) => ` in ${wrapper}`)} · {sizeText(file.size)}
        {file.unexplained > 0 && ` · ${counted(file.unexplained, 'byte')} unexplained`}
      </p>
    </div>
  );
}
