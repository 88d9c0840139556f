import { type Issue, issue } from '../issue.ts';
import { isGltf, isKtx2, isPng, type OutputFormat } from '../operations/convert.ts';
import { inFile, operationIssues } from '../operations/issues.ts';
import type { OpenedFile } from '../operations/open.ts';
import { askedEntries, type Input, shownName } from './inputs.ts';
import type { Task, Workspace } from './tasks.ts';
import { counted } from './text.ts';
import { UsageError } from './usage-error.ts';

// What `exhume convert` has to do, from what was named and what was asked for.

export type ConvertTask = Extract<Task, { do: 'convert-model' | 'convert-file' }>;

/** What all tasks of a run have. */
export type ConvertSettings = Pick<ConvertTask, 'options' | 'base' | 'outputName' | 'textures'>;

export interface ConversionPlan {
  readonly tasks: readonly ConvertTask[];
  /** What was named but gives nothing, and what was wrong with archives on the way. */
  readonly issues: readonly Issue[];
}

/**
 * The models of game files, glTF files, and pictures where they are asked for or nothing else was named.
 *
 * @throws UsageError for glTF files alone without a format to write them in
 */
export function planConversion(
  workspace: Workspace,
  output: OutputFormat | undefined,
  settings: ConvertSettings,
): ConversionPlan {
  const plans = workspace.inputs.map((input, i) => {
    const found = output?.from === 'pictures' ? picturesIn(input, output.id) : modelsIn(workspace, input, output);
    const tasks = found.files.map(
      ({ entry, to }): ConvertTask => ({ do: 'convert-file', input: i, entry, to, ...settings }),
    );
    const to = output?.id ?? 'glb';
    for (const model of found.models) tasks.push({ do: 'convert-model', input: i, model, to, ...settings });
    const nothing = tasks.length > 0 ? unusable(input, found.used) : [nothingIn(input, output)];
    return { tasks, issues: [...found.issues, ...input.source.issues, ...nothing] };
  });
  return { tasks: plans.flatMap(({ tasks }) => tasks), issues: plans.flatMap(({ issues }) => issues) };
}

interface Found {
  readonly files: readonly { readonly entry: string; readonly to: string }[];
  /** Names of models. */
  readonly models: readonly string[];
  /** Entries that something is made of. */
  readonly used: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

function picturesIn(input: Input, to: string): Found {
  const entries = Array.from(askedEntries(input), ({ name }) => name);
  const pictures = entries.filter(
    (name) => isPng(headOf(input, name)) || isKtx2(headOf(input, name)) || hasPictures(input, name),
  );
  return { files: pictures.map((entry) => ({ entry, to })), models: [], used: new Set(pictures), issues: [] };
}

function modelsIn(workspace: Workspace, input: Input, output: OutputFormat | undefined): Found {
  const entries = Array.from(askedEntries(input), ({ name }) => name);
  const gltfs = new Set(entries.filter((name) => isGltf(headOf(input, name), name)));
  const { models, issues } = workspace.models(input);
  const ofGames = models.filter(({ model }) => !model.parts.some(({ file }) => gltfs.has(file)));
  const used = new Set([...gltfs, ...ofGames.flatMap(({ model }) => model.parts.map(({ file }) => file))]);
  const names = ofGames.map(({ name }) => name);
  if (output !== undefined) {
    return { files: Array.from(gltfs, (entry) => ({ entry, to: output.id })), models: names, used, issues };
  }
  const onlyPictures = names.length > 0 || input.isWhole ? [] : entries.filter((name) => hasPictures(input, name));
  const [gltf] = gltfs;
  if (gltf !== undefined && names.length + onlyPictures.length === 0) {
    throw new UsageError(`${shownName(input, gltf)} is glTF already: name the format to write with --to`);
  }
  for (const picture of onlyPictures) used.add(picture);
  return { files: onlyPictures.map((entry) => ({ entry, to: 'png' })), models: names, used, issues };
}

function headOf({ source }: Input, name: string): Uint8Array {
  return source.head(name, 16) ?? new Uint8Array();
}

function hasPictures({ source }: Input, name: string): boolean {
  return source.openFile(name)?.format?.toImages !== undefined;
}

/** What is wrong with files that were named one by one and that nothing is made of. */
function unusable(input: Input, used: ReadonlySet<string>): readonly Issue[] {
  if (input.isWhole) return [];
  return Array.from(askedEntries(input), ({ name }) => name)
    .filter((name) => !used.has(name))
    .flatMap((name) => issuesOf(input.source.openFile(name), shownName(input, name)));
}

/** That nothing was found in an input, and why where one file was named. */
function nothingIn(input: Input, output: OutputFormat | undefined): Issue {
  const entries = [...askedEntries(input)];
  const wanted = output?.from === 'pictures' ? 'picture' : 'model';
  const only = entries.length === 1 && !input.isFolder ? entries[0] : undefined;
  if (only === undefined) {
    const among =
      entries.length === 0 ? 'there are no files in it' : `no ${wanted} among ${counted(entries.length, 'file')}`;
    return inFile([issue(operationIssues['no-models'], among)], input.prefix.replace(/\/$/, '') || '.')[0]!;
  }
  const name = shownName(input, only.name);
  const [reason = issue(operationIssues['no-models'], `this is no ${wanted}`)] = issuesOf(
    input.source.openFile(only.name),
    name,
  );
  return { ...reason, file: name };
}

function issuesOf(file: OpenedFile | undefined, name: string): readonly Issue[] {
  return (file?.issues ?? []).map((known) => ({ ...known, file: name }));
}
