import { type Issue, issue } from '../../issue.ts';
import { type Matrix4, transformPoint } from '../../math/index.ts';
import type { Extras } from '../../scene/scene.ts';
import { flippedJoint } from './bone.extras.ts';
import { MODEL_TYPE, OGF_VERSION, type Ogf, type OgfPart, type Vertices } from './ogf.ts';
import { tangentFrames } from './tangents.ts';
import { physicsOf } from './target.bones.ts';
import { targetIssues } from './target.issues.ts';
import { boundsOf } from './target.mesh.ts';
import type { TargetBone, TargetModel, TargetMotion, TargetPart } from './target.model.ts';
import { compiledMotions } from './target.motions.ts';
import { extrasOf } from './target.object.ts';
import { textOr, toText } from './target.text.ts';
import { defaultShader } from './target.textures.ts';

// A scene as a compiled model (specification, sections 14.3 to 14.8).

/** Formats by number of bones per vertex: those that every game of the series reads, where there are such. */
const FORMATS = [0x12071980, 0x12071980, 0x240e3300, 3, 4] as const;
const MAX_VERTICES = 65_535;

/** The bone that carries a model without skeleton. */
const ONLY_BONE = 'link';

/** A model with one bone that everything follows, where the scene has no skeleton. */
export function withBones(model: TargetModel): TargetModel {
  if (model.bones.length > 0) return model;
  const inverse: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const bone: TargetBone = {
    name: ONLY_BONE,
    parent: undefined,
    offset: [0, 0, 0],
    rotation: [0, 0, 0],
    inverse,
    extras: {},
    node: -1,
  };
  return { ...model, bones: [bone] };
}

export function toOgf(
  scene: TargetModel,
  motions: readonly TargetMotion[],
  extras: Extras,
  issues: Issue[],
): Ogf | undefined {
  const model = withBones(scene);
  const parts = model.parts.map((part) => toPart(part, issues)).filter((part) => part !== undefined);
  if (parts.length === 0) {
    issues.push(issue(targetIssues['nothing-to-write'], 'no triangles'));
    return undefined;
  }
  const references = Array.isArray(extras.motionReferences) ? extras.motionReferences.map(String) : [];
  const isAnimated = motions.length > 0 || references.length > 0;
  if (motions.length > 0 && references.length > 0) {
    issues.push(issue(targetIssues['motions-elsewhere'], `${motions.length} clips; ${references.join(', ')}`));
  }
  const text = (value: unknown, fallback = '') => toText(textOr(value, fallback), issues);
  const ogf: Ogf[number][] = [
    { name: 'header', value: headerOf(isAnimated ? MODEL_TYPE.animated : MODEL_TYPE.rigid, allPositions(model)) },
    {
      name: 'description',
      value: {
        source: text(extras.source, model.scene.name),
        tool: 'exhume',
        compiled: 0,
        creator: text(extras.creator, 'exhume'),
        created: 0,
        modifier: text(extras.modifier),
        modified: 0,
      },
    },
    { name: 'children', value: parts.map((value, id) => ({ name: 'part' as const, id, value })) },
    { name: 'bones', value: model.bones.map((bone, b) => toCompiledBone(model, bone, b, issues)) },
    { name: 'physics', value: model.bones.map((bone) => toPhysics(bone, issues)) },
  ];
  if (typeof extras.userData === 'string') ogf.push({ name: 'userData', value: text(extras.userData) });
  if (typeof extras.lod === 'string') ogf.push({ name: 'lod', value: `${text(extras.lod)}\r\n` });
  if (references.length > 0) {
    ogf.push({ name: 'motionReferenceList', value: references.map((name) => toText(name, issues)) });
  } else if (motions.length > 0) {
    const compiled = compiledMotions(model, motions, extras.partitions, issues);
    ogf.push({ name: 'motions', value: compiled.motions }, { name: 'definitions', value: compiled.definitions });
  }
  return ogf;
}

export function allPositions({ parts }: TargetModel): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { positions }) => sum + positions.length, 0));
  let at = 0;
  for (const { positions } of parts) {
    all.set(positions, at);
    at += positions.length;
  }
  return all;
}

export function headerOf(type: number, positions: Float32Array) {
  const { min, max } = boundsOf(positions);
  const center = min.map((value, axis) => (value + max[axis]!) / 2);
  return {
    version: OGF_VERSION,
    type,
    shader: 0,
    boundsMin: min,
    boundsMax: max,
    sphereCenter: center,
    sphereRadius: Math.fround(Math.hypot(...max.map((value, axis) => value - center[axis]!))),
  };
}

/** A part of its own: header, texture, vertices, indices. Undefined, and reported, where it has too many vertices. */
export function toPart(given: TargetPart, issues: Issue[]): OgfPart | undefined {
  const part = given.material?.doubleSided ? withBackFaces(given) : given;
  const count = part.positions.length / 3;
  if (part.indices.length === 0) return undefined;
  if (count > MAX_VERTICES) {
    issues.push(issue(targetIssues['too-large'], `${count} vertices in a part of '${part.mesh}', ${MAX_VERTICES} fit`));
    return undefined;
  }
  return [
    { name: 'header', value: headerOf(MODEL_TYPE.skinned, part.positions) },
    { name: 'texture', value: textureOf(part, issues) },
    { name: 'vertices', value: toVertices(part) },
    { name: 'indices', value: Uint16Array.from(part.indices) },
  ];
}

/** Both sides of a part: the engine draws the front of triangles only (specification, section 6.2). */
function withBackFaces(part: TargetPart): TargetPart {
  const count = part.positions.length / 3;
  const twice = <A extends Float32Array | Uint16Array>(values: A): A => {
    const both = new (values.constructor as new (length: number) => A)(values.length * 2);
    both.set(values);
    both.set(values, values.length);
    return both;
  };
  const indices = new Uint32Array(part.indices.length * 2);
  indices.set(part.indices);
  for (let i = 0; i < part.indices.length; i += 3) {
    const back = [part.indices[i]!, part.indices[i + 2]!, part.indices[i + 1]!].map((vertex) => vertex + count);
    indices.set(back, part.indices.length + i);
  }
  const normals = part.normals && twice(part.normals);
  for (let i = count * 3; normals !== undefined && i < normals.length; i++) normals[i] = -normals[i]!;
  return {
    ...part,
    positions: twice(part.positions),
    normals,
    uvs: part.uvs.map(twice),
    bones: part.bones && twice(part.bones),
    weights: part.weights && twice(part.weights),
    indices,
  };
}

export function textureOf({ material, texture }: TargetPart, issues: Issue[]): { texture: string; shader: string } {
  const shader = textOr(extrasOf(material).shader, defaultShader(material, true));
  return { texture: toText(texture, issues), shader: toText(shader, issues) };
}

export function toVertices(part: TargetPart) {
  const vertexCount = part.positions.length / 3;
  const links = linksOf(part, vertexCount);
  const normal = part.normals ?? new Float32Array(part.positions.length).map((_, i) => (i % 3 === 1 ? 1 : 0));
  const uv = part.uvs[0] ?? new Float32Array(vertexCount * 2);
  const shared = { length: vertexCount, position: part.positions, normal, ...tangentFrames(part, normal, uv), uv };
  const bone = (v: number, k: number) => part.bones?.[v * 4 + k] ?? 0;
  const weight = (v: number, k: number) => part.weights?.[v * 4 + k] ?? (k === 0 ? 1 : 0);
  let vertices: Vertices;
  if (links === 1) {
    vertices = { ...shared, bone: Uint32Array.from({ length: vertexCount }, (_, v) => bone(v, 0)) };
  } else {
    const bones = new Uint16Array(vertexCount * links);
    const weights = new Float32Array(vertexCount * (links - 1));
    for (let v = 0; v < vertexCount; v++) {
      // Slots that are not needed repeat the first bone without weight.
      for (let k = 0; k < links; k++) bones[v * links + k] = bone(v, weight(v, k) > 0 ? k : 0);
      if (links === 2) weights[v] = weight(v, 1);
      else for (let k = 0; k < links - 1; k++) weights[v * (links - 1) + k] = weight(v, k);
    }
    vertices = { ...shared, bones, weights };
  }
  return { format: FORMATS[links], vertexCount, vertices };
}

/** The most bones that any vertex follows. */
function linksOf({ weights }: TargetPart, count: number): 1 | 2 | 3 | 4 {
  let links = 1;
  for (let v = 0; v < count && weights !== undefined; v++) {
    for (let k = links; k < 4; k++) if (weights[v * 4 + k]! > 0) links = k + 1;
  }
  return links as 1 | 2 | 3 | 4;
}

/** A bone and the box, along its axes, around the vertices that follow it. */
function toCompiledBone(model: TargetModel, bone: TargetBone, place: number, issues: Issue[]) {
  const parent = bone.parent === undefined ? '' : toText(model.bones[bone.parent]!.name, issues).toLowerCase();
  const points: number[] = [];
  for (const { positions, bones, weights } of model.parts) {
    for (let v = 0; v < positions.length / 3; v++) {
      const follows =
        bones === undefined
          ? place === 0
          : [0, 1, 2, 3].some((k) => bones[v * 4 + k] === place && weights![v * 4 + k]! > 0);
      if (follows) points.push(...transformPoint(bone.inverse, positions.subarray(v * 3, v * 3 + 3)));
    }
  }
  const { min, max } = boundsOf(Float32Array.from(points));
  return {
    name: toText(bone.name, issues).toLowerCase(),
    parent,
    boxRotation: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    boxCenter: min.map((value, axis) => (value + max[axis]!) / 2),
    boxHalfSize: min.map((value, axis) => (max[axis]! - value) / 2),
  };
}

export function toPhysics(bone: TargetBone, issues: Issue[]) {
  const physics = physicsOf(bone.extras, issues);
  return {
    version: 1,
    material: physics.material,
    shape: physics.shape,
    joint: flippedJoint(physics.joint),
    flags: physics.flags,
    breakForce: physics.breakForce,
    breakTorque: physics.breakTorque,
    friction: physics.friction,
    rotation: Float32Array.from(bone.rotation),
    offset: Float32Array.from(bone.offset),
    mass: physics.mass,
    centerOfMass: physics.centerOfMass,
  };
}
