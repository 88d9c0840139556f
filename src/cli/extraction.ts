import { fileName } from '../containers/source.ts';
import type { OutputFile } from '../formats/format.ts';
import { isArchive } from '../formats/registry.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from '../operations/issues.ts';
import { withoutExtension } from '../operations/open.ts';
import type { TextureFile } from '../operations/texture-files.ts';
import { askedEntries, type Input, shownName } from './inputs.ts';

export interface Extraction {
  readonly members: readonly OutputFile[];
  readonly issues: readonly Issue[];
}

/** The files in the archives that were named: `deep` goes into archives in archives. */
export function membersToExtract(input: Input, deep: boolean): Extraction {
  const { source } = input;
  const archives: string[] = [];
  const members: OutputFile[] = [];
  const entries = [...askedEntries(input)];
  for (const { name } of entries) {
    const file = source.openFile(name);
    if (file === undefined) continue;
    const outer = archives.findLast((archive) => name.startsWith(`${archive}/`));
    const opens = file.format !== undefined && isArchive(file.format) && (outer === undefined || deep);
    if (opens) archives.push(name);
    else if (outer !== undefined)
      members.push({
        name: name.slice((deep ? archives.find((archive) => name.startsWith(`${archive}/`))! : outer).length + 1),
        bytes: stored(name),
      });
    else if (!input.isWhole && name.includes('/'))
      members.push({ name: name.slice(name.lastIndexOf('/') + 1), bytes: stored(name) });
    else if (file.wrappers.length > 0)
      members.push({
        name: unwrappedName(
          name,
          file.wrappers.map(({ wrapper }) => wrapper),
        ),
        bytes: file.bytes,
      });
  }
  const nothing = issue(
    operationIssues['wrong-format'],
    'there is no archive and no compressed file to take anything out of',
  );
  const name = entries.length === 1 ? shownName(input, entries[0]!.name) : input.prefix;
  return { members, issues: members.length > 0 || archives.length > 0 ? [] : inFile([nothing], name) };

  /** A member with its compression, as the archive holds it. */
  function stored(name: string): Uint8Array {
    const file = source.openFile(name)!;
    return file.wrappers[0]?.wrapped ?? file.bytes;
  }
}

/** The textures in the files that were named, archives open, in a folder for each file. */
export async function texturesToExtract(input: Input, kind: TextureFile): Promise<Extraction> {
  const { texturesOf } = await import('../operations/textures.ts');
  const members: OutputFile[] = [];
  const issues: Issue[] = [];
  for (const { name } of askedEntries(input)) {
    const file = input.source.openFile(name);
    // A file that is one texture stays what it is.
    if (file?.format?.toSurfaces === undefined || file.format.id === 'dds') continue;
    const textures = await texturesOf(file, kind);
    const folder = name.slice(0, name.length - fileName(name).length);
    for (const output of textures.outputs) members.push({ ...output, name: `${folder}${output.name}` });
    issues.push(...textures.issues);
  }
  if (members.length > 0) return { members, issues };
  const nothing = issue(operationIssues['wrong-format'], 'there are no textures in it that are stored as such');
  return { members, issues: [...issues, ...inFile([nothing], input.prefix.replace(/\/$/, '') || '.')] };
}

function unwrappedName(name: string, wrappers: readonly Parameters<typeof withoutExtension>[1][]): string {
  const short = wrappers.reduce(withoutExtension, name.slice(name.lastIndexOf('/') + 1));
  return short === name ? `${name}.unpacked` : short;
}
