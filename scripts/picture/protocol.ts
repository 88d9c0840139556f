// What the page with three.js and the script that steers it say to each other.

export const views = ['front', 'side', 'top', 'iso'] as const;
export type View = (typeof views)[number];

/** A moment of a clip; without a clip, the model at rest. */
export interface Moment {
  readonly clip?: string;
  /** Seconds from the start of the clip. */
  readonly time?: number;
}

export interface Shot extends Moment {
  readonly view: View;
  readonly width: number;
  readonly height: number;
}

/** What was found in a model. */
export interface LoadedModel {
  readonly clips: readonly { readonly name: string; readonly seconds: number }[];
  readonly meshes: number;
  readonly triangles: number;
  readonly joints: number;
}

/** Everything that can be measured of a moment, in the space of the model: as three.js has it. */
export interface Pose {
  /** World matrix of each node, column by column; the first of those that share a name. */
  readonly nodes: Readonly<Record<string, readonly number[]>>;
  /** Each drawn mesh, in the order of the scene. */
  readonly meshes: readonly PosedMesh[];
}

export interface PosedMesh {
  readonly name: string;
  /** x y z of each vertex, morphed and skinned. */
  readonly positions: readonly number[];
  /** x y z of each vertex in the file. */
  readonly rest: readonly number[];
}

/** What the page offers to the script. */
export interface PageStudio {
  load(url: string): Promise<LoadedModel>;
  /** A PNG as a data URL. */
  draw(shot: Shot): string;
  pose(moment: Moment): Pose;
}

declare global {
  interface Window {
    studio: PageStudio;
  }
}
