import { expect, test } from 'vitest';
import { bendingSquare } from '../test-support/scenes.ts';
import { compareScenes, exact, resampled } from './comparison.ts';
import { resample } from './keys.ts';
import type { Scene } from './scene.ts';

const primitive = (scene: Scene) => scene.meshes[0]!.primitives[0]!;

test('a copy has no difference', () => {
  expect(compareScenes(bendingSquare(), bendingSquare())).toEqual([]);
});

test('parts go by name, not by order', () => {
  const after = bendingSquare();
  after.nodes = [after.nodes[3]!, after.nodes[2]!, after.nodes[1]!, after.nodes[0]!];
  after.nodes[2]!.parent = 3;
  after.skins[0]!.joints = [3, 2];
  for (const track of after.clips[0]!.tracks) track.node = 3 - track.node;
  expect(compareScenes(bendingSquare(), after)).toEqual([]);
});

test.each<[string, (scene: Scene) => void, [string, string, string][]]>([
  ['a moved bone', (s) => Object.assign(s.nodes[1]!, { translation: [0, 1.5, 0] }), [['node', 'tip', 'translation']]],
  ['another parent', (s) => delete s.nodes[1]!.parent, [['node', 'tip', 'parent']]],
  ['a moved vertex', (s) => primitive(s).positions.fill(9, 0, 1), [['mesh', 'body', 'positions of primitive 0']]],
  ['a turned normal', (s) => primitive(s).normals!.fill(-1, 2, 3), [['mesh', 'body', 'normals of primitive 0']]],
  ['another triangle', (s) => primitive(s).indices.fill(0), [['mesh', 'body', 'triangles of primitive 0']]],
  [
    'other weights',
    (s) =>
      Object.assign(primitive(s), {
        weights: [primitive(s).weights[0]!.map((x) => (x === 0.25 ? 0.5 : x === 0.75 ? 0.5 : x))],
      }),
    [['mesh', 'body', 'weights of primitive 0']],
  ],
  [
    'vertices in another order',
    (s) => Object.assign(primitive(s), { positions: Float32Array.of(1, -1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0) }),
    [['mesh', 'body', 'vertex order of primitive 0']],
  ],
  [
    'a target that morphs further',
    (s) => primitive(s).targets[0]!.positions.fill(2, 6, 7),
    [['mesh', 'body', 'morph target 0 of primitive 0']],
  ],
  ['a moved key', (s) => s.clips[0]!.tracks[0]!.values.fill(3, 3, 4), [['clip', 'bend', 'translation of root']]],
  ['a bent curve', (s) => s.clips[0]!.tracks[2]!.values.fill(3, 6, 9), [['clip', 'bend', 'scale of tip']]],
  [
    'another interpolation',
    (s) => Object.assign(s.clips[0]!.tracks[0]!, { interpolation: 'linear' }),
    [['clip', 'bend', 'translation of root']],
  ],
  ['a missing track', (s) => s.clips[0]!.tracks.shift(), [['clip', 'bend', 'translation of root']]],
  ['a missing clip', (s) => s.clips.shift(), [['clip', 'bend', 'removed']]],
  ['a new node', (s) => s.nodes.push({ name: 'hat' }), [['node', 'hat', 'added']]],
  [
    'another colour',
    (s) => Object.assign(s.materials[0]!, { baseColorFactor: [1, 1, 1, 1] }),
    [['material', 'skin', 'base color']],
  ],
  [
    'another wrap',
    (s) => Object.assign(s.textures[0]!, { wrapS: 'repeat' }),
    [['material', 'skin', 'baseColorTexture']],
  ],
  [
    'a painted pixel',
    (s) => Object.assign(s.images[0]!.data, { rgba: new Uint8Array(8) }),
    [['image', 'skin.tga', 'pixels']],
  ],
])('%s is found, and nothing else', (_, edit, expected) => {
  const after = bendingSquare();
  edit(after);
  const found = compareScenes(bendingSquare(), after);
  expect(found.map(({ kind, name, what }) => [kind, name, what])).toEqual(expected);
});

test('a track that is constant at rest is the same as none', () => {
  const after = bendingSquare();
  const times = Float32Array.of(0, 1);
  after.clips[0]!.tracks.push({
    ...{ node: 1, path: 'translation', interpolation: 'linear', times },
    values: Float32Array.of(0, 1, 0, 0, 1, 0),
  });
  expect(compareScenes(bendingSquare(), after)).toEqual([]);
});

test('joints in other slots and skins in another order are the same influences', () => {
  const after = bendingSquare();
  after.skins[0]!.joints.reverse();
  const { joints, weights } = primitive(after);
  Object.assign(primitive(after), {
    joints: [joints[0]!.map((_, i) => [0, 1, 0, 0][i % 4]!)],
    weights: [
      weights[0]!.map(
        (_, i) =>
          [
            [0, 1],
            [0, 1],
            [0.5, 0.5],
            [0.75, 0.25],
          ][i >> 2]![i % 4] ?? 0,
      ),
    ],
  });
  expect(compareScenes(bendingSquare(), after)).toEqual([]);
});

test('keys that an editor resampled are within its tolerance, and told without', () => {
  const after = bendingSquare();
  const cubic = after.clips[0]!.tracks[2]!;
  after.clips[0]!.tracks[2] = resample(
    cubic,
    Float32Array.from({ length: 61 }, (_, i) => i / 60),
  );
  expect(compareScenes(bendingSquare(), after, { tolerance: resampled })).toEqual([]);
  expect(compareScenes(bendingSquare(), after, { tolerance: exact })).toMatchObject([
    { kind: 'clip', what: 'scale of tip' },
  ]);
});

test('images are compared by their pixels where those can be had', () => {
  const after = bendingSquare();
  const { data } = after.images[0]!;
  after.images[0]!.data = { mimeType: 'image/png', bytes: Uint8Array.of(1) };
  expect(compareScenes(bendingSquare(), after)).toMatchObject([{ kind: 'image', what: 'bytes' }]);
  const pixelsOf = () => ('rgba' in data ? data : undefined);
  expect(compareScenes(bendingSquare(), after, { pixelsOf })).toEqual([]);
});
