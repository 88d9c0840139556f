import type { Stage } from '../stage/stage.ts';

let stage: Stage | undefined;

/** The stage in sight, for keys and dialogs that are not its children. */
export function currentStage(): Stage | undefined {
  return stage;
}

export function setCurrentStage(current: Stage | undefined): void {
  stage = current;
}
