import { isArchive } from '../formats/registry.ts';
import type { Issue } from '../issue.ts';
import { repair } from '../operations/repair.ts';
import { askedEntries, type Input, shownName } from './inputs.ts';
import { OutputFolder, type WrittenFile } from './output.ts';
import type { Session } from './session.ts';
import type { Workspace } from './tasks.ts';
import { bytesText, counted } from './text.ts';

interface RepairReport {
  readonly file: string;
  readonly written?: WrittenFile;
  readonly issues: readonly Issue[];
}

/** Writes the files of which something can be set right to a folder, under their names. Archives are written whole. */
export async function repairAll(
  session: Session,
  workspace: Workspace,
  { output, force }: { readonly output: string; readonly force: boolean },
): Promise<void> {
  const folder = new OutputFolder(output, session.io.cwd, force);
  const reports: RepairReport[] = [];
  let fine = 0;
  for (const input of workspace.inputs) {
    for (const name of wholeFiles(input)) {
      const report = repairOne(input, name, folder);
      session.count(report.issues);
      if (report.issues.length === 0) fine++;
      else reports.push(report);
      if (!session.json && report.issues.length > 0) print(session, report);
    }
  }
  if (session.json) return session.printJson({ files: reports, issues: workspace.issues });
  const written = reports.filter((report) => report.written !== undefined).length;
  session.note(`${counted(written, 'file')} written, ${fine} with nothing to set right`);
  session.summarize();
}

/** What was asked for, without members of archives that were. */
function wholeFiles(input: Input): string[] {
  const names: string[] = [];
  let archive: string | undefined;
  for (const { name } of askedEntries(input)) {
    if (archive !== undefined && name.startsWith(`${archive}/`)) continue;
    names.push(name);
    const { format } = input.source.openFile(name) ?? {};
    if (format !== undefined && isArchive(format)) archive = name;
  }
  return names;
}

function repairOne(input: Input, name: string, folder: OutputFolder): RepairReport {
  const file = shownName(input, name);
  const opened = input.source.openFile(name);
  if (opened === undefined) return { file, issues: [] };
  const isForeign = opened.format === undefined && input.isWhole;
  const { bytes, issues } = isForeign ? { bytes: undefined, issues: [] } : repair({ ...opened, name: file });
  if (bytes === undefined) return { file, issues };
  const result = folder.write({ name: input.isWhole ? name : name.slice(name.lastIndexOf('/') + 1), bytes });
  return 'size' in result ? { file, written: result, issues } : { file, issues: [...issues, result] };
}

function print(session: Session, { file, written, issues }: RepairReport): void {
  session.print(session.color.bold(file));
  if (written !== undefined) session.print(`  wrote  ${written.path}, ${bytesText(written.size)}`);
  for (const issue of issues) {
    session.print(
      `  ${session.severityText(issue.severity)}  ${session.issueText(issue, { withFile: issue.file !== file })}`,
    );
  }
}
