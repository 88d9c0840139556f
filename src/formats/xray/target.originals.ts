import { type Codec, CodecError } from '../../binary/index.ts';
import { extension, fileName, Lookup, memorySource, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { modelScene, motionScene } from './model.scene.ts';
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
  private readonly scene: Scene;
  private readonly issues: Issue[];

  constructor(scene: Scene, base: Source | undefined, issues: Issue[]) {
    this.scene = scene;
    this.issues = issues;
    for (const { name, bytes } of scene.sources) this.files.set(name, bytes);
    for (const entry of base?.entries() ?? []) {
      const bytes = base!.open(entry.name);
      if (bytes !== undefined) this.files.set(fileName(entry.name), bytes);
    }
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
