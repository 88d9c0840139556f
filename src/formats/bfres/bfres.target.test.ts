import { beforeAll, describe, expect, test } from 'vitest';
import { authorProp } from '../../../samples/author/lantern-crate.ts';
import { memorySource } from '../../containers/source.ts';
import { loadZstd } from '../../containers/zstd.ts';
import { clipDuration, sampleClip, skinnedPositions } from '../../scene/sampling.ts';
import type { Scene } from '../../scene/scene.ts';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { samplesOf } from '../../test-support/samples.ts';
import { readGltf } from '../gltf/read.ts';
import { writeGlb } from '../gltf/write.ts';
import { bfresTarget } from './bfres.target.ts';
import { bfres } from './bfres.ts';
import { bfresSwitch } from './bfres-switch.format.ts';
import { bfresWiiu, isWiiuFile } from './bfres-wiiu.format.ts';
import { models } from './models.ts';
import { switchFile } from './switch-file.ts';
import { wiiuFile } from './wiiu-file-view.ts';

const folder = corpus('bfres');
beforeAll(() => loadZstd());

/** Files with models of every version. */
const samples = [
  'switch-v10-splatoon3/pigeon.zs',
  'switch-v10-totk/Animal_Bass.Bass.bfres',
  'switch-v8-splatoon2/Clt_TES000_F.Nin_NX_NVN.szs',
  'switch-v8-smo/FlipPanel.szs',
  'switch-v8-smo/SuperSpinDriver.szs',
  'wiiu-v4.5-botw/Animal_Bass.sbfres',
  'wiiu-v3.5-splatoon/Player00.szs',
];

const bytesOf = (path: string): Uint8Array =>
  [...leaves(path, corpusFile('bfres', path))].find(({ format }) => /^bfres-(switch|wiiu)$/.test(format?.id ?? ''))!
    .bytes;

async function sceneOf(bytes: Uint8Array, index = 0): Promise<Scene> {
  const found = [...models(memorySource('test', new Map([['model.bfres', bytes]])))];
  return (await found[index]!.toScene({})).value;
}

/** Through a file and back. */
async function throughGlb(scene: Scene): Promise<Scene> {
  return (await readGltf((await writeGlb(scene)).value, 'scene.glb')).value;
}

async function write(scene: Scene) {
  const { value, issues } = await bfresTarget.write(scene, { options: {} });
  return { files: value, codes: issues.map(({ code }) => code), issues };
}

test.each([
  ['Pip.szs', 'Pip.bfres'],
  ['Pip.bfres.zs', 'Pip.bfres'],
  ['Pip.sbfres', 'Pip.bfres'],
  ['Pip.bfres', 'Pip.bfres'],
])('what was embedded as %s is written as %s, as it has no compression any more', async (name, expected) => {
  const bytes = samplesOf('bfres').get('Pip.bfres')!;
  const [model] = models(memorySource('test', new Map([[name, bytes]])));
  const { files } = await write((await model!.toScene({})).value);
  expect(files.map((file) => file.name)).toEqual([expected]);
  expect(files[0]!.bytes).toEqual(bytes);
});

test('a changed animation of key shapes stays in the original as it was, and that is told', async () => {
  const bytes = samplesOf('bfres').get('Pip.bfres')!;
  const scene = await throughGlb(await sceneOf(bytes));
  const track = scene.clips.flatMap(({ tracks }) => tracks).find(({ path }) => path === 'weights')!;
  track.values = track.values.map((weight) => 1 - weight);
  const { files, issues } = await write(scene);
  expect(files[0]!.bytes).toEqual(bytes);
  expect(issues.map(({ code, reason }) => `${code}: ${reason}`)).toContain(
    'bfres/not-written: 1 tracks of morph weights',
  );
});

describe.skipIf(folder === undefined)('real files', () => {
  test.each(samples)('%s comes back the same through a .glb that nobody edited', async (path) => {
    const bytes = bytesOf(path);
    const { files, issues } = await write(await throughGlb(await sceneOf(bytes)));
    expect(issues.map(({ reason }) => reason)).toEqual(["'model.bfres'"]);
    expect(files.map(({ name }) => name)).toEqual(['model.bfres']);
    expect(Buffer.compare(files[0]!.bytes, bytes)).toBe(0);
  });

  test.each(samples)(
    '%s with a moved vertex has that vertex moved, and its other shapes as they were',
    async (path) => {
      const bytes = bytesOf(path);
      const scene = await throughGlb(await sceneOf(bytes));
      const mesh = scene.meshes[0]!;
      const [primitive] = mesh.primitives;
      const size = Math.max(...primitive!.positions.map(Math.abs));
      const moved = primitive!.positions.slice();
      moved[1]! += size / 4;
      for (const each of scene.meshes.filter(({ name }) => name.startsWith(mesh.name))) {
        if (each.primitives[0]!.positions.length === moved.length) each.primitives[0]!.positions = moved;
      }
      const { files, codes } = await write(scene);
      expect(codes).toContain('bfres/edited');
      const before = await sceneOf(bytes);
      const after = await sceneOf(files[0]!.bytes);
      expect(after.meshes.map(({ name }) => name)).toEqual(before.meshes.map(({ name }) => name));
      const index = after.meshes.findIndex(({ name }) => name === mesh.name);
      const [old, made] = [before.meshes[index]!.primitives[0]!, after.meshes[index]!.primitives[0]!];
      expect(made.positions.length).toBe(old.positions.length);
      for (let i = 0; i < made.positions.length; i++) {
        const expected = old.positions[i]! + (i === 1 ? size / 4 : 0);
        expect(Math.abs(made.positions[i]! - expected), `coordinate ${i}`).toBeLessThan(size * 2e-3 + 1e-6);
      }
      for (const [m, other] of before.meshes.entries()) {
        if (other.name.startsWith(mesh.name)) continue;
        expect(after.meshes[m]!.primitives[0]!.positions).toEqual(other.primitives[0]!.positions);
      }
      const file = isWiiuFile(files[0]!.bytes) ? wiiuFile(files[0]!.bytes) : switchFile(files[0]!.bytes);
      const [shape] = file.models[0]!.shapes;
      expect(shape!.meshes.length).toBeGreaterThan(0);
    },
  );

  test('a clip that was edited is fitted anew where it was, the other clips stay as they were', async () => {
    const bytes = bytesOf('switch-v10-splatoon3/pigeon.zs');
    const scene = await throughGlb(await sceneOf(bytes));
    const [clip] = scene.clips;
    const track = clip!.tracks.find(({ path, times }) => path === 'rotation' && times.length > 2)!;
    const edited = Float32Array.from(track.values);
    edited.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 4);
    track.values = edited;
    const { files } = await write(scene);
    const before = bfres.decode(bytes);
    const after = bfres.decode(files[0]!.bytes);
    expect(after.skeletalAnims[1]).toEqual(before.skeletalAnims[1]);
    const [was, is] = [before.skeletalAnims[0]!, after.skeletalAnims[0]!];
    expect(is.boneAnims.map(({ name }) => name)).toEqual(was.boneAnims.map(({ name }) => name));
    const bone = scene.nodes[track.node]!.name;
    for (const [i, boneAnim] of is.boneAnims.entries()) {
      if (boneAnim.name !== bone) expect(boneAnim.curves).toEqual(was.boneAnims[i]!.curves);
    }
    const again = await sceneOf(files[0]!.bytes);
    const same = again.clips[0]!.tracks.find(
      ({ node, path }) => again.nodes[node]!.name === bone && path === 'rotation',
    )!;
    const at = same.times.findIndex((time) => Math.abs(time - track.times[1]!) < 1e-4);
    expect(Math.abs(same.values[4 * at + 1]!)).toBeCloseTo(Math.SQRT1_2, 3);
  });

  test.each([
    ['switch-v10-splatoon3/pigeon.zs', 'albedo_color'],
    ['switch-v8-splatoon2/Clt_TES000_F.Nin_NX_NVN.szs', 'albedo_color'],
    ['wiiu-v3.5-splatoon/Player00.szs', 'albedo_color'],
  ])('materials of %s are drawn as the scene says', async (path, parameter) => {
    const bytes = bytesOf(path);
    const scene = await throughGlb(await sceneOf(bytes));
    const [material] = scene.materials;
    Object.assign(material!, {
      doubleSided: !material!.doubleSided,
      alphaMode: 'mask',
      alphaCutoff: 0.25,
      baseColorFactor: [0.5, 0.25, 1, 1],
    });
    const { files, codes } = await write(scene);
    expect(codes).toContain('bfres/edited');
    const [before, after] = [await sceneOf(bytes), await sceneOf(files[0]!.bytes)];
    const made = after.materials[0]!;
    expect([made.doubleSided, made.alphaMode, made.alphaCutoff]).toEqual([material!.doubleSided, 'mask', 0.25]);
    const colorOf = ({ materials }: Scene) => {
      const { parameters } = materials[0]!.extras!['bfres'] as { parameters: Record<string, { value: number[] }> };
      return parameters[parameter]?.value;
    };
    const [old, color] = [colorOf(before), colorOf(after)];
    if (old !== undefined) expect(color!.slice(0, 3)).toEqual([old[0]! * 0.5, old[1]! * 0.25, old[2]]);
    expect(after.meshes).toEqual(before.meshes);
  });

  test.each([
    ['switch-v10-splatoon3/pigeon.zs', 'Hoian_UBER'],
    ['switch-v8-splatoon2/Hed_CAP006.Nin_NX_NVN.szs', 'Blitz_UBER'],
    ['switch-v5-mk8dx/Figure-8_course_model.szs', '__23E11295'],
  ])('another model takes its materials from %s, with its own textures', async (path, archive) => {
    const base = memorySource('base', new Map([['lender.bfres', bytesOf(path)]]));
    const prop = authorProp();
    const { value, issues } = await bfresTarget.write(prop, { base, options: {} });
    expect(issues.map(({ code }) => code)).toContain('bfres/material-borrowed');
    const { bytes } = value[0]!;
    const told = [...bfresSwitch.check(bfres.decode(bytes))];
    expect(told.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const after = await sceneOf(bytes);
    expect(after.materials.map(({ name, alphaMode, doubleSided }) => [name, alphaMode, doubleSided])).toEqual([
      ['crate', 'opaque', false],
      ['glass', 'blend', true],
    ]);
    for (const { extras } of after.materials) {
      expect((extras!['bfres'] as { shader: { archive: string } }).shader.archive).toBe(archive);
    }
    expect(after.images.map(({ name }) => name)).toContain('crate');
  });

  test('a new clip is one more animation', async () => {
    const bytes = bytesOf('switch-v8-smo/SuperSpinDriver.szs');
    const scene = await throughGlb(await sceneOf(bytes));
    const count = bfres.decode(bytes).skeletalAnims.length;
    scene.clips.push({ ...scene.clips[0]!, name: 'NewMove' });
    const { files, issues } = await write(scene);
    expect(issues.map(({ reason }) => reason)).toContain("'model.bfres': 1 new clips");
    const after = bfres.decode(files[0]!.bytes);
    expect(after.skeletalAnims).toHaveLength(count + 1);
    expect(after.skeletalAnims.at(-1)!.name).toBe('NewMove');
  });

  test('a bone that was moved rests there, and its inverse matrix follows', async () => {
    const bytes = bytesOf('switch-v10-splatoon3/pigeon.zs');
    const scene = await throughGlb(await sceneOf(bytes));
    const node = scene.nodes.find(({ name }) => name === 'Ltail')!;
    node.translation = [1, 2, 3];
    const { files } = await write(scene);
    const { skeleton } = bfres.decode(files[0]!.bytes).models[0]!;
    const bone = skeleton!.bones.find(({ name }) => name === 'Ltail')!;
    const old = bfres.decode(bytes).models[0]!.skeleton!;
    expect([...bone.translation].every((x, c) => Math.abs(x - [1, 2, 3][c]!) < 0.01)).toBe(true);
    const k = bone.smoothMatrix;
    expect(skeleton!.inverseMatrices.subarray(12 * k, 12 * k + 12)).not.toEqual(
      old.inverseMatrices.subarray(12 * k, 12 * k + 12),
    );
  });

  describe.each([
    ['Switch', 'switch-v8-splatoon2/Clt_TES000_F.Nin_NX_NVN.szs'],
    ['Wii U', 'wiiu-v3.5-splatoon/Player00.szs'],
  ])('textures of the %s', (_, path) => {
    const texturesOf = (bytes: Uint8Array) => (isWiiuFile(bytes) ? wiiuFile(bytes) : switchFile(bytes)).textures;
    const painted = (width: number, height: number) => ({
      width,
      height,
      rgba: Uint8Array.from({ length: 4 * width * height }, (_, i) => [250, 120, 10, 255][i & 3]!),
    });
    /** A picture that is one texture, and the material that shows it. */
    const shownIn = (scene: Scene) => {
      const material = scene.materials.find(({ baseColorTexture }) => {
        const texture = scene.textures[baseColorTexture?.texture ?? -1];
        return texture !== undefined && !scene.images[texture.image]!.name.includes('+');
      })!;
      const texture = scene.textures[material.baseColorTexture!.texture]!;
      return { material, texture, image: scene.images[texture.image]! };
    };

    test('can be replaced in another size', async () => {
      const bytes = bytesOf(path);
      const scene = await throughGlb(await sceneOf(bytes));
      const { image } = shownIn(scene);
      image.data = painted(96, 40);
      const { files, issues } = await write(scene);
      expect(issues.map(({ reason }) => reason)).toContain("'model.bfres': 1 textures");
      const [before, after] = [texturesOf(bytes), texturesOf(files[0]!.bytes)];
      expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      const made = after.find(({ name }) => name === image.name)!.decode()!;
      expect([made.width, made.height]).toEqual([96, 40]);
      expect(Math.abs(made.rgba[0]! - 250) + Math.abs(made.rgba[1]! - 120) + Math.abs(made.rgba[2]! - 10)).toBeLessThan(
        16,
      );
      const other = after.find(({ name }) => name !== image.name)!;
      expect(other.decode()!.rgba).toEqual(before.find(({ name }) => name === other.name)!.decode()!.rgba);
      const again = await sceneOf(files[0]!.bytes);
      const { data } = again.images.find(({ name }) => name === image.name)!;
      expect(data).toMatchObject({ width: 96, height: 40 });
    });

    test('can be added, and one that nothing shows any more goes', async () => {
      const bytes = bytesOf(path);
      const scene = await throughGlb(await sceneOf(bytes));
      const { material, texture, image } = shownIn(scene);
      const name = image.name;
      for (const each of scene.images)
        if (each === image) Object.assign(each, { name: 'Fresh_Alb', data: painted(32, 32) });
      const { files, issues } = await write(scene);
      const told = issues.map(({ reason }) => reason);
      expect(told).toContain("there was no texture 'Fresh_Alb'");
      const names = texturesOf(files[0]!.bytes).map((each) => each.name);
      expect(names).toContain('Fresh_Alb');
      const again = await sceneOf(files[0]!.bytes);
      const shown = again.materials.find((each) => each.name === material.name)!;
      expect(again.images[again.textures[shown.baseColorTexture!.texture]!.image]).toMatchObject({
        name: 'Fresh_Alb',
        data: { width: 32, height: 32 },
      });
      expect(scene.images[texture.image]!.name).toBe('Fresh_Alb');
      const file = isWiiuFile(files[0]!.bytes) ? wiiuFile(files[0]!.bytes) : switchFile(files[0]!.bytes);
      const isShown = file.models.some(({ materials }) =>
        materials.some(({ samplers }) => samplers.some((each) => each.texture === name)),
      );
      expect(names.includes(name)).toBe(isShown);
    });

    test('are left alone where an editor renamed a picture', async () => {
      const bytes = bytesOf(path);
      const scene = await throughGlb(await sceneOf(bytes));
      shownIn(scene).image.name = 'renamed';
      const { files } = await write(scene);
      expect(Buffer.compare(files[0]!.bytes, bytes)).toBe(0);
    });
  });

  test.each([
    ...samples.map((path) => [path, 'switch-10']),
    ['switch-v10-splatoon3/pigeon.zs', 'wiiu-4.5'],
    ['switch-v8-smo/SuperSpinDriver.szs', 'switch-8'],
    ['switch-v8-smo/FlipPanel.szs', 'wiiu-3.4'],
    ['wiiu-v3.5-splatoon/Player00.szs', 'switch-5'],
  ])('%s without an original is made anew for %s, and draws and moves as it did', async (path, platform) => {
    const before = { ...(await sceneOf(bytesOf(path))), sources: [] };
    const { value, issues } = await bfresTarget.write(before, { options: { platform } });
    expect(issues.map(({ code }) => code)).toContain('bfres/made-anew');
    const { bytes } = value[0]!;
    const format = isWiiuFile(bytes) ? bfresWiiu : bfresSwitch;
    expect([...format.check(format.codec.decode(bytes) as never)]).toEqual([]);
    const after = await sceneOf(bytes);
    expect(after.meshes.map(({ name }) => name)).toEqual(before.meshes.map(({ name }) => name));
    expect(after.clips.map(({ name }) => name).sort()).toEqual(before.clips.map(({ name }) => name).sort());
    const size = Math.max(...before.meshes.flatMap((_, m) => cornersOf(before, m).map(Math.abs)));
    for (const clip of [undefined, ...before.clips.slice(0, 3)]) {
      for (const part of [0, 0.3, 0.71, 1]) {
        const time = clip === undefined ? 0 : clipDuration(clip) * part;
        for (const [m, { name }] of before.meshes.entries()) {
          const [was, is] = [cornersOf(before, m, clip?.name, time), cornersOf(after, m, clip?.name, time)];
          const off = was.reduce((most, value, i) => Math.max(most, Math.abs(value - is[i]!)), 0);
          expect(is.length).toBe(was.length);
          expect(off, `${name} in ${clip?.name} at ${time}`).toBeLessThan(size * (clip === undefined ? 1e-4 : 5e-3));
        }
      }
    }
  });
});

/** Where the corners of the triangles of a mesh are in a clip. */
function cornersOf(scene: Scene, mesh: number, clip?: string, time = 0): number[] {
  const node = scene.nodes.findIndex((each) => each.mesh === mesh);
  const found = scene.clips.find(({ name }) => name === clip) ?? { name: '', tracks: [] };
  const [primitive] = scene.meshes[mesh]!.primitives;
  const positions = skinnedPositions(scene, node, primitive!, sampleClip(scene, found, time));
  return Array.from(primitive!.indices, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat();
}
