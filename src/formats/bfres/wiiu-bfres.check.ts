import type { Issue } from '../../issue.ts';
import { checkCurves } from './curve.check.ts';
import { checkLayout } from './layout.check.ts';
import { checkModel } from './model.check.ts';
import { rebuildWiiu, type WiiuBfres } from './wiiu-bfres.ts';
import { wiiuModel } from './wiiu-view.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: WiiuBfres): Iterable<Issue> {
  for (const [m, model] of (file.models?.values ?? []).entries()) {
    if (model !== undefined) yield* checkModel(wiiuModel(model, m), ['models', m]);
  }
  for (const [a, anim] of (file.skeletalAnims?.values ?? []).entries()) {
    const curves = anim?.boneAnims.flatMap((boneAnim) => boneAnim.curves) ?? [];
    yield* checkCurves(anim?.name ?? '', curves, ['skeletalAnims', a]);
  }
  yield* checkLayout(file, rebuildWiiu);
}
