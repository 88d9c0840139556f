import { clipDuration } from 'exhume/scene';
import { currentClip, frameRate, goTo, stepFrames, togglePlaying } from '../state/playing.ts';
import { type Repeat, store, useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { timeText } from './text.ts';
import { Timeline } from './timeline.tsx';

const repeats: Readonly<Record<Repeat, { readonly next: Repeat; readonly icon: IconName; readonly label: string }>> = {
  loop: { next: 'once', icon: 'loop', label: 'Repeat: loop' },
  once: { next: 'ping-pong', icon: 'once', label: 'Repeat: once' },
  'ping-pong': { next: 'loop', icon: 'bounce', label: 'Repeat: there and back' },
};

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/** Plays the clip. */
export function Transport() {
  const clip = useShared(currentClip);
  const isPlaying = useShared((state) => state.isPlaying);
  const repeat = useShared((state) => state.repeat);
  const speed = useShared((state) => state.speed);
  if (clip === undefined) return null;
  const { next, icon, label } = repeats[repeat];
  return (
    <section class="transport" aria-label="Playing">
      <Timeline clip={clip} />
      <div class="transport-row">
        <Button label="First frame" icon="first" iconOnly keys="Home" onClick={() => goTo(0)} />
        <Button label="Frame back" icon="back" iconOnly keys="←" onClick={() => stepFrames(-1)} />
        <Button
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? 'pause' : 'play'}
          iconOnly
          keys="Space"
          kind="primary"
          onClick={togglePlaying}
        />
        <Button label="Frame forward" icon="forward" iconOnly keys="→" onClick={() => stepFrames(1)} />
        <Button label="Last frame" icon="last" iconOnly keys="End" onClick={() => goTo(clipDuration(clip))} />
        <Clock />
        <span class="grow" />
        <Button label={label} icon={icon} iconOnly onClick={() => store.set({ repeat: next, direction: 1 })} />
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select value={speed} onChange={(event) => store.set({ speed: Number(event.currentTarget.value) })}>
            {speeds.map((value) => (
              <option key={value} value={value}>
                {value}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

function Clock() {
  const clip = useShared(currentClip);
  const time = useShared((state) => state.time);
  if (clip === undefined) return null;
  const rate = frameRate(clip);
  const duration = clipDuration(clip);
  return (
    <p class="clock">
      <span class="frame">
        {Math.round(time * rate)}
        <span class="quiet"> / {Math.round(duration * rate)}</span>
      </span>
      <span class="quiet">
        {timeText(time)} · {rate} fps
      </span>
    </p>
  );
}
