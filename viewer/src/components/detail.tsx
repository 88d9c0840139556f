import { useState } from 'preact/hooks';
import type { OutlineRow } from '../decoder/protocol.ts';
import { say } from '../state/messages.ts';
import { useShared } from '../state/state.ts';
import { takeJson, takePatched } from '../state/taking.ts';
import { Button } from './button.tsx';
import { counted, offsetText } from './text.ts';

/** What the selected value is, in full. */
export function Detail() {
  const row = useShared((state) => state.selected);
  if (row === undefined) {
    return <p class="detail quiet">Choose a value or a byte to see what it is.</p>;
  }
  return (
    <div class="detail">
      <div class="visually-hidden" role="status">
        {row.path}: {row.text} {row.unit}
      </div>
      <dl>
        <Fact name="Path" text={row.path} isCode />
        <Fact name="Value" text={[row.text, row.unit].filter((part) => part !== '').join(' ')} isCode />
        <Fact name="Type" text={row.kind} isCode />
        <Fact
          name={row.isUnpacked ? 'Unpacked at' : 'Bytes'}
          text={`${offsetText(row.start)} – ${offsetText(Math.max(row.start, row.end - 1))}`}
          note={counted(row.end - row.start, 'byte')}
          isCode
        />
        {row.doc !== '' && <Fact name="Note" text={row.doc} />}
        {row.isUnpacked && (
          <Fact name="Change" text="not in place: packed again, other bytes of the file would differ too" />
        )}
      </dl>
      <div class="detail-actions">
        {row.editing !== undefined && <Edit key={`${row.ref} ${row.editing.text}`} row={row} />}
        {row.category !== 'gap' && <Button label="Save as JSON" icon="take" onClick={() => takeJson()} />}
      </div>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly text: string;
  readonly note?: string;
  readonly isCode?: boolean;
}

function Fact({ name, text, note, isCode = false }: FactProps) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class={isCode ? 'code' : ''}>
        <span title={text}>{text}</span>
        {note !== undefined && <span class="quiet"> {note}</span>}
        <Button label={`Copy ${name.toLowerCase()}`} icon="copy" iconOnly onClick={() => copy(text)} />
      </dd>
    </div>
  );
}

/** Changes a value in a copy of the file. */
function Edit({ row }: { readonly row: OutlineRow }) {
  const editing = row.editing!;
  const [text, setText] = useState(editing.text);
  const known = editing.names.find(([value]) => `${value}` === text.trim())?.[1];
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void takePatched(row.ref, text);
      }}
    >
      <label>
        <span class="visually-hidden">New value of {row.path}</span>
        <input
          type="text"
          list={editing.names.length > 0 ? 'names' : undefined}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {editing.names.length > 0 && (
        <datalist id="names">
          {editing.names.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      {known !== undefined && <span class="quiet">{known}</span>}
      <button type="submit" class="button plain" disabled={text === editing.text}>
        Save patched copy
      </button>
    </form>
  );
}

function copy(text: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => say('Copied'))
    .catch(() => say('This browser does not let the page copy', true));
}
