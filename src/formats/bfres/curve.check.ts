import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type CurveData, CurveType, curveTypeOf, keyTypeOf, keyWidthOf } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';

/** Rules for the curves of an animation (specification, section 22): each is told once, with how many curves break it. */
export function* checkCurves(name: string, curves: Iterable<CurveData>, path: Path): Iterable<Issue> {
  const counts = { 'bad-curve': 0, 'curve-ends': 0, 'curve-jumps': 0, 'last-key': 0 };
  let firstFault = '';
  let firstJump = '';
  for (const curve of curves) {
    const fault = faultOf(curve);
    if (fault !== undefined) {
      if (counts['bad-curve']++ === 0) firstFault = fault;
      continue;
    }
    if (!hasItsEnds(curve)) counts['curve-ends']++;
    const jump = jumpOf(curve);
    if (jump !== undefined && counts['curve-jumps']++ === 0) firstJump = jump;
    if (movesOn(curve)) counts['last-key']++;
  }
  const details = { 'bad-curve': firstFault, 'curve-jumps': firstJump, 'curve-ends': '', 'last-key': '' };
  for (const [code, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
    if (count === 0) continue;
    const detail = details[code] === '' ? '' : `, the first ${details[code]}`;
    yield issue(issues[code], `${count} of '${name}'${detail}`, path);
  }
}

const BAKED: readonly number[] = [CurveType.bakedFloat, CurveType.bakedInt, CurveType.bakedBool];

export const isBaked = (flags: number): boolean => BAKED.includes(curveTypeOf(flags));

function faultOf(curve: CurveData): string | undefined {
  if (curve.keyCount === 0) return 'has no keys';
  const { frames } = new CurveEvaluator(curve);
  for (let i = 0; i < frames.length; i++) {
    if (!Number.isFinite(frames[i])) return `has key ${i} at ${frames[i]}`;
    if (i > 0 && frames[i]! <= frames[i - 1]!) return `has key ${i} at ${frames[i]} behind one at ${frames[i - 1]}`;
  }
  for (let i = 0; i < curve.keys.length; i++)
    if (!Number.isFinite(curve.keys[i])) return `has ${curve.keys[i]} in a key`;
  return Number.isFinite(curve.scale) && Number.isFinite(curve.offset) ? undefined : `is scaled by ${curve.scale}`;
}

function hasItsEnds(curve: CurveData): boolean {
  if (isBaked(curve.flags)) return true;
  const { frames } = new CurveEvaluator(curve);
  return frames[0] === curve.startFrame && frames.at(-1) === curve.endFrame;
}

/** How far segments of quantised keys may miss each other: the rounding of four numbers and of the next key. */
const QUANTISED_JUMP = 2.5;
/** The same of keys that are floats, in parts of the largest of them. */
const FLOAT_JUMP = 1e-3;

/** Where a segment does not end at the next key; undefined for curves without tangents, and where all meet. */
function jumpOf({ flags, keys, keyCount }: CurveData): string | undefined {
  const type = curveTypeOf(flags);
  if (type !== CurveType.cubic && type !== CurveType.linear) return undefined;
  const width = keyWidthOf(type);
  const allowed = keyTypeOf(flags) === 0 ? FLOAT_JUMP * largest(keys) : QUANTISED_JUMP;
  for (let i = 0; i + 1 < keyCount; i++) {
    let end = 0;
    for (let c = 0; c < width; c++) end += keys[i * width + c]!;
    const next = keys[(i + 1) * width]!;
    if (Math.abs(end - next) > allowed) return `from ${end} to ${next} at key ${i + 1}`;
  }
  return undefined;
}

function largest(values: ArrayLike<number>): number {
  let size = 0;
  for (let i = 0; i < values.length; i++) size = Math.max(size, Math.abs(values[i]!));
  return size;
}

/** Whether the last key has tangents, though no segment begins there. */
function movesOn({ flags, keys, keyCount }: CurveData): boolean {
  const type = curveTypeOf(flags);
  if (type !== CurveType.cubic && type !== CurveType.linear) return false;
  const width = keyWidthOf(type);
  for (let c = 1; c < width; c++) if (keys[(keyCount - 1) * width + c] !== 0) return true;
  return false;
}
