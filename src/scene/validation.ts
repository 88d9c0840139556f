import { type Issue, issue, issueKinds, type Path } from '../issue.ts';
import { nodesInCycles } from './hierarchy.ts';
import type { Clip, Material, Mesh, Node, Primitive, Scene, Skin, TrackPath } from './scene.ts';

/** What can be wrong with a scene. Errors are mistakes of whoever made it; writers refuse such a scene. */
export const sceneIssues = issueKinds('scene', {
  'bad-index': {
    severity: 'error',
    means: 'A part of the scene refers to another that does not exist.',
    remedy: 'The file or the program that made the scene is at fault: compare the number with the list it points into.',
  },
  'bad-length': {
    severity: 'error',
    means: 'Arrays that belong together do not have matching lengths.',
    remedy: 'Every vertex needs a value in each of its attributes, every key a time and a value.',
  },
  'not-finite': {
    severity: 'error',
    means: 'A number is infinite or no number at all.',
    remedy:
      'Look at the same place of the original file; numbers like these usually are data that was misread or damaged.',
  },
  'keys-out-of-order': {
    severity: 'error',
    means: 'The times of the keys of a track do not increase, or start before the clip.',
    remedy: 'Sort the keys, and keep one of those at the same time.',
  },
  cycle: {
    severity: 'error',
    means: 'Nodes are their own ancestors.',
    remedy: 'Take one of them out of the circle by giving it another parent or none.',
  },
  'weights-sum': {
    severity: 'warning',
    means: 'The weights of a vertex do not sum to 1.',
    remedy: 'Normalize the weights in the modelling program. On writing they are divided by their sum.',
  },
  'not-unit-length': {
    severity: 'warning',
    means: 'A rotation or a direction that should have length 1 has another.',
    remedy: 'On writing it is normalized; one without length is replaced.',
  },
  'same-target': {
    severity: 'warning',
    means: 'Two tracks of a clip move the same property of the same node.',
    remedy: 'Only the first is played. Drop the other, or merge their keys.',
  },
});

/** Everything that is wrong with a scene, in the order of its parts; at most one issue a rule and array. */
export function* validateScene(scene: Scene): Iterable<Issue> {
  for (const [i, node] of scene.nodes.entries()) yield* validateNode(scene, node, ['nodes', i]);
  const lost = nodesInCycles(scene.nodes);
  if (lost.length > 0) {
    yield issue(sceneIssues.cycle, `${lost.length} nodes are their own ancestors or hang from such`, [
      'nodes',
      lost[0]!,
    ]);
  }
  for (const [i, mesh] of scene.meshes.entries()) yield* validateMesh(scene, mesh, ['meshes', i]);
  for (const [i, skin] of scene.skins.entries()) yield* validateSkin(scene, skin, ['skins', i]);
  const checkedTimes = new Set<Float32Array>();
  for (const [i, clip] of scene.clips.entries()) yield* validateClip(scene, clip, ['clips', i], checkedTimes);
  for (const [i, material] of scene.materials.entries()) yield* validateMaterial(scene, material, ['materials', i]);
  for (const [i, texture] of scene.textures.entries()) {
    yield* expectIndex(texture.image, scene.images.length, 'images', ['textures', i, 'image']);
  }
  for (const [i, { data }] of scene.images.entries()) {
    if ('rgba' in data) {
      yield* expectLength(data.rgba.length, 4 * data.width * data.height, ['images', i, 'data', 'rgba']);
    }
  }
}

function* validateNode(scene: Scene, node: Node, path: Path): Iterable<Issue> {
  yield* expectIndex(node.parent, scene.nodes.length, 'nodes', [...path, 'parent']);
  yield* expectIndex(node.mesh, scene.meshes.length, 'meshes', [...path, 'mesh']);
  yield* expectIndex(node.skin, scene.skins.length, 'skins', [...path, 'skin']);
  for (const part of ['translation', 'rotation', 'scale', 'weights'] as const) {
    if (node[part] !== undefined) yield* expectFinite(node[part], [...path, part]);
  }
  if (node.rotation !== undefined) yield* expectUnitLength(node.rotation, 4, 0, 4, [...path, 'rotation']);
  const mesh = node.mesh === undefined ? undefined : scene.meshes[node.mesh];
  if (mesh !== undefined && node.weights !== undefined) {
    yield* expectLength(node.weights.length, targetCount(mesh), [...path, 'weights']);
  }
  const skin = node.skin === undefined ? undefined : scene.skins[node.skin];
  if (mesh !== undefined && skin !== undefined) yield* validateJoints(mesh, skin, node.mesh!);
}

const targetCount = (mesh: Mesh) => mesh.primitives[0]?.targets.length ?? 0;

function* validateJoints(mesh: Mesh, skin: Skin, index: number): Iterable<Issue> {
  for (const [p, { joints }] of mesh.primitives.entries()) {
    for (const [s, set] of joints.entries()) {
      const worst = set.findIndex((joint) => joint >= skin.joints.length);
      if (worst < 0) continue;
      const reason = `joint ${set[worst]}, skin '${skin.name}' has ${skin.joints.length}`;
      yield issue(sceneIssues['bad-index'], reason, ['meshes', index, 'primitives', p, 'joints', s, worst]);
    }
  }
}

function* validateMesh(scene: Scene, mesh: Mesh, path: Path): Iterable<Issue> {
  for (const [i, primitive] of mesh.primitives.entries()) {
    const here = [...path, 'primitives', i];
    yield* validatePrimitive(scene, primitive, here);
    yield* expectLength(primitive.targets.length, targetCount(mesh), [...here, 'targets']);
  }
  if (mesh.targetNames !== undefined) {
    yield* expectLength(mesh.targetNames.length, targetCount(mesh), [...path, 'targetNames']);
  }
}

function* validatePrimitive(scene: Scene, primitive: Primitive, path: Path): Iterable<Issue> {
  const { positions, normals, tangents, indices } = primitive;
  const vertexCount = Math.floor(positions.length / 3);
  yield* expectIndex(primitive.material, scene.materials.length, 'materials', [...path, 'material']);
  yield* expectLength(positions.length, vertexCount * 3, [...path, 'positions']);
  yield* expectFinite(positions, [...path, 'positions']);
  yield* expectLength(indices.length, Math.floor(indices.length / 3) * 3, [...path, 'indices']);
  let highest = 0;
  for (const index of indices) if (index > highest) highest = index;
  if (indices.length > 0) yield* expectIndex(highest, vertexCount, 'vertices', [...path, 'indices']);
  if (normals !== undefined) {
    yield* expectVertices(normals, 3, vertexCount, [...path, 'normals']);
    yield* expectUnitLength(normals, 3, 0, 3, [...path, 'normals']);
  }
  if (tangents !== undefined) {
    yield* expectVertices(tangents, 4, vertexCount, [...path, 'tangents']);
    yield* expectUnitLength(tangents, 4, 0, 3, [...path, 'tangents']);
  }
  for (const [i, set] of primitive.uvs.entries()) yield* expectVertices(set, 2, vertexCount, [...path, 'uvs', i]);
  for (const [i, set] of primitive.colors.entries()) yield* expectVertices(set, 4, vertexCount, [...path, 'colors', i]);
  yield* validateInfluences(primitive, vertexCount, path);
  for (const [i, target] of primitive.targets.entries()) {
    yield* expectVertices(target.positions, 3, vertexCount, [...path, 'targets', i, 'positions']);
    if (target.normals !== undefined) {
      yield* expectVertices(target.normals, 3, vertexCount, [...path, 'targets', i, 'normals']);
    }
  }
}

function* validateInfluences({ joints, weights }: Primitive, vertexCount: number, path: Path): Iterable<Issue> {
  yield* expectLength(weights.length, joints.length, [...path, 'weights']);
  for (const [i, set] of joints.entries()) yield* expectVertices(set, 4, vertexCount, [...path, 'joints', i]);
  for (const [i, set] of weights.entries()) yield* expectVertices(set, 4, vertexCount, [...path, 'weights', i]);
  if (weights.length === 0) return;
  for (let v = 0; v < vertexCount; v++) {
    let sum = 0;
    for (const set of weights) {
      const unit = set instanceof Uint8Array ? 1 / 255 : 1;
      for (let i = 0; i < 4; i++) sum += (set[4 * v + i] ?? 0) * unit;
    }
    if (Math.abs(sum - 1) > WEIGHTS_TOLERANCE) {
      yield issue(sceneIssues['weights-sum'], `weights of vertex ${v} sum to ${round(sum)}`, [...path, 'weights']);
      return;
    }
  }
}

/** A hundredth of the step that weights in bytes have; more than rounding, less than any intent. */
const WEIGHTS_TOLERANCE = 1e-4;
/** What a quaternion or a normal may be off from length 1; quantised to 8 bits it is off by less. */
const LENGTH_TOLERANCE = 5e-3;

function* validateSkin(scene: Scene, skin: Skin, path: Path): Iterable<Issue> {
  for (const [i, joint] of skin.joints.entries()) {
    yield* expectIndex(joint, scene.nodes.length, 'nodes', [...path, 'joints', i]);
  }
  yield* expectIndex(skin.skeleton, scene.nodes.length, 'nodes', [...path, 'skeleton']);
  yield* expectLength(skin.inverseBindMatrices.length, 16 * skin.joints.length, [...path, 'inverseBindMatrices']);
  yield* expectFinite(skin.inverseBindMatrices, [...path, 'inverseBindMatrices']);
}

/** A scene has tens of thousands of tracks: nothing is made for those that are fine. */
function* validateClip(scene: Scene, clip: Clip, path: Path, checkedTimes: Set<Float32Array>): Iterable<Issue> {
  const targets = new Set<number>();
  for (const [i, track] of clip.tracks.entries()) {
    const { times, values, node, interpolation } = track;
    if (!isIndex(node, scene.nodes.length)) {
      yield* expectIndex(node, scene.nodes.length, 'nodes', [...path, 'tracks', i, 'node']);
    }
    const target = node * trackPaths.length + trackPaths.indexOf(track.path);
    if (targets.has(target)) {
      const name = scene.nodes[node]?.name ?? '';
      const reason = `another track moves the ${track.path} of '${name}'`;
      yield issue(sceneIssues['same-target'], reason, [...path, 'tracks', i]);
    }
    targets.add(target);
    const expected = times.length * (interpolation === 'cubic' ? 3 : 1) * widthOf(scene, track.path, node);
    if (values.length !== expected) yield* expectLength(values.length, expected, [...path, 'tracks', i, 'values']);
    if (!allFinite(values)) yield* expectFinite(values, [...path, 'tracks', i, 'values']);
    if (checkedTimes.has(times)) continue;
    checkedTimes.add(times);
    yield* validateTimes(times, [...path, 'tracks', i, 'times']);
  }
}

const trackPaths: readonly TrackPath[] = ['translation', 'rotation', 'scale', 'weights'];

function* validateTimes(times: Float32Array, path: Path): Iterable<Issue> {
  yield* expectFinite(times, path);
  const late = times.findIndex((time, k) => (k === 0 ? time < 0 : time <= times[k - 1]!));
  if (late < 0) return;
  const reason = late === 0 ? `first key at ${times[0]} s` : `key at ${times[late]} s follows ${times[late - 1]} s`;
  yield issue(sceneIssues['keys-out-of-order'], reason, [...path, late]);
}

function widthOf(scene: Scene, path: string, node: number): number {
  if (path === 'rotation') return 4;
  if (path !== 'weights') return 3;
  const mesh = scene.nodes[node]?.mesh;
  return mesh === undefined || scene.meshes[mesh] === undefined ? 0 : targetCount(scene.meshes[mesh]);
}

function* validateMaterial(scene: Scene, material: Material, path: Path): Iterable<Issue> {
  for (const slot of textureSlots) {
    const use = material[slot];
    if (use !== undefined) yield* expectIndex(use.texture, scene.textures.length, 'textures', [...path, slot]);
  }
  for (const factor of ['baseColorFactor', 'emissiveFactor'] as const) {
    if (material[factor] !== undefined) yield* expectFinite(material[factor], [...path, factor]);
  }
  for (const factor of ['metallicFactor', 'roughnessFactor'] as const) {
    yield* expectFinite([material[factor]], [...path, factor]);
  }
}

/** The properties of a material that use textures. */
export const textureSlots = [
  'baseColorTexture',
  'metallicRoughnessTexture',
  'normalTexture',
  'occlusionTexture',
  'emissiveTexture',
] as const;

function* expectIndex(index: number | undefined, count: number, list: string, path: Path): Iterable<Issue> {
  if (index === undefined || isIndex(index, count)) return;
  yield issue(sceneIssues['bad-index'], `index ${index}, there are ${count} ${list}`, path);
}

const isIndex = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < count;

function* expectLength(length: number, expected: number, path: Path): Iterable<Issue> {
  if (length !== expected) yield issue(sceneIssues['bad-length'], `${length} values, ${expected} belong here`, path);
}

function* expectVertices(values: ArrayLike<number>, width: number, count: number, path: Path): Iterable<Issue> {
  yield* expectLength(values.length, width * count, path);
  yield* expectFinite(values, path);
}

function* expectFinite(values: ArrayLike<number>, path: Path): Iterable<Issue> {
  if (allFinite(values)) return;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    yield issue(sceneIssues['not-finite'], `${values[i]} in place of a number`, [...path, i]);
    return;
  }
}

function allFinite(values: ArrayLike<number>): boolean {
  if (values instanceof Uint8Array || values instanceof Uint16Array) return true;
  // Infinite numbers and NaN turn a sum of zeros into NaN.
  let zeros = 0;
  for (let i = 0; i < values.length; i++) zeros += values[i]! * 0;
  return zeros === 0;
}

function* expectUnitLength(
  values: ArrayLike<number>,
  stride: number,
  start: number,
  width: number,
  path: Path,
): Iterable<Issue> {
  for (let at = start; at + width <= values.length; at += stride) {
    let square = 0;
    for (let i = 0; i < width; i++) square += values[at + i]! ** 2;
    const length = Math.sqrt(square);
    if (Math.abs(length - 1) <= LENGTH_TOLERANCE || !Number.isFinite(length)) continue;
    yield issue(sceneIssues['not-unit-length'], `length ${round(length)}`, [...path, at / stride]);
    return;
  }
}

const round = (value: number) => Number(value.toFixed(4));
