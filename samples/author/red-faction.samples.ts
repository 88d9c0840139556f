import { redFaction } from '../../src/formats/red-faction/index.ts';
import { vbm } from '../../src/formats/red-faction/vbm.format.ts';
import { vpp } from '../../src/formats/red-faction/vpp.format.ts';
import type { Pixels, Scene } from '../../src/scene/scene.ts';
import { authorProp } from './lantern-crate.ts';
import { authorCharacter } from './pip.ts';

// Pip and the lantern crate as files of Red Faction: a character with texture, clips and the table that ties them together,
// and a packfile with the prop.

export const family = 'red-faction';

/** The files, by their names. */
export async function files(): Promise<ReadonlyMap<string, Uint8Array>> {
  const character = authorCharacter();
  for (const clip of character.clips) clip.name = `pip_${clip.name}`;
  return new Map([
    ...(await write('v3c', character)),
    ...(await write('rfa', character)),
    ['entity.tbl', new TextEncoder().encode(entityTable.replaceAll('\n', '\r\n'))],
    ['props.vpp', await propPackfile()],
  ]);
}

const entityTable = `// Pip the miner robot
#Entity Classes

$Name:          "pip"
$V3D Filename:  "pip.vcm"
+State:         "stand"   "pip_idle.mvf"
+State:         "walk"    "pip_walk.mvf"
+Action:        "wave"    "pip_wave.mvf"      ""
+Action:        "breathe" "pip_breathe.mvf"   ""

#End
`;

/** The prop with its glass as a .vbm, which keeps alpha in 16 bits a pixel. */
async function propPackfile(): Promise<Uint8Array> {
  const prop = { ...authorProp(), name: 'lantern_crate' };
  const written = await write('v3m', prop);
  written.delete('glass.tga');
  const { name, data } = prop.images.find((image) => image.name === 'glass')!;
  const glass = vbm.fromImages!([{ name, ...(data as Pixels) }]).value;
  written.set('glass.vbm', vbm.codec.encode(glass));
  const members = [...written].map(([file, bytes]) => ({ name: file, bytes }));
  return vpp.codec.encode(vpp.pack(members).value);
}

async function write(targetId: string, scene: Scene): Promise<Map<string, Uint8Array>> {
  const target = redFaction.targets.find(({ id }) => id === targetId);
  if (target === undefined) throw new Error(`Red Faction has no target ${targetId}`);
  const options = Object.fromEntries(redFaction.options.map((option) => [option.name, option.default]));
  const { value } = await target.write(scene, { options });
  return new Map(value.map(({ name, bytes }) => [name, bytes]));
}
