import type { Clip } from 'exhume';
import { clipDuration } from 'exhume/scene';
import { type State, store } from './state.ts';

// The clock.

/** Frames a second that clips are made with, the usual ones first. */
const RATES = [30, 60, 24, 25, 15, 20, 12, 10];

/** How far from a frame a key may lie, in frames. */
const TOLERANCE = 0.02;

const rates = new WeakMap<Clip, number>();

/** Frames a second: the rate at which all keys of a clip lie on frames; the usual one where there is none. */
export function frameRate(clip: Clip): number {
  const known = rates.get(clip);
  if (known !== undefined) return known;
  const found = RATES.find((rate) => clip.tracks.every(({ times }) => areFrames(times, rate))) ?? RATES[0]!;
  rates.set(clip, found);
  return found;
}

function areFrames(times: Float32Array, rate: number): boolean {
  return times.every((seconds) => Math.abs(seconds * rate - Math.round(seconds * rate)) < TOLERANCE);
}

export function currentClip({ scene, clip }: State): Clip | undefined {
  return clip === undefined ? undefined : scene?.clips[clip];
}

export function chooseClip(clip: number | undefined): void {
  store.set({ clip, time: 0, direction: 1, isPlaying: clip !== undefined });
}

export function togglePlaying(): void {
  const state = store.get();
  const clip = currentClip(state);
  if (clip === undefined) return;
  const isAtEnd = !state.isPlaying && state.repeat === 'once' && state.time >= clipDuration(clip);
  store.set({ isPlaying: !state.isPlaying, direction: 1, ...(isAtEnd ? { time: 0 } : {}) });
}

/** Goes to a moment and stays there. */
export function goTo(time: number): void {
  const clip = currentClip(store.get());
  if (clip !== undefined) store.set({ time: Math.max(0, Math.min(clipDuration(clip), time)), isPlaying: false });
}

export function stepFrames(count: number): void {
  const state = store.get();
  const clip = currentClip(state);
  if (clip === undefined) return;
  const rate = frameRate(clip);
  goTo((Math.round(state.time * rate) + count) / rate);
}

/** Lets time pass. */
function advance(seconds: number): void {
  const state = store.get();
  const clip = currentClip(state);
  if (!state.isPlaying || clip === undefined) return;
  store.set(moved(state, clipDuration(clip), seconds * state.speed));
}

function moved({ time, repeat, direction }: State, duration: number, by: number): Partial<State> {
  if (duration === 0) return { time: 0, isPlaying: false };
  const next = time + by * direction;
  if (next >= 0 && next <= duration) return { time: next };
  if (repeat === 'loop') return { time: next % duration };
  if (repeat === 'once') return { time: duration, isPlaying: false };
  // However long the page slept: there and back again is twice the duration.
  const phase = (direction === 1 ? next : 2 * duration - next) % (2 * duration);
  return phase <= duration ? { time: phase, direction: 1 } : { time: 2 * duration - phase, direction: -1 };
}

/** Starts the clock. It runs only while something plays. */
export function startClock(): void {
  let last = 0;
  let isRunning = false;
  const tick = (now: number) => {
    isRunning = store.get().isPlaying;
    if (!isRunning) return;
    advance(Math.min(0.25, (now - last) / 1000));
    last = now;
    requestAnimationFrame(tick);
  };
  store.subscribe(() => {
    if (isRunning || !store.get().isPlaying) return;
    isRunning = true;
    last = performance.now();
    requestAnimationFrame(tick);
  });
}
