import { describe, expect, test } from 'vitest';
import { Damaged } from '../../binary/index.ts';
import type { Issue } from '../../issue.ts';
import { worldMatrices } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { writeGlb } from '../gltf/index.ts';
import { fixtures as characters } from './v3c.fixtures.ts';
import { scaledTo255 } from './v3d.geometry.ts';
import { transparencyOf } from './v3d.materials.ts';
import { toScene } from './v3d.scene.ts';
import { bonesOf, type MeshFile, mesh, spheresOf, submeshesOf } from './v3d.ts';
import { fixtures as statics } from './v3m.fixtures.ts';

const character = () => mesh.decode(characters['two bones']!);
const flag = () => mesh.decode(statics['a triangle']!);
const sceneOf = (file: MeshFile) => toScene(file, { name: 'model' });
const codes = (issues: readonly Issue[]) => issues.map(({ code }) => code);

const batchOf = (file: MeshFile) => {
  const { data } = submeshesOf(file)[0]!.lods[0]!;
  if (data instanceof Damaged) throw new Error(data.reason);
  return data.batches[0]!;
};

describe('a character', () => {
  test('has a node for each bone, in their order, and below their parents', () => {
    const { nodes, skins } = sceneOf(character()).value;
    expect(nodes.slice(0, 2).map(({ name, parent }) => [name, parent])).toEqual([
      ['hand', 1],
      ['root', undefined],
    ]);
    expect(nodes[0]!.translation).toEqual([-1, 0, 0]);
    expect(nodes[0]!.extras).toEqual({ rf_type: 'bone', rf_bone_index: 0 });
    expect(skins[0]).toMatchObject({ joints: [0, 1], skeleton: 1 });
    expect([...skins[0]!.inverseBindMatrices.subarray(12, 15)]).toEqual([1, 0, 0]);
  });

  test('is mirrored: x changes its sign, triangles the order of their corners', () => {
    const [primitive] = sceneOf(character()).value.meshes[0]!.primitives;
    expect([...primitive!.positions.subarray(6, 9)]).toEqual([-1, 0, 0]);
    expect([...primitive!.normals!.subarray(2, 3)]).toEqual([-1]);
    expect([...primitive!.indices]).toEqual([0, 2, 1, 3, 1, 2]);
    expect([...primitive!.uvs[0]!.subarray(0, 2)]).toEqual([0, 1]);
  });

  test('has weights that sum to 255, and joint 0 where there is no weight', () => {
    const [primitive] = sceneOf(character()).value.meshes[0]!.primitives;
    expect([...primitive!.joints[0]!.subarray(0, 8)]).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
    expect([...primitive!.weights[0]!.subarray(0, 8)]).toEqual([255, 0, 0, 0, 128, 127, 0, 0]);
  });

  test('has its collision spheres below their bones, as large as they are', () => {
    const sphere = sceneOf(character()).value.nodes.at(-1)!;
    expect(sphere).toMatchObject({ name: 'csphere_0', parent: 1, translation: [0, 0.5, 0], scale: [0.75, 0.75, 0.75] });
    expect(sphere.extras).toMatchObject({ rf_type: 'collision_sphere', rf_radius: 0.75, rf_parent_bone: 1 });
  });
});

describe('a static mesh', () => {
  test('stands where its offset says, with vertices relative to it', () => {
    const { nodes, meshes, skins } = sceneOf(flag()).value;
    expect(nodes[0]).toMatchObject({ name: 'flag', translation: [-1, 0, 2], mesh: 0 });
    expect([...meshes[0]!.primitives[0]!.positions.subarray(6, 9)]).toEqual([-1, 0, 0]);
    expect(skins).toEqual([]);
  });

  test('has its prop points in model space', () => {
    expect(sceneOf(flag()).value.nodes[1]).toMatchObject({
      name: 'corona_1',
      translation: [-1, 1, 2],
      extras: { rf_type: 'prop_point', rf_parent_bone: -1, rf_orientation: [0, 0, 0, 1] },
    });
  });

  test('has materials named for their textures', () => {
    const { materials } = sceneOf(flag()).value;
    expect(materials).toMatchObject([
      { name: 'flag.tga', emissiveFactor: [1, 1, 1], doubleSided: true, metallicFactor: 0, roughnessFactor: 1 },
    ]);
    expect(materials[0]!.extras).toMatchObject({ rf_render_flags: 0x518c41, rf_material_flags: 0x11 });
  });
});

test('triangles that are seen from both sides and those that are not share their vertices', () => {
  const file = character();
  batchOf(file).triangles.flags[0] = 0x20;
  const { meshes, materials } = sceneOf(file).value;
  const [one, both] = meshes[0]!.primitives;
  expect([...one!.indices]).toEqual([3, 1, 2]);
  expect([...both!.indices]).toEqual([0, 2, 1]);
  expect(both!.positions).toBe(one!.positions);
  expect([one, both].map((primitive) => materials[primitive!.material!]!.doubleSided)).toEqual([false, true]);
});

describe('the picture decides how a material is seen through', () => {
  const picture = (...alphas: number[]) => Uint8Array.from(alphas.flatMap((alpha) => [9, 9, 9, alpha]));
  const modeOf = (rgba: Uint8Array, renderMode: number) => {
    const file = flag();
    submeshesOf(file)[0]!.lods[0]!.infos[0]!.renderMode = renderMode;
    const { materials } = toScene(file, {
      name: 'model',
      findTexture: (name) => ({
        image: { name, data: { width: rgba.length / 4, height: 1, rgba } },
        transparency: transparencyOf(rgba),
        issues: [],
      }),
    }).value;
    return materials[0]!.alphaMode;
  };

  test('the usual mode of the compiler', () => {
    expect(modeOf(picture(255, 255), 0x518c41)).toBe('opaque');
    expect(modeOf(picture(255, 0), 0x518c41)).toBe('mask');
    expect(modeOf(picture(255, 128), 0x518c41)).toBe('blend');
  });

  test('other modes say it themselves', () => {
    expect(modeOf(picture(255, 0), 0x400c41)).toBe('opaque');
    expect(modeOf(picture(255, 255), 0x110c21)).toBe('blend');
  });
});

test('weights keep their proportions when they are scaled to 255', () => {
  expect(scaledTo255([127, 127])).toEqual([128, 127]);
  expect(scaledTo255([1, 1, 1])).toEqual([85, 85, 85]);
  expect(scaledTo255([254])).toEqual([255]);
});

describe('what the scene cannot have', () => {
  const cases: Record<string, [code: string, edit: (file: MeshFile) => void]> = {
    'triangles without a vertex are left out': [
      'v3d/dropped-triangles',
      (file) => {
        batchOf(file).triangles.indices[0] = 9;
      },
    ],
    'normals that are no numbers come from the triangles': [
      'v3d/replaced-normals',
      (file) => {
        batchOf(file).normals.fill(NaN, 0, 3);
      },
    ],
    'positions that are no numbers become 0': [
      'v3d/replaced-numbers',
      (file) => {
        batchOf(file).positions[0] = NaN;
      },
    ],
    'vertices without weights hang on the root': [
      'v3d/bound-to-root',
      (file) => {
        batchOf(file).links!.bones[0] = 77;
      },
    ],
    'batches without texture get a plain material': [
      'v3d/plain-material',
      (file) => {
        submeshesOf(file)[0]!.lods[0]!.textures = [];
      },
    ],
    'bones without a proper parent become roots': [
      'v3d/became-root',
      (file) => {
        bonesOf(file)[1]!.parent = 0;
      },
    ],
    'spheres on bones that are not there go to model space': [
      'v3d/hung-on-model',
      (file) => {
        spheresOf(file)[0]!.bone = 5;
      },
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [code, edit]) => {
    const file = character();
    edit(file);
    const { value, issues } = sceneOf(file);
    expect(codes(issues)).toContain(code);
    expect([...validateScene(value)]).toEqual([]);
    expect(await complaints((await writeGlb(value)).value)).toEqual([]);
  });
});

test('replaced normals point out of the visible side', () => {
  const file = character();
  batchOf(file).normals.fill(NaN, 0, 3);
  expect([...sceneOf(file).value.meshes[0]!.primitives[0]!.normals!.subarray(0, 3)].map((x) => x + 0)).toEqual([
    0, 0, -1,
  ]);
});

const folder = corpus('red-faction');

describe.runIf(folder !== undefined)('real files', () => {
  const files = filesBelow(folder ?? '.').filter((file) => /\.v3[cm]$/.test(file));

  test('make scenes that hold together and glTF files without errors or warnings', async () => {
    for (const file of files) {
      const { value } = sceneOf(mesh.decode(corpusFile('red-faction', file)));
      expect([...validateScene(value)], file).toEqual([]);
      expect(await complaints((await writeGlb(value)).value), file).toEqual([]);
    }
  });

  interface Golden {
    sets: { mesh: string; bones: { bind_model_pos: number[]; name: string }[] }[];
  }

  test('bones stand where the golden poses have them', () => {
    const { sets } = JSON.parse(new TextDecoder().decode(corpusFile('red-faction', 'golden/poses.json'))) as Golden;
    for (const { mesh: file, bones } of sets) {
      const { value }: { value: Scene } = sceneOf(mesh.decode(corpusFile('red-faction', file)));
      const worlds = worldMatrices(value);
      for (const [i, { bind_model_pos: expected, name }] of bones.entries()) {
        const [x, y, z] = worlds.subarray(16 * i + 12, 16 * i + 15);
        for (const [a, b] of [
          [-x!, expected[0]!],
          [y!, expected[1]!],
          [z!, expected[2]!],
        ] as const) {
          expect(Math.abs(a - b), `${file} ${name}`).toBeLessThan(1e-5);
        }
      }
    }
  });
});
