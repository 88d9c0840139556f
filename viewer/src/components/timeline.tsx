import type { Clip } from 'exhume';
import { clipDuration } from 'exhume/scene';
import { useEffect, useRef } from 'preact/hooks';
import { frameRate, goTo, stepFrames } from '../state/playing.ts';
import { store, useShared } from '../state/state.ts';
import { timeText } from './text.ts';

const lanes = ['translation', 'rotation', 'scale', 'weights'] as const;
/** Room left and right of the frames, in CSS pixels. */
const MARGIN = 10;

/** The frames of a clip with the keys of the selected bone, drawn on a canvas; a slider for those who do not see it. */
export function Timeline({ clip }: { readonly clip: Clip }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const time = useShared((state) => state.time);
  const node = useShared((state) => state.showing.selected);
  const theme = useShared((state) => state.theme);
  const duration = clipDuration(clip);
  const rate = frameRate(clip);
  useEffect(() => {
    const element = canvas.current!;
    const redraw = () => draw(element, clip, store.get().time, node);
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [clip, node, theme]);
  useEffect(() => draw(canvas.current!, clip, time, node), [clip, time, node, theme]);

  const scrub = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const share = (event.offsetX - MARGIN) / Math.max(1, event.currentTarget.clientWidth - 2 * MARGIN);
    goTo(Math.round(share * duration * rate) / rate);
  };
  return (
    <canvas
      ref={canvas}
      class="timeline"
      role="slider"
      tabIndex={0}
      aria-label="Frame"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration * rate)}
      aria-valuenow={Math.round(time * rate)}
      aria-valuetext={[`frame ${Math.round(time * rate)}`, timeText(time), ...keysAt(clip, node, time)].join(', ')}
      onPointerDown={scrub}
      onPointerMove={scrub}
      onKeyDown={(event) => {
        const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        stepFrames(step);
      }}
    />
  );
}

/** What of a bone has a key at a moment: `key of rotation`. */
function keysAt({ tracks }: Clip, node: number | undefined, time: number): string[] {
  const keyed = tracks.filter((track) => track.node === node && track.times.some((t) => Math.abs(t - time) < 1e-4));
  return keyed.map(({ path }) => `key of ${path}`);
}

function draw(canvas: HTMLCanvasElement, clip: Clip, time: number, node: number | undefined): void {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const ratio = Math.min(devicePixelRatio, 2);
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const duration = clipDuration(clip);
  const x = (seconds: number) => MARGIN + (duration === 0 ? 0 : seconds / duration) * (width - 2 * MARGIN);
  drawRuler(context, clip, x, height, color);
  drawKeys(context, clip, node, x, height, color);
  context.fillStyle = color('--accent-strong');
  context.fillRect(Math.round(x(time)) - 1, 0, 2, height);
  context.beginPath();
  context.moveTo(x(time) - 5, 0);
  context.lineTo(x(time) + 5, 0);
  context.lineTo(x(time), 7);
  context.fill();
}

type Color = (name: string) => string;
type Place = (seconds: number) => number;

function drawRuler(context: CanvasRenderingContext2D, clip: Clip, x: Place, height: number, color: Color): void {
  const rate = frameRate(clip);
  const frames = Math.round(clipDuration(clip) * rate);
  const { fontFamily, fontSize } = getComputedStyle(context.canvas);
  const perFrame = frames === 0 ? 1000 : x(1 / rate) - x(0);
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((n) => n * perFrame >= 4 * Number.parseFloat(fontSize)) ??
    10_000;
  context.font = `${fontSize} ${fontFamily}`;
  context.textBaseline = 'top';
  for (let frame = 0; frame <= frames; frame++) {
    const isNumbered = frame % step === 0;
    if (!isNumbered && perFrame < 4) continue;
    const at = Math.round(x(frame / rate)) + 0.5;
    context.strokeStyle = color(isNumbered ? '--line-strong' : '--line');
    context.beginPath();
    context.moveTo(at, isNumbered ? 0 : height - 5);
    context.lineTo(at, height);
    context.stroke();
    if (!isNumbered) continue;
    context.fillStyle = color('--quiet');
    context.fillText(`${frame}`, at + 3, 2);
  }
}

function drawKeys(
  context: CanvasRenderingContext2D,
  clip: Clip,
  node: number | undefined,
  x: Place,
  height: number,
  color: Color,
): void {
  const tracks = clip.tracks.filter((track) => track.node === node);
  const top = 1.5 * Number.parseFloat(getComputedStyle(context.canvas).fontSize);
  const lane = (height - top - 2) / lanes.length;
  for (const track of tracks) {
    const index = lanes.indexOf(track.path);
    context.fillStyle = color(`--key-${track.path}`);
    const y = top + lane * (index + 0.5);
    let last = -10;
    for (const seconds of track.times) {
      const at = x(seconds);
      // Keys closer than a pixel are one mark.
      if (at - last < 1) continue;
      last = at;
      context.beginPath();
      context.moveTo(at, y - 3.5);
      context.lineTo(at + 3.5, y);
      context.lineTo(at, y + 3.5);
      context.lineTo(at - 3.5, y);
      context.fill();
    }
  }
}
