import type { Source } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Clip, Scene } from '../../scene/scene.ts';
import type { OutputFile, Target } from '../format.ts';
import { toVersion, withMorph } from './rfa.morph.ts';
import { fromClip } from './rfa.target.ts';
import { type Animation, animation } from './rfa.ts';
import { targetIssues } from './target.issues.ts';
import { fromScene } from './target.mesh.ts';
import { movedVertices, newMorph } from './target.morph.ts';
import { fileStem } from './target.names.ts';
import { findOriginal, findOriginalMesh, withAxesOf } from './target.originals.ts';
import { toBones } from './target.skeleton.ts';
import { nodeTypes } from './v3d.scene.ts';
import { bonesOf, type MeshFile } from './v3d.ts';

// The clips of a scene as files (specification, sections 13.3 and 13.4).

/** By the option `rfa-version`. */
const versions: Readonly<Record<string, 7 | 8>> = { 7: 7, 8: 8 };

/** Writes the clips of a scene, or the one that the option `clip` names: a file each. */
export const rfaTarget: Target = {
  id: 'rfa',
  title: 'Red Faction character animation, a file for every clip',
  write(given, { base, options }) {
    const wanted = options['clip'] ?? 'all';
    const clips = given.clips.filter(({ name }) => wanted === 'all' || name.toLowerCase() === wanted.toLowerCase());
    if (clips.length === 0) {
      const names = given.clips.map(({ name }) => `'${name}'`).join(', ');
      const reason = given.clips.length === 0 ? 'the scene has no clip' : `no clip '${wanted}' among ${names}`;
      return { value: [], issues: [issue(targetIssues['no-clip'], reason)] };
    }
    const issues: Issue[] = [];
    const mesh = given.skins.length === 0 ? undefined : findOriginalMesh(given, base, 'v3c', issues)?.file;
    const scene = withAxesOf(mesh, given, issues);
    const boneNodes = boneNodesOf(scene, mesh, issues);
    const version = versions[options['rfa-version'] ?? ''];
    const context: ClipContext = { scene, mesh, base, boneNodes, version, issues };
    const names = new Set<string>();
    const value = clips.map((clip) => writeClip(scene.clips[given.clips.indexOf(clip)]!, names, context));
    return { value, issues };
  },
};

/** What all clips of a scene are written with. */
interface ClipContext {
  readonly scene: Scene;
  /** The original of the mesh that they move. */
  readonly mesh: MeshFile | undefined;
  readonly base: Source | undefined;
  readonly boneNodes: readonly number[];
  /** The version to write; undefined: that of the original. */
  readonly version: 7 | 8 | undefined;
  readonly issues: Issue[];
}

function writeClip(clip: Clip, names: Set<string>, context: ClipContext): OutputFile {
  const { scene, mesh, base, boneNodes, version, issues } = context;
  const original = findOriginal({ scene, base, format: 'rfa', codec: animation, name: clip.name }, issues);
  if (original !== undefined && mesh === undefined && scene.skins.length > 0) {
    issues.push(issue(targetIssues['axes-unknown'], `'${original.name}' is there, no .v3c of '${scene.name}'`));
  }
  const { value, issues: found } = fromClip(scene, clip, boneNodes, original?.file);
  issues.push(...found);
  const morphed = withMorphOf(clip, value, context);
  const file = version === undefined ? morphed : toVersion(morphed, version);
  const name = original?.name ?? uniqueName(fileStem(clip.name), names);
  names.add(name.toLowerCase());
  if (original === undefined) return { name, bytes: animation.encode(file) };
  if (file === original.file) {
    issues.push(issue(targetIssues.unchanged, `'${name}'`));
    return { name, bytes: original.bytes };
  }
  if (file.version !== original.file.version) {
    issues.push(
      issue(
        targetIssues['version-changed'],
        `'${name}' was version ${original.file.version}, and is ${file.version} now`,
      ),
    );
  }
  return { name, bytes: animation.encode(file) };
}

/** The clip with the vertices that morph targets move; its own where they move as they did. */
function withMorphOf(clip: Clip, file: Animation, { scene, mesh, issues }: ClipContext): Animation {
  const hasMorph = file.morphKeyframeCount > 0 && file.morphVertices.length > 0;
  const isTracked = clip.tracks.some(({ path, times }) => path === 'weights' && times.length > 0);
  if (!isTracked) {
    const canMorph = scene.meshes.some(({ primitives }) => primitives.some(({ targets }) => targets.length > 0));
    if (hasMorph && canMorph)
      issues.push(issue(targetIssues['morph-kept'], `'${clip.name}' has no weights in the scene`));
    return file;
  }
  const written = fromScene(scene, 'v3c', mesh).value?.file;
  const morph = written && newMorph(scene, clip, written, hasMorph ? file.morphVertices : []);
  if (morph === undefined) {
    if (hasMorph) issues.push(issue(targetIssues['morph-kept'], `'${clip.name}' moves no vertex of the finest level`));
    return file;
  }
  const moved = movedVertices(file, morph);
  if (moved === 0) return file;
  const reason = `'${clip.name}' moves ${moved} of ${morph.vertices.length} vertices in another way`;
  if (hasMorph) issues.push(issue(targetIssues['morph-changed'], reason));
  // Version 7 has no times, to which keyframes would have to be moved.
  return withMorph(toVersion(file, 8), morph);
}

function uniqueName(base: string, taken: ReadonlySet<string>): string {
  let name = `${base}.rfa`;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}.rfa`;
  return name;
}

/** The nodes that the tracks of clips move, in the order of the bones. */
function boneNodesOf(scene: Scene, mesh: MeshFile | undefined, issues: Issue[]): readonly number[] {
  if (scene.skins.length > 0) {
    return toBones(scene, mesh === undefined ? [] : bonesOf(mesh).map(({ name }) => name), issues).nodes;
  }
  const rank = (node: number) => boneIndexOf(scene, node) ?? Number.MAX_SAFE_INTEGER;
  const bones = [...scene.nodes.keys()].filter((node) => boneIndexOf(scene, node) !== undefined);
  if (bones.length > 0) return bones.sort((a, b) => rank(a) - rank(b));
  return [...new Set(scene.clips.flatMap(({ tracks }) => tracks.map(({ node }) => node)))].sort((a, b) => a - b);
}

/** The number of a bone, by the extras of its node or by its name where a clip came without a mesh. */
function boneIndexOf(scene: Scene, node: number): number | undefined {
  const { name, extras } = scene.nodes[node]!;
  const stored = extras?.['rf_type'] === nodeTypes.bone ? extras['rf_bone_index'] : undefined;
  if (typeof stored === 'number') return stored;
  const match = /^bone_(\d+)$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
