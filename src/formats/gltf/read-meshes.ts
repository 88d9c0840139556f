import type { Mesh, MorphTarget, Primitive, Skin } from '../../scene/scene.ts';
import type { Accessors, Decoded } from './accessors.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import type { Tally } from './tally.ts';

/** Accessors as the arrays of a scene. Those that several parts use come out as the same array. */
export class Arrays {
  private readonly accessors: Accessors;
  private readonly tally: Tally;
  private readonly made = {
    floats: new Map<number, Float32Array>(),
    units: new Map<number, Float32Array | Uint8Array>(),
    indices: new Map<number, Uint16Array | Uint32Array>(),
  };

  constructor(accessors: Accessors, tally: Tally) {
    this.accessors = accessors;
    this.tally = tally;
  }

  /** Floats, whatever they are stored as. */
  floats(json: Json, width: number, count?: number): Float32Array {
    const index = json.asIndex(this.accessors.count);
    return this.once(this.made.floats, index, () => {
      const decoded = this.read(index, json, width, count);
      return this.finite(toFloats(decoded), json);
    });
  }

  /** Values from 0 to 1: bytes stay bytes. `width` 3 becomes 4, as colours without alpha are opaque. */
  units(json: Json, count: number): Float32Array | Uint8Array {
    const index = json.asIndex(this.accessors.count);
    return this.once(this.made.units, index, () => {
      const decoded = this.read(index, json, undefined, count);
      const { array, width, normalized } = decoded;
      if (width !== 3 && width !== 4) json.fail(`${width} numbers a vertex in place of 4`);
      const values = array instanceof Uint8Array && normalized ? array : this.finite(toFloats(decoded), json);
      return width === 4 ? values : withAlpha(values);
    });
  }

  joints(json: Json, count: number): Uint8Array | Uint16Array {
    const { array } = this.read(json.asIndex(this.accessors.count), json, 4, count);
    return array instanceof Uint8Array || array instanceof Uint16Array
      ? array
      : json.fail('joints that are no small numbers');
  }

  indices(json: Json, vertexCount: number): Uint16Array | Uint32Array {
    const index = json.asIndex(this.accessors.count);
    const indices = this.once(this.made.indices, index, () => {
      const { array } = this.read(index, json, 1);
      if (array instanceof Uint8Array) return Uint16Array.from(array);
      return array instanceof Uint16Array || array instanceof Uint32Array
        ? array
        : json.fail('indices that are no numbers of vertices');
    });
    let highest = 0;
    for (const vertex of indices) if (vertex > highest) highest = vertex;
    if (indices.length > 0 && highest >= vertexCount) json.fail(`vertex ${highest}, there are ${vertexCount}`);
    return indices;
  }

  private read(index: number, json: Json, width?: number, count?: number): Decoded {
    const decoded = this.accessors.read(index);
    if (width !== undefined && decoded.width !== width)
      json.fail(`${decoded.width} numbers an element in place of ${width}`);
    if (count !== undefined && decoded.count !== count) json.fail(`${decoded.count} elements in place of ${count}`);
    return decoded;
  }

  private once<T>(made: Map<number, T>, index: number, make: () => T): T {
    const known = made.get(index);
    if (known !== undefined) return known;
    const value = make();
    made.set(index, value);
    return value;
  }

  private finite(values: Float32Array, json: Json): Float32Array {
    // Infinite numbers and NaN turn a sum of zeros into NaN.
    let zeros = 0;
    for (let i = 0; i < values.length; i++) zeros += values[i]! * 0;
    if (zeros === 0) return values;
    const result = values.map((value) => (Number.isFinite(value) ? value : 0));
    this.tally.add(gltfIssues['bad-numbers'], 'arrays with numbers that are infinite or none', json.path);
    return result;
  }
}

/** The largest value of each type of whole numbers: what 1 is stored as. */
function toFloats({ array, normalized }: Decoded): Float32Array {
  if (array instanceof Float32Array) return array;
  if (!normalized) return Float32Array.from(array);
  const isSigned = array instanceof Int8Array || array instanceof Int16Array;
  const one = 2 ** (8 * array.BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
  return Float32Array.from(array, (value) => Math.max(-1, value / one));
}

function withAlpha<A extends Float32Array | Uint8Array>(values: A): A {
  const count = values.length / 3;
  const opaque = values instanceof Uint8Array ? 255 : 1;
  const result = (values instanceof Uint8Array ? new Uint8Array(count * 4) : new Float32Array(count * 4)) as A;
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) result[4 * i + c] = values[3 * i + c]!;
    result[4 * i + 3] = opaque;
  }
  return result;
}

/** The accessors that meshes and skins use. */
export function* meshAccessors(document: Json, count: number): Iterable<number> {
  for (const mesh of document.list('meshes')) {
    for (const primitive of mesh.list('primitives')) {
      const indices = primitive.index('indices', count);
      if (indices !== undefined) yield indices;
      for (const [, attribute] of primitive.get('attributes').entries()) yield attribute.asIndex(count);
      for (const target of primitive.list('targets')) {
        for (const [, attribute] of target.entries()) yield attribute.asIndex(count);
      }
    }
  }
  for (const skin of document.list('skins')) {
    const matrices = skin.index('inverseBindMatrices', count);
    if (matrices !== undefined) yield matrices;
  }
}

export function readMeshes(document: Json, arrays: Arrays, materialCount: number, tally: Tally): Mesh[] {
  return document.list('meshes').map((mesh) => {
    const { extras } = mesh;
    const result: Mesh = {
      name: mesh.text('name'),
      primitives: mesh
        .list('primitives')
        .flatMap((primitive) => readPrimitive(primitive, arrays, materialCount, tally)),
    };
    const targetCount = result.primitives[0]?.targets.length ?? 0;
    if (result.primitives.some(({ targets }) => targets.length !== targetCount)) {
      mesh.fail('primitives with different numbers of morph targets');
    }
    const { targetNames, ...others } = extras ?? {};
    if (Array.isArray(targetNames) && targetNames.length === targetCount && targetCount > 0) {
      result.targetNames = targetNames.map(String);
    }
    if (Object.keys(others).length > 0) result.extras = others;
    return result;
  });
}

const POSITIONS = 'POSITION';
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

function readPrimitive(json: Json, arrays: Arrays, materialCount: number, tally: Tally): Primitive[] {
  const mode = json.count('mode', TRIANGLES);
  const attributes = json.get('attributes');
  if (mode < TRIANGLES || !attributes.exists || !attributes.get(POSITIONS).exists) {
    const what = mode < TRIANGLES ? 'primitives of points or lines' : 'primitives without positions';
    tally.add(gltfIssues.unsupported, what, json.path);
    return [];
  }
  if (mode > FAN) json.get('mode').fail(`mode ${mode}, there are 0 to 6`);
  const positions = arrays.floats(attributes.get(POSITIONS), 3);
  const count = positions.length / 3;
  const sets = (name: string) => setsOf(attributes, name);
  const primitive: Primitive = {
    indices: triangles(readIndices(json, arrays, count), mode),
    positions,
    uvs: sets('TEXCOORD').map((set) => arrays.floats(set, 2, count)),
    colors: sets('COLOR').map((set) => arrays.units(set, count)),
    joints: sets('JOINTS').map((set) => arrays.joints(set, count)),
    weights: sets('WEIGHTS').map((set) => arrays.units(set, count)),
    targets: json.list('targets').map((target) => readTarget(target, arrays, count)),
  };
  if (primitive.joints.length !== primitive.weights.length) attributes.fail('joints without weights, or the other way');
  const material = json.index('material', materialCount);
  if (material !== undefined) primitive.material = material;
  if (attributes.get('NORMAL').exists) primitive.normals = arrays.floats(attributes.get('NORMAL'), 3, count);
  if (attributes.get('TANGENT').exists) primitive.tangents = arrays.floats(attributes.get('TANGENT'), 4, count);
  if (json.extras !== undefined) primitive.extras = json.extras;
  const added = json.ours?.count('addedUvs', 0) ?? 0;
  if (added > 0 && primitive.uvs.slice(-added).every((set) => set.every((x) => x === 0))) primitive.uvs.splice(-added);
  return [primitive];
}

/** The attributes `NAME_0`, `NAME_1`, … */
function setsOf(attributes: Json, name: string): Json[] {
  const sets: Json[] = [];
  for (let set = attributes.get(`${name}_0`); set.exists; set = attributes.get(`${name}_${sets.length}`))
    sets.push(set);
  return sets;
}

function readIndices(json: Json, arrays: Arrays, count: number): Uint16Array | Uint32Array {
  if (json.get('indices').exists) return arrays.indices(json.get('indices'), count);
  const indices = count <= 0xffff ? new Uint16Array(count) : new Uint32Array(count);
  return indices.map((_, i) => i);
}

/** Strips and fans as single triangles, all of which face the same way. What is no whole triangle is left out. */
function triangles(indices: Uint16Array | Uint32Array, mode: number): Uint16Array | Uint32Array {
  if (mode === TRIANGLES)
    return indices.length % 3 === 0 ? indices : indices.slice(0, indices.length - (indices.length % 3));
  const count = Math.max(0, indices.length - 2);
  const result = indices instanceof Uint16Array ? new Uint16Array(3 * count) : new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const isOdd = i % 2 === 1;
    if (mode === STRIP) {
      result.set([indices[i]!, indices[isOdd ? i + 2 : i + 1]!, indices[isOdd ? i + 1 : i + 2]!], 3 * i);
    } else if (mode === FAN) {
      result.set([indices[i + 1]!, indices[i + 2]!, indices[0]!], 3 * i);
    }
  }
  return result;
}

function readTarget(json: Json, arrays: Arrays, count: number): MorphTarget {
  const positions = json.get(POSITIONS);
  const normals = json.get('NORMAL');
  return {
    positions: positions.exists ? arrays.floats(positions, 3, count) : new Float32Array(count * 3),
    ...(normals.exists ? { normals: arrays.floats(normals, 3, count) } : {}),
  };
}

export function readSkins(document: Json, arrays: Arrays, nodeCount: number): Skin[] {
  return document.list('skins').map((json) => {
    const joints = json.indices('joints', nodeCount);
    const matrices = json.get('inverseBindMatrices');
    const skin: Skin = {
      name: json.text('name'),
      joints,
      inverseBindMatrices: matrices.exists ? readMatrices(matrices, arrays, joints.length) : identities(joints.length),
    };
    const skeleton = json.index('skeleton', nodeCount);
    if (skeleton !== undefined) skin.skeleton = skeleton;
    if (json.extras !== undefined) skin.extras = json.extras;
    return skin;
  });
}

/** There may be more matrices than joints. */
function readMatrices(json: Json, arrays: Arrays, jointCount: number): Float32Array {
  const matrices = arrays.floats(json, 16);
  if (matrices.length < 16 * jointCount) json.fail(`${matrices.length / 16} matrices, there are ${jointCount} joints`);
  return matrices.length === 16 * jointCount ? matrices : matrices.slice(0, 16 * jointCount);
}

function identities(count: number): Float32Array {
  return Float32Array.from({ length: 16 * count }, (_, i) => ((i % 16) % 5 === 0 ? 1 : 0));
}
