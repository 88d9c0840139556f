import type { Issue } from 'exhume';
import type { ListedFile, ListedModel } from '../decoder/protocol.ts';
import { chooseModel, explainFile } from '../state/choosing.ts';
import { store, useShared } from '../state/state.ts';
import { ClipList } from './clip-list.tsx';
import { Icon, type IconName } from './icon.tsx';
import { sizeText, worstOf } from './text.ts';
import { useVirtual } from './virtual.ts';

/** A line of the list: a model, one of its files, a file of no model, or a heading. */
type Line =
  | { readonly kind: 'heading'; readonly text: string; readonly count: number }
  | { readonly kind: 'model'; readonly model: ListedModel }
  | { readonly kind: 'file'; readonly file: ListedFile; readonly role: string; readonly reason: string };

/** What was found, and what can be played. */
export function ListPane() {
  return (
    <section class="pane list-pane" aria-label="Models and files">
      <FoundList />
      <ClipList />
    </section>
  );
}

function FoundList() {
  const opened = useShared((state) => state.opened)!;
  const query = useShared((state) => state.query);
  const model = useShared((state) => state.model);
  const file = useShared((state) => state.file?.name);
  const lines = linesOf(opened.models, opened.files, query.trim().toLowerCase(), model);
  const { scroller, spacer, lineHeight, top, visible } = useVirtual(lines.length, 2);
  const first = Math.floor(top);
  const showsFamilies = new Set(opened.models.map(({ familyTitle }) => familyTitle)).size > 1;
  return (
    <>
      <div class="search">
        <Icon name="search" />
        <input
          id="list-search"
          type="search"
          placeholder={opened.files.length === 1 ? 'Search' : `Search ${opened.files.length} files`}
          aria-label="Search models and files"
          value={query}
          onInput={(event) => store.set({ query: event.currentTarget.value })}
        />
      </div>
      <div class="virtual found" ref={scroller} tabIndex={-1}>
        <div ref={spacer}>
          <ul class="virtual-lines" style={{ transform: `translateY(${-(top - first) * lineHeight}px)` }}>
            {lines.slice(first, first + visible + 2).map((line, i) => (
              <li key={first + i} style={{ height: `${lineHeight}px` }}>
                <FoundLine line={line} model={model} file={file} showsFamilies={showsFamilies} />
              </li>
            ))}
          </ul>
        </div>
        {lines.length === 0 && <p class="quiet empty">Nothing of this name</p>}
      </div>
    </>
  );
}

interface FoundLineProps {
  readonly line: Line;
  readonly model: string | undefined;
  readonly file: string | undefined;
  /** Whether there are models of several families. */
  readonly showsFamilies: boolean;
}

function FoundLine({ line, model, file, showsFamilies }: FoundLineProps) {
  if (line.kind === 'heading') {
    return (
      <p class="found-heading">
        {line.text} <span class="quiet">{line.count}</span>
      </p>
    );
  }
  if (line.kind === 'model') {
    const { name, familyTitle, issues } = line.model;
    return (
      <button
        type="button"
        class="found-line"
        aria-current={name === model}
        title={`${name}, ${familyTitle}`}
        onClick={() => chooseModel(name)}
      >
        <Icon name="model" />
        <span class="name strong">{name}</span>
        <Mark issues={issues} />
        {showsFamilies && <span class="quiet">{familyTitle}</span>}
      </button>
    );
  }
  const { name, title, size, issues } = line.file;
  const about = [
    title ?? 'unknown format',
    sizeText(size),
    ...(line.reason === '' ? [] : [`${line.role}: ${line.reason}`]),
  ];
  return (
    <button
      type="button"
      class={`found-line${line.role === '' ? '' : ' part'}`}
      aria-current={name === file}
      title={`${name}\n${about.join('\n')}`}
      onClick={() => explainFile(name)}
    >
      <Icon name={iconOf(line.file)} />
      <FileName name={name} hasFolder={line.role === ''} />
      <Mark issues={issues} />
      <span class="quiet">{line.role === '' ? formatText(line.file) : line.role}</span>
      {line.role === '' && <span class="quiet size">{sizeText(size)}</span>}
    </button>
  );
}

/** The name first, then the folder: where there is no room for both, the name is what tells files apart. */
function FileName({ name, hasFolder }: { readonly name: string; readonly hasFolder: boolean }) {
  const start = name.lastIndexOf('/') + 1;
  return (
    <span class="name path">
      <span class="base">{name.slice(start)}</span>
      {hasFolder && start > 0 && <span class="folder">{name.slice(0, start - 1)}</span>}
    </span>
  );
}

function Mark({ issues }: { readonly issues: readonly Issue[] }) {
  const worst = worstOf(issues);
  if (worst === undefined) return null;
  return (
    <span
      class={`mark ${worst}`}
      role="img"
      aria-label={`has ${worst}s`}
      title={issues.map(({ reason }) => reason).join('\n')}
    >
      <Icon name="warning" />
    </span>
  );
}

/** The format, unless the name says the same. */
function formatText({ name, format = '?' }: ListedFile): string {
  return name.toLowerCase().endsWith(`.${format}`) ? '' : format;
}

function iconOf({ isArchive, isPicture }: ListedFile): IconName {
  if (isArchive) return 'archive';
  return isPicture ? 'picture' : 'file';
}

/** Models first, the one that is shown with its parts; then all files. */
function linesOf(
  models: readonly ListedModel[],
  files: readonly ListedFile[],
  query: string,
  shown: string | undefined,
): Line[] {
  const matches = (text: string) => text.toLowerCase().includes(query);
  const byName = new Map(files.map((file) => [file.name, file]));
  const foundModels = models.filter(
    ({ name, familyTitle, parts }) => matches(name) || matches(familyTitle) || parts.some(({ file }) => matches(file)),
  );
  const foundFiles = files.filter(
    ({ name, title, format }) => matches(name) || matches(title ?? '') || matches(format ?? ''),
  );
  const lines: Line[] = [];
  if (foundModels.length > 0) lines.push({ kind: 'heading', text: 'Models', count: foundModels.length });
  for (const model of foundModels) {
    lines.push({ kind: 'model', model });
    if (model.name !== shown) continue;
    for (const { file: name, role, reason } of model.parts) {
      const file = byName.get(name);
      if (file !== undefined) lines.push({ kind: 'file', file, role, reason });
    }
  }
  if (foundFiles.length > 0) lines.push({ kind: 'heading', text: 'Files', count: foundFiles.length });
  for (const file of foundFiles) lines.push({ kind: 'file', file, role: '', reason: '' });
  return lines;
}
