import { Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { describe, expect, test } from 'vitest';
import { CodecError } from '../../issue.ts';
import { decompose } from '../../math/index.ts';
import { random } from '../../test-support/sample.ts';
import { bendingSquare } from '../../test-support/scenes.ts';
import { packGlb } from './glb.ts';
import { readGltf } from './read.ts';
import { writeGlb } from './write.ts';

type JsonObject = Record<string, any>;

const encode = (json: JsonObject) => new TextEncoder().encode(JSON.stringify(json));

/** A document of one buffer, whose views hold the arrays, one after the other. */
function document(
  arrays: readonly (Float32Array | Uint16Array | Uint8Array | Int16Array)[],
  json: JsonObject,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const bufferViews = arrays.map((array) => {
    const view = { buffer: 0, byteOffset: length, byteLength: array.byteLength };
    const bytes = new Uint8Array((array.byteLength + 3) & ~3);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    parts.push(bytes);
    length += bytes.length;
    return view;
  });
  for (const [i, view] of (json.bufferViews ?? []).entries()) Object.assign(bufferViews[i]!, view);
  const all = { asset: { version: '2.0' }, ...json, bufferViews, buffers: length > 0 ? [{ byteLength: length }] : [] };
  return packGlb(encode(all), parts, length);
}

const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const vec3 = (bufferView: number, count = 4) => ({ bufferView, componentType: 5126, type: 'VEC3', count });

async function primitiveOf(bytes: Uint8Array) {
  const { value, issues } = await readGltf(bytes, 'file.glb');
  expect(issues).toEqual([]);
  return value.meshes[0]!.primitives[0]!;
}

/** The code of the error that reading ends with. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await readGltf(bytes, 'file.glb').then(
    () => new Error('it was read'),
    (error: unknown) => error,
  );
  if (error instanceof CodecError) return error.code;
  throw error;
}

describe('geometry of others', () => {
  test.each<[string, JsonObject, Uint16Array]>([
    ['triangles without indices', {}, Uint16Array.of(0, 1, 2)],
    ['a strip', { mode: 5 }, Uint16Array.of(0, 1, 2, 1, 3, 2)],
    ['a fan', { mode: 6 }, Uint16Array.of(1, 2, 0, 2, 3, 0)],
  ])('%s', async (_, primitive, indices) => {
    const bytes = document([positions], {
      accessors: [vec3(0)],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
    });
    expect((await primitiveOf(bytes)).indices).toEqual(indices);
  });

  test('interleaved attributes', async () => {
    const rows = Float32Array.of(0, 0, 0, 9, 8, 1, 0, 0, 7, 6, 0, 1, 0, 5, 4);
    const bytes = document([rows], {
      bufferViews: [{ byteStride: 20 }],
      accessors: [vec3(0, 3), { bufferView: 0, byteOffset: 12, componentType: 5126, type: 'VEC2', count: 3 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 } }] }],
    });
    const primitive = await primitiveOf(bytes);
    expect(primitive.positions).toEqual(positions.slice(0, 9));
    expect(primitive.uvs).toEqual([Float32Array.of(9, 8, 7, 6, 5, 4)]);
  });

  test('colours without alpha are opaque; in 16 bits they become floats', async () => {
    const bytes = document(
      [positions.slice(0, 9), Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0), Uint16Array.of(65535, 0, 0, 0, 0, 0)],
      {
        bufferViews: [{}, { byteStride: 4 }, { byteStride: 4 }],
        accessors: [
          vec3(0, 3),
          { bufferView: 1, componentType: 5121, normalized: true, type: 'VEC3', count: 3 },
          { bufferView: 2, componentType: 5123, normalized: true, type: 'VEC2', count: 3 },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1, TEXCOORD_0: 2 } }] }],
      },
    );
    const primitive = await primitiveOf(bytes);
    expect(primitive.colors).toEqual([Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255)]);
    expect(primitive.uvs).toEqual([Float32Array.of(1, 0, 0, 0, 0, 0)]);
  });

  test('sparse accessors, with and without a view below', async () => {
    const sparse = {
      count: 1,
      indices: { bufferView: 1, componentType: 5123 },
      values: { bufferView: 2 },
    };
    const bytes = document([positions, Uint16Array.of(2), Float32Array.of(7, 8, 9)], {
      accessors: [
        { ...vec3(0), sparse },
        { componentType: 5126, type: 'VEC3', count: 4, sparse },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }] }],
    });
    const primitive = await primitiveOf(bytes);
    expect(primitive.positions).toEqual(Float32Array.of(0, 0, 0, 1, 0, 0, 7, 8, 9, 1, 1, 0));
    expect(primitive.targets[0]!.positions).toEqual(Float32Array.of(0, 0, 0, 0, 0, 0, 7, 8, 9, 0, 0, 0));
  });

  test('compressed with meshopt and quantised, as gltf-transform writes it', async () => {
    await MeshoptEncoder.ready;
    const made = new Document();
    const buffer = made.createBuffer();
    made.createExtension(KHRMeshQuantization).setRequired(true);
    made.createExtension(EXTMeshoptCompression).setRequired(true);
    const stored = Int16Array.from({ length: 300 }, (_, i) => i * 100);
    const accessor = made.createAccessor().setType('VEC3').setArray(stored).setNormalized(true).setBuffer(buffer);
    const indices = made
      .createAccessor()
      .setType('SCALAR')
      .setArray(Uint16Array.from({ length: 99 }, (_, i) => i))
      .setBuffer(buffer);
    const primitive = made.createPrimitive().setAttribute('POSITION', accessor).setIndices(indices);
    const node = made.createNode('node').setMesh(made.createMesh('mesh').addPrimitive(primitive));
    made.createScene('scene').addChild(node);
    const io = new WebIO().registerExtensions([KHRMeshQuantization, EXTMeshoptCompression]);
    const bytes = await io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder }).writeBinary(made);
    const read = await primitiveOf(bytes);
    expect(read.positions).toEqual(Float32Array.from(stored, (value) => value / 32767));
    expect(read.indices).toEqual(Uint16Array.from({ length: 99 }, (_, i) => i));
  });

  test('numbers that are none become zeros, and are told', async () => {
    const bytes = document([Float32Array.of(NaN, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY, 0)], {
      accessors: [vec3(0, 3)],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    });
    const { value, issues } = await readGltf(bytes, 'file.glb');
    expect(value.meshes[0]!.primitives[0]!.positions).toEqual(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0));
    expect(issues.map(({ code }) => code)).toEqual(['gltf/bad-numbers']);
  });
});

test('a character as Blender exports it: an armature above, every channel of every bone, extras, node order reversed', async () => {
  const times = Float32Array.of(0, 1 / 24);
  const turns = Float32Array.of(0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
  const sampler = (output: number) => ({ input: 2, interpolation: 'LINEAR', output });
  const channel = (sampler: number, node: number, path: string) => ({ sampler, target: { node, path } });
  const bytes = document(
    [
      positions.slice(0, 9),
      Uint16Array.of(0, 1, 2),
      times,
      Float32Array.of(0, 1, 0, 0, 1, 0),
      turns,
      Float32Array.of(1, 1, 1, 1, 1, 1),
      Float32Array.from([...identity, ...identity]),
      new Uint8Array(12),
      Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    ],
    {
      asset: { generator: 'Khronos glTF Blender I/O v4.2.57', version: '2.0' },
      scene: 0,
      scenes: [{ extras: { note: 'kept' }, name: 'Scene', nodes: [3] }],
      nodes: [
        { extras: { flags: 3 }, name: 'tip', rotation: [0, 0, 0, 1], translation: [0, 1, 0] },
        { children: [0], name: 'root' },
        { mesh: 0, name: 'body', skin: 0 },
        { children: [2, 1], name: 'Armature' },
      ],
      skins: [{ inverseBindMatrices: 6, joints: [1, 0], name: 'Armature' }],
      materials: [
        {
          alphaMode: 'BLEND',
          doubleSided: true,
          extras: { shader: 'x' },
          name: 'Material.001',
          pbrMetallicRoughness: { baseColorFactor: [0.8, 0.8, 0.8, 1], metallicFactor: 0, roughnessFactor: 0.5 },
        },
      ],
      meshes: [
        {
          extras: { targetNames: ['Key 1'] },
          name: 'Body',
          primitives: [
            {
              attributes: { JOINTS_0: 7, POSITION: 0, WEIGHTS_0: 8 },
              indices: 1,
              material: 0,
              targets: [{ POSITION: 0 }],
            },
          ],
          weights: [0.5],
        },
      ],
      animations: [
        {
          channels: [channel(0, 0, 'translation'), channel(1, 0, 'rotation'), channel(2, 0, 'scale')],
          name: 'walk',
          samplers: [sampler(3), sampler(4), sampler(5)],
        },
      ],
      accessors: [
        { ...vec3(0, 3), max: [1, 1, 0], min: [0, 0, 0] },
        { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
        { bufferView: 2, componentType: 5126, count: 2, max: [1 / 24], min: [0], type: 'SCALAR' },
        vec3(3, 2),
        { bufferView: 4, componentType: 5126, count: 2, type: 'VEC4' },
        vec3(5, 2),
        { bufferView: 6, componentType: 5126, count: 2, type: 'MAT4' },
        { bufferView: 7, componentType: 5121, count: 3, type: 'VEC4' },
        { bufferView: 8, componentType: 5126, count: 3, type: 'VEC4' },
      ],
    },
  );
  const { value: scene, issues } = await readGltf(bytes, 'hero.glb');
  expect(issues).toEqual([]);
  expect(scene.name).toBe('hero');
  expect(scene.extras).toEqual({ note: 'kept' });
  expect(scene.nodes).toEqual([
    { name: 'tip', parent: 1, rotation: [0, 0, 0, 1], translation: [0, 1, 0], extras: { flags: 3 } },
    { name: 'root', parent: 3 },
    { name: 'body', parent: 3, mesh: 0, skin: 0, weights: [0.5] },
    { name: 'Armature' },
  ]);
  expect(scene.skins[0]).toMatchObject({ joints: [1, 0], name: 'Armature' });
  expect(scene.meshes[0]).toMatchObject({ name: 'Body', targetNames: ['Key 1'] });
  expect(scene.meshes[0]).not.toHaveProperty('extras');
  expect(scene.materials[0]).toEqual({
    name: 'Material.001',
    alphaMode: 'blend',
    baseColorFactor: [0.8, 0.8, 0.8, 1],
    doubleSided: true,
    extras: { shader: 'x' },
    metallicFactor: 0,
    roughnessFactor: 0.5,
  });
  expect(scene.clips).toMatchObject([
    {
      name: 'walk',
      tracks: [
        { node: 0, path: 'translation', interpolation: 'linear', times, values: Float32Array.of(0, 1, 0, 0, 1, 0) },
        { node: 0, path: 'rotation', values: turns },
        { node: 0, path: 'scale' },
      ],
    },
  ]);
});

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

test('nodes with a matrix get its parts', async () => {
  const matrix = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1];
  const { value } = await readGltf(document([], { nodes: [{ matrix }] }), 'file.glb');
  expect(value.nodes[0]).toEqual({ name: '', ...decompose(matrix) });
});

test('what a model has no place for is told, once a kind, with a count', async () => {
  const bytes = document([Float32Array.of(0, 1)], {
    cameras: [{ type: 'perspective' }, { type: 'orthographic' }],
    nodes: [{ camera: 0, extras: 7 }],
    extensionsUsed: ['KHR_lights_punctual', 'KHR_animation_pointer', 'ACME_secret'],
    extensions: { KHR_lights_punctual: { lights: [{ type: 'point' }] } },
    accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR' }],
    animations: [
      {
        samplers: [{ input: 0, output: 0 }],
        channels: [0, 1, 2].map((i) => ({
          sampler: 0,
          target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: `/materials/${i}` } } },
        })),
      },
    ],
  });
  const { issues } = await readGltf(bytes, 'file.glb');
  expect(issues.map(({ severity, code, reason }) => [severity, code, reason])).toEqual([
    ['info', 'gltf/unsupported', '1 × the extension KHR_lights_punctual'],
    ['info', 'gltf/unsupported', '1 × the extension KHR_animation_pointer'],
    ['info', 'gltf/unsupported', '1 × the extension ACME_secret'],
    ['info', 'gltf/animation-pointer', '3 × channels that animate something else than nodes'],
    ['info', 'gltf/unsupported', '2 × cameras'],
    ['info', 'gltf/unsupported', '1 × lights'],
    ['info', 'gltf/ignored-extras', '1 × extras that are no object'],
  ]);
});

describe('documents that cannot be read', () => {
  test.each<[string, JsonObject, string]>([
    ['of glTF 1', { asset: { version: '1.0' } }, 'gltf/bad-version'],
    ['with Draco', { extensionsRequired: ['KHR_draco_mesh_compression'] }, 'gltf/draco'],
    ['that need what we do not know', { extensionsRequired: ['ACME_secret'] }, 'gltf/required-extension'],
    ['without their file', { buffers: [{ byteLength: 4, uri: 'a.bin' }] }, 'gltf/missing-file'],
    ['with a node that is its own ancestor', { nodes: [{ children: [1] }, { children: [0] }] }, 'gltf/bad-json'],
    ['with a node of two parents', { nodes: [{ children: [2] }, { children: [2] }, {}] }, 'gltf/bad-json'],
    ['with an index that leads nowhere', { nodes: [{ mesh: 0 }] }, 'gltf/bad-json'],
    ['with text where numbers belong', { nodes: [{ translation: ['0', 0, 0] }] }, 'gltf/bad-json'],
    [
      'that claim more than the buffer holds',
      {
        buffers: [{ byteLength: 3, uri: 'data:;base64,AAAA' }],
        bufferViews: [{ buffer: 0, byteLength: 3 }],
        accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 2 ** 40 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      },
      'gltf/bad-buffer',
    ],
    [
      'that claim zeros without end',
      {
        accessors: [{ componentType: 5126, type: 'VEC3', count: 2 ** 40 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      },
      'too-large',
    ],
  ])('%s', async (_, json, code) => {
    expect(await refusal(encode({ asset: { version: '2.0' }, ...json }))).toBe(code);
  });

  test('without JSON, or with lists in lists without end', async () => {
    expect(await refusal(new Uint8Array())).toBe('gltf/bad-json');
    expect(await refusal(new TextEncoder().encode('[1, 2'))).toBe('gltf/bad-json');
    expect(await refusal(new TextEncoder().encode('['.repeat(100_000)))).toBe('gltf/bad-json');
    expect(await refusal(Uint8Array.of(0x67, 0x6c, 0x54, 0x46))).toBe('truncated');
  });

  test('with an image that is missing, the image alone is', async () => {
    const json = { asset: { version: '2.0' }, images: [{ uri: 'skin%20a.png' }], textures: [{ source: 0 }] };
    const { value, issues } = await readGltf(encode(json), 'file.gltf');
    expect(issues.map(({ code }) => code)).toEqual(['gltf/missing-image']);
    expect(value.images).toHaveLength(1);
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const found = await readGltf(encode(json), 'file.gltf', (uri) => (uri === 'skin a.png' ? png : undefined));
    expect(found.value.images[0]!.data).toEqual({ mimeType: 'image/png', bytes: png });
  });
});

test('mutated files give a scene or a CodecError', async () => {
  const { value: original } = await writeGlb(bendingSquare());
  const next = random(11);
  const counts = { read: 0, refused: 0 };
  for (let i = 0; i < 4000; i++) {
    const bytes = original.slice(0, next() < 0.1 ? Math.floor(next() * original.length) : undefined);
    for (let n = Math.floor(next() * 4); n >= 0; n--) {
      // Digits for digits more often than not: what still is JSON gets further.
      const at = Math.floor(next() * bytes.length);
      const isDigit = bytes[at]! >= 0x30 && bytes[at]! <= 0x39;
      bytes[at] = isDigit ? 0x30 + Math.floor(next() * 10) : Math.floor(next() * 256);
    }
    try {
      await readGltf(bytes, 'file.glb');
      counts.read++;
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      counts.refused++;
    }
  }
  expect(counts.read).toBeGreaterThan(500);
  expect(counts.refused).toBeGreaterThan(500);
});
