import { Option } from '@commander-js/extra-typings';
import { fileName } from '../../containers/source.ts';
import type { OptionDeclaration } from '../../formats/format.ts';
import type { Converted } from '../../operations/convert.ts';
import type { FoundModel } from '../../operations/models.ts';
import { type TextureFile, textureFiles } from '../../operations/texture-files.ts';
import { type Context, collect, command, positive, runCommand } from '../command.ts';
import type { ConvertTask } from '../conversion.ts';
import type { FamilySetting } from '../family-settings.ts';
import type { OutputFolder, WrittenFile } from '../output.ts';
import type { Session } from '../session.ts';
import type { Workspace } from '../tasks.ts';
import { aligned, bytesText, counted, plural, secondsText, severityCounts, shortList } from '../text.ts';
import { UsageError } from '../usage-error.ts';

/** What became of one model or file: the shape of `--json`. */
interface ConvertReport extends Omit<Converted, 'outputs'> {
  readonly family?: string;
  readonly parts: FoundModel['model']['parts'];
  readonly written: readonly WrittenFile[];
}

/** `exhume convert` */
export const convert = (context: Context, settings: readonly FamilySetting[]) => {
  const base = command({
    name: 'convert',
    summary: 'convert models to glTF and back, and pictures to PNG and back',
    description:
      'Finds the models in what is named and writes each as one .glb with all its animations. A .glb or .gltf becomes game files with --to; pictures become PNG.',
    examples: [
      ['convert game/ -o out', 'every model of a folder and its archives'],
      ['convert meshes.vpp --with maps.vpp', 'an archive, with textures from another'],
      ['convert guard.v3c -o guard.glb', 'one model'],
      ['convert guard.glb --to v3c -o edited', 'back; unchanged parts keep their bytes'],
      ['convert new.glb --to v3c --base guard.v3c', 'the original supplies what glTF can not say'],
      ['convert new.glb --to bfres --base A.szs -o B.szs', 'into a copy of the archive it came in'],
      ['convert textures/ --to png', 'pictures'],
      ['convert Npc.szs --textures dds', 'with textures beside the .glb, blocks and levels as stored'],
    ],
  })
    .argument('<inputs...>', 'files, folders, globs, archives, - for standard input')
    .option('--to <format>', 'what to write: glb, gltf, png or what `exhume formats` lists')
    .option('-o, --output <path>', 'folder for the results, or the file to write', '.')
    .option('--force', 'replace files that are there already')
    .option('--with <path>', 'folder or archive where models find what they lack (can be repeated)', collect)
    .option('--base <path>', 'original file or folder, for what a scene or a picture can not say')
    .option('--format <id>', 'take files for this format')
    .addOption(
      new Option('--textures <kind>', 'write the textures of models beside them, as they are stored').choices(
        textureFiles,
      ),
    )
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .option('--jobs <n>', 'how many models to work on at the same time', positive)
    .option('--fail-fast', 'stop at the first error')
    .optionsGroup('Settings of the formats:');
  for (const { families, option } of settings) {
    const summary = `${option.summary} (${families.join(', ')}; ${option.default} by default)`;
    const flag = new Option(isSwitch(option) ? `--${option.name}` : `--${option.name} <value>`, summary);
    base.addOption(option.values === undefined || isSwitch(option) ? flag : flag.choices(option.values));
  }
  return base.action((paths, options) =>
    runCommand(context, options, async (session) => {
      const given = options as unknown as Readonly<Record<string, string | true>>;
      const asked = Object.fromEntries(
        settings.flatMap(({ option: { name } }) => {
          const value = given[camelCase(name)];
          return value === undefined ? [] : [[name, value === true ? 'yes' : value]];
        }),
      );
      await run(session, paths, { ...options, asked });
    }),
  );
};

/** A setting that is off unless it is named. */
function isSwitch({ values, default: usual }: OptionDeclaration): boolean {
  return usual === 'no' && values?.length === 2 && values.includes('no') && values.includes('yes');
}

interface RunSettings {
  readonly to?: string | undefined;
  readonly output: string;
  readonly force?: true | undefined;
  readonly with?: string[] | undefined;
  readonly base?: string | undefined;
  readonly format?: string | undefined;
  readonly zstdDict?: string[] | undefined;
  readonly textures?: TextureFile | undefined;
  readonly jobs?: number | undefined;
  readonly failFast?: true | undefined;
  readonly asked: Readonly<Record<string, string>>;
}

async function run(session: Session, paths: readonly string[], settings: RunSettings): Promise<void> {
  const { outputFormats } = await import('../../operations/convert.ts');
  const output = settings.to === undefined ? undefined : outputFormats().find(({ id }) => id === settings.to);
  if (settings.to !== undefined && output === undefined) {
    const ids = [...new Set(outputFormats().map(({ id }) => id))];
    throw new UsageError(`--to ${settings.to} is none of ${ids.join(', ')}`);
  }
  const { openWorkspace, perform } = await import('../workspace.ts');
  const workspace = await openWorkspace(session, { paths, related: settings.with, ...settings });
  await checkBase(session, settings.base);
  const { planConversion } = await import('../conversion.ts');
  const { asked: options, base } = settings;
  const { outputPlace } = await import('../output.ts');
  const { fileName: outputName } = outputPlace(settings.output, session.io.cwd);
  const { tasks, issues } = planConversion(workspace, output, {
    options,
    ...(base === undefined ? {} : { base }),
    ...(settings.textures === undefined ? {} : { textures: settings.textures }),
    ...(base === undefined || outputName === undefined ? {} : { outputName }),
  });
  session.fail(issues);
  const target = await openTarget(session, settings, tasks);
  const reports: ConvertReport[] = [];
  const counting = () => [];
  for await (const { task, result } of perform(session, workspace, tasks, { ...settings, counting })) {
    const report = await store(workspace, task, result, target);
    session.count(report.issues);
    reports.push(report);
    if (session.quiet) complain(session, report);
    else if (!session.json && target.folder !== undefined) print(session, report);
    if (settings.failFast && report.issues.some(({ severity }) => severity === 'error')) break;
  }
  if (session.json) return session.printJson({ models: reports, issues: workspace.issues });
  const written = reports.flatMap((report) => report.written);
  const size = written.reduce((sum, file) => sum + file.size, 0);
  const of = reports.length === 1 ? '' : ` from ${sourcesText(tasks)}`;
  if (reports.length > 0) session.note(`${counted(written.length, 'file')} written${of}, ${bytesText(size)}`);
  session.summarize();
}

/** `2 models, 1 file` */
function sourcesText(tasks: readonly ConvertTask[]): string {
  const models = tasks.filter((task) => task.do === 'convert-model').length;
  const files = tasks.length - models;
  return [...(models > 0 ? [counted(models, 'model')] : []), ...(files > 0 ? [counted(files, 'file')] : [])].join(', ');
}

async function checkBase(session: Session, base: string | undefined): Promise<void> {
  if (base === undefined) return;
  const { resolveInputs } = await import('../inputs.ts');
  const { inputs, issues } = await resolveInputs({ cwd: session.io.cwd, paths: [base] });
  if (inputs.length === 0)
    throw new UsageError(`--base ${base}: ${issues[0]?.reason ?? 'there is nothing of this name'}`);
}

/** Where results go: a folder, with the name of the only file where one was given; or standard output. */
interface Target {
  readonly folder?: OutputFolder;
  readonly fileName?: string;
  /** Whether several models are written: what is more than one file gets a folder of its own then. */
  readonly isShared: boolean;
  readonly toStdout: (bytes: Uint8Array) => void;
}

async function openTarget(
  session: Session,
  { output, force }: Pick<RunSettings, 'output' | 'force'>,
  tasks: readonly ConvertTask[],
): Promise<Target> {
  const { OutputFolder, outputPlace } = await import('../output.ts');
  const toStdout = (bytes: Uint8Array) => session.io.stdout.write(bytes);
  if (output === '-') {
    if (session.json) throw new UsageError('-o - and --json both want standard output');
    if (tasks.length > 1) throw new UsageError(`-o - takes one result, but ${tasks.length} are to be written`);
    return { toStdout, isShared: false };
  }
  const { folder, fileName } = outputPlace(output, session.io.cwd);
  if (fileName !== undefined && tasks.length > 1) {
    throw new UsageError(`-o ${output} is one file, but ${tasks.length} are to be written; a folder ends in /`);
  }
  return {
    folder: new OutputFolder(folder, session.io.cwd, force === true),
    isShared: tasks.length > 1,
    toStdout,
    ...(fileName === undefined ? {} : { fileName }),
  };
}

async function store(
  workspace: Workspace,
  task: ConvertTask,
  converted: Converted,
  target: Target,
): Promise<ConvertReport> {
  const { outputs, ...facts } = converted;
  const issues = [...facts.issues];
  const written: WrittenFile[] = [];
  for (const output of outputs) {
    if (target.folder === undefined) {
      target.toStdout(output.bytes);
      continue;
    }
    const named = { ...output, name: outputName(output.name, task, converted, target) };
    const result = target.folder.write(named, { rename: task.to === 'glb' || task.to === 'png' });
    if ('size' in result) written.push(result);
    else issues.push(result);
  }
  const found = task.do === 'convert-model' ? modelOf(workspace, task) : undefined;
  return {
    ...facts,
    issues,
    written,
    parts: found?.model.parts ?? [],
    ...(found === undefined ? {} : { family: found.family.id }),
  };
}

function outputName(name: string, { to }: ConvertTask, { name: model, outputs }: Converted, target: Target): string {
  const isBeside = name.includes('/');
  const main = outputs.filter((output) => !output.name.includes('/'));
  if (target.fileName !== undefined && !isBeside && main.length === 1) return target.fileName;
  if (target.fileName !== undefined && outputs.length === 1) return target.fileName;
  return to === 'gltf' && target.isShared ? `${model}/${name}` : name;
}

function modelOf(workspace: Workspace, { input, model }: Extract<ConvertTask, { do: 'convert-model' }>): FoundModel {
  return workspace.models(workspace.inputs[input]!).models.find(({ name }) => name === model)!;
}

function complain(session: Session, { issues }: ConvertReport): void {
  for (const issue of issues) if (issue.severity === 'error') session.complain(`exhume: ${session.issueText(issue)}`);
}

/** Files named of those that play the same role for the same reason. */
const MAX_NAMED = 3;
const MAX_NAMES_LENGTH = 60;

/** Lines for one role; where there are more reasons than that, they share a line. */
const MAX_REASONS = 4;

/** A line for each role and reason: `found  2 animations  run.rfa, walk.rfa  named in entity.tbl`. */
function partLines(parts: ConvertReport['parts']): string[][] {
  return [...groupedBy(parts, ({ role }) => role)].flatMap(([role, ofRole]) => {
    const reasons = [...groupedBy(ofRole, ({ reason }) => reason)];
    const lines: (typeof reasons)[number][] =
      reasons.length <= MAX_REASONS ? reasons : [[`${reasons[0]![0]}; others likewise`, ofRole]];
    return lines.map(([reason, group]) => [
      '  found',
      counted(group.length, role, plural(role)),
      shortNames(group.map(({ file }) => file)),
      reason,
    ]);
  });
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function print(session: Session, { name, family, parts, written, contents, issues }: ConvertReport): void {
  const { bold, dim } = session.color;
  session.print(`${bold(name)}${family === undefined ? '' : dim(` (${family})`)}`);
  for (const line of aligned(partLines(parts))) session.print(dim(line));
  for (const { path, size } of written) session.print(`  wrote  ${path}, ${bytesText(size)}`);
  if (contents !== undefined && written.length > 0) session.print(`         ${contentsText(contents)}`);
  const { clips } = contents ?? { clips: [] };
  if (clips.length > 0 && written.length > 0) {
    session.print(
      `         clips ${shortList(
        clips.map(({ name, duration }) => `${name} ${secondsText(duration)}`),
        6,
      )}`,
    );
  }
  const kinds = new Set(issues.map(({ code }) => code));
  for (const code of kinds) {
    const same = issues.filter((issue) => issue.code === code);
    const [first] = same;
    const more = same.length > 1 ? dim(` and ${same.length - 1} more like it`) : '';
    session.print(
      `  ${session.severityText(first!.severity)}  ${session.issueText(first!, { withFile: first!.file !== name })}${more}`,
    );
  }
  if (written.length === 0)
    session.print(`  nothing written${issues.length === 0 ? '' : `: ${severityCounts(issues)}`}`);
}

/** The names of some files; without their folders where that would be long. */
function shortNames(files: readonly string[]): string {
  const text = shortList(files, MAX_NAMED);
  return text.length <= MAX_NAMES_LENGTH ? text : shortList(files.map(fileName), MAX_NAMED);
}

function contentsText({
  meshes,
  vertices,
  triangles,
  joints,
  clips,
  textures,
}: NonNullable<Converted['contents']>): string {
  return [
    counted(meshes, 'mesh', 'meshes'),
    counted(triangles, 'triangle'),
    counted(vertices, 'vertex', 'vertices'),
    ...(joints > 0 ? [counted(joints, 'joint')] : []),
    counted(clips.length, 'clip'),
    counted(textures, 'texture'),
  ].join(', ');
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
