import type { Issue } from '../../issue.ts';
import type { OpenedFile } from '../../operations/open.ts';
import { type Context, collect, command, runCommand } from '../command.ts';
import type { Input } from '../inputs.ts';
import type { Session } from '../session.ts';
import type { Workspace } from '../tasks.ts';
import { aligned, bytesText, counted, plural, severityCounts } from '../text.ts';

interface ListedFile {
  readonly file: string;
  readonly size: number;
  /** Id of the format. */
  readonly format?: string;
  readonly wrappers: readonly string[];
  /** What it is, where it is none of ours. */
  readonly note?: string;
}

interface ListedModel {
  readonly model: string;
  readonly family: string;
  readonly parts: readonly { readonly role: string; readonly file: string; readonly reason: string }[];
  readonly issues: readonly Issue[];
}

/** `exhume ls` */
export const ls = (context: Context) =>
  command({
    name: 'ls',
    summary: 'list the models and files in folders and archives',
    description: 'Lists models with the files they are made of, and all files with their formats.',
    examples: [
      ['ls game/', 'everything in a folder and its archives'],
      ['ls meshes.vpp', 'the members of an archive'],
      ['ls --files "**/*.v3m"', 'files only'],
    ],
  })
    .argument('[inputs...]', 'files, folders, globs, archives', ['.'])
    .option('--files', 'list files only')
    .option('--models', 'list models only')
    .option('--parts', 'name the files of each model, and why they belong to it')
    .option('--with <path>', 'folder or archive where models find what they lack (can be repeated)', collect)
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((paths, options) =>
      runCommand(context, options, async (session) => {
        const { openWorkspace } = await import('../workspace.ts');
        const workspace = await openWorkspace(session, { paths, related: options.with, ...options });
        const models = options.files ? [] : workspace.inputs.flatMap((input) => listModels(workspace, input));
        const files = options.models ? [] : await listFiles(workspace);
        const issues = workspace.inputs.flatMap(({ source }) => source.issues);
        session.count(issues);
        if (session.json) return session.printJson({ models, files, issues: [...workspace.issues, ...issues] });
        for (const issue of issues) session.complain(`exhume: ${session.issueText(issue)}`);
        printModels(session, models, options.parts === true);
        if (models.length > 0 && files.length > 0) session.print();
        printFiles(session, files);
        if (models.length + files.length > 0) session.note('');
        session.note(totals(models, files, options.files !== true));
      }),
    );

function listModels(workspace: Workspace, input: Input): ListedModel[] {
  return workspace.models(input).models.map(({ name, family, model }) => ({
    model: name,
    family: family.id,
    parts: model.parts,
    issues: model.notes,
  }));
}

async function listFiles(workspace: Workspace): Promise<ListedFile[]> {
  const { askedEntries, shownName } = await import('../inputs.ts');
  return workspace.inputs.flatMap((input) =>
    Array.from(askedEntries(input), ({ name, size }) =>
      listFile(shownName(input, name), size, input.source.openFile(name)),
    ),
  );
}

function listFile(file: string, size: number, opened: OpenedFile | undefined): ListedFile {
  if (opened === undefined) return { file, size, wrappers: [], note: 'not readable' };
  const note = opened.issues.map(({ reason }) => reason).join('; ');
  return {
    file,
    size,
    ...(opened.format === undefined ? {} : { format: opened.format.id }),
    wrappers: opened.wrappers.map(({ wrapper }) => wrapper.id),
    ...(note === '' ? {} : { note }),
  };
}

function printModels(session: Session, models: readonly ListedModel[], withParts: boolean): void {
  const lines = models.map(({ model, family, parts, issues }) => [
    model,
    family,
    rolesText(parts),
    severityCounts(issues),
  ]);
  for (const [i, line] of aligned(lines).entries()) {
    session.print(line);
    if (!withParts) continue;
    for (const { role, file, reason } of models[i]!.parts)
      session.print(session.color.dim(`    ${role} ${file}: ${reason}`));
    for (const issue of models[i]!.issues)
      session.print(`    ${session.severityText(issue.severity)} ${session.issueText(issue)}`);
  }
}

/** `1 mesh, 3 animations` */
function rolesText(parts: ListedModel['parts']): string {
  const counts = new Map<string, number>();
  for (const { role } of parts) counts.set(role, (counts.get(role) ?? 0) + 1);
  return Array.from(counts, ([role, count]) => counted(count, role, plural(role))).join(', ');
}

function printFiles(session: Session, files: readonly ListedFile[]): void {
  const lines = files.map(({ file, size, format, wrappers, note }) => [
    file,
    bytesText(size),
    format === undefined ? '-' : [format, ...wrappers.toReversed()].join(' in '),
    format === undefined ? (note ?? '') : '',
  ]);
  for (const line of aligned(lines, [1])) session.print(line);
}

function totals(models: readonly ListedModel[], files: readonly ListedFile[], withModels: boolean): string {
  const known = files.filter(({ format }) => format !== undefined).length;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const parts = [
    ...(withModels ? [models.length > 0 ? counted(models.length, 'model') : 'no models'] : []),
    ...(files.length > 0 ? [`${counted(files.length, 'file')}, ${known} of known formats, ${bytesText(size)}`] : []),
  ];
  return files.length > 0 || models.length > 0 ? parts.join('; ') : `no ${withModels ? 'models' : 'files'}`;
}
