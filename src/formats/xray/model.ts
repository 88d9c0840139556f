import { type Codec, CodecError } from '../../binary/index.ts';
import { extension, fileName, Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Model, Part, Reference } from '../format.ts';
import { dmFile } from './dm.ts';
import { motionBonesOf, objectBoneNames, ogfBoneNames } from './model.bones.ts';
import { type ModelFiles, modelScene, motionScene } from './model.scene.ts';
import { normalName } from './names.ts';
import { objectFile } from './object.ts';
import { ogfFile } from './ogf.ts';
import { referencesOfDm, referencesOfObject, referencesOfOgf } from './references.ts';
import { sceneIssues } from './scene.issues.ts';
import { isRunTime, textureEntry } from './textures.ts';

// From the files of a source to models (specification, sections 1, 11.4, 15.4 and 18.1): models name their motions and
// textures; motions that nobody names go to the model in their folder whose bones they move.

const MODELS = ['.object', '.ogf', '.dm', '.anm'];
const MOTIONS = ['.omf', '.skls', '.skl'];

/** Models of a source, and motions that belong to none of them. */
export function* models(source: Source): Iterable<Model> {
  const files = new Files(source);
  const names = new Set<string>();
  const { drafts, unnamed } = draftsOf(files);
  const byFile = new Map(drafts.map((draft) => [draft.file, draft]));
  const lods = new Set(drafts.flatMap(({ lod }) => lod ?? []));
  for (const draft of drafts) {
    if (lods.has(draft.file)) continue;
    yield modelOf(files, draft, byFile.get(draft.lod ?? '')?.notes ?? [], uniqueName(draft.file, names));
  }
  for (const file of unnamed) yield motionModel(files, file, drafts, uniqueName(file, names));
}

/** What a model is made of, as its files and those around them tell. */
export interface Draft {
  readonly file: string;
  /** Names of its bones in lower case. */
  readonly bones: readonly string[];
  readonly motions: readonly { readonly file: string; readonly reason: string }[];
  readonly lod: string | undefined;
  readonly textures: readonly string[];
  readonly notes: readonly Issue[];
}

/** The models of a source, and the motion files that belong to none of them. */
export function modelDrafts(source: Source): { drafts: readonly Draft[]; unnamed: readonly string[] } {
  return draftsOf(new Files(source));
}

function draftsOf(files: Files): { drafts: readonly Draft[]; unnamed: readonly string[] } {
  const drafts = files.of(MODELS).flatMap((file) => draftOf(files, file) ?? []);
  const claimed = new Set(drafts.flatMap(({ motions }) => motions.map(({ file }) => file)));
  const unnamed = files.of(MOTIONS).filter((file) => !claimed.has(file));
  for (const draft of drafts) if (draft.bones.length > 0) guessMotions(files, draft, drafts, unnamed, claimed);
  return { drafts, unnamed: unnamed.filter((file) => !claimed.has(file)) };
}

/** Motions on their own, as bones side by side. */
function motionModel(files: Files, file: string, drafts: readonly Draft[], name: string): Model {
  const moved = movedIn(files, file);
  const fitting = drafts.filter((draft) => fits(draft, moved)).map((draft) => fileName(draft.file));
  const shown = `${fitting.slice(0, 3).join(', ')}${fitting.length > 3 ? ', …' : ''}`;
  const [reason, note] =
    fitting.length === 0
      ? ['no model of the source has its bones', `no model has the bones of '${file}'`]
      : [`names no model; its bones are in ${shown}`, `'${file}' moves bones of ${shown}, none of which names it`];
  const notes = [issue(sceneIssues['no-model'], note)];
  return {
    name,
    parts: [{ role: 'animation', file, reason }],
    notes,
    toScene: () => {
      const { value, issues } = motionScene(files.source, file, name);
      return { value, issues: [...notes, ...issues] };
    },
  };
}

/** A draft while it is found out what belongs to it. */
interface OpenDraft extends Draft {
  readonly motions: { file: string; reason: string }[];
  readonly notes: Issue[];
}

/** The files of a source by kind, path and name. */
class Files {
  readonly source: Source;
  readonly lookup: Lookup;
  private readonly names: readonly string[];

  constructor(source: Source) {
    this.source = source;
    this.lookup = new Lookup(source);
    this.names = [...source.entries()].map(({ name }) => name);
  }

  of(extensions: readonly string[]): string[] {
    return this.names.filter((name) => extensions.includes(extension(name)));
  }

  /** Undefined where the file cannot be read. */
  decode<T>(name: string, codec: Codec<T>): T | undefined {
    const bytes = this.source.open(name);
    try {
      return bytes && codec.decode(bytes);
    } catch (error) {
      if (error instanceof CodecError) return undefined;
      throw error;
    }
  }

  /** Files whose paths end with a reference, which may be a mask for all files of a folder. Nearest first. */
  referenced(reference: string, ending: string, near: string): string[] {
    const path = normalName(reference.replace(/\.(omf|ogf|object)$/i, '')).replaceAll('\\', '/');
    if (path.endsWith('*')) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return this.of([ending]).filter((name) => {
        const own = name.toLowerCase();
        return `/${own.slice(0, own.lastIndexOf('/') + 1)}`.endsWith(`/${folder}`);
      });
    }
    const candidates = this.lookup.named(`${fileName(path)}${ending}`, near).map(({ name }) => name);
    const exact = candidates.find((name) => `/${name.toLowerCase()}`.endsWith(`/${path}${ending}`));
    const found = exact ?? candidates[0];
    return found === undefined ? [] : [found];
  }
}

/** The bones of a model and what it names; undefined where it cannot be read. */
function readModel(files: Files, file: string): { bones: string[]; references: Reference[] } | undefined {
  switch (extension(file)) {
    case '.object': {
      const decoded = files.decode(file, objectFile);
      return decoded && { bones: objectBoneNames(decoded), references: referencesOfObject(decoded) };
    }
    case '.ogf': {
      const decoded = files.decode(file, ogfFile);
      return decoded && { bones: ogfBoneNames(decoded), references: referencesOfOgf(decoded) };
    }
    case '.dm': {
      const decoded = files.decode(file, dmFile);
      return decoded && { bones: [], references: referencesOfDm(decoded) };
    }
    default:
      return { bones: [], references: [] };
  }
}

function draftOf(files: Files, file: string): OpenDraft | undefined {
  const read = readModel(files, file);
  if (read === undefined) return undefined;
  const named = (role: string) => read.references.filter((each) => each.role === role).map(({ name }) => name);
  const notes: Issue[] = [];
  const motions = named('animation').flatMap((name) => {
    const found = files.referenced(name, '.omf', file);
    if (found.length === 0) notes.push(issue(sceneIssues['motions-missing'], `'${name}'`));
    return found.map((motion) => ({ file: motion, reason: `named by ${fileName(file)}` }));
  });
  const textures = named('texture').flatMap((name) => {
    if (isRunTime(name)) notes.push(issue(sceneIssues['texture-run-time'], `'${name}'`));
    const found = isRunTime(name) ? undefined : textureEntry(files.lookup, name, file);
    if (found === undefined && !isRunTime(name)) notes.push(issue(sceneIssues['texture-missing'], `'${name}'`));
    return found?.entry.name ?? [];
  });
  const lod = named('lod').flatMap((name) => {
    const [found] = files.referenced(name, extension(file), file);
    if (found === undefined) notes.push(issue(sceneIssues['lod-missing'], `'${name}'`));
    return found ?? [];
  })[0];
  return { file, bones: read.bones, motions, lod: lod === file ? undefined : lod, textures, notes };
}

/** Gives a model the motions that lie in its folder, move nothing but its bones, and fit no other model there. */
function guessMotions(
  files: Files,
  draft: OpenDraft,
  drafts: readonly Draft[],
  unnamed: readonly string[],
  claimed: Set<string>,
): void {
  const folder = folderOf(draft.file);
  const rivals = drafts.filter((other) => other !== draft && folderOf(other.file) === folder && other.bones.length > 0);
  for (const file of unnamed) {
    if (folderOf(file) !== folder || claimed.has(file)) continue;
    const moved = movedIn(files, file);
    const hasItsName = stem(file).toLowerCase() === stem(draft.file).toLowerCase();
    if (!fits(draft, moved) || (!hasItsName && rivals.some((rival) => fits(rival, moved)))) continue;
    claimed.add(file);
    draft.motions.push({ file, reason: 'lies beside the model and moves its bones' });
    draft.notes.push(issue(sceneIssues['motions-guessed'], `'${file}' lies beside the model and moves its bones`));
  }
}

const movedIn = (files: Files, file: string): string[] => motionBonesOf(file, (codec) => files.decode(file, codec));

const fits = ({ bones }: Draft, moved: readonly string[]): boolean =>
  moved.length > 0 && moved.every((bone) => bones.includes(bone));

function modelOf(files: Files, draft: Draft, lodNotes: readonly Issue[], name: string): Model {
  const { file, motions, lod, textures } = draft;
  const base = fileName(file);
  const notes = [...draft.notes, ...lodNotes];
  const parts: Part[] = [
    extension(file) === '.anm'
      ? { role: 'animation', file, reason: 'moves one object' }
      : { role: 'mesh', file, reason: 'a model' },
    ...motions.map((motion) => ({ role: 'animation', ...motion })),
    ...(lod === undefined ? [] : [{ role: 'lod', file: lod, reason: `named by ${base}` }]),
    ...textures.map((texture) => ({ role: 'texture', file: texture, reason: `named by ${base}` })),
  ];
  const wanted: ModelFiles = {
    source: files.source,
    lookup: files.lookup,
    name,
    file,
    motions: motions.map((motion) => motion.file),
    lod,
  };
  return {
    name,
    parts,
    notes,
    toScene: (options) => {
      const { value, issues } = modelScene(wanted, options);
      return { value, issues: [...notes, ...issues] };
    },
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** `box`, or where that is taken `box-ogf`, `box-ogf-2`, … */
function uniqueName(file: string, taken: Set<string>): string {
  const base = stem(file);
  const kind = extension(file).slice(1);
  let name = base;
  for (let n = 1; taken.has(name.toLowerCase()); n++) name = n === 1 ? `${base}-${kind}` : `${base}-${kind}-${n}`;
  taken.add(name.toLowerCase());
  return name;
}
