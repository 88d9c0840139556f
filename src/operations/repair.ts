import { CodecError, sameValue } from '../binary/index.ts';
import type { Archive } from '../formats/format.ts';
import { isArchive } from '../formats/registry.ts';
import type { Issue } from '../issue.ts';
import { inFile } from './issues.ts';
import { type OpenedFile, open, read } from './open.ts';

export interface Repaired {
  /** The file, its compressions around it; undefined where there was nothing to set right, or no way to. */
  readonly bytes: Uint8Array | undefined;
  readonly issues: readonly Issue[];
}

/**
 * A file with all set right that follows from the rest of it, in archives that of every member. What is as it should be
 * stays byte for byte.
 */
export function repair(file: OpenedFile): Repaired {
  try {
    return repairOpened(file);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { bytes: undefined, issues: inFile([error], file.name) };
  }
}

function repairOpened(file: OpenedFile): Repaired {
  const { format, name, wrappers } = file;
  const { value, issues: found } = read(file);
  if (format === undefined || value === undefined) return { bytes: undefined, issues: found };
  const issues: Issue[] = [];
  const current = isArchive(format) ? repairMembers(format, value, name, issues) : value;
  const repaired = format.repair?.(current);
  const bytes = format.codec.encode(repaired?.value ?? current);
  if (sameValue(bytes, file.bytes)) return { bytes: undefined, issues };
  issues.push(...inFile(repaired?.issues ?? [], name));
  return { bytes: wrappers.reduceRight((inner, { wrapper, wrapped }) => wrapper.wrap(inner, wrapped), bytes), issues };
}

/** The archive with its members set right; itself where there was nothing to do. */
function repairMembers<F>(format: Archive<F>, archive: F, name: string, issues: Issue[]): F {
  let isChanged = false;
  const members = Array.from(format.members(archive), (member) => {
    const file = open(member.bytes, `${name}/${member.name}`);
    if (file.format === undefined) return member;
    const inner = repair(file);
    issues.push(...inner.issues);
    if (inner.bytes === undefined) return member;
    isChanged = true;
    return { ...member, bytes: inner.bytes };
  });
  return isChanged ? format.pack(members, archive).value : archive;
}
