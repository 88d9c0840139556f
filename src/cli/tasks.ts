import type { Source } from '../containers/source.ts';
import type { AnyFormat } from '../formats/format.ts';
import type { Issue } from '../issue.ts';
import { check } from '../operations/check.ts';
import { type Converted, convertGltf, convertModel, convertPictures, isKtx2, isPng } from '../operations/convert.ts';
import type { ExpandedSource } from '../operations/expand.ts';
import { inFile } from '../operations/issues.ts';
import { type FoundModel, findModels } from '../operations/models.ts';
import { isForeign, type OpenedFile } from '../operations/open.ts';
import type { TextureFile } from '../operations/texture-files.ts';
import { type Verification, verify } from '../operations/verify.ts';
import { type Input, type InputSpec, type ResolvedInputs, resolveInputs, shownName } from './inputs.ts';

// Work on one file or model, the same whether it happens here or in a worker.

/** What to do, in a form that can be sent to a worker. */
export type Task =
  | { readonly do: 'verify'; readonly input: number; readonly entry: string }
  | { readonly do: 'check'; readonly input: number; readonly entry: string }
  | ({ readonly do: 'convert-model'; readonly input: number; readonly model: string } & ConvertSettings)
  | ({ readonly do: 'convert-file'; readonly input: number; readonly entry: string } & ConvertSettings);

interface ConvertSettings {
  readonly to: string;
  readonly options: Readonly<Record<string, string>>;
  /** Path of the originals. */
  readonly base?: string;
  /** Name of the file that is to be written, where one was asked for. */
  readonly outputName?: string;
  /** What textures are written as beside models. */
  readonly textures?: TextureFile;
}

export interface Checked {
  readonly file: string;
  /** Id of the format. */
  readonly format?: string;
  readonly size: number;
  /** Whether it is none of our formats. */
  readonly isForeign: boolean;
  readonly issues: readonly Issue[];
}

export type TaskResult<T extends Task> = T extends { do: 'verify' }
  ? Verification
  : T extends { do: 'check' }
    ? Checked
    : Converted;

/** The inputs of a run, with what was found in them so far. */
export class Workspace {
  readonly spec: InputSpec;
  readonly inputs: readonly Input[];
  readonly issues: readonly Issue[];
  private readonly found = new Map<Input, { models: readonly FoundModel[]; issues: readonly Issue[] }>();
  private readonly bases = new Map<string, Promise<Source | undefined>>();

  static async open(spec: InputSpec): Promise<Workspace> {
    return new Workspace(spec, await resolveInputs(spec));
  }

  private constructor(spec: InputSpec, { inputs, issues }: ResolvedInputs) {
    this.spec = spec;
    this.inputs = inputs;
    this.issues = issues;
  }

  /** The models of an input: all, or those that a file asked for takes part in. */
  models(input: Input): { readonly models: readonly FoundModel[]; readonly issues: readonly Issue[] } {
    const known = this.found.get(input);
    if (known !== undefined) return known;
    const { models, issues } = findModels(input.source);
    const found = { models: models.filter((model) => isAsked(input, model)), issues };
    this.found.set(input, found);
    return found;
  }

  /** The originals at a path: a folder, an archive or one file. */
  base(path: string): Promise<Source | undefined> {
    let base = this.bases.get(path);
    if (base === undefined) {
      base = resolveInputs({ cwd: this.spec.cwd, paths: [path] }).then(
        ({ inputs }) => inputs[0] && askedOnly(inputs[0]),
      );
      this.bases.set(path, base);
    }
    return base;
  }

  /** Does one task. Whatever is wrong with files is in the result. */
  async run<T extends Task>(task: T): Promise<TaskResult<T>> {
    const input = this.inputs[task.input]!;
    return (await this.perform(task, input)) as TaskResult<T>;
  }

  private async perform(task: Task, input: Input): Promise<Verification | Checked | Converted> {
    if (task.do === 'convert-model') {
      const found = this.models(input).models.find(({ name }) => name === task.model)!;
      return convertModel(found, await this.settings(task));
    }
    const opened = input.source.openFile(task.entry);
    const name = shownName(input, task.entry);
    if (opened === undefined) return unreadable(name, input.source.issues);
    const file = { ...opened, name, issues: renamed(opened.issues, name) };
    if (task.do === 'verify') return verify(file);
    if (task.do === 'check') return checked(file);
    const settings = await this.settings(task);
    if (isPicture(task.to, file.format, file.bytes)) return convertPictures(file, settings);
    return convertGltf(file.bytes, task.entry, input.source, settings);
  }

  private async settings({ to, options, base, outputName, textures }: ConvertSettings) {
    const source = base === undefined ? undefined : await this.base(base);
    return {
      to,
      options,
      ...(source === undefined ? {} : { base: source }),
      ...(outputName === undefined ? {} : { outputName }),
      ...(textures === undefined ? {} : { textures }),
    };
  }
}

function checked(file: OpenedFile): Checked {
  const { name, bytes, format } = file;
  return {
    file: name,
    ...(format === undefined ? {} : { format: format.id }),
    size: bytes.length,
    isForeign: isForeign(file),
    issues: check(file),
  };
}

function isPicture(to: string, format: AnyFormat | undefined, bytes: Uint8Array): boolean {
  return to === 'png' || to === 'ktx2' || format?.toImages !== undefined || isPng(bytes) || isKtx2(bytes);
}

function isAsked(input: Input, { model }: FoundModel): boolean {
  return input.isWhole ||
    model.parts.some(({ role, file }) => role !== 'texture' && role !== 'table' && input.isAsked(file))
    ? model.parts.length === 0 || model.parts.some(({ file }) => input.isAsked(file))
    : false;
}

function askedOnly({ source, isAsked }: Input): ExpandedSource {
  return {
    name: source.name,
    issues: source.issues,
    *entries() {
      for (const entry of source.entries()) if (isAsked(entry.name)) yield entry;
    },
    open: (name) => (isAsked(name) ? source.open(name) : undefined),
    head: (name, length) => (isAsked(name) ? source.head(name, length) : undefined),
    openFile: (name) => (isAsked(name) ? source.openFile(name) : undefined),
  };
}

function renamed(issues: readonly Issue[], file: string): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, file }));
}

function unreadable(file: string, issues: readonly Issue[]): Verification & Checked & Converted {
  return {
    file,
    name: file,
    outcome: 'unreadable',
    wrappers: [],
    size: 0,
    isForeign: false,
    outputs: [],
    issues: inFile(issues, file),
  };
}
