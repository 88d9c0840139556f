import type { OpenedFile } from '../operations/open.ts';
import { askedEntries, shownName } from './inputs.ts';
import type { Session } from './session.ts';
import { UsageError } from './usage-error.ts';
import { openWorkspace } from './workspace.ts';

/** The one file that was named: an archive as a whole, where it is one. Undefined, and said, where there is none. */
export async function openSingle(
  session: Session,
  path: string,
  options: { readonly format?: string | undefined; readonly zstdDict?: readonly string[] | undefined } = {},
): Promise<OpenedFile | undefined> {
  const workspace = await openWorkspace(session, { ...options, paths: [path] });
  const [input] = workspace.inputs;
  if (input === undefined) return undefined;
  const entries = [...askedEntries(input)];
  const [entry] = entries;
  if (entry === undefined) throw new UsageError(`${path} is a folder without files, where one file is needed`);
  if (
    workspace.inputs.length > 1 ||
    entries.some(({ name }) => name !== entry.name && !name.startsWith(`${entry.name}/`))
  ) {
    throw new UsageError(`${path} is ${entries.length} files, where one is needed`);
  }
  const file = input.source.openFile(entry.name);
  if (file === undefined) {
    session.fail(input.source.issues);
    return undefined;
  }
  const name = shownName(input, entry.name);
  return { ...file, name, issues: file.issues.map((issue) => ({ ...issue, file: name })) };
}
