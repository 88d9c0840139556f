import type { Issue } from 'exhume';
import { selectByte, selectPath, showFile } from '../state/explaining.ts';
import { attempt } from '../state/messages.ts';
import { store, useShared } from '../state/state.ts';
import { DictionaryButton } from './dictionary-button.tsx';
import { offsetText } from './text.ts';

/** The issues of the file that is explained, then those of the model. */
export function useIssues(): readonly Issue[] {
  const file = useShared((state) => state.file);
  const scene = useShared((state) => state.sceneIssues);
  const found = [...(file?.issues ?? []), ...scene];
  const rank = { error: 0, warning: 1, info: 2 };
  const keys = new Set<string>();
  return found
    .filter(({ code, reason, file, offset }) => {
      const key = JSON.stringify([code, reason, file, offset]);
      return !keys.has(key) && keys.add(key);
    })
    .sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** What is wrong or worth knowing. A click goes to the place. */
export function IssueList({ onGo }: { readonly onGo: () => void }) {
  const issues = useIssues();
  const kinds = useShared((state) => state.issueKinds);
  return (
    <div class="issues" role="tabpanel" aria-label="Issues">
      {issues.length === 0 && <p class="quiet empty">None. Everything in it is as its format wants it.</p>}
      <ul>
        {issues.map((issue) => (
          <li key={JSON.stringify([issue.code, issue.reason, issue.offset])}>
            <button
              type="button"
              class={`issue ${issue.severity}`}
              disabled={!hasPlace(issue)}
              onClick={() => void goTo(issue).then(onGo)}
            >
              <span>
                <span class="severity">{issue.severity}</span> <Prose text={kinds.get(issue.code)?.means ?? ''} />
              </span>
              <span class="issue-reason">{issue.reason}</span>
              <span class="quiet">
                <Prose text={kinds.get(issue.code)?.remedy ?? ''} />
              </span>
              <span class="issue-place quiet">{placeOf(issue)}</span>
            </button>
            <DictionaryButton issue={issue} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sentences with `code` in them. */
function Prose({ text }: { readonly text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part));
}

/** `rfa/keys-out-of-order · pip_walk.rfa · bones[3] · 0x00004c` */
function placeOf(issue: Issue): string {
  const file = issue.file?.slice(issue.file.lastIndexOf('/') + 1);
  const offset = issue.offset === undefined ? '' : offsetText(issue.offset);
  return [issue.code, file, pathOf(issue), offset].filter((part) => part).join(' · ');
}

function hasPlace({ file, offset, path }: Issue): boolean {
  const { opened, file: shown } = store.get();
  const isHere = file === undefined || file === shown?.name || opened?.files.some(({ name }) => name === file);
  return isHere === true && (offset !== undefined || path.length > 0 || file !== shown?.name);
}

async function goTo(issue: Issue): Promise<void> {
  const { file: name, offset } = issue;
  await attempt(async () => {
    if (name !== undefined && name !== store.get().file?.name) await showFile(name);
    if (issue.path.length > 0) await selectPath(pathOf(issue));
    else if (offset !== undefined) await selectByte(offset);
  });
}

function pathOf({ path }: Issue): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
