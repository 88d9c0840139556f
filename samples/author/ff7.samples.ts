import { lgpArchive } from '../../src/formats/ff7/formats.ts';
import { ff7 } from '../../src/formats/ff7/index.ts';
import type { Member } from '../../src/formats/format.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { authorProp } from './lantern-crate.ts';
import { authorCharacter } from './pip.ts';

// Pip as a battle model of Final Fantasy VII, and the lantern crate as a field model, in archives like the game's own.

export const family = 'ff7';

/** The archives, by their names. */
export async function files(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([
    ['battle.lgp', archive(await write('ff7-battle', authorCharacter(), { prefix: 'pi' }))],
    ['char.lgp', archive(await write('ff7-field', { ...authorProp(), name: 'crate' }))],
  ]);
}

function archive(members: readonly Member[]): Uint8Array {
  return lgpArchive.codec.encode(lgpArchive.pack(members).value);
}

async function write(
  targetId: string,
  scene: Scene,
  settings: Readonly<Record<string, string>> = {},
): Promise<Member[]> {
  const target = ff7.targets.find(({ id }) => id === targetId)!;
  const options = Object.fromEntries(ff7.options.map((option) => [option.name, option.default]));
  const { value } = await target.write(scene, { options: { ...options, ...settings } });
  return value.map(({ name, bytes }) => ({ name, bytes }));
}
