import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pose } from '../../scripts/picture/protocol.ts';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { fileName, memorySource } from '../../src/containers/source.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { redFaction } from '../../src/formats/red-faction/index.ts';
import { animation } from '../../src/formats/red-faction/rfa.ts';
import { corpus, corpusFile } from '../../src/test-support/corpus.ts';

// What the game shows, computed apart from us, against what three.js shows of our .glb: every joint and some vertices.
// Neither our sampler nor our skinning has a part in it.

/** Specification, section 12: what an exported clip may be off. */
const METRES = 0.5e-3;
const DEGREES = 0.05;

type Vector = [x: number, y: number, z: number];
type Rotation = [x: number, y: number, z: number, w: number];

interface GoldenSet {
  mesh: string;
  clip: string;
  bones: { index: number; name: string }[];
  poses: {
    tick: number;
    bones: { model_pos: Vector; model_quat: Rotation }[];
    vertices: { bind: Vector; skinned: Vector }[];
  }[];
}

const folder = corpus('red-faction');
const sets: GoldenSet[] = folder === undefined ? [] : readJson('golden/poses.json').sets;

let studio: Studio;
beforeAll(async () => {
  if (folder !== undefined) studio = await openStudio();
});
afterAll(() => studio?.close());

describe.skipIf(folder === undefined)('the golden poses', () => {
  test.each(sets)('$mesh playing $clip is in three.js where it is in the game', async (set) => {
    const clipBytes = corpusFile('red-faction', set.clip);
    const { startTime } = animation.decode(clipBytes);
    const clip = await load(set, clipBytes);
    let worst = { distance: 0, angle: 0, vertex: 0 };
    for (const { tick, bones, vertices } of set.poses) {
      const pose = await studio.pose({ clip, time: (tick - startTime) / 4800 });
      for (const [i, { name }] of set.bones.entries()) {
        const { position, rotation } = placeOf(pose.nodes[name]!);
        const golden = bones[i]!;
        worst = {
          ...worst,
          distance: Math.max(worst.distance, distance(position, mirrored(golden.model_pos))),
          angle: Math.max(worst.angle, degreesBetween(rotation, mirroredRotation(golden.model_quat))),
        };
      }
      for (const vertex of vertices) worst.vertex = Math.max(worst.vertex, vertexError(pose, vertex));
    }
    console.log(
      `${fileName(set.clip)} on ${fileName(set.mesh)}: joints within ${(worst.distance * 1000).toFixed(3)} mm and ` +
        `${worst.angle.toFixed(4)} degrees, vertices within ${(worst.vertex * 1000).toFixed(3)} mm`,
    );
    expect(worst.distance).toBeLessThan(METRES);
    expect(worst.angle).toBeLessThan(DEGREES);
    expect(worst.vertex).toBeLessThan(METRES);
  });
});

/** Converts mesh and clip as a user would, and loads the result. Gives the name of the clip. */
async function load({ mesh, clip }: GoldenSet, clipBytes: Uint8Array): Promise<string> {
  const files = new Map([
    [fileName(mesh), corpusFile('red-faction', mesh)],
    [fileName(clip), clipBytes],
  ]);
  const models = [...redFaction.models(memorySource('golden', files))];
  const model = models.find(({ parts }) => parts.some(({ file }) => file === fileName(mesh)))!;
  const options = Object.fromEntries(redFaction.options.map((option) => [option.name, option.default]));
  const { value: scene } = await model.toScene(options);
  const { value: glb } = await writeGlb(scene);
  const { clips } = await studio.load('model.glb', new Map([['model.glb', glb]]));
  expect(clips.length).toBe(1);
  return clips[0]!.name;
}

/** How far the vertex that rests where the golden one does is from where that goes. */
function vertexError(pose: Pose, { bind, skinned }: { bind: Vector; skinned: Vector }): number {
  const [rest, goal] = [mirrored(bind), mirrored(skinned)];
  let [error, found] = [Number.POSITIVE_INFINITY, 0];
  for (const mesh of pose.meshes) {
    for (let i = 0; i < mesh.rest.length; i += 3) {
      if (distance(mesh.rest.slice(i, i + 3), rest) > 1e-5) continue;
      found++;
      error = Math.min(error, distance(mesh.positions.slice(i, i + 3), goal));
    }
  }
  expect(found, `vertices at ${rest}`).toBeGreaterThan(0);
  return error;
}

/** From the game's left-handed space to glTF's. */
const mirrored = ([x, y, z]: Vector): Vector => [-x, y, z];
const mirroredRotation = ([x, y, z, w]: Rotation): Rotation => [x, -y, -z, w];

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** From the length of the difference, as the arc cosine of a rounded number near 1 is worth little. */
function degreesBetween(a: Rotation, b: Rotation): number {
  const length = (sign: number) => Math.hypot(...a.map((value, i) => value + sign * b[i]!));
  return (4 * Math.asin(Math.min(1, Math.min(length(1), length(-1)) / 2)) * 180) / Math.PI;
}

/** Position and rotation of a matrix that neither scales nor shears, column by column. */
function placeOf(m: readonly number[]): { position: Vector; rotation: Rotation } {
  const at = (row: number, column: number) => m[column * 4 + row]!;
  const trace = at(0, 0) + at(1, 1) + at(2, 2);
  // The largest part first, so that nothing small is divided by.
  const parts: Rotation = [
    1 + at(0, 0) - at(1, 1) - at(2, 2),
    1 - at(0, 0) + at(1, 1) - at(2, 2),
    1 - at(0, 0) - at(1, 1) + at(2, 2),
    1 + trace,
  ];
  const largest = parts.indexOf(Math.max(...parts));
  const columns: readonly Rotation[] = [
    [parts[0], at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)],
    [at(0, 1) + at(1, 0), parts[1], at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)],
    [at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), parts[2], at(1, 0) - at(0, 1)],
    [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), parts[3]],
  ];
  const rotation = columns[largest]!;
  const length = Math.hypot(...rotation);
  return {
    position: [m[12]!, m[13]!, m[14]!],
    rotation: rotation.map((value) => value / length) as Rotation,
  };
}

function readJson(path: string): { sets: GoldenSet[] } {
  return JSON.parse(new TextDecoder().decode(corpusFile('red-faction', path)));
}
