import { textUntilZero } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { Member } from '../format.ts';
import { issues } from './vpp.check.ts';
import { BLOCK, type Packfile } from './vpp.ts';

/** Bytes of a name, with the zero behind it: specification, section 10. */
const MAX_NAME = 59;

/** The files of an archive, in its order. Of equal names the game finds the first. */
export function* members({ entries, files }: Packfile): Iterable<Member> {
  for (const [i, { name }] of entries.entries()) yield { name: textUntilZero(name), bytes: files[i]!.bytes };
}

/**
 * An archive of these files. Where `base` has the same names in the same order, odd bytes that its packer left between
 * the files stay, so that unchanged members give unchanged bytes.
 */
export function pack(given: readonly Member[], base?: Packfile): Conversion<Packfile> {
  const found: Issue[] = [];
  const kept = given.filter(({ name }) => {
    const isFit = name.length <= MAX_NAME && !name.includes('\0') && [...name].every((c) => c <= '\xff');
    if (!isFit)
      found.push(issue(issues['name-does-not-fit'], `'${name}' has to be 1 to ${MAX_NAME} single-byte characters`));
    return isFit;
  });
  const isUnchanged = (i: number) =>
    base?.files[i]?.bytes.length === kept[i]!.bytes.length && textUntilZero(base.entries[i]!.name) === kept[i]!.name;
  const isSameDirectory =
    base !== undefined && kept.length === base.entries.length && kept.every((_, i) => isUnchanged(i));
  const value: Packfile = {
    version: 1,
    totalSize: 0,
    headerSlack: base?.headerSlack,
    entries: kept.map(({ name, bytes }, i) => (isSameDirectory ? base.entries[i]! : { name, size: bytes.length })),
    directorySlack: isSameDirectory ? base.directorySlack : undefined,
    files: kept.map(({ bytes }, i) => ({ bytes, slack: isSameDirectory ? base.files[i]!.slack : undefined })),
    trailing: isSameDirectory ? base.trailing : undefined,
  };
  value.totalSize = isSameDirectory ? base.totalSize : sizeOf(value);
  return { value, issues: found };
}

/** Bytes of an archive whose blocks are all complete. */
export function sizeOf({ entries, files }: Packfile): number {
  const blocks = files.map(({ bytes }) => toBlock(bytes.length));
  return blocks.reduce((sum, size) => sum + size, BLOCK + toBlock(64 * entries.length));
}

const toBlock = (size: number) => Math.ceil(size / BLOCK) * BLOCK;
