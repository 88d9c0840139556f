import { type Codec, CodecError } from '../../binary/index.ts';
import { extension, fileName, Lookup, memorySource, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { modelScene, motionScene } from './model.scene.ts';
import { type Draft, modelDrafts } from './model.ts';
import { targetIssues } from './target.issues.ts';

// The files that a scene was made from, and the scene they make.

export interface Original<T> {
  /** Without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly file: T;
}

/** The originals of a scene: those embedded in it, and over them those of the base. */
export class Originals {
  private readonly files = new Map<string, Uint8Array>();
  private readonly scenes = new Map<string, Scene | undefined>();
  private readonly scene: Scene;
  private readonly issues: Issue[];

  constructor(scene: Scene, base: Source | undefined, issues: Issue[]) {
    this.scene = scene;
    this.issues = issues;
    for (const { name, bytes } of scene.sources) this.files.set(name, bytes);
    for (const name of base === undefined ? [] : filesFor(scene, base)) {
      const bytes = base!.open(name);
      if (bytes !== undefined) this.files.set(fileName(name), bytes);
    }
  }

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /** Names of the files with an extension, in the order of the scene, then of the base. */
  named(type: string): string[] {
    return [...this.files.keys()].filter((name) => extension(name) === `.${type}`);
  }

  /** The file of this kind that has the name of the scene, or the only one. */
  find<T>(type: string, codec: Codec<T>): Original<T> | undefined {
    const names = this.named(type);
    const wanted = this.scene.name.toLowerCase();
    const name =
      names.find((each) => stem(each).toLowerCase() === wanted) ?? (names.length === 1 ? names[0] : undefined);
    return name === undefined ? undefined : this.open(name, codec);
  }

  /** All files of a kind that can be read. */
  all<T>(type: string, codec: Codec<T>): Original<T>[] {
    return this.named(type).flatMap((name) => this.open(name, codec) ?? []);
  }

  /**
   * The scene of a model among the originals with all motions among them, or of a motion file alone. Undefined where it
   * cannot be made.
   */
  sceneOf(name: string, options: Options): Scene | undefined {
    if (!this.scenes.has(name)) this.scenes.set(name, this.makeScene(name, options));
    return this.scenes.get(name);
  }

  private makeScene(name: string, options: Options): Scene | undefined {
    const source = memorySource('originals', this.files);
    const isModel = ['.object', '.ogf', '.dm', '.anm'].includes(extension(name));
    try {
      if (!isModel) return motionScene(source, name, this.scene.name).value;
      const motions = [...this.files.keys()].filter((file) => ['.omf', '.skls', '.skl'].includes(extension(file)));
      const lookup = new Lookup(source);
      return modelScene({ source, lookup, name: this.scene.name, file: name, motions, lod: undefined }, options).value;
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      return undefined;
    }
  }

  /** The model among the originals: the one of the scene's name, or the first. */
  model(): string | undefined {
    const models = ['object', 'ogf', 'dm', 'anm'].flatMap((type) => this.named(type));
    const wanted = this.scene.name.toLowerCase();
    return models.find((name) => stem(name).toLowerCase() === wanted) ?? models[0];
  }

  private open<T>(name: string, codec: Codec<T>): Original<T> | undefined {
    const bytes = this.files.get(name)!;
    try {
      return { name, bytes, file: codec.decode(bytes) };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      this.issues.push(issue(targetIssues['original-unreadable'], `'${name}': ${error.message}`));
      return undefined;
    }
  }
}

/** The files of a base that the scene can have come from: of a folder with many models, those of one. */
function filesFor(scene: Scene, base: Source): string[] {
  const { drafts, unnamed } = modelDrafts(base);
  const wanted = scene.name.toLowerCase();
  const isWanted = (file: string) => stem(file).toLowerCase() === wanted;
  // Models of one name are told apart by their kind: `pip-object` is `pip.object`.
  const named = drafts.filter(
    ({ file }) => isWanted(file) || `${stem(file)}-${extension(file).slice(1)}`.toLowerCase() === wanted,
  );
  const chosen = named.length > 0 ? named : likeliest(scene, drafts);
  const physics = [...base.entries()].map(({ name }) => name).filter((name) => extension(name) === '.bones');
  const stems = new Set([wanted, ...chosen.map(({ file }) => stem(file).toLowerCase())]);
  return [
    ...chosen.flatMap(({ file, motions, textures }) => [file, ...motions.map((motion) => motion.file), ...textures]),
    ...unnamed.filter((file) => drafts.length === 0 || isWanted(file)),
    ...physics.filter((file) => physics.length === 1 || stems.has(stem(file).toLowerCase())),
  ];
}

/** The share of a model's bones and names that a scene must have for the model to be its original. */
const ENOUGH = 0.5;

/** The models of the name whose bones the scene has most of; where several are alike, the one with its name in the scene. */
function likeliest(scene: Scene, drafts: readonly Draft[]): Draft[] {
  const nameOf = ({ file }: Draft) => stem(file).toLowerCase();
  if (new Set(drafts.map(nameOf)).size < 2) return [...drafts];
  const names = new Set([...scene.nodes, ...scene.meshes].map(({ name }) => name.toLowerCase()));
  const ranks = new Map<string, number>();
  for (const draft of drafts) {
    const shared = draft.bones.filter((bone) => names.has(bone)).length / Math.max(1, draft.bones.length);
    const rank = shared + (names.has(nameOf(draft)) ? 1 : 0);
    ranks.set(nameOf(draft), Math.max(rank, ranks.get(nameOf(draft)) ?? 0));
  }
  const [best, second] = [...ranks].sort((a, b) => b[1] - a[1]);
  return best![1] > Math.max(ENOUGH, second![1]) ? drafts.filter((draft) => nameOf(draft) === best![0]) : [];
}
