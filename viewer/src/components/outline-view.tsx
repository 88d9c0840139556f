import { useEffect } from 'preact/hooks';
import { decoder } from '../decoder/client.ts';
import type { OutlineRow } from '../decoder/protocol.ts';
import { selectRow, toggleRow } from '../state/explaining.ts';
import { type State, store, useShared } from '../state/state.ts';
import { Icon } from './icon.tsx';
import { usePages } from './pages.ts';
import { offsetText } from './text.ts';
import { useVirtual } from './virtual.ts';

const PAGE = 64;

/** The values of a file as a tree. */
export function OutlineView() {
  const count = useShared((state) => state.rowCount);
  const version = useShared((state) => state.outlineVersion);
  const selected = useShared((state) => state.selected);
  const line = useShared((state) => state.selectedLine);
  const revealed = useShared((state) => state.revealed);
  const { scroller, spacer, lineHeight, top, visible, show } = useVirtual(count);
  const first = Math.floor(top);
  const last = Math.min(count, first + visible + 2);
  const pages = usePages(version, PAGE, first, last, (from, to) => decoder().outline(from, to));
  useEffect(() => {
    if (line >= 0) show(line);
  }, [revealed, line, show]);
  const rowAt = (index: number) => pages.page(index)?.[index % PAGE];
  return (
    <div
      ref={scroller}
      class="virtual outline"
      role="tree"
      tabIndex={0}
      aria-label="Values"
      aria-activedescendant={line >= first && line < last ? `line-${line}` : undefined}
      onKeyDown={(event) => move(event, visible)}
    >
      <div ref={spacer} role="none">
        <div class="virtual-lines" role="none" style={{ transform: `translateY(${-(top - first) * lineHeight}px)` }}>
          {Array.from({ length: last - first }, (_, i) => {
            const row = rowAt(first + i);
            return row === undefined ? (
              <div key={`gap-${first + i}`} role="none" class="outline-row" style={{ height: `${lineHeight}px` }} />
            ) : (
              <Row
                key={row.ref}
                row={row}
                index={first + i}
                height={lineHeight}
                isSelected={row.ref === selected?.ref}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: OutlineRow;
  readonly index: number;
  readonly height: number;
  readonly isSelected: boolean;
}

function Row({ row, index, height, isSelected }: RowProps) {
  const { ref, depth, name, text, unit, kind, category, childCount, isOpen, isComplete, isUnpacked } = row;
  return (
    <div
      id={`line-${index}`}
      class={`outline-row${isComplete ? '' : ' stopped'}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={childCount > 0 ? isOpen : undefined}
      style={{ height: `${height}px`, paddingLeft: `${0.5 + depth * 0.9}rem` }}
      onClick={() => selectRow(ref)}
      onDblClick={() => childCount > 0 && toggleRow(ref)}
    >
      <span
        class={`twist${childCount > 0 ? (isOpen ? ' open' : ' closed') : ''}`}
        onClick={(event) => {
          if (childCount === 0) return;
          event.stopPropagation();
          void toggleRow(ref);
        }}
      >
        {childCount > 0 && <Icon name="forward" />}
      </span>
      <span class={`swatch ${category}`} />
      <span class="field">{name}</span>
      <span class={`value ${category}`}>
        {text}
        {unit !== '' && <span class="quiet"> {unit}</span>}
      </span>
      <span class="kind quiet">{isUnpacked ? `${kind} · unpacked` : kind}</span>
      <span class="at quiet">{offsetText(row.start)}</span>
    </div>
  );
}

/** The keys that were pressed and not yet followed: they may come faster than the worker answers. */
let followed: Promise<unknown> = Promise.resolve();

function move(event: KeyboardEvent, visible: number): void {
  const action = keys[event.key];
  if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  followed = followed.then(() => action(store.get(), visible));
}

const keys: Readonly<Record<string, (state: State, visible: number) => unknown>> = {
  ArrowDown: ({ selectedLine }) => goTo(selectedLine + 1),
  ArrowUp: ({ selectedLine }) => goTo(selectedLine - 1),
  PageDown: ({ selectedLine }, visible) => goTo(selectedLine + visible),
  PageUp: ({ selectedLine }, visible) => goTo(selectedLine - visible),
  Home: () => goTo(0),
  End: ({ rowCount }) => goTo(rowCount - 1),
  ArrowRight({ selected, selectedLine }) {
    if (selected === undefined || selected.childCount === 0) return undefined;
    return selected.isOpen ? goTo(selectedLine + 1) : toggleRow(selected.ref);
  },
  ArrowLeft({ selected }) {
    if (selected?.isOpen) return toggleRow(selected.ref);
    const parent = selected?.ref.slice(0, Math.max(0, selected.ref.lastIndexOf('/')));
    return parent ? selectRow(parent) : undefined;
  },
  Enter: ({ selected }) => (selected !== undefined && selected.childCount > 0 ? toggleRow(selected.ref) : undefined),
};

async function goTo(line: number): Promise<void> {
  const wanted = Math.max(0, Math.min(store.get().rowCount - 1, line));
  const [row] = await decoder().outline(wanted, wanted + 1);
  if (row !== undefined) await selectRow(row.ref);
}
