import { CodecError } from '../../binary/index.ts';
import { type Entry, fileName, type Source, stem } from '../../containers/source.ts';
import type { Image } from '../../images/image.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion, Scene } from '../../scene/scene.ts';
import type { Model, NamedSurface, Options, Part } from '../format.ts';
import { toScene } from './bfres.scene.ts';
import { isWiiuFile } from './bfres-wiiu.format.ts';
import type { FileView, TextureView } from './file-view.ts';
import { modelIssues } from './models.issues.ts';
import { bntxTextures, isBntx, isSwitchFile, switchFile } from './switch-file.ts';
import { wiiuFile } from './wiiu-file-view.ts';

// From the files of a source to models: which animations and textures belong to them (specification, section 20).

/** Share of the bones of an animation that a model needs to have for it to be its own. */
const ENOUGH_BONES = 0.5;

interface ModelSummary {
  readonly name: string;
  readonly bones: ReadonlySet<string>;
  readonly shapeCount: number;
}

/** What a file has, as far as tying files together asks for: the rest is read again when a model is converted. */
interface Summary {
  readonly entry: string;
  readonly models: readonly ModelSummary[];
  /** Names of the bones that each skeletal animation moves. */
  readonly animatedBones: readonly (readonly string[])[];
  readonly textures: readonly string[];
}

/** Models of a source, with the animations of their own file and of those that go with it. */
export function* models(source: Source): Iterable<Model> {
  const files = summaries(source);
  const names = new Set<string>();
  for (const file of files) {
    for (const [m, model] of file.models.entries()) {
      if (model.shapeCount === 0 && hasBody(files, model)) continue;
      const name = uniqueName(model.name === '' ? stem(file.entry) : model.name, file.entry, names);
      yield modelOf(source, files, file, m, name);
    }
  }
}

/** Whether another file has the shapes of a model that is a mere skeleton here: for the animations next to it. */
const hasBody = (files: readonly Summary[], { bones }: ModelSummary): boolean =>
  files.some(({ models }) =>
    models.some((model) => model.shapeCount > 0 && scoreOf([...bones], model.bones) >= ENOUGH_BONES),
  );

function* readable(source: Source): Iterable<Entry> {
  for (const entry of source.entries()) {
    const head = source.head?.(entry.name, 16) ?? source.open(entry.name)?.subarray(0, 16);
    if (head !== undefined && (isSwitchFile(head) || isWiiuFile(head) || isBntx(head))) yield entry;
  }
}

function summaries(source: Source): Summary[] {
  const found: Summary[] = [];
  for (const { name } of readable(source)) {
    const view = open(source, name);
    if (view === undefined) continue;
    found.push({
      entry: name,
      models: view.models.map((model) => ({
        name: model.name,
        bones: new Set(model.skeleton.bones.map((bone) => bone.name ?? '')),
        shapeCount: model.shapes.length,
      })),
      animatedBones: view.skeletalAnims.map(({ boneAnims }) => boneAnims.map((boneAnim) => boneAnim.name ?? '')),
      textures: view.textures.map((texture) => texture.name),
    });
  }
  return found;
}

/** What is in a file; undefined where it can't be read, which checking it tells. */
function open(source: Source, name: string): FileView | undefined {
  const bytes = source.open(name);
  if (bytes === undefined) return undefined;
  try {
    if (isBntx(bytes)) return { ...NOTHING, textures: bntxTextures(bytes) };
    return isWiiuFile(bytes) ? wiiuFile(bytes) : switchFile(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

const NOTHING: FileView = {
  format: 'bntx',
  models: [],
  skeletalAnims: [],
  visibilityAnims: [],
  shapeAnims: [],
  otherAnims: {},
  textures: [],
};

function modelOf(source: Source, files: readonly Summary[], file: Summary, index: number, name: string): Model {
  const { bones } = file.models[index]!;
  const parts: Part[] = [{ role: 'mesh', file: file.entry, reason: `model ${index} of the file` }];
  const notes: Issue[] = [];
  for (const other of files) {
    if (other === file) continue;
    const reason = companionReason(file.entry, other.entry);
    const score = Math.max(0, ...other.animatedBones.map((names) => scoreOf(names, bones)));
    if (reason !== undefined && score > 0) parts.push({ role: 'animation', file: other.entry, reason });
    else if (other.models.length === 0 && score >= ENOUGH_BONES && isNear(file.entry, other.entry)) {
      const text = `moves ${Math.round(100 * score)} % of its bones or more`;
      parts.push({ role: 'animation', file: other.entry, reason: text });
      notes.push(issue(modelIssues['animation-by-bones'], `'${other.entry}' ${text}`));
    }
  }
  for (const other of textureFiles(files, file)) {
    parts.push({
      role: 'texture',
      file: other.entry,
      reason: companionReason(file.entry, other.entry) ?? 'has textures',
    });
  }
  return {
    name,
    parts,
    notes,
    toScene: (options) => convert(source, file, index, parts, options),
    textures: () => storedTextures(source, file.entry, index, parts),
  };
}

const scoreOf = (names: readonly string[], bones: ReadonlySet<string>): number =>
  names.length === 0 ? 0 : names.filter((name) => bones.has(name)).length / names.length;

/** Names of files that go with a model file `X`: what is behind `X` in theirs (section 20.1). */
const COMPANIONS = /^(_?Animation(_.*)?|\.Tex[12]?|Texture|_Texture)$/i;

function companionReason(model: string, other: string): string | undefined {
  const own = baseName(model);
  const name = baseName(other);
  if (name === own && folderOf(model) !== folderOf(other)) return undefined;
  return name.startsWith(own) && COMPANIONS.test(name.slice(own.length)) ? `named for ${fileName(model)}` : undefined;
}

/** `Model/Animal_Bass.Tex1.sbfres` -> `Animal_Bass.Tex1`; of a file in an archive the name of that: `Npc.szs/output.bfres`. */
function baseName(path: string): string {
  const steps = path.split('/');
  const last = steps.at(-1)!;
  const isNameless = /^output\.bfres$/i.test(last) && steps.length > 1;
  return stem((isNameless ? steps.at(-2)! : last).replace(/\.(zs|szs|mc)$/i, '.bfres')).replace(/\.Nin_NX_NVN$/i, '');
}

const folderOf = (path: string): string => path.slice(0, path.length - fileName(path).length);
const isNear = (a: string, b: string): boolean => folderOf(a) === folderOf(b);

/** Files with textures: those named for the model first, then the others of its folder. */
function textureFiles(files: readonly Summary[], file: Summary): Summary[] {
  // What is embedded in a file with models is looked up in that file, and is for those models alone.
  const isEmbedded = ({ entry }: Summary) =>
    files.some((other) => other.models.length > 0 && entry.startsWith(`${other.entry}/`));
  const others = files.filter((other) => other !== file && other.textures.length > 0 && !isEmbedded(other));
  const named = others.filter((other) => companionReason(file.entry, other.entry) !== undefined);
  return [...named, ...others.filter((other) => !named.includes(other) && other.models.length === 0)];
}

function uniqueName(name: string, entry: string, taken: Set<string>): string {
  let free = name;
  if (taken.has(free.toLowerCase())) free = `${name}-${baseName(entry)}`;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name}-${n}`;
  taken.add(free.toLowerCase());
  return free;
}

function convert(
  source: Source,
  file: Summary,
  index: number,
  parts: readonly Part[],
  options: Options,
): Conversion<Scene> {
  const view = open(source, file.entry)!;
  const others = parts.filter(({ role }) => role === 'animation').map((part) => open(source, part.file)!);
  const animated = [view, ...others];
  // What another model of the file is made for is no loss to this one.
  const rivals = file.models.filter((_, i) => i !== index);
  const concerns = ({ boneAnims }: FileView['skeletalAnims'][number]) => {
    const moved = boneAnims.map(({ name = '' }) => name);
    const isOurs = scoreOf(moved, file.models[index]!.bones) >= ENOUGH_BONES;
    return isOurs || !rivals.some(({ bones }) => scoreOf(moved, bones) >= ENOUGH_BONES);
  };
  const sourceFiles = [file.entry, ...parts.filter(({ role }) => role === 'animation').map((part) => part.file)];
  return toScene(
    {
      model: view.models[index]!,
      skeletalAnims: animated.flatMap(({ skeletalAnims }) => skeletalAnims.filter(concerns)),
      visibilityAnims: animated.flatMap(({ visibilityAnims }) => visibilityAnims),
      shapeAnims: animated.flatMap(({ shapeAnims }) => shapeAnims),
      otherAnims: mergeLists(animated.map(({ otherAnims }) => otherAnims)),
      sources: sourceFiles.map((name) => ({ name: fileName(name), format: view.format, bytes: source.open(name)! })),
      findTexture: textureFinder(source, view, parts),
    },
    { fps: positive(options['fps'], 30), scale: positive(options['scale'], 1) },
  );
}

const positive = (text: string | undefined, fallback: number): number => {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : fallback;
};

function mergeLists(lists: readonly FileView['otherAnims'][]): Record<string, unknown[]> {
  const merged: Record<string, unknown[]> = {};
  for (const list of lists) {
    for (const [kind, items] of Object.entries(list)) merged[kind] = [...(merged[kind] ?? []), ...items];
  }
  return merged;
}

/** Looks in the file of the model, then in those that have textures, which are opened when something is missing. */
function textureFinder(source: Source, own: FileView, parts: readonly Part[]): (name: string) => Image | undefined {
  return searchTextures(source, own, parts, (texture) => texture.decode());
}

/** The textures that the materials of a model name, each with all its levels and layers. */
function storedTextures(source: Source, entry: string, index: number, parts: readonly Part[]): NamedSurface[] {
  const view = open(source, entry)!;
  const names = new Set(
    view.models[index]!.materials.flatMap(({ samplers }) => samplers.map(({ texture }) => texture)),
  );
  const find = searchTextures(source, view, parts, (texture) => texture.surface());
  return [...names].flatMap((name) => {
    const surface = find(name);
    return surface === undefined ? [] : [{ name, surface }];
  });
}

function searchTextures<T>(
  source: Source,
  own: FileView,
  parts: readonly Part[],
  take: (texture: TextureView) => T | undefined,
): (name: string) => T | undefined {
  const others = parts.filter(({ role }) => role === 'texture').map(({ file }) => file);
  const opened: FileView[] = [own];
  return (name) => {
    for (let i = 0; i < opened.length || others.length > 0; i++) {
      if (i === opened.length) opened.push(open(source, others.shift()!) ?? NOTHING);
      const texture = opened[i]!.textures.find((each) => each.name === name);
      const found = texture && take(texture);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
