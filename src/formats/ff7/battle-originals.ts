import { fileName, memorySource, type Source, stem } from '../../containers/source.ts';
import type { Issue } from '../../issue.ts';
import type { Scene } from '../../scene/scene.ts';
import type { BattleModel } from './battle-model.ts';
import { decodeOr, readBattleModel } from './battle-models.ts';
import { prefixOfPack, type Role } from './battle-names.ts';
import { bank } from './ff7-bank.ts';
import { mesh } from './ff7-p.ts';
import { pack } from './ff7-pack.ts';
import { anySettings } from './ff7-settings.ts';
import { battleGroups } from './models.ts';
import { battleModelOf } from './psx-conversion.ts';
import { sniffBank, sniffPack } from './recognition.ts';

/** The files a scene was made from, and their bytes by role. */
export interface BattleOriginals {
  readonly model: BattleModel;
  /** The bytes of a file, where there is one of its own: a pack has none. */
  bytesOf(role: Role): { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** The originals that came with a scene, as a source. */
export function sourceOf(scene: Scene): Source {
  return memorySource(scene.name, new Map(scene.sources.map(({ name, bytes }) => [name, bytes])));
}

/** The battle model of a source that is called `name`, else the first; undefined where there is none. */
export function battleOriginals(source: Source, name: string, issues: Issue[]): BattleOriginals | undefined {
  const groups = battleGroups(source);
  const group = groups.find((candidate) => candidate.name === name.toLowerCase()) ?? groups[0];
  if (group !== undefined) {
    const model = readBattleModel(source, group, issues);
    return {
      model,
      bytesOf({ kind, index }) {
        const found = group.entries.find(({ role }) => role.kind === kind && role.index === index);
        const bytes = found && source.open(found.entry.name);
        return bytes && { name: fileName(found!.entry.name), bytes };
      },
    };
  }
  return packOriginals(source) ?? looseOriginals(source, issues);
}

function packOriginals(source: Source): BattleOriginals | undefined {
  for (const { name } of source.entries()) {
    const bytes = source.open(name)!;
    if (sniffPack(bytes.subarray(0, 4096)) !== 'yes') continue;
    const file = pack.decode(bytes);
    const prefix = prefixOfPack(stem(name)) ?? stem(name).toLowerCase();
    const settings = anySettings.encode(file.settings);
    return {
      model: battleModelOf(file, prefix, []),
      bytesOf: ({ kind }) => (kind === 'settings' ? { name: '', bytes: settings } : undefined),
    };
  }
  return undefined;
}

/** A bank or a mesh alone. */
function looseOriginals(source: Source, issues: Issue[]): BattleOriginals | undefined {
  for (const { name } of source.entries()) {
    const bytes = source.open(name)!;
    const isBank = sniffBank(bytes.subarray(0, 4096)) === 'yes';
    const records = isBank ? decodeOr(bank, bytes, name, issues) : undefined;
    const part = isBank ? undefined : mesh.inspect(bytes).value;
    if (records === undefined && part === undefined) continue;
    return {
      model: {
        name: stem(name).toLowerCase(),
        skeleton: undefined,
        bank: records,
        parts: new Map(part === undefined ? [] : [[0, part]]),
        weapons: new Map(),
        textures: new Map(),
        sources: [],
      },
      bytesOf: ({ kind }) => {
        const isWanted = kind === (records === undefined ? 'mesh' : 'animation');
        return isWanted ? { name: fileName(name), bytes } : undefined;
      },
    };
  }
  return undefined;
}
