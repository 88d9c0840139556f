/** Where the parts of a clip file lie that are not in the usual order: specification, section 4.6. */
export interface RfaLayout {
  /** Offset of each track. */
  boneOffsets: Int32Array<ArrayBuffer>;
  morphVerticesOffset: number;
  morphKeyframesOffset: number;
  /** Bytes of the file. */
  size: number;
  /** Bytes between and behind the parts that belong to none. */
  unused: { start: number; bytes: Uint8Array }[];
}

/** A range of a file. */
export interface Piece {
  readonly start: number;
  /** Offset behind the last byte. */
  readonly end: number;
}

/** What `pieces`, in any order and overlapping or not, leave of a file of `size` bytes. */
export function gapsBetween(pieces: readonly Piece[], size: number): Piece[] {
  const gaps: Piece[] = [];
  let known = 0;
  for (const { start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    if (start > known) gaps.push({ start: known, end: start });
    known = Math.max(known, end);
  }
  if (known < size) gaps.push({ start: known, end: size });
  return gaps;
}

export function sameRanges(gaps: readonly Piece[], unused: RfaLayout['unused']): boolean {
  return (
    gaps.length === unused.length &&
    gaps.every(({ start, end }, i) => start === unused[i]!.start && end - start === unused[i]!.bytes.length)
  );
}
