import { type Codec, CodecError, textUntilZero } from '../../binary/index.ts';
import { extension, fileName, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import { restoreJointAxes } from '../../scene/joint-axes.ts';
import { emptyScene, type Scene } from '../../scene/scene.ts';
import { joinSplitNodes } from '../../scene/split-nodes.ts';
import { targetIssues } from './target.issues.ts';
import { toSkeleton } from './v3d.skeleton.ts';
import { bonesOf, type MeshFile, mesh, submeshesOf } from './v3d.ts';

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
  /**
   * Chooses where no file has the name: how well one fits the scene, from 0 to 1. Without it, only the name counts; with it, the
   * only file of its kind will do as well.
   */
  readonly likeness?: (file: T) => number;
}

/** The original of this name; that of `base` before the embedded one. Undefined where there is none that can be read. */
export function findOriginal<T>(query: OriginalQuery<T>, issues: Issue[]): Original<T> | undefined {
  const { scene, base, format } = query;
  const inBase = [...(base?.entries() ?? [])].filter((entry) => extension(entry.name) === `.${format}`);
  const embedded = scene.sources.filter((source) => source.format === format);
  return (
    chosen(
      inBase.map(({ name }) => ({ name, open: () => base!.open(name) })),
      query,
      issues,
    ) ??
    chosen(
      embedded.map(({ name, bytes }) => ({ name, open: () => bytes })),
      query,
      issues,
    )
  );
}

interface Candidate {
  readonly name: string;
  open(): Uint8Array | undefined;
}

/** The least likeness that counts: more than half. */
const ENOUGH = 0.5;

function chosen<T>(
  files: readonly Candidate[],
  { codec, name, likeness }: OriginalQuery<T>,
  issues: Issue[],
): Original<T> | undefined {
  const read = ({ name, open }: Candidate): Original<T> | undefined => {
    const bytes = open();
    if (bytes === undefined) return undefined;
    try {
      return { name: fileName(name), bytes, file: codec.decode(bytes) };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      issues.push(issue(targetIssues['original-unreadable'], `'${name}': ${error.message}`));
      return undefined;
    }
  };
  const named = files.find((file) => stem(file.name).toLowerCase() === name.toLowerCase());
  if (named !== undefined) return read(named);
  if (likeness === undefined) return undefined;
  if (files.length === 1) return read(files[0]!);
  const ranked = files
    .flatMap((file) => read(file) ?? [])
    .map((original) => ({ original, rank: likeness(original.file) }))
    .sort((a, b) => b.rank - a.rank);
  const [best, second] = ranked;
  return best !== undefined && best.rank > Math.max(ENOUGH, second?.rank ?? 0) ? best.original : undefined;
}

/** The mesh that a scene was made from. */
export function findOriginalMesh(
  scene: Scene,
  base: Source | undefined,
  format: 'v3c' | 'v3m',
  issues: Issue[],
): Original<MeshFile> | undefined {
  const names = new Set(scene.nodes.map(({ name }) => name.toLowerCase()));
  const likeness = (file: MeshFile) => {
    const parts = [...bonesOf(file), ...submeshesOf(file)].map(({ name }) => textUntilZero(name).toLowerCase());
    return parts.filter((part) => names.has(part)).length / Math.max(1, parts.length);
  };
  return findOriginal({ scene, base, format, codec: mesh, name: scene.name, likeness }, issues);
}

/** The scene with the axes that bones have in the original, where an editor turned them. */
export function withAxesOf(original: MeshFile | undefined, scene: Scene, issues: Issue[]): Scene {
  if (original === undefined || bonesOf(original).length === 0) return joinSplitNodes(scene);
  const { nodes, skin } = toSkeleton(bonesOf(original), 0, []);
  const restored = restoreJointAxes(joinSplitNodes(scene), { ...emptyScene(scene.name), nodes, skins: [skin] });
  if (restored.turned > 0) {
    const count = new Set(scene.skins.flatMap(({ joints }) => joints)).size;
    issues.push(issue(targetIssues['axes-restored'], `${restored.turned} of ${count} joints had turned axes`));
  }
  return restored.scene;
}
