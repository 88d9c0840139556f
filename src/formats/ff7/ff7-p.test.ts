import { describe, expect, test } from 'vitest';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { liftDecals } from './decals.ts';
import { check } from './ff7-p.check.ts';
import { fixtures } from './ff7-p.fixtures.ts';
import { mesh, type PolygonModel } from './ff7-p.ts';
import { importMeshes } from './mesh-import.ts';
import { linear, lookOf, primitivesOf } from './p.scene.ts';
import { buildP, groupOf } from './p-build.ts';

const twoTriangles = () => mesh.decode(fixtures['a plain triangle and a textured one']!);

test('groups become primitives, front turned round, colours made linear', () => {
  const losses = { polygons: 0, coordinates: 0 };
  const [plain, textured] = primitivesOf(twoTriangles(), losses).map(({ primitive }) => primitive);
  expect([...plain!.indices]).toEqual([0, 2, 1]);
  expect([...plain!.colors[0]!.subarray(0, 4)]).toEqual([linear[0x30], linear[0x20], linear[0x10], 1]);
  expect(plain!.uvs).toEqual([]);
  expect([...plain!.normals!.subarray(0, 3)]).toEqual([0, 0, 1]);
  expect([...textured!.uvs[0]!]).toEqual([0, 0, 1, 0, 0, 2]);
  expect(lookOf(twoTriangles(), 1)).toEqual({
    texture: 0,
    isDoubleSided: false,
    blendMode: undefined,
    vertexAlpha: 255,
  });
  expect(losses).toEqual({ polygons: 0, coordinates: 0 });
});

test('polygons of vertices that are not there are left out and counted', () => {
  const file = twoTriangles();
  file.polygons.vertices[1] = 3;
  file.vertices.position[9] = Number.NaN;
  const losses = { polygons: 0, coordinates: 0 };
  expect(primitivesOf(file, losses).map(({ group }) => group)).toEqual([1]);
  expect(losses).toEqual({ polygons: 1, coordinates: 1 });
});

test('render states of both words make a group blend or show its back', () => {
  const file = twoTriangles();
  file.hundreds.options[0]! |= 0x4400;
  expect(lookOf(file, 0)).toMatchObject({ isDoubleSided: false, blendMode: undefined });
  file.hundreds.features[0]! |= 0x4400;
  file.hundreds.blendMode[0] = 1;
  expect(lookOf(file, 0)).toMatchObject({ isDoubleSided: true, blendMode: 1 });
});

test('a decal is raised off the face it lies on, what lies beside it is not', () => {
  const primitive = (...positions: number[]) => ({
    indices: Uint16Array.of(0, 1, 2),
    positions: Float32Array.from(positions),
    uvs: [],
    colors: [],
    joints: [],
    weights: [],
    targets: [],
  });
  const face = primitive(0, 0, 0, 10, 0, 0, 0, 10, 0);
  const decal = primitive(1, 1, 0, 3, 1, 0, 1, 3, 0);
  const beside = primitive(10, 0, 0, 10, 10, 0, 0, 10, 0);
  const behind = primitive(1, 1, 0, 1, 3, 0, 3, 1, 0);
  const [lifted, ...others] = liftDecals([face], [decal, beside, behind], 0.25);
  expect([...lifted!.positions]).toEqual([1, 1, 0.25, 3, 1, 0.25, 1, 3, 0.25]);
  expect(others).toEqual([beside, behind]);
});

test('deviations are found', () => {
  const codes = (edit: (file: PolygonModel) => void) => {
    const file = twoTriangles();
    edit(file);
    return [...check(file)].map(({ code }) => code);
  };
  expect(codes(() => {})).toEqual([]);
  expect(codes((file) => (file.polygons.vertices[0] = 3))).toEqual(['ff7-p/vertex-index']);
  expect(codes((file) => (file.groups.polygonCount[1] = 2))).toEqual(['ff7-p/group-range']);
  expect(codes((file) => (file.groups.texCoordStart[1] = 1))).toEqual(['ff7-p/group-range']);
  expect(codes((file) => (file.polygons.normals[0] = 1))).toEqual(['ff7-p/normal-index']);
  expect(codes((file) => (file.boundingBoxes.max[0] = 2))).toEqual(['ff7-p/bounding-box']);
  expect(codes((file) => (file.vertices.position[0] = Number.NaN))).toContain('ff7-p/not-finite');
});

test('edges are listed once, in the order and direction of their first use', () => {
  const corner = (x: number, y: number) => ({ position: [x, y, 0], color: [1, 2, 3, 255] }) as const;
  const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
  const made = buildP([groupOf(undefined, [a, b, c, b, d, c])]);
  expect([...made.polygons.vertices]).toEqual([0, 1, 2, 1, 3, 2]);
  expect([...made.edges.vertices]).toEqual([0, 1, 1, 2, 2, 0, 1, 3, 3, 2]);
  expect([...made.polygons.edges]).toEqual([0, 1, 2, 3, 4, 1]);
  expect([...check(mesh.decode(mesh.encode(made)))]).toEqual([]);
});

test('too many vertices are refused', () => {
  const group = {
    texture: undefined,
    positions: new Float32Array(3 * 65_536),
    colors: new Uint8Array(4 * 65_536),
    corners: [0, 1, 2],
  };
  expect(() => buildP([group])).toThrow('65536 vertices, a P file has room for 65535');
});

describe.skipIf(corpus('ff7') === undefined)('real meshes, made again from what they show', () => {
  const paths = corpus('ff7') === undefined ? [] : filesBelow(corpus('ff7')!);
  const parts = paths.filter((path) => /^rebuilt-pc\/.*(a[m-z]|b[a-z]|c[k-z])$/.test(path));

  test('73 battle parts come back byte for byte', () => {
    let count = 0;
    for (const path of parts) {
      const bytes = corpusFile('ff7', path);
      const file = mesh.decode(bytes);
      const groups = primitivesOf(file, { polygons: 0, coordinates: 0 }).map(({ primitive, group }) =>
        primitiveGroup(file, group, primitive),
      );
      expect(Buffer.compare(mesh.encode({ ...buildP(groups), pointers: file.pointers }), bytes), path).toBe(0);
      count++;
    }
    expect(count).toBe(73);
  });

  /** A primitive on its way back, through the scene and its linear colours. */
  function primitiveGroup(
    file: PolygonModel,
    group: number,
    primitive: ReturnType<typeof primitivesOf>[number]['primitive'],
  ) {
    const look = lookOf(file, group);
    const scene = {
      name: '',
      nodes: [{ name: 'root' }, { name: 'bone_000', parent: 0, mesh: 0 }],
      meshes: [{ name: '', primitives: [primitive] }],
      ...{ skins: [], clips: [], materials: [], textures: [], images: [], sources: [] },
    };
    const bone = { name: '', node: 1, parent: -1, length: 0, frame: [0, 0, 0, 1] as [number, number, number, number] };
    const rig = {
      root: 0,
      bones: [{ ...bone, isHelper: false, hasFixedLength: true }],
      weapon: undefined,
      unitsPerMetre: 1,
      isOurs: true,
    };
    const back = importMeshes(scene, rig, () => ({ ...look, factor: [1, 1, 1, 1] }));
    return back.parts.get(0)![0]!;
  }
});
