import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { type Conversion, type Extras, emptyScene, type Primitive, type Scene } from '../../scene/scene.ts';
import { compiledExtras } from './bone.extras.ts';
import { Influences, SLOTS } from './influences.ts';
import { type FindTexture, MaterialBuilder } from './materials.ts';
import { unitNormals } from './mesh.scene.ts';
import { addMotions } from './motions.scene.ts';
import { type ModelScene, withoutEmpty } from './object.scene.ts';
import { linksOf, MODEL_TYPE, OGF_VERSION, type Ogf, type OgfFile, type OgfPart, type Vertices } from './ogf.ts';
import { ogfMotionReferences } from './references.ts';
import { sceneIssues } from './scene.issues.ts';
import { addSkeleton, type SceneSkeleton } from './skeleton.scene.ts';
import { finite, mirroredAll } from './space.ts';
import { lineText } from './values.ts';
import { decodeText } from './windows-1251.ts';

// `.ogf` as a scene (specification, sections 14 and 20.3).

export interface OgfSceneOptions {
  readonly name: string;
  readonly findTexture: FindTexture;
}

/** The scene of a compiled model with its own motions. */
export function ogfScene(file: OgfFile, { name, findTexture }: OgfSceneOptions): Conversion<ModelScene> {
  const issues: Issue[] = [];
  const model = file as Ogf;
  const scene = emptyScene(name);
  scene.nodes.push({ name, extras: { xray: ogfExtras(model) } });
  const skeleton = skeletonOf(scene, model, issues);
  const children = chunkValues(chunkValue(model, 'children') ?? [], 'part');
  const hasOwn = model.some((chunk) => chunk.name === 'vertices' || isOfLevel(chunk));
  const parts = hasOwn ? [model as OgfPart, ...children] : children;
  const materials = new MaterialBuilder(scene, findTexture);
  const primitives = parts.flatMap((part, i) => partPrimitive(scene, part, i, materials, skeleton, issues) ?? []);
  if (primitives.length > 0) {
    scene.meshes.push({ name, primitives });
    scene.nodes.push({
      name,
      mesh: 0,
      ...(skeleton ? { skin: skeleton.skin } : { parent: 0 }),
      origin: [children.length > 0 ? 'children' : 'vertices'],
    });
  } else {
    const version = file.flatMap((chunk) => (chunk.name === 'oldHeader' ? [chunk.value.version] : []))[0];
    const reason = version === undefined ? 'no part with triangles' : `version ${version}, only ${OGF_VERSION} is read`;
    issues.push(issue(sceneIssues['unreadable-model'], reason));
  }
  if (skeleton !== undefined) {
    const [motions, definitions] = [chunkValue(model, 'motions'), chunkValue(model, 'definitions')];
    addMotions(scene, { motions, definitions }, skeleton, issues);
  }
  return { value: { scene, skeleton }, issues };
}

function ogfExtras(model: Ogf): Extras {
  const description = chunkValue(model, 'description') ?? chunkValue(model, 'description64');
  const text = (value: string | undefined) => (value ? decodeText(value) : undefined);
  const parts = chunkValue(model, 'definitions')?.parts.map(({ name, bones }) => ({
    name: decodeText(name),
    bones: bones.map((bone) => decodeText(bone.name ?? `${bone.slot}`)),
  }));
  return withoutEmpty({
    format: 'ogf',
    type: chunkValue(model, 'header')?.type ?? MODEL_TYPE.static,
    userData: text(chunkValue(model, 'userData') ?? chunkValue(model, 'openUserData')),
    lod: text(lineText(chunkValue(model, 'lod') ?? '')),
    source: text(description?.source),
    creator: text(description?.creator),
    modifier: text(description?.modifier),
    motionReferences: ogfMotionReferences(model).map(decodeText),
    partitions: parts,
  });
}

function skeletonOf(scene: Scene, model: Ogf, issues: Issue[]): SceneSkeleton | undefined {
  const bones = chunkValue(model, 'bones') ?? [];
  const physics = chunkValue(model, 'physics') ?? [];
  if (bones.length === 0) return undefined;
  if (physics.length < bones.length) {
    issues.push(issue(sceneIssues['no-bind-pose'], `${bones.length} bones, ${physics.length} bind poses`));
    return undefined;
  }
  return addSkeleton(
    scene,
    0,
    bones.map((bone, i) => ({
      name: decodeText(bone.name),
      parent: decodeText(bone.parent),
      offset: physics[i]!.offset,
      rotation: physics[i]!.rotation,
      origin: ['bones', i],
      extras: {
        ...compiledExtras(physics[i]!),
        box: { rotation: [...bone.boxRotation], center: [...bone.boxCenter], halfSize: [...bone.boxHalfSize] },
      },
    })),
  );
}

function partPrimitive(
  scene: Scene,
  part: OgfPart,
  place: number,
  materials: MaterialBuilder,
  skeleton: SceneSkeleton | undefined,
  issues: Issue[],
): Primitive | undefined {
  const stored = chunkValue(part, 'vertices');
  const indices = chunkValue(part, 'indices');
  if (stored === undefined && part.some(isOfLevel)) {
    issues.push(issue(sceneIssues['level-geometry'], `part ${place}`));
    return undefined;
  }
  if (stored?.vertices === undefined || indices === undefined) {
    issues.push(issue(sceneIssues['faces-left-out'], `part ${place} has no vertices or triangles that can be read`));
    return undefined;
  }
  const { vertices } = stored;
  const links = linksOf.get(stored.format)!;
  const { texture, shader } = chunkValue(part, 'texture') ?? { texture: '', shader: '' };
  const material = materials.add({
    name: materialName(texture, place),
    shader: decodeText(shader),
    texture: decodeText(texture),
    doubleSided: false,
    extras: { shader: decodeText(shader), texture: decodeText(texture), links },
  });
  const triangles = trianglesOf(part, indices, vertices.length);
  if (triangles.leftOut > 0) {
    issues.push(issue(sceneIssues['faces-left-out'], `${triangles.leftOut} triangles of part ${place}`));
  }
  if (triangles.indices.length === 0) return undefined;
  const hasBumps = scene.materials[material]!.normalTexture !== undefined;
  return {
    material,
    indices: triangles.indices,
    positions: mirroredAll(finite(vertices.position)),
    normals: unitNormals(mirroredAll(finite(vertices.normal))),
    ...(hasBumps && vertices.tangent && { tangents: tangentsOf(vertices) }),
    uvs: [finite(vertices.uv)],
    colors: [],
    ...skinningOf(vertices, skeleton),
    targets: [],
  };
}

/** Chunks that name vertices and indices in the files of a level: two containers, one of both, and windows. */
const LEVEL_CHUNKS: readonly number[] = [7, 8, 20, 21];

const isOfLevel = (chunk: OgfPart[number] | Ogf[number]): boolean =>
  chunk.name === 'unknown' && LEVEL_CHUNKS.includes(chunk.id);

function materialName(texture: string, place: number): string {
  const name = decodeText(texture);
  return name.slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf('/')) + 1) || `part ${place}`;
}

/** The finest triangles of a part, turned for the mirror. */
function trianglesOf(part: OgfPart, all: Uint16Array, vertexCount: number): { indices: Uint16Array; leftOut: number } {
  const windows = chunkValue(part, 'windows')?.windows;
  const isWindowed = windows !== undefined && windows.length > 0;
  const first = isWindowed ? windows.firstIndex[0]! : 0;
  const end = isWindowed ? first + windows.triangleCount[0]! * 3 : all.length;
  const stored = all.subarray(first, end);
  const indices = new Uint16Array(stored.length - (stored.length % 3));
  let length = 0;
  for (let i = 0; i + 2 < stored.length; i += 3) {
    const [a, b, c] = [stored[i]!, stored[i + 1]!, stored[i + 2]!];
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount || a === b || b === c || c === a) continue;
    indices[length++] = a;
    indices[length++] = c;
    indices[length++] = b;
  }
  return { indices: indices.subarray(0, length), leftOut: (indices.length - length) / 3 };
}

/** Tangents as glTF has them: unit length, square to the normal, with the handedness of the texture. */
function tangentsOf({ length, normal, tangent, bitangent }: Vertices): Float32Array {
  const tangents = new Float32Array(length * 4);
  for (let v = 0; v < length; v++) {
    const [nx, ny, nz] = [normal[v * 3]!, normal[v * 3 + 1]!, normal[v * 3 + 2]!];
    let [x, y, z] = [tangent![v * 3]!, tangent![v * 3 + 1]!, tangent![v * 3 + 2]!];
    const along = nx * x + ny * y + nz * z;
    [x, y, z] = [x - nx * along, y - ny * along, z - nz * along];
    const size = Math.hypot(x, y, z);
    let handedness = 1;
    if (size > 1e-6 && Number.isFinite(size)) {
      [x, y, z] = [x / size, y / size, z / size];
      const [bx, by, bz] = [bitangent![v * 3]!, bitangent![v * 3 + 1]!, bitangent![v * 3 + 2]!];
      if ((ny * z - nz * y) * bx + (nz * x - nx * z) * by + (nx * y - ny * x) * bz < 0) handedness = -1;
    } else {
      [x, y, z] = perpendicular(nx, ny, nz);
    }
    tangents.set([-x, y, z, handedness], v * 4);
  }
  return tangents;
}

function perpendicular(x: number, y: number, z: number): [number, number, number] {
  const other: [number, number, number] = Math.abs(x) > 0.9 ? [-y, x, 0] : [0, -z, y];
  const size = Math.hypot(...other);
  return size > 0 ? [other[0] / size, other[1] / size, other[2] / size] : [1, 0, 0];
}

function skinningOf(vertices: Vertices, skeleton: SceneSkeleton | undefined): Pick<Primitive, 'joints' | 'weights'> {
  const { length, bone, bones, weights: stored } = vertices;
  if (skeleton === undefined) return { joints: [], weights: [] };
  const boneCount = skeleton.nodes.length;
  const joints = boneCount > 256 ? new Uint16Array(length * SLOTS) : new Uint8Array(length * SLOTS);
  const weights = new Float32Array(length * SLOTS);
  const influences = new Influences();
  const links = bones === undefined ? 1 : bones.length / Math.max(1, length);
  const add = (joint: number, weight: number) => {
    if (joint < boneCount) influences.add(joint, weight);
  };
  for (let v = 0; v < length; v++) {
    influences.clear();
    if (bone !== undefined) add(bone[v]!, 1);
    else if (links === 2) {
      add(bones![v * 2]!, 1 - stored![v]!);
      add(bones![v * 2 + 1]!, stored![v]!);
    } else if (bones !== undefined) {
      let left = 1;
      for (let k = 0; k < links - 1; k++) {
        const weight = stored![v * (links - 1) + k]!;
        add(bones[v * links + k]!, weight);
        left -= weight;
      }
      add(bones[v * links + links - 1]!, left);
    }
    influences.write(joints, weights, v * SLOTS, SLOTS, 0);
  }
  return { joints: [joints], weights: [weights] };
}
