import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { chunkValue, chunkValues } from '../../src/binary/index.ts';
import type { Source } from '../../src/containers/source.ts';
import type { Model } from '../../src/formats/format.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { Curve, frameTime } from '../../src/formats/xray/envelope.curve.ts';
import { xray } from '../../src/formats/xray/index.ts';
import type { Motion } from '../../src/formats/xray/motion.ts';
import type { CompiledMotion, MotionDefinitions, Track } from '../../src/formats/xray/motions.ts';
import { objectFile } from '../../src/formats/xray/object.ts';
import { type Ogf, ogfFile } from '../../src/formats/xray/ogf.ts';
import { omfFile } from '../../src/formats/xray/omf.ts';
import { sklFile, sklsFile } from '../../src/formats/xray/skl.ts';
import { corpus, corpusFile, filesBelow } from '../../src/test-support/corpus.ts';

// Bones as the engine poses them, with matrices in its own left-handed space, against what three.js shows of our .glb. The
// reading of files and the evaluation of curves have tests of their own; scenes, their space and their clips have no part
// in it.

const METRES = 2e-4;
const DEGREES = 0.05;

/** Three rows of four: turns, then moves. */
type Matrix = readonly (readonly [number, number, number, number])[];

interface Bone {
  readonly name: string;
  readonly parent: string;
  readonly bind: Matrix;
}

/** The local matrix of a bone in a frame; undefined where the motion does not move it. */
type Motions = ReadonlyMap<
  string,
  { frames: number; fps: number; local(bone: string, frame: number): Matrix | undefined }
>;

const folder = corpus('xray');
const paths = folder === undefined ? [] : filesBelow(folder);
const source: Source = {
  name: 'corpus',
  entries: () => paths.map((name) => ({ name, size: 0 })),
  open: (name) => (paths.includes(name) ? corpusFile('xray', name) : undefined),
};
const animated = folder === undefined ? [] : [...xray.models(source)].filter(isAnimated);

let studio: Studio;
beforeAll(async () => {
  if (folder !== undefined) studio = await openStudio();
});
afterAll(() => studio?.close());

describe.skipIf(folder === undefined)('animated models in three.js', () => {
  test('are all there are', () => expect(animated.length).toBe(12));

  test.each(animated.map((model) => [model.name, model] as const))(
    '%s has its bones where the engine has them',
    async (_, model) => {
      const { value: scene } = await model.toScene({});
      const { value: glb } = await writeGlb(scene);
      await studio.load('model.glb', new Map([['model.glb', glb]]));
      const bones = bonesOf(model);
      const motions = motionsOf(model);
      let [compared, worst] = [0, { distance: 0, degrees: 0 }];
      for (const clip of scene.clips) {
        const origin = clip.extras!.xray as { name?: string; file?: string };
        const motion = motions.get(`${origin.file ?? ''} ${origin.name ?? clip.name}`)!;
        for (const frame of new Set([0, Math.floor(motion.frames / 3), motion.frames - 1])) {
          const { nodes } = await studio.pose({ clip: clip.name, time: frame / motion.fps });
          const worlds = worldsOf(bones, (bone) => motion.local(bone, frame));
          for (const { name } of bones) {
            const [shown, expected] = [nodes[name]!, mirrored(worlds.get(name.toLowerCase())!)];
            worst = {
              distance: Math.max(worst.distance, distanceOf(shown, expected)),
              degrees: Math.max(worst.degrees, degreesOf(shown, expected)),
            };
            compared++;
          }
        }
      }
      expect(compared).toBeGreaterThan(0);
      expect(worst.distance, 'metres').toBeLessThan(METRES);
      expect(worst.degrees, 'degrees').toBeLessThan(DEGREES);
    },
  );
});

function isAnimated(model: Model): boolean {
  const [mesh] = model.parts;
  if (mesh === undefined || mesh.role !== 'mesh' || !/\.(ogf|object)$/.test(mesh.file)) return false;
  return motionsOf(model).size > 0 && bonesOf(model).length > 0;
}

function bonesOf({ parts }: Model): Bone[] {
  const file = parts[0]!.file;
  const bytes = corpusFile('xray', file);
  if (file.endsWith('.ogf')) {
    const ogf = ogfFile.decode(bytes) as Ogf;
    const physics = chunkValue(ogf, 'physics') ?? [];
    return (chunkValue(ogf, 'bones') ?? []).flatMap(({ name, parent }, i) =>
      physics[i] === undefined ? [] : [{ name, parent, bind: local(physics[i].rotation, physics[i].offset) }],
    );
  }
  const bones = chunkValue(chunkValue(objectFile.decode(bytes), 'object')!, 'bones') ?? [];
  return chunkValues(bones, 'bone').map((bone) => {
    const { name, parent } = chunkValue(bone, 'definition')!;
    const { rotation, offset } = chunkValue(bone, 'bindPose')!;
    return { name, parent, bind: local(rotation, offset) };
  });
}

/** By the file they are in (nothing for the model itself) and their name. The last of a name and file counts. */
function motionsOf({ parts }: Model): Motions {
  const motions = new Map<
    string,
    { frames: number; fps: number; local(bone: string, frame: number): Matrix | undefined }
  >();
  for (const [i, { file, role }] of parts.entries()) {
    if (i > 0 && role !== 'animation') continue;
    const bytes = corpusFile('xray', file);
    const name = i === 0 ? '' : file.slice(file.lastIndexOf('/') + 1);
    const addAuthored = (motion: Motion) => motions.set(`${name} ${motion.name}`, authored(motion));
    const addCompiled = (compiled: readonly CompiledMotion[], definitions: MotionDefinitions | undefined) => {
      for (const motion of compiled) motions.set(`${name} ${motion.name}`, compiledMotion(motion, definitions!));
    };
    if (file.endsWith('.omf') || file.endsWith('.ogf')) {
      const chunks = (file.endsWith('.omf') ? omfFile.decode(bytes) : ogfFile.decode(bytes)) as Ogf;
      addCompiled(chunkValues(chunkValue(chunks, 'motions') ?? [], 'motion'), chunkValue(chunks, 'definitions'));
    } else if (file.endsWith('.skls')) for (const motion of sklsFile.decode(bytes).motions) addAuthored(motion);
    else if (file.endsWith('.skl')) addAuthored(chunkValue(sklFile.decode(bytes), 'motion')!);
    else
      for (const motion of chunkValue(chunkValue(objectFile.decode(bytes), 'object')!, 'motions') ?? [])
        addAuthored(motion);
  }
  return motions;
}

function authored(motion: Motion) {
  const bones = new Map(
    motion.bones.map((bone) => [bone.name!.toLowerCase(), bone.envelopes.map((each) => new Curve(each))]),
  );
  return {
    frames: motion.endFrame - motion.firstFrame + 1,
    fps: motion.fps,
    local(bone: string, frame: number) {
      const time = frameTime(motion.firstFrame + frame, motion.fps);
      const [x, y, z, heading, pitch, bank] = bones.get(bone)?.map((curve) => curve.at(time)) ?? [];
      return x === undefined ? undefined : local([pitch!, heading!, bank!], [x, y!, z!]);
    },
  };
}

function compiledMotion(motion: CompiledMotion, { parts }: MotionDefinitions) {
  const slots = new Map(
    parts.flatMap(({ bones }) => bones.map(({ name, slot }) => [name!.toLowerCase(), slot!] as const)),
  );
  return {
    frames: motion.frameCount,
    fps: 30,
    local(bone: string, frame: number) {
      const track = motion.tracks[slots.get(bone) ?? -1];
      return track && fromTrack(track, frame);
    },
  };
}

function fromTrack({ rotations, translations, scale, translation }: Track, frame: number): Matrix {
  const at = rotations.length === 4 ? 0 : frame * 4;
  const stored = [...rotations.subarray(at, at + 4)];
  const length = Math.hypot(...stored);
  const [x, y, z, w] = stored.map((value) => value / length) as [number, number, number, number];
  const place = [0, 1, 2].map(
    (axis) => translation[axis]! + (translations ? translations[frame * 3 + axis]! * scale![axis]! : 0),
  );
  // The matrix of the opposite rotation: that of the quaternion, rows for columns.
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), place[0]!],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), place[1]!],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), place[2]!],
  ];
}

/** The matrix of angles about x, y and z, written out as in the specification, section 5.1. */
function local(angles: ArrayLike<number>, offset: ArrayLike<number>): Matrix {
  const [sx, sy, sz] = [0, 1, 2].map((i) => Math.sin(angles[i]!)) as [number, number, number];
  const [cx, cy, cz] = [0, 1, 2].map((i) => Math.cos(angles[i]!)) as [number, number, number];
  return [
    [cy * cz + sy * sx * sz, -cy * sz + sy * sx * cz, sy * cx, offset[0]!],
    [cx * sz, cx * cz, -sx, offset[1]!],
    [-sy * cz + cy * sx * sz, sy * sz + cy * sx * cz, cy * cx, offset[2]!],
  ];
}

function worldsOf(bones: readonly Bone[], locally: (bone: string) => Matrix | undefined): Map<string, Matrix> {
  const byName = new Map(bones.map((bone) => [bone.name.toLowerCase(), bone]));
  const worlds = new Map<string, Matrix>();
  const place = (name: string): Matrix => {
    const known = worlds.get(name);
    if (known !== undefined) return known;
    const { parent, bind } = byName.get(name)!;
    const own = locally(name) ?? bind;
    const world = parent === '' ? own : multiplied(place(parent.toLowerCase()), own);
    worlds.set(name, world);
    return world;
  };
  for (const name of byName.keys()) place(name);
  return worlds;
}

function multiplied(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => {
    const sum = (column: 0 | 1 | 2 | 3) => row[0] * b[0]![column] + row[1] * b[1]![column] + row[2] * b[2]![column];
    return [sum(0), sum(1), sum(2), sum(3) + row[3]] as const;
  });
}

/** Column by column, with x mirrored on both sides, as glTF has it. */
function mirrored(m: Matrix): number[] {
  const at = (row: number, column: number) => ((row === 0) !== (column === 0) ? -1 : 1) * m[row]![column]!;
  return [0, 1, 2, 3].flatMap((column) => [at(0, column), at(1, column), at(2, column), column === 3 ? 1 : 0]);
}

const distanceOf = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(a[12]! - b[12]!, a[13]! - b[13]!, a[14]! - b[14]!);

/** The angle between two rotations, from the length of their difference. */
function degreesOf(a: readonly number[], b: readonly number[]): number {
  let square = 0;
  for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) square += (a[i]! - b[i]!) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(square / 8))) * 180) / Math.PI;
}
