import {
  convertPictures,
  type ExpandedSource,
  expand,
  type FoundModel,
  familyOf,
  fileName,
  findModels,
  HEAD_SIZE,
  type Issue,
  identify,
  identifyWrapper,
  isArchive,
  modelScene,
  type OpenedFile,
  type Scene,
  type Source,
} from 'exhume';
import { readGltf, writeGlb } from 'exhume/formats/gltf';
import { learnDictionaries, needsDictionary } from './dictionaries.ts';
import { Inspection } from './inspection.ts';
import { joinClips } from './join.ts';
import { noOrigins, type Origins, originsOf } from './links.ts';
import type { Joined, ListedFile, ListedModel, LoadedScene, Opened, SourceSpec, Taken, TakenFile } from './protocol.ts';
import { joined, sourceOf } from './sources.ts';

/** How often progress is told: every so many files. */
const PROGRESS_STEP = 25;

/** A source that lies open: what is in it, and the model and file that are looked at. */
export class Desk {
  inspection: Inspection | undefined;
  private readonly name: string;
  private readonly base: Source;
  private source: ExpandedSource;
  private found: readonly FoundModel[] = [];
  private origins: Origins = noOrigins;
  /** The model that is shown, where clips were added to it that its files do not have. */
  private extended: { readonly model: string; readonly scene: Scene } | undefined;

  constructor(spec: SourceSpec, progress: (count: number) => void) {
    let count = 0;
    this.name = spec.name;
    this.base = sourceOf(spec, () => {
      if (++count % PROGRESS_STEP === 0) progress(count);
    });
    this.source = expand(this.base);
  }

  list(): Opened {
    let files = this.describeAll();
    // What needed a dictionary is looked at again when one has turned up.
    if (files.some(({ issues }) => issues.some(needsDictionary)) && learnDictionaries(this.source).length > 0) {
      this.source = expand(this.base);
      files = this.describeAll();
    }
    const { models, issues } = findModels(this.source);
    this.found = models;
    const gltf = files.filter(({ format }) => format === 'glb' || format === 'gltf');
    return {
      name: this.name,
      files,
      models: [...models.map(describeModel), ...gltf.map(describeGltf)],
      issues: [...this.source.issues, ...issues],
    };
  }

  async scene(model: string): Promise<LoadedScene> {
    this.extended = undefined;
    const loaded = await this.makeScene(model);
    const parts = this.found.find(({ name }) => name === model)?.model.parts.map(({ file }) => file);
    this.origins = loaded.scene === undefined ? noOrigins : originsOf(loaded.scene, parts ?? []);
    return { ...loaded, ...(this.origins.file === undefined ? {} : { origin: this.origins.file }) };
  }

  async join(model: string, spec: SourceSpec, isCertain: boolean): Promise<Joined> {
    const added = sourceOf(spec);
    if (!isCertain && !holdsClipsOnly(added)) return { scene: undefined, report: [], issues: [] };
    const scene = this.extended?.model === model ? this.extended.scene : (await this.makeScene(model)).scene;
    if (scene === undefined) return { scene, report: [], issues: [] };
    const together = expand(joined(this.base, added));
    const more = findModels(together).models.find(({ name }) => name === model);
    const byFamily = more && (await modelScene(more)).value;
    const alone = await Promise.all(findModels(expand(added)).models.map((found) => modelScene(found)));
    const gltf = await Promise.all([...added.entries()].map(({ name }) => readIfGltf(added, name)));
    const others = [...alone.flatMap(({ value }) => value ?? []), ...gltf.flatMap((scene) => scene ?? [])];
    const result = joinClips(scene, byFamily, others);
    if (result.scene !== undefined) this.extended = { model, scene: result.scene };
    return result;
  }

  inspect(name: string): Inspection | undefined {
    this.inspection = undefined;
    const file = this.source.openFile(name);
    this.inspection = file && new Inspection(file, this.origins);
    return this.inspection;
  }

  async glb(model: string, clips: readonly string[]): Promise<Taken> {
    const made =
      this.extended?.model === model ? { scene: this.extended.scene, issues: [] } : await this.makeScene(model);
    if (made.scene === undefined) return { files: [], issues: made.issues };
    const wanted = new Set(clips);
    const scene = { ...made.scene, clips: made.scene.clips.filter(({ name }) => wanted.has(name)) };
    const { value, issues } = await writeGlb(scene);
    const files = [{ name: `${fileName(model).replace(/\.gl(b|tf)$/i, '')}.glb`, bytes: value.slice() }];
    return { files, issues: [...made.issues, ...issues] };
  }

  async pictures(name: string): Promise<Taken> {
    const { outputs, issues } = await convertPictures(this.file(name), { to: 'png' });
    return { files: outputs.map(({ name, bytes }) => ({ name, bytes: bytes.slice() })), issues };
  }

  member(name: string): TakenFile {
    const { bytes, wrappers } = this.file(name);
    return { name: fileName(name), bytes: (wrappers[0]?.wrapped ?? bytes).slice() };
  }

  private file(name: string): OpenedFile {
    const file = this.source.openFile(name);
    if (file === undefined) throw new Error(`there is no ${name}`);
    return file;
  }

  private async makeScene(model: string): Promise<LoadedScene> {
    const found = this.found.find(({ name }) => name === model);
    if (found !== undefined) {
      const { value, issues } = await modelScene(found);
      return { scene: value, issues };
    }
    const { bytes } = this.file(model);
    const folder = model.slice(0, model.length - fileName(model).length);
    try {
      const read = await readGltf(bytes, fileName(model), (uri) => this.source.open(`${folder}${uri}`));
      return { scene: read.value, issues: read.issues };
    } catch (error) {
      if (!isIssue(error)) throw error;
      return { scene: undefined, issues: [error] };
    }
  }

  private describeAll(): ListedFile[] {
    const inFolder = new Set(Array.from(this.base.entries(), ({ name }) => name));
    return Array.from(this.source.entries(), ({ name, size }) => this.describe(name, size, inFolder.has(name)));
  }

  /** What a file is. Of files that are not compressed the first bytes tell: those alone are read. */
  private describe(name: string, size: number, isInFolder: boolean): ListedFile {
    const head = isInFolder ? this.base.head?.(name, HEAD_SIZE) : undefined;
    const isPlain = head !== undefined && identifyWrapper(head, name) === undefined;
    const file = isPlain ? undefined : this.source.openFile(name);
    const format = isPlain ? identify(head, name) : file?.format;
    const family = format && familyOf(format);
    return {
      name,
      size,
      ...(format === undefined ? {} : { format: format.id, title: format.title }),
      ...(family === undefined ? {} : { family: family.id }),
      isArchive: format !== undefined && isArchive(format),
      isPicture: format?.toImages !== undefined || format?.id === 'png',
      wrappers: file?.wrappers.map(({ wrapper }) => wrapper.title) ?? [],
      // That a file is none of ours is no fault of it.
      issues: format === undefined && file?.sealed === undefined ? [] : (file?.issues ?? []),
    };
  }
}

async function readIfGltf(source: Source, name: string): Promise<Scene | undefined> {
  if (!/\.gl(b|tf)$/i.test(name)) return undefined;
  try {
    return (await readGltf(source.open(name)!, fileName(name), (uri) => source.open(uri))).value;
  } catch (error) {
    if (!isIssue(error)) throw error;
    return undefined;
  }
}

/** Whether all files are of formats that bring nothing but clips to a model. */
function holdsClipsOnly(source: Source): boolean {
  const files = expand(source);
  return [...files.entries()].every(({ name }) => {
    const roles = files.openFile(name)?.format?.roles ?? [];
    return roles.length > 0 && roles.every((role) => role === 'animation');
  });
}

function describeModel({ name, family, model }: FoundModel): ListedModel {
  return { name, familyTitle: family.title, parts: model.parts, issues: model.notes };
}

function describeGltf({ name }: ListedFile): ListedModel {
  const parts = [{ role: 'model', file: name, reason: 'is the model' }];
  return { name, familyTitle: 'glTF', parts, issues: [] };
}

function isIssue(error: unknown): error is Issue & Error {
  return error instanceof Error && error.name === 'CodecError';
}
