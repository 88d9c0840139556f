import { emptyScene, type Material, type Primitive, type Scene } from '../scene/scene.ts';

/** A material with the defaults of glTF. */
export const plainMaterial = (name: string): Material => ({
  name,
  metallicFactor: 1,
  roughnessFactor: 1,
  alphaMode: 'opaque',
  doubleSided: false,
});

/** A square of side 2 facing +Z, as two triangles. */
export const square = (): Primitive => ({
  indices: Uint16Array.of(0, 1, 2, 2, 3, 0),
  positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  uvs: [Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0)],
  colors: [],
  joints: [],
  weights: [],
  targets: [],
});

/** A square that two bones bend, with a clip of every interpolation, a texture, a morph target and a coarser level. */
export function bendingSquare(): Scene {
  const times = Float32Array.of(0, 0.5, 1);
  const half = Math.SQRT1_2;
  return {
    ...emptyScene('bending square'),
    nodes: [
      { name: 'root', translation: [0, 1, 0], extras: { kind: 'bone' } },
      { name: 'tip', parent: 0, translation: [0, 1, 0], rotation: [0, 0, half, half] },
      { name: 'body', mesh: 0, skin: 0, weights: [0.25] },
      { name: 'body far', mesh: 1, lod: 1 },
    ],
    meshes: [
      {
        name: 'body',
        targetNames: ['grow'],
        primitives: [
          {
            ...square(),
            material: 0,
            joints: [Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)],
            weights: [Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.25, 0.75, 0, 0)],
            targets: [{ positions: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) }],
            extras: { batch: 1 },
          },
        ],
        extras: { submesh: 'a' },
      },
      { name: 'body far', primitives: [square()] },
    ],
    skins: [
      {
        name: 'bones',
        joints: [0, 1],
        skeleton: 0,
        inverseBindMatrices: Float32Array.of(
          ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
          ...[0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1],
        ),
      },
    ],
    clips: [
      {
        name: 'bend',
        tracks: [
          {
            node: 0,
            path: 'translation',
            interpolation: 'step',
            times,
            values: Float32Array.of(0, 1, 0, 1, 1, 0, 0, 1, 0),
          },
          {
            node: 1,
            path: 'rotation',
            interpolation: 'linear',
            times,
            values: Float32Array.of(0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1),
          },
          {
            node: 1,
            path: 'scale',
            interpolation: 'cubic',
            times: Float32Array.of(0, 1),
            values: Float32Array.of(0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 2, 2, 2, 0, 0, 0),
          },
          { node: 2, path: 'weights', interpolation: 'linear', times, values: Float32Array.of(0, 1, 0) },
        ],
        extras: { fps: 30 },
      },
    ],
    materials: [
      {
        ...plainMaterial('skin'),
        baseColorFactor: [1, 0.5, 0.25, 1],
        baseColorTexture: { texture: 0, transform: { offset: [0.5, 0], rotation: 1, scale: [2, 2] } },
        metallicFactor: 0,
        alphaMode: 'mask',
        alphaCutoff: 0.25,
        doubleSided: true,
        unlit: true,
        extras: { flags: 3 },
      },
    ],
    textures: [
      { name: 'skin texture', image: 0, wrapS: 'clamp', wrapT: 'mirror', filter: 'nearest', extras: { slot: 1 } },
    ],
    images: [
      {
        name: 'skin.tga',
        data: { width: 2, height: 1, rgba: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 128) },
        extras: { format: 'tga' },
      },
    ],
    sources: [
      { name: 'square.v3c', format: 'v3c', bytes: Uint8Array.of(1, 2, 3, 4, 5) },
      { name: 'empty.rfa', format: 'rfa', bytes: new Uint8Array() },
    ],
    extras: { game: 'none' },
  };
}
