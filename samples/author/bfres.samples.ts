import { yaz0 } from '../../src/containers/yaz0.ts';
import { bfres } from '../../src/formats/bfres/index.ts';
import { sarc } from '../../src/formats/bfres/sarc.format.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { authorProp } from './lantern-crate.ts';
import { withCoarserLevel } from './level-of-detail.ts';
import { authorCharacter } from './pip.ts';

// Pip as the files of three generations of Nintendo's consoles and tools, each wrapped as their games do it, and the lantern
// crate. Pip has a level of detail here, and morph targets, which no public file of a game has.

export const family = 'bfres';

/** The files, by their names. */
export async function files(): Promise<ReadonlyMap<string, Uint8Array>> {
  const pip = await withCoarserLevel(authorCharacter(), 0.4);
  return new Map([
    ['Pip.bfres', await write({ ...pip, name: 'Pip' }, 'switch-10')],
    ['PipOlder.szs', wrapped('PipOlder', await write({ ...pip, name: 'PipOlder' }, 'switch-8'), 'little')],
    ['PipWiiU.szs', wrapped('PipWiiU', await write({ ...pip, name: 'PipWiiU' }, 'wiiu-4.5'), 'big')],
    [
      'LanternCrate.szs',
      wrapped('LanternCrate', await write({ ...authorProp(), name: 'LanternCrate' }, 'switch-10'), 'little'),
    ],
  ]);
}

/** A compressed archive of one file, in the byte order of the console. */
function wrapped(name: string, bytes: Uint8Array, byteOrder: 'little' | 'big'): Uint8Array {
  const empty = { ...sarc.pack([]).value, byteOrder };
  return yaz0.wrap(sarc.codec.encode(sarc.pack([{ name: `${name}.bfres`, bytes }], empty).value));
}

async function write(scene: Scene, platform: string): Promise<Uint8Array> {
  const options = Object.fromEntries(bfres.options.map((option) => [option.name, option.default]));
  const [target] = bfres.targets;
  const { value } = await target!.write(scene, { options: { ...options, platform } });
  return value[0]!.bytes;
}
