import { isKnownTileMode } from '../../images/tiling/gx2.ts';
import { type Issue, issue } from '../../issue.ts';
import { checkCurveFlags, checkTotals, firstCurveTotals } from './animation.check.ts';
import { checkCurves } from './curve.check.ts';
import type { CurveData } from './curve.ts';
import { checkDictionaries, checkNames } from './dictionary.check.ts';
import { ftexFormat } from './ftex.images.ts';
import { ftexIssues } from './ftex.issues.ts';
import { checkWiiuHeader } from './header.check.ts';
import { checkLayout } from './layout.check.ts';
import { checkModel } from './model.check.ts';
import { checkPadding } from './padding.check.ts';
import type { WiiuSkeletalAnim } from './wiiu-animation.ts';
import { rebuildWiiu, type WiiuBfres } from './wiiu-bfres.ts';
import { minorVersion, type WiiuModel } from './wiiu-file.ts';
import type { WiiuTexture } from './wiiu-texture.ts';
import { wiiuModel } from './wiiu-view.ts';

/** Since this version it is known how boxes of skinned shapes are made, and flags of animated bones tell the truth. */
const RECENT = 0x405;

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: WiiuBfres): Iterable<Issue> {
  const { source, ...value } = file;
  const isRecent = minorVersion(file.version) >= RECENT;
  if (source !== undefined) yield* checkWiiuHeader(source);
  yield* checkDictionaries(value);
  yield* checkPadding(value);
  const textures = file.textures === undefined ? undefined : new Set(file.textures.names);
  for (const [m, model] of (file.models?.values ?? []).entries()) {
    const path = ['models', 'values', m];
    yield* checkModel(wiiuModel(model, m), path, { knowsSkinnedBoxes: isRecent, textures });
    yield* checkBoneNames(model, path);
  }
  for (const [a, anim] of (file.skeletalAnims?.values ?? []).entries()) yield* checkSkeletalAnim(anim, a, isRecent);
  yield* checkOtherAnims(file);
  for (const [t, texture] of (file.textures?.values ?? []).entries()) yield* checkTexture(texture, t);
  yield* checkLayout(file, rebuildWiiu);
}

function* checkBoneNames({ skeleton }: WiiuModel, path: (string | number)[]): Iterable<Issue> {
  const names = skeleton?.boneDictionary?.names;
  if (names === undefined) return;
  yield* checkNames(skeleton!.bones, { keys: names }, [...path, 'skeleton', 'boneDictionary']);
}

function* checkSkeletalAnim(anim: WiiuSkeletalAnim, a: number, isRecent: boolean): Iterable<Issue> {
  const { name = '', boneAnims, curveTotal } = anim;
  const path = ['skeletalAnims', 'values', a];
  const curves = boneAnims.flatMap((bone) => bone.curves);
  yield* checkCurves(name, curves, path);
  if (isRecent) yield* checkCurveFlags(name, boneAnims, path);
  const totals = [['curveTotal', curveTotal, curves.length] as const, ...firstCurveTotals(boneAnims)];
  yield* checkTotals(name, totals, path);
}

function* checkOtherAnims(file: WiiuBfres): Iterable<Issue> {
  const groups: [string, readonly { name?: string | undefined; curves: CurveData[] }[]][] = [];
  for (const field of ['paramAnims', 'colorAnims', 'textureSrtAnims', 'patternAnims'] as const) {
    const anims = file[field]?.values ?? [];
    const curvesOf = (materials: readonly { curves: CurveData[] }[]) => materials.flatMap(({ curves }) => curves);
    groups.push([field, anims.map(({ name, materialAnims }) => ({ name, curves: curvesOf(materialAnims) }))]);
  }
  for (const field of ['boneVisibilityAnims', 'materialVisibilityAnims'] as const) {
    groups.push([field, file[field]?.values ?? []]);
  }
  for (const [field, anims] of groups) {
    for (const [a, { name = '', curves }] of anims.entries()) yield* checkCurves(name, curves, [field, 'values', a]);
  }
}

function* checkTexture({ name = '', format, tileMode }: WiiuTexture, t: number): Iterable<Issue> {
  const path = ['textures', 'values', t];
  if (ftexFormat(format) === undefined) {
    yield issue(ftexIssues['unknown-texture'], `'${name}' is in format ${format}`, [...path, 'format']);
  }
  if (!isKnownTileMode(tileMode)) {
    yield issue(ftexIssues['unknown-tile-mode'], `'${name}' is in tile mode ${tileMode}`, [...path, 'tileMode']);
  }
}
