import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { storedVertices, usedVertices } from './stored-vertices.ts';
import { boxOf, skinBonesOf } from './target.bounds.ts';
import type { VertexDraft } from './target.vertices.ts';
import type { ShapeView, SkeletonView } from './view.ts';

// Rules for what shapes say about where they are and which bones move them (specification, sections 8.1, 8.3 and 22).

/** `knowsSkinned`: whether it is known how the boxes of skinned shapes of this version are made. */
export function* checkBounds(
  shape: ShapeView,
  skeleton: SkeletonView,
  path: Path,
  knowsSkinned: boolean,
): Iterable<Issue> {
  const vertices = storedVertices(shape);
  if (vertices === undefined) return;
  yield* checkSkinBones(shape, vertices, skeleton, path);
  if (shape.skinCount < 2 || knowsSkinned) yield* checkBoxes(shape, vertices, skeleton, path);
}

/** What a box may be too small by, in parts of its size: rounding of its maker. */
const BOX_ERROR = 5e-3;

function* checkBoxes(
  { meshes, boxes, skinCount, vertexCount }: ShapeView,
  vertices: VertexDraft,
  skeleton: SkeletonView,
  path: Path,
): Iterable<Issue> {
  let b = -1;
  for (const [m, mesh] of meshes.entries()) {
    b += mesh.subMeshCount + 1;
    if (m === 0 && boxes.length === 1) b = 0; // that of the only bounding node
    if (b >= boxes.length) return; // before Wii U 4.5 only the first mesh has boxes
    const used = usedVertices(mesh, vertexCount);
    if (used.size === 0) continue;
    const needed = boxOf(vertices, used, skinCount, skeleton, false);
    const over = [0, 1, 2].map((c) => {
      const reach = Math.abs(needed.center[c]! - boxes.center[3 * b + c]!) + needed.extent[c]!;
      return reach - boxes.extent[3 * b + c]!;
    });
    const worst = Math.max(...over);
    if (worst <= BOX_ERROR * Math.max(...needed.extent)) continue;
    const half = Math.max(...[0, 1, 2].map((c) => boxes.extent[3 * b + c]!));
    const reason = `vertices of mesh ${m} stand out by ${worst.toPrecision(3)}, half its size is ${half.toPrecision(3)}`;
    yield issue(issues['box-too-small'], reason, [...path, 'boxes', b]);
  }
}

/** The list has the bones with an influence (section 8.1). Edited files often list more, which does no harm. */
function* checkSkinBones(
  { skinCount, skinBones }: ShapeView,
  vertices: VertexDraft,
  skeleton: SkeletonView,
  path: Path,
): Iterable<Issue> {
  if (skinCount === 0) return;
  const listed = new Set(Array.from(skinBones));
  const needed = skinBonesOf(vertices, skinCount, skeleton);
  const missing = needed.filter((bone) => !listed.has(bone));
  const surplus = listed.size - (needed.length - missing.length);
  if (missing.length === 0 && surplus === 0) return;
  const lacks = missing.length === 0 ? [] : [`bone ${missing[0]} is not in it, of ${missing.length} that are missing`];
  const extra = surplus === 0 ? [] : [`${surplus} of ${skinBones.length} bones in it have no influence`];
  yield issue(issues['skin-bones'], [...lacks, ...extra].join(', '), [...path, 'skinBones']);
}
