import { type Issue, issue, type Path } from '../../issue.ts';
import type { Mesh, MorphTarget, Primitive, Scene } from '../../scene/scene.ts';
import { decodeAttribute, fits } from './attribute-format.ts';
import { sceneIssues } from './scene.issues.ts';
import { nodeOf, type Rig } from './skeleton.scene.ts';
import { type Indices, normalizeAll, normalsFromFaces, tangentsFromFaces } from './vertex-repair.ts';
import type { AttributeView, MeshView, ModelView, ShapeView } from './view.ts';

/** Adds the meshes of all shapes to a scene that has its materials, every level of detail as a node of its own, to the nodes they are drawn at. */
export function addShapes(scene: Scene, rig: Rig, model: ModelView): Issue[] {
  const issues: Issue[] = [];
  const empty: string[] = [];
  for (const [s, shape] of model.shapes.entries()) {
    const vertices = verticesOf(shape, rig, issues);
    if (vertices === undefined) {
      empty.push(shape.name);
      continue;
    }
    const levels = shape.meshes.map((level) => indicesOf(level, shape.vertexCount));
    const { normalTexture } = scene.materials[shape.materialIndex] ?? {};
    repairNormals(vertices, levels, shape, normalTexture !== undefined, issues);
    for (const [lod, indices] of levels.entries()) {
      if (indices === undefined) {
        issues.push(issue(sceneIssues['mesh-left-out'], reasonOf(shape, lod), ['shapes', s]));
        continue;
      }
      const material = shape.materialIndex < scene.materials.length ? { material: shape.materialIndex } : {};
      addMesh(scene, rig, shape, { ...vertices, ...material, indices }, lod, model.originOf('shape', s));
    }
  }
  if (empty.length > 0) {
    const reason = `${empty.length} of ${model.shapes.length} shapes, the first '${empty[0]}', have no vertices that could be read`;
    issues.push(issue(sceneIssues['mesh-left-out'], reason, ['shapes']));
  }
  return issues;
}

function reasonOf(shape: ShapeView, lod: number): string {
  const what =
    shape.meshes[lod]!.primitive === 'other'
      ? 'is no triangles'
      : `has indices beyond its ${shape.vertexCount} vertices`;
  return `level ${lod} of ${shape.name} ${what}`;
}

function addMesh(scene: Scene, rig: Rig, shape: ShapeView, primitive: Primitive, lod: number, origin: Path): void {
  const name = lod === 0 ? shape.name : `${shape.name} LOD${lod}`;
  const mesh: Mesh = { name, primitives: [primitive] };
  if (primitive.targets.length > 0) mesh.targetNames = shape.keyShapeNames.slice(1);
  const index = scene.meshes.push(mesh) - 1;
  const isSkinned = shape.skinCount > 0 && rig.skin !== undefined;
  const bone = Math.min(shape.boneIndex, rig.bones.length - 1);
  const place = isSkinned ? { skin: rig.skin! } : bone < 0 ? { parent: rig.root } : { parent: nodeOf(rig, bone) };
  scene.nodes.push({ name, mesh: index, lod, origin, ...place });
}

type Vertices = Omit<Primitive, 'indices' | 'material'>;

function verticesOf(shape: ShapeView, rig: Rig, issues: Issue[]): Vertices | undefined {
  const positions = decode(shape, '_p0', 3);
  if (positions === undefined) return undefined;
  if (replaceNonFinite(positions)) {
    issues.push(issue(sceneIssues['numbers-replaced'], `positions of ${shape.name} that are no numbers are 0`));
  }
  const normals = decode(shape, '_n0', 3);
  const tangents = decode(shape, '_t0', 4);
  tellUnused(shape, issues);
  return {
    positions,
    ...(normals === undefined ? {} : { normals }),
    ...(tangents === undefined ? {} : { tangents }),
    uvs: numbered(shape, '_u').map((name) => decode(shape, name, 2)!),
    colors: numbered(shape, '_c').map((name) => colorsOf(shape, name)),
    ...(shape.skinCount > 0 && rig.skin !== undefined
      ? skinningOf(shape, rig.skeleton.matrixToBone.length, issues)
      : { joints: [], weights: [] }),
    targets: targetsOf(shape, positions),
  };
}

/** Values of an attribute; undefined where the shape has none that could be read. */
export function decode(shape: ShapeView, name: string, width: number): Float32Array | undefined {
  const attribute = readable(shape.attributes.get(name));
  return attribute && decodeAttribute(attribute.data, attribute.format!, width);
}

function readable(attribute: AttributeView | undefined): AttributeView | undefined {
  const isReadable = attribute?.format !== undefined && fits(attribute.data, attribute.format);
  return isReadable ? attribute : undefined;
}

/** Names of attributes that can be read: `_u0`, `_u1`, … */
const numbered = (shape: ShapeView, prefix: string): string[] =>
  [...shape.attributes.keys()]
    .filter((name) => name.startsWith(prefix) && /^_.\d+$/.test(name) && readable(shape.attributes.get(name)))
    .filter((name) => prefix !== '_c' || shape.attributes.get(name)!.format!.bits.length >= 3)
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));

const MEANT = /^_(p\d+|n\d+|t0|u\d+|c\d+|i[01]|w[01])$/;

function tellUnused(shape: ShapeView, issues: Issue[]): void {
  const unused = [...shape.attributes].filter(
    ([name, { format }]) => !MEANT.test(name) || (name.startsWith('_c') && (format?.bits.length ?? 0) < 3),
  );
  if (unused.length === 0) return;
  const names = unused.map(([name]) => name).join(', ');
  issues.push(issue(sceneIssues['attribute-left-out'], `${names} of ${shape.name}`));
}

/** Bytes stay bytes. */
function colorsOf(shape: ShapeView, name: string): Float32Array | Uint8Array {
  const colors = decode(shape, name, 4)!;
  const { kind, bits } = shape.attributes.get(name)!.format!;
  return kind === 'unorm' && bits[0] === 8 ? Uint8Array.from(colors, (value) => Math.round(value * 255)) : colors;
}

/**
 * Joints are places in the matrix palette. Only the first `skinCount` of the stored components count: the others hold
 * garbage (section 9).
 */
function skinningOf(shape: ShapeView, paletteSize: number, issues: Issue[]): Pick<Vertices, 'joints' | 'weights'> {
  const { skinCount, vertexCount, name } = shape;
  const sets = Math.ceil(skinCount / 4);
  const joints: (Uint8Array | Uint16Array)[] = [];
  const weights: Float32Array[] = [];
  for (let set = 0; set < sets; set++) {
    const used = Math.min(4, skinCount - 4 * set);
    const indices = decode(shape, `_i${set}`, 4) ?? new Float32Array(4 * vertexCount);
    const stored = decode(shape, `_w${set}`, 4) ?? weightOne(vertexCount, set === 0);
    keepFirst(stored, used);
    joints.push(jointsOf(indices, stored, paletteSize));
    weights.push(stored);
  }
  const repaired = normalizeWeights(weights);
  if (repaired > 0) {
    issues.push(issue(sceneIssues['weights-repaired'], `${repaired} of ${vertexCount} vertices of ${name}`));
  }
  const isByte = weights.every((_, set) => isByteUnorm(shape.attributes.get(`_w${set}`))) && repaired === 0;
  return { joints, weights: isByte ? weights.map(toBytes) : weights };
}

const isByteUnorm = (attribute: AttributeView | undefined): boolean =>
  attribute === undefined || (attribute.format?.kind === 'unorm' && attribute.format.bits[0] === 8);

const toBytes = (values: Float32Array): Uint8Array => Uint8Array.from(values, (value) => Math.round(value * 255));

function weightOne(vertexCount: number, isFirst: boolean): Float32Array {
  const weights = new Float32Array(4 * vertexCount);
  if (isFirst) for (let v = 0; v < vertexCount; v++) weights[4 * v] = 1;
  return weights;
}

function keepFirst(weights: Float32Array, used: number): void {
  for (let i = 0; i < weights.length; i++) if ((i & 3) >= used) weights[i] = 0;
}

function jointsOf(indices: Float32Array, weights: Float32Array, paletteSize: number): Uint8Array | Uint16Array {
  const joints = paletteSize <= 256 ? new Uint8Array(indices.length) : new Uint16Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    joints[i] = weights[i] === 0 ? 0 : Math.min(indices[i]!, paletteSize - 1);
  }
  return joints;
}

/** Has the weights of every vertex sum to 1; gives how many did not. */
function normalizeWeights(sets: readonly Float32Array[]): number {
  let repaired = 0;
  for (let at = 0; at < (sets[0]?.length ?? 0); at += 4) {
    let sum = 0;
    for (const weights of sets) for (let c = 0; c < 4; c++) sum += weights[at + c]!;
    if (Math.abs(sum - 1) < 1e-3) continue;
    repaired++;
    if (sum > 0) for (const weights of sets) for (let c = 0; c < 4; c++) weights[at + c]! /= sum;
    else sets[0]![at] = 1;
  }
  return repaired;
}

/** Key shapes hold positions; targets are what has to be added to the base shape (section 8.4). */
function targetsOf(shape: ShapeView, base: Float32Array): MorphTarget[] {
  const targets: MorphTarget[] = [];
  for (let k = 1; k < shape.keyShapeNames.length; k++) {
    const positions = decode(shape, `_p${k}`, 3) ?? base.slice();
    for (let i = 0; i < positions.length; i++) positions[i]! -= base[i]!;
    targets.push({ positions });
  }
  return targets;
}

/** Indices of triangles into the vertices; undefined where there are none or they lead beyond them. */
function indicesOf(
  { primitive, indices, firstVertex }: MeshView,
  vertexCount: number,
): Primitive['indices'] | undefined {
  if (primitive === 'other') return undefined;
  const triangles = primitive === 'triangles' ? indices : unrollStrip(indices);
  const wide = vertexCount > 0xffff ? new Uint32Array(triangles.length) : new Uint16Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) {
    const index = triangles[i]! + firstVertex;
    if (index >= vertexCount) return undefined;
    wide[i] = index;
  }
  return triangles.length % 3 === 0 ? wide : wide.subarray(0, triangles.length - (triangles.length % 3));
}

function unrollStrip(strip: ArrayLike<number>): Uint32Array {
  const triangles: number[] = [];
  for (let i = 0; i + 2 < strip.length; i++) {
    const [a, b, c] = [strip[i]!, strip[i + 1]!, strip[i + 2]!];
    if (a === b || b === c || a === c) continue;
    triangles.push(...(i % 2 === 0 ? [a, b, c] : [b, a, c]));
  }
  return Uint32Array.from(triangles);
}

function replaceNonFinite(values: Float32Array): boolean {
  let replaced = false;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    values[i] = 0;
    replaced = true;
  }
  return replaced;
}

/**
 * Gives normals and tangents length 1, and makes those without length from the triangles. Where the material has a normal
 * map, shapes without tangents get some.
 */
function repairNormals(
  vertices: Vertices,
  levels: readonly Indices[],
  shape: ShapeView,
  hasNormalMap: boolean,
  issues: Issue[],
): void {
  const { normals } = vertices;
  if (normals === undefined) {
    delete vertices.tangents;
    return;
  }
  const flat = normalizeAll(normals, 3);
  if (flat.length > 0) {
    normalsFromFaces(vertices.positions, levels, normals, flat);
    issues.push(issue(sceneIssues['normals-repaired'], `${flat.length} normals of ${shape.name} had no length`));
  }
  if (vertices.tangents === undefined && !hasNormalMap) return;
  const tangents = vertices.tangents ?? new Float32Array(4 * shape.vertexCount);
  const zeros = normalizeAll(tangents, 4);
  for (let i = 3; i < tangents.length; i += 4) tangents[i] = tangents[i]! < 0 ? -1 : 1;
  if (zeros.length > 0) {
    tangentsFromFaces({ ...vertices, normals }, levels, tangents, zeros);
    const reason =
      vertices.tangents === undefined
        ? `${shape.name} has a normal map and no tangents`
        : `${zeros.length} tangents of ${shape.name} had no length`;
    issues.push(issue(sceneIssues['tangents-repaired'], reason));
  }
  vertices.tangents = tangents;
}
