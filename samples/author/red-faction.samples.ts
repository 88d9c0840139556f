import { Damaged } from '../../src/binary/index.ts';
import { redFaction } from '../../src/formats/red-faction/index.ts';
import { withMorph } from '../../src/formats/red-faction/rfa.morph.ts';
import { fromClip } from '../../src/formats/red-faction/rfa.target.ts';
import { type Animation, animation } from '../../src/formats/red-faction/rfa.ts';
import { type MeshFile, mesh, submeshesOf } from '../../src/formats/red-faction/v3d.ts';
import { vbm } from '../../src/formats/red-faction/vbm.format.ts';
import { vpp } from '../../src/formats/red-faction/vpp.format.ts';
import type { Clip, Pixels, Scene } from '../../src/scene/scene.ts';
import { authorProp } from './lantern-crate.ts';
import { authorCharacter } from './pip.ts';

// Pip and the lantern crate as files of Red Faction: a character with texture, clips and the table that ties them together,
// and a packfile with the prop.

export const family = 'red-faction';

/** The files, by their names. */
export async function files(): Promise<ReadonlyMap<string, Uint8Array>> {
  const character = authorCharacter();
  const meshFiles = await write('v3c', character);
  const vertices = morphedVertices(character, mesh.decode(meshFiles.get('pip.v3c')!));
  return new Map([
    ...meshFiles,
    ...character.clips.map((clip): [string, Uint8Array] => [
      `pip_${clip.name}.rfa`,
      animation.encode(clipFile(character, clip, vertices)),
    ]),
    ['entity.tbl', new TextEncoder().encode(entityTable.replaceAll('\n', '\r\n'))],
    ['props.vpp', await propPackfile()],
  ]);
}

function clipFile(scene: Scene, clip: Clip, vertices: readonly MorphedVertex[]): Animation {
  const file = fromClip(scene, clip, scene.skins[0]!.joints).value;
  const weights = clip.tracks.find(({ path }) => path === 'weights');
  if (weights === undefined) return file;
  const width = vertices[0]!.moves.length;
  const positions = Array.from(weights.times, (_, key) =>
    vertices.flatMap(({ position, moves }) =>
      position.map((value, axis) =>
        moves.reduce((sum, move, target) => sum + weights.values[key * width + target]! * move[axis]!, value),
      ),
    ),
  );
  return withMorph(file, { vertices: vertices.map(({ index }) => index), times: weights.times, positions });
}

/** A vertex that morph targets move, in the game's space. */
interface MorphedVertex {
  /** Index that clips know it by. */
  readonly index: number;
  readonly position: readonly number[];
  /** How far each target moves it. */
  readonly moves: readonly (readonly number[])[];
}

/** Clips name vertices by the mesh's own list, in which vertices at one place are one: found by where they are. */
function morphedVertices(scene: Scene, file: MeshFile): MorphedVertex[] {
  const level = submeshesOf(file)[0]!.lods[0]!.data;
  if (level instanceof Damaged) throw new Error('the mesh we wrote is damaged');
  const { positions, morphMap } = level.batches[0]!;
  const [primitive] = scene.meshes[0]!.primitives;
  const authored = new Map<string, number>();
  for (let i = 0; i < primitive!.positions.length; i += 3) authored.set(gamePoint(primitive!.positions, i).join(), i);
  return Array.from(morphMap!).flatMap((vertex, index) => {
    if (vertex < 0) return [];
    const position = Array.from(positions.subarray(vertex * 3, vertex * 3 + 3));
    const at = authored.get(position.join())!;
    const moves = primitive!.targets.map((target) => gamePoint(target.positions, at));
    return moves.flat().every((value) => value === 0) ? [] : [{ index, position, moves }];
  });
}

/** x y z at an offset of an array, from glTF's space to that of the game, which is its mirror image. */
const gamePoint = (values: Float32Array, at: number): number[] => [0 - values[at]!, values[at + 1]!, values[at + 2]!];

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
