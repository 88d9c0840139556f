import { describe, expect, test } from 'vitest';
import { worldMatrices } from '../../scene/sampling.ts';
import { emptyScene, type Primitive, type Scene } from '../../scene/scene.ts';
import { bendingSquare, plainMaterial, square } from '../../test-support/scenes.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { glb, glbChunk } from './glb.ts';
import { readGltf } from './read.ts';
import { writeGlb } from './write.ts';

const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(glbChunk(glb.decode(bytes), 'JSON')));

/** Writes, has the Khronos validator look at it, and reads. */
async function roundTrip(scene: Scene) {
  const { value: bytes, issues } = await writeGlb(scene);
  expect(await complaints(bytes)).toEqual([]);
  const { value } = await readGltf(bytes, 'file.glb');
  return { bytes, json: jsonOf(bytes), codes: issues.map(({ code }) => code), read: value };
}

const withPrimitive = (primitive: Partial<Primitive>): Scene => ({
  ...emptyScene('one primitive'),
  nodes: [{ name: 'node', mesh: 0 }],
  meshes: [{ name: 'mesh', primitives: [{ ...square(), ...primitive }] }],
});

describe('what is stored once', () => {
  test('arrays that several primitives use', async () => {
    const shared = square();
    const scene = withPrimitive(shared);
    scene.meshes[0]!.primitives.push({ ...shared, indices: Uint16Array.of(0, 1, 2) });
    const { json, read } = await roundTrip(scene);
    const [first, second] = json.meshes[0].primitives;
    expect(first.attributes).toEqual(second.attributes);
    expect(json.accessors).toHaveLength(5);
    expect(read.meshes[0]!.primitives[0]!.positions).toBe(read.meshes[0]!.primitives[1]!.positions);
  });

  test('the time line of all tracks of a clip', async () => {
    const scene = bendingSquare();
    const { json, read } = await roundTrip(scene);
    const inputs = new Set(json.animations[0].samplers.map(({ input }: { input: number }) => input));
    expect(inputs.size).toBe(2);
    expect(read.clips[0]!.tracks[0]!.times).toBe(read.clips[0]!.tracks[1]!.times);
  });
});

describe('what is stored small', () => {
  test('indices in 16 bits where they fit', async () => {
    const { json, read } = await roundTrip(withPrimitive({ indices: Uint32Array.of(0, 1, 2, 2, 3, 0) }));
    expect(json.accessors[json.meshes[0].primitives[0].indices].componentType).toBe(5123);
    expect(read.meshes[0]!.primitives[0]!.indices).toEqual(Uint16Array.of(0, 1, 2, 2, 3, 0));
  });

  test('morph targets of which most stands still, as the vertices that move', async () => {
    const count = 3000;
    const positions = Float32Array.from({ length: 3 * count }, (_, i) => i);
    const target = new Float32Array(3 * count);
    target.set([1, 2, 3], 300);
    const still = new Float32Array(3 * count);
    const scene = withPrimitive({ positions, targets: [{ positions: target }, { positions: still }], uvs: [] });
    delete scene.meshes[0]!.primitives[0]!.normals;
    const { bytes, json, read } = await roundTrip(scene);
    const [moving, resting] = json.meshes[0].primitives[0].targets;
    expect(json.accessors[moving.POSITION].sparse.count).toBe(1);
    expect(json.accessors[resting.POSITION].bufferView).toBeUndefined();
    expect(bytes.length).toBeLessThan(count * 12 + 3000);
    expect(read.meshes[0]!.primitives[0]!.targets).toEqual([{ positions: target }, { positions: still }]);
  });
});

describe('what glTF does not allow is repaired, with an issue', () => {
  test.each<[string, Partial<Primitive>, string[]]>([
    ['normals without length', { normals: new Float32Array(12) }, ['gltf/normals-repaired']],
    ['normals of another length', { normals: Float32Array.from({ length: 12 }, () => 1) }, ['gltf/normals-repaired']],
    [
      'tangents without length or sign',
      { tangents: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 0.5 : 0)) },
      ['gltf/normals-repaired'],
    ],
    ['no triangles at all', { indices: new Uint16Array() }, ['gltf/empty-part', 'gltf/empty-part']],
    [
      'joints without a skin',
      { joints: [new Uint8Array(16)], weights: [Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)] },
      ['gltf/skinning-dropped'],
    ],
  ])('%s', async (_, primitive, expected) => {
    const { codes } = await roundTrip(withPrimitive(primitive));
    expect(codes).toEqual(expected);
  });

  test('normals without length take the direction of their faces', async () => {
    const { read } = await roundTrip(withPrimitive({ normals: new Float32Array(12) }));
    expect(read.meshes[0]!.primitives[0]!.normals).toEqual(square().normals);
  });

  test.each<[string, Float32Array | Uint8Array, Uint8Array, string[]]>([
    ['do not sum to 1', Float32Array.of(2, 1, 1, 0), Uint8Array.of(0, 1, 0, 0), ['gltf/weights-repaired']],
    ['are all zero', new Float32Array(4), Uint8Array.of(1, 1, 1, 1), ['gltf/weights-repaired']],
    ['name a joint twice', Float32Array.of(0.5, 0.5, 0, 0), Uint8Array.of(1, 1, 0, 0), ['gltf/weights-repaired']],
    ['leave slots unused', Float32Array.of(1, 0, 0, 0), Uint8Array.of(0, 1, 1, 1), []],
    ['are bytes off by one', Uint8Array.of(127, 127, 0, 0), Uint8Array.of(0, 1, 0, 0), ['gltf/weights-repaired']],
    ['are thirds', Float32Array.of(1 / 3, 1 / 3, 1 / 3, 0), Uint8Array.of(0, 1, 0, 0), ['gltf/weights-repaired']],
  ])('weights that %s', async (_, weights, joints, expected) => {
    const scene = bendingSquare();
    const four = <A extends Float32Array | Uint8Array>(values: A) =>
      values.constructor === Float32Array
        ? Float32Array.from({ length: 16 }, (_, i) => values[i % 4]!)
        : Uint8Array.from({ length: 16 }, (_, i) => values[i % 4]!);
    Object.assign(scene.meshes[0]!.primitives[0]!, { weights: [four(weights)], joints: [four(joints)] });
    const { codes } = await roundTrip(scene);
    expect(codes.filter((code) => code.includes('weights'))).toEqual(expected);
  });

  test('rotations that are no unit quaternions', async () => {
    const scene = bendingSquare();
    scene.nodes[1]!.rotation = [0, 0, 0, 0];
    scene.clips[0]!.tracks[1]!.values = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1);
    const { codes, read } = await roundTrip(scene);
    expect(codes).toEqual(['gltf/rotation-repaired', 'gltf/rotation-repaired']);
    expect(read.nodes[1]!.rotation).toEqual([0, 0, 0, 1]);
    expect(read.clips[0]!.tracks[1]!.values).toEqual(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  });

  test('a texture on a mesh without texture coordinates, which are gone again when read', async () => {
    const scene = bendingSquare();
    scene.meshes[0]!.primitives[0]!.uvs = [];
    const { read } = await roundTrip(scene);
    expect(read.meshes[0]!.primitives[0]).toEqual(scene.meshes[0]!.primitives[0]);
  });

  test('materials outside of 0 to 1, images in other formats, empty and repeated tracks', async () => {
    const scene = bendingSquare();
    Object.assign(scene.materials[0]!, { emissiveFactor: [2, 0, 0], metallicFactor: -1 });
    scene.images[0]!.data = { mimeType: 'image/bmp', bytes: Uint8Array.of(0x42, 0x4d) };
    const [track] = scene.clips[0]!.tracks;
    scene.clips[0]!.tracks.push(track!, { ...track!, node: 1, times: new Float32Array(), values: new Float32Array() });
    scene.clips.push({ name: 'nothing', tracks: [] });
    const { codes } = await roundTrip(scene);
    expect(codes.sort()).toEqual([
      'gltf/empty-part',
      'gltf/empty-part',
      'gltf/image-replaced',
      'gltf/track-dropped',
      'gltf/value-clamped',
    ]);
  });

  test('a cubic track of one key', async () => {
    const scene = bendingSquare();
    const track = scene.clips[0]!.tracks[2]!;
    Object.assign(track, { times: Float32Array.of(0), values: Float32Array.of(9, 9, 9, 1, 2, 3, 9, 9, 9) });
    const { read } = await roundTrip(scene);
    expect(read.clips[0]!.tracks[2]).toMatchObject({ interpolation: 'step', values: Float32Array.of(1, 2, 3) });
  });

  test('a scene that does not fit together is a mistake of its maker', async () => {
    const scene = bendingSquare();
    scene.nodes[0]!.parent = 1;
    await expect(writeGlb(scene)).rejects.toThrow("scene 'bending square': nodes[0]");
    await expect(writeGlb(withPrimitive({ indices: Uint16Array.of(0, 1, 4) }))).rejects.toThrow(
      'meshes[0].primitives[0].indices: index 4, there are 4 vertices',
    );
  });
});

test('index 65535 is written in 32 bits, as in 16 it would restart a strip', async () => {
  const positions = Float32Array.from({ length: 3 * 65536 }, (_, i) => i % 7);
  const scene = withPrimitive({ positions, uvs: [], indices: Uint16Array.of(0, 1, 65535) });
  delete scene.meshes[0]!.primitives[0]!.normals;
  const { read } = await roundTrip(scene);
  expect(read.meshes[0]!.primitives[0]!.indices).toEqual(Uint32Array.of(0, 1, 65535));
});

describe('what has to move for glTF comes back where it was', () => {
  test('a skinned mesh below a bone, with a transform', async () => {
    const scene = bendingSquare();
    Object.assign(scene.nodes[2]!, { parent: 0, translation: [1, 2, 3], scale: [2, 2, 2] });
    const { json, read } = await roundTrip(scene);
    expect(json.nodes[2]).not.toHaveProperty('translation');
    expect(json.scenes[0].nodes).toContain(2);
    expect(read.nodes).toEqual(scene.nodes);
  });

  test('a skinned mesh that has children', async () => {
    const scene = bendingSquare();
    Object.assign(scene.nodes[2]!, { translation: [1, 2, 3] });
    scene.nodes.push({ name: 'hat', parent: 2 });
    const { json, read } = await roundTrip(scene);
    expect(json.nodes).toHaveLength(6);
    expect(read.nodes).toEqual(scene.nodes);
    expect(read.clips).toEqual(scene.clips);
  });

  test('joints without a common root', async () => {
    const scene = bendingSquare();
    delete scene.nodes[1]!.parent;
    delete scene.skins[0]!.skeleton;
    const { json, read } = await roundTrip(scene);
    expect(json.nodes[4].children).toEqual([0, 1]);
    expect(read.nodes).toEqual(scene.nodes);
  });

  test('levels of detail below a moved node, which are seen where they were', async () => {
    const scene = bendingSquare();
    Object.assign(scene.nodes[3]!, { parent: 1, translation: [0, 0, 5] });
    scene.nodes.push({ name: 'farther', mesh: 1, lod: 2, parent: 3 });
    const { json, read } = await roundTrip(scene);
    expect(json.scenes.map(({ name, nodes }: { name: string; nodes: number[] }) => [name, nodes])).toEqual([
      ['bending square', [0, 2]],
      ['LOD 1', [3]],
      ['LOD 2', [4]],
    ]);
    const world = worldMatrices(scene);
    expect(json.nodes[3].translation).toEqual([...world.subarray(3 * 16 + 12, 3 * 16 + 15)]);
    expect(read.nodes).toEqual(scene.nodes);
  });

  test('levels of detail with a skin are listed with their skeleton', async () => {
    const scene = bendingSquare();
    scene.nodes.push({ name: 'body middle', mesh: 0, skin: 0, lod: 1 });
    const { json, read } = await roundTrip(scene);
    expect(json.scenes[1]).toEqual({ name: 'LOD 1', nodes: [3, 4, 0] });
    expect(read.nodes).toEqual(scene.nodes);
  });
});

test('the default material, an empty scene and a scene of nodes are fine', async () => {
  for (const scene of [
    emptyScene('nothing'),
    { ...emptyScene('nodes'), nodes: [{ name: 'a' }, { name: 'b', parent: 0 }] },
    { ...emptyScene('material'), materials: [plainMaterial('plain')] },
  ]) {
    const { read } = await roundTrip(scene);
    expect(read).toEqual(scene);
  }
});

test('files tell who wrote them and carry the originals', async () => {
  const { json } = await roundTrip(bendingSquare());
  expect(json.asset.generator).toMatch(/^exhume \d+\.\d+\.\d+$/);
  expect(json.asset.extras.exhume.sources).toEqual([
    { name: 'square.v3c', format: 'v3c', bufferView: expect.any(Number) },
    { name: 'empty.rfa', format: 'rfa' },
  ]);
});
