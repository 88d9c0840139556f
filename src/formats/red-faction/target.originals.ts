import { type Codec, CodecError } from '../../binary/index.ts';
import { extension, fileName, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene } from '../../scene/scene.ts';
import { targetIssues } from './target.issues.ts';

// The files that a scene was made from: beside it in a source, or embedded in it.

export interface Original<T> {
  /** Name without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly file: T;
}

export interface OriginalQuery<T> {
  readonly scene: Scene;
  readonly base: Source | undefined;
  readonly format: string;
  readonly codec: Codec<T>;
  /** Name of the file without extension. */
  readonly name: string;
  /** Whether a file of another name will do, if it is the only one of its kind. */
  readonly orOnly: boolean;
}

/** The original of this name; that of `base` before the embedded one. Undefined where there is none that can be read. */
export function findOriginal<T>(query: OriginalQuery<T>, issues: Issue[]): Original<T> | undefined {
  const { scene, base, format, codec, name, orOnly } = query;
  const inBase = [...(base?.entries() ?? [])].filter((entry) => extension(entry.name) === `.${format}`);
  const embedded = scene.sources.filter((source) => source.format === format);
  const candidates = [
    ...chosen(inBase, name, orOnly).map((entry) => ({ name: entry.name, bytes: base!.open(entry.name) })),
    ...chosen(embedded, name, orOnly),
  ];
  for (const { name, bytes } of candidates) {
    if (bytes === undefined) continue;
    try {
      return { name: fileName(name), bytes, file: codec.decode(bytes) };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      issues.push(issue(targetIssues['original-unreadable'], `'${name}': ${error.message}`));
    }
  }
  return undefined;
}

function chosen<T extends { readonly name: string }>(files: readonly T[], name: string, orOnly: boolean): readonly T[] {
  const named = files.filter((file) => stem(file.name).toLowerCase() === name.toLowerCase());
  if (named.length > 0 || !orOnly) return named.slice(0, 1);
  return files.length === 1 ? files : [];
}
