import type { Bank } from './ff7-bank.ts';

/** What a skeleton says about the records of its bank. */
export interface Split {
  readonly bodyAnimCount: number;
  readonly weaponAnimCount: number;
}

/**
 * How many records, from the first on, move the body; the others move the weapon, record by record along with them. The
 * skeleton tells. Without one, the longest run of one-joint records at the end is the weapon's, if the others have more
 * (specification, section 2.10).
 */
export function bodyCountOf({ records }: Bank, skeleton?: Split): number {
  if (skeleton !== undefined && skeleton.bodyAnimCount > 0) return Math.min(skeleton.bodyAnimCount, records.length);
  const last = records.findLastIndex(({ jointCount }) => jointCount !== 1);
  return last < 0 ? records.length : last + 1;
}
