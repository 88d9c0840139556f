import type { Conversion } from '../../scene/scene.ts';
import { drivenBits } from './animation.check.ts';
import { Repairs } from './bfres.repair.ts';
import { checkDictionaries } from './dictionary.check.ts';
import { boxTable, hasWrongInverses, wrongBounds } from './model.repair.ts';
import { inverseMatricesOf } from './pose.ts';
import { identityFlags } from './target.bones.ts';
import { type WiiuBfres, wiiuBfres, withoutWiiuLayout } from './wiiu-bfres.ts';
import { minorVersion, type WiiuModel } from './wiiu-file.ts';
import { wiiuModel } from './wiiu-view.ts';

/**
 * The file with all set right that follows from the rest of it: string pool, dictionaries, bounds, inverse matrices, flags
 * and totals.
 */
export function repairWiiu(file: WiiuBfres): Conversion<WiiuBfres> {
  const repairs = new Repairs();
  const copy = wiiuBfres.decode(wiiuBfres.encode(file)); // the caller's stays as it is
  repairs.add('dictionaries', [...checkDictionaries({ ...copy, source: undefined })].length);
  const value = withoutWiiuLayout(copy);
  const isRecent = minorVersion(copy.version) >= 0x405;
  for (const [m, model] of (value.models?.values ?? []).entries()) repairModel(model, m, isRecent, repairs);
  for (const anim of value.skeletalAnims?.values ?? []) {
    let total = 0;
    for (const bone of anim.boneAnims) {
      const flags = isRecent ? drivenBits(bone) : bone.flags;
      repairs.add('flags of animated bones', Number(bone.flags !== flags));
      repairs.add('totals', Number(bone.firstCurve !== total));
      Object.assign(bone, { flags, firstCurve: total });
      total += bone.curves.length;
    }
    repairs.add('totals', Number(anim.curveTotal !== total));
    anim.curveTotal = total;
  }
  return { value, issues: repairs.issues('string pool made anew') };
}

function repairModel(model: WiiuModel, m: number, isRecent: boolean, repairs: Repairs): void {
  const { skeleton } = model;
  if (skeleton !== undefined) {
    for (const bone of skeleton.bones) {
      const flags = identityFlags(bone);
      if ((bone.flags & ~flags) === 0) continue; // bits that could be there and are not do no harm
      bone.flags = flags;
      repairs.add('flags of bones');
    }
    if (skeleton.inverseMatrices.length > 0 && hasWrongInverses(wiiuModel(model, m).skeleton)) {
      skeleton.inverseMatrices = inverseMatricesOf(skeleton);
      repairs.add('sets of inverse matrices');
    }
  }
  const rule = { everyInfluence: false, knowsSkinnedBoxes: isRecent };
  for (const [s, { boxes, radii, skinBones }] of wrongBounds(wiiuModel(model, m), rule)) {
    const shape = model.shapes!.values[s]!;
    shape.skinBones = skinBones;
    repairs.add('shapes with new bounds');
    if (shape.boundingNodeCount > 0) continue; // one box a node, which no rule explains
    shape.boxes = boxTable(boxes.slice(0, shape.boxes?.length ?? 0));
    if (isRecent) shape.radii = Float32Array.from(radii);
    else shape.radius = Math.fround(radii[0] ?? 0);
  }
}
