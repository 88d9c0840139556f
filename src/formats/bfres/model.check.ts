import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { checkBounds } from './bounds.check.ts';
import { checkShape } from './shape.check.ts';
import { checkSkeleton } from './skeleton.check.ts';
import type { ModelView } from './view.ts';

export interface ModelContext {
  /** Whether it is known how this version makes the boxes of skinned shapes. */
  readonly knowsSkinnedBoxes: boolean;
  /** Names of the textures in the file, if it has any: those of others lie elsewhere. */
  readonly textures: ReadonlySet<string> | undefined;
}

/** Rules for models that hold on both consoles (specification, section 22). */
export function* checkModel(model: ModelView, path: Path, context: ModelContext): Iterable<Issue> {
  yield* checkSkeleton(model.skeleton, [...path, 'skeleton']);
  for (const [s, shape] of model.shapes.entries()) {
    yield* checkShape(model, shape, [...path, 'shapes', s]);
    yield* checkBounds(shape, model.skeleton, [...path, 'shapes', s], context.knowsSkinnedBoxes);
  }
  if (context.textures !== undefined) yield* checkTextures(model, context.textures, path);
}

function* checkTextures({ materials }: ModelView, textures: ReadonlySet<string>, path: Path): Iterable<Issue> {
  for (const [m, { name, samplers }] of materials.entries()) {
    const missing = samplers
      .map(({ texture }) => texture)
      .filter((texture) => texture !== '' && !textures.has(texture));
    if (missing.length === 0) continue;
    const reason = `'${name}' names ${[...new Set(missing)].map((texture) => `'${texture}'`).join(', ')}`;
    yield issue(issues['texture-elsewhere'], reason, [...path, 'materials', m, 'textureNames']);
  }
}
