import { CodecError } from '../binary/index.ts';
import type { Source } from '../containers/source.ts';
import type { Archive, Member } from '../formats/format.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { type OpenedFile, read } from './open.ts';
import { wrapAgain } from './rewrap.ts';

export interface PackOptions {
  readonly format: Archive<unknown>;
  /** An archive whose order, settings, compression and missing members are kept. */
  readonly base?: OpenedFile;
  /** Leave out members of the base that the source lacks. */
  readonly prune?: boolean;
  /** Set right what the game needs to find the members. */
  readonly repair?: boolean;
}

export interface Packed {
  /** Undefined where it could not be made. */
  readonly bytes?: Uint8Array;
  /** How many members it has, and how many of them come from the source. */
  readonly members: number;
  readonly fromSource: number;
  readonly issues: readonly Issue[];
}

/** Makes an archive of the files of a source. */
export function pack(source: Source, { format, base, prune = false, repair = false }: PackOptions): Packed {
  const files = new Map(Array.from(source.entries(), ({ name }) => [name, source.open(name)!]));
  const original = base === undefined ? undefined : read(base);
  if (base !== undefined && (original?.value === undefined || base.format !== format)) {
    const wrong = issue(operationIssues['wrong-format'], `this is no ${format.title}, which the base has to be`);
    return {
      members: 0,
      fromSource: 0,
      issues: original?.value === undefined ? original!.issues : inFile([wrong], base.name),
    };
  }
  const issues: Issue[] = [];
  const members: Member[] = [];
  for (const member of original === undefined ? [] : format.members(original.value)) {
    const replacement = take(files, member.name);
    if (replacement !== undefined) members.push({ name: member.name, bytes: replacement });
    else if (!prune) {
      members.push(member);
      issues.push(...inFile([issue(operationIssues['kept-member'], 'taken from the base')], member.name));
    }
  }
  const fromBase = members.length;
  for (const [name, bytes] of files) members.push({ name, bytes });
  const fromSource = members.length - issues.length;
  try {
    const made = format.pack(members, original?.value);
    const repaired = repair ? format.repair?.(made.value) : undefined;
    const bytes = wrapAgain(format.codec.encode(repaired?.value ?? made.value), base);
    const found = inFile([...made.issues, ...(repaired?.issues ?? [])], source.name);
    return { bytes, members: members.length, fromSource, issues: [...issues, ...found] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { members: fromBase, fromSource, issues: [...issues, ...inFile([error], source.name)] };
  }
}

/** Takes the file of a member's name out of the map; case counts only where it has to. */
function take(files: Map<string, Uint8Array>, member: string): Uint8Array | undefined {
  const path = member.replaceAll('\\', '/');
  const key = files.has(path) ? path : [...files.keys()].find((name) => name.toLowerCase() === path.toLowerCase());
  const bytes = key === undefined ? undefined : files.get(key);
  if (key !== undefined) files.delete(key);
  return bytes;
}
