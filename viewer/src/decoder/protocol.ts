import type { Issue, IssueKind, Part, Scene } from 'exhume';

// What the page and the worker that decodes say to each other. Everything here can be cloned; bulk data is transferred.

/** Where files come from. Nothing is read before it is needed. */
export type SourceSpec =
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly NamedFile[] }
  /** Files below an address of our own host: samples, and what `exhume view` serves. */
  | { readonly kind: 'served'; readonly name: string; readonly files: readonly ServedFile[] };

export interface NamedFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly file: Blob;
}

export interface ServedFile {
  readonly name: string;
  readonly size: number;
  readonly url: string;
}

/** A file that was found, in a folder or in an archive. */
export interface ListedFile {
  readonly name: string;
  readonly size: number;
  /** Id and title of the format; missing where it is none of ours. */
  readonly format?: string;
  readonly title?: string;
  /** Id of the family; missing for formats that belong to no game. */
  readonly family?: string;
  readonly isArchive: boolean;
  readonly isPicture: boolean;
  /** Titles of the compressions around it. */
  readonly wrappers: readonly string[];
  readonly issues: readonly Issue[];
}

export interface ListedModel {
  readonly name: string;
  readonly familyTitle: string;
  readonly parts: readonly Part[];
  readonly issues: readonly Issue[];
}

/** What is in a source. */
export interface Opened {
  readonly name: string;
  readonly files: readonly ListedFile[];
  readonly models: readonly ListedModel[];
  readonly issues: readonly Issue[];
}

export interface LoadedScene {
  /** Without the bytes of the original files. Undefined where no scene could be made. */
  readonly scene: Scene | undefined;
  /** The file that its nodes come from. */
  readonly origin?: string;
  readonly issues: readonly Issue[];
}

/** How clips of a file that was dropped onto a model fitted its bones. */
export interface Joined {
  /** The model with the clips; undefined where there were none. */
  readonly scene: Scene | undefined;
  readonly report: readonly JoinedClip[];
  readonly issues: readonly Issue[];
}

export interface JoinedClip {
  readonly clip: string;
  /** Bones that were found, and those of the clip that the model lacks. */
  readonly matched: readonly string[];
  readonly missing: readonly string[];
  /** `bone names`, or what the family's own rule is. */
  readonly by: string;
}

/** A file being explained. */
export interface Inspected {
  readonly name: string;
  readonly title: string;
  readonly format: string | undefined;
  readonly wrappers: readonly string[];
  /** Bytes inside all compressions. */
  readonly size: number;
  readonly issues: readonly Issue[];
  readonly unexplained: number;
  /** How many lines the outline has. */
  readonly rows: number;
  /** Which values belong to which nodes of the scene. */
  readonly links: readonly Link[];
}

/** A node of the scene and the value that it came from. */
export interface Link {
  readonly node: number;
  readonly ref: string;
}

/** What a byte is coloured by. */
export type Category = 'integer' | 'real' | 'text' | 'structure' | 'unknown' | 'gap';

/** A line of the outline: one value. */
export interface OutlineRow {
  /** Stands for the value as long as the file is open: positions among brothers and sisters, `0/3/12`. */
  readonly ref: string;
  readonly depth: number;
  readonly name: string;
  readonly path: string;
  readonly kind: string;
  readonly text: string;
  readonly unit: string;
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly childCount: number;
  readonly isOpen: boolean;
  /** False where reading stopped inside. */
  readonly isComplete: boolean;
  readonly category: Category;
  /** Bytes of the file, or of what a compressed part unpacks to. */
  readonly isUnpacked: boolean;
  readonly editing?: Editing;
}

/** How a value can be changed in place. */
export interface Editing {
  /** The value as it is typed: numbers with spaces between them. */
  readonly text: string;
  /** What single numbers stand for. */
  readonly names: readonly (readonly [number, string])[];
}

/** Bytes of one value in the hex view. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly category: Category;
  /** Bytes between repetitions inside: the size of a row or number. */
  readonly stride: number;
  /** Counts the values of the file, so that neighbours can be told apart. */
  readonly ordinal: number;
}

/** Where a value is in the outline after everything around it has been opened. */
export interface Located {
  readonly row: OutlineRow;
  /** Index of its line. */
  readonly index: number;
  readonly rows: number;
  /** Node of the scene that it belongs to. */
  readonly node?: number;
  /** What its bytes are among. */
  readonly layer: Layer;
}

/** Bytes that the hex view can show: those of the file, or those that a value of it unpacks to. */
export interface Layer {
  /** The value that unpacks to them; empty for the file itself. */
  readonly ref: string;
  /** Path of that value. */
  readonly path: string;
  readonly size: number;
}

export interface TakenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Taken {
  readonly files: readonly TakenFile[];
  readonly issues: readonly Issue[];
}

/** What the worker offers. Of its methods only `open` may be called before it has resolved. */
export interface Decoder {
  /** Lists a source and forgets the one before. `progress` is told how many files were looked at. */
  open(spec: SourceSpec, progress: (count: number) => void): Promise<Opened>;
  close(): void;
  /** Whether these are dictionaries of compressed files, and nothing else. Then they are known from now on. */
  learnDictionaries(spec: SourceSpec): boolean;
  /** What is known of every code that an issue can have. May be asked at any time. */
  issueKinds(): readonly IssueKind[];
  scene(model: string): Promise<LoadedScene>;
  /** Adds the clips of more files to a model: of any files where it is certain that they are meant to, else of clips alone. */
  join(model: string, spec: SourceSpec, isCertain: boolean): Promise<Joined>;
  inspect(file: string): Promise<Inspected | undefined>;
  outline(from: number, to: number): readonly OutlineRow[];
  /** Opens or closes a line. */
  toggle(ref: string): Located | undefined;
  reveal(ref: string): Located | undefined;
  /** The value of a byte, of the file or of what a value unpacks to. */
  locateByte(offset: number, layer: string): Located | undefined;
  locatePath(path: string): Located | undefined;
  bytes(from: number, to: number, layer: string): Uint8Array<ArrayBuffer>;
  segments(from: number, to: number, layer: string): readonly Segment[];
  /** The part of the file below a value, as JSON. */
  json(ref: string): string;
  /** A copy of the file with one value changed, as it lies in the source: compressed again where it was. */
  patched(ref: string, text: string): TakenFile & { readonly changed: number };
  glb(model: string, clips: readonly string[]): Promise<Taken>;
  pictures(file: string): Promise<Taken>;
  /** A file as it lies in its folder or archive. */
  member(file: string): TakenFile;
}
