import { xray } from '../../src/formats/xray/index.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { authorProp } from './lantern-crate.ts';
import { authorCharacter } from './pip.ts';

// Pip and the lantern crate as files of S.T.A.L.K.E.R.: the SDK's object with its motions on one side, the compiled model
// that names its motions on the other, as the game's folders have them.

export const family = 'xray';

/** The files, by their paths. */
export async function files(): Promise<ReadonlyMap<string, Uint8Array>> {
  const compiled = { ...moving(), name: 'pip_game' };
  const [root] = compiled.nodes;
  root!.extras = { xray: { format: 'ogf', motionReferences: ['pip\\pip_animation'] } };
  const animation = { ...moving(), name: 'pip_animation' };
  return new Map([
    ...(await write('rawdata/objects', 'object', { ...moving(), clips: [] })),
    ...(await write('rawdata/objects', 'skls', moving())),
    ...(await write('gamedata/meshes/pip', 'ogf', compiled)),
    ...(await write('gamedata/meshes/pip', 'omf', animation)),
    ...(await write('gamedata/meshes/props', 'ogf', { ...authorProp(), name: 'lantern_crate' })),
  ]);
}

/** Pip without what the game cannot do: his chest swells as a morph target. */
function moving(): Scene {
  const scene = authorCharacter();
  return { ...scene, clips: scene.clips.filter(({ name }) => name !== 'breathe') };
}

/** Models go to the folder, their textures to the one of the game. */
async function write(folder: string, targetId: string, scene: Scene): Promise<Map<string, Uint8Array>> {
  const target = xray.targets.find(({ id }) => id === targetId);
  if (target === undefined) throw new Error(`X-Ray has no target ${targetId}`);
  const options = Object.fromEntries(xray.options.map((option) => [option.name, option.default]));
  const { value } = await target.write(scene, { options });
  return new Map(
    value.map(({ name, bytes }) => [`${name.endsWith('.dds') ? 'gamedata/textures' : folder}/${name}`, bytes]),
  );
}
