import type { Issue, Path } from '../issue.ts';

// The common model: what files mean, whatever format they are in. Plain data in glTF's conventions: right-handed, Y up,
// models face +Z, metres, seconds, radians, quaternions x y z w, matrices column by column, texture coordinates from the
// top left. Parts refer to each other by index. Arrays that several primitives use are shared, not copied: writers store
// an array once.

/** JSON that formats attach to parts of a scene: what glTF itself cannot say. */
export type Extras = Record<string, unknown>;

export interface Scene {
  /** Name of the model. */
  name: string;
  /** Parents come in any order; a node without a parent is a root. */
  nodes: Node[];
  meshes: Mesh[];
  skins: Skin[];
  clips: Clip[];
  materials: Material[];
  textures: Texture[];
  images: SceneImage[];
  /** The files the scene was made from, kept so that an unedited scene gives back the same bytes. */
  sources: SourceFile[];
  extras?: Extras;
}

export interface Node {
  name: string;
  /** Index of the parent node. */
  parent?: number;
  /** Relative to the parent; a missing part is the identity. */
  translation?: Vector3;
  rotation?: Quaternion;
  scale?: Vector3;
  /** Index of a mesh that is drawn here. */
  mesh?: number;
  /** Index of the skin that deforms the mesh. The node's own transform then counts for nothing. */
  skin?: number;
  /** Weights of the mesh's morph targets at rest. */
  weights?: number[];
  /** Level of detail that the node and its children belong to; 0, the finest, is what viewers show. */
  lod?: number;
  /** Where in the first of the scene's sources the structure is that the node was made from. Not kept in glTF. */
  origin?: Path;
  extras?: Extras;
}

export type Vector3 = [x: number, y: number, z: number];
export type Quaternion = [x: number, y: number, z: number, w: number];

export interface Mesh {
  name: string;
  primitives: Primitive[];
  /** Names of the morph targets, which all primitives have in common. */
  targetNames?: string[];
  extras?: Extras;
}

/** Triangles of one material. */
export interface Primitive {
  /** Index of the material. */
  material?: number;
  /** Three per triangle, counter-clockwise seen from the front. */
  indices: Uint16Array | Uint32Array;
  /** x y z of each vertex. */
  positions: Float32Array;
  /** x y z of each vertex, unit length. */
  normals?: Float32Array;
  /** x y z and handedness of each vertex. */
  tangents?: Float32Array;
  /** Sets of u v. */
  uvs: Float32Array[];
  /** Sets of linear r g b a: 0 to 1, or 0 to 255 in bytes. */
  colors: (Float32Array | Uint8Array)[];
  /** Sets of four indices into the joints of the skin. */
  joints: (Uint8Array | Uint16Array)[];
  /** Sets of four weights: 0 to 1, or 0 to 255 in bytes. All weights of a vertex sum to 1. */
  weights: (Float32Array | Uint8Array)[];
  /** Differences that morph weights add to the vertices. */
  targets: MorphTarget[];
  extras?: Extras;
}

export interface MorphTarget {
  positions: Float32Array;
  normals?: Float32Array;
}

export interface Skin {
  name: string;
  /** Indices of the nodes that move the vertices. */
  joints: number[];
  /** 16 numbers a joint: model space to joint space at rest. */
  inverseBindMatrices: Float32Array;
  /** Index of the node all joints descend from. */
  skeleton?: number;
  extras?: Extras;
}

/** A named animation. */
export interface Clip {
  name: string;
  tracks: Track[];
  extras?: Extras;
}

export type TrackPath = 'translation' | 'rotation' | 'scale' | 'weights';
export type Interpolation = 'step' | 'linear' | 'cubic';

/** How one property of one node moves. */
export interface Track {
  node: number;
  path: TrackPath;
  interpolation: Interpolation;
  /** Seconds from the start of the clip, strictly increasing, none negative. Shared by tracks with the same times. */
  times: Float32Array;
  /**
   * Per key 3, 4 or (weights) as many numbers as there are morph targets. `cubic` has three such values a key:
   * in-tangent, value, out-tangent, tangents per second.
   */
  values: Float32Array;
  extras?: Extras;
}

export interface Material {
  name: string;
  /** Linear r g b a. */
  baseColorFactor?: [number, number, number, number];
  baseColorTexture?: TextureUse;
  metallicFactor: number;
  roughnessFactor: number;
  metallicRoughnessTexture?: TextureUse;
  normalTexture?: TextureUse;
  occlusionTexture?: TextureUse;
  emissiveFactor?: Vector3;
  emissiveTexture?: TextureUse;
  alphaMode: 'opaque' | 'mask' | 'blend';
  alphaCutoff?: number;
  doubleSided: boolean;
  /** Drawn in its own colours, as light does not reach it (KHR_materials_unlit). */
  unlit?: boolean;
  extras?: Extras;
}

export interface TextureUse {
  /** Index of the texture. */
  texture: number;
  /** Which set of texture coordinates; 0 where missing. */
  uvSet?: number;
  /** Of a normal texture: how strong; of an occlusion texture: how much. 1 where missing. */
  scale?: number;
  /** KHR_texture_transform. */
  transform?: { offset?: [number, number]; rotation?: number; scale?: [number, number] };
}

export type Wrap = 'repeat' | 'clamp' | 'mirror';

export interface Texture {
  name: string;
  /** Index of the image. */
  image: number;
  wrapS: Wrap;
  wrapT: Wrap;
  /** Whether magnified texels blend. */
  filter?: 'linear' | 'nearest';
  extras?: Extras;
}

/** A picture, as pixels or as it came out of a file. */
export interface SceneImage {
  name: string;
  data: Pixels | EncodedImage;
  extras?: Extras;
}

/** Rows from top to bottom, four bytes r g b a a pixel, sRGB, alpha not multiplied in. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

export interface EncodedImage {
  /** `image/png`, `image/jpeg`, … */
  mimeType: string;
  bytes: Uint8Array;
}

export interface SourceFile {
  /** Name of the file, without folders. */
  name: string;
  /** Id of its format. */
  format: string;
  bytes: Uint8Array;
}

/** What a conversion made, and what it could not keep. */
export interface Conversion<T> {
  value: T;
  issues: Issue[];
}

/** A scene with nothing in it. */
export function emptyScene(name: string): Scene {
  return {
    name,
    nodes: [],
    meshes: [],
    skins: [],
    clips: [],
    materials: [],
    textures: [],
    images: [],
    sources: [],
  };
}
