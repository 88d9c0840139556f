import { type Issue, issue, type Path } from '../../issue.ts';
import type { BoneAnimView } from './animation.scene.ts';
import { issues } from './bfres.issues.ts';
import { type CurveData, CurveType, curveTypeOf, keyTypeOf } from './curve.ts';

// Rules for numbers of animations that follow from others (specification, sections 12.5 and 13).

/** Bits of the flags that say which components curves drive, by the place in the record that the curves name. */
const CURVE_BITS: Readonly<Record<number, number>> = {
  4: 1 << 6,
  8: 1 << 7,
  12: 1 << 8,
  32: 1 << 9,
  36: 1 << 10,
  40: 1 << 11,
  44: 1 << 12,
  16: 1 << 13,
  20: 1 << 14,
  24: 1 << 15,
};
const ALL_CURVE_BITS = Object.values(CURVE_BITS).reduce((all, bit) => all | bit, 0);

/** Flags of an animated bone with the bits of those components that curves drive. */
export const drivenBits = ({ flags, curves }: Pick<BoneAnimView, 'flags' | 'curves'>): number =>
  curves.reduce((bits, { target }) => bits | (CURVE_BITS[target] ?? 0), flags & ~ALL_CURVE_BITS) >>> 0;

/** Flags name the components that curves drive. Players that trust them leave out others. */
export function* checkCurveFlags(name: string, boneAnims: readonly BoneAnimView[], path: Path): Iterable<Issue> {
  const wrong = boneAnims.filter((bone) => bone.flags !== drivenBits(bone));
  if (wrong.length === 0) return;
  const reason = `${wrong.length} of ${boneAnims.length} bones in '${name}', the first '${wrong[0]!.name ?? ''}'`;
  yield issue(issues['curve-flags'], reason, [...path, 'boneAnims', boneAnims.indexOf(wrong[0]!), 'flags']);
}

/** A stored number beside the one that it should be. */
export type Total = readonly [field: string, stored: number | undefined, derived: number];

/** Numbers of one part that follow from others; undefined where the file has it as it should be. */
export function* checkTotals(name: string, totals: readonly Total[], path: Path): Iterable<Issue> {
  for (const [field, stored, derived] of totals) {
    if (stored === undefined || stored === derived) continue;
    yield issue(issues['derived-total'], `${field} of '${name}' is ${stored}, should be ${derived}`, [...path, field]);
  }
}

/** First curves of the parts of an animation: a running total. */
export function firstCurveTotals(
  parts: readonly { readonly firstCurve: number; readonly curves: readonly unknown[] }[],
): Total[] {
  let total = 0;
  for (const [i, { firstCurve, curves }] of parts.entries()) {
    if (firstCurve !== total) return [[`firstCurve of bone ${i}`, firstCurve, total]];
    total += curves.length;
  }
  return [];
}

/**
 * Bytes that the engine takes to bake the curves of a Switch animation (section 12.5). Undefined where there is no
 * saying: the rule has not been seen on curves of these kinds.
 */
export function bakedSizeOf(curves: Iterable<CurveData>): number | undefined {
  let size = 0;
  for (const { flags, startFrame, endFrame } of curves) {
    const frames = endFrame - startFrame + 1;
    const type = curveTypeOf(flags);
    if (!Number.isInteger(frames) || type === CurveType.bakedFloat || type === CurveType.bakedInt) return undefined;
    if (type === CurveType.bakedBool) return undefined;
    if (type === CurveType.stepBool) size += frames === 2 ? 0 : align8(Math.ceil(frames / 8) + 16);
    else if (type === CurveType.stepInt) size += align8(frames * (4 >> keyTypeOf(flags)) + 16);
    else size += align8(4 * frames + 28);
  }
  return size;
}

const align8 = (size: number): number => Math.ceil(size / 8) * 8;
