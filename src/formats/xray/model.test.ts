import { describe, expect, test } from 'vitest';
import { memorySource } from '../../containers/source.ts';
import { encodePng } from '../../images/png.ts';
import type { Scene } from '../../scene/scene.ts';
import { samplesOf } from '../../test-support/samples.ts';
import { fixtures as anmFixtures } from './anm.fixtures.ts';
import { models } from './model.ts';
import { objectFile } from './object.ts';
import { ogfFile } from './ogf.ts';
import { sklFile, sklsFile } from './skl.ts';

const samples = samplesOf('xray');
const sample = (end: string) => [...samples].find(([path]) => path.endsWith(end))![1];

const game = (files: Record<string, Uint8Array>) => [...models(memorySource('game', new Map(Object.entries(files))))];
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

async function sceneOf(files: Record<string, Uint8Array>, name: string): Promise<Scene> {
  const model = game(files).find((each) => each.name === name)!;
  return (await model.toScene({})).value;
}

describe('models of folders', () => {
  test('have the motions that they name and the textures of their paths, whatever the case and the separators', () => {
    const [model, ...others] = game({
      'gamedata/meshes/PIP/Pip_Game.OGF': sample('pip_game.ogf'),
      'gamedata/meshes/Pip/pip_ANIMATION.omf': sample('pip_animation.omf'),
      'gamedata/textures/PIP.dds': sample('pip.dds'),
    });
    expect(others).toEqual([]);
    expect(model!.notes).toEqual([]);
    expect(model!.parts.map(({ role, reason }) => `${role}: ${reason}`)).toEqual([
      'mesh: a model',
      'animation: named by Pip_Game.OGF',
      'texture: named by Pip_Game.OGF',
    ]);
  });

  test('tell what is missing, once', async () => {
    const [model] = game({ 'a/pip_game.ogf': sample('pip_game.ogf') });
    expect(codes(model!.notes)).toEqual(['xray/motions-missing', 'xray/texture-missing']);
    const { issues } = await model!.toScene({});
    expect(codes(issues)).toEqual(['xray/motions-missing', 'xray/texture-missing']);
  });

  test('have every motion as a clip of its name: of files they name, of files beside them', async () => {
    const named = await sceneOf(
      { 'pip/pip_game.ogf': sample('pip_game.ogf'), 'pip/pip_animation.omf': sample('pip_animation.omf') },
      'pip_game',
    );
    const beside = await sceneOf({ 'pip.object': sample('pip.object'), 'other.skls': sample('pip.skls') }, 'pip');
    for (const { clips } of [named, beside]) {
      expect(clips.map(({ name }) => name)).toEqual(['idle', 'walk', 'wave']);
      expect(clips.every(({ tracks }) => tracks.some(({ times }) => times.length > 20))).toBe(true);
    }
  });

  test('call a .skl after its file, as the SDK does, and keep the name in it', async () => {
    const [motion] = sklsFile.decode(sample('pip.skls')).motions;
    const skl = sklFile.encode([{ name: 'motion', value: { ...motion!, name: 'Action.001' } }]);
    const { clips } = await sceneOf({ 'pip.object': sample('pip.object'), 'stand.skl': skl }, 'pip');
    expect(clips.map(({ name, extras }) => [name, extras?.xray])).toMatchObject([
      ['stand', { name: 'Action.001', file: 'stand.skl' }],
    ]);
  });

  test('of motions with one name the last is played, and the others get a number', async () => {
    const files = {
      'pip.object': sample('pip.object'),
      'a.skls': sample('pip.skls'),
      'b.skls': sample('pip.skls'),
    };
    const { clips } = await sceneOf(files, 'pip');
    expect(clips.map(({ name, extras }) => [name, (extras!.xray as { file: string }).file])).toEqual([
      ['idle 2', 'a.skls'],
      ['walk 2', 'a.skls'],
      ['wave 2', 'a.skls'],
      ['idle', 'b.skls'],
      ['walk', 'b.skls'],
      ['wave', 'b.skls'],
    ]);
  });

  test('motions that two models could have are on their own, and tell which', () => {
    const list = game({
      'a.object': sample('pip.object'),
      'b.object': sample('pip.object'),
      'c.skls': sample('pip.skls'),
    });
    expect(list.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(list[2]!.parts[0]!.reason).toBe('names no model; its bones are in a.object, b.object');
    const [alone] = game({ 'c.skls': sample('pip.skls') });
    expect(alone!.notes[0]!.reason).toBe("no model has the bones of 'c.skls'");
  });

  test('an object motion is an animation', () => {
    const [model] = game({ 'camera.anm': Object.values(anmFixtures)[0]! });
    expect(model!.parts).toMatchObject([{ role: 'animation', file: 'camera.anm' }]);
  });

  test('pictures that the game makes while it runs are not missing', () => {
    const object = objectFile.decode(sample('pip.object'));
    const chunks = object.map((chunk) =>
      chunk.name !== 'object'
        ? chunk
        : {
            ...chunk,
            value: chunk.value.map((part) =>
              part.name === 'surfaces'
                ? { ...part, value: part.value.map((surface) => ({ ...surface, texture: '$user$a' })) }
                : part,
            ),
          },
    );
    const [model] = game({
      'pip.object': objectFile.encode(chunks),
      '$user$a.png': encodePng({ width: 1, height: 1, rgba: new Uint8Array(4) }),
    });
    expect(codes(model!.notes)).toEqual(['xray/texture-run-time']);
  });
});

describe('files that cannot be shown', () => {
  test('say that their version is too old', async () => {
    const old = Uint8Array.of(1, 0, 0, 0, 4, 0, 0, 0, 3, 15, 0, 0);
    const [model] = game({ 'old.ogf': old });
    const { issues } = await model!.toScene({});
    expect(issues).toMatchObject([{ code: 'xray/unreadable-model', reason: 'version 3, only 4 is read' }]);
  });

  test('say that their vertices are in a level', async () => {
    const header = ogfFile.decode(sample('lantern_crate.ogf')).find(({ name }) => name === 'header')!;
    const level = ogfFile.encode([header, { name: 'unknown', id: 21, value: new Uint8Array(24) }] as never);
    const [model] = game({ 'level.ogf': level });
    const { issues } = await model!.toScene({});
    expect(codes(issues)).toEqual(['xray/level-geometry', 'xray/unreadable-model']);
  });
});
