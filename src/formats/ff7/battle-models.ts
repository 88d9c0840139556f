import { type Codec, CodecError } from '../../binary/index.ts';
import { type Entry, fileName, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { SourceFile } from '../../scene/scene.ts';
import type { Model, Part } from '../format.ts';
import { bodyCountOf } from './bank-records.ts';
import { battleScene } from './battle.scene.ts';
import type { BattleModel, NamedTexture } from './battle-model.ts';
import { isStagePrefix, prefixOfPack, type Role } from './battle-names.ts';
import { ff7Issues } from './ff7.issues.ts';
import { type Bank, bank } from './ff7-bank.ts';
import { mesh, type PolygonModel } from './ff7-p.ts';
import { pack } from './ff7-pack.ts';
import { type Skeleton, skeleton } from './ff7-skeleton.ts';
import { texture } from './ff7-tex.ts';
import { battleModelOf } from './psx-conversion.ts';

/** The files of one battle model. */
export interface BattleFiles {
  readonly name: string;
  readonly entries: readonly { readonly role: Role; readonly entry: Entry }[];
}

const PART_ROLES = {
  skeleton: 'skeleton',
  settings: 'settings',
  texture: 'texture',
  mesh: 'mesh',
  weapon: 'mesh',
  animation: 'animation',
} as const;

const FORMAT_IDS = {
  skeleton: 'ff7-skeleton',
  settings: 'ff7-settings',
  texture: 'ff7-tex',
  mesh: 'ff7-p',
  weapon: 'ff7-p',
  animation: 'ff7-bank',
} as const;

export function battleModel(source: Source, files: BattleFiles): Model {
  return {
    name: files.name,
    parts: files.entries.map(
      ({ role, entry }): Part => ({
        role: PART_ROLES[role.kind],
        file: entry.name,
        reason: reasonOf(role, files.name),
      }),
    ),
    notes: [...notesOn(source, files)],
    toScene(options) {
      const issues: Issue[] = [];
      const model = readBattleModel(source, files, issues);
      const { value, issues: lost } = battleScene(model, options);
      return { value, issues: [...issues, ...splitIssues(model), ...lost] };
    },
  };
}

/** The same for all files of a kind, so that people see them as one. */
function reasonOf({ kind }: Role, name: string): string {
  if (kind === 'mesh') return isStagePrefix(name) ? 'named for its piece' : 'named for its bone';
  if (kind === 'weapon') return 'named for its weapon';
  if (kind === 'texture') return 'named for its number';
  return kind === 'skeleton' ? 'the model begins with it' : `named for ${name}`;
}

/** What the skeleton announces and the source does not have, or the other way round (rules AA-MODEL and AA-TEX). */
function* notesOn(source: Source, { entries }: BattleFiles): Iterable<Issue> {
  const own = entries.find(({ role }) => role.kind === 'skeleton');
  const bytes = own && source.open(own.entry.name);
  const bones = bytes && skeleton.inspect(bytes).value;
  if (bones === undefined) return;
  const indices = (kind: Role['kind']) =>
    new Set(entries.filter(({ role }) => role.kind === kind).map(({ role }) => role.index));
  const meshes = indices('mesh');
  const announced = [...bones.bones.hasModel.keys()].filter((bone) => bones.bones.hasModel[bone] === 1);
  const missing = announced.filter((bone) => !meshes.has(bone));
  if (missing.length > 0)
    yield issue(ff7Issues['missing-mesh'], `bones ${missing.join(', ')} of ${announced.length} drawn ones`);
  const extra = [...meshes].filter((bone) => bone < bones.bones.length && bones.bones.hasModel[bone] === 0);
  if (extra.length > 0) yield issue(ff7Issues['mesh-not-drawn'], `bones ${extra.join(', ')}`);
  const textures = indices('texture');
  if (textures.size !== bones.textureCount) {
    yield issue(ff7Issues['texture-count'], `${textures.size} textures, the skeleton announces ${bones.textureCount}`);
  }
  const weapons = indices('weapon');
  if (weapons.size < bones.weaponCount) {
    yield issue(ff7Issues['missing-weapon'], `${weapons.size} weapons, the skeleton announces ${bones.weaponCount}`);
  }
  if (bones.bodyAnimCount > 0 && indices('animation').size === 0) {
    yield issue(ff7Issues['missing-bank'], `${bones.bodyAnimCount} animations announced`);
  }
}

/** The records of the bank against what the skeleton says of them (rule DA-SPLIT). */
function* splitIssues({ bank: file, skeleton: bones }: BattleModel): Iterable<Issue> {
  if (file === undefined || bones === undefined) return;
  const { bodyAnimCount, weaponAnimCount } = bones;
  if (file.records.length !== bodyAnimCount + weaponAnimCount) {
    const reason = `${file.records.length} records, the skeleton announces ${bodyAnimCount} and ${weaponAnimCount}`;
    yield issue(ff7Issues['record-count'], reason);
  }
  const bodyCount = bodyCountOf(file, bones);
  const many = file.records.slice(0, bodyCount).filter(({ jointCount }) => jointCount > bones.bones.length + 1).length;
  if (many > 0) yield issue(ff7Issues['too-many-joints'], `${many} of ${bodyCount} body records`);
  const odd = file.records.slice(bodyCount).filter(({ jointCount }) => jointCount !== 1).length;
  if (odd > 0)
    yield issue(ff7Issues['odd-weapon-record'], `${odd} of ${file.records.length - bodyCount} weapon records`);
}

/** Reads the files of a model; those that cannot be read are left out, but for the skeleton. */
export function readBattleModel(source: Source, files: BattleFiles, issues: Issue[]): BattleModel {
  const parts = new Map<number, PolygonModel>();
  const weapons = new Map<number, PolygonModel>();
  const textures = new Map<number, NamedTexture>();
  const sources: SourceFile[] = [];
  let bones: Skeleton | undefined;
  let records: Bank | undefined;
  for (const { role, entry } of files.entries) {
    const bytes = source.open(entry.name);
    if (bytes === undefined) continue;
    const read = <T>(codec: Codec<T>): T | undefined => decodeOr(codec, bytes, entry.name, issues);
    if (role.kind === 'skeleton') bones = skeleton.decode(bytes);
    else if (role.kind === 'animation') records ??= read(bank);
    else if (role.kind === 'mesh') setIf(parts, role.index, read(mesh));
    else if (role.kind === 'weapon') setIf(weapons, role.index, read(mesh));
    else if (role.kind === 'texture') {
      const file = read(texture);
      if (file !== undefined) textures.set(role.index, { name: fileName(entry.name).toLowerCase(), texture: file });
    }
    sources.push({ name: fileName(entry.name), format: FORMAT_IDS[role.kind], bytes });
  }
  return { name: files.name, skeleton: bones, bank: records, parts, weapons, textures, sources };
}

function setIf<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value !== undefined) map.set(key, value);
}

/** Undefined, with a warning, where the bytes cannot be read. */
export function decodeOr<T>(codec: Codec<T>, bytes: Uint8Array, name: string, issues: Issue[]): T | undefined {
  try {
    return codec.decode(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push({
      ...issue(ff7Issues['part-left-out'], `${fileName(name)}: ${error.reason}`, error.path, error.offset),
    });
    return undefined;
  }
}

export function packModel(source: Source, entry: Entry): Model {
  const name = prefixOfPack(stem(entry.name)) ?? stem(entry.name).toLowerCase();
  return {
    name,
    parts: [{ role: 'model', file: entry.name, reason: 'everything is in it' }],
    notes: [],
    toScene(options) {
      const bytes = source.open(entry.name)!;
      const file = pack.decode(bytes);
      return battleScene(
        battleModelOf(file, name, [{ name: fileName(entry.name), format: 'ff7-pack', bytes }]),
        options,
      );
    },
  };
}

/** Which player a bank of a limit break plays on, by the start of its name (specification, section 1.3). */
const PLAYERS: readonly (readonly [name: RegExp, prefix: string])[] = [
  [/^(limcl|blaver|kyou)/, 'rt'],
  [/^limfast/, 'ru'],
  [/^(limea|iyash|kodo)/, 'rv'],
  [/^(limrd|limsled)/, 'rw'],
  [/^limyf/, 'rx'],
  [/^dice/, 'ry'],
  [/^limcd/, 'rz'],
  [/^(limbr|hvshot)/, 'sb'],
];

/** A bank without a skeleton of its own: it plays on a player's, or moves bones of which nothing is known. */
export function looseBank(source: Source, entry: Entry, groups: readonly BattleFiles[]): Model {
  const name = stem(entry.name).toLowerCase();
  const prefix = PLAYERS.find(([pattern]) => pattern.test(name))?.[1];
  const player = groups.find((group) => group.name === prefix);
  const own = { role: { kind: 'animation', index: 0 } as const, entry };
  const borrowed = player?.entries.filter(({ role }) => role.kind !== 'animation' && role.kind !== 'settings') ?? [];
  const files: BattleFiles = { name, entries: [...borrowed, own] };
  const note =
    player === undefined
      ? issue(
          ff7Issues['no-skeleton'],
          prefix === undefined ? `for ${fileName(entry.name)}` : `'${prefix}aa' is not there`,
        )
      : issue(ff7Issues['borrowed-skeleton'], `'${prefix}aa' for ${fileName(entry.name)}`);
  return {
    name,
    parts: files.entries.map(({ role, entry: file }) => ({
      role: PART_ROLES[role.kind],
      file: file.name,
      reason: file === entry ? 'an animation bank' : `of the player that ${name} belongs to, by its name`,
    })),
    notes: [note],
    toScene(options) {
      const issues: Issue[] = [];
      const model = readBattleModel(source, files, issues);
      // The player's skeleton counts the records of the player's bank, not of this one.
      const bones = model.skeleton && { ...model.skeleton, bodyAnimCount: 0, weaponAnimCount: 0 };
      const { value, issues: lost } = battleScene({ ...model, skeleton: bones }, options);
      return { value, issues: [...issues, ...lost] };
    },
  };
}

/** A mesh that belongs to no model that is there. */
export function looseMesh(source: Source, entry: Entry): Model {
  const name = fileName(entry.name).toLowerCase();
  return {
    name: name.replace(/\.p$/, ''),
    parts: [{ role: 'mesh', file: entry.name, reason: 'a mesh of its own' }],
    notes: [],
    toScene(options) {
      const bytes = source.open(entry.name)!;
      const model: BattleModel = {
        name: stem(name),
        skeleton: undefined,
        bank: undefined,
        parts: new Map([[0, mesh.decode(bytes)]]),
        weapons: new Map(),
        textures: new Map(),
        sources: [{ name: fileName(entry.name), format: 'ff7-p', bytes }],
      };
      return battleScene(model, options);
    },
  };
}
