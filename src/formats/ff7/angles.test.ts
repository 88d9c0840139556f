import { expect, test } from 'vitest';
import { angleBetween } from '../../math/index.ts';
import type { Quaternion } from '../../scene/scene.ts';
import { integer, random } from '../../test-support/sample.ts';
import { anglesOf, FULL_TURN, RADIANS, writeQuaternion, writeQuaternionOfDegrees } from './angles.ts';

function quaternionOf(a: number, b: number, c: number): Quaternion {
  const q: Quaternion = [0, 0, 0, 1];
  writeQuaternion(a, b, c, q);
  return q;
}

// The check values of specification, section 11.2.
test.each([
  [
    [100, 1000, 3000],
    [0.478731, -0.502622, 0.570334, -0.439211],
  ],
  [
    [3000, 10, 4000],
    [-0.743394, -0.049706, -0.043367, 0.665593],
  ],
  [
    [1024, 512, 256],
    [0.69352, 0.13795, -0.13795, 0.69352],
  ],
])('%o is the rotation %o', (angles, expected) => {
  const found = quaternionOf(...(angles as [number, number, number]));
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i]!, 6);
});

test('degrees are the same angles', () => {
  const q: Quaternion = [0, 0, 0, 1];
  writeQuaternionOfDegrees(45, 90, 180, q);
  expect(angleBetween(q, quaternionOf(512, 1024, 2048))).toBeLessThan(1e-9);
});

test('any rotation of the grid comes back as the same rotation, poles included', () => {
  const next = random(2);
  for (let i = 0; i < 5000; i++) {
    const a = i % 5 === 0 ? [1024, 3072][i % 2]! : integer(next, 0, FULL_TURN - 1);
    const q = quaternionOf(a, integer(next, 0, FULL_TURN - 1), integer(next, 0, FULL_TURN - 1));
    const angles = anglesOf(q, [next() * 6, next() * 6, next() * 6]);
    const [x, y, z] = angles.map((angle) => ((Math.round(angle / RADIANS) % FULL_TURN) + FULL_TURN) % FULL_TURN);
    expect(angleBetween(quaternionOf(x!, y!, z!), q)).toBeLessThan(i % 5 === 0 ? 2 * RADIANS : 1e-6);
  }
});

test('of the two ways to write a rotation the nearer to the frame before is taken, without wrapping', () => {
  const previous: [number, number, number] = [1.6, 0.2, 6.2];
  const q: Quaternion = [0, 0, 0, 1];
  writeQuaternionOfDegrees((1.7 * 180) / Math.PI, (0.25 * 180) / Math.PI, (6.3 * 180) / Math.PI, q);
  const angles = anglesOf(q, previous);
  for (const [i, expected] of [1.7, 0.25, 6.3].entries()) expect(angles[i]!).toBeCloseTo(expected, 6);
});
