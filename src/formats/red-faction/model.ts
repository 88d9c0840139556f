import { CodecError, textUntilZero } from '../../binary/index.ts';
import { type Entry, extension, fileName, Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Model, Part } from '../format.ts';
import { bindPositionsOf, type Fingerprint, fingerprintOf, fitOf } from './model.fit.ts';
import { modelIssues } from './model.issues.ts';
import { clipScene, type ModelClip, meshScene } from './model.scene.ts';
import { textureEntry } from './model.textures.ts';
import { animation } from './rfa.ts';
import { type MeshUse, usesOfMeshes } from './tbl.classes.ts';
import { textTable } from './tbl.ts';
import { v3c, v3m } from './v3d.format.ts';
import { bonesOf, type MeshFile, mesh, submeshesOf } from './v3d.ts';

// From the files of a source to models: which mesh, textures and clips belong together (specification, sections 5.9, 7
// and 11). The tables decide; where they say nothing, the lengths of bones do.

/** The tables that tie meshes to clips and textures. */
const TABLES = /^(entity|weapons|clutter|items)\.tbl$/i;

/** Most names that a note lists. */
const LISTED_NAMES = 5;

/** Models of a source: characters and static meshes, and clips that fit none of them. Each file is read once. */
export function* models(source: Source): Iterable<Model> {
  const files = new FileIndex(source);
  const names = new Set<string>();
  const claimed = new Set<string>();
  for (const entry of files.meshes) {
    const model = meshModel(files, entry, claimed);
    if (model !== undefined) yield { ...model, name: uniqueName(entry.name, names) };
  }
  for (const [file, { boneCount }] of files.clips()) {
    if (claimed.has(file)) continue;
    const reason = `fits no mesh of the source (${boneCount} bones)`;
    yield {
      name: uniqueName(file, names),
      parts: [{ role: 'animation', file, reason }],
      notes: [issue(modelIssues['clip-without-mesh'], `'${file}' ${reason}`)],
      toScene: () => clipScene(source, file),
    };
  }
}

/** `box`, or where that is taken `box-v3m`, `box-v3m-2`, … */
function uniqueName(file: string, taken: Set<string>): string {
  const base = stem(file);
  const kind = extension(file).slice(1);
  let name = base;
  for (let n = 1; taken.has(name.toLowerCase()); n++) name = n === 1 ? `${base}-${kind}` : `${base}-${kind}-${n}`;
  taken.add(name.toLowerCase());
  return name;
}

/** What the source has, read as far as tying files together asks for. */
class FileIndex {
  readonly source: Source;
  readonly lookup: Lookup;
  readonly meshes: readonly Entry[];
  /** What tables say about each mesh, by its file name in lower case. */
  readonly uses: ReadonlyMap<string, readonly MeshUse[]>;
  readonly tables: readonly Entry[];
  /** File names, in lower case, of all clips that tables give to a mesh of the source. */
  readonly named: ReadonlySet<string>;
  private readonly clipEntries: readonly Entry[];
  private fingerprints: ReadonlyMap<string, Fingerprint> | undefined;
  /** Clips by number of bones: those are the ones worth comparing. */
  private byBoneCount: ReadonlyMap<number, readonly (readonly [string, Fingerprint])[]> | undefined;

  constructor(source: Source) {
    this.source = source;
    this.lookup = new Lookup(source);
    const entries = [...source.entries()];
    this.meshes = entries.filter(({ name }) => /\.v3[cm]$/i.test(name) && this.isMesh(name));
    this.clipEntries = entries.filter(({ name }) => extension(name) === '.rfa');
    this.tables = entries.filter(({ name }) => TABLES.test(fileName(name)));
    this.uses = usesOfMeshes(this.tables.flatMap(({ name }) => this.readTable(name)));
    const present = new Set(this.meshes.map(({ name }) => fileName(name).toLowerCase()));
    this.named = new Set(
      [...this.uses].flatMap(([file, uses]) =>
        present.has(file) ? uses.flatMap(({ mesh }) => mesh.clips.map((clip) => clip.file.toLowerCase())) : [],
      ),
    );
  }

  /** All clips of the source that can be read, by the names of their entries. */
  clips(): ReadonlyMap<string, Fingerprint> {
    this.fingerprints ??= new Map(
      this.clipEntries.flatMap((entry) => {
        const file = this.decode(entry.name, animation);
        return file === undefined ? [] : [[entry.name, fingerprintOf(file)] as const];
      }),
    );
    return this.fingerprints;
  }

  clipsOf(boneCount: number): readonly (readonly [string, Fingerprint])[] {
    if (this.byBoneCount === undefined) {
      const groups = new Map<number, [string, Fingerprint][]>();
      for (const clip of this.clips()) {
        const group = groups.get(clip[1].boneCount);
        if (group === undefined) groups.set(clip[1].boneCount, [clip]);
        else group.push(clip);
      }
      this.byBoneCount = groups;
    }
    return this.byBoneCount.get(boneCount) ?? [];
  }

  /** Undefined where the file cannot be read. */
  decode<T>(name: string, codec: { decode(bytes: Uint8Array): T }): T | undefined {
    const bytes = this.source.open(name);
    try {
      return bytes && codec.decode(bytes);
    } catch (error) {
      if (error instanceof CodecError) return undefined;
      throw error;
    }
  }

  private readTable(name: string) {
    const table = this.decode(name, textTable);
    return table === undefined ? [] : [[fileName(name), table] as const];
  }

  private isMesh(name: string): boolean {
    const head = this.source.head?.(name, 64) ?? this.source.open(name);
    return head !== undefined && [v3c, v3m].some((format) => format.sniff(head, name) === 'yes');
  }
}

function meshModel(files: FileIndex, entry: Entry, claimed: Set<string>): Omit<Model, 'name'> | undefined {
  const file = files.decode(entry.name, mesh);
  if (file === undefined) return undefined;
  const notes: Issue[] = [];
  const parts: Part[] = [{ role: 'mesh', file: entry.name, reason: 'has the geometry' }];
  if (file.sections.some(({ kind }) => kind === 'damaged'))
    notes.push(issue(modelIssues['damaged-mesh'], `'${entry.name}'`));
  const uses = files.uses.get(fileName(entry.name).toLowerCase()) ?? [];
  for (const table of files.tables) {
    const classes = uses.filter((use) => use.table === fileName(table.name)).map(({ className }) => className);
    if (classes.length === 0) continue;
    parts.push({ role: 'table', file: table.name, reason: `uses the mesh for ${listed(classes)}` });
  }
  parts.push(...textureParts(files, entry, file, uses, notes));
  const clips = bonesOf(file).length === 0 ? [] : clipsOf(files, entry, file, uses, notes);
  for (const clip of clips) {
    claimed.add(clip.file);
    parts.push({ role: 'animation', file: clip.file, reason: clip.reason });
  }
  noteUses(uses, notes);
  const { source, lookup } = files;
  return {
    parts,
    notes,
    toScene: (options) => meshScene({ source, lookup, file: entry.name, clips, uses }, options),
  };
}

function textureParts(
  { lookup }: FileIndex,
  entry: Entry,
  file: MeshFile,
  uses: readonly MeshUse[],
  notes: Issue[],
): Part[] {
  const reasons = new Map<string, string>();
  for (const { materials } of submeshesOf(file)) {
    for (const { diffuseMap } of materials) reasons.set(textUntilZero(diffuseMap), 'named by the mesh');
  }
  for (const { className, table, skins } of uses) {
    for (const { name, textures } of skins) {
      for (const texture of textures) {
        if (!reasons.has(texture)) reasons.set(texture, `skin '${name}' of '${className}' in ${table}`);
      }
    }
  }
  reasons.delete('');
  const missing: string[] = [];
  const parts = new Map<string, Part>();
  for (const [name, reason] of reasons) {
    const found = textureEntry(lookup, name, entry.name);
    if (found === undefined) missing.push(name);
    else if (!parts.has(found.name)) parts.set(found.name, { role: 'texture', file: found.name, reason });
  }
  if (missing.length > 0)
    notes.push(issue(modelIssues['missing-texture'], `${counted(missing, 'texture')} not found: ${listed(missing)}`));
  return [...parts.values()];
}

/** The clips of a character: those that tables name, then those that no table names but whose bones fit. */
function clipsOf(
  files: FileIndex,
  entry: Entry,
  file: MeshFile,
  uses: readonly MeshUse[],
  notes: Issue[],
): ModelClip[] {
  const bones = bonesOf(file);
  const bindPositions = bindPositionsOf(bones);
  const clips = new Map<string, ModelClip>();
  const missing = new Set<string>();
  const misfits = { count: new Set<string>(), order: new Set<string>(), unreadable: new Set<string>() };
  for (const use of uses) {
    for (const clip of use.mesh.clips) {
      const found = files.lookup.named(clip.file, entry.name)[0];
      if (found === undefined) {
        missing.add(clip.file);
        continue;
      }
      const fingerprint = files.clips().get(found.name);
      if (fingerprint === undefined) {
        misfits.unreadable.add(found.name);
        continue;
      }
      const { verdict } = fitOf(bindPositions, fingerprint);
      if (verdict === 'other bone count') {
        misfits.count.add(`${found.name} (${fingerprint.boneCount} bones)`);
        continue;
      }
      if (verdict === 'other bone order') misfits.order.add(found.name);
      const weapon = clip.weapon === undefined ? '' : ` with ${clip.weapon}`;
      const role = {
        className: use.className,
        role: clip.role,
        slot: clip.slot,
        ...(weapon && { weapon: clip.weapon! }),
      };
      const known = clips.get(found.name);
      if (known === undefined) {
        const reason = `${clip.role} '${clip.slot}'${weapon} of '${use.className}' in ${use.table}`;
        clips.set(found.name, { file: found.name, reason, roles: [role] });
      } else known.roles.push(role);
    }
  }
  const fitting: string[] = [];
  for (const [found, fingerprint] of files.clipsOf(bones.length)) {
    if (files.named.has(fileName(found).toLowerCase())) continue;
    const { verdict, meanDistance } = fitOf(bindPositions, fingerprint);
    if (verdict === 'other bone order') misfits.order.add(found);
    if (verdict !== 'fits') continue;
    fitting.push(found);
    const distance = `${(meanDistance * 100).toFixed(1)} cm`;
    const reason = `fits the skeleton: ${bones.length} bones, ${distance} apart on average`;
    clips.set(found, { file: found, reason, roles: [] });
  }
  const report = (kind: keyof typeof modelIssues, names: readonly string[], what: string) => {
    if (names.length === 0) return;
    notes.push(issue(modelIssues[kind], `${counted(names, 'clip')} ${what}: ${listed(names.map(fileName))}`));
  };
  report('missing-clip', [...missing], 'of the tables not found');
  report('unreadable-file', [...misfits.unreadable], 'unreadable');
  report('other-bone-count', [...misfits.count], `made for other than ${bones.length} bones`);
  report('other-bone-order', [...misfits.order], 'with the bones in another order');
  report('fit-by-skeleton', fitting, 'taken because the bones fit');
  return [...clips.values()];
}

function noteUses(uses: readonly MeshUse[], notes: Issue[]): void {
  const skins = uses.flatMap((use) => use.skins.map(({ name }) => `'${name}' of '${use.className}'`));
  if (skins.length > 0)
    notes.push(issue(modelIssues.skins, `${counted(skins, 'other set')} of textures: ${listed(skins)}`));
  for (const { className, mesh } of uses) {
    if (mesh.lodDistances === undefined) continue;
    notes.push(
      issue(
        modelIssues['table-distances'],
        `'${className}' changes its levels of detail at ${mesh.lodDistances.join(', ')} m`,
      ),
    );
  }
}

const counted = (names: readonly string[], what: string) => `${names.length} ${what}${names.length === 1 ? '' : 's'}`;

function listed(names: readonly string[]): string {
  const more = names.length > LISTED_NAMES ? ` and ${names.length - LISTED_NAMES} more` : '';
  return names.slice(0, LISTED_NAMES).join(', ') + more;
}
