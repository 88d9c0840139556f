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
import { textureEntry } from './textures.ts';

// From the files of a source to models (specification, sections 1, 11.4, 15.4 and 18.1): models name their motions and
// textures; motions that nobody names go to the model in their folder whose bones they move.

const MODELS = ['.object', '.ogf', '.dm', '.anm'];
const MOTIONS = ['.omf', '.skls', '.skl'];

/** Models of a source, and motions that belong to none of them. */
export function* models(source: Source): Iterable<Model> {
  const files = new Files(source);
  const names = new Set<string>();
  const claimed = new Set<string>();
  const drafts = files.of(MODELS).flatMap((file) => draftOf(files, file) ?? []);
  const lods = new Set(drafts.flatMap(({ lod }) => lod ?? []));
  for (const { motions } of drafts) for (const { file } of motions) claimed.add(file);
  const unnamed = files.of(MOTIONS).filter((file) => !claimed.has(file));
  for (const draft of drafts) if (draft.bones.length > 0) guessMotions(files, draft, drafts, unnamed, claimed);
  for (const draft of drafts) {
    if (lods.has(draft.file)) continue;
    yield modelOf(files, draft, uniqueName(draft.file, names));
  }
  for (const file of unnamed) {
    if (claimed.has(file)) continue;
    const name = uniqueName(file, names);
    yield {
      name,
      parts: [{ role: 'animation', file, reason: 'no model of the source has its bones' }],
      notes: [issue(sceneIssues['no-model'], `'${file}'`)],
      toScene: () => motionScene(source, file, name),
    };
  }
}

/** What a model is made of, before all models are known. */
interface Draft {
  readonly file: string;
  /** Names of its bones in lower case. */
  readonly bones: readonly string[];
  readonly motions: { readonly file: string; readonly reason: string }[];
  readonly lod: string | undefined;
  readonly textures: readonly string[];
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

function draftOf(files: Files, file: string): Draft | undefined {
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
    const found = name.startsWith('$') ? undefined : textureEntry(files.lookup, name, file);
    if (found === undefined) notes.push(issue(sceneIssues['texture-missing'], `'${name}'`));
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
  draft: Draft,
  drafts: readonly Draft[],
  unnamed: readonly string[],
  claimed: Set<string>,
): void {
  const folder = folderOf(draft.file);
  const rivals = drafts.filter((other) => other !== draft && folderOf(other.file) === folder && other.bones.length > 0);
  for (const file of unnamed) {
    if (folderOf(file) !== folder || claimed.has(file)) continue;
    const moved = motionBonesOf(file, (codec) => files.decode(file, codec));
    const isOf = ({ bones }: Draft) => moved.length > 0 && moved.every((bone) => bones.includes(bone));
    const hasItsName = stem(file).toLowerCase() === stem(draft.file).toLowerCase();
    if (!isOf(draft) || (!hasItsName && rivals.some(isOf))) continue;
    claimed.add(file);
    draft.motions.push({ file, reason: 'lies beside the model and moves its bones' });
    draft.notes.push(issue(sceneIssues['motions-guessed'], `'${file}' lies beside the model and moves its bones`));
  }
}

function modelOf(files: Files, { file, motions, lod, textures, notes }: Draft, name: string): Model {
  const base = fileName(file);
  const parts: Part[] = [
    { role: 'mesh', file, reason: 'a model' },
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
  return { name, parts, notes, toScene: (options) => modelScene(wanted, options) };
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
