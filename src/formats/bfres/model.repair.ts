import type { Issue } from '../../issue.ts';
import { checkBounds } from './bounds.check.ts';
import { checkInverses } from './skeleton.check.ts';
import { storedVertices, usedVertices } from './stored-vertices.ts';
import { type Box, boxOf, radiusOf, type Sphere, skinBonesOf, spheresOf } from './target.bounds.ts';
import type { ModelView, ShapeView, SkeletonView } from './view.ts';

// What the rules of models find wrong and that follows from the rest of the model, computed anew: for both consoles.

/** How a version makes bounds. */
export interface BoundsRule {
  /** In version 10 boxes hold vertices in the space of every bone with an influence, not of the first alone. */
  readonly everyInfluence: boolean;
  /** Whether it is known how boxes of skinned shapes are made. */
  readonly knowsSkinnedBoxes: boolean;
}

export interface Bounds {
  /** A box for each sub-mesh, then one for the mesh, of every mesh. */
  readonly boxes: readonly Box[];
  /** One a mesh. */
  readonly radii: readonly number[];
  /** One for each bone of the list, or a single one. */
  readonly spheres: readonly Sphere[];
  readonly skinBones: Uint16Array<ArrayBuffer>;
}

/** Shapes whose bounds or lists of bones break a rule, by their index, with what they should be. */
export function wrongBounds(model: ModelView, rule: BoundsRule): Map<number, Bounds> {
  const wrong = new Map<number, Bounds>();
  for (const [s, shape] of model.shapes.entries()) {
    const found: Issue[] = [...checkBounds(shape, model.skeleton, [], rule.knowsSkinnedBoxes)];
    const bounds = found.length === 0 ? undefined : boundsOf(shape, model.skeleton, rule);
    if (bounds !== undefined) wrong.set(s, bounds);
  }
  return wrong;
}

function boundsOf(shape: ShapeView, skeleton: SkeletonView, { everyInfluence }: BoundsRule): Bounds | undefined {
  const { skinCount, vertexCount, meshes } = shape;
  const vertices = storedVertices(shape);
  if (vertices === undefined) return undefined;
  const skinBones = skinCount === 0 ? new Uint16Array(0) : skinBonesOf(vertices, skinCount, skeleton);
  const boxes: Box[] = [];
  const radii: number[] = [];
  for (const mesh of meshes) {
    const used = usedVertices(mesh, vertexCount);
    const box = boxOf(vertices, used, skinCount, skeleton, everyInfluence);
    // Sub-meshes get the box of the mesh: no real mesh has more than one, and a larger box is never wrong.
    for (let i = 0; i <= mesh.subMeshCount; i++) boxes.push(box);
    radii.push(radiusOf(vertices, used, skinCount, skeleton, box));
  }
  return { boxes, radii, spheres: spheresOf(vertices, skinCount, skinBones, skeleton), skinBones };
}

/** Whether stored inverse matrices do not undo where the bones rest. */
export const hasWrongInverses = (skeleton: SkeletonView): boolean => [...checkInverses(skeleton, [])].length > 0;

/** Boxes as files have them. */
export const boxTable = (boxes: readonly Box[]) => ({
  length: boxes.length,
  center: Float32Array.from(boxes.flatMap(({ center }) => center)),
  extent: Float32Array.from(boxes.flatMap(({ extent }) => extent)),
});
