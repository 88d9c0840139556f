import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorProp } from '../../samples/author/lantern-crate.ts';
import { authorCharacter } from '../../samples/author/pip.ts';
import { convertAll } from '../../scripts/picture/convert.ts';
import type { Moment, Shot } from '../../scripts/picture/protocol.ts';
import { openStudio, type Studio } from '../../scripts/picture/studio.ts';
import { memorySource } from '../../src/containers/source.ts';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { samplesOf } from '../../src/test-support/samples.ts';
import { differingShare, expectPicture, TOLERANCE } from './compare-pictures.ts';

// What we make, as others draw it: three.js in Chromium.

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const size = { width: 200, height: 200 };

async function show(scene: Scene) {
  const { value } = await writeGlb(scene);
  return studio.load('model.glb', new Map([['model.glb', value]]));
}

const shots: readonly (Moment & Pick<Shot, 'view'>)[] = [
  { view: 'front' },
  { view: 'iso', clip: 'walk', time: 0.2 },
  { view: 'front', clip: 'wave', time: 0.7 },
  { view: 'side', clip: 'idle', time: 0.8 },
  { view: 'front', clip: 'breathe', time: 0.6 },
];
const pictureOf = ({ clip = 'rest', view }: Moment & Pick<Shot, 'view'>) => `pip-${clip}-${view}`;

describe('the authored character', () => {
  test('is drawn as it was authored', async () => {
    const found = await show(authorCharacter());
    expect(found.clips.map(({ name }) => name)).toEqual(['idle', 'walk', 'wave', 'breathe']);
    expect(found.joints).toBe(18);
    for (const shot of shots) expectPicture(pictureOf(shot), await studio.draw({ ...size, ...shot }));
  });

  test('looks different in each clip, by more than pictures may differ', async () => {
    await show(authorCharacter());
    const rest = await studio.draw({ ...size, view: 'front' });
    for (const clip of ['idle', 'walk', 'wave', 'breathe']) {
      const share = differingShare(rest, await studio.draw({ ...size, view: 'front', clip, time: 0.6 }));
      expect(share, clip).toBeGreaterThan(TOLERANCE);
    }
  });
});

test('the authored prop is drawn as it was authored, with glass that lets the flame through', async () => {
  await show(authorProp());
  expectPicture('lantern-crate-iso', await studio.draw({ ...size, view: 'iso' }));
});

// The way there and back through the files of a game changes nothing that can be seen.
describe('the samples of Red Faction, converted', () => {
  const models = convertAll(memorySource('samples', samplesOf('red-faction')));
  const load = async (name: string) => studio.load(name, new Map([[name, (await models).get(name)!]]));

  test('show the character as it was authored, at rest and in every clip', async () => {
    const { clips, joints } = await load('pip');
    expect(clips.map(({ name }) => name)).toEqual(['pip_idle', 'pip_walk', 'pip_wave', 'pip_breathe']);
    expect(joints).toBe(18);
    for (const shot of shots) {
      const inGame = shot.clip === undefined ? shot : { ...shot, clip: `pip_${shot.clip}` };
      expectPicture(pictureOf(shot), await studio.draw({ ...size, ...inGame }));
    }
  });

  test('show the prop as it was authored', async () => {
    await load('lantern_crate');
    expectPicture('lantern-crate-iso', await studio.draw({ ...size, view: 'iso' }));
  });
});
