import { expect, test } from 'vitest';
import { bendingSquare } from '../test-support/scenes.ts';
import type { Scene } from './scene.ts';
import { validateScene } from './validation.ts';

test('a scene without fault has no issue', () => {
  expect([...validateScene(bendingSquare())]).toEqual([]);
});

const primitive = (scene: Scene) => scene.meshes[0]!.primitives[0]!;
const track = (scene: Scene) => scene.clips[0]!.tracks[0]!;

test.each<[string, (scene: Scene) => void, string, string]>([
  ['parents', (s) => Object.assign(s.nodes[1]!, { parent: 9 }), 'bad-index', 'nodes.1.parent'],
  ['meshes', (s) => Object.assign(s.nodes[3]!, { mesh: -1 }), 'bad-index', 'nodes.3.mesh'],
  ['skins', (s) => Object.assign(s.nodes[2]!, { skin: 1 }), 'bad-index', 'nodes.2.skin'],
  ['materials', (s) => Object.assign(primitive(s), { material: 1.5 }), 'bad-index', 'meshes.0.primitives.0.material'],
  ['vertices', (s) => primitive(s).indices.fill(4), 'bad-index', 'meshes.0.primitives.0.indices'],
  ['joints of a skin', (s) => s.skins[0]!.joints.fill(4, 0, 1), 'bad-index', 'skins.0.joints.0'],
  ['joints of a vertex', (s) => primitive(s).joints[0]!.fill(2), 'bad-index', 'meshes.0.primitives.0.joints.0.0'],
  ['nodes of tracks', (s) => Object.assign(track(s), { node: 4 }), 'bad-index', 'clips.0.tracks.0.node'],
  ['images', (s) => Object.assign(s.textures[0]!, { image: 1 }), 'bad-index', 'textures.0.image'],
  [
    'textures',
    (s) => Object.assign(s.materials[0]!, { normalTexture: { texture: 3 } }),
    'bad-index',
    'materials.0.normalTexture',
  ],
  ['circles', (s) => Object.assign(s.nodes[0]!, { parent: 1 }), 'cycle', 'nodes.0'],
  [
    'missing normals',
    (s) => Object.assign(primitive(s), { normals: new Float32Array(9).map((_, i) => (i % 3 === 0 ? 1 : 0)) }),
    'bad-length',
    'meshes.0.primitives.0.normals',
  ],
  [
    'missing values',
    (s) => Object.assign(track(s), { values: new Float32Array(6) }),
    'bad-length',
    'clips.0.tracks.0.values',
  ],
  ['no numbers', (s) => primitive(s).positions.fill(NaN, 3, 4), 'not-finite', 'meshes.0.primitives.0.positions.3'],
  [
    'keys at the same time',
    (s) => Object.assign(track(s), { times: Float32Array.of(0, 1, 1) }),
    'keys-out-of-order',
    'clips.0.tracks.0.times.2',
  ],
  [
    'keys before the clip',
    (s) => Object.assign(track(s), { times: Float32Array.of(-1, 0, 1) }),
    'keys-out-of-order',
    'clips.0.tracks.0.times.0',
  ],
  ['weights', (s) => primitive(s).weights[0]!.fill(0.5), 'weights-sum', 'meshes.0.primitives.0.weights'],
  ['normals', (s) => primitive(s).normals!.fill(1), 'not-unit-length', 'meshes.0.primitives.0.normals.0'],
  ['rotations', (s) => Object.assign(s.nodes[1]!, { rotation: [0, 0, 0, 2] }), 'not-unit-length', 'nodes.1.rotation.0'],
  ['two tracks', (s) => s.clips[0]!.tracks.push({ ...track(s) }), 'same-target', 'clips.0.tracks.4'],
  ['pixels', (s) => Object.assign(s.images[0]!.data, { width: 3 }), 'bad-length', 'images.0.data.rgba'],
])('%s that are wrong are found, and nothing else', (_, damage, code, path) => {
  const scene = bendingSquare();
  damage(scene);
  expect([...validateScene(scene)].map((issue) => [issue.code, issue.path.join('.')])).toEqual([
    [`scene/${code}`, path],
  ]);
});
