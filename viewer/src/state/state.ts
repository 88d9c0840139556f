import type { Issue, IssueKind, Scene } from 'exhume';
import type { Inspected, JoinedClip, Layer, Opened, OutlineRow, SourceSpec } from '../decoder/protocol.ts';
import type { Showing } from '../stage/stage.ts';
import { createStore, useStore } from './store.ts';

// All that the page knows, in one place. Components show parts of it; actions change it.

export type Theme = 'system' | 'light' | 'dark';
export type Repeat = 'loop' | 'once' | 'ping-pong';
export type Pane = 'list' | 'stage' | 'bytes';
export type Dialog = 'help' | 'take';

export interface SampleFamily {
  readonly family: string;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

/** Files that were opened before, kept by the browser. */
export interface Recent {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly file: Blob }[];
  readonly size: number;
}

export interface ShownPicture {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface State {
  // What is open.
  readonly phase: 'start' | 'opening' | 'open';
  /** How many files were looked at so far. */
  readonly progress: number;
  readonly openingName: string;
  readonly opened: Opened | undefined;
  /** Where it came from, to open it again. */
  readonly source: SourceSpec | undefined;
  readonly query: string;
  /** What codes of issues mean, by code. Empty until something was opened. */
  readonly issueKinds: ReadonlyMap<string, IssueKind>;
  readonly samples: readonly SampleFamily[];
  readonly recents: readonly Recent[];
  readonly remembers: boolean;

  // The model.
  readonly model: string | undefined;
  readonly isLoading: boolean;
  readonly scene: Scene | undefined;
  /** The file that the nodes of the scene come from. */
  readonly origin: string | undefined;
  readonly sceneIssues: readonly Issue[];
  readonly pictures: readonly ShownPicture[];
  readonly showing: Showing;
  /** Levels of detail there are. */
  readonly lods: readonly number[];
  readonly report: readonly JoinedClip[] | undefined;

  // The clip.
  /** Index of the clip; undefined at rest. */
  readonly clip: number | undefined;
  readonly clipQuery: string;
  /** Seconds. */
  readonly time: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly repeat: Repeat;
  /** 1 or, on the way back of a ping-pong, -1. */
  readonly direction: 1 | -1;

  // The file that is explained.
  readonly file: Inspected | undefined;
  readonly rowCount: number;
  /** Goes up when the lines of the outline are others. */
  readonly outlineVersion: number;
  readonly selected: OutlineRow | undefined;
  /** Line of the selected value. */
  readonly selectedLine: number;
  /** Goes up when the selected value should come into sight. */
  readonly revealed: number;
  /** The bytes in the hex view: the file's, or what a part of it unpacks to. */
  readonly layer: Layer;
  /** The byte under the cursor of the hex view. */
  readonly byte: number;

  // The page.
  readonly pane: Pane;
  readonly theme: Theme;
  readonly dialog: Dialog | undefined;
  readonly isDropping: boolean;
  readonly message: Message | undefined;
}

/** Something to tell, which goes away by itself. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
}

export const initialShowing: Showing = {
  look: { shading: 'lit', textures: true, vertexColors: true, wireframe: false, doubleSided: false },
  lod: 0,
  hidden: new Set(),
  skeleton: false,
  boneNames: false,
  boxes: false,
  grid: true,
  background: 'theme',
  selected: undefined,
};

/** Nothing open; what people chose for the page stays as it is. */
export const nothingOpen = {
  phase: 'start',
  progress: 0,
  openingName: '',
  opened: undefined,
  source: undefined,
  query: '',
  model: undefined,
  isLoading: false,
  scene: undefined,
  origin: undefined,
  sceneIssues: [],
  pictures: [],
  lods: [],
  report: undefined,
  clip: undefined,
  clipQuery: '',
  time: 0,
  isPlaying: false,
  direction: 1,
  file: undefined,
  rowCount: 0,
  selected: undefined,
  selectedLine: -1,
  layer: { ref: '', path: '', size: 0 },
  byte: 0,
  pane: 'stage',
  dialog: undefined,
} satisfies Partial<State>;

export const store = createStore<State>({
  ...nothingOpen,
  issueKinds: new Map(),
  samples: [],
  recents: [],
  remembers: true,
  showing: initialShowing,
  speed: 1,
  repeat: 'loop',
  outlineVersion: 0,
  revealed: 0,
  theme: 'system',
  isDropping: false,
  message: undefined,
});

/** A part of the state. */
export function useShared<T>(select: (state: State) => T): T {
  return useStore(store, select);
}
