import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type Dictionary, search, type Tree } from './dictionary.ts';
import { partsOf } from './parts.ts';
import { encodeUtf8, isExternalName } from './text.ts';
import { type Entries, findInWiiuTree } from './wiiu-dictionary.ts';

// Rules for dictionaries (specification, sections 3.4, 16.2 and 22). Values have a tree only where it does not follow
// from the names.

/** Tells of every dictionary in a value whose tree is not the one that follows from its names. */
export function* checkDictionaries(value: object): Iterable<Issue> {
  for (const { part, path } of partsOf(value)) {
    if (isDictionary(part)) yield* checkTree(part.keys, part.tree!, (key) => search(part.tree!, key), path);
    else if (isEntries(part)) yield* checkTree(part.names, part.tree!, (key) => findInWiiuTree(part.tree!, key), path);
  }
}

/** Tells where a dictionary of its own has other names than the elements of its array. */
export function* checkNames(
  elements: readonly { readonly name?: string | undefined }[],
  dictionary: { readonly keys: readonly string[] } | undefined,
  path: Path,
): Iterable<Issue> {
  if (dictionary === undefined) return; // it is the one that follows from the names
  const at = elements.findIndex(({ name = '' }, i) => name !== dictionary.keys[i]);
  if (at < 0 && dictionary.keys.length === elements.length) return;
  const reason =
    at < 0
      ? `it has ${dictionary.keys.length} names for ${elements.length} elements`
      : `'${elements[at]!.name ?? ''}' is called '${dictionary.keys[at] ?? ''}' in it`;
  yield issue(issues['dictionary-names'], reason, path);
}

const isDictionary = (part: object): part is Dictionary => 'keys' in part && Array.isArray(part.keys) && hasTree(part);
const isEntries = (part: object): part is Entries<unknown> => 'names' in part && 'values' in part && hasTree(part);
const hasTree = (part: object): boolean => 'tree' in part && part.tree !== undefined;

function* checkTree(
  names: readonly string[],
  { left, right }: Pick<Tree, 'left' | 'right'>,
  find: (key: Uint8Array) => number,
  path: Path,
): Iterable<Issue> {
  const beyond = [...left, ...right].find((child) => child > names.length);
  if (beyond !== undefined) {
    yield issue(issues['bad-dictionary'], `a node leads to node ${beyond} of ${names.length}`, path);
    return;
  }
  if (names.some(isExternalName)) return; // trees over texts that are not in the file
  const lost = names.findIndex((name, i) => find(encodeUtf8(name)) !== i + 1);
  if (lost >= 0) yield issue(issues['bad-dictionary'], `'${names[lost]}' cannot be found through it`, path);
  else yield issue(issues['dictionary-differs'], `all ${names.length} names can be found through it`, path);
}
