import type { Extras, Mesh, Primitive, Scene } from '../../scene/scene.ts';
import { type BufferBuilder, targets } from './buffer.ts';

const vertices = { target: targets.vertices };

export function writeMeshes(meshes: readonly Mesh[], buffer: BufferBuilder): object[] {
  const shortened = new Map<Uint32Array, Uint16Array>();
  return meshes.map(({ name, primitives, targetNames, extras }) => {
    const all: Extras = { ...extras, ...(targetNames === undefined ? {} : { targetNames }) };
    return {
      ...(name === '' ? {} : { name }),
      primitives: primitives.map((primitive) => writePrimitive(primitive, buffer, shortened)),
      ...(Object.keys(all).length === 0 ? {} : { extras: all }),
    };
  });
}

function writePrimitive(primitive: Primitive, buffer: BufferBuilder, shortened: Map<Uint32Array, Uint16Array>): object {
  const { positions, normals, tangents, uvs, colors, joints, weights, material, extras } = primitive;
  const attributes: Record<string, number> = {
    POSITION: buffer.addAccessor(positions, 'VEC3', { ...vertices, bounds: true }),
  };
  if (normals !== undefined) attributes.NORMAL = buffer.addAccessor(normals, 'VEC3', vertices);
  if (tangents !== undefined) attributes.TANGENT = buffer.addAccessor(tangents, 'VEC4', vertices);
  for (const [i, set] of uvs.entries()) attributes[`TEXCOORD_${i}`] = buffer.addAccessor(set, 'VEC2', vertices);
  for (const [i, set] of colors.entries()) attributes[`COLOR_${i}`] = addUnit(buffer, set);
  for (const [i, set] of joints.entries()) attributes[`JOINTS_${i}`] = buffer.addAccessor(set, 'VEC4', vertices);
  for (const [i, set] of weights.entries()) attributes[`WEIGHTS_${i}`] = addUnit(buffer, set);
  const morphs = primitive.targets.map((target) => ({
    POSITION: buffer.addSparse(target.positions, { ...vertices, bounds: true }),
    ...(target.normals === undefined ? {} : { NORMAL: buffer.addSparse(target.normals, vertices) }),
  }));
  const indices = shorten(primitive.indices, shortened);
  return {
    attributes,
    indices: buffer.addAccessor(indices, 'SCALAR', { target: targets.indices }),
    ...(material === undefined ? {} : { material }),
    ...(morphs.length === 0 ? {} : { targets: morphs }),
    ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
  };
}

/** Values from 0 to 1, as floats or in bytes. */
function addUnit(buffer: BufferBuilder, set: Float32Array | Uint8Array): number {
  return buffer.addAccessor(set, 'VEC4', { ...vertices, normalized: set instanceof Uint8Array });
}

/** 16-bit indices where they suffice. 65535 does not count: it restarts strips. */
function shorten(indices: Uint16Array | Uint32Array, shortened: Map<Uint32Array, Uint16Array>) {
  if (indices instanceof Uint16Array) {
    return indices.includes(0xffff) ? Uint32Array.from(indices) : indices;
  }
  const known = shortened.get(indices);
  if (known !== undefined) return known;
  if (indices.some((index) => index >= 0xffff)) return indices;
  const short = Uint16Array.from(indices);
  shortened.set(indices, short);
  return short;
}

export function writeSkins({ skins }: Scene, buffer: BufferBuilder): object[] {
  return skins.map(({ name, joints, inverseBindMatrices, skeleton, extras }) => ({
    ...(name === '' ? {} : { name }),
    joints,
    inverseBindMatrices: buffer.addAccessor(inverseBindMatrices, 'MAT4'),
    ...(skeleton === undefined ? {} : { skeleton }),
    ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
  }));
}
