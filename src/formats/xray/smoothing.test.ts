import { describe, expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { cornerNormals, smoothingScheme } from './smoothing.ts';

// Three faces around vertex 0, which lies at the origin: one looks up, one along +X, one along +Z. Expected normals are sums
// of theirs (specification, section 8).

const [UP, RIGHT, FRONT] = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1],
] as const;

/** Faces a (0 1 2), b (0 2 3), c (0 3 1): a and b meet at 0-2, b and c at 0-3, c and a at 0-1. */
function corner(smoothing: readonly number[], flags = 1): Mesh {
  const position = Float32Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0);
  const faces = [0, 1, 2, 0, 2, 3, 0, 3, 1];
  return [
    { name: 'flags', value: flags },
    { name: 'vertices', value: { length: 4, position } },
    { name: 'faces', value: { length: 3, corners: Int32Array.from(faces.flatMap((vertex, i) => [vertex, i])) } },
    { name: 'smoothing', value: Uint32Array.from(smoothing) },
  ];
}

const sum = (...normals: readonly (readonly number[])[]): number[] => {
  const total = [0, 1, 2].map((i) => normals.reduce((all, normal) => all + normal[i]!, 0));
  return total.map((value) => value / Math.hypot(...total));
};

/** The normals at vertex 0 of the three faces. */
const atOrigin = (mesh: Mesh, scheme: Parameters<typeof cornerNormals>[1]) =>
  [0, 1, 2].map((face) => [...cornerNormals(mesh, scheme).subarray(face * 9, face * 9 + 3)]);

function expectNormals(actual: number[][], expected: readonly (readonly number[])[]): void {
  for (const [face, normal] of expected.entries()) {
    for (const [i, value] of normal.entries()) expect(actual[face]![i], `face ${face}`).toBeCloseTo(value, 6);
  }
}

// (0 0 1) x (1 0 -1) = (0 1 0) and so on: the faces look up, along +Z and along +X.
const [a, b, c] = [UP, FRONT, RIGHT];

describe('at a vertex of three faces', () => {
  test('flat faces keep their own normals', () => {
    expectNormals(atOrigin(corner([0, 0, 0]), 'flat'), [a, b, c]);
  });

  test('faces of one group share a normal, and those of no group are flat', () => {
    expectNormals(atOrigin(corner([4, 4, 7]), 'groups'), [sum(a, b), sum(a, b), c]);
    expectNormals(atOrigin(corner([0xffffffff, 0xffffffff, 0]), 'groups'), [a, b, c]);
  });

  test('faces share the normals of all that have a bit of their mask, and those without any are flat', () => {
    expectNormals(atOrigin(corner([1, 3, 2]), 'masks'), [sum(a, b), sum(a, b, c), sum(b, c)]);
    expectNormals(atOrigin(corner([0, 1, 1]), 'masks'), [a, sum(b, c), sum(b, c)]);
  });

  test('hard edges part what soft ones join, wherever they lead', () => {
    expectNormals(atOrigin(corner([0, 0, 0]), 'hard edges'), [sum(a, b, c), sum(a, b, c), sum(a, b, c)]);
    // Edge 2 of a is 2-0, edge 0 of b 0-2: hard on either side is hard. All are still joined by the other edges.
    expectNormals(atOrigin(corner([4, 0, 0]), 'hard edges'), [sum(a, b, c), sum(a, b, c), sum(a, b, c)]);
    // Both edges of a at the vertex.
    expectNormals(atOrigin(corner([5, 0, 0]), 'hard edges'), [a, sum(b, c), sum(b, c)]);
    expectNormals(atOrigin(corner([7, 7, 7]), 'hard edges'), [a, b, c]);
  });

  test('backs are not joined to fronts, and count their edges the other way', () => {
    expectNormals(atOrigin(corner([8, 0, 0]), 'hard edges'), [a, sum(b, c), sum(b, c)]);
    // Bit 1 of a back is its edge 0 (0-1), bit 2 its edge 2 (2-0).
    expectNormals(atOrigin(corner([8 | 2, 8, 8]), 'hard edges'), [sum(a, b, c), sum(a, b, c), sum(a, b, c)]);
    expectNormals(atOrigin(corner([8 | 2 | 4, 8, 8]), 'hard edges'), [a, sum(b, c), sum(b, c)]);
  });
});

test('the scheme is told by what values only one of them has, and otherwise guessed with a reason', () => {
  const chosen = (smoothing: number[], isRecent: boolean, flags = 1) =>
    smoothingScheme(corner(smoothing, flags), 'auto', isRecent);
  expect(chosen([0xffffffff, 1, 0], true)).toEqual({ scheme: 'groups' });
  expect(chosen([16, 1, 0], true, 5)).toEqual({ scheme: 'masks' });
  expect(chosen([0xffffffff, 0xffffffff, 0xffffffff], true)).toEqual({ scheme: 'flat' });
  expect(chosen([7, 1, 0], true)).toMatchObject({
    scheme: 'hard edges',
    guess: expect.stringContaining('shows signs'),
  });
  expect(chosen([0, 0, 0], false)).toMatchObject({ scheme: 'groups', guess: expect.stringContaining('no sign') });
  expect(chosen([0, 0, 0], false, 5)).toMatchObject({ scheme: 'masks' });
  expect(smoothingScheme(corner([7, 1, 0]), 'soc', true)).toEqual({ scheme: 'groups' });
  expect(smoothingScheme(corner([16, 1, 0]), 'cop', false)).toEqual({ scheme: 'hard edges' });
});

test('stored normals count before all values', () => {
  const normals = Float32Array.from({ length: 27 }, (_, i) => (i % 3 === 2 ? 1 : 0));
  const mesh: Mesh = [...corner([0, 0, 0]), { name: 'normals', value: normals }];
  expect(smoothingScheme(mesh, 'soc', false)).toEqual({ scheme: 'explicit' });
  expect(cornerNormals(mesh, 'explicit')).toEqual(normals);
});

test('ten thousand faces at one vertex take no longer than their number', () => {
  const count = 10_000;
  const position = new Float32Array((count + 1) * 3);
  for (let i = 1; i <= count; i++) position.set([Math.cos(i), 0.1, Math.sin(i)], i * 3);
  const corners = new Int32Array(count * 6);
  for (let i = 0; i < count; i++) corners.set([0, 0, i + 1, 0, ((i + 1) % count) + 1, 0], i * 6);
  const mesh: Mesh = [
    { name: 'vertices', value: { length: count + 1, position } },
    { name: 'faces', value: { length: count, corners } },
    { name: 'smoothing', value: new Uint32Array(count) },
  ];
  const start = performance.now();
  const normals = cornerNormals(mesh, 'hard edges');
  expect(performance.now() - start).toBeLessThan(5000);
  expect(normals.subarray(0, 3)).toEqual(normals.subarray(9, 12));
});
