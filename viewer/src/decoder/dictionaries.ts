import { addZstdDictionary, type ExpandedSource, type Issue, isArchive } from 'exhume';

/** How a Zstandard dictionary begins. */
const MAGIC = [0x37, 0xa4, 0x30, 0xec];

/** Makes the Zstandard dictionaries in a source known to all files that ask for them. Gives the names of their files. */
export function learnDictionaries(source: ExpandedSource): string[] {
  const names: string[] = [];
  for (const { name } of source.entries()) {
    const head = source.head(name, MAGIC.length);
    const isDictionary = head !== undefined && MAGIC.every((byte, i) => head[i] === byte);
    if (isDictionary && addZstdDictionary(source.open(name)!) !== undefined) names.push(name);
  }
  return names;
}

/** Whether a source was given for its dictionaries alone: there is nothing else in it but what they are packed in. */
export function holdsOnly(source: ExpandedSource, names: readonly string[]): boolean {
  const isPacking = (name: string) => {
    const format = source.openFile(name)?.format;
    return format !== undefined && isArchive(format);
  };
  return names.length > 0 && [...source.entries()].every(({ name }) => names.includes(name) || isPacking(name));
}

export function needsDictionary({ code }: Issue): boolean {
  return code === 'zstd/missing-dictionary';
}
