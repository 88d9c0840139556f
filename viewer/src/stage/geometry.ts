import type { Primitive } from 'exhume';
import { BufferAttribute, BufferGeometry } from 'three';

/** Attributes by the arrays they are of: what primitives share goes to the graphics card once. */
export type SharedAttributes = Map<ArrayBufferView, BufferAttribute>;

type Numbers = Float32Array | Uint8Array | Uint16Array | Uint32Array;

export function geometryOf(primitive: Primitive, shared: SharedAttributes): BufferGeometry {
  const geometry = new BufferGeometry();
  const attribute = (array: Numbers, size: number) => {
    const known = shared.get(array);
    if (known !== undefined) return known;
    const made = new BufferAttribute(array, size, array instanceof Uint8Array);
    shared.set(array, made);
    return made;
  };
  const { positions, normals, tangents, uvs, colors, targets } = primitive;
  geometry.setIndex(new BufferAttribute(primitive.indices, 1));
  geometry.setAttribute('position', attribute(positions, 3));
  if (normals !== undefined) geometry.setAttribute('normal', attribute(normals, 3));
  if (tangents !== undefined) geometry.setAttribute('tangent', attribute(tangents, 4));
  for (const [i, uv] of uvs.entries()) geometry.setAttribute(i === 0 ? 'uv' : `uv${i}`, attribute(uv, 2));
  if (colors[0] !== undefined) geometry.setAttribute('color', attribute(colors[0], 4));
  if (primitive.joints.length > 0) addSkin(geometry, primitive, attribute);
  if (targets.length > 0) {
    geometry.morphTargetsRelative = true;
    geometry.morphAttributes.position = targets.map((target) => attribute(target.positions, 3));
    if (targets.every((target) => target.normals !== undefined)) {
      geometry.morphAttributes.normal = targets.map((target) => attribute(target.normals!, 3));
    }
  }
  return geometry;
}

function addSkin(
  geometry: BufferGeometry,
  { joints, weights, positions }: Primitive,
  attribute: (array: Numbers, size: number) => BufferAttribute,
): void {
  if (joints.length === 1) {
    // Joint indices are whole numbers, weights in bytes stand for 0 to 1.
    geometry.setAttribute('skinIndex', new BufferAttribute(joints[0]!, 4, false));
    geometry.setAttribute('skinWeight', attribute(weights[0]!, 4));
    return;
  }
  const strongest = fourStrongest(joints, weights, positions.length / 3);
  geometry.setAttribute('skinIndex', new BufferAttribute(strongest.joints, 4, false));
  geometry.setAttribute('skinWeight', new BufferAttribute(strongest.weights, 4));
}

/** What three.js can draw of vertices with more than four weights: the four strongest, made to sum to 1. */
function fourStrongest(joints: Primitive['joints'], weights: Primitive['weights'], count: number) {
  const result = { joints: new Uint16Array(count * 4), weights: new Float32Array(count * 4) };
  for (let vertex = 0; vertex < count; vertex++) {
    const influences = joints.flatMap((set, s) =>
      [0, 1, 2, 3].map((i) => ({
        joint: set[vertex * 4 + i]!,
        weight: weights[s]![vertex * 4 + i]! / (weights[s] instanceof Uint8Array ? 255 : 1),
      })),
    );
    const strongest = influences.sort((a, b) => b.weight - a.weight).slice(0, 4);
    const sum = strongest.reduce((total, { weight }) => total + weight, 0) || 1;
    for (const [i, { joint, weight }] of strongest.entries()) {
      result.joints[vertex * 4 + i] = joint;
      result.weights[vertex * 4 + i] = weight / sum;
    }
  }
  return result;
}
