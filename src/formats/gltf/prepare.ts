import { formatIssue, type IssueKind, type Path } from '../../issue.ts';
import type { Clip, Material, Mesh, Node, Primitive, Scene, Track, TrackPath, Vector3 } from '../../scene/scene.ts';
import { textureSlots, validateScene } from '../../scene/validation.ts';
import { gltfIssues } from './gltf.check.ts';
import { withDirections, withSigns, withUnitQuaternions, withUsableInfluences } from './repairs.ts';
import type { Tally } from './tally.ts';

/**
 * A scene that glTF can say without an error or a warning of the Khronos validator: what glTF does not allow is repaired
 * or left out, with a tally. The scene itself stays as it is; arrays that need no repair are shared with it.
 *
 * @throws Error where the scene refers to parts that do not exist or has arrays that do not fit, which is the mistake of
 * whoever made it.
 */
export function prepare(scene: Scene, tally: Tally): Scene {
  for (const found of validateScene(scene)) {
    if (found.severity === 'error') throw new Error(`scene '${scene.name}': ${formatIssue(found)}`);
  }
  const { meshes, meshOf } = prepareMeshes(scene, tally);
  const { skins, skinOf } = prepareSkins(scene);
  const nodes = scene.nodes.map((node, i) => prepareNode(node, meshes, meshOf, skinOf, tally, ['nodes', i]));
  const separated = separateUnskinned(nodes, meshes, tally);
  return {
    ...scene,
    meshes: separated,
    skins,
    nodes,
    clips: prepareClips({ ...scene, meshes: separated, nodes }, tally),
    materials: scene.materials.map((material, i) => prepareMaterial(material, tally, ['materials', i])),
  };
}

function prepareMeshes(scene: Scene, tally: Tally): { meshes: Mesh[]; meshOf: (number | undefined)[] } {
  const repaired = new Map<Float32Array, Float32Array>();
  const meshes: Mesh[] = [];
  const meshOf = scene.meshes.map((mesh, i) => {
    const primitives = mesh.primitives.flatMap((primitive, p) => {
      const path = ['meshes', i, 'primitives', p];
      if (primitive.indices.length > 0) return [preparePrimitive(scene, primitive, repaired, tally, path)];
      tally.add(gltfIssues['empty-part'], 'primitives without triangles', path);
      return [];
    });
    if (primitives.length > 0) return meshes.push({ ...mesh, primitives }) - 1;
    tally.add(gltfIssues['empty-part'], 'meshes without triangles', ['meshes', i]);
    return undefined;
  });
  return { meshes, meshOf };
}

function preparePrimitive(
  scene: Scene,
  primitive: Primitive,
  repaired: Map<Float32Array, Float32Array>,
  tally: Tally,
  path: Path,
): Primitive {
  const result = { ...primitive };
  const { normals, tangents } = primitive;
  const repair = (array: Float32Array, what: string, mend: (array: Float32Array) => Float32Array) => {
    const known = repaired.get(array) ?? mend(array);
    repaired.set(array, known);
    if (known !== array)
      tally.add(gltfIssues['normals-repaired'], `${what} with directions of another length than 1`, path);
    return known;
  };
  if (normals !== undefined) {
    result.normals = repair(normals, 'normals', (array) => withDirections(array, 3, primitive));
  }
  if (tangents !== undefined) {
    if (normals === undefined) {
      delete result.tangents;
      tally.add(gltfIssues['tangents-dropped'], 'tangents without normals', path);
    } else {
      result.tangents = repair(tangents, 'tangents', (array) => withSigns(withDirections(array, 4, primitive)));
    }
  }
  if (primitive.joints.length > 0) {
    const { joints, weights, repairs } = withUsableInfluences(primitive);
    Object.assign(result, { joints, weights });
    tally.add(gltfIssues['weights-repaired'], 'vertices', path, repairs);
  }
  return withNeededUvs(scene, result);
}

/** A texture without texture coordinates is an error in glTF: it gets some that all show the same place. */
function withNeededUvs(scene: Scene, primitive: Primitive): Primitive {
  const material = primitive.material === undefined ? undefined : scene.materials[primitive.material]!;
  const needed = textureSlots.map((slot) => (material?.[slot] === undefined ? 0 : (material[slot].uvSet ?? 0) + 1));
  const missing = Math.max(...needed) - primitive.uvs.length;
  if (missing <= 0) return primitive;
  const zeros = new Float32Array((primitive.positions.length / 3) * 2);
  return {
    ...primitive,
    uvs: [...primitive.uvs, ...Array.from({ length: missing }, () => zeros)],
    extras: { ...primitive.extras, exhume: { addedUvs: missing } },
  };
}

function prepareSkins({ skins }: Scene) {
  const kept = skins.filter(({ joints }) => joints.length > 0);
  return { skins: kept, skinOf: skins.map((skin) => (skin.joints.length > 0 ? kept.indexOf(skin) : undefined)) };
}

function prepareNode(
  node: Node,
  meshes: readonly Mesh[],
  meshOf: readonly (number | undefined)[],
  skinOf: readonly (number | undefined)[],
  tally: Tally,
  path: Path,
): Node {
  const { mesh: _mesh, skin: _skin, weights: _weights, ...rest } = node;
  const result: Node = rest;
  const mesh = node.mesh === undefined ? undefined : meshOf[node.mesh];
  if (mesh !== undefined) {
    result.mesh = mesh;
    const isSkinned = meshes[mesh]!.primitives.every(({ joints }) => joints.length > 0);
    const skin = node.skin === undefined || !isSkinned ? undefined : skinOf[node.skin];
    if (skin !== undefined) result.skin = skin;
    if (node.weights !== undefined && node.weights.length > 0) result.weights = node.weights;
  }
  if (node.rotation !== undefined) {
    const rotation = withUnitQuaternions(node.rotation, 4, 0);
    if (rotation !== node.rotation) tally.add(gltfIssues['rotation-repaired'], 'rotations of nodes', path);
    result.rotation = rotation as Node['rotation'] & {};
  }
  return result;
}

/** Meshes with joints may not be drawn without a skin: nodes that do get a copy without joints. */
function separateUnskinned(nodes: readonly Node[], meshes: readonly Mesh[], tally: Tally): Mesh[] {
  const result = [...meshes];
  const skinned = new Set(nodes.flatMap(({ mesh, skin }) => (mesh === undefined || skin === undefined ? [] : [mesh])));
  const copies = new Map<number, number>();
  for (const [i, node] of nodes.entries()) {
    const mesh = node.mesh;
    if (mesh === undefined || node.skin !== undefined) continue;
    if (meshes[mesh]!.primitives.every(({ joints }) => joints.length === 0)) continue;
    tally.add(gltfIssues['skinning-dropped'], 'nodes that draw a mesh with joints without a skin', ['nodes', i]);
    const primitives = meshes[mesh]!.primitives.map((primitive) => ({ ...primitive, joints: [], weights: [] }));
    const copy = copies.get(mesh) ?? (skinned.has(mesh) ? result.length : mesh);
    copies.set(mesh, copy);
    result[copy] = { ...meshes[mesh]!, primitives };
    node.mesh = copy;
  }
  return result;
}

function prepareClips(scene: Scene, tally: Tally): Clip[] {
  const repaired = new Map<Float32Array, Float32Array>();
  return scene.clips.flatMap((clip, i) => {
    const targets = new Set<number>();
    const tracks = clip.tracks.flatMap((track, t) => {
      const kept = prepareTrack(scene, track, targets, repaired, (kind, what) =>
        tally.add(kind, what, ['clips', i, 'tracks', t]),
      );
      return kept === undefined ? [] : [kept];
    });
    if (tracks.length > 0) return [{ ...clip, tracks }];
    tally.add(gltfIssues['empty-part'], 'clips without tracks', ['clips', i]);
    return [];
  });
}

const trackPaths: readonly TrackPath[] = ['translation', 'rotation', 'scale', 'weights'];

function prepareTrack(
  scene: Scene,
  track: Track,
  targets: Set<number>,
  repaired: Map<Float32Array, Float32Array>,
  tell: (kind: IssueKind, what: string) => void,
): Track | undefined {
  const node = scene.nodes[track.node]!;
  const target = track.node * trackPaths.length + trackPaths.indexOf(track.path);
  if (track.times.length === 0 || track.values.length === 0) {
    tell(gltfIssues['empty-part'], 'tracks without keys');
    return undefined;
  }
  if (targets.has(target)) {
    tell(gltfIssues['track-dropped'], 'tracks for what another track moves');
    return undefined;
  }
  targets.add(target);
  if (track.path === 'weights' && node.mesh === undefined) {
    tell(gltfIssues['track-dropped'], 'tracks of weights for nodes without a mesh');
    return undefined;
  }
  const isCubic = track.interpolation === 'cubic';
  let { values } = track;
  if (track.path === 'rotation') {
    const [stride, start] = isCubic ? [12, 4] : [4, 0];
    values = repaired.get(track.values) ?? (withUnitQuaternions(track.values, stride, start) as Float32Array);
    repaired.set(track.values, values);
    if (values !== track.values) tell(gltfIssues['rotation-repaired'], 'tracks of rotations');
  }
  if (!isCubic || track.times.length > 1) return values === track.values ? track : { ...track, values };
  // A cubic curve needs two keys; a single one is a step.
  return { ...track, interpolation: 'step', values: values.slice(values.length / 3, (2 * values.length) / 3) };
}

function prepareMaterial(material: Material, tally: Tally, path: Path): Material {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const result = {
    ...material,
    metallicFactor: clamp(material.metallicFactor),
    roughnessFactor: clamp(material.roughnessFactor),
  };
  let isSame = result.metallicFactor === material.metallicFactor && result.roughnessFactor === material.roughnessFactor;
  if (material.baseColorFactor?.some((x) => x !== clamp(x))) {
    result.baseColorFactor = material.baseColorFactor.map(clamp) as [number, number, number, number];
    isSame = false;
  }
  if (material.emissiveFactor?.some((x) => x !== clamp(x))) {
    result.emissiveFactor = material.emissiveFactor.map(clamp) as Vector3;
    isSame = false;
  }
  if (material.alphaCutoff !== undefined && !(material.alphaCutoff >= 0)) {
    result.alphaCutoff = 0;
    isSame = false;
  }
  if (!isSame) tally.add(gltfIssues['value-clamped'], 'materials with factors outside of 0 to 1', path);
  return result;
}
