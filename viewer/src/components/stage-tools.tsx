import { useState } from 'preact/hooks';
import type { View } from '../stage/camera-fit.ts';
import type { Stage } from '../stage/stage.ts';
import { store, useShared } from '../state/state.ts';
import { Button } from './button.tsx';
import { LookPanel } from './look-panel.tsx';

const views: readonly (readonly [View, string, string])[] = [
  ['front', 'Front', '1'],
  ['side', 'Side', '2'],
  ['top', 'Top', '3'],
];

/** What is at hand over the model. */
export function StageTools({ stage }: { readonly stage: Stage | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const showing = useShared((state) => state.showing);
  return (
    <>
      <div class="stage-tools" role="toolbar" aria-label="View">
        {views.map(([view, label, keys]) => (
          <Button key={view} label={label} keys={keys} onClick={() => stage?.look(view)} />
        ))}
        <Button label="Fit" icon="fit" iconOnly keys="F" onClick={() => stage?.fit()} />
        <span class="divider" />
        <Button
          label="Bones"
          icon="bone"
          iconOnly
          keys="B"
          pressed={showing.skeleton}
          onClick={() => store.set({ showing: { ...showing, skeleton: !showing.skeleton } })}
        />
        <Button label="Look" icon="look" expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </div>
      {isOpen && <LookPanel stage={stage} onClose={() => setOpen(false)} />}
    </>
  );
}
