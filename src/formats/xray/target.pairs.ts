import { pairByName } from '../../scene/comparison.ts';

/** Names that editors tell apart by numbers: `body.001` is the second `body`. */
export const unnumbered = (name: string): string => name.replace(/\.\d{3}$/, '');

/** Pairs of parts by their names, then by their names without numbers, then what is left over by its order. */
export function pairParts(
  before: readonly { readonly name: string }[],
  after: readonly { readonly name: string }[],
): (number | undefined)[] {
  const pairs = pairByName(before, after);
  for (const key of [unnumbered, () => '']) {
    const taken = new Set(pairs);
    const left = [...after.keys()].filter((i) => !taken.has(i));
    const lost = [...before.keys()].filter((i) => pairs[i] === undefined);
    // What is left over by order is a guess, which only makes sense where nothing was added or removed.
    if (key('x') === '' && left.length !== lost.length) break;
    const found = pairByName(
      lost.map((i) => ({ name: key(before[i]!.name) })),
      left.map((i) => ({ name: key(after[i]!.name) })),
    );
    for (const [l, partner] of found.entries()) if (partner !== undefined) pairs[lost[l]!] = left[partner];
  }
  return pairs;
}
