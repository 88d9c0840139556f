import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { random } from '../test-support/sample.ts';
import {
  add,
  angleBetween,
  compose,
  conjugate,
  cross,
  decompose,
  determinant,
  distance,
  dot,
  type EulerOrder,
  eulerFromQuaternion,
  invert,
  lengthOf,
  lerp,
  multiply,
  multiplyQuaternions,
  type Numbers,
  normalized,
  normalizeQuaternion,
  quaternionFromAxisAngle,
  quaternionFromEuler,
  quaternionFromMatrix,
  rotate,
  slerp,
  subtract,
  transformDirection,
  transformPoint,
} from './index.ts';

// three is the witness: an independent and widely used implementation of the same conventions.

const next = random(1);
const signed = () => next() * 2 - 1;
const vector = (): [number, number, number] => [signed() * 5, signed() * 5, signed() * 5];
const quaternion = () => normalizeQuaternion([signed(), signed(), signed(), signed()]);
const samples = Array.from({ length: 200 }, () => ({
  a: quaternion(),
  b: quaternion(),
  v: vector(),
  w: vector(),
  t: next(),
}));

function expectClose(actual: Numbers, expected: Numbers, digits = 10): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i]!, digits);
}
/** Quaternions of opposite signs are the same rotation. */
function expectSameRotation(actual: Numbers, expected: Numbers): void {
  expect(angleBetween(actual, expected)).toBeLessThan(1e-7);
}

test('vectors agree with three', () => {
  for (const { v, w, t } of samples) {
    const [a, b] = [new Vector3(...v), new Vector3(...w)];
    expectClose(add(v, w), a.clone().add(b).toArray());
    expectClose(subtract(v, w), a.clone().sub(b).toArray());
    expectClose(cross(v, w), a.clone().cross(b).toArray());
    expectClose(lerp(v, w, t), a.clone().lerp(b, t).toArray());
    expectClose(normalized(v), a.clone().normalize().toArray());
    expect(dot(v, w)).toBeCloseTo(a.dot(b), 10);
    expect(lengthOf(v)).toBeCloseTo(a.length(), 10);
    expect(distance(v, w)).toBeCloseTo(a.distanceTo(b), 10);
  }
});

test('a vector without length has no direction', () => {
  expect(normalized([0, 0, 0])).toEqual([0, 0, 0]);
  expect(normalized([0, 0, 0], [0, 1, 0])).toEqual([0, 1, 0]);
});

test('quaternions agree with three', () => {
  for (const { a, b, v, t } of samples) {
    const [qa, qb] = [new Quaternion(...a), new Quaternion(...b)];
    expectClose(multiplyQuaternions(a, b), qa.clone().multiply(qb).toArray());
    expectClose(rotate(a, v), new Vector3(...v).applyQuaternion(qa).toArray());
    expectSameRotation(slerp(a, b, t), qa.clone().slerp(qb, t).toArray());
    expect(angleBetween(a, b)).toBeCloseTo(qa.angleTo(qb), 7);
    expectClose(multiplyQuaternions(a, conjugate(a)), [0, 0, 0, 1]);
    expectClose(
      quaternionFromAxisAngle(normalized(v), t),
      new Quaternion().setFromAxisAngle(new Vector3(...normalized(v)), t).toArray(),
    );
  }
});

test('a quaternion without length is no rotation', () => {
  expect(normalizeQuaternion([0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
  expect(normalizeQuaternion([NaN, 0, 0, 1])).toEqual([0, 0, 0, 1]);
});

test('small angles are told exactly', () => {
  for (const angle of [1e-3, 1e-6, 1e-9]) {
    expect(angleBetween([0, 0, 0, 1], quaternionFromAxisAngle([1, 0, 0], angle)) / angle).toBeCloseTo(1, 6);
  }
});

test('slerp takes the shorter arc and survives equal ends', () => {
  const a = quaternionFromAxisAngle([0, 1, 0], 0.2);
  const b = quaternionFromAxisAngle([0, 1, 0], 0.6).map((x) => -x);
  expectSameRotation(slerp(a, b, 0.5), quaternionFromAxisAngle([0, 1, 0], 0.4));
  expect(slerp(a, a, 0.3)).toEqual(normalizeQuaternion(a));
});

describe.each<EulerOrder>(['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'])('Euler angles %s', (order) => {
  test('agree with three both ways', () => {
    for (const { a, v } of samples) {
      expectSameRotation(
        quaternionFromEuler(v, order),
        new Quaternion().setFromEuler(new Euler(...v, order)).toArray(),
      );
      const { x, y, z } = new Euler().setFromQuaternion(new Quaternion(...a), order);
      expectClose(eulerFromQuaternion(a, order), [x, y, z], 6);
    }
  });

  test('keep the rotation in gimbal lock', () => {
    for (const middle of [Math.PI / 2, -Math.PI / 2]) {
      const angles = [0.3, 0.3, 0.3];
      angles['XYZ'.indexOf(order[1]!)] = middle;
      const q = quaternionFromEuler(angles, order);
      expect(angleBetween(quaternionFromEuler(eulerFromQuaternion(q, order), order), q)).toBeLessThan(1e-6);
    }
  });
});

test('matrices agree with three', () => {
  for (const { a, b, v, w } of samples) {
    const scale = w.map((x) => Math.abs(x) + 0.1) as [number, number, number];
    const mine = compose(v, a, scale);
    const other = compose(w, b, [1, 2, 3]);
    const theirs = new Matrix4().compose(new Vector3(...v), new Quaternion(...a), new Vector3(...scale));
    const theirOther = new Matrix4().compose(new Vector3(...w), new Quaternion(...b), new Vector3(1, 2, 3));
    expectClose(mine, theirs.toArray());
    expectClose(multiply(mine, other), theirs.clone().multiply(theirOther).toArray());
    expectClose(invert(mine)!, theirs.clone().invert().toArray());
    expectClose(transformPoint(mine, w), new Vector3(...w).applyMatrix4(theirs).toArray());
    expectClose(transformDirection(mine, w), subtract(transformPoint(mine, w), v));
    expect(determinant(mine)).toBeCloseTo(theirs.determinant(), 7);
    expectSameRotation(quaternionFromMatrix(compose(undefined, a)), a);
    const parts = decompose(mine);
    expectClose(parts.translation, v);
    expectSameRotation(parts.rotation, a);
    expectClose(parts.scale, scale);
  }
});

test('a half turn around any axis survives the way through a matrix', () => {
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1], normalized([1, 1, 0]), normalized([1, 2, 3])]) {
    const q = quaternionFromAxisAngle(axis, Math.PI);
    expectSameRotation(quaternionFromMatrix(compose(undefined, q)), q);
  }
});

test('a mirrored matrix comes apart and together again', () => {
  const matrix = compose([1, 2, 3], normalizeQuaternion([1, 2, 3, 4]), [2, -3, 4]);
  const { translation, rotation, scale } = decompose(matrix);
  expect(scale[0]).toBeLessThan(0);
  expectClose(compose(translation, rotation, scale), matrix);
});

test('a flattening matrix has no inverse, but parts', () => {
  const matrix = compose([1, 2, 3], [0, 0, 0, 1], [1, 0, 1]);
  expect(invert(matrix)).toBeUndefined();
  expect(decompose(matrix)).toEqual({ translation: [1, 2, 3], rotation: [0, 0, 0, 1], scale: [1, 0, 1] });
});
