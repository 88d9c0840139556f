import { type Issue, issue } from '../../issue.ts';
import { bakedSizeOf, checkCurveFlags, checkTotals, firstCurveTotals } from './animation.check.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, rebuild } from './bfres.ts';
import { checkCurves } from './curve.check.ts';
import { checkDictionaries, checkNames } from './dictionary.check.ts';
import { checkSwitchHeader } from './header.check.ts';
import { checkLayout } from './layout.check.ts';
import type { MaterialAnimation } from './material-animation.ts';
import { checkModel } from './model.check.ts';
import { checkPadding } from './padding.check.ts';
import { checkRelocations } from './relocation.check.ts';
import type { SkeletalAnim } from './skeletal-animation.ts';
import { bntxTextures, isBntx } from './switch-file.ts';
import { switchModel } from './switch-view.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: Bfres): Iterable<Issue> {
  const { source, ...value } = file;
  if (source !== undefined) yield* checkSwitchHeader(source);
  yield* checkAnimations(file);
  yield* checkDictionaries(value);
  yield* checkOwnNames(file);
  yield* checkPadding(value);
  if (file.lacksBuffers === true) {
    yield* tellMeshCodec(file);
    return;
  }
  const context = { knowsSkinnedBoxes: true, textures: texturesIn(file) };
  for (const [m, model] of file.models.entries()) yield* checkModel(switchModel(model, m), ['models', m], context);
  if (source !== undefined) yield* checkRelocations(source);
  yield* checkLayout(file, rebuild);
}

function* tellMeshCodec({ models }: Bfres): Iterable<Issue> {
  const count = models.reduce((sum, { shapes }) => sum + shapes.length, 0);
  if (count > 0) yield issue(issues['mesh-codec'], `geometry of ${count} shapes is missing`, ['models']);
}

/** Names of the textures in the file; undefined where it has no archive of them. */
function texturesIn({ embeddedFiles }: Bfres): ReadonlySet<string> | undefined {
  const archives = embeddedFiles.flatMap(({ data }) => (data !== undefined && isBntx(data) ? [data] : []));
  return archives.length === 0
    ? undefined
    : new Set(archives.flatMap((data) => bntxTextures(data).map(({ name }) => name)));
}

function* checkAnimations(file: Bfres): Iterable<Issue> {
  for (const [a, anim] of file.skeletalAnims.entries()) yield* checkSkeletalAnim(anim, a);
  for (const [a, anim] of file.materialAnims.entries()) yield* checkMaterialAnim(anim, a);
  for (const [a, anim] of file.visibilityAnims.entries()) {
    const { name = '', curves, bakedSize } = anim;
    const path = ['visibilityAnims', a];
    yield* checkCurves(name, curves, path);
    yield* checkTotals(name, bakedTotal(bakedSize, curves), path);
  }
  for (const [a, { name = '', shapes }] of file.shapeAnims.entries()) {
    yield* checkCurves(
      name,
      shapes.flatMap(({ curves }) => curves),
      ['shapeAnims', a],
    );
  }
  for (const [a, { name = '', cameras, lights, fogs }] of file.sceneAnims.entries()) {
    const curves = [...cameras, ...lights, ...fogs].flatMap((part) => part.curves);
    yield* checkCurves(name, curves, ['sceneAnims', a]);
  }
}

/** Tools leave 0, which games that do not bake accept. */
const bakedTotal = (stored: number, curves: Parameters<typeof bakedSizeOf>[0]) => {
  const size = bakedSizeOf(curves);
  return stored === 0 || size === undefined ? [] : [['bakedSize', stored, size] as const];
};

function* checkSkeletalAnim({ name = '', boneAnims, curveTotal, bakedSize }: SkeletalAnim, a: number): Iterable<Issue> {
  const path = ['skeletalAnims', a];
  const curves = boneAnims.flatMap((bone) => bone.curves);
  yield* checkCurves(name, curves, path);
  yield* checkCurveFlags(name, boneAnims, path);
  const totals = [['curveTotal', curveTotal, curves.length] as const, ...firstCurveTotals(boneAnims)];
  yield* checkTotals(name, [...totals, ...bakedTotal(bakedSize, curves)], path);
}

function* checkMaterialAnim(anim: MaterialAnimation, a: number): Iterable<Issue> {
  const { name = '', materialAnims, curveTotal, paramTotal, patternTotal, bakedSize } = anim;
  const path = ['materialAnims', a];
  const curves = materialAnims.flatMap((material) => material.curves);
  const params = materialAnims.flatMap((material) => material.paramAnims);
  const patterns = materialAnims.flatMap((material) => material.patternAnims);
  const paramCount = params.reduce(
    (sum, { floatCurveCount, intCurveCount, constantCount }) => sum + floatCurveCount + intCurveCount + constantCount,
    0,
  );
  yield* checkCurves(name, curves, path);
  const totals = [
    ['curveTotal', curveTotal, curves.length],
    ['paramTotal', paramTotal, paramCount],
    ['patternTotal', patternTotal, patterns.length],
  ] as const;
  yield* checkTotals(name, [...totals, ...bakedTotal(bakedSize, curves)], path);
}

function* checkOwnNames(file: Bfres): Iterable<Issue> {
  yield* checkNames(file.models, file.modelDictionary, ['modelDictionary']);
  yield* checkNames(file.skeletalAnims, file.skeletalAnimDictionary, ['skeletalAnimDictionary']);
  yield* checkNames(file.materialAnims, file.materialAnimDictionary, ['materialAnimDictionary']);
  yield* checkNames(file.visibilityAnims, file.visibilityAnimDictionary, ['visibilityAnimDictionary']);
  yield* checkNames(file.shapeAnims, file.shapeAnimDictionary, ['shapeAnimDictionary']);
  yield* checkNames(file.sceneAnims, file.sceneAnimDictionary, ['sceneAnimDictionary']);
  for (const [m, model] of file.models.entries()) {
    const path = ['models', m];
    yield* checkNames(model.shapes, model.shapeDictionary, [...path, 'shapeDictionary']);
    yield* checkNames(model.materials, model.materialDictionary, [...path, 'materialDictionary']);
    const { skeleton } = model;
    if (skeleton === undefined) continue;
    yield* checkNames(skeleton.bones, skeleton.boneDictionary, [...path, 'skeleton', 'boneDictionary']);
  }
}
