import { childrenOf, hierarchy } from '../../scene/hierarchy.ts';
import type { Clip, Node, Primitive, Scene, Track, Vector3 } from '../../scene/scene.ts';
import { type BoneTransform, inverseMatricesOf } from './pose.ts';
import { freeName } from './skeleton.scene.ts';
import { boneTransforms, identityFlags } from './target.bones.ts';
import { boneNameOf } from './target.vertices.ts';
import type { BoneView, SkeletonView } from './view.ts';

// The skeleton of a scene that no original has a model for: every node is a bone but those that only draw a mesh, the one
// that stands for the model, and the helpers that our own scenes have (see `skeleton.scene.ts`).

/** A scene as the game is to have it. */
export interface SceneRig {
  /** The scene in units of the game, without what its model node does; names tell bones apart. */
  readonly scene: Scene;
  /** All bones, with an empty matrix palette. */
  readonly skeleton: SkeletonDraft;
  /** The bone of each node: its own, or else that of the nearest node above. */
  readonly boneOf: readonly number[];
}

export interface SkeletonDraft extends SkeletonView {
  readonly bones: readonly BoneDraft[];
}

export interface BoneDraft extends BoneView, BoneTransform {
  readonly name: string;
}

const STANDARD = 0x1100;
const MAYA = 0x1200;
const VISIBLE = 0x1001;
const COMPENSATES = 1 << 23;
const NO_BILLBOARD = 0xffff;
/** What of the flags of a bone is not about its transform: visible, kind of billboard. */
const KEPT_FLAGS = 0x70001;

/** `unit`: how many metres a unit of the game is. */
export function rigOf(original: Scene, unit: number): SceneRig {
  const roles = rolesOf(original, unit);
  const scene = inUnits(renamed(original, roles), roles, unit);
  const bones = hierarchyOf(scene.nodes).filter((node) => roles[node] === 'bone');
  const boneOf = scene.nodes.map((_, node) => nearestBone(scene.nodes, roles, bones, node));
  if (
    boneOf.some(
      (bone, node) => bone === undefined && scene.nodes[node]!.mesh !== undefined && !isSkinned(scene.nodes[node]!),
    ) ||
    bones.length === 0
  ) {
    bones.push(addRoot(scene));
    boneOf.push(bones.length - 1);
  }
  const helped = new Set(
    scene.nodes.flatMap(({ parent }, n) => (roles[n] === 'scale' && parent !== undefined ? [parent] : [])),
  );
  const skeleton = skeletonOf(scene, bones, boneOf, helped);
  return { scene, skeleton, boneOf: boneOf.map((bone) => bone ?? bones.length - 1) };
}

/** `model` stands for all, `scale` and `rigid` are helpers of the bone above. */
type Role = 'model' | 'bone' | 'scale' | 'rigid' | 'mesh';

const isSkinned = ({ skin }: Node): boolean => skin !== undefined;

function rolesOf(scene: Scene, unit: number): Role[] {
  const { nodes } = scene;
  const children = childrenOf(nodes);
  const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
  const moved = new Set(
    scene.clips.flatMap(({ tracks }) => tracks.filter((track) => !isVisibility(scene, track)).map(({ node }) => node)),
  );
  const roles = new Array<Role>(nodes.length).fill('bone');
  for (const n of hierarchyOf(nodes).reverse()) {
    const { name, parent, mesh } = nodes[n]!;
    const isHelper =
      parent !== undefined && name !== nodes[parent]!.name && boneNameOf(name) === boneNameOf(nodes[parent]!.name);
    const holdsBones = children[n]!.some((child) => roles[child] !== 'mesh');
    if (isHelper && mesh === undefined) roles[n] = name.endsWith('__rigid') ? 'rigid' : 'scale';
    else if (mesh !== undefined && !holdsBones && !joints.has(n) && !moved.has(n)) roles[n] = 'mesh';
  }
  const roots = nodes.flatMap(({ parent }, n) => (parent === undefined && roles[n] === 'bone' ? [n] : []));
  const [root] = roots;
  if (roots.length !== 1 || joints.has(root!) || moved.has(root!) || nodes[root!]!.mesh !== undefined) return roles;
  if (children[root!]!.length > 0 && isUnmoved(nodes[root!]!, unit)) roles[root!] = 'model';
  return roles;
}

/** Whether a node does nothing but set the unit. */
function isUnmoved({ translation, rotation, scale }: Node, unit: number): boolean {
  const isZero = (values: readonly number[] = []) => values.every((value) => Math.abs(value) < 1e-6);
  return (
    isZero(translation) &&
    isZero(rotation?.slice(0, 3)) &&
    (isZero(scale?.map((factor) => factor - 1)) || isZero(scale?.map((factor) => factor / unit - 1)))
  );
}

/** Visible or not, which scenes say with a scale of one or nothing of a node that draws a mesh. */
export function isVisibility({ nodes }: Scene, { node, path, interpolation, values }: Track): boolean {
  const isSwitch =
    path === 'scale' && nodes[node]?.mesh !== undefined && (interpolation === 'step' || values.length === 3);
  return (isSwitch && values.every((value) => value === 0 || value === 1)) || path === 'weights';
}

/** Parents before children; nodes that are already so in their own order. */
function hierarchyOf(nodes: readonly Node[]): number[] {
  const isOrdered = nodes.every(({ parent = -1 }, n) => parent < n);
  return isOrdered ? [...nodes.keys()] : hierarchy(nodes);
}

/** The scene with a name of its own for each bone, which its helpers share, and none that looks like one for the others. */
function renamed(scene: Scene, roles: readonly Role[]): Scene {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const n of hierarchyOf(scene.nodes)) {
    if (roles[n] !== 'bone') continue;
    const name = freeName(scene.nodes[n]!.name || 'bone', taken);
    taken.add(name);
    names.set(n, name);
  }
  for (const n of hierarchyOf(scene.nodes)) {
    const { parent = -1 } = scene.nodes[n]!;
    if (roles[n] === 'scale' || roles[n] === 'rigid')
      names.set(n, `${boneNameOf(names.get(parent) ?? '')}__${roles[n]}`);
    else if (roles[n] !== 'bone') names.set(n, `\0${n}`);
  }
  return { ...scene, nodes: scene.nodes.map((node, n) => ({ ...node, name: names.get(n)! })) };
}

/** The scene in units of the game: its model node alone may say what they are. */
function inUnits(scene: Scene, roles: readonly Role[], unit: number): Scene {
  const model = roles.indexOf('model');
  const stated = scene.nodes[model]?.scale?.[0] ?? 1;
  const nodes = scene.nodes.map((node, n) => {
    if (n !== model) return node;
    const { scale: _, translation: __, rotation: ___, ...rest } = node;
    return rest;
  });
  const factor = Math.abs(stated / unit - 1) < 1e-6 ? 1 : stated / unit;
  return factor === 1 ? { ...scene, nodes } : scaled({ ...scene, nodes }, factor);
}

/** All lengths of a scene times a factor. */
function scaled(scene: Scene, factor: number): Scene {
  const times = (values: Float32Array) => values.map((value) => value * factor);
  return {
    ...scene,
    nodes: scene.nodes.map((node) =>
      node.translation === undefined
        ? node
        : { ...node, translation: node.translation.map((x) => x * factor) as Vector3 },
    ),
    meshes: scene.meshes.map((mesh) => ({
      ...mesh,
      primitives: mesh.primitives.map(
        (primitive): Primitive => ({
          ...primitive,
          positions: times(primitive.positions),
          targets: primitive.targets.map((target) => ({ ...target, positions: times(target.positions) })),
        }),
      ),
    })),
    skins: scene.skins.map((skin) => ({
      ...skin,
      inverseBindMatrices: skin.inverseBindMatrices.map((x, i) => (i % 16 > 11 && i % 16 < 15 ? x * factor : x)),
    })),
    clips: scene.clips.map(
      (clip): Clip => ({
        ...clip,
        tracks: clip.tracks.map((track) =>
          track.path === 'translation' ? { ...track, values: times(track.values) } : track,
        ),
      }),
    ),
  };
}

function nearestBone(
  nodes: readonly Node[],
  roles: readonly Role[],
  bones: readonly number[],
  node: number,
): number | undefined {
  for (let at: number | undefined = node; at !== undefined; at = nodes[at]!.parent) {
    if (roles[at] === 'bone') return bones.indexOf(at);
  }
  return undefined;
}

/** A bone for what hangs from none. */
function addRoot({ nodes }: Scene): number {
  return nodes.push({ name: freeName('Root', new Set(nodes.map(({ name }) => name))) }) - 1;
}

function skeletonOf(
  scene: Scene,
  bones: readonly number[],
  boneOf: readonly (number | undefined)[],
  helped: ReadonlySet<number>,
): SkeletonDraft {
  const flags = helped.size > 0 ? MAYA : STANDARD;
  const rough = bones.map((node): BoneDraft => {
    const { name, parent, extras } = scene.nodes[node]!;
    const stored = typeof extras?.['flags'] === 'number' ? extras['flags'] : VISIBLE;
    const billboard = typeof extras?.['billboard'] === 'number' ? extras['billboard'] : NO_BILLBOARD;
    return {
      name,
      parent: parent === undefined ? -1 : (boneOf[parent] ?? -1),
      flags:
        ((stored & KEPT_FLAGS) | (VISIBLE & ~1) | (parent !== undefined && helped.has(parent) ? COMPENSATES : 0)) >>> 0,
      billboard: billboard < bones.length ? billboard : NO_BILLBOARD,
      smoothMatrix: -1,
      rigidMatrix: -1,
      scale: [1, 1, 1],
      rotation: [0, 0, 0, 1],
      translation: [0, 0, 0],
    };
  });
  const none = { flags, matrixToBone: [], smoothMatrixCount: 0, inverseMatrices: [] };
  const transforms = boneTransforms({ ...none, bones: rough }, scene, rough.keys());
  return { ...none, bones: rough.map((bone, b) => placed(bone, transforms.get(b)!)) };
}

/** Numbers as they are stored, so that what is computed from them fits the file. */
function placed(bone: BoneDraft, { scale, rotation, translation }: BoneTransform): BoneDraft {
  const moved = {
    ...bone,
    scale: Float32Array.from(scale),
    rotation: Float32Array.from(rotation),
    translation: Float32Array.from(translation),
  };
  return { ...moved, flags: identityFlags(moved) };
}

/** The skeleton with a matrix palette: bones that blend, then bones that vertices hang from whole. */
export function withPalette(
  skeleton: SkeletonDraft,
  smooth: ReadonlySet<number>,
  rigid: ReadonlySet<number>,
): SkeletonDraft {
  const ascending = (bones: ReadonlySet<number>) => [...bones].sort((a, b) => a - b);
  const matrixToBone = [...ascending(smooth), ...ascending(rigid)];
  const smoothMatrixCount = smooth.size;
  const bones = skeleton.bones.map((bone, b) => ({
    ...bone,
    smoothMatrix: matrixToBone.slice(0, smoothMatrixCount).indexOf(b),
    rigidMatrix: matrixToBone.indexOf(b, smoothMatrixCount),
  }));
  const draft = { ...skeleton, bones, matrixToBone, smoothMatrixCount };
  return { ...draft, inverseMatrices: inverseMatricesOf(draft) };
}
