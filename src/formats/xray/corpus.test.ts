import { describe, expect, test } from 'vitest';
import { chunkValue, chunkValues, type Inspection } from '../../binary/index.ts';
import { memorySource } from '../../containers/source.ts';
import { angleBetween } from '../../math/index.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Scene } from '../../scene/scene.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { xray } from './index.ts';
import { pack, unpack } from './lzhuf.ts';
import { models } from './model.ts';
import { checkOmf } from './motion-files.check.ts';
import { objectFile } from './object.ts';
import { objectBones } from './object-parts.ts';
import { check as checkOgf } from './ogf.check.ts';
import { type Ogf, ogfFile } from './ogf.ts';
import { omfFile } from './omf.ts';
import { cornerNormals } from './smoothing.ts';
import { thmImages } from './thm.images.ts';
import { thmFile } from './thm.ts';

// Decoded values against independent sources: other files of the same things, made by other tools.

const folder = corpus('xray');
const paths = folder === undefined ? [] : filesBelow(folder);

/** The scene of a model, with only these files in its source. */
async function sceneOf(name: string, ...files: string[]): Promise<Scene> {
  const entries = files.map((file) => [file.slice(file.lastIndexOf('/') + 1), corpusFile('xray', file)] as const);
  const model = [...models(memorySource('corpus', new Map(entries)))].find((each) => each.name === name)!;
  return (await model.toScene({})).value;
}

/** The largest difference of rotations in degrees and translations in metres, over all frames of both clips. */
function worst(a: Scene, first: Clip, b: Scene, second: Clip, frames: number): { degrees: number; metres: number } {
  const nodes = new Map(b.nodes.map(({ name }, i) => [name.toLowerCase(), i]));
  const tracks = new Map(second.tracks.map((track) => [`${track.path} ${track.node}`, track]));
  let [degrees, metres] = [0, 0];
  const [p, q] = [new Float64Array(4), new Float64Array(4)];
  for (const track of first.tracks) {
    const node = nodes.get(a.nodes[track.node]!.name.toLowerCase());
    const other = tracks.get(`${track.path} ${node}`);
    if (other === undefined) continue;
    for (let frame = 0; frame < frames; frame++) {
      sampleTrack(track, frame / 30, p);
      sampleTrack(other, frame / 30, q);
      if (track.path === 'rotation') degrees = Math.max(degrees, (angleBetween(p, q) * 180) / Math.PI);
      else metres = Math.max(metres, Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!));
    }
  }
  return { degrees, metres };
}

/** The longest step of a translation key in a file, in metres. */
function largestStep(path: string): number {
  const motions = chunkValues(chunkValue(omfFile.decode(corpusFile('xray', path)), 'motions')!, 'motion');
  const scales = motions.flatMap(({ tracks }) => tracks.flatMap(({ scale }) => (scale ? [Math.hypot(...scale)] : [])));
  return Math.max(0, ...scales);
}

describe.skipIf(folder === undefined)('motions', () => {
  test('of a .skls are those of the .omf that it was made from', async () => {
    const ogf = 'sets/ak74_hud/wpn_ak74_hud.ogf';
    const compiled = await sceneOf('wpn_ak74_hud', ogf, 'sets/ak74_hud/wpn_ak74_hud_animation.omf');
    const authored = await sceneOf('wpn_ak74_hud', ogf, 'sets/ak74_hud/wpn_ak74_hud_animation.skls');
    expect(authored.clips.map(({ name }) => name).sort()).toEqual(compiled.clips.map(({ name }) => name).sort());
    expect(compiled.clips).toHaveLength(8);
    for (const clip of compiled.clips) {
      const other = authored.clips.find(({ name }) => name === clip.name)!;
      const frames = (clip.extras!.xray as { frameCount: number }).frameCount;
      const { degrees, metres } = worst(compiled, clip, authored, other, frames);
      expect(degrees, clip.name).toBeLessThan(0.01);
      expect(metres, clip.name).toBeLessThan(1e-3);
    }
  });

  // Pairs that the specification, section 19, found to agree; those edited after compiling are left out.
  test.each([
    ['skl/sparco_9a91_check_ammo.skl', 'omf/wpn_9a91_check_ammo.omf'],
    ['skl/sparco_aek971_check_ammo.skl', 'omf/wpn_aek971_check_ammo.omf'],
    ['skl/sparco_mp5sd_check_ammo.skl', 'omf/wpn_mp5sd_check_ammo.omf'],
    ['skl/sparco_abakan_check_ammo.skl', 'omf/wpn_abakan_check_ammo.omf'],
    ['sets/ace21/sparco_ace21_check_ammo.skl', 'sets/ace21/wpn_ace21_check_ammo.omf'],
  ])('of %s are those compiled into %s', async (skl, omf) => {
    const name = (file: string) => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
    const authored = await sceneOf(name(skl), skl);
    const compiled = await sceneOf(name(omf), omf);
    const [first] = authored.clips;
    const fps = (first!.extras!.xray as { fps: number }).fps;
    // The SDK takes the name of the file, not the one in it.
    const second = compiled.clips.find((clip) => clip.name === name(skl))!;
    // Compiled keys are played at 30 frames a second times the speed, whatever rate they were authored at.
    const scaled: Clip = {
      ...first!,
      tracks: first!.tracks.map((track) => ({ ...track, times: track.times.map((time) => (time * fps) / 30) })),
    };
    const frames = Math.max(...second.tracks.map(({ times }) => times.length)) - 1;
    const { degrees, metres } = worst(authored, scaled, compiled, second, frames);
    expect(frames).toBeGreaterThan(20);
    expect(degrees).toBeLessThan(0.006);
    // A step of a key, or what counts as still.
    expect(metres).toBeLessThan(1e-3 + largestStep(omf));
  });

  test('have the checksums of their keys', () => {
    const codes: string[] = [];
    for (const path of paths) {
      if (path.endsWith('.omf'))
        codes.push(...[...checkOmf(omfFile.decode(corpusFile('xray', path)))].map(({ code }) => code));
      if (path.endsWith('.ogf'))
        codes.push(...[...checkOgf(ogfFile.decode(corpusFile('xray', path)))].map(({ code }) => code));
    }
    expect(codes.filter((code) => code === 'xray/bad-crc')).toEqual([]);
  });
});

describe.skipIf(folder === undefined)('a model and what another tool made of it', () => {
  test('have the same bind pose', () => {
    const ogf = ogfFile.decode(corpusFile('xray', 'sets/crow/crow.ogf')) as Ogf;
    const object = chunkValue(objectFile.decode(corpusFile('xray', 'derived/crow_cop.object')), 'object')!;
    const bones = new Map(objectBones(object).map((bone) => [bone.name, bone]));
    const names = chunkValue(ogf, 'bones')!;
    expect(names).toHaveLength(21);
    for (const [i, { name, parent }] of names.entries()) {
      const bone = bones.get(name)!;
      const physics = chunkValue(ogf, 'physics')![i]!;
      expect(bone.parent).toBe(parent);
      for (const axis of [0, 1, 2]) {
        expect(bone.offset[axis]).toBeCloseTo(physics.offset[axis]!, 5);
        expect(bone.rotation[axis]).toBeCloseTo(physics.rotation[axis]!, 5);
      }
    }
  });

  /** Share of the corners whose computed normal is within 0.1 degrees of one that the compiled model has there. */
  function agreement(ogfPath: string, objectPath: string, scheme: 'groups' | 'hard edges'): number {
    const ogf = ogfFile.decode(corpusFile('xray', ogfPath)) as Ogf;
    const stored = new Map<string, number[][]>();
    const place = (values: ArrayLike<number>, at: number) =>
      [0, 1, 2].map((i) => Math.round(values[at + i]! * 1e4)).join();
    for (const part of chunkValues(chunkValue(ogf, 'children')!, 'part')) {
      const { position, normal } = chunkValue(part, 'vertices')!.vertices!;
      for (let at = 0; at < position.length; at += 3) {
        const key = place(position, at);
        stored.set(key, [...(stored.get(key) ?? []), [...normal.subarray(at, at + 3)]]);
      }
    }
    const object = chunkValue(objectFile.decode(corpusFile('xray', objectPath)), 'object')!;
    let [good, all] = [0, 0];
    for (const mesh of chunkValues(chunkValue(object, 'meshes')!, 'mesh')) {
      const normals = cornerNormals(mesh, scheme);
      const positions = chunkValue(mesh, 'vertices')!.position;
      const { corners } = chunkValue(mesh, 'faces')!;
      for (let corner = 0; corner < corners.length / 2; corner++) {
        const candidates = stored.get(place(positions, corners[corner * 2]! * 3)) ?? [];
        const n = normals.subarray(corner * 3, corner * 3 + 3);
        const best = Math.max(...candidates.map((m) => m[0]! * n[0]! + m[1]! * n[1]! + m[2]! * n[2]!));
        all++;
        if (best >= Math.cos((0.1 * Math.PI) / 180)) good++;
      }
    }
    return good / all;
  }

  test.each([
    ['ogf/kanistra.ogf', 'derived/kanistra_soc.object', 'groups', 0.999],
    ['sets/crow/crow.ogf', 'derived/crow_soc.object', 'groups', 0.9],
    ['sets/crow/crow.ogf', 'derived/crow_cop.object', 'hard edges', 0.9],
  ] as const)('%s: its normals are those computed from %s by %s', (ogf, object, scheme, share) => {
    expect(agreement(ogf, object, scheme)).toBeGreaterThan(share);
  });

  test('the SDK object and the game model of the shaderball have the same triangles', async () => {
    const root = 'sets/shaderball';
    const name = 'user_shaderball_dinamic__normals';
    const object = await sceneOf(name, `${root}/rawdata/objects/${name}.object`);
    const ogf = await sceneOf(name, `${root}/gamedata/meshes/${name}.ogf`);
    const corners = (scene: Scene) => {
      const all = new Map<string, number[][]>();
      for (const { indices, positions, normals } of scene.meshes.flatMap(({ primitives }) => primitives)) {
        for (const v of indices) {
          const key = [...positions.subarray(v * 3, v * 3 + 3)].map((x) => Math.round(x * 1e3)).join();
          all.set(key, [...(all.get(key) ?? []), [...normals!.subarray(v * 3, v * 3 + 3)]]);
        }
      }
      return all;
    };
    const [first, second] = [corners(object), corners(ogf)];
    expect([...second.keys()].sort()).toEqual([...first.keys()].sort());
    let [good, all] = [0, 0];
    for (const [key, normals] of first) {
      for (const n of normals) {
        all++;
        if (second.get(key)!.some((m) => m[0]! * n[0]! + m[1]! * n[1]! + m[2]! * n[2]! > 0.9999)) good++;
      }
    }
    expect(good / all).toBeGreaterThan(0.95);
  });
});

/** What each deviating file has (specification, section 23.2), as the reader or the rules tell it. */
const deviations: readonly (readonly [file: string, ...codes: string[]])[] = [
  ['act_arm_d.thm', 'bad-size'],
  ['food_raw_boar.thm', 'bad-size'],
  ['krovosos_xray.ogf', 'trailing'],
  ['rat_tail_normal.ogf', 'trailing', 'xray/no-end-of-text'],
  ['roof_1.ogf', 'xray/no-end-of-text'],
  ['stalker_zombied_bandit_2_face2.ogf', 'trailing', 'bad-size'],
  ['test_fmt_ogf_gl.ogf', 'not-compressed', 'damaged', 'not-compressed'],
  ['vodka.ogf', 'not-compressed', 'not-compressed', 'damaged', 'ogf/physics-version'],
  ['wpn_f_1.ogf', 'bad-size'],
  ['wpn_foregrip_zenit.thm'],
  ['wpn_rgd_5.ogf', 'trailing', 'bad-size'],
];

describe.skipIf(folder === undefined)('deviating files', () => {
  test('are all in the list', () => {
    const real = paths.filter((path) => path.startsWith('deviating/')).map((path) => path.slice(10));
    expect(real).toEqual(deviations.map(([file]) => file));
  });

  test.each(deviations)('%s is tolerated with its warnings, and written as it was', (file, ...codes) => {
    const bytes = corpusFile('xray', `deviating/${file}`);
    const format = xray.formats.find(({ extensions }) => extensions.includes(file.slice(file.lastIndexOf('.'))))!;
    const { value, issues } = format.codec.inspect(bytes);
    expect([...issues, ...format.check(value)].map(({ code }) => code)).toEqual(codes);
    expect(Buffer.compare(format.codec.encode(value), bytes)).toBe(0);
  });

  test('are shown with all that can be shown', async () => {
    const triangles = async (file: string) => {
      const scene = await sceneOf(file.slice(0, -4), `deviating/${file}`);
      return scene.meshes
        .flatMap(({ primitives }) => primitives)
        .reduce((sum, { indices }) => sum + indices.length / 3, 0);
    };
    // The records of physics whose chunk is too short, the strings whose chunk is too long, the header that is not packed.
    expect(await triangles('wpn_f_1.ogf')).toBe(590);
    expect(await triangles('stalker_zombied_bandit_2_face2.ogf')).toBe(4786);
    expect(await triangles('vodka.ogf')).toBe(878);
    const zombie = ogfFile.decode(corpusFile('xray', 'deviating/stalker_zombied_bandit_2_face2.ogf')) as Ogf;
    expect(chunkValue(zombie, 'motionReferenceList')).toHaveLength(4);
  });
});

describe.skipIf(folder === undefined)('the real files', () => {
  test('are as many as there should be of each kind', () => {
    const counts = Object.fromEntries(
      [...xray.formats.flatMap(({ extensions }) => extensions), '.dds'].map((extension) => [
        extension,
        paths.filter((path) => path.endsWith(extension)).length,
      ]),
    );
    expect(counts).toEqual({
      '.object': 29,
      '.skl': 7,
      '.skls': 3,
      '.bones': 4,
      '.anm': 11,
      '.xr': 4,
      '.ogf': 33,
      '.omf': 13,
      '.dm': 3,
      '.thm': 14,
      '.dds': 16,
    });
  });
});

/** Compressed chunks in the files of the corpus. */
const STREAMS = 5;

describe.skipIf(folder === undefined)('compressed chunks', () => {
  test('of all real files are compressed again to the same bytes', () => {
    let streams = 0;
    for (const path of paths) {
      const bytes = corpusFile('xray', path);
      const isFile = path.endsWith('.thm') || path.endsWith('.object');
      const value = isFile ? (path.endsWith('.thm') ? thmFile : objectFile).inspect(bytes) : undefined;
      for (const packed of packedIn((value as Inspection<unknown> | undefined)?.value)) {
        expect(pack(unpack(packed)!)).toEqual(packed);
        streams++;
      }
    }
    expect(streams).toBe(STREAMS);
  });

  function* packedIn(value: unknown): Iterable<Uint8Array> {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === 'packed' && part instanceof Uint8Array) yield part;
      else yield* packedIn(part);
    }
  }

  test('hold pictures with what they show in the middle and nothing at the borders', () => {
    const [picture] = thmImages(thmFile.decode(corpusFile('xray', 'thm/object_shadertest_box.thm'))).value;
    expect(picture).toMatchObject({ width: 128, height: 128 });
    const brightness = (x: number, y: number) => {
      const at = (y * 128 + x) * 4;
      return picture!.rgba[at]! + picture!.rgba[at + 1]! + picture!.rgba[at + 2]!;
    };
    const colors = new Set(Array.from({ length: 128 * 128 }, (_, i) => brightness(i % 128, i >> 7)));
    expect(colors.size).toBeGreaterThan(20);
    expect(brightness(1, 1)).toBe(brightness(126, 1));
  });
});
