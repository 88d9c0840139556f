import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type CurveData, CurveType, curveTypeOf } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';

/** Rules for the curves of an animation (specification, section 22): each is told once, with how many curves break it. */
export function* checkCurves(name: string, curves: Iterable<CurveData>, path: Path): Iterable<Issue> {
  let bad = 0;
  let loose = 0;
  let first = '';
  for (const curve of curves) {
    const fault = faultOf(curve);
    if (fault !== undefined) {
      if (bad === 0) first = fault;
      bad++;
    } else if (!hasItsEnds(curve)) loose++;
  }
  if (bad > 0) yield issue(issues['bad-curve'], `${bad} of '${name}', the first ${first}`, path);
  if (loose > 0) yield issue(issues['curve-ends'], `${loose} of '${name}'`, path);
}

const isBaked = (flags: number): boolean =>
  [CurveType.bakedFloat, CurveType.bakedInt, CurveType.bakedBool].includes(curveTypeOf(flags) as never);

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
