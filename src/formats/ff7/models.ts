import { type Entry, extension, fileName, Lookup, type Source, stem } from '../../containers/source.ts';
import type { Model } from '../format.ts';
import { type BattleFiles, battleModel, looseBank, looseMesh, packModel } from './battle-models.ts';
import { roleOfExtension, roleOfSuffix, SKELETON } from './battle-names.ts';
import { FieldAnimations, fieldModel } from './field-models.ts';
import { sniffBank, sniffP, sniffPack, sniffSkeleton } from './recognition.ts';

// Which files of a source are one model (specification, sections 1.2 to 1.4). Games and mods agree on names, whatever the
// case: in archives as in plain folders.

/** Every battle model, field model and PlayStation pack of a source; then banks and meshes that belong to none. */
export function* models(source: Source): Iterable<Model> {
  const lookup = new Lookup(source);
  const claimed = new Set<string>();
  const claim = function* (model: Model): Iterable<Model> {
    for (const { file, role } of model.parts)
      if (role !== 'animation' || !file.toLowerCase().endsWith('.a')) claimed.add(file);
    yield model;
  };
  const groups = battleGroups(source);
  for (const group of groups) yield* claim(battleModel(source, group));
  const animations = new FieldAnimations(source);
  for (const entry of source.entries()) {
    if (extension(entry.name) === '.hrc') yield* claim(fieldModel(source, lookup, entry, animations));
    else if (mayBePack(entry) && sniffPack(headOf(source, entry)) === 'yes') yield* claim(packModel(source, entry));
  }
  for (const entry of source.entries()) {
    if (claimed.has(entry.name)) continue;
    const role = roleOf(entry.name);
    if (role === 'animation' && sniffBank(headOf(source, entry)) === 'yes') yield looseBank(source, entry, groups);
    if (role === 'mesh' && sniffP(headOf(source, entry)) === 'yes') yield looseMesh(source, entry);
  }
}

const HEAD_SIZE = 4096;

function headOf(source: Source, { name }: Entry): Uint8Array {
  return source.head?.(name, HEAD_SIZE) ?? source.open(name)?.subarray(0, HEAD_SIZE) ?? new Uint8Array();
}

/** Packs have the extension of their compression, or have lost it with that. */
function mayBePack({ name }: Entry): boolean {
  return ['.lzs', '.bin', ''].includes(extension(name)) && roleOf(name) === undefined;
}

function roleOf(path: string): 'mesh' | 'animation' | 'other' | undefined {
  const name = fileName(path).toLowerCase();
  const role = /^[a-z]{4}$/.test(name) ? roleOfSuffix(name.slice(2)) : roleOfExtension(extension(name));
  if (extension(name) === '.p') return 'mesh';
  if (role === undefined) return undefined;
  if (role.kind === 'animation') return 'animation';
  return role.kind === 'mesh' || role.kind === 'weapon' ? 'mesh' : 'other';
}

/** The files of every battle model: those of one prefix in one folder that a skeleton is among. */
export function battleGroups(source: Source): BattleFiles[] {
  const folders = new Map<string, Map<string, Entry>>();
  for (const entry of source.entries()) {
    const folder = entry.name.slice(0, entry.name.length - fileName(entry.name).length);
    const files = folders.get(folder) ?? new Map<string, Entry>();
    folders.set(folder, files);
    const name = fileName(entry.name).toLowerCase();
    if (!files.has(name)) files.set(name, entry);
  }
  const groups: BattleFiles[] = [];
  for (const files of folders.values()) {
    const byStem = new Map<string, Entry[]>();
    for (const [name, entry] of files) {
      if (roleOfExtension(extension(name)) !== undefined)
        byStem.set(stem(name), [...(byStem.get(stem(name)) ?? []), entry]);
    }
    for (const [name, entry] of files) {
      const isShort = /^[a-z]{4}$/.test(name) && name.endsWith(SKELETON);
      const isLong = extension(name) === '.d';
      if (!(isShort || isLong) || sniffSkeleton(headOf(source, entry)) === 'no') continue;
      groups.push(isShort ? shortGroup(name.slice(0, 2), files) : longGroup(stem(name), byStem.get(stem(name)) ?? []));
    }
  }
  return groups;
}

function shortGroup(prefix: string, files: ReadonlyMap<string, Entry>): BattleFiles {
  const entries = [];
  for (let first = 0; first < 26 * 4; first++) {
    const suffix = String.fromCharCode(97 + Math.floor(first / 26), 97 + (first % 26));
    const role = roleOfSuffix(suffix);
    const entry = files.get(`${prefix}${suffix}`);
    if (role !== undefined && entry !== undefined) entries.push({ role, entry });
  }
  return { name: prefix, entries };
}

function longGroup(name: string, files: readonly Entry[]): BattleFiles {
  const entries = files.map((entry) => ({ role: roleOfExtension(extension(entry.name))!, entry }));
  return { name, entries: entries.sort((a, b) => (a.entry.name.toLowerCase() < b.entry.name.toLowerCase() ? -1 : 1)) };
}
