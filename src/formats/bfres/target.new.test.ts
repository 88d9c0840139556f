import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorProp } from '../../../samples/author/lantern-crate.ts';
import { authorCharacter } from '../../../samples/author/pip.ts';
import { memorySource } from '../../containers/source.ts';
import { invert, normalizeQuaternion } from '../../math/index.ts';
import { clipDuration, morphedPositions, sampleClip, skinnedPositions, worldMatrices } from '../../scene/sampling.ts';
import { type Clip, emptyScene, type Pixels, type Primitive, type Scene, type Track } from '../../scene/scene.ts';
import { bendingSquare, plainMaterial, square } from '../../test-support/scenes.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { readGltf } from '../gltf/read.ts';
import { writeGlb } from '../gltf/write.ts';
import { bfresTarget } from './bfres.target.ts';
import { bfres, rebuild } from './bfres.ts';
import { bfresSwitch } from './bfres-switch.format.ts';
import { bfresWiiu } from './bfres-wiiu.format.ts';
import { bntx } from './bntx.ts';
import { models } from './models.ts';
import { platforms } from './target.new.ts';
import { rebuildWiiu, wiiuBfres } from './wiiu-bfres.ts';

const isWiiu = (platform: string) => platform.startsWith('wiiu');

async function written(scene: Scene, platform: string, options: Readonly<Record<string, string>> = {}) {
  const { value, issues } = await bfresTarget.write(scene, { options: { platform, ...options } });
  const [file] = value;
  return { name: file!.name, bytes: file!.bytes, codes: issues.map(({ code }) => code), issues };
}

async function read(bytes: Uint8Array, options: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const [model] = models(memorySource('test', new Map([['model.bfres', bytes]])));
  const { value, issues } = await model!.toScene(options);
  expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([]);
  return value;
}

const thereAndBack = async (scene: Scene, platform: string): Promise<Scene> =>
  read((await written(scene, platform)).bytes);

/** What reading and checking have to say of a file, and whether laying it out anew gives the same bytes. */
function findings(bytes: Uint8Array, platform: string) {
  const format = isWiiu(platform) ? bfresWiiu : bfresSwitch;
  const { value, trace, issues } = format.codec.inspect(bytes);
  const anew = isWiiu(platform)
    ? rebuildWiiu({ ...wiiuBfres.decode(bytes), source: undefined })
    : rebuild({ ...bfres.decode(bytes), source: undefined });
  return {
    issues: [...issues, ...format.check(value as never)].map(({ code, reason }) => `${code}: ${reason}`),
    gaps: trace.gaps(bytes.length),
    isExact: Buffer.compare(anew, bytes) === 0,
  };
}

interface Drawn {
  readonly node: number;
  readonly primitive: Primitive;
}

/** What a scene draws of a level, by the name of the mesh or of the mesh and its material. */
function drawn(scene: Scene): Map<string, Drawn> {
  const all = new Map<string, Drawn>();
  for (const [node, { mesh }] of scene.nodes.entries()) {
    const { name, primitives } = scene.meshes[mesh ?? -1] ?? { name: '', primitives: [] };
    for (const primitive of primitives) {
      const material = scene.materials[primitive.material ?? -1]?.name;
      all.set(primitives.length > 1 ? `${name}__${material}` : name, { node, primitive });
    }
  }
  return all;
}

/** How far the corners of triangles are from where they were, at rest or in a clip. */
function apart(before: Scene, after: Scene, name: string, clip?: string, time = 0): number {
  const place = (scene: Scene) => {
    const { node, primitive } = drawn(scene).get(name)!;
    const found = scene.clips.find((each) => each.name === clip);
    const pose = sampleClip(scene, found ?? { name: '', tracks: [] }, time);
    const positions = skinnedPositions(scene, node, primitive, pose);
    return Array.from(primitive.indices, (index) => [...positions.subarray(3 * index, 3 * index + 3)]).flat();
  };
  const [a, b] = [place(before), place(after)];
  expect(b.length).toBe(a.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

/** The scene as it is drawn without weights of morph targets at rest, which the format has no place for. */
const unmorphed = (scene: Scene): Scene => ({
  ...scene,
  nodes: scene.nodes.map(({ weights: _, ...node }) => node),
});

const largest = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  expect(b.length).toBe(a.length);
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
};

describe.each(platforms)('the character made anew for %s', async (platform) => {
  const pip = authorCharacter();
  const { name, bytes, codes } = await written(pip, platform);
  const after = await read(bytes);

  test('is one file, which nothing is wrong with and whose tables are those that follow from it', () => {
    expect(name).toBe('pip.bfres');
    expect(findings(bytes, platform)).toEqual({ issues: [], gaps: [], isExact: true });
  });

  test('says what could not be known', () => {
    expect(codes).toEqual(['bfres/made-anew', 'bfres/shader-unknown', 'bfres/unproven-structure']);
  });

  test('has the bones, at rest where they were', () => {
    const bones = after.nodes.filter(({ mesh }, n) => mesh === undefined && n > 0);
    expect(bones.map(({ name }) => name)).toEqual(pip.skins[0]!.joints.map((joint) => pip.nodes[joint]!.name));
    for (const [b, bone] of bones.entries()) {
      const { translation = [0, 0, 0], rotation = [0, 0, 0, 1], parent } = pip.nodes[b]!;
      expect(largest(bone.translation!, translation)).toBeLessThan(1e-6);
      expect(largest(bone.rotation!, rotation)).toBeLessThan(5e-5); // those of the scene are rounded
      expect(after.nodes[bone.parent!]!.name).toBe(parent === undefined ? 'pip' : pip.nodes[parent]!.name);
    }
  });

  test('has the vertices, within what the formats hold', () => {
    const { primitive: was } = drawn(pip).get('pip')!;
    const { primitive: is } = drawn(after).get('pip')!;
    expect(is.indices).toEqual(was.indices);
    expect(apart(pip, after, 'pip')).toBeLessThan(1e-5);
    expect(largest(was.normals!, is.normals!)).toBeLessThan(2e-3);
    expect(largest(was.uvs[0]!, is.uvs[0]!)).toBeLessThan(1e-5);
    expect(after.meshes[0]!.targetNames).toEqual(['blink', 'breathe']);
    for (const [t, { positions }] of was.targets.entries()) {
      expect(largest(positions, is.targets[t]!.positions)).toBeLessThan(1e-5);
    }
    const byte = (weights: Float32Array | Uint8Array) =>
      weights instanceof Uint8Array ? [...weights] : Array.from(weights, (weight) => Math.round(weight * 255));
    const heaviest = (primitive: Primitive) => {
      const bytes = byte(primitive.weights[0]!);
      return Array.from({ length: bytes.length / 4 }, (_, v) => bytes.slice(4 * v, 4 * v + 4).sort((a, b) => b - a));
    };
    expect(heaviest(is)).toEqual(heaviest(was));
  });

  test('moves as it did', () => {
    expect(after.clips.map(({ name }) => name)).toEqual(pip.clips.map(({ name }) => name));
    for (const clip of pip.clips) {
      const duration = clipDuration(clip);
      expect(clipDuration(after.clips.find((each) => each.name === clip.name)!)).toBeCloseTo(duration, 1);
      for (let i = 0; i <= 12; i++) {
        expect(apart(pip, after, 'pip', clip.name, (duration * i) / 12), `${clip.name} ${i}/12`).toBeLessThan(2e-3);
      }
    }
  });

  test('has its texture, in blocks', () => {
    const was = pip.images[0]!.data as Pixels;
    const is = after.images.find(({ name }) => name === 'pip')!.data as Pixels;
    expect([is.width, is.height]).toEqual([was.width, was.height]);
    const sum = was.rgba.reduce((total, value, i) => total + Math.abs(value - is.rgba[i]!), 0);
    expect(sum / was.rgba.length).toBeLessThan(4);
  });

  test('makes a .glb that is valid, and comes back from it as the same bytes', async () => {
    const { value: glb } = await writeGlb(after);
    expect(await complaints(glb)).toEqual([]);
    const { value: again } = await readGltf(glb, 'model.glb');
    const { value, issues } = await bfresTarget.write(again, { options: {} });
    expect(issues.map(({ code }) => code)).toEqual(['bfres/unchanged']);
    expect(Buffer.compare(value[0]!.bytes, bytes)).toBe(0);
  });
});

describe.each(['switch-10', 'switch-8', 'wiiu-4.5', 'wiiu-3.4'])('for %s', (platform) => {
  test('a prop without bones hangs from one, and keeps how its materials are drawn', async () => {
    const prop = authorProp();
    const { bytes } = await written(prop, platform);
    expect(findings(bytes, platform)).toEqual({ issues: [], gaps: [], isExact: true });
    const after = await read(bytes);
    for (const name of ['lantern crate__crate', 'lantern crate__glass']) {
      expect(apart(prop, after, name)).toBeLessThan(1e-6);
    }
    expect(after.materials.map(({ name, alphaMode, doubleSided }) => [name, alphaMode, doubleSided])).toEqual([
      ['crate', 'opaque', false],
      ['glass', 'blend', true],
    ]);
    expect(after.nodes.map(({ name }) => name)).toContain('Root');
  });

  test('levels of detail, steps, curves, masks and tints come through', async () => {
    const scene = bendingSquare();
    const coarse = { ...square(), indices: Uint16Array.of(0, 1, 2), material: 0 };
    const { joints, weights } = scene.meshes[0]!.primitives[0]!;
    scene.meshes[1]!.primitives = [{ ...coarse, joints, weights }];
    scene.nodes[3]!.skin = 0;
    scene.meshes[1]!.name = 'body LOD1';
    const before = unmorphed({ ...scene, sources: [] });
    const { bytes } = await written(before, platform);
    expect(findings(bytes, platform)).toEqual({ issues: [], gaps: [], isExact: true });
    const after = await read(bytes);
    expect(after.meshes.map(({ name }) => name)).toEqual(['body', 'body LOD1']);
    expect(after.nodes.filter(({ mesh }) => mesh !== undefined).map(({ lod }) => lod)).toEqual([0, 1]);
    expect(after.meshes[1]!.primitives[0]!.indices).toHaveLength(3);
    expect(after.materials[0]!.alphaMode).toBe('mask');
    expect(after.materials[0]!.alphaCutoff).toBe(0.25);
    expect(after.textures[0]).toMatchObject({ wrapS: 'clamp', wrapT: 'mirror', filter: 'nearest' });
    for (const time of [0, 0.2, 0.45, 0.5, 0.75, 1]) {
      expect(apart(before, after, 'body', 'bend', time), `${time} s`).toBeLessThan(1e-2); // weights are bytes
    }
  });

  test('a mesh that comes and goes is a bone that is visible or not', async () => {
    const times = Float32Array.of(0, 0.5, 1);
    const values = Float32Array.of(1, 1, 1, 0, 0, 0, 1, 1, 1);
    const scene: Scene = {
      ...emptyScene('sign'),
      nodes: [
        { name: 'post' },
        { name: 'sign', parent: 0, translation: [0, 2, 0] },
        { name: 'board', parent: 1, mesh: 0 },
      ],
      meshes: [{ name: 'board', primitives: [square()] }],
      clips: [{ name: 'blink', tracks: [{ node: 2, path: 'scale', interpolation: 'step', times, values }] }],
    };
    const after = await thereAndBack(scene, platform);
    const [track] = after.clips[0]!.tracks;
    expect(after.clips[0]!.name).toBe('blink');
    expect(after.nodes[track!.node]!.name).toBe('board');
    for (const [time, size] of [
      [0.2, 1],
      [0.6, 0],
      [1, 1],
    ] as const) {
      expect(sampleClip(after, after.clips[0]!, time).scales[3 * track!.node]).toBe(size);
    }
  });
});

describe('made for the Switch', () => {
  test('shapes with one bone a vertex are in the space of their bones, behind those that blend', async () => {
    const scene = bendingSquare();
    const one = square();
    scene.meshes[1] = {
      name: 'tag',
      primitives: [
        {
          ...one,
          joints: [new Uint8Array(16).map((_, i) => (i % 4 === 0 ? 1 : 0))],
          weights: [new Float32Array(16).map((_, i) => (i % 4 === 0 ? 1 : 0))],
        },
      ],
    };
    scene.nodes[3] = { name: 'tag', mesh: 1, skin: 0 };
    const { bytes } = await written(unmorphed({ ...scene, sources: [] }), 'switch-10');
    const { skeleton, shapes } = bfres.decode(bytes).models[0]!;
    expect([skeleton!.smoothMatrixCount, skeleton!.rigidMatrixCount]).toEqual([2, 1]);
    expect([...skeleton!.matrixToBone]).toEqual([0, 1, 1]);
    expect(skeleton!.bones.map(({ smoothMatrix, rigidMatrix }) => [smoothMatrix, rigidMatrix])).toEqual([
      [0, -1],
      [1, 2],
    ]);
    expect(shapes.map(({ skinCount }) => skinCount)).toEqual([2, 1]);
    const after = await read(bytes);
    expect(after.nodes.some(({ name }) => name === 'tip__rigid')).toBe(true);
    expect(apart(unmorphed(scene), after, 'tag')).toBeLessThan(1e-6);
    const again = await thereAndBack({ ...after, sources: [] }, 'switch-10');
    expect(again.nodes.map(({ name }) => name)).toEqual(after.nodes.map(({ name }) => name));
  });

  test('attributes have the formats of official files', async () => {
    const { bytes } = await written(authorCharacter(), 'switch-10');
    const { vertexBuffers } = bfres.decode(bytes).models[0]!;
    const codes = vertexBuffers[0]!.attributes.map(
      ({ name, type, channels }) => `${name} ${[type, channels].map((x) => x.toString(16).padStart(2, '0')).join('')}`,
    );
    expect(codes).toEqual(['_p0 0518', '_n0 020e', '_w0 0109', '_i0 0309', '_u0 0112', '_p1 0518', '_p2 0518']);
  });

  test('textures beside each other in one picture become textures of their own', async () => {
    const pixels = { width: 8, height: 8, rgba: new Uint8Array(256).map((_, i) => [40, 80, 200, 255][i % 4]!) };
    const scene: Scene = {
      ...emptyScene('plate'),
      nodes: [{ name: 'plate', mesh: 0 }],
      meshes: [{ name: 'plate', primitives: [{ ...square(), material: 0 }] }],
      materials: [
        {
          ...plainMaterial('steel'),
          metallicRoughnessTexture: { texture: 0 },
          occlusionTexture: { texture: 0 },
          emissiveFactor: [1, 0.5, 0],
          baseColorFactor: [0.5, 0.5, 0.5, 1],
        },
      ],
      textures: [{ name: 'orm', image: 0, wrapS: 'repeat', wrapT: 'repeat' }],
      images: [{ name: 'orm', data: pixels }],
    };
    const { bytes } = await written(scene, 'switch-10');
    const file = bfres.decode(bytes);
    const names = bntx.decode(file.embeddedFiles[0]!.data!).textures.map((texture) => texture!.name);
    expect(names).toEqual(['orm_AO', 'orm_Mtl', 'orm_Rgh', 'steel_Alb', 'steel_Emm']);
    const after = await read(bytes);
    const { rgba } = after.images.find(({ name }) => name === 'orm_Rgh+orm_Mtl')!.data as Pixels;
    expect([rgba[1], rgba[2]]).toEqual([80, 200]);
    const { rgba: color } = after.images.find(({ name }) => name === 'steel_Alb')!.data as Pixels;
    expect(Math.abs(color[0]! - 188)).toBeLessThan(5); // half of the light
  });

  test('names that are the same, and those that are missing, are told apart', async () => {
    const scene: Scene = {
      ...emptyScene('twins'),
      nodes: [
        { name: 'model' },
        { name: 'a', parent: 0 },
        { name: 'a', parent: 1 },
        { name: '', parent: 2 },
        { name: 'x', mesh: 0, parent: 3 },
        { name: 'x', mesh: 0 },
      ],
      meshes: [
        {
          name: 'x',
          primitives: [
            { ...square(), material: 0 },
            { ...square(), material: 1 },
          ],
        },
      ],
      materials: [plainMaterial('m'), plainMaterial('m')],
    };
    const { bytes } = await written(scene, 'switch-10');
    expect(findings(bytes, 'switch-10')).toEqual({ issues: [], gaps: [], isExact: true });
    const [model] = bfres.decode(bytes).models;
    expect(model!.skeleton!.bones.map(({ name }) => name)).toEqual(['a', 'a 2', 'bone', 'Root']);
    expect(model!.shapes.map(({ name }) => name)).toEqual(['x__m', 'x__m 2', 'x__m 3', 'x__m 4']);
    expect(model!.materials.map(({ name }) => name)).toEqual(['m', 'm 2']);
  });

  test('a unit of a hundredth of a metre gives numbers a hundred times as large, and the scene back', async () => {
    const pip = authorCharacter();
    const { bytes } = await written(pip, 'switch-10', { scale: '0.01' });
    const hips = bfres.decode(bytes).models[0]!.skeleton!.bones[0]!;
    expect(hips.translation[1]).toBeCloseTo(42, 2);
    const after = await read(bytes, { scale: '0.01' });
    expect(apart(pip, after, 'pip', 'walk', 0.4)).toBeLessThan(2e-3);
    const again = await written({ ...after, sources: [] }, 'switch-10', { scale: '0.01' });
    expect(bfres.decode(again.bytes).models[0]!.skeleton!.bones[0]!.translation[1]).toBeCloseTo(42, 2);
  });

  test('a scene with nothing in it is refused', async () => {
    const { value, issues } = await bfresTarget.write(emptyScene('void'), { options: {} });
    expect(value).toEqual([]);
    expect(issues.map(({ code }) => code)).toEqual(['bfres/nothing-to-write']);
  });
});

const unit = fc.double({ min: -1, max: 1, noNaN: true }).map((x) => Math.fround(x));
const angle = fc
  .tuple(unit, unit, unit, unit)
  .map((q) => normalizeQuaternion(q.every((x) => x === 0) ? [0, 0, 0, 1] : q));
const floats = (length: number, of = unit) =>
  fc.array(of, { minLength: length, maxLength: length }).map((list) => Float32Array.from(list));

const randomTrack = (nodes: number) =>
  fc
    .record({
      node: fc.nat(nodes - 1),
      path: fc.constantFrom('translation', 'rotation', 'scale'),
      interpolation: fc.constantFrom('linear', 'step'),
      gaps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 0, maxLength: 5 }),
      rows: fc.array(fc.tuple(unit, unit, unit, unit), { minLength: 6, maxLength: 6 }),
    })
    .map(({ node, path, interpolation, gaps, rows }): Track => {
      const times = [0, ...gaps].map((_, i) => gaps.slice(0, i).reduce((sum, gap) => sum + gap, 0) / 30);
      const values = times.flatMap((_, i) => {
        const row = rows[i]!;
        if (path === 'rotation') return normalizeQuaternion([row[0] / 3, row[1] / 3, row[2] / 3, 1]);
        return row.slice(0, 3).map((x) => (path === 'scale' ? 1 + x / 2 : x));
      });
      // Steps of rotations are turns within one frame here: only movement steps.
      const isStepped = interpolation === 'step' && path === 'translation';
      return {
        node,
        path: path as Track['path'],
        interpolation: isStepped ? 'step' : 'linear',
        times: Float32Array.from(times),
        values: Float32Array.from(values),
      };
    });

const randomScene = fc
  .record({
    nodes: fc.array(
      fc.record({ above: fc.nat(), translation: fc.tuple(unit, unit, unit), rotation: angle, size: unit }),
      { minLength: 1, maxLength: 6 },
    ),
    vertices: fc.integer({ min: 3, max: 12 }),
  })
  .chain(({ nodes, vertices }) =>
    fc.record({
      nodes: fc.constant(nodes),
      positions: floats(3 * vertices),
      uvs: floats(2 * vertices, fc.double({ min: -3, max: 3, noNaN: true }).map(Math.fround)),
      colors: fc.uint8Array({ minLength: 4 * vertices, maxLength: 4 * vertices }),
      joints: fc.array(fc.nat(nodes.length - 1), { minLength: 4 * vertices, maxLength: 4 * vertices }),
      parts: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4 * vertices, maxLength: 4 * vertices }),
      indices: fc.array(fc.nat(vertices - 1), { minLength: 3, maxLength: 24 }),
      isSkinned: fc.boolean(),
      holder: fc.nat(nodes.length - 1),
      tracks: fc.array(randomTrack(nodes.length), { maxLength: 4 }),
      platform: fc.constantFrom(...platforms),
    }),
  )
  .map(({ nodes, positions, uvs, colors, joints, parts, indices, isSkinned, holder, tracks, platform }) => {
    const count = positions.length / 3;
    const weights = new Float32Array(4 * count);
    for (let v = 0; v < count; v++) {
      const sum = parts.slice(4 * v, 4 * v + 4).reduce((total, part) => total + part, 0);
      for (let c = 0; c < 4; c++) weights[4 * v + c] = sum === 0 ? Number(c === 0) : parts[4 * v + c]! / sum;
    }
    const all = [...indices.slice(0, indices.length - (indices.length % 3)), ...new Array(count).keys()];
    while (all.length % 3 !== 0) all.push(0);
    const primitive: Primitive = {
      indices: Uint16Array.from(all),
      positions,
      uvs: [uvs],
      colors: [Uint8Array.from(colors)],
      joints: isSkinned ? [Uint8Array.from(joints)] : [],
      weights: isSkinned ? [weights] : [],
      targets: [],
    };
    const bones = nodes.map(({ above, translation, rotation, size }, n) => ({
      name: `bone ${n}`,
      ...(n === 0 ? {} : { parent: above % n }),
      translation,
      rotation,
      scale: [1 + size / 4, 1 + size / 4, 1 + size / 4] as [number, number, number],
    }));
    const worlds = worldMatrices({ ...emptyScene('bones'), nodes: bones });
    const inverses = bones.flatMap((_, n) => invert(worlds.subarray(16 * n, 16 * n + 16))!);
    const known = new Map(tracks.map((track) => [`${track.node} ${track.path}`, track]));
    const clip: Clip = { name: 'move', tracks: [...known.values()] };
    const scene: Scene = {
      ...emptyScene('random'),
      nodes: [...bones, isSkinned ? { name: 'mesh', mesh: 0, skin: 0 } : { name: 'mesh', mesh: 0, parent: holder }],
      meshes: [{ name: 'mesh', primitives: [primitive] }],
      skins: isSkinned
        ? [{ name: 'skin', joints: [...bones.keys()], inverseBindMatrices: Float32Array.from(inverses) }]
        : [],
      clips: clip.tracks.length > 0 ? [clip] : [],
    };
    return { scene, platform };
  });

test('whatever a scene is, its file is sound and draws the same, at rest and moving', async () => {
  await fc.assert(
    fc.asyncProperty(randomScene, async ({ scene, platform }) => {
      const { bytes } = await written(scene, platform);
      const { issues, ...rest } = findings(bytes, platform);
      expect(rest).toEqual({ gaps: [], isExact: true });
      // Triangles without area are the scene's own.
      expect(issues.filter((each) => !each.startsWith('bfres/degenerate-triangles'))).toEqual([]);
      const after = await read(bytes);
      const { primitive: is } = drawn(after).get('mesh')!;
      const { primitive: was } = drawn(scene).get('mesh')!;
      const size = Math.max(1, ...skinnedPositions(scene, drawn(scene).get('mesh')!.node, was).map(Math.abs));
      // Weights are known to half of a 255th, of each of four.
      const isSkinned = was.joints.length > 0;
      expect(apart(scene, after, 'mesh')).toBeLessThan(isSkinned ? 0.02 * size : 1e-5 * size);
      expect(largest(was.uvs[0]!, is.uvs[0]!)).toBeLessThan(1 / 2048);
      expect(is.colors[0]).toEqual(was.colors[0]);
      const [clip] = scene.clips;
      const found = after.clips[0];
      if (clip === undefined || found === undefined) return;
      for (let i = 0; i <= 8; i++) {
        const time = (clipDuration(clip) * i) / 8;
        expect(apart(scene, after, 'mesh', 'move', time + 1e-4)).toBeLessThan((isSkinned ? 0.04 : 0.02) * size);
      }
      expect(await complaints((await writeGlb({ ...after, sources: [] })).value)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('a character that was exported in a pose rests as it was bound, and moves as it did', async () => {
  const pip = authorCharacter();
  const turned = pip.nodes.map((node, n) =>
    n === 8 ? { ...node, rotation: normalizeQuaternion([0.4, 0, 0.2, 1]) } : node,
  );
  const posed = { ...pip, nodes: turned };
  const { bytes, issues } = await written(posed, 'switch-10');
  expect(issues.find(({ code }) => code === 'bfres/bound-at-rest')!.reason).toMatch(/^\d joints$/);
  const after = await read(bytes);
  expect(apart(pip, after, 'pip')).toBeLessThan(1e-4);
  expect(apart(posed, after, 'pip', 'wave', 1)).toBeLessThan(2e-3);
});

test('morph targets of a skinned shape end where they did', async () => {
  const scene = unmorphed({ ...bendingSquare(), sources: [] });
  const after = await thereAndBack(scene, 'switch-10');
  const [was, is] = [drawn(scene).get('body')!, drawn(after).get('body')!];
  const at = ({ node, primitive }: Drawn, of: Scene) =>
    skinnedPositions(of, node, {
      ...primitive,
      positions: Float32Array.from(morphedPositions(primitive, [1])),
      targets: [],
    });
  expect(largest(at(was, scene), at(is, after))).toBeLessThan(1e-5);
});
