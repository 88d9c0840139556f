import { describe, expect, test } from 'vitest';
import { Damaged } from '../../binary/index.ts';
import type { Scene } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { readGltf, writeGlb } from '../gltf/index.ts';
import { samePositions, splitDraft } from './target.batch.ts';
import { fromScene } from './target.mesh.ts';
import { fixtures as characters } from './v3c.fixtures.ts';
import { check } from './v3d.check.ts';
import { toScene } from './v3d.scene.ts';
import { bonesOf, type MeshFile, mesh, spheresOf, submeshesOf } from './v3d.ts';
import type { LodData } from './v3d-lod.ts';
import { fixtures as statics } from './v3m.fixtures.ts';

const kinds = { v3c: characters['two bones']!, v3m: statics['a triangle']! };

const dataOf = (file: MeshFile, submesh = 0, lod = 0): LodData => {
  const { data } = submeshesOf(file)[submesh]!.lods[lod]!;
  if (data instanceof Damaged) throw new Error(data.reason);
  return data;
};

/** A scene after a journey through a `.glb` file. */
async function travelled(scene: Scene): Promise<Scene> {
  return (await readGltf((await writeGlb(scene)).value, scene.name)).value;
}

async function sceneOf(bytes: Uint8Array): Promise<Scene> {
  return travelled(toScene(mesh.decode(bytes), { name: 'model' }).value);
}

function write(scene: Scene, kind: 'v3c' | 'v3m', original?: Uint8Array) {
  const { value, issues } = fromScene(scene, kind, original && mesh.decode(original));
  return { file: value!.file, bytes: mesh.encode(value!.file), changes: Object.fromEntries(value!.changes), issues };
}

/** Where two byte arrays of equal length differ. */
function differences(a: Uint8Array, b: Uint8Array): number[] {
  expect(a.length).toBe(b.length);
  return [...a.keys()].filter((i) => a[i] !== b[i]);
}

describe.each(['v3c', 'v3m'] as const)('%s', (kind) => {
  const original = kinds[kind];

  test('an unedited scene gives back the same bytes', async () => {
    const { bytes, changes } = write(await sceneOf(original), kind, original);
    expect(bytes).toEqual(original);
    expect(changes).toEqual({});
  });

  test('a moved vertex changes that vertex and what follows from it', async () => {
    const scene = await sceneOf(original);
    const { positions } = scene.meshes[0]!.primitives[0]!;
    positions[3] = -0.25;
    const { file, bytes, changes } = write(scene, kind, original);
    const before = mesh.decode(original);
    expect(Object.keys(changes)).toEqual([`positions of '${kind === 'v3c' ? 'man' : 'flag'}'`]);
    expect([...dataOf(file).batches[0]!.positions.subarray(3, 6)]).toEqual([0.25, 1, 0]);
    expect(dataOf(file).batches[0]!.normals).toEqual(dataOf(before).batches[0]!.normals);
    expect(submeshesOf(file)[0]!.radius).toBeCloseTo(Math.hypot(0.25, 1));
    expect(differences(bytes, original).length).toBeLessThan(20);
  });

  test('an edited normal changes four bytes', async () => {
    const scene = await sceneOf(original);
    scene.meshes[0]!.primitives[0]!.normals!.set([0, 1, 0], 0);
    const { bytes } = write(scene, kind, original);
    const changed = differences(bytes, original);
    expect(Math.max(...changed) - Math.min(...changed)).toBeLessThan(12);
  });

  test('an edited material changes its name and where levels repeat it', async () => {
    const scene = await sceneOf(original);
    scene.materials[0]!.extras = { ...scene.materials[0]!.extras, rf_diffuse_map: 'new.tga' };
    const { file, changes } = write(scene, kind, original);
    expect(changes).toEqual({ materials: 1 });
    expect(submeshesOf(file)[0]!.materials.map(({ diffuseMap }) => diffuseMap)).toEqual(['new.tga']);
    expect(submeshesOf(file)[0]!.lods[0]!.textures).toEqual([{ materialIndex: 0, filename: 'new.tga' }]);
  });

  test('the order of vertices and triangles is no edit: editors change it', async () => {
    const scene = await sceneOf(original);
    const primitive = scene.meshes[0]!.primitives[0]!;
    const count = primitive.positions.length / 3;
    const turn = <A extends Float32Array | Uint8Array | Uint16Array>(values: A, width: number): A => {
      const turned = values.slice() as A;
      for (let v = 0; v < count; v++) turned.set(values.subarray(width * v, width * (v + 1)), width * (count - 1 - v));
      return turned;
    };
    Object.assign(primitive, {
      positions: turn(primitive.positions, 3),
      normals: turn(primitive.normals!, 3),
      uvs: [turn(primitive.uvs[0]!, 2)],
      joints: primitive.joints.map((joints) => turn(joints, 4)),
      weights: primitive.weights.map((weights) => turn(weights, 4)),
      indices: primitive.indices.map((v) => count - 1 - v),
    });
    const { bytes, changes } = write(scene, kind, original);
    expect(changes).toEqual({});
    expect(bytes).toEqual(original);
  });

  test('a triangle less makes that batch anew, and nothing else', async () => {
    const scene = await sceneOf(original);
    const primitive = scene.meshes[0]!.primitives[0]!;
    primitive.indices = Uint16Array.of(0, 1, 2, 0, 2, 1, 1, 0, 2);
    const { file, changes } = write(scene, kind, original);
    expect(Object.values(changes)).toEqual([1]);
    expect(Object.keys(changes)[0]).toContain('made anew');
    expect(dataOf(file).batches[0]!.triangles.length).toBe(3);
    expect([...check(file)].filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(mesh.decode(mesh.encode(file))).toEqual(file);
  });

  test('without an original the mesh is made anew, and says the same', async () => {
    const scene = await sceneOf(original);
    const { file, bytes } = write(scene, kind);
    expect([...check(file)].filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(mesh.decode(bytes)).toEqual(file);
    const again = await sceneOf(bytes);
    expect(again.meshes).toEqual(scene.meshes);
    expect(again.nodes).toEqual(scene.nodes);
    const matrices = ({ skins }: Scene) => skins.flatMap((skin) => [...skin.inverseBindMatrices].map((x) => x + 0));
    expect(matrices(again)).toEqual(matrices(scene));
    expect(submeshesOf(file)[0]!.offset).toEqual(submeshesOf(mesh.decode(original))[0]!.offset);
  });
});

test('a moved bone changes only that bone', async () => {
  const scene = await sceneOf(kinds.v3c);
  scene.skins[0]!.inverseBindMatrices[13] = -0.5;
  const { file, bytes, changes } = write(scene, 'v3c', kinds.v3c);
  expect(changes).toEqual({ bones: 1 });
  expect([...bonesOf(file)[0]!.translation]).toEqual([-1, -0.5, 0]);
  expect(differences(bytes, kinds.v3c).length).toBeLessThanOrEqual(4);
});

test('joints are told by their names where an editor has changed their order', async () => {
  const scene = await sceneOf(kinds.v3c);
  for (const node of scene.nodes) delete node.extras;
  const [skin] = scene.skins;
  skin!.joints.reverse();
  const matrices = skin!.inverseBindMatrices;
  skin!.inverseBindMatrices = Float32Array.of(...matrices.subarray(16), ...matrices.subarray(0, 16));
  for (const { joints, weights } of scene.meshes[0]!.primitives) {
    joints[0] = joints[0]!.map((joint, i) => (weights[0]![i]! > 0 ? 1 - joint : joint));
  }
  const { bytes } = write(scene, 'v3c', kinds.v3c);
  expect(bytes).toEqual(kinds.v3c);
});

test('an armature above the bones, turned and scaled, does not matter', async () => {
  const scene = await sceneOf(kinds.v3c);
  const armature =
    scene.nodes.push({ name: 'Armature', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], scale: [0.01, 0.01, 0.01] }) -
    1;
  const root = scene.nodes[1]!;
  // What an editor does: the joint stays where it is, the armature's transform is undone below.
  root.parent = armature;
  root.rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  root.scale = [1, 1, 1];
  scene.nodes[0]!.translation = [-100, 0, 0];
  const matrices = scene.skins[0]!.inverseBindMatrices;
  for (let i = 0; i < 32; i++) if (i % 4 !== 3) matrices[i]! *= 100;
  const { file, issues } = write(scene, 'v3c');
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(bonesOf(file).map(({ parent }) => parent)).toEqual([1, -1]);
  expect([...bonesOf(file)[0]!.translation].map((x) => Math.round(1e5 * x) / 1e5 + 0)).toEqual([-1, 0, 0]);
});

test('spheres and prop points are moved, added and removed', async () => {
  const scene = await sceneOf(kinds.v3c);
  const sphere = scene.nodes.find(({ name }) => name === 'csphere_0')!;
  sphere.scale = [2, 2, 2];
  scene.nodes.push({ name: 'csphere_1', translation: [0, 3, 0], parent: 0 }, { name: 'eye', translation: [-1, 2, 3] });
  const { file, changes } = write(scene, 'v3c', kinds.v3c);
  expect(changes).toEqual({ 'collision spheres': 1, 'new collision spheres': 1, 'new prop points': 1 });
  expect(spheresOf(file)).toMatchObject([
    { name: 'csphere_0', radius: 2, bone: 1 },
    { name: 'csphere_1', radius: 1, bone: 0 },
  ]);
  expect(dataOf(file).propPoints).toMatchObject([{ name: 'eye', parentBone: -1 }]);
  expect([...dataOf(file).propPoints[0]!.position]).toEqual([1, 2, 3]);
  expect(file.sphereCount).toBe(2);
});

test('a static mesh that is turned has its vertices turned, its offset where it stands', async () => {
  const scene = await sceneOf(kinds.v3m);
  scene.nodes[0]!.rotation = [0, 1, 0, 0];
  scene.nodes[0]!.translation = [4, 5, 6];
  const { file } = write(scene, 'v3m', kinds.v3m);
  expect([...submeshesOf(file)[0]!.offset]).toEqual([-4, 5, 6]);
  expect([...dataOf(file).batches[0]!.positions.subarray(6, 9)].map((x) => x + 0)).toEqual([-1, 0, 0]);
  expect([...dataOf(file).batches[0]!.planes!.normal].map((x) => x + 0)).toEqual([0, 0, 1]);
});

test('a level of detail that the scene lacks is kept', async () => {
  const file = mesh.decode(kinds.v3m);
  const [submesh] = submeshesOf(file);
  submesh!.lods.push(submesh!.lods[0]!);
  submesh!.lodDistances = Float32Array.of(0, 7);
  const bytes = mesh.encode(file);
  const scene = await travelled(toScene(file, { name: 'model', lod: 0 }).value);
  const written = write(scene, 'v3m', bytes);
  expect(written.bytes).toEqual(bytes);
  expect(written.issues.map(({ code }) => code)).toEqual(['v3d/level-kept']);
  expect(toScene(file, { name: 'model' }).value.nodes.map(({ name, lod }) => [name, lod])).toEqual([
    ['flag', undefined],
    ['flag_lod1', 1],
    ['corona_1', undefined],
  ]);
});

test('a level that cannot be read is no part of the scene, and stays as it is', async () => {
  const bytes = kinds.v3m.slice();
  const info = bytes.length - 8 - 28 - 4 - 84 - 4 - 10 - 4 - 4 - 18;
  bytes[info + 6] = 2; // 2 bytes for 1 triangle
  expect(submeshesOf(mesh.decode(bytes))[0]!.lods[0]!.data).toBeInstanceOf(Damaged);
  const { bytes: written, changes } = write(await sceneOf(bytes), 'v3m', bytes);
  expect(changes).toEqual({});
  expect(written).toEqual(bytes);
});

test('large meshes are split where a batch is full', () => {
  const count = 12_000;
  const draft = {
    positions: Float32Array.from({ length: 3 * count }, (_, i) => i),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    corners: Uint32Array.from({ length: count }, (_, i) => i),
    doubleSided: new Uint8Array(count / 3),
    links: undefined,
  };
  const parts = splitDraft(draft);
  expect(parts.map(({ positions }) => positions.length / 3)).toEqual([5460, 5460, 1080]);
  const corners = parts.flatMap((part) => [...part.corners].map((corner) => part.positions[3 * corner]! / 3));
  expect(corners).toEqual([...draft.corners]);
});

test('a vertex says how far before it the first at its position stands', () => {
  expect([...samePositions(Float32Array.of(0, 0, 0, 1, 0, 0, -0, 0, 0, 0, 0, 0))]).toEqual([0, 0, 2, 3]);
});

const folder = corpus('red-faction');

describe.runIf(folder !== undefined)('real files', () => {
  const files = filesBelow(folder ?? '.').filter((file) => /\.v3[cm]$/.test(file));

  test('come back from a .glb with all their bytes', async () => {
    expect(files.length).toBeGreaterThan(110);
    for (const file of files) {
      const bytes = corpusFile('red-faction', file);
      const kind = file.endsWith('c') ? 'v3c' : 'v3m';
      const written = write(await sceneOf(bytes), kind, bytes);
      expect(written.changes, file).toEqual({});
      expect(Buffer.from(written.bytes).equals(bytes), file).toBe(true);
    }
  });

  test('made anew, they have no error and look the same', async () => {
    for (const file of files.filter((file) => !file.startsWith('synthetic'))) {
      const kind = file.endsWith('c') ? 'v3c' : 'v3m';
      const scene = await sceneOf(corpusFile('red-faction', file));
      const written = write(scene, kind);
      expect(
        [...check(written.file)].filter(({ severity }) => severity === 'error'),
        file,
      ).toEqual([]);
      const again = await sceneOf(written.bytes);
      const triangles = ({ meshes }: Scene) =>
        meshes.flatMap(({ primitives }) => primitives).reduce((sum, { indices }) => sum + indices.length / 3, 0);
      expect(triangles(again), file).toBe(triangles(scene));
    }
  });

  test('come back even from an editor that drops all extras and turns the order of primitives round', async () => {
    let exact = 0;
    for (const file of files.filter((file) => !file.startsWith('synthetic'))) {
      const bytes = corpusFile('red-faction', file);
      const scene = await sceneOf(bytes);
      for (const part of [...scene.nodes, ...scene.meshes, ...scene.materials]) delete part.extras;
      for (const node of scene.nodes) delete node.lod;
      for (const { primitives } of scene.meshes) {
        for (const primitive of primitives) delete primitive.extras;
        primitives.reverse();
      }
      if (Buffer.from(write(scene, file.endsWith('c') ? 'v3c' : 'v3m', bytes).bytes).equals(bytes)) exact++;
      else expect(file).toBe('rfrevised/meshes/item_Riot_ammo.v3m'); // two batches of one material and one size
    }
    expect(exact).toBeGreaterThan(100);
  });
});
