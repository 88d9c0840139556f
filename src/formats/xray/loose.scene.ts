import { chunkValue } from '../../binary/index.ts';
import { emptyScene, type Scene } from '../../scene/scene.ts';
import type { Motion } from './motion.ts';
import type { OmfFile } from './omf.ts';
import { addSkeleton, type SceneSkeleton } from './skeleton.scene.ts';
import { decodeText } from './windows-1251.ts';

// Motions without a model: bones side by side, as motion files know neither hierarchy nor bind pose.

/** Names of the bones that motions move, each once, in order of first appearance. */
export function movedBones(motions: readonly Motion[]): string[] {
  return unique(motions.flatMap(({ bones }) => bones.map(({ name }, i) => decodeText(name ?? `${i}`))));
}

/** Names of the bones of compiled motions. */
export function compiledBones(file: OmfFile): string[] {
  const parts = chunkValue(file, 'definitions')?.parts ?? [];
  return unique(parts.flatMap(({ bones }) => bones.map(({ name, slot }) => decodeText(name ?? `${slot}`))));
}

/** Names that differ in more than their case. */
function unique(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name);
  return [...byKey.values()];
}

/** A scene of bones that rest at the origin. */
export function looseScene(name: string, bones: readonly string[]): { scene: Scene; skeleton: SceneSkeleton } {
  const scene = emptyScene(name);
  scene.nodes.push({ name, extras: { xray: { format: 'motions' } } });
  const rest = new Float32Array(3);
  const skeleton = addSkeleton(
    scene,
    0,
    bones.map((bone) => ({ name: bone, parent: '', offset: rest, rotation: rest, extras: {} })),
  );
  // Without a mesh that uses it, a skin says nothing.
  scene.skins.length = 0;
  return { scene, skeleton };
}
