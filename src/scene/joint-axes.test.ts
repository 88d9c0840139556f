import { expect, test } from 'vitest';
import { multiplyQuaternions, quaternionFromAxisAngle, rotate } from '../math/index.ts';
import { restoreJointAxes } from './joint-axes.ts';
import { sampleClip, worldMatrices } from './sampling.ts';
import { emptyScene, type Scene } from './scene.ts';

const quarter = quaternionFromAxisAngle([0, 0, 1], Math.PI / 2);
const half = quaternionFromAxisAngle([1, 0, 0], Math.PI);

/** An upper joint at the origin and a lower one a metre above it, on which a lamp sits; the upper one swings. */
function arm(): Scene {
  const scene = emptyScene('arm');
  scene.nodes = [
    { name: 'upper', rotation: [0, 0, 0, 1] },
    { name: 'lower', parent: 0, translation: [0, 1, 0], rotation: [0, 0, 0, 1] },
    { name: 'lamp', parent: 1, translation: [0.5, 0, 0] },
  ];
  const inverseBindMatrices = Float32Array.of(
    ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
  );
  scene.skins = [{ name: 'skin', joints: [0, 1], inverseBindMatrices }];
  const swing = quaternionFromAxisAngle([0, 1, 0], 1);
  scene.clips = [
    {
      name: 'swing',
      tracks: [
        {
          node: 0,
          path: 'rotation',
          interpolation: 'linear',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(0, 0, 0, 1, ...swing),
        },
      ],
    },
  ];
  return scene;
}

/** The same arm with other axes, as an editor leaves them: the upper joint turned by a quarter, the lower by a half. */
function turnedArm(): Scene {
  const scene = arm();
  const back = ([x, y, z, w]: readonly number[]) => [-x!, -y!, -z!, w!];
  scene.nodes[0]!.rotation = quarter;
  scene.nodes[1]!.rotation = multiplyQuaternions(back(quarter), half);
  scene.nodes[1]!.translation = rotate(back(quarter), [0, 1, 0]);
  scene.nodes[2]!.translation = rotate(back(half), [0.5, 0, 0]);
  scene.nodes[2]!.rotation = [...back(half)] as [number, number, number, number];
  const matrices = scene.skins[0]!.inverseBindMatrices;
  for (const [joint, turn] of [quarter, half].entries()) {
    for (let at = 16 * joint; at < 16 * joint + 16; at += 4)
      matrices.set(rotate(back(turn), matrices.subarray(at, at + 3)), at);
  }
  const { values } = scene.clips[0]!.tracks[0]!;
  for (let at = 0; at < 8; at += 4) values.set(multiplyQuaternions(values.subarray(at, at + 4), quarter), at);
  return scene;
}

test('joints get back the axes of the original, with their bind matrices and tracks', () => {
  const { scene, turned } = restoreJointAxes(turnedArm(), arm());
  expect(turned).toBe(2);
  const expected = arm();
  for (const [i, value] of expected.skins[0]!.inverseBindMatrices.entries()) {
    expect(scene.skins[0]!.inverseBindMatrices[i]).toBeCloseTo(value, 6);
  }
  for (const time of [0, 0.5, 1]) {
    const [now, then] = [scene, expected].map((each) => worldMatrices(each, sampleClip(each, each.clips[0]!, time)));
    for (const [i, value] of then!.entries()) expect(now![i]).toBeCloseTo(value, 6);
  }
});

test('a scene with the same axes is given back itself', () => {
  const scene = arm();
  expect(restoreJointAxes(scene, arm())).toEqual({ scene, turned: 0 });
  expect(restoreJointAxes(scene, arm()).scene).toBe(scene);
});

test('joints that stand elsewhere or have other names keep their axes', () => {
  const moved = arm();
  moved.skins[0]!.inverseBindMatrices[29] = -2;
  const renamed = arm();
  renamed.nodes[0]!.name = 'shoulder';
  expect(restoreJointAxes(turnedArm(), moved).turned).toBe(1);
  expect(restoreJointAxes(turnedArm(), renamed).turned).toBe(1);
});
