// Which layout a Switch file has (specification, section 1.2): the major version alone decides.

/** Major versions whose layout is known. 6 and 7 have not been met and are taken for 8. */
export type Layout = 5 | 8 | 9 | 10;

/** The layout of a version word, `major << 16 | minor << 8 | micro`; undefined where nobody knows it. */
export function layoutOf(version: number): Layout | undefined {
  const major = version >>> 16;
  if (major === 5) return 5;
  if (major >= 6 && major <= 8) return 8;
  return major === 9 || major === 10 ? major : undefined;
}

/** `0x00080000` -> `8.0.0` */
export const versionText = (version: number): string => `${version >>> 16}.${(version >>> 8) & 0xff}.${version & 0xff}`;

/**
 * Fields that only some layouts have, or have at this place. The type has them always: those that stand in one of two
 * places are one property either way.
 */
export const when = <F extends object>(condition: boolean, fields: F): F => (condition ? fields : ({} as F));
