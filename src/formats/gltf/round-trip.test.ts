import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeQuaternion } from '../../math/index.ts';
import { emptyScene, type Interpolation, type Primitive, type Scene, type Track } from '../../scene/scene.ts';
import { plainMaterial } from '../../test-support/scenes.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { readGltf } from './read.ts';
import { writeGlb } from './write.ts';

const number = fc.float({ min: -1000, max: 1000, noNaN: true }).map((x) => x + 0);
const floats = (length: number) =>
  fc.array(number, { minLength: length, maxLength: length }).map((x) => Float32Array.from(x));
const unit = fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0);
const vector3 = fc.tuple(number, number, number);
const rotation = fc.tuple(number, number, number, number).map(normalizeQuaternion);
const extras = fc.option(fc.record({ flags: fc.nat(), note: fc.string(), list: fc.array(fc.nat()) }), {
  nil: undefined,
});
const name = fc.string({ minLength: 1, maxLength: 8 });

/** The object without its missing properties. */
function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

const primitive = fc.integer({ min: 1, max: 6 }).chain((vertices) =>
  fc.record({
    positions: floats(3 * vertices),
    normals: fc.option(fc.constant(Float32Array.from({ length: 3 * vertices }, (_, i) => (i % 3 === 2 ? 1 : 0))), {
      nil: undefined,
    }),
    indices: fc
      .array(fc.nat(vertices - 1), { minLength: 3, maxLength: 9 })
      .map((list) => Uint16Array.from(list.slice(0, list.length - (list.length % 3)))),
    uvs: fc.array(floats(2 * vertices), { maxLength: 2 }),
    colors: fc.array(
      fc.uint8Array({ minLength: 4 * vertices, maxLength: 4 * vertices }).map((x) => Uint8Array.from(x)),
      { maxLength: 1 },
    ),
    material: fc.option(fc.constant(0), { nil: undefined }),
    targets: fc.constant([{ positions: new Float32Array(3 * vertices).fill(0.5) }]),
    extras,
  }),
);

const mesh = fc.record({ name, primitives: fc.array(primitive, { minLength: 1, maxLength: 3 }), extras });

const keyed = (
  node: number,
  path: 'translation' | 'rotation' | 'scale',
  interpolation: Interpolation,
  keys: number,
) => {
  const times = Float32Array.from({ length: keys }, (_, i) => i / 8);
  const value: fc.Arbitrary<number[]> = path === 'rotation' ? rotation : vector3;
  const values = fc.array(value, { minLength: 3 * keys, maxLength: 3 * keys });
  return values.map((all): Track => {
    const used = interpolation === 'cubic' ? all : all.slice(0, keys);
    return { node, path, interpolation, times, values: Float32Array.from(used.flat()) };
  });
};

const clip = fc.record({
  name,
  tracks: fc
    .tuple(
      fc.constantFrom<Interpolation>('step', 'linear', 'cubic'),
      fc.integer({ min: 2, max: 5 }),
      fc.constantFrom('translation' as const, 'rotation' as const, 'scale' as const),
    )
    .chain(([interpolation, keys, path]) => fc.tuple(keyed(0, path, interpolation, keys))),
  extras,
});

const node = fc.record({
  name,
  translation: fc.option(vector3, { nil: undefined }),
  rotation: fc.option(rotation, { nil: undefined }),
  scale: fc.option(vector3, { nil: undefined }),
  extras,
});

const scene: fc.Arbitrary<Scene> = fc
  .record({
    name,
    nodes: fc.array(node, { minLength: 1, maxLength: 6 }),
    mesh,
    clips: fc.array(clip, { maxLength: 3 }),
    factors: fc.tuple(unit, unit, unit, unit),
    lod: fc.integer({ min: 0, max: 2 }),
    extras,
    seed: fc.nat(),
  })
  .map(({ name, nodes, mesh, clips, factors, lod, extras, seed }) =>
    compact({
      ...emptyScene(name),
      // Any node may hang from any earlier one; the last carries the mesh and may be of a coarser level.
      nodes: nodes.map((each, i) =>
        compact({
          ...each,
          ...(i > 0 && (seed >> i) % 2 === 0 ? { parent: seed % i } : {}),
          ...(i === nodes.length - 1 ? { mesh: 0, weights: [0.25] } : {}),
          ...(i === nodes.length - 1 && i > 0 && lod > 0 ? { lod } : {}),
        }),
      ),
      meshes: [compact({ ...mesh, targetNames: ['a'], primitives: mesh.primitives.map(withEmptyParts) })],
      clips: clips.map(compact),
      materials: [{ ...plainMaterial('m'), baseColorFactor: factors, metallicFactor: factors[0] }],
      extras,
    } as Scene),
  );

const withEmptyParts = (part: object) => compact({ joints: [], weights: [], ...part }) as unknown as Primitive;

test('any scene is read as it was written, and the Khronos validator has nothing against the file', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async (original) => {
      const { value: bytes, issues } = await writeGlb(original);
      expect(issues).toEqual([]);
      expect(await complaints(bytes)).toEqual([]);
      const { value: read, issues: found } = await readGltf(bytes, 'file.glb');
      expect(found).toEqual([]);
      expect(read).toEqual(original);
    }),
    { seed: 1, numRuns: 60, endOnFailure: true },
  );
});
