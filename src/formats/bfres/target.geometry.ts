import type { Primitive } from '../../scene/scene.ts';
import { type AttributePlan, attributesFor, templateOf } from './target.formats.ts';
import type { ShapePlan } from './target.parts.ts';
import { type SceneRig, type SkeletonDraft, withPalette } from './target.rig.ts';
import { draftShape, joinLevels, joinVertices, type ShapeDraft } from './target.shape.ts';
import { boneNameOf, type VertexDraft, verticesFromScene } from './target.vertices.ts';
import { normalizeAll, normalsFromFaces, tangentsFromFaces } from './vertex-repair.ts';

// Shapes made from a scene alone, in formats that fit what it has.

/** A shape to be, and the formats of its attributes. */
export interface NewShape {
  readonly plan: ShapePlan;
  readonly draft: ShapeDraft;
  readonly attributes: readonly AttributePlan[];
}

export interface GeometryOptions {
  readonly littleEndian: boolean;
  /** Whether boxes count every influence, as in version 10. */
  readonly everyInfluence: boolean;
  /** Whether the material of a shape has a normal map, which needs tangents. */
  hasNormalMap(plan: ShapePlan): boolean;
}

/** The skeleton with the palette that shapes need: bones of shapes with one weight a vertex hold them in their own space. */
export function paletteFor({ scene, skeleton, boneOf }: SceneRig, plans: readonly ShapePlan[]): SkeletonDraft {
  const smooth = new Set<number>();
  const rigid = new Set<number>();
  for (const { skinCount, levels } of plans) {
    for (const { node, primitive } of skinCount === 0 ? [] : levels) {
      const { joints } = scene.skins[scene.nodes[node]!.skin!]!;
      for (const joint of usedJoints(primitive)) (skinCount === 1 ? rigid : smooth).add(boneOf[joints[joint]!]!);
    }
  }
  return withPalette(skeleton, smooth, rigid);
}

function usedJoints({ joints, weights }: Primitive): Set<number> {
  const used = new Set<number>();
  for (const [set, values] of joints.entries()) {
    for (let i = 0; i < values.length; i++) if (weights[set]![i]! > 0) used.add(values[i]!);
  }
  return used;
}

export function newShape(rig: SceneRig, skeleton: SkeletonDraft, plan: ShapePlan, options: GeometryOptions): NewShape {
  const { skinCount } = plan;
  const { positionsOf, levels } = joinLevels(plan.levels.map(({ primitive }) => primitive));
  const runs = positionsOf.map((primitive) => {
    const { node } = plan.levels.find((level) => level.primitive === primitive)!;
    return verticesFromScene(node, withDirections(primitive, options.hasNormalMap(plan)), {
      scene: rig.scene,
      skeleton,
      root: undefined,
      skinCount,
      boneIndex: plan.bone,
      paletteOf: placesOf(skeleton, skinCount),
    });
  });
  const vertices = joinVertices(padded(runs));
  const attributes = attributesFor(vertices, skinCount, skeleton.matrixToBone.length);
  const isNarrow = vertices.count <= 0xffff;
  const narrowed = levels.map(({ indices, firstVertex }) => ({
    firstVertex,
    indices: isNarrow && indices instanceof Uint32Array ? Uint16Array.from(indices) : indices,
  }));
  const draft = draftShape({ skinCount, attributes: templateOf(attributes) }, vertices, narrowed, {
    skeleton,
    ...options,
  });
  return { plan, draft, attributes };
}

/** Places of bones in the palette, by their names. */
function placesOf({ bones, smoothMatrixCount, matrixToBone }: SkeletonDraft, skinCount: number) {
  const places = new Map<string, number>();
  for (let place = 0; place < matrixToBone.length; place++) {
    const isSmooth = place < smoothMatrixCount;
    if (isSmooth === skinCount > 1) places.set(bones[matrixToBone[place]!]!.name, place);
  }
  return (bone: string): number | undefined => places.get(boneNameOf(bone));
}

/** Normals of the faces where there are none, and tangents where a normal map needs them. */
function withDirections(primitive: Primitive, needsTangents: boolean): Primitive {
  const { positions, indices } = primitive;
  const normals = primitive.normals?.slice() ?? new Float32Array(positions.length);
  normalsFromFaces(positions, [indices], normals, normalizeAll(normals, 3));
  const whole = { ...primitive, normals };
  if (primitive.tangents === undefined && (!needsTangents || primitive.uvs.length === 0)) return whole;
  const tangents = primitive.tangents?.slice() ?? new Float32Array((4 * positions.length) / 3);
  tangentsFromFaces(whole, [indices], tangents, normalizeAll(tangents, 4));
  return { ...whole, tangents };
}

/** Runs of vertices that all have what any of them has. */
function padded(runs: readonly VertexDraft[]): VertexDraft[] {
  const most = (of: (run: VertexDraft) => { length: number }) => Math.max(...runs.map((run) => of(run).length));
  const [uvs, colors, targets] = [most((run) => run.uvs), most((run) => run.colors), most((run) => run.targets)];
  const hasTangents = runs.some(({ tangents }) => tangents !== undefined);
  const upTo = <A>(list: readonly A[], length: number, filler: () => A): A[] =>
    Array.from({ length }, (_, i) => list[i] ?? filler());
  return runs.map((run) => ({
    ...run,
    uvs: upTo(run.uvs, uvs, () => run.uvs[0] ?? new Float32Array(2 * run.count)),
    colors: upTo(run.colors, colors, () => new Float32Array(4 * run.count).fill(1)),
    targets: upTo(run.targets, targets, () => run.positions),
    tangents:
      run.tangents ?? (hasTangents ? new Float32Array(4 * run.count).map((_, i) => (i % 3 === 0 ? 1 : 0)) : undefined),
  }));
}
