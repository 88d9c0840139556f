import type { Source } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Clip, Scene } from '../../scene/scene.ts';
import type { OutputFile, Target } from '../format.ts';
import { toVersion, withMorph } from './rfa.morph.ts';
import { fromClip } from './rfa.target.ts';
import { type Animation, animation } from './rfa.ts';
import { targetIssues } from './target.issues.ts';
import { fromScene } from './target.mesh.ts';
import { newMorph } from './target.morph.ts';
import { fileStem } from './target.names.ts';
import { findOriginal } from './target.originals.ts';
import { toBones } from './target.skeleton.ts';
import { nodeTypes } from './v3d.scene.ts';
import { bonesOf, mesh } from './v3d.ts';

// The clips of a scene as files (specification, sections 13.3 and 13.4).

/** Writes the clips of a scene, or the one that the option `clip` names: a file each. */
export const rfaTarget: Target = {
  id: 'rfa',
  title: 'Red Faction character animation, a file for every clip',
  write(scene, { base, options }) {
    const wanted = options['clip'] ?? 'all';
    const clips = scene.clips.filter(({ name }) => wanted === 'all' || name.toLowerCase() === wanted.toLowerCase());
    if (clips.length === 0) {
      const names = scene.clips.map(({ name }) => `'${name}'`).join(', ');
      const reason = scene.clips.length === 0 ? 'the scene has no clip' : `no clip '${wanted}' among ${names}`;
      return { value: [], issues: [issue(targetIssues['no-clip'], reason)] };
    }
    const issues: Issue[] = [];
    const boneNodes = boneNodesOf(scene, base, issues);
    const names = new Set<string>();
    const value = clips.map((clip) => writeClip(scene, clip, boneNodes, names, base, issues));
    return { value, issues };
  },
};

function writeClip(
  scene: Scene,
  clip: Clip,
  boneNodes: readonly number[],
  names: Set<string>,
  base: Source | undefined,
  issues: Issue[],
): OutputFile {
  const query = { scene, base, format: 'rfa', codec: animation, name: clip.name, orOnly: false };
  const original = findOriginal(query, issues);
  const { value, issues: found } = fromClip(scene, clip, boneNodes, original?.file);
  issues.push(...found);
  const file = withNewMorph(scene, clip, value, base, issues);
  const name = original?.name ?? uniqueName(fileStem(clip.name), names);
  names.add(name.toLowerCase());
  return { name, bytes: original !== undefined && file === original.file ? original.bytes : animation.encode(file) };
}

/** The clip with the vertices that morph targets move, where it has none of its own. */
function withNewMorph(scene: Scene, clip: Clip, file: Animation, base: Source | undefined, issues: Issue[]): Animation {
  if (file.numMorphKeyframes > 0 || !clip.tracks.some(({ path }) => path === 'weights')) return file;
  const original = findOriginal({ scene, base, format: 'v3c', codec: mesh, name: scene.name, orOnly: true }, []);
  const written = fromScene(scene, 'v3c', original?.file).value?.file;
  const morph = written && newMorph(scene, clip, written);
  // Version 7 has no times: its keyframes would have to be moved.
  if (morph !== undefined) return withMorph(toVersion(file, 8), morph);
  issues.push(issue(targetIssues['morph-not-written'], `'${clip.name}'`));
  return file;
}

function uniqueName(base: string, taken: ReadonlySet<string>): string {
  let name = `${base}.rfa`;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}.rfa`;
  return name;
}

/** The nodes that the tracks of clips move, in the order of the bones. */
function boneNodesOf(scene: Scene, base: Source | undefined, issues: Issue[]): readonly number[] {
  if (scene.skins.length > 0) {
    const original = findOriginal({ scene, base, format: 'v3c', codec: mesh, name: scene.name, orOnly: true }, []);
    const names = original === undefined ? [] : bonesOf(original.file).map(({ name }) => name);
    return toBones(scene, names, issues).nodes;
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
