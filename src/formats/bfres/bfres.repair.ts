import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import { bakedSizeOf, drivenBits } from './animation.check.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, bfres, withoutLayout } from './bfres.ts';
import { checkDictionaries } from './dictionary.check.ts';
import { boxTable, hasWrongInverses, wrongBounds } from './model.repair.ts';
import type { Model } from './model.ts';
import { inverseMatricesOf } from './pose.ts';
import type { SkeletalAnim } from './skeletal-animation.ts';
import { switchModel } from './switch-view.ts';
import { identityFlags } from './target.bones.ts';
import { type Layout, layoutOf } from './version.ts';

/** How many things of each kind were set right. */
export class Repairs {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  /** One issue that names them, with what is made anew in any case. */
  issues(anew: string): Issue[] {
    const told = Array.from(this.counts, ([what, count]) => `${count} ${what}`);
    return [issue(issues.repaired, [...told, anew].join(', '))];
  }
}

/**
 * The file with all set right that follows from the rest of it: relocation table, string pool, dictionaries, bounds, inverse
 * matrices, flags and totals. What does not follow, such as indices out of range, stays.
 */
export function repair(file: Bfres): Conversion<Bfres> {
  const { lacksBuffers } = file;
  if (lacksBuffers === true) return { value: file, issues: [] };
  const repairs = new Repairs();
  const copy = bfres.decode(bfres.encode(file)); // the caller's stays as it is
  repairs.add('dictionaries', [...checkDictionaries({ ...copy, source: undefined })].length);
  const layout = layoutOf(copy.version)!;
  for (const [m, model] of copy.models.entries()) repairModel(model, m, layout, repairs);
  for (const anim of copy.skeletalAnims) repairSkeletalAnim(anim, repairs);
  repairOtherAnims(copy, repairs);
  return { value: withoutLayout(copy), issues: repairs.issues('relocation table and string pool made anew') };
}

function repairModel(model: Model, m: number, layout: Layout, repairs: Repairs): void {
  const { skeleton } = model;
  for (const bone of skeleton?.bones ?? []) {
    const flags = identityFlags(bone);
    if ((bone.flags & ~flags) === 0) continue; // bits that could be there and are not do no harm
    bone.flags = flags;
    repairs.add('flags of bones');
  }
  if (skeleton !== undefined && hasWrongInverses(switchModel(model, m).skeleton)) {
    skeleton.inverseMatrices = inverseMatricesOf(skeleton);
    repairs.add('sets of inverse matrices');
  }
  const rule = { everyInfluence: layout === 10, knowsSkinnedBoxes: true };
  for (const [s, { boxes, radii, spheres, skinBones }] of wrongBounds(switchModel(model, m), rule)) {
    const shape = model.shapes[s]!;
    shape.skinBones = skinBones;
    shape.boxes = boxTable(boxes);
    if (layout < 10) shape.radii = Float32Array.from(radii);
    else {
      shape.spheres = {
        length: spheres.length,
        center: Float32Array.from(spheres.flatMap(({ center }) => center)),
        radius: Float32Array.from(spheres, ({ radius }) => radius),
      };
    }
    repairs.add('shapes with new bounds');
  }
}

function repairSkeletalAnim(anim: SkeletalAnim, repairs: Repairs): void {
  let total = 0;
  for (const bone of anim.boneAnims) {
    const flags = drivenBits(bone);
    if (bone.flags !== flags) repairs.add('flags of animated bones');
    if (bone.firstCurve !== total) repairs.add('totals');
    bone.flags = flags;
    bone.firstCurve = total;
    total += bone.curves.length;
  }
  repairs.add('totals', Number(anim.curveTotal !== undefined && anim.curveTotal !== total));
  anim.curveTotal = undefined;
  repairBakedSize(
    anim,
    anim.boneAnims.flatMap(({ curves }) => curves),
    repairs,
  );
}

/** 0 stays: tools leave it, and games that do not bake accept it. */
function repairBakedSize(
  anim: { bakedSize: number },
  curves: Parameters<typeof bakedSizeOf>[0],
  repairs: Repairs,
): void {
  const size = bakedSizeOf(curves);
  if (anim.bakedSize === 0 || size === undefined || size === anim.bakedSize) return;
  anim.bakedSize = size;
  repairs.add('totals');
}

function repairOtherAnims({ materialAnims, visibilityAnims }: Bfres, repairs: Repairs): void {
  for (const anim of visibilityAnims) repairBakedSize(anim, anim.curves, repairs);
  for (const anim of materialAnims) {
    const params = anim.materialAnims.flatMap(({ paramAnims }) => paramAnims);
    const paramTotal = params.reduce((sum, p) => sum + p.floatCurveCount + p.intCurveCount + p.constantCount, 0);
    const patternTotal = anim.materialAnims.reduce((sum, { patternAnims }) => sum + patternAnims.length, 0);
    const isWrong =
      anim.curveTotal !== undefined || anim.paramTotal !== paramTotal || anim.patternTotal !== patternTotal;
    repairs.add('totals', Number(isWrong));
    Object.assign(anim, { curveTotal: undefined, paramTotal, patternTotal });
    repairBakedSize(
      anim,
      anim.materialAnims.flatMap(({ curves }) => curves),
      repairs,
    );
  }
}
