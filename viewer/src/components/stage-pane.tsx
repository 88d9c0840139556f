import type { Scene } from 'exhume';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stage } from '../stage/stage.ts';
import { selectNode } from '../state/explaining.ts';
import { store, useShared } from '../state/state.ts';
import { setCurrentStage } from './current-stage.ts';
import { DictionaryButton } from './dictionary-button.tsx';
import { PicturePane } from './picture-pane.tsx';
import { StageTools } from './stage-tools.tsx';
import { counted, lengthText } from './text.ts';
import { Transport } from './transport.tsx';

/** A click that moves further than this, in pixels, is a turn of the camera. */
const STILL = 4;

/** The model, and how it is looked at. */
export function StagePane() {
  const hasPictures = useShared((state) => state.pictures.length > 0);
  const model = useShared((state) => state.model);
  return (
    <section class="pane stage-pane" aria-label="Model">
      {hasPictures ? <PicturePane /> : model === undefined ? <NoModel /> : <ModelView />}
    </section>
  );
}

function NoModel() {
  const file = useShared((state) => state.file);
  const opened = useShared((state) => state.opened);
  if (file === undefined) return null;
  const error = file.issues.find(({ severity }) => severity === 'error');
  const members = opened?.files.filter(({ name }) => name.startsWith(`${file.name}/`)).length ?? 0;
  return (
    <div class="no-model">
      <p>
        {file.title}
        {members > 0 && `, ${counted(members, 'file')}`}
      </p>
      {error !== undefined && <p class="no-model-error">{error.reason}</p>}
      <p class="quiet">{nextStep(error !== undefined, members > 0)}</p>
      {error !== undefined && <DictionaryButton issue={error} />}
    </div>
  );
}

function nextStep(isBroken: boolean, isArchive: boolean): string {
  if (isBroken) return 'Structure and bytes show what could be read of it.';
  if (isArchive) return 'Choose one of its files from the list.';
  return 'Nothing that can be drawn by itself. A model needs its mesh: drop the folder it came from.';
}

function ModelView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    const box = canvas.current!.parentElement!;
    let made: Stage | undefined;
    let isGone = false;
    const observer = new ResizeObserver(() => made?.resize(box.clientWidth, box.clientHeight));
    // The start page does without: it is there sooner.
    import('../stage/stage.ts')
      .then(({ Stage }) => {
        if (isGone) return;
        made = new Stage(canvas.current!, overlay.current!);
        observer.observe(box);
        setStage(made);
        setCurrentStage(made);
      })
      .catch((error) =>
        setFault(`This browser offers no 3D drawing: ${error instanceof Error ? error.message : error}`),
      );
    return () => {
      isGone = true;
      observer.disconnect();
      setCurrentStage(undefined);
      made?.dispose();
    };
  }, []);
  useShownScene(stage);
  const isLoading = useShared((state) => state.isLoading);
  const pick = usePicking(stage);
  return (
    <>
      <div class="stage">
        <canvas
          ref={canvas}
          {...pick}
          tabIndex={0}
          aria-label="Model in 3D. Arrow keys turn it, plus and minus come nearer."
          role="img"
        />
        <canvas ref={overlay} class="overlay" />
        {isLoading && (
          <p class="stage-note" role="status">
            Making the model
          </p>
        )}
        {fault !== undefined && <p class="stage-note">{fault}</p>}
        <StageNotes stage={stage} />
        <StageTools stage={stage} />
      </div>
      <Transport />
    </>
  );
}

/** What could not be made, and the scale of the grid. */
function StageNotes({ stage }: { readonly stage: Stage | undefined }) {
  const scene = useShared((state) => state.scene);
  const isLoading = useShared((state) => state.isLoading);
  const issues = useShared((state) => state.sceneIssues);
  const hasGrid = useShared((state) => state.showing.grid);
  const [cell, setCell] = useState<number>();
  useEffect(() => {
    if (stage !== undefined) stage.onDraw = () => setCell(stage.cell);
  }, [stage]);
  const isEmpty = scene === undefined || (scene.meshes.length === 0 && scene.clips.length === 0);
  if (isEmpty && !isLoading) {
    const error = issues.find(({ severity }) => severity === 'error') ?? issues[0];
    return <p class="stage-note">There is nothing to draw: {error?.reason ?? 'the file has no meshes'}</p>;
  }
  const weights = scene === undefined ? 0 : weightsOf(scene);
  return (
    <p class="scale quiet">
      {hasGrid && cell !== undefined && `grid ${lengthText(cell)}`}
      {weights > 4 && <span>drawn with the 4 strongest of up to {weights} weights a vertex; a .glb has them all</span>}
    </p>
  );
}

/** The most weights that a vertex can have. */
function weightsOf({ meshes }: Scene): number {
  return 4 * Math.max(0, ...meshes.flatMap(({ primitives }) => primitives.map(({ joints }) => joints.length)));
}

/** Keeps the stage as the state says. */
function useShownScene(stage: Stage | undefined): void {
  useEffect(() => {
    if (stage === undefined) return;
    let { scene, showing, time, clip, theme, model } = store.get();
    let loading = stage.load(scene, { clip, time });
    stage.show(showing);
    const unsubscribe = store.subscribe(() => {
      const state = store.get();
      if (state.scene !== scene) {
        const isSameModel = state.model === model && state.scene !== undefined && scene !== undefined;
        ({ scene, model } = state);
        loading = loading
          .then(() => stage.load(state.scene, store.get(), isSameModel))
          .then(() => stage.pose(store.get()));
      }
      if (state.showing !== showing || state.theme !== theme) {
        ({ showing, theme } = state);
        stage.show(showing);
      }
      if (state.time !== time || state.clip !== clip) {
        const isOther = state.clip !== clip;
        ({ time, clip } = state);
        stage.pose({ clip, time });
        if (isOther) stage.keepInSight();
      }
    });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const restyle = () => stage.show(store.get().showing);
    dark.addEventListener('change', restyle);
    return () => {
      unsubscribe();
      dark.removeEventListener('change', restyle);
    };
  }, [stage]);
}

/** Clicks that select, and keys that turn. */
function usePicking(stage: Stage | undefined) {
  const down = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  return {
    onPointerDown(event: PointerEvent) {
      down.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp(event: PointerEvent) {
      const from = down.current;
      if (from === undefined || Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) return;
      void selectNode(stage?.nodeAt(event.offsetX, event.offsetY));
    },
    onKeyDown(event: KeyboardEvent) {
      const turn = 0.12;
      const turns: Readonly<Record<string, readonly [number, number, number]>> = {
        ArrowLeft: [-turn, 0, 1],
        ArrowRight: [turn, 0, 1],
        ArrowUp: [0, -turn, 1],
        ArrowDown: [0, turn, 1],
        '+': [0, 0, 0.9],
        '=': [0, 0, 0.9],
        '-': [0, 0, 1.1],
      };
      const found = turns[event.key];
      if (found === undefined) return;
      event.preventDefault();
      stage?.orbit(...found);
    },
  };
}
