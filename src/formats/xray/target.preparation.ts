import { alignSurface, type Surface } from '../../scene/alignment.ts';
import { pairByName } from '../../scene/comparison.ts';
import { influencesOf, jointNames } from '../../scene/influences.ts';
import { restoreJointAxes } from '../../scene/joint-axes.ts';
import type { Extras, Mesh, Node, Primitive, Scene } from '../../scene/scene.ts';
import { joinSplitNodes } from '../../scene/split-nodes.ts';
import { withKnownKeys } from './target.keys.ts';
import { pairParts, unnumbered } from './target.pairs.ts';

// Editors turn axes of bones, number vertices anew, sort primitives by material and forget what they do not know. A scene is
// brought back to the shape of the one that its originals make, so that what still differs was edited.

export interface Prepared {
  readonly scene: Scene;
  /** How many bones had turned axes. */
  readonly turned: number;
}

/** The scene as far as possible with the axes, the vertices, the order and the extras of another. */
export function prepared(scene: Scene, before: Scene): Prepared {
  const restored = restoreJointAxes(joinSplitNodes(scene), before);
  const known = withKnownExtras(restored.scene, before);
  return { scene: withKnownKeys(withKnownVertices(known, before), before), turned: restored.turned };
}

/** What parts of the scene say about themselves, with what an editor dropped of it. */
function withKnownExtras(scene: Scene, before: Scene): Scene {
  const filled = <T extends { readonly name: string; readonly extras?: Extras }>(
    now: readonly T[],
    then: readonly T[],
  ): T[] => {
    const parts = [...now];
    for (const [i, partner] of pairByName(then, now).entries()) {
      const known = then[i]!.extras?.xray;
      if (partner === undefined || known === undefined) continue;
      const part = parts[partner]!;
      parts[partner] = { ...part, extras: { ...part.extras, xray: merged(known, part.extras?.xray) } };
    }
    return parts;
  };
  const pairs = pairParts(before.materials, scene.materials);
  const materials = filled(scene.materials, renamed(before.materials, pairs, scene.materials));
  for (const [i, { name }] of before.materials.entries()) {
    const partner = pairs[i];
    if (partner === undefined || unnumbered(materials[partner]!.name) !== unnumbered(name)) continue;
    materials[partner] = { ...materials[partner]!, name };
  }
  const nodes: Node[] = filled(scene.nodes, before.nodes);
  return {
    ...scene,
    nodes,
    materials,
    meshes: filled(scene.meshes, before.meshes),
    clips: filled(scene.clips, before.clips),
  };
}

/** What an editor kept over what was known. Blender makes a text of what holds numbers that are too large for it. */
const merged = (known: unknown, own: unknown): Extras => ({
  ...(known as Extras),
  ...(typeof own === 'object' && own !== null && !Array.isArray(own) && (own as Extras)),
});

/** Parts with the names of their partners. */
function renamed<T extends { readonly name: string }>(
  parts: readonly T[],
  pairs: readonly (number | undefined)[],
  others: readonly { readonly name: string }[],
): T[] {
  return parts.map((part, i) => (pairs[i] === undefined ? part : { ...part, name: others[pairs[i]]!.name }));
}

function withKnownVertices(scene: Scene, before: Scene): Scene {
  const meshes = [...scene.meshes];
  const materials = pairParts(before.materials, scene.materials);
  for (const [i, partner] of pairParts(before.meshes, scene.meshes).entries()) {
    if (partner === undefined) continue;
    const [old, now] = [before.meshes[i]!, scene.meshes[partner]!];
    meshes[partner] = alignedMesh({ scene: before, mesh: old }, { scene, mesh: now }, materials);
  }
  return { ...scene, meshes };
}

interface Side {
  readonly scene: Scene;
  readonly mesh: Mesh;
}

function alignedMesh(before: Side, after: Side, materials: readonly (number | undefined)[]): Mesh {
  const [old, now] = [before.mesh.primitives, after.mesh.primitives];
  if (old.length !== now.length) return after.mesh;
  const left = [...now];
  const pairs = old.map(({ material }) => {
    const found = left.findIndex(
      (each) => each.material === (material === undefined ? undefined : materials[material]),
    );
    return found < 0 ? undefined : left.splice(found, 1)[0]!;
  });
  const primitives = old.map((primitive, i) => {
    const partner = pairs[i] ?? left.shift()!;
    return alignedPrimitive({ ...before, primitive }, { ...after, primitive: partner }) ?? partner;
  });
  return { ...after.mesh, primitives };
}

/** The primitive with the vertices and triangles of another; undefined where those are gone. */
function alignedPrimitive(
  before: Side & { primitive: Primitive },
  after: Side & { primitive: Primitive },
): Primitive | undefined {
  const [old, now] = [before.primitive, after.primitive];
  const alignment = alignSurface(toSurface(before.scene, old), toSurface(after.scene, now));
  if (alignment === undefined) return undefined;
  const { surface, partners } = alignment;
  const picked = <A extends Float32Array | Uint8Array | Uint16Array>(
    from: A,
    into: A | undefined,
    width: number,
  ): A => {
    const values = (into?.slice() ?? new (from.constructor as new (length: number) => A)(partners.length * width)) as A;
    for (const [v, w] of partners.entries()) {
      if (w >= 0) values.set(from.subarray(w * width, w * width + width), v * width);
    }
    return values;
  };
  const { tangents: _, ...rest } = now;
  return {
    ...rest,
    indices: old.indices,
    positions: surface.positions,
    ...(old.normals && now.normals && { normals: surface.normals }),
    ...(old.tangents && { tangents: old.tangents }),
    uvs: now.uvs.map((uvs, set) => (set === 0 && old.uvs.length > 0 ? surface.uvs : picked(uvs, old.uvs[set], 2))),
    colors: now.colors.map((colors, set) => picked(colors, old.colors[set] as typeof colors | undefined, 4)),
    ...alignedSkinning(before, after, partners),
  };
}

function toSurface(scene: Scene, { positions, normals, uvs, indices, material }: Primitive): Surface {
  const isDouble = material !== undefined && scene.materials[material]!.doubleSided;
  return {
    positions,
    normals: normals ?? new Float32Array(positions.length),
    uvs: uvs[0] ?? new Float32Array((positions.length / 3) * 2),
    corners: Uint32Array.from(indices),
    doubleSided: new Uint8Array(indices.length / 3).fill(isDouble ? 1 : 0),
  };
}

/** What weights may be off in an editor that stores them anew. */
const WEIGHT_TOLERANCE = 4e-3;

/** Joints and weights by vertex of `before`: as they were where they are alike, in the numbers of the scene's own skin. */
function alignedSkinning(
  before: Side & { primitive: Primitive },
  after: Side & { primitive: Primitive },
  partners: Int32Array,
): Pick<Primitive, 'joints' | 'weights'> {
  const [old, now] = [before.primitive, after.primitive];
  if (now.joints.length === 0 || old.joints.length !== 1 || old.weights.length !== 1) {
    return { joints: now.joints, weights: now.weights };
  }
  const [oldName, newName] = [jointNames(before.scene, before.mesh), jointNames(after.scene, after.mesh)];
  const numbers = new Map<string | number, number>();
  const skin =
    after.scene.skins[after.scene.nodes.find(({ mesh }) => after.scene.meshes[mesh ?? -1] === after.mesh)?.skin ?? -1];
  for (const i of skin?.joints.keys() ?? []) numbers.set(newName(i), i);
  const joints = new Uint16Array(partners.length * 4);
  const weights = new Float32Array(partners.length * 4);
  for (const [v, w] of partners.entries()) {
    const [was, is] = [influencesOf(old, v, oldName), w < 0 ? undefined : influencesOf(now, w, newName)];
    const isSame =
      is === undefined ||
      [...new Set([...was.keys(), ...is.keys()])].every(
        (name) => Math.abs((was.get(name) ?? 0) - (is.get(name) ?? 0)) <= WEIGHT_TOLERANCE,
      );
    const strongest = [...(isSame ? was : is)].sort((a, b) => b[1] - a[1]).slice(0, 4);
    for (const [k, [name, weight]] of strongest.entries()) {
      joints[v * 4 + k] = numbers.get(name) ?? 0;
      weights[v * 4 + k] = weight;
    }
  }
  return { joints: [joints], weights: [weights] };
}
