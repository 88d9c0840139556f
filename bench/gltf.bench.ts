import { readGltf, writeGlb } from '../src/formats/gltf/index.ts';
import { emptyScene, type Scene, type Track } from '../src/scene/scene.ts';
import { type Benchmark, fastest } from './benchmark.ts';

// glTF of the two kinds that hurt: very many short tracks, and very many vertices.

const BONES = 60;
const CLIPS = 100;
const KEYS = 30;
const VERTICES = 1_000_000;

export const benchmarks: readonly Benchmark[] = [
  {
    name: `glTF: ${BONES * CLIPS * 2} channels of ${KEYS} keys`,
    async run() {
      const scene = manyChannels();
      const { value: bytes } = await writeGlb(scene);
      const write = await fastest(() => writeGlb(scene));
      const read = await fastest(() => readGltf(bytes, 'many.glb'));
      return [
        { name: 'write', milliseconds: write, ratio: write / 70, against: 'times the goal of 70 ms' },
        { name: 'read', milliseconds: read, ratio: read / 30, against: 'times the goal of 30 ms' },
      ];
    },
  },
  {
    name: `glTF: ${VERTICES} vertices`,
    async run() {
      const scene = manyVertices();
      const { value: bytes } = await writeGlb(scene);
      const copy = await fastest(() => bytes.slice());
      const write = await fastest(() => writeGlb(scene));
      const read = await fastest(() => readGltf(bytes, 'large.glb'));
      const against = 'times copying';
      return [
        { name: `copy ${Math.round(bytes.length / 1e6)} MB`, milliseconds: copy },
        { name: 'write, checks included', milliseconds: write, ratio: write / copy, against },
        { name: 'read, checks included', milliseconds: read, ratio: read / copy, against },
      ];
    },
  },
];

function manyChannels(): Scene {
  const scene = emptyScene('many channels');
  scene.nodes = Array.from({ length: BONES }, (_, i) => ({ name: `bone ${i}`, ...(i === 0 ? {} : { parent: i - 1 }) }));
  scene.clips = Array.from({ length: CLIPS }, (_, c) => {
    const times = Float32Array.from({ length: KEYS }, (_, k) => k / 30);
    const tracks = scene.nodes.flatMap((_, node): Track[] => [
      { node, path: 'translation', interpolation: 'linear', times, values: new Float32Array(KEYS * 3).fill(c + node) },
      { node, path: 'rotation', interpolation: 'linear', times, values: turns() },
    ]);
    return { name: `clip ${c}`, tracks };
  });
  return scene;
}

const turns = () => Float32Array.from({ length: KEYS * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));

function manyVertices(): Scene {
  const scene = emptyScene('many vertices');
  const up = Float32Array.from({ length: VERTICES * 3 }, (_, i) => (i % 3 === 1 ? 1 : 0));
  scene.nodes = [{ name: 'node', mesh: 0 }];
  scene.meshes = [
    {
      name: 'mesh',
      primitives: [
        {
          indices: Uint32Array.from({ length: VERTICES * 3 }, (_, i) => (i * 7) % VERTICES),
          positions: Float32Array.from({ length: VERTICES * 3 }, (_, i) => i % 1000),
          normals: up,
          uvs: [new Float32Array(VERTICES * 2).fill(0.5)],
          colors: [],
          joints: [],
          weights: [],
          targets: [],
        },
      ],
    },
  ];
  return scene;
}
