import { CodecError, sameValue } from '../binary/index.ts';
import { extension, fileName, type Source } from '../containers/source.ts';
import type { Archive, Member, OutputFile } from '../formats/format.ts';
import type { Issue } from '../issue.ts';
import { type ExpandedSource, expand, memberMap } from './expand.ts';
import { inFile } from './issues.ts';
import { type OpenedFile, read } from './open.ts';

// Files that were made over originals, put back the way those came: compressed, and in their archives, however deep.

export interface Rewrapped {
  readonly outputs: readonly OutputFile[];
  readonly issues: readonly Issue[];
}

/** A source whose archives are open; as it is if they are already. */
export const expanded = (source: Source): ExpandedSource =>
  'openFile' in source ? (source as ExpandedSource) : expand(source);

/**
 * Puts files in place of those of the originals that have their names. `outputName` is what will be written: where it has the
 * extension of the archive or compressed file that an original lies in, that is given, with everything else in it as it
 * was; where nothing in it was changed, to the byte. Otherwise each file is given by itself, compressed as the original
 * was.
 */
export function rewrap(outputs: readonly OutputFile[], originals: Source, outputName?: string): Rewrapped {
  const source = expanded(originals);
  const names = Array.from(source.entries(), ({ name }) => name);
  const places = outputs.map((output) => ({ output, entry: placeOf(output, names) }));
  const issues: Issue[] = [];
  const alone: OutputFile[] = [];
  const inside = new Map<string, Map<string, Uint8Array>>();
  for (const { output, entry } of places) {
    const outermost = entry && outermostOf(entry, names);
    if (entry === undefined || outermost === undefined) alone.push(output);
    else if (outputName !== undefined && extension(outputName) === extension(outermost)) {
      const parts = inside.get(outermost) ?? new Map<string, Uint8Array>();
      inside.set(outermost, parts.set(entry, output.bytes));
    } else alone.push(attempt(output, issues, () => wrapAgain(output.bytes, source.openFile(entry)!)));
  }
  const whole = [...inside].flatMap(([name, parts]) => {
    const bytes = attemptWhole(name, issues, () => rebuilt(name, source, parts));
    return bytes === undefined ? [] : [{ name: fileName(name), bytes }];
  });
  return { outputs: [...whole, ...alone], issues };
}

/** The entry that an output takes the place of: the one it names, or the only one of its name. */
function placeOf({ name, replaces }: OutputFile, entries: readonly string[]): string | undefined {
  if (replaces !== undefined) return entries.find((entry) => entry === replaces);
  const same = entries.filter((entry) => fileName(entry).toLowerCase() === name.toLowerCase());
  return same.length === 1 ? same[0] : undefined;
}

/** The file that an entry lies in, or the entry itself: the shortest of the names that it begins with. */
function outermostOf(entry: string, names: readonly string[]): string | undefined {
  const around = names.filter((name) => entry === name || entry.startsWith(`${name}/`));
  return around.reduce<string | undefined>((a, b) => (a === undefined || b.length < a.length ? b : a), undefined);
}

/** The stored bytes of an entry with new ones for some of what is in it. */
function rebuilt(name: string, source: ExpandedSource, parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const file = source.openFile(name)!;
  const own = parts.get(name);
  return wrapAgain(own ?? archiveWith(name, file, source, parts), file);
}

function archiveWith(
  name: string,
  file: OpenedFile,
  source: ExpandedSource,
  parts: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const { value } = read(file);
  const archive = file.format as Archive<unknown>;
  let changed = 0;
  const members = Array.from(memberMap(archive, value), ([entry, member]): Member => {
    const path = `${name}/${entry}`;
    const isTouched = [...parts.keys()].some((part) => part === path || part.startsWith(`${path}/`));
    if (!isTouched) return member;
    const bytes = rebuilt(path, source, parts);
    if (sameValue(bytes, member.bytes)) return member;
    changed++;
    return { ...member, bytes };
  });
  return changed === 0 ? file.bytes : archive.codec.encode(archive.pack(members, value).value);
}

/** Bytes in the compressions that a file came in; its stored bytes where they are what was in there. */
export function wrapAgain(bytes: Uint8Array, file: OpenedFile | undefined): Uint8Array {
  const { wrappers = [] } = file ?? {};
  const [outermost] = wrappers;
  if (outermost !== undefined && sameValue(bytes, file!.bytes)) return outermost.wrapped;
  return wrappers.reduceRight((inner, { wrapper, wrapped }) => wrapper.wrap(inner, wrapped), bytes);
}

function attempt(output: OutputFile, issues: Issue[], make: () => Uint8Array): OutputFile {
  const bytes = attemptWhole(output.name, issues, make);
  return bytes === undefined ? output : { ...output, bytes };
}

function attemptWhole(name: string, issues: Issue[], make: () => Uint8Array): Uint8Array | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push(...inFile([error], name));
    return undefined;
  }
}

/** Why originals could not be opened: compressions that could not be peeled off, for want of a dictionary say. */
export function sealedOriginals(originals: Source): Issue[] {
  const source = expanded(originals);
  return Array.from(source.entries(), ({ name }) => source.openFile(name)).flatMap((file) =>
    file?.sealed === undefined ? [] : file.issues,
  );
}
