import type { Bfres } from './bfres.ts';
import type { ShapeAnim } from './shape-animation.ts';
import type { ShapeAnimDraft, VisibilityDraft } from './target.switches.ts';
import type { VisibilityAnim } from './visibility-animation.ts';
import type { WiiuShapeAnim, WiiuVisibilityAnim } from './wiiu-animation.ts';
import type { WiiuBfres } from './wiiu-bfres.ts';
import type { Entries } from './wiiu-dictionary.ts';

// Drafts of visibility and of key shapes put into files, in place of those of the same name.

const UNBOUND = 0xffff;
const unbound = (count: number): Uint16Array<ArrayBuffer> => new Uint16Array(count).fill(UNBOUND);

export function putVisibility(file: Bfres, draft: VisibilityDraft): void {
  const { names } = draft;
  const old = file.visibilityAnims.find(({ name }) => name === draft.name);
  const anim = {
    ...(old ?? { path: '', userData: [] }),
    ...draft,
    targetCount: undefined,
    bindIndices: unbound(names.length),
  } as VisibilityAnim;
  replace(file.visibilityAnims, old, anim);
}

export function putShapeAnim(file: Bfres, draft: ShapeAnimDraft): void {
  const old = file.shapeAnims.find(({ name }) => name === draft.name);
  const { shapes, totals } = shapesOf(draft);
  const anim = {
    ...(old ?? { path: '', userData: [] }),
    ...draft,
    ...totals,
    shapeCount: undefined,
    bindIndices: unbound(shapes.length),
    shapes,
  } as ShapeAnim;
  replace(file.shapeAnims, old, anim);
}

export function putWiiuVisibility(file: WiiuBfres, draft: VisibilityDraft): void {
  file.boneVisibilityAnims ??= { names: [], values: [] };
  const entries = file.boneVisibilityAnims;
  const old = entries.values.find(({ name }) => name === draft.name);
  const anim = {
    ...(old ?? { path: '', userDataCount: 0, userData: undefined }),
    ...draft,
    targetCount: undefined,
    bindIndices: unbound(draft.names.length),
  } as WiiuVisibilityAnim;
  replaceEntry(entries, old, anim);
}

export function putWiiuShapeAnim(file: WiiuBfres, draft: ShapeAnimDraft): void {
  file.shapeAnims ??= { names: [], values: [] };
  const entries = file.shapeAnims;
  const old = entries.values.find(({ name }) => name === draft.name);
  const { shapes, totals } = shapesOf(draft);
  const anim = {
    ...(old ?? { path: '', userDataCount: 0, userData: undefined }),
    ...draft,
    ...totals,
    shapeCount: undefined,
    bindIndices: unbound(shapes.length),
    shapes,
  } as WiiuShapeAnim;
  replaceEntry(entries, old, anim);
}

/** The parts with their running totals; curves drive key shapes by their places in the list. */
function shapesOf(draft: ShapeAnimDraft) {
  let firstCurve = 0;
  let firstKeyShape = 0;
  const shapes = draft.shapes.map(({ name, keyShapes, base, curves }) => {
    const shape = {
      name,
      curves: curves.map((curve) => ({ ...curve, target: curve.target - 1 })),
      base,
      keyShapes: keyShapes.map((keyShape, k) => {
        const curve = curves.findIndex(({ target }) => target === k);
        return { name: keyShape, curve, subBindIndex: -1 };
      }),
      firstCurve,
      firstKeyShape,
    };
    firstCurve += curves.length;
    firstKeyShape += keyShapes.length;
    return shape;
  });
  return { shapes, totals: { curveTotal: firstCurve, keyShapeTotal: firstKeyShape } };
}

function replace<T>(list: T[], old: T | undefined, made: T): void {
  if (old === undefined) list.push(made);
  else list[list.indexOf(old)] = made;
}

function replaceEntry<T extends { name?: string | undefined }>(entries: Entries<T>, old: T | undefined, made: T): void {
  if (old === undefined) {
    entries.names.push(made.name ?? '');
    entries.tree = undefined;
  }
  replace(entries.values, old, made);
}
