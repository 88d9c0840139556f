import { expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { angleBetween, distance, quaternionFromAxisAngle } from '../../math/index.ts';
import { sampleClip, worldMatrices } from '../../scene/sampling.ts';
import { type Clip, emptyScene, type Node, type Quaternion, type Scene, type Vector3 } from '../../scene/scene.ts';
import { battleTarget } from './battle.target.ts';
import { fieldTarget } from './field.target.ts';
import { models } from './models.ts';
import { options } from './options.ts';
import { battleNames, positionOf, rigOf, rotationOf } from './rig.ts';

const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));

/** A small cube around the origin of a node. */
function cube(name: string): Scene['meshes'][number] {
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x / 32, y / 32, z / 32])));
  return {
    name,
    primitives: [
      {
        indices: Uint16Array.of(0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5),
        positions: Float32Array.from(corners.flat()),
        uvs: [],
        colors: [],
        joints: [],
        weights: [],
        targets: [],
      },
    ],
  };
}

const joint = (
  name: string,
  parent: number | undefined,
  translation: Vector3,
  rotation: Quaternion,
  mesh: number,
): Node => ({
  name,
  ...(parent === undefined ? {} : { parent }),
  translation,
  rotation,
  mesh,
});

/** A body whose bones point anywhere: hips, a spine with two arms at other places, an arm of two parts. */
function foreign(): Scene {
  const turn = (axis: Vector3, degrees: number) => quaternionFromAxisAngle(axis, (degrees * Math.PI) / 180);
  const scene = emptyScene('doll');
  scene.nodes = [
    { name: 'Armature', rotation: turn([0, 1, 0], 30) },
    joint('hips', 0, [0, 1, 0], turn([1, 0, 0], 10), 0),
    joint('spine', 1, [0, 0.25, 0.125], turn([0, 0, 1], 20), 1),
    joint('left arm', 2, [0.25, 0.25, 0], turn([0, 0, 1], -70), 2),
    joint('right arm', 2, [-0.25, 0.25, 0], turn([0, 0, 1], 70), 3),
    joint('left hand', 3, [0.5, 0, 0], turn([0, 1, 0], 5), 4),
  ];
  scene.meshes = ['hips', 'spine', 'left arm', 'right arm', 'left hand'].map(cube);
  const times = Float32Array.from({ length: 7 }, (_, f) => f / 15);
  const rotations = (node: number, axis: Vector3) => ({
    node,
    path: 'rotation' as const,
    interpolation: 'linear' as const,
    times,
    values: Float32Array.from({ length: 7 }, (_, f) => f).reduce((values, f) => {
      values.set(turn(axis, 13 * f - 20), 4 * f);
      return values;
    }, new Float32Array(28)),
  });
  const clip: Clip = {
    name: 'wave',
    tracks: [
      rotations(1, [0, 1, 0]),
      rotations(2, [0.6, 0, 0.8]),
      rotations(3, [0, 0.8, 0.6]),
      rotations(4, [1, 0, 0]),
      rotations(5, [0, 0, 1]),
      {
        node: 1,
        path: 'translation',
        interpolation: 'linear',
        times,
        values: Float32Array.from({ length: 21 }, (_, i) => (i % 3 === 1 ? 1 + i / 512 : i / 256)),
      },
    ],
  };
  scene.clips = [clip];
  return scene;
}

test('bones of any direction get frames in which their children lie on -z, and helpers where children part', () => {
  const rig = rigOf(foreign(), 512, battleNames);
  expect(rig.isOurs).toBe(false);
  expect(rig.root).toBe(1);
  expect(rig.bones.map(({ name, isHelper, parent }) => [name, isHelper, parent])).toEqual([
    ['hips', false, -1],
    ['spine', false, 0],
    ['left arm', false, 1],
    ['spine to', true, 0],
    ['right arm', false, 3],
    ['left hand', false, 2],
  ]);
  expect(rig.bones[1]!.length).toBeCloseTo(-512 * Math.hypot(0.25, 0.25), 6);
});

/** Of every mesh, by name: where its corners are at a time of a clip. */
function corners(scene: Scene, clip: Clip, time: number): Map<string, Vector3[]> {
  const worlds = worldMatrices(scene, sampleClip(scene, clip, time));
  return new Map(
    scene.nodes.flatMap((node, i) => {
      if (node.mesh === undefined) return [];
      const m = worlds.subarray(16 * i, 16 * i + 16);
      const { positions } = scene.meshes[node.mesh]!.primitives[0]!;
      const points: Vector3[] = [];
      for (let v = 0; v < positions.length; v += 3) {
        const [x, y, z] = positions.subarray(v, v + 3) as unknown as Vector3;
        points.push([0, 1, 2].map((r) => m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!) as Vector3);
      }
      return [[node.name, points] as const];
    }),
  );
}

test.each([
  ['battle', battleTarget, { prefix: 'do' }, 15],
  ['field', fieldTarget, {}, 30],
] as const)('a foreign model moves in %s as it did', async (_, target, settings, fps) => {
  const scene = foreign();
  const { value: files, issues } = await target.write(scene, { options: { ...defaults, ...settings, fps: '15' } });
  expect(issues.map(({ code }) => code)).toContain('ff7/helper-bones');
  const [model] = [...models(memorySource('made', new Map(files.map(({ name, bytes }) => [name, bytes]))))];
  expect(model!.notes.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const { value: made } = await model!.toScene(defaults);
  expect(made.clips).toHaveLength(1);
  for (let f = 0; f < 7; f++) {
    const [before, after] = [
      corners(scene, scene.clips[0]!, f / 15),
      corners(made, made.clips[0]!, Math.fround(f / fps)),
    ];
    expect(after.size).toBe(before.size);
    const [old, now] = [[...before.values()].flat(), [...after.values()].flat()];
    for (const point of old) {
      // Half a unit of rounding at the root, and 12 bits of angle along a chain of three bones.
      expect(Math.min(...now.map((other) => distance(point, other))), `frame ${f}`).toBeLessThan(4 / 512);
    }
  }
});

test('what nothing moves goes with the node above that something does', () => {
  const scene = foreign();
  scene.nodes.push({ name: 'buckle', parent: 1, translation: [0, 0, 0.125], mesh: 5 });
  scene.meshes.push(cube('buckle'));
  expect(rigOf(scene, 512, battleNames).bones.map(({ name }) => name)).not.toContain('buckle');
});

test('positions and rotations come out of world matrices, scale left aside', () => {
  const scene = emptyScene('one');
  const rotation = quaternionFromAxisAngle([0, 0.6, 0.8], 1);
  scene.nodes = [{ name: 'a', translation: [1, 2, 3], rotation, scale: [0.5, 0.5, 0.5] }];
  const worlds = worldMatrices(scene);
  expect(positionOf(worlds, 0)).toEqual([1, 2, 3]);
  expect(angleBetween(rotationOf(worlds, 0), rotation)).toBeLessThan(1e-9);
});
