import { decodePng } from '../../images/png.ts';
import { compareScenes, type Difference, resampled } from '../../scene/comparison.ts';
import type { Clip, Pixels, Scene, SceneImage } from '../../scene/scene.ts';
import { LOOKS } from './target.looks.ts';
import { swapsOf } from './target.retexture.ts';
import { boneNameOf } from './target.vertices.ts';
import type { SkeletonView } from './view.ts';

/** What was changed in a scene, in terms of the file it was made from. */
export interface Edits {
  /** Indices of bones that rest elsewhere. */
  readonly bones: ReadonlySet<number>;
  /** Names of shapes that have other vertices, triangles or weights. */
  readonly shapes: ReadonlySet<string>;
  /** Names of clips that are new or move otherwise. */
  readonly clips: ReadonlySet<string>;
  /** Names of clips that the scene lacks. */
  readonly lostClips: readonly string[];
  /** Names of pictures with other pixels. */
  readonly images: ReadonlySet<string>;
  /** Nodes that are neither bones nor shapes. */
  readonly extraNodes: readonly string[];
  /** Of materials by name: what of their look was changed. */
  readonly looks: ReadonlyMap<string, ReadonlySet<string>>;
  /** What can't be written, by what it is. */
  readonly unwritten: ReadonlyMap<string, number>;
}

const CHANGED_PICTURES = new Set(['pixels', 'size']);
const TRANSFORMS = new Set(['translation', 'rotation', 'scale']);

/** `Body LOD1` -> `Body` */
export const shapeNameOf = (mesh: string): string => mesh.replace(/ LOD\d+$/, '');

/** The differences between the scene of the originals and the one at hand. */
export function editsOf(before: Scene, after: Scene, skeleton: SkeletonView): Edits {
  const byName = new Map(skeleton.bones.map(({ name }, b) => [name, b]));
  const bones = new Set<number>();
  const shapes = new Set<string>();
  const clips = new Set<string>();
  const lostClips: string[] = [];
  const images = new Set<string>();
  const extraNodes: string[] = [];
  const looks = new Map<string, Set<string>>();
  const unwritten = new Map<string, number>();
  // Other pictures of materials are written with the textures (`target.retexture.ts`).
  const swapped = new Set(swapsOf(before, after).map(({ material, slot }) => `${material} ${slot}`));
  const count = (what: string) => unwritten.set(what, (unwritten.get(what) ?? 0) + 1);
  for (const difference of compareScenes(before, after, { tolerance: resampled, pixelsOf })) {
    const { kind, name, what } = difference;
    const bone = byName.get(boneNameOf(name));
    if (kind === 'node' && bone !== undefined && TRANSFORMS.has(what)) bones.add(bone);
    else if (kind === 'node' && what === 'added') extraNodes.push(name);
    else if (kind === 'mesh') noteMesh(difference, shapes, count);
    else if (kind === 'clip' && what === 'removed') lostClips.push(name);
    else if (kind === 'clip') noteClip(difference, after.clips[difference.after!]!, clips, count);
    else if (kind === 'image' && CHANGED_PICTURES.has(what)) images.add(name);
    else if (kind === 'material' && LOOKS.has(what)) looks.set(name, (looks.get(name) ?? new Set()).add(what));
    else if (kind === 'material' && what !== 'removed' && !swapped.has(`${name} ${what}`))
      count(`${what} of materials`);
  }
  return { bones, shapes, clips, lostClips, images, extraNodes, looks, unwritten };
}

/** Skeletal animations are written; those of key shapes and of visibility are files' own, and stay. */
function noteClip({ name, what }: Difference, clip: Clip, clips: Set<string>, count: (what: string) => void): void {
  const isNew = what === 'added';
  if (clip.extras?.['visibility'] === true) count(isNew ? 'clips of visibility' : 'tracks of visibility');
  else if (what.startsWith('weights of ')) count('tracks of morph weights');
  else clips.add(name);
  if (isNew) for (const { path } of clip.tracks) if (path === 'weights') count('tracks of morph weights');
}

function noteMesh({ name, what }: Difference, shapes: Set<string>, count: (what: string) => void): void {
  const isLevel = name !== shapeNameOf(name);
  if (what === 'added') count('added meshes');
  else if (what.startsWith('material')) count('other materials of meshes');
  else if (!(what === 'removed' && isLevel)) shapes.add(shapeNameOf(name)); // coarser levels are made of the finest
}

function pixelsOf({ data }: SceneImage): Pixels | undefined {
  if (!('bytes' in data)) return data;
  return data.mimeType === 'image/png' ? decodePng(data.bytes) : undefined;
}
