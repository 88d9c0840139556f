import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Browsers lay nothing out that is higher than some 33 million pixels. */
const HIGHEST = 8_000_000;

/** A list of which only the lines in sight exist. */
export interface Virtual {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  /** Pixels per line: grows with the text size of the browser. */
  readonly lineHeight: number;
  /** First line in sight, with a fraction. */
  readonly top: number;
  /** How many lines fit. */
  readonly visible: number;
  /** Brings a line into sight, where it is not. */
  show(line: number): void;
}

/**
 * Scrolls through any number of lines. Where they are too many for the browser to lay out, the scroll bar is to scale and the
 * wheel still moves line by line.
 */
export function useVirtual(count: number, remPerLine = 1.5): Virtual {
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const lineHeight = Math.round(remPerLine * rootFontSize());
  const visible = Math.max(1, Math.floor(height / lineHeight));
  const most = Math.max(0, count - visible);
  const full = count * lineHeight;
  const shownHeight = Math.min(full, HIGHEST);
  const isScaled = full > HIGHEST;
  const latest = useRef({ top, most, isScaled, height, shownHeight, lineHeight, visible });
  latest.current = { top, most, isScaled, height, shownHeight, lineHeight, visible };
  /** Where this code has put the scroll bar: not every scroll is the user's. */
  const placed = useRef(-1);

  const moveTo = useCallback((line: number) => {
    const { most, isScaled, height, shownHeight, lineHeight } = latest.current;
    const next = Math.max(0, Math.min(most, line));
    setTop(next);
    const element = scroller.current;
    if (element === null) return;
    const at = isScaled ? (next / Math.max(1, most)) * (shownHeight - height) : next * lineHeight;
    placed.current = Math.round(at);
    element.scrollTop = placed.current;
  }, []);

  useLayoutEffect(() => {
    if (spacer.current !== null) spacer.current.style.height = `${shownHeight}px`;
    if (top > most) moveTo(most);
  }, [shownHeight, top, most, moveTo]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    const scroll = () => {
      if (Math.abs(element.scrollTop - placed.current) < 1) return;
      placed.current = -1;
      const { most, isScaled, height, shownHeight, lineHeight } = latest.current;
      setTop(isScaled ? (element.scrollTop / (shownHeight - height)) * most : element.scrollTop / lineHeight);
    };
    const wheel = (event: WheelEvent) => {
      const { top, isScaled, lineHeight } = latest.current;
      if (!isScaled || event.ctrlKey) return;
      event.preventDefault();
      const lines = event.deltaMode === 0 ? event.deltaY / lineHeight : event.deltaY;
      moveTo(top + lines);
    };
    element.addEventListener('scroll', scroll, { passive: true });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scroll);
      element.removeEventListener('wheel', wheel);
    };
  }, [moveTo]);

  const show = useCallback(
    (line: number) => {
      const { top, visible } = latest.current;
      if (line >= Math.ceil(top) && line < Math.floor(top) + visible) return;
      moveTo(
        line < top && line > top - 3
          ? line
          : line >= top && line < top + visible + 3
            ? line - visible + 1
            : line - visible / 3,
      );
    },
    [moveTo],
  );
  return { scroller, spacer, lineHeight, top, visible, show };
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
