import { describe, expect, test } from 'vitest';
import { authorProp } from '../samples/author/lantern-crate.ts';
import { authorCharacter } from '../samples/author/pip.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { samplesOf } from '../src/test-support/samples.ts';

interface Samples {
  readonly family: string;
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
}
const sampleModules = import.meta.glob<Samples>('../samples/author/*.samples.ts', { eager: true });

describe('the authored character', () => {
  const pip = authorCharacter();
  const [primitive] = pip.meshes[0]!.primitives;

  test('is small, skinned and moves', () => {
    expect(primitive!.indices.length / 3).toBeGreaterThan(600);
    expect(primitive!.indices.length / 3).toBeLessThan(1500);
    expect(pip.skins[0]!.joints.length).toBe(18);
    expect(pip.clips.map(({ name }) => name)).toEqual(['idle', 'walk', 'wave', 'breathe']);
    for (const { tracks } of pip.clips) {
      expect(tracks.some(({ values, times }) => isMoving(values, values.length / times.length))).toBe(true);
    }
  });

  test('has vertices whose weights sum to 1 and name joints', () => {
    const weights = Array.from(primitive!.weights[0]!);
    const joints = primitive!.joints[0]!;
    for (let i = 0; i < weights.length; i += 4) {
      const sum = weights.slice(i, i + 4).reduce((total, weight) => total + weight, 0);
      expect(sum).toBeCloseTo(1, 6);
    }
    expect(Math.max(...joints)).toBeLessThan(18);
  });

  test('has triangles that face the way their normals do', () => {
    expect(turnedTriangles(primitive!)).toBe(0);
  });

  test('is the same each time', () => {
    expect(authorCharacter()).toEqual(pip);
  });
});

describe('the authored prop', () => {
  const prop = authorProp();

  test('has an opaque part and one of glass', () => {
    expect(prop.materials.map(({ name, alphaMode }) => [name, alphaMode])).toEqual([
      ['crate', 'opaque'],
      ['glass', 'blend'],
    ]);
  });

  test('has triangles that face the way their normals do', () => {
    for (const primitive of prop.meshes[0]!.primitives) expect(turnedTriangles(primitive)).toBe(0);
  });
});

describe.each(Object.values(sampleModules))('the samples of $family', ({ family, files }) => {
  test('are what the script makes, byte for byte', async () => {
    const made = await files();
    const committed = samplesOf(family);
    expect([...committed.keys()].sort()).toEqual([...made.keys()].sort());
    for (const [name, bytes] of made) {
      expect(Buffer.compare(bytes, committed.get(name)!), `${name}; \`npm run samples\` makes it anew`).toBe(0);
    }
  });

  test('are small', () => {
    const size = [...samplesOf(family).values()].reduce((sum, { length }) => sum + length, 0);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(400 * 1024);
  });

  test('keep the contract: read to the last byte, written back, nothing odd about them', () => {
    for (const [path, bytes] of samplesOf(family)) {
      for (const leaf of leaves(path, bytes)) {
        expect(leaf.format, leaf.path).toBeDefined();
        const { codec, check } = leaf.format!;
        const { value, trace, issues } = codec.inspect(leaf.bytes);
        expect(trace.gaps(leaf.bytes.length), leaf.path).toEqual([]);
        expect(
          [...issues, ...check(value)].filter(({ severity }) => severity !== 'info'),
          leaf.path,
        ).toEqual([]);
        expect(Buffer.compare(codec.encode(value), leaf.bytes), leaf.path).toBe(0);
      }
    }
  });
});

function isMoving(values: Float32Array, width: number): boolean {
  return values.some((value, i) => Math.abs(value - values[i % width]!) > 0.01);
}

/** How many triangles run clockwise, seen from where their normals point. */
function turnedTriangles({
  indices,
  positions,
  normals,
}: {
  indices: ArrayLike<number>;
  positions: Float32Array;
  normals?: Float32Array;
}) {
  let turned = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => indices[i + corner]! * 3) as [number, number, number];
    const edge = (to: number) => [0, 1, 2].map((axis) => positions[to + axis]! - positions[a + axis]!);
    const [[x1, y1, z1], [x2, y2, z2]] = [edge(b), edge(c)] as [[number, number, number], [number, number, number]];
    const face = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2];
    const dot = face.reduce(
      (sum, value, axis) => sum + value * (normals![a + axis]! + normals![b + axis]! + normals![c + axis]!),
      0,
    );
    if (dot < 0) turned++;
  }
  return turned;
}
