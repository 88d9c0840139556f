import {
  AnimationClip,
  AnimationMixer,
  Bone,
  BufferAttribute,
  BufferGeometry,
  Interpolant,
  Matrix4,
  Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { expect, test } from 'vitest';
import { angleBetween, normalizeQuaternion } from '../math/index.ts';
import { random } from '../test-support/sample.ts';
import { bendingSquare, square } from '../test-support/scenes.ts';
import { hierarchy, lodsOf, nodesInCycles } from './hierarchy.ts';
import {
  clipDuration,
  morphedPositions,
  restPose,
  sampleClip,
  sampleTrack,
  skinnedPositions,
  worldMatrices,
} from './sampling.ts';
import { emptyScene, type Node, type Scene, type Track } from './scene.ts';

const next = random(5);
const signed = () => next() * 2 - 1;
const times = Float32Array.of(0, 0.25, 1, 1.5);
const moments = [-1, 0, 0.1, 0.25, 0.6, 1, 1.2, 1.5, 9];

/** The value of a track at a moment. */
function valueAt(track: Track, time: number): number[] {
  const value = new Array<number>(track.path === 'rotation' ? 4 : 3).fill(0);
  sampleTrack(track, time, value);
  return value;
}

/** A tree of three's objects that plays linear tracks of the nodes, and its matrices at a moment. */
function playInThree(scene: Scene, tracks: readonly Track[], time: number): Object3D[] {
  const objects = scene.nodes.map(({ name, translation, rotation, scale }) => {
    const object = new Bone();
    object.name = name;
    if (translation !== undefined) object.position.set(...translation);
    if (rotation !== undefined) object.quaternion.set(...rotation);
    if (scale !== undefined) object.scale.set(...scale);
    return object;
  });
  const root = new Object3D();
  for (const [i, { parent }] of scene.nodes.entries())
    (parent === undefined ? root : objects[parent]!).add(objects[i]!);
  const names = { translation: 'position', rotation: 'quaternion', scale: 'scale', weights: '' };
  const played = tracks.map(({ node, path, times, values }) => {
    const Keys = path === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
    return new Keys(`${objects[node]!.uuid}.${names[path]}`, [...times], [...values]);
  });
  const mixer = new AnimationMixer(root);
  mixer.clipAction(new AnimationClip('clip', -1, played)).play();
  mixer.setTime(time);
  root.updateMatrixWorld(true);
  return objects;
}

/** Three bones in a row, children before parents, with random tracks. */
function chain(): Scene {
  const scene = emptyScene('chain');
  scene.nodes = [
    { name: 'c', parent: 1, translation: [0, 1, 0] },
    { name: 'b', parent: 2, rotation: normalizeQuaternion([1, 2, 3, 4]), scale: [1, 2, 1] },
    { name: 'a', translation: [1, 2, 3] },
  ];
  const rotations = () =>
    Float32Array.from(Array.from(times, () => normalizeQuaternion([signed(), signed(), signed(), signed()])).flat());
  scene.clips = [
    {
      name: 'clip',
      tracks: [0, 1, 2].flatMap((node): Track[] => [
        { node, path: 'rotation', interpolation: 'linear', times, values: rotations() },
        {
          node,
          path: 'translation',
          interpolation: 'linear',
          times,
          values: Float32Array.from({ length: 12 }, signed),
        },
      ]),
    },
  ];
  return scene;
}

test('world matrices of a linear clip agree with three, whatever the order of the nodes', () => {
  const scene = chain();
  for (const time of moments.filter((time) => time >= 0 && time < 1.5)) {
    const worlds = worldMatrices(scene, sampleClip(scene, scene.clips[0]!, time));
    for (const [i, object] of playInThree(scene, scene.clips[0]!.tracks, time).entries()) {
      for (const [k, expected] of object.matrixWorld.elements.entries())
        expect(worlds[16 * i + k]).toBeCloseTo(expected, 5);
    }
  }
});

test('skinned positions agree with three', () => {
  const scene = bendingSquare();
  const bones = playInThree(scene, [], 0).slice(0, 2) as Bone[];
  bones[1]!.quaternion.set(0, 0, Math.SQRT1_2, -Math.SQRT1_2);
  scene.nodes[1]!.rotation = [0, 0, Math.SQRT1_2, -Math.SQRT1_2];
  scene.nodes[2]!.weights = [0];
  bones[0]!.updateMatrixWorld(true);
  const { positions, joints, weights } = scene.meshes[0]!.primitives[0]!;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(joints[0]!, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights[0]!, 4));
  const mesh = new SkinnedMesh(geometry);
  const inverses = [0, 16].map((at) => new Matrix4().fromArray(scene.skins[0]!.inverseBindMatrices, at));
  mesh.bind(new Skeleton(bones, inverses), new Matrix4());
  const skinned = skinnedPositions(scene, 2, scene.meshes[0]!.primitives[0]!);
  for (let v = 0; v < 4; v++) {
    const expected = mesh.getVertexPosition(v, new Vector3()).toArray();
    for (const [c, x] of expected.entries()) expect(skinned[3 * v + c]).toBeCloseTo(x, 5);
  }
});

test('without a skin, positions move with their node', () => {
  const scene = { ...emptyScene('s'), nodes: [{ name: 'n', translation: [1, 2, 3] as [number, number, number] }] };
  expect([...skinnedPositions(scene, 0, square())].slice(0, 3)).toEqual([0, 1, 3]);
});

test('weights in bytes and a second set count like floats', () => {
  const scene = bendingSquare();
  const primitive = scene.meshes[0]!.primitives[0]!;
  const split = {
    ...primitive,
    joints: [new Uint8Array(16), new Uint8Array(16).fill(1)],
    weights: [new Uint8Array(16), new Float32Array(16)] as (Uint8Array | Float32Array)[],
  };
  for (let v = 0; v < 4; v++) {
    split.weights[0]![4 * v] = 51;
    split.weights[1]![4 * v] = 0.8;
  }
  const floats = { ...primitive, weights: [Float32Array.from({ length: 16 }, (_, i) => [0.2, 0.8, 0, 0][i % 4]!)] };
  floats.joints = [Uint8Array.from({ length: 16 }, (_, i) => [0, 1, 0, 0][i % 4]!)];
  const [a, b] = [skinnedPositions(scene, 2, split), skinnedPositions(scene, 2, floats)];
  for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i]!, 6);
});

test('steps hold until the next key', () => {
  const track: Track = {
    ...{ node: 0, path: 'translation', interpolation: 'step' },
    ...{ times, values: Float32Array.of(1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4) },
  };
  expect(moments.map((time) => valueAt(track, time)[0])).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test('cubic curves agree with the spline as the glTF loader of three writes it', () => {
  const values = Float32Array.from({ length: 4 * 9 }, signed);
  const track: Track = { node: 0, path: 'translation', interpolation: 'cubic', times, values };
  // What GLTFLoader of three does: the Hermite spline of appendix C of the specification, in its own words.
  class Spline extends Interpolant {
    override interpolate_(key: number, t0: number, t: number, t1: number): Float64Array {
      const duration = t1 - t0;
      const p = (t - t0) / duration;
      const [s2, s3] = [-2 * p ** 3 + 3 * p ** 2, p ** 3 - p ** 2];
      for (let i = 0; i < 3; i++) {
        const before = (key - 1) * 9 + i;
        const [p0, m0] = [values[before + 3]!, values[before + 6]! * duration];
        const [p1, m1] = [values[before + 12]!, values[before + 9]! * duration];
        this.resultBuffer[i] = (1 - s2) * p0 + (s3 - p ** 2 + p) * m0 + s2 * p1 + s3 * m1;
      }
      return this.resultBuffer as Float64Array;
    }
  }
  const spline = new Spline(times, values, 3, new Float64Array(3));
  for (const time of [0.1, 0.3, 0.6, 1.2, 1.4]) {
    const expected = [...spline.evaluate(time)];
    for (const [i, x] of valueAt(track, time).entries()) expect(x).toBeCloseTo(expected[i]!, 6);
  }
  expect(valueAt(track, 0)).toEqual([...values.subarray(3, 6)]);
  expect(valueAt(track, 99)).toEqual([...values.subarray(30, 33)]);
});

test('cubic rotations have length 1 between the keys', () => {
  const values = Float32Array.from({ length: 24 }, signed);
  const track: Track = { node: 0, path: 'rotation', interpolation: 'cubic', times: Float32Array.of(0, 1), values };
  expect(Math.hypot(...valueAt(track, 0.4))).toBeCloseTo(1, 12);
});

test('linear rotations take the shorter arc at constant speed', () => {
  const values = Float32Array.of(0, 0, 0, 1, 0, 0, -Math.SQRT1_2, -Math.SQRT1_2);
  const track: Track = { node: 0, path: 'rotation', interpolation: 'linear', times: Float32Array.of(0, 1), values };
  const angle = Math.PI / 12;
  expect(angleBetween(valueAt(track, 1 / 3), [0, 0, Math.sin(angle), Math.cos(angle)])).toBeLessThan(1e-6);
});

test('what a clip does not move rests, and weights are sampled', () => {
  const scene = bendingSquare();
  const pose = sampleClip(scene, scene.clips[0]!, 0.25);
  expect([...pose.translations.subarray(3, 6)]).toEqual([0, 1, 0]);
  expect([...pose.weights[2]!]).toEqual([0.5]);
  expect([...restPose(scene).weights[2]!]).toEqual([0.25]);
  expect(clipDuration(scene.clips[0]!)).toBe(1);
});

test('morph targets add up', () => {
  const primitive = square();
  primitive.targets = [{ positions: new Float32Array(12).fill(1) }, { positions: new Float32Array(12).fill(10) }];
  expect([...morphedPositions(primitive, [0.5, 0.25])].slice(0, 3)).toEqual([2, 2, 3]);
  expect(morphedPositions(primitive, [0, 0])).toBe(primitive.positions);
});

test('nodes that are their own ancestors are refused, and told', () => {
  const nodes: Node[] = [
    { name: 'root' },
    { name: 'a', parent: 2 },
    { name: 'b', parent: 1 },
    { name: 'c', parent: 2 },
  ];
  expect(() => hierarchy(nodes)).toThrow("'a' is its own ancestor");
  expect(nodesInCycles(nodes)).toEqual([1, 2, 3]);
  expect(nodesInCycles(nodes.slice(0, 1))).toEqual([]);
  expect(() => hierarchy([{ name: 'a', parent: 7 }])).toThrow('node 0 has parent 7, there are 1');
});

test('a node has the level of detail of its parent, unless it has its own', () => {
  expect(
    lodsOf([{ name: 'a', parent: 1 }, { name: 'b', lod: 2 }, { name: 'c' }, { name: 'd', parent: 1, lod: 3 }]),
  ).toEqual([2, 2, 0, 3]);
});
