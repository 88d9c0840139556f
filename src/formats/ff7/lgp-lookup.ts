// How the game finds a file in an archive: a table with one bucket for every pair of first characters says where in the
// table of contents to search (specification, section 8).

export const BUCKET_COUNT = 900;

/** Where the names of every bucket begin in the table of contents, counted from 1, and how many there are. */
export interface LookupTable {
  readonly length: number;
  readonly first: Uint16Array;
  readonly count: Uint16Array;
}

/** The bucket of a file name; undefined where the game has none, and would never find the file. */
export function bucketOf(name: string): number | undefined {
  const [first, second] = [digitOf(name[0]), name.length < 2 ? -1 : digitOf(name[1])];
  if (first === undefined || second === undefined) return undefined;
  const bucket = 30 * first + second + 1;
  return bucket >= 0 && bucket < BUCKET_COUNT ? bucket : undefined;
}

function digitOf(character: string | undefined): number | undefined {
  const c = character?.toLowerCase() ?? '';
  if (c >= 'a' && c <= 'z') return c.charCodeAt(0) - 97;
  if (c >= '0' && c <= '9') return c.charCodeAt(0) - 48;
  return { _: 10, '-': 11, '.': -1 }[c];
}

/** The table for names in the order of the contents. Names of one bucket have to stand together. */
export function lookupOf(names: readonly string[]): LookupTable {
  const table = { length: BUCKET_COUNT, first: new Uint16Array(BUCKET_COUNT), count: new Uint16Array(BUCKET_COUNT) };
  for (const [i, name] of names.entries()) {
    const bucket = bucketOf(name);
    if (bucket === undefined) continue;
    if (table.count[bucket] === 0) table.first[bucket] = i + 1;
    table.count[bucket]!++;
  }
  return table;
}

/** Index of the first name that the game would not find, going by the table. Names without a bucket are another matter. */
export function firstHidden(names: readonly string[], { first, count }: LookupTable): number | undefined {
  const hidden = names.findIndex((name, i) => {
    const bucket = bucketOf(name);
    if (bucket === undefined) return false;
    return i + 1 < first[bucket]! || i + 1 >= first[bucket]! + count[bucket]!;
  });
  return hidden < 0 ? undefined : hidden;
}
