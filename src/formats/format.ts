import type { Codec } from '../binary/index.ts';
import type { Source } from '../containers/source.ts';
import type { Verdict } from '../containers/wrapper.ts';
import type { Image } from '../images/image.ts';
import type { Surface } from '../images/surface.ts';
import type { Issue, IssueKind } from '../issue.ts';
import type { Conversion, Scene } from '../scene/scene.ts';

/** All that the rest of the product knows about a file format. `F` is the file image: everything the file says. */
export interface Format<F> {
  /** Short, lower case, unique: the name on the command line and in issue codes. */
  readonly id: string;
  /** Name for people, with the game it belongs to. */
  readonly title: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** File names without folders, in lower case, that are as good as an extension: of files that have none. */
  readonly names?: RegExp;
  /** Whether a file is of this format, by its first bytes (4096 or the whole file) and, where those do not tell, name. */
  sniff(head: Uint8Array, name: string): Verdict;
  /** Bytes to file image and back, exactly. Inspection, the hex view, patches and fuzzing all come from it. */
  readonly codec: Codec<F>;
  /** What a well-formed file says that the game would not accept or that looks like a mistake. */
  check(file: F): Iterable<Issue>;
  /** What it brings to a model, in the words of `Part.role`: `mesh`, `animation`. Missing where it is in no model. */
  readonly roles?: readonly string[];
  /** The issues that only this format knows, its codec's and its rules'. */
  readonly issues: readonly IssueKind[];
  /**
   * The file with all set right that follows from the rest of it, such as tables by which the game finds things, and the
   * issues that tell what was.
   */
  repair?(file: F): Conversion<F>;
  /** Other files it needs, by name. */
  references?(file: F): Iterable<Reference>;
  /** What it holds by name, of formats that are libraries. */
  readonly library?: Library<F>;
  /** The pictures in it, of formats that hold pictures. */
  toImages?(file: F): Conversion<NamedImage[]>;
  /** The textures in it as they are stored, of formats that hold what graphics processors take. */
  toSurfaces?(file: F): NamedSurface[];
  /** A file with these pictures; `base` supplies what pictures cannot say. */
  fromImages?(images: readonly NamedImage[], base?: F): Conversion<F>;
}

/** Things with names, in a file that is a library of them. */
export interface Library<F> {
  /** What they are: `material`. */
  readonly item: string;
  names(file: F): string[];
  /** What the file says about one of them, in words; undefined where none has the name, whatever its case. */
  describe(file: F, name: string): readonly Fact[] | undefined;
}

/** One line for people: `friction: 0.9`. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A picture in a file. */
export interface NamedImage extends Image {
  name: string;
}

/** A texture in a file, as it is stored. */
export interface NamedSurface {
  readonly name: string;
  readonly surface: Surface;
}

export interface Reference {
  /** What it is to the file: `texture`, `skeleton`, `animation`. */
  readonly role: string;
  /** As the file spells it. */
  readonly name: string;
}

/** A format that holds other files. */
export interface Archive<F> extends Format<F> {
  members(file: F): Iterable<Member>;
  /** An archive of these files, in this order. `base` supplies settings worth keeping. */
  pack(members: readonly Member[], base?: F): Conversion<F>;
}

export interface Member {
  /** As the archive spells it. Not safe as a path. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A format and its file image, once it is known which. */
export type AnyFormat = Format<any>;

/** Settings of a conversion, by name, as the command line takes them. */
export type Options = Readonly<Record<string, string>>;

/** A setting that a family's conversions understand. */
export interface OptionDeclaration {
  /** Kebab-case: `--smoothing` is `smoothing`. */
  readonly name: string;
  readonly summary: string;
  /** The values it can have; any text where missing. */
  readonly values?: readonly string[];
  readonly default: string;
}

/** The formats of one game or engine, and how its files belong together. */
export interface Family {
  /** Short, lower case: `red-faction`. */
  readonly id: string;
  readonly title: string;
  readonly formats: readonly AnyFormat[];
  /** Files of others that carry the same extension or look alike, so that they are called what they are. */
  readonly strangers?: readonly Stranger[];
  /** Models that the files of a source make up. Lists them without converting; never guesses silently. */
  models(source: Source): Iterable<Model>;
  /** What a scene can be written as. */
  readonly targets: readonly Target[];
  readonly options: readonly OptionDeclaration[];
  /** Issues that models and targets report, besides those of the formats. */
  readonly issues: readonly IssueKind[];
}

/** A format that we know by sight but do not read. */
export interface Stranger {
  /** Completes "this is": `a Battlefield 1942 archive, not a Red Faction clip`. */
  readonly title: string;
  matches(bytes: Uint8Array): boolean;
}

/** Files that together are one model. */
export interface Model {
  /** Name for people and for the output file, without extension; unique among the models of a source. */
  readonly name: string;
  readonly parts: readonly Part[];
  /** What was found by a rule of thumb, is missing, or does not fit. */
  readonly notes: readonly Issue[];
  toScene(options: Options): Conversion<Scene> | Promise<Conversion<Scene>>;
  /** The textures that its materials name, as they are stored; missing where they are mere pictures. */
  textures?(): NamedSurface[];
}

export interface Part {
  /** `mesh`, `skeleton`, `animation`, `texture`, `table`, … */
  readonly role: string;
  /** Name of the entry in the source. */
  readonly file: string;
  /** Why it belongs to the model: `named in entity.tbl`. */
  readonly reason: string;
}

/** A way to write a scene as files of a game. */
export interface Target {
  /** What `--to` takes. */
  readonly id: string;
  readonly title: string;
  /** Ids of the formats of the files that it writes; its own where missing. */
  readonly formats?: readonly string[];
  /**
   * The files, with issues that tell what was lost and, against the originals, what changed. The originals come with the
   * scene (`scene.sources`) or from `base`, where `base` wins; without any, everything is made anew.
   */
  write(scene: Scene, context: TargetContext): Conversion<OutputFile[]> | Promise<Conversion<OutputFile[]>>;
}

export interface TargetContext {
  readonly base?: Source;
  readonly options: Options;
}

export interface OutputFile {
  /** Name without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The entry of `base` whose place it takes, where the name alone does not tell. */
  readonly replaces?: string;
}
