import { CodecError } from '../../binary/index.ts';
import { fileName, type Source } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene } from '../../scene/scene.ts';
import { type Bfres, bfres } from './bfres.ts';
import { isWiiuFile } from './bfres-wiiu.format.ts';
import { isBntx, isSwitchFile } from './switch-file.ts';
import { switchModel } from './switch-view.ts';
import { targetIssues } from './target.issues.ts';
import { boneNameOf } from './target.vertices.ts';
import type { ModelView } from './view.ts';
import { type WiiuBfres, wiiuBfres } from './wiiu-bfres.ts';
import { wiiuModel } from './wiiu-view.ts';

/** A file that a scene was made from, decoded to be changed. */
export type Original = {
  /** Name in its source. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly models: readonly ModelView[];
} & ({ readonly platform: 'switch'; readonly file: Bfres } | { readonly platform: 'wiiu'; readonly file: WiiuBfres });

/** The originals of a scene by name: those beside it, or else those embedded in it. Textures are among them. */
export function originalBytes(scene: Scene, base: Source | undefined): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { name, bytes } of scene.sources) if (isOurs(bytes)) files.set(name, bytes);
  const beside = new Map<string, Uint8Array>();
  for (const { name } of base?.entries() ?? []) {
    const bytes = base!.open(name);
    if (bytes !== undefined && isOurs(bytes)) beside.set(name, bytes);
  }
  for (const name of beside.keys()) files.delete(fileName(name));
  return new Map([...beside, ...files]);
}

const isOurs = (bytes: Uint8Array): boolean => isSwitchFile(bytes) || isWiiuFile(bytes) || isBntx(bytes);

export function openOriginals(files: ReadonlyMap<string, Uint8Array>, issues: Issue[]): Original[] {
  const originals: Original[] = [];
  for (const [name, bytes] of files) {
    try {
      if (isWiiuFile(bytes)) {
        const file = wiiuBfres.decode(bytes);
        originals.push({ name, bytes, platform: 'wiiu', file, models: (file.models?.values ?? []).map(wiiuModel) });
      } else if (isSwitchFile(bytes)) {
        const file = bfres.decode(bytes);
        originals.push({ name, bytes, platform: 'switch', file, models: file.models.map(switchModel) });
      }
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      issues.push(issue(targetIssues['original-unreadable'], `'${name}': ${error.reason}`));
    }
  }
  return originals;
}

/** The model that a scene is of: that of its name, or of the most bones of the same names. */
export function findModel(
  originals: readonly Original[],
  scene: Scene,
): { original: Original; index: number } | undefined {
  const nodes = new Set(scene.nodes.map(({ name }) => boneNameOf(name)));
  let best: { original: Original; index: number } | undefined;
  let most = 0;
  for (const original of originals) {
    for (const [index, { name, skeleton, shapes }] of original.models.entries()) {
      const bones = skeleton.bones.filter((bone) => nodes.has(bone.name ?? '')).length;
      const isNamed = name === scene.name || nodes.has(name);
      const score = bones / Math.max(1, skeleton.bones.length) + (isNamed ? 1 : 0) + (shapes.length > 0 ? 0.5 : 0);
      if (score > most && bones > 0) [best, most] = [{ original, index }, score];
    }
  }
  return best;
}
