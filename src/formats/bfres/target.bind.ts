import { compose, decompose, invert, type Matrix4, multiply, type Quaternion } from '../../math/index.ts';
import { hierarchy } from '../../scene/hierarchy.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Clip, Node, Scene, Track, TrackPath, Vector3 } from '../../scene/scene.ts';

// Programs export characters in the pose of the moment. The format wants the pose in which the vertices were bound to the
// bones: blended vertices move as they should from there alone.

/** How far matrices may be apart to be the same. */
const SAME = 1e-4;

/** The scene with its joints where the skins were bound, if they are elsewhere; `posed`: how many joints were. */
export function boundAtRest(scene: Scene): { readonly scene: Scene; readonly posed: number } {
  const worlds = worldMatrices(scene);
  const worldOf = (node: number): Matrix4 => [...worlds.subarray(16 * node, 16 * node + 16)];
  const order = hierarchy(scene.nodes);
  const binds = new Map<number, Matrix4>();
  let posed = 0;
  for (const { joints, inverseBindMatrices } of scene.skins) {
    const inverses = new Map(joints.map((joint, i) => [joint, [...inverseBindMatrices.subarray(16 * i, 16 * i + 16)]]));
    // Vertices of joints without a matrix are in the space of the bone: these are bound wherever the bone is.
    const own = order.filter((node) => inverses.has(node) && !isSame(inverses.get(node)!, compose()));
    if (own.length === 0) continue;
    const first = multiply(worldOf(own[0]!), inverses.get(own[0]!)!);
    const strayed = own.filter((node) => !isSame(multiply(worldOf(node), inverses.get(node)!), first));
    if (strayed.length === 0) continue;
    posed += strayed.length;
    for (const node of own) {
      const inverse = invert(inverses.get(node)!);
      if (inverse !== undefined && !binds.has(node)) binds.set(node, multiply(first, inverse));
    }
  }
  if (posed === 0) return { scene, posed };
  const nodes = scene.nodes.map((node) => ({ ...node }));
  const placed = new Map<number, Matrix4>();
  for (const n of order) {
    const { parent, translation, rotation, scale } = nodes[n]!;
    const above = parent === undefined ? compose() : placed.get(parent)!;
    const bind = binds.get(n);
    if (bind !== undefined) Object.assign(nodes[n]!, transformOf(multiply(invert(above) ?? compose(), bind)));
    placed.set(n, bind ?? multiply(above, compose(translation, rotation, scale)));
  }
  const clips = scene.clips.map((clip) => ({ ...clip, tracks: [...clip.tracks, ...heldTracks(scene, clip, binds)] }));
  return { scene: { ...scene, nodes, clips }, posed };
}

/** Has what a clip does not move stand where it stood. */
function heldTracks({ nodes }: Scene, { tracks }: Clip, moved: ReadonlyMap<number, Matrix4>): Track[] {
  const known = new Set(tracks.map(({ node, path }) => `${node} ${path}`));
  return [...moved.keys()].flatMap((node) => {
    const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = nodes[node]!;
    return Object.entries({ translation, rotation, scale })
      .filter(([path]) => !known.has(`${node} ${path}`))
      .map(([path, values]): Track => {
        const value = Float32Array.from(values);
        return { node, path: path as TrackPath, interpolation: 'linear', times: Float32Array.of(0), values: value };
      });
  });
}

function transformOf(matrix: Matrix4): Pick<Node, 'translation' | 'rotation' | 'scale'> {
  const { translation, rotation, scale } = decompose(matrix);
  const isUnscaled = scale.every((factor) => Math.abs(factor - 1) < 1e-5);
  return {
    translation: [...translation] as Vector3,
    rotation: [...rotation] as Quaternion,
    scale: isUnscaled ? [1, 1, 1] : ([...scale] as Vector3),
  };
}

function isSame(a: Matrix4, b: Matrix4): boolean {
  const size = Math.max(1, ...a.map(Math.abs));
  return a.every((value, i) => Math.abs(value - b[i]!) <= SAME * size);
}
