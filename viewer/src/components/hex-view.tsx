import { useEffect, useRef, useState } from 'preact/hooks';
import { decoder } from '../decoder/client.ts';
import type { Segment } from '../decoder/protocol.ts';
import { selectByte } from '../state/explaining.ts';
import { store, useShared } from '../state/state.ts';
import { type Run, runsOf } from './hex-runs.ts';
import { usePages } from './pages.ts';
import { useVirtual } from './virtual.ts';

/** Bytes that are fetched together. */
const PAGE = 8192;

interface HexPage {
  readonly bytes: Uint8Array;
  readonly segments: readonly Segment[];
}

/** The bytes of a file, coloured by what they are. */
export function HexView() {
  const layer = useShared((state) => state.layer);
  const selected = useShared((state) => state.selected);
  const byte = useShared((state) => state.byte);
  const revealed = useShared((state) => state.revealed);
  const [perLine, setPerLine] = useState(16);
  const count = Math.ceil(layer.size / perLine);
  const virtual = useVirtual(count, 1.4);
  const { scroller, spacer, lineHeight, top, visible, show } = virtual;
  const digits = Math.max(4, layer.size.toString(16).length);
  usePerLine(scroller, digits, setPerLine);
  const first = Math.floor(top);
  const last = Math.min(count, first + visible + 2);
  const pages = usePages(
    layer,
    PAGE,
    first * perLine,
    Math.min(layer.size, last * perLine),
    async (from, to): Promise<HexPage> => {
      const { ref } = layer;
      const [bytes, segments] = await Promise.all([decoder().bytes(from, to, ref), decoder().segments(from, to, ref)]);
      return { bytes, segments };
    },
  );
  useEffect(() => {
    show(Math.floor(byte / perLine));
  }, [revealed, byte, perLine, show]);
  return (
    <div
      ref={scroller}
      class="virtual hex"
      role="grid"
      tabIndex={0}
      aria-rowcount={count}
      aria-label="Bytes. Arrow keys move; what a byte is stands above."
      onKeyDown={(event) => move(event, perLine, visible)}
    >
      <div ref={spacer} role="none">
        <div class="virtual-lines" role="none" style={{ transform: `translateY(${-(top - first) * lineHeight}px)` }}>
          {Array.from({ length: last - first }, (_, i) => {
            const start = (first + i) * perLine;
            const page = pages.page(start);
            const at = start % PAGE;
            const bytes = page?.bytes.subarray(at, at + perLine) ?? new Uint8Array();
            const runs = page === undefined ? [] : runsOf(bytes, start, page.segments, selected, byte);
            return <Line key={start} start={start} digits={digits} height={lineHeight} runs={runs} perLine={perLine} />;
          })}
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly start: number;
  readonly digits: number;
  readonly height: number;
  readonly perLine: number;
  readonly runs: readonly Run[];
}

function Line({ start, digits, height, perLine, runs }: LineProps) {
  const select = (event: MouseEvent & { readonly currentTarget: HTMLElement }, width: number) => {
    const box = event.currentTarget.getBoundingClientRect();
    const character = (event.clientX - box.left) / (box.width / (perLine * width));
    void selectByte(start + Math.min(perLine - 1, Math.max(0, Math.floor(character / width))));
  };
  return (
    <div class="hex-line" role="row" aria-rowindex={start / perLine + 1} style={{ height: `${height}px` }}>
      <span class="hex-offset" role="rowheader">
        {start.toString(16).padStart(digits, '0')}
      </span>
      <span
        class="hex-bytes"
        role="gridcell"
        style={{ width: `${perLine * 3}ch` }}
        onClick={(event) => select(event, 3)}
      >
        {runs.map(({ key, className, hex }) => (
          <span key={key} class={className}>
            {hex}
          </span>
        ))}
      </span>
      <span class="hex-text" role="gridcell" style={{ width: `${perLine}ch` }} onClick={(event) => select(event, 1)}>
        {runs.map(({ key, className, text }) => (
          <span key={key} class={className}>
            {text}
          </span>
        ))}
      </span>
    </div>
  );
}

/** As many bytes a line as there is room for: 32, 16 or 8. */
function usePerLine(
  scroller: { readonly current: HTMLDivElement | null },
  digits: number,
  set: (count: number) => void,
): void {
  const measured = useRef(0);
  useEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => {
      measured.current ||= characterWidth(element);
      // Bytes as hex and as text, with the offset before and room between.
      const room = element.clientWidth / measured.current - digits - 6;
      set([32, 16].find((count) => count * 4 <= room) ?? 8);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, digits, set]);
}

function characterWidth(element: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '0'.repeat(100);
  probe.className = 'hex-probe';
  element.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width || 8;
}

function move(event: KeyboardEvent, perLine: number, visible: number): void {
  // Keys may come faster than pictures: what counts is where the cursor is, not where it was drawn.
  const { byte, layer } = store.get();
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -perLine,
    ArrowDown: perLine,
    PageUp: -perLine * visible,
    PageDown: perLine * visible,
    Home: -(byte % perLine),
    End: perLine - 1 - (byte % perLine),
  };
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.metaKey) return;
  event.preventDefault();
  const isFar = event.ctrlKey && (event.key === 'Home' || event.key === 'End');
  void selectByte(isFar ? (event.key === 'Home' ? 0 : layer.size - 1) : byte + step);
}
