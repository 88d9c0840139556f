import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { memorySource } from '../../src/containers/source.ts';
import { loadZstd } from '../../src/containers/zstd.ts';
import { componentsOf, type SkeletalAnimView } from '../../src/formats/bfres/animation.scene.ts';
import { isWiiuFile } from '../../src/formats/bfres/bfres-wiiu.format.ts';
import { models } from '../../src/formats/bfres/models.ts';
import { boneWorlds, isEuler } from '../../src/formats/bfres/pose.ts';
import { switchFile } from '../../src/formats/bfres/switch-file.ts';
import type { SkeletonView } from '../../src/formats/bfres/view.ts';
import { wiiuFile } from '../../src/formats/bfres/wiiu-file-view.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import { corpus, corpusFile } from '../../src/test-support/corpus.ts';
import { leaves } from '../../src/test-support/leaves.ts';

// Bones as the engine poses them, from the curves of the file by the specification's formulas, against what three.js shows
// of our .glb. Curves are compared with an independent parser elsewhere; scenes and clips have no part in the expectation.

/** Parts of the model's size: what turns off by a tenth of a degree, which sampling allows, come to at the end of a limb. */
const DISTANCE = 5e-3;
const DEGREES = 0.2;

/** Models, and the files beside them with their animations. */
const CASES: readonly (readonly [name: string, ...paths: string[]])[] = [
  ['Squid', 'switch-v10-splatoon3/Player_Squid.bfres.zs'],
  ['Brd_Pigeon00', 'switch-v10-splatoon3/pigeon.zs'],
  ['Npc_SubwayConductor', 'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs'],
  ['BombHei', 'switch-v8-smo/BombHei.szs'],
  ['SuperSpinDriver', 'switch-v8-smo/SuperSpinDriver.szs'],
  ['Npc_Gerudo_Queen', 'wiiu-v4.5-botw/Npc_Gerudo_Queen.bfres', 'wiiu-v4.5-botw/Npc_Gerudo_Queen_Animation.bfres'],
];

const folder = corpus('bfres');
const FPS = 30;
/** Clips of a model that are looked at, the first of them. */
const MOST_CLIPS = 8;

let studio: Studio;
beforeAll(async () => {
  if (folder === undefined) return;
  await loadZstd();
  studio = await openStudio();
});
afterAll(() => studio?.close());

describe.skipIf(folder === undefined)('animated models in three.js', () => {
  test.each(CASES)('%s has its bones where the engine has them', async (name, ...paths) => {
    const files = new Map(
      paths.flatMap((path) =>
        [...leaves(path, corpusFile('bfres', path))]
          .filter(({ format }) => /^bfres-/.test(format?.id ?? ''))
          .map(({ bytes, path: place }) => [place.slice(place.lastIndexOf('/') + 1), bytes] as const),
      ),
    );
    const found = [...models(memorySource('corpus', files))].find((model) => model.name === name);
    expect(found, 'the model').toBeDefined();
    const { value: scene } = await found!.toScene({ fps: `${FPS}` });
    await studio.load('model.glb', new Map([['model.glb', (await writeGlb(scene)).value]]));
    const views = [...files.values()].map((bytes) => (isWiiuFile(bytes) ? wiiuFile(bytes) : switchFile(bytes)));
    const { skeleton } = views.flatMap((view) => view.models).find((model) => model.name === name)!;
    const anims = new Map(views.flatMap((view) => view.skeletalAnims).map((anim) => [anim.name, anim]));
    const size = Math.max(...boneWorlds(skeleton).map((world) => Math.hypot(world[12]!, world[13]!, world[14]!)), 1e-3);
    let [compared, distance, degrees] = [0, 0, 0];
    for (const clip of scene.clips.filter((each) => anims.has(each.name)).slice(0, MOST_CLIPS)) {
      const anim = anims.get(clip.name)!;
      for (const frame of new Set([0, Math.floor(anim.frameCount / 3), anim.frameCount - 1])) {
        const { nodes } = await studio.pose({ clip: clip.name, time: frame / FPS });
        const worlds = posedWorlds(skeleton, anim, frame);
        for (const [b, bone] of skeleton.bones.entries()) {
          distance = Math.max(distance, distanceOf(nodes[bone.name!]!, worlds[b]!) / size);
          degrees = Math.max(degrees, degreesOf(nodes[bone.name!]!, worlds[b]!));
          compared++;
        }
      }
    }
    console.log(
      `${name}: ${compared} places, within ${distance.toExponential(1)} of its size and ${degrees.toFixed(3)} degrees`,
    );
    expect(compared).toBeGreaterThan(20);
    expect(distance, 'of the size').toBeLessThan(DISTANCE);
    expect(degrees, 'degrees').toBeLessThan(DEGREES);
  });
});

/** From the space of each bone to that of the model in a frame. */
function posedWorlds(skeleton: SkeletonView, anim: SkeletalAnimView, frame: number) {
  const pose = skeleton.bones.map((bone) => {
    const boneAnim = anim.boneAnims.find(({ name }) => name === bone.name);
    if (boneAnim === undefined) return bone;
    const at = (group: 'scale' | 'rotation' | 'translation') =>
      componentsOf(boneAnim, bone, group).map((component) =>
        typeof component === 'number' ? component : component.at(frame),
      );
    return { scale: at('scale'), rotation: at('rotation'), translation: at('translation') };
  });
  return boneWorlds(skeleton, pose, isEuler(anim.flags));
}

const distanceOf = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(a[12]! - b[12]!, a[13]! - b[13]!, a[14]! - b[14]!);

/** The largest angle between two axes of the same name; those without length have none. */
function degreesOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let column = 0; column < 12; column += 4) {
    const [x, y] = [a, b].map((m) => [m[column]!, m[column + 1]!, m[column + 2]!]);
    const [lengthX, lengthY] = [Math.hypot(...x!), Math.hypot(...y!)];
    if (lengthX < 1e-4 || lengthY < 1e-4) continue;
    const apart = Math.hypot(...x!.map((value, c) => value / lengthX - y![c]! / lengthY));
    worst = Math.max(worst, (2 * Math.asin(Math.min(1, apart / 2)) * 180) / Math.PI);
  }
  return worst;
}
